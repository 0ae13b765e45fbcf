// match.js: the page of a table for several: fragments drawn by the server, clocks, questions, looking back. What is done on
// the board itself is the business of the game's own module, such as arbos.js.
// @ts-check

import './page.js';
import { replay } from './replay.js';
import { Wire } from './wire.js';

/** @typedef {import('./wire.js').Board} Board */
/**
 * What a game's module is given. `send` returns whether the command was taken; `say` tells something, and with `note` shows
 * it for a moment, too; `ask` presses a button of the page, with its question if it has one.
 * @typedef {{root: HTMLElement, send: (t: string, fields?: {moves?: string[]}) => boolean, say: (text: string, note?: boolean) => void,
 *   ask: (button: HTMLButtonElement) => void, state: () => State}} Table
 * @typedef {{turn: number | null, mine: number[], yours: boolean, looking: boolean, busy: boolean, over: boolean}} State
 */
/**
 * What it gives back. `update` comes after fragments were put in; `typed` makes moves of a typed text, none while it has to
 * be put right; `refused` comes when moves were not taken; `hint` returns what moves touch; `change` puts new fragments in by `apply` and lets things move.
 * @typedef {{update: (f: Object<string, string>) => void, typed?: (text: string) => string[], refused?: () => void,
 *   key?: (event: KeyboardEvent) => boolean, hint?: (moves: string[]) => (Element | null | undefined)[], change?: (apply: () => void, info: {mine: boolean, ids: string[]}) => void}} Game
 * `mine` says that the page's own act led to the change.
 */

const root = document.getElementById('table');
if (root) sit(root);

/** Sit down at the table that this page shows. @param {HTMLElement} root */
async function sit(root) {
  const $ = (/** @type {string} */ id) => document.getElementById(id);
  const words = root.dataset, mine = (words.mine || '').split(',').filter(Boolean).map(Number);
  let turn = words.turn ? Number(words.turn) : null;
  let yours = turn !== null && mine.includes(turn);
  /** @type {Game | undefined} */
  let game;

  // ---- words -------------------------------------------------------------------------------------------------------

  let fading = 0;
  /** Tell something to a screen reader; a `note` is shown for a moment, too. @param {string | undefined} text @param {boolean} [note] */
  function say(text, note = false) {
    const line = $('say');
    if (!line || !text) return;
    line.textContent = text;
    line.classList.toggle('shown', note);
    clearTimeout(fading);
    if (note) fading = setTimeout(() => line.classList.remove('shown'), 6000);
  }

  /** Put values in a sentence. @param {string | undefined} text @param {Object<string, string | number>} values */
  const filled = (text, values) => (text ?? '').replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));

  // ---- commands ----------------------------------------------------------------------------------------------------

  /** Whether the board that comes shows an act of this page, and whether it took back what was asked. */
  let acted = false, withdrawn = false;
  /** What was pressed while an answer was awaited. @type {(() => void) | null} */
  let later = null;

  /** Send a command; all but moves wait for the answer that is due. @param {string} t @param {{moves?: string[], phrase?: string}} [fields] */
  function send(t, fields) {
    if (wire.busy && t !== 'play') { later = () => send(t, fields); return true; }
    withdrawn = t === 'decline';
    const taken = wire.send(t, fields);
    if (wire.kept) say(words.sayKept, true);
    return taken;
  }

  const may = () => new Set((/** @type {HTMLElement | null | undefined} */ ($('may')?.firstElementChild)?.dataset.is ?? '').split(' '));
  /** Open the buttons that do something now. */
  function enable() {
    const able = may();
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('[data-needs]')))
      button.disabled = !able.has(button.dataset.needs ?? '');
  }

  /** @type {() => void} */
  let yes = () => {};

  /** Press a button; first ask what it wants to be asked. @param {HTMLButtonElement} button */
  function press(button) {
    const { cmd = '', moves } = button.dataset;
    if (button.disabled || (past.looking && cmd === 'play')) return;
    const act = () => { if (send(cmd, moves ? { moves: moves.split(' ') } : undefined)) button.classList.add('pending'); };
    const dialog = /** @type {HTMLDialogElement | null} */ ($('question'));
    const { ask, askText, askLast, askYes } = button.dataset;
    if (!ask || !dialog) return act();
    for (const [id, text] of [['question-title', ask], ['question-text', may().has('last') && askLast || askText], ['question-yes', askYes]])
      /** @type {HTMLElement} */ ($(id ?? '')).textContent = text ?? '';
    yes = act;
    dialog.showModal();
    return undefined;
  }

  $('question-yes')?.addEventListener('click', () => {
    /** @type {HTMLDialogElement} */ ($('question')).close();
    yes();
  });

  $('type')?.addEventListener('submit', (event) => {
    event.preventDefault();
    const box = /** @type {HTMLInputElement} */ ($('typed')), text = box.value.trim();
    const moves = !text || wire.busy || past.looking ? [] : game?.typed?.(text) ?? [text];
    if (moves.length) send('play', { moves });
  });

  /** Show under the box why what stands there was not played. @param {string} why */
  function typed(why) {
    const error = $('type-error');
    if (error) error.textContent = why;
  }
  $('typed')?.addEventListener('input', () => typed(''));

  // ---- what the server says ----------------------------------------------------------------------------------------

  const wire = new Wire(words.table ?? '', Number(words.rev), Number(words.v), words.epoch ?? '', {
    board(m) { show(m); goOn(); },
    done(m, sent) {
      unpress();
      const box = /** @type {HTMLInputElement | null} */ ($('typed'));
      if (sent.t === 'play') typed('');
      if (sent.t === 'play' && box) box.value = '';
      if (m.go) location.assign(m.go);
      else if (m.hint) advise([m.hint[0], m.advice?.then ?? ''].filter(Boolean), m.say ?? '');
      else say(m.say);
      goOn();
    },
    refused(m, sent) {
      unpress();
      if (sent?.t === 'play') game?.refused?.();
      const mistyped = sent?.t === 'play' && Boolean(/** @type {HTMLInputElement | null} */ ($('typed'))?.value);
      say(m.why, !mistyped);
      if (mistyped) typed(m.why);
      goOn();
    },
    said({ seat, phrase }) {
      const text = document.querySelector(`[data-phrase="${phrase}"]`)?.textContent ?? '', name = $(`name-${seat}`)?.querySelector('.who')?.textContent;
      bubble(seat, text);
      say(filled(words.saySaid, { name: name ?? '', words: text }));
    },
    state(open, tries) {
      const line = $('conn');
      if (!line) return;
      line.dataset.state = open ? 'on' : 'off';
      line.hidden = open;
      line.textContent = open ? '' : (tries < 4 ? words.sayConnecting : words.sayLost) ?? '';
      if (!open && tries === 1 && wire.kept) say(words.sayKept, true);
    },
  });

  /** Do what was pressed meanwhile. */
  function goOn() {
    const act = wire.busy ? null : later;
    if (act) { later = null; act(); }
  }

  /** Put down the buttons that waited for their answer. */
  function unpress() {
    for (const el of document.querySelectorAll('.pending')) el.classList.remove('pending');
  }

  /** @param {Board} m */
  function show(m) {
    const ended = words.phase === 'playing' && m.phase === 'over';
    if (m.phase && m.phase !== words.phase && !ended) return location.replace(`/t/${words.table}`); // no reload: this may be the answer to a form
    if (m.now) skew = m.now - Date.now();
    words.phase = m.phase ?? words.phase;
    forget();
    const was = yours, moved = count(), asked = Boolean($('people')?.querySelector('.two .btn:only-child')); // by this player
    turn = m.turn ?? null;
    yours = turn !== null && mine.includes(turn);
    words.turn = turn === null ? '' : String(turn);
    words.rev = String(m.rev);
    guard(words.phase === 'playing');
    acted = was;
    arrive(m.f);
    title();
    for (const el of document.querySelectorAll('[data-seat]')) el.classList.toggle('on', Number(/** @type {HTMLElement} */ (el).dataset.seat) === turn);
    if (asked && !withdrawn && words.phase === 'playing' && count() === moved && !$('people')?.querySelector('p')) say(words.sayDeclined, true);
    else if (past.looking && m.f.people) say($('people')?.querySelector('p')?.textContent ?? '', true);
    const told = m.f['last-act'] && !past.looking ? $('last-act')?.textContent : '';
    say([told?.trim() || m.say, yours && !was && mine.length === 1 ? words.sayTurn : ''].filter(Boolean).join(' '));
    if (yours && !was) ring();
    if (ended && !past.looking) { root.classList.remove('end-closed'); $('end')?.focus({ preventScroll: true }); }
    withdrawn = false;
    limit();
    tick();
    return undefined;
  }

  // ---- a hint: its words, and what it is about on the board, until something happens -----------------------------------

  /** What a hint has marked. @type {Element[]} */
  let hinted = [];

  /** Show a hint. @param {string[]} moves @param {string} text */
  function advise(moves, text) {
    forget();
    const box = $('advice'), words = box?.querySelector('p');
    if (!box || !words) return;
    words.textContent = text;
    box.hidden = false;
    say(text);
    light(moves);
  }

  /** Mark what moves touch. @param {string[]} moves */
  function light(moves) {
    hinted = moves.length ? (game?.hint?.(moves) ?? []).filter((el) => el != null) : [];
    for (const el of hinted) el.classList.add('hint');
  }

  /** Put the words of a hint away. @returns {boolean} whether they were there */
  function quiet() {
    const box = $('advice'), was = Boolean(box) && !box?.hidden;
    if (box) box.hidden = true;
    return was;
  }

  /** Put a hint away, words and marks. @returns {boolean} whether there was one */
  function forget() {
    const was = quiet() || hinted.length > 0;
    for (const el of hinted) el.classList.remove('hint');
    hinted = [];
    return was;
  }

  // ---- a screen that is shared by players with hidden hands is covered between their turns -------------------------------

  const curtain = $('curtain');
  let facing = Number(words.facing || -1);

  /** Hide the table until the player of a seat says that they have the screen. @param {number} seat */
  function cover(seat) {
    if (!curtain) return;
    facing = seat;
    root.inert = true;
    document.body.classList.add('covered');
    curtain.hidden = false;
    const name = $(`name-${seat}`)?.querySelector('.who')?.textContent?.trim() ?? '';
    const head = curtain.querySelector('h2');
    if (head && name) head.textContent = filled(curtain.dataset.who, { name });
    curtain.querySelector('button')?.focus();
  }

  function uncover() {
    if (!curtain) return;
    root.inert = false;
    document.body.classList.remove('covered');
    curtain.hidden = true;
    root.focus({ preventScroll: true });
  }

  /** Cover the table if the board that comes is for the eyes of another. @param {boolean} playing */
  function guard(playing) {
    if (!curtain) return;
    const to = turn !== null && mine.includes(turn) ? turn : mine[0];
    if (playing && to !== facing) cover(to);
    else if (!playing && !curtain.hidden) uncover();
  }

  // ---- fragments; looking back, those of the board stand aside -------------------------------------------------------

  const count = () => Number($('moves')?.textContent);
  const past = replay({
    root, count, say,
    put(fragments) { forget(); change(fragments); game?.update(fragments); scroll(); },
    mark: (move) => light(move ? [move] : []),
  });

  /** Take new fragments: what looks back keeps what it shows. @param {Object<string, string>} f */
  function arrive(f) {
    const fresh = past.keep(f);
    change(fresh);
    enable();
    game?.update(fresh);
  }

  /** Put in fragments, with what the game makes of the change; nothing flies above a covered table. @param {Object<string, string>} fresh */
  function change(fresh) {
    const apply = () => swap(fresh);
    if (game?.change && (curtain?.hidden ?? true)) game.change(apply, { mine: acted, ids: Object.keys(fresh) });
    else apply();
  }

  /** Put in fragments, and keep the focus on what has the same purpose. @param {Object<string, string>} fragments */
  function swap(fragments) {
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    const { cmd, opens, action, step } = active?.closest('button')?.dataset ?? {};
    for (const [id, html] of Object.entries(fragments)) {
      const el = $(id);
      if (el && el.innerHTML !== html) el.innerHTML = html;
    }
    if (active?.isConnected) return;
    for (const [name, value] of Object.entries({ cmd, opens, action, step }))
      if (value) /** @type {HTMLElement | null} */ (root.querySelector(`[data-${name}="${value}"]:not(:disabled)`) ?? $('typed') ?? root)?.focus({ preventScroll: true });
  }

  /** Let the record end with the latest move that it shows. */
  function scroll() {
    const rows = document.querySelector('#record .rows');
    rows?.scrollTo(0, rows.scrollHeight);
  }

  /** Let looking back reach as far as there are moves. */
  function limit() {
    scroll();
    past.limit();
  }

  // ---- clocks: the server's time is ours plus `skew` ---------------------------------------------------------------------

  let skew = Number(words.now) - Date.now();
  if (!Number(words.now)) skew = 0;

  /** @param {number} ms @returns {string} */
  function time(ms) {
    const all = Math.ceil(ms / 1000), two = (/** @type {number} */ n) => String(n).padStart(2, '0');
    const hours = Math.floor(all / 3600);
    if (hours >= 24) return filled(words.days, { days: Math.floor(hours / 24), hours: hours % 24 });
    return hours ? `${hours}:${two(Math.floor(all / 60) % 60)}:${two(all % 60)}` : `${Math.floor(all / 60)}:${two(all % 60)}`;
  }

  function tick() {
    const now = Date.now() + skew, track = /** @type {HTMLProgressElement | null} */ ($('turnbar'));
    let runs = false;
    for (const el of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.clock[data-left]'))) {
      const deadline = Number(el.dataset.deadline), left = Math.max(0, deadline ? deadline - now : Number(el.dataset.left)), text = time(left);
      if (el.textContent !== text) el.textContent = text;
      const full = Math.max(1, Number(el.dataset.full)), low = left <= Math.min(10_000, full / 2);
      el.classList.toggle('low', Boolean(deadline) && low);
      if (!deadline || !track) continue;
      runs = true;
      track.value = Math.min(1, left / full);
      track.classList.toggle('low', low);
    }
    if (track) track.hidden = !runs;
  }
  setInterval(tick, 200);

  // ---- telling whose turn it is: the title, and a notification for those who asked for it -------------------------------

  const BELL = 'parlour:bell';
  const bell = () => localStorage.getItem(BELL) === '1' && 'Notification' in window && Notification.permission === 'granted';

  function title() {
    document.title = (yours ? words.titleTurn : words.title) ?? '';
  }

  function ring() {
    if (!document.hidden || !bell() || may().has('back')) return; // the computer plays on
    try {
      const note = new Notification(words.titleTurn ?? '', { body: $('last-act')?.textContent?.trim() ?? '', tag: words.table });
      note.onclick = () => { window.focus(); note.close(); };
    } catch { /* on phones only a service worker may notify */ }
  }

  /** @param {boolean} [refused] */
  function showBell(refused) {
    const button = document.querySelector('[data-action="bell"]'), text = button?.querySelector('span');
    button?.setAttribute('aria-pressed', String(bell()));
    if (text) text.textContent = (refused ? words.bellNo : bell() ? words.bellOn : words.bellOff) ?? '';
  }

  async function turnBell() {
    if (bell()) localStorage.removeItem(BELL);
    else {
      const answer = 'Notification' in window ? await Notification.requestPermission() : 'denied';
      if (answer === 'granted') localStorage.setItem(BELL, '1');
      return showBell(answer !== 'granted');
    }
    return showBell();
  }

  // ---- people ----------------------------------------------------------------------------------------------------------

  /** Show for some seconds at a seat what its player says. @param {number} seat @param {string} text */
  function bubble(seat, text) {
    const place = document.querySelector(`[data-seat="${seat}"]`);
    if (!place || !text) return;
    place.querySelector('.bubble')?.remove();
    const el = document.createElement('p');
    el.className = 'bubble';
    el.textContent = text;
    place.append(el);
    setTimeout(() => el.remove(), 6000);
  }

  /** Get a link that lets another device play this seat. @param {HTMLElement} button */
  async function seatLink(button) {
    const renew = button.dataset.renew ?? '';
    try {
      const response = await fetch(button.dataset.href ?? '', { method: 'POST', body: new URLSearchParams({ renew }) });
      if (!response.ok) throw new Error(String(response.status));
      const { url } = await response.json(), box = /** @type {HTMLInputElement} */ ($('seat-url'));
      box.value = new URL(url, location.href).href;
      /** @type {HTMLElement} */ ($('seat-link')).hidden = false;
      box.select();
      if (renew) say(words.sayRenewed, true);
      else copy();
    } catch { say(words.sayFailed, true); }
  }

  function copy() {
    const box = /** @type {HTMLInputElement} */ ($('seat-url'));
    box.select();
    navigator.clipboard?.writeText(box.value).then(() => say(words.sayCopied, true), () => {});
  }

  /** @type {Object<string, (button: HTMLElement) => void>} */
  const ACTIONS = {
    bell: turnBell, 'seat-link': seatLink, 'copy-link': copy,
    uncover, 'hide-hint': () => { quiet(); root.focus({ preventScroll: true }); },
    picture: async (button) => (await import('./picture.js')).share(button),
    'hide-end': () => root.classList.add('end-closed'),
    'show-end': () => { root.classList.remove('end-closed'); $('end')?.focus({ preventScroll: true }); },
  };

  document.addEventListener('click', (event) => {
    const button = /** @type {HTMLButtonElement | null} */ (/** @type {Element} */ (event.target).closest('button'));
    const row = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('#record [data-n] > *'));
    if (row?.textContent && row.previousElementSibling) {
      const n = Number(row.parentElement?.dataset.n) + (row.nextElementSibling ? 0 : 1);
      return void (n < count() ? past.look(n) : past.back());
    }
    if (!button) return undefined;
    const { cmd, phrase, action } = button.dataset;
    if (cmd) { /** @type {HTMLDialogElement | null} */ (button.closest('#menu'))?.close(); press(button); }
    else if (phrase) { button.closest('dialog')?.close(); send('say', { phrase }); }
    else if (action) ACTIONS[action]?.(button);
    return undefined;
  });

  // ---- keyboard ----------------------------------------------------------------------------------------------------------

  addEventListener('keydown', (event) => {
    const at = /** @type {Element} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape' && forget()) return event.preventDefault();
    if (game?.key?.(event)) return event.preventDefault();
    if (at.closest('input:not([type="range"]), textarea, select')) return;
    if (past.key(event)) return event.preventDefault();
    if (event.key === '/') $('typed')?.focus();
    else if (event.key === 'h') /** @type {HTMLElement | null} */ (document.querySelector('[data-cmd="hint"]:not(:disabled)'))?.click();
    else if (event.key === '?') /** @type {HTMLElement | null} */ (document.querySelector('[data-opens="keys"]'))?.click();
    else return;
    event.preventDefault();
  });

  /** Whoever opened a seat's link plays that seat from now on. */
  async function takeSeat() {
    const token = /^#seat=(.+)$/.exec(location.hash)?.[1];
    if (!token) return;
    history.replaceState(null, '', location.pathname); // the secret leaves the address
    const answer = await fetch(`/t/${words.table}/take`, { method: 'POST', body: new URLSearchParams({ token }) }).catch(() => null);
    if (answer?.ok) location.reload();
    else say(answer?.status === 403 ? words.sayDeadLink : words.sayFailed, true);
  }
  takeSeat();

  const { board } = await import(words.module ?? '');
  game = board({ root, send, say, ask: press, state: () => ({ turn, mine, yours, looking: past.looking, busy: wire.busy, over: words.phase === 'over' }) });
  showBell();
  limit();
  tick();
  if (words.phase === 'playing' && curtain) cover(facing);
  past.follow();
}
