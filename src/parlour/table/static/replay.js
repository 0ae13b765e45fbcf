// replay.js: looking back at a game: a slider over its moves. The fragments of the board stand aside meanwhile.
// @ts-check

/**
 * What it needs of its page. `count` is how many moves there are, `put` puts fragments in, `say` tells a sentence, and with
 * `note` shows it for a moment, too; `turned` is called when it begins or ends to look back, and `mark` for a move that the
 * address names beside the position, as one that would have been better there.
 * @typedef {{root: HTMLElement, count: () => number, put: (fragments: Object<string, string>) => void,
 *   say: (text: string | undefined, note?: boolean) => void, turned?: () => void, mark?: (move: string) => void}} Page
 * @typedef {{n: number, f: Object<string, string>, say: string}} Past
 */

/** Look back at the table of a page. @param {Page} page */
export function replay({ root, count, put, say, turned, mark }) {
  const $ = (/** @type {string} */ id) => document.getElementById(id);
  const words = root.dataset, bar = /** @type {HTMLInputElement | null} */ ($('at'));
  const filled = (/** @type {string | undefined} */ text, /** @type {Object<string, string | number>} */ values) =>
    (text ?? '').replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));
  let looking = false;
  /** What the board shows now, while it looks back. @type {Map<string, string>} */
  const present = new Map();
  /** Positions that were looked at. @type {Map<string, Past>} */
  const seen = new Map();
  /** What is to be looked at, -1 for now. */
  let wish = -1;
  let at = count(), fetching = false;
  /** Whether the slider is to take the focus, so that the arrow keys move it. */
  let grip = false;
  /** A move that is to be marked in the position that is wished for. */
  let better = '';

  /** Look at the position after `n` moves. @param {number} n */
  function look(n) {
    wish = at = Math.max(0, Math.min(n, count()));
    if (bar) bar.value = String(at);
    return fetching ? undefined : fetchWish();
  }

  /** Get what is wished for, one position at a time, and show it unless another is wished for by then. */
  async function fetchWish() {
    fetching = true;
    try {
      while (wish >= 0) {
        const n = wish, key = `${words.rev} ${n}`; // the same number may be another position once a move was taken back
        let past = seen.get(key);
        if (!past) {
          const answer = await fetch(`/t/${words.table}/at/${n}`);
          if (!answer.ok) throw new Error(String(answer.status));
          past = /** @type {Past} */ (await answer.json());
          if (seen.size > 200) seen.clear();
          seen.set(key, past);
          if (n !== wish) await new Promise((done) => { setTimeout(done, 120); }); // the slider is under way: let some positions pass
        }
        if (n === wish) { wish = -1; show(past); }
      }
    } catch {
      wish = -1;
      say(words.sayFailed, true);
      limit();
    }
    fetching = false;
  }

  /** @param {Past} past */
  function show({ n, f, say: told }) {
    const began = !looking;
    looking = true;
    root.classList.add('looking');
    if (began) turned?.();
    /** @type {Object<string, string>} */
    const shown = {};
    for (const [id, html] of Object.entries(f)) {
      const el = $(id);
      if (!el || el.closest('[data-live]')) continue;
      if (!present.has(id)) present.set(id, el.innerHTML);
      shown[id] = html;
    }
    put(shown);
    mark?.(better);
    better = '';
    at = n;
    const line = $('back-at');
    if (line) line.textContent = filled(n ? words.sayLook : words.sayStart, { n, all: count() });
    say(told);
    address(`#at=${n}`);
    limit();
    if (grip) bar?.focus({ preventScroll: true });
    grip = false;
  }

  /** Let the address lead to the position that is looked at. @param {string} hash */
  const address = (hash) => history.replaceState(null, '', location.pathname + location.search + hash);

  /** Go back to now. */
  function back() {
    wish = -1;
    if (!looking) return limit();
    const held = document.activeElement?.closest('.replay');
    looking = false;
    root.classList.remove('looking');
    const now = Object.fromEntries(present);
    present.clear();
    put(now);
    turned?.();
    const line = $('back-at');
    if (line) line.textContent = '';
    say(words.sayNow);
    address('');
    limit();
    if (held && !document.activeElement?.checkVisibility?.()) root.focus({ preventScroll: true });
    return undefined;
  }

  /** Let slider and buttons reach as far as there are moves. */
  function limit() {
    const all = count();
    if (!looking) at = all;
    if (bar) { bar.max = String(all); bar.value = String(at); bar.disabled = !all; bar.setAttribute('aria-valuetext', `${at} / ${all}`); }
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('.steps [data-step]')))
      button.disabled = ['first', 'prev'].includes(button.dataset.step ?? '') ? !at : at === all && !looking;
  }

  /** @param {string} name */
  function step(name) {
    if (name === 'now' || (name === 'last' && looking)) return back();
    if (!count() || (name === 'next' && at + 1 >= count())) return back();
    return look({ first: 0, prev: at - 1, next: at + 1 }[name] ?? count());
  }

  /** @type {Object<string, string>} */
  const WAYS = { ArrowLeft: 'prev', ArrowRight: 'next', Home: 'first', End: 'now' };

  /** Do what a key asks for; say whether it asked for anything here. @param {KeyboardEvent} event @returns {boolean} */
  function key({ key: pressed, target }) {
    const name = looking && target !== bar ? WAYS[pressed] : undefined;
    if (name) step(name);
    else if (pressed === '[') step('prev');
    else if (pressed === ']' && looking) step('next');
    else if (pressed === 'Escape' && looking) back();
    else return false;
    return true;
  }

  bar?.addEventListener('input', () => {
    const n = Number(bar.value);
    if (n === count()) back(); else look(n);
  });

  document.addEventListener('click', (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('button[data-step]'));
    if (!button) return;
    button.closest('dialog')?.close();
    grip = !button.closest('.replay');
    step(button.dataset.step ?? '');
  });

  /** Look at the position that the address leads to. */
  function follow() {
    const [, n, move] = /^#at=(\d{1,6})(?:&show=([^&]{1,64}))?$/.exec(location.hash) ?? [];
    if (n === undefined) return;
    grip = true;
    better = decodeURIComponent(move ?? '');
    if (Number(n) < count()) look(Number(n)); else back();
  }
  addEventListener('hashchange', follow);

  return {
    look, back, step, key, limit, follow,
    get looking() { return looking; },
    /**
     * Keep what arrives for the board until it is shown again; return what may be shown at once.
     * @param {Object<string, string>} f @returns {Object<string, string>}
     */
    keep(f) {
      /** @type {Object<string, string>} */
      const fresh = {};
      for (const [id, html] of Object.entries(f)) {
        if (looking && !$(id)?.closest('[data-live]')) present.set(id, html);
        else fresh[id] = html;
      }
      return fresh;
    },
  };
}
