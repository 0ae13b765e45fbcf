// table.js: the table's page: fragments drawn by the server, places to choose from, keys for everything.
// @ts-check

import './page.js';
import { clear, draggable, dragging, held } from './drag.js';
import { glide, land } from './glide.js';
import { replay } from './replay.js';
import { Wire } from './wire.js';

/** @typedef {import('./wire.js').Source} Source */
/** @typedef {import('./wire.js').Board} Board */

const root = document.getElementById('table');
if (root) sit(root);

/** Sit down at the table that this page shows. @param {HTMLElement} root */
function sit(root) {
  const $ = (/** @type {string} */ id) => document.getElementById(id);
  const board = /** @type {HTMLElement} */ ($('board')), words = root.dataset;
  const oneStep = words.oneStep === '1'; // every card has only one place to go to
  const list = new Intl.ListFormat(words.lang, { type: 'disjunction' });
  /** @type {Source[]} */
  let legal = JSON.parse(words.legal || '[]');
  let selected = ''; // the place whose card is picked up
  let here = ''; // the place that has the keyboard's focus
  let over = Boolean($('end')?.children.length);
  let dealt = -Infinity; // when the stock was last clicked
  /** What arrived and is not shown yet. @type {Board | null} */
  let inbox = null;
  let framed = false;
  /** Choices made while an answer is awaited: they are weighed when it is there. @type {(() => void)[]} */
  const later = [];

  const past = replay({
    root, say,
    count: () => Number(/** @type {HTMLElement | null | undefined} */ ($('count')?.querySelector('[data-moves]'))?.dataset.moves),
    put: (fragments) => glide(board, () => { swap(Object.entries(fragments)); mark(); }, held()),
    turned: () => select(''),
  });
  const open = () => (past.looking ? [] : legal);

  // ---- places and cards ------------------------------------------------------------------------------------

  const places = () => /** @type {HTMLElement[]} */ ([...board.querySelectorAll('[data-place]')]);
  /** @param {string} place @returns {HTMLElement | null} what stands for it: its top card, the stock or an empty slot */
  const top = (place) => /** @type {HTMLElement | null} */ ([...($(place)?.querySelectorAll('.stock, .slot, .card') ?? [])]
    .filter((el) => !el.parentElement?.closest('.stock')).pop() ?? null);
  /** @param {string} place @returns {HTMLElement | null} what takes the focus there */
  const stop = (place) => { const el = top(place); return el instanceof HTMLButtonElement ? el : $(place); };
  /** @param {string} place @returns {Source[]} */
  const from = (place) => open().filter(([, origin]) => origin === place);
  const find = (/** @type {string} */ origin, /** @type {string} */ target) =>
    open().find((source) => source[1] === origin && source[2] === target);

  /** Mark what may move, what is picked up and where that may go; keep one tab stop on the board. */
  function mark() {
    const origins = new Set(open().map(([, origin]) => origin));
    const targets = new Set(selected ? from(selected).map(([, , target]) => target) : []);
    if (!here || !$(here)) here = legal[0]?.[1] ?? places()[0]?.id ?? '';
    for (const place of places()) {
      const el = top(place.id), focus = stop(place.id);
      el?.classList.toggle('legal', origins.has(place.id));
      el?.classList.toggle('selected', place.id === selected);
      if (el instanceof HTMLButtonElement && !oneStep) el.setAttribute('aria-pressed', String(place.id === selected));
      place.classList.toggle('lit', targets.has(place.id));
      if (focus !== place) place.removeAttribute('tabindex');
      if (focus) focus.tabIndex = place.id === here ? 0 : -1;
    }
    board.classList.toggle('picking', selected !== '');
    board.classList.toggle('only', origins.size === 1); // one place is all that is left
    root.classList.toggle('over', over); // classes, not :has(), which would style the whole board anew at every change
    if (!words.seat) for (const button of document.querySelectorAll('[data-cmd]')) /** @type {HTMLButtonElement} */ (button).disabled = true;
  }

  /** @param {string} place */
  function select(place) {
    selected = place;
    mark();
  }

  /** @param {string | undefined} text */
  function say(text) {
    const line = $('say');
    if (line && text) line.textContent = text;
  }

  /** Pick a card up, and say where it can go. @param {string} place */
  function lift(place) {
    select(place);
    const name = (/** @type {string} */ id) => $(id)?.dataset.name ?? '';
    const card = stop(place)?.getAttribute('aria-label') ?? name(place), to = from(place).map(([, , target]) => name(target));
    say((words.sayLifted ?? '').replace('{card}', () => card).replace('{places}', () => list.format(to)));
  }

  /** Let go of the card in hand, if there is one. */
  function letGo() {
    if (selected) say(words.sayBack ?? '');
    select('');
  }

  /** Tell a spectator that this is not theirs to play. @returns {boolean} whether it is a spectator */
  function watching() {
    if (!words.seat && $('say')?.textContent !== words.sayWatching) say(words.sayWatching ?? '');
    return !words.seat;
  }

  /** Say that nothing can go from a place. @param {string} place */
  function reject(place) {
    if (over || past.looking || watching() || (place === 'home' && oneStep)) return;
    nope(place);
    say(words.sayNope ?? '');
  }

  /** Shake the card of a place: it cannot go. @param {string} place */
  function nope(place) {
    const el = top(place);
    if (!el) return;
    el.classList.remove('nope');
    void el.offsetWidth; // starts the shake again
    el.classList.add('nope');
    el.addEventListener('animationend', () => el.classList.remove('nope'), { once: true });
  }

  // ---- commands ------------------------------------------------------------------------------------------------

  /** Do it now, or when the answer that is awaited has come. @param {() => void} act */
  function soon(act) {
    if (!wire.busy) act();
    else if (later.length < 8) later.push(act);
  }

  /** @param {string[]} moves @param {string} [origin] */
  function play(moves, origin) {
    select('');
    if (wire.send('play', { moves }) && origin) top(origin)?.classList.add('pending');
    if (wire.kept) say(words.sayKept ?? '');
  }

  /** Choose a place: pick its card up, put the picked card there, or play. @param {string} place */
  function choose(place) {
    const options = from(place), put = selected && find(selected, place);
    if (put) return play([put[0]], selected);
    if (place === selected) return letGo();
    if (options.length && oneStep) return play([options[0][0]], place);
    if (options.length) return lift(place);
    select('');
    return reject(place);
  }

  /** Send the card of a place home, if it goes there. @param {string} place */
  function sendHome(place) {
    const home = from(place).find(([, , target]) => target.startsWith('home'));
    if (home) play([home[0]], place);
    return home;
  }

  /** Press a button of the bar, if it can be pressed. @param {string} name */
  function command(name) {
    const button = /** @type {HTMLButtonElement | null} */ (document.querySelector(`[data-cmd="${name}"]:not(:disabled)`));
    if (watching() || !button || past.looking) return;
    select('');
    wire.send(name);
    if (wire.kept) say(words.sayKept ?? '');
  }

  // ---- what the server says ------------------------------------------------------------------------------------

  const wire = new Wire(words.table ?? '', Number(words.rev), Number(words.v), words.epoch ?? '', {
    board(m) {
      if (m.since < 0 || !inbox) inbox = m;
      else inbox = { ...m, f: { ...inbox.f, ...m.f }, say: m.say || inbox.say };
      show();
    },
    done(m, sent) {
      if (sent.t === 'play' && /** @type {HTMLInputElement} */ ($('typed'))?.value) typed(sent.moves ?? [], '');
      if (m.hint) hint(m.hint);
      say(m.say ?? '');
      show();
    },
    refused(m, sent) {
      later.length = 0;
      const origin = sent?.moves && legal.find(([move]) => move === sent.moves?.[0])?.[1];
      lower();
      if (origin) nope(origin);
      if (sent?.t !== 'play' || !typed(sent.moves ?? [], m.why)) say(m.why);
      show();
    },
    state(open, tries) {
      const line = $('conn');
      if (!line) return;
      line.dataset.state = open ? 'on' : 'off';
      line.hidden = open;
      line.textContent = open ? '' : (tries < 4 ? words.sayConnecting : words.sayLost) ?? '';
      if (!open && tries === 1 && wire.kept) say(words.sayKept ?? '');
    },
  });

  /** Show what arrived: at once, and then no more than once a frame. */
  function show() {
    if (framed && !document.hidden) return;
    if (inbox) {
      framed = true;
      requestAnimationFrame(() => { framed = false; if (inbox) show(); });
    }
    flush();
  }

  /** Put down what is lifted and not on its way. */
  function lower() {
    if (wire.busy || dragging()) return;
    clear();
    for (const el of board.querySelectorAll('.pending')) el.classList.remove('pending');
  }

  function flush() {
    if (dragging()) return; // what is under the pointer stays until it is dropped
    const m = inbox;
    inbox = null;
    if (m) {
      const all = Object.entries(past.keep(m.f)), cards = all.filter(([id]) => board.contains($(id))), ended = m.over === true && !over;
      over = m.over === true;
      glide(board, () => { swap(cards); legal = m.legal ?? []; lower(); if (selected && !from(selected).length) selected = ''; mark(); }, held());
      const beside = () => {
        swap(all.filter((one) => !cards.includes(one)));
        say(m.say ?? '');
        if (ended) { $('end')?.focus(); $('end')?.scrollIntoView({ block: 'nearest' }); }
        words.rev = String(m.rev);
        past.limit();
        tick();
      };
      if (document.hidden) beside();
      else requestAnimationFrame(beside); // the cards do not wait for the panels
    } else lower();
    if (!wire.busy) later.shift()?.();
  }

  /** Put in new fragments. The place keeps the focus, not the card that left it. @param {[string, string][]} fragments */
  function swap(fragments) {
    const active = document.activeElement, place = active?.closest('[data-place]')?.id;
    const name = /** @type {HTMLElement | undefined} */ (active?.closest('[data-cmd]'))?.dataset.cmd;
    for (const [id, html] of fragments) {
      const el = $(id);
      if (el) el.innerHTML = html;
    }
    if (active?.isConnected) return;
    if (name === 'restart') here = legal[0]?.[1] ?? here; // its button goes with the end, or rests: go where play begins
    if (place) { here = place; mark(); stop(place)?.focus({ preventScroll: true }); }
    else if (name) /** @type {HTMLElement | null} */ (document.querySelector(`[data-cmd="${name}"]:not(:disabled)`) ?? stop(here))?.focus();
  }

  /** Show a hint for a moment. @param {Source} source */
  function hint([, origin, target]) {
    const shown = [top(origin), $(target)].filter((el) => el !== null);
    for (const el of shown) el.classList.add('hint');
    setTimeout(() => { for (const el of shown) el.classList.remove('hint'); }, 2500);
  }

  /**
   * Show under the box what became of typed moves.
   * @param {string[]} moves
   * @param {string} why empty when they were played
   * @returns {boolean} whether these stand in the box
   */
  function typed(moves, why) {
    const box = /** @type {HTMLInputElement | null} */ ($('typed')), error = $('type-error');
    if (!box || split(box.value).join() !== moves.join()) return false;
    if (error) error.textContent = why;
    if (!why) box.value = '';
    return true;
  }

  // ---- pointer ---------------------------------------------------------------------------------------------------

  addEventListener('pointerdown', land, true);
  document.addEventListener('click', (event) => {
    const at = /** @type {Element} */ (event.target), button = /** @type {HTMLElement | null} */ (at.closest('[data-cmd]'));
    if (button) { const name = button.dataset.cmd ?? ''; soon(() => command(name)); return; }
    const shared = /** @type {HTMLElement | null} */ (at.closest('[data-action="picture"]'));
    if (shared) { import('./picture.js').then(({ share }) => share(shared)); return; }
    const place = board.contains(at) && at.closest('[data-place]')?.id;
    if (place && at.closest('.stock')) { // a double click is no wish for two cards
      if (event.detail > 1 && event.timeStamp - dealt < 250) return;
      dealt = event.timeStamp;
    }
    if (place) { here = place; soon(() => choose(place)); }
    else if (selected && board.contains(at)) letGo();
  });
  board.addEventListener('dblclick', (event) => {
    const place = /** @type {Element} */ (event.target).closest('[data-place]')?.id;
    if (place && !oneStep) soon(() => sendHome(place));
  });
  const putBack = draggable(board, {
    pick(place) {
      if (wire.busy) return undefined;
      if (!from(place).length) { select(''); reject(place); return null; }
      lift(place);
      const el = top(place);
      return el?.querySelector('.card') ?? el;
    },
    targets: (place) => from(place).map(([, , target]) => /** @type {Element} */ ($(target))),
    drop(place, target) { const move = find(place, target); if (move) play([move[0]], place); show(); },
    let(place, missed) {
      glide(board, () => { clear(); select(''); }, held()); // the card flies home from under the pointer
      if (missed) reject(place);
      else say(words.sayBack ?? '');
      show();
    },
  });

  // ---- keyboard --------------------------------------------------------------------------------------------------

  /** @type {Object<string, (x: number, y: number) => boolean>} */
  const WAYS = {
    ArrowLeft: (x, y) => x < -2 && -x >= Math.abs(y), ArrowRight: (x, y) => x > 2 && x >= Math.abs(y),
    ArrowUp: (x, y) => y < -2 && -y >= Math.abs(x) / 3, ArrowDown: (x, y) => y > 2 && y >= Math.abs(x) / 3,
  };

  /** Go to the nearest place in a direction. @param {string} key */
  function go(key) {
    const middle = (/** @type {Element} */ el) => { const r = el.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
    const now = stop(here);
    if (!now) return;
    if (!board.contains(document.activeElement)) { now.focus(); return; }
    const [x, y] = middle(now);
    let nearest = '', least = Infinity;
    for (const place of places()) {
      const [px, py] = middle(stop(place.id) ?? place), dx = px - x, dy = py - y;
      const far = key === 'ArrowUp' || key === 'ArrowDown' ? Math.hypot(2 * dx, dy) : Math.hypot(dx, 2 * dy);
      if (place.id !== here && WAYS[key](dx, dy) && far < least) { nearest = place.id; least = far; }
    }
    if (!nearest) return;
    here = nearest;
    mark();
    stop(here)?.focus();
  }

  /** @param {string} place */
  function press(place) {
    if (!$(place)) return;
    here = place;
    soon(() => { choose(place); stop(place)?.focus({ preventScroll: true }); });
  }

  board.addEventListener('focusin', (event) => {
    const place = /** @type {Element} */ (event.target).closest('[data-place]')?.id;
    if (place && place !== here) { here = place; mark(); }
  });

  /** @type {Object<string, () => void>} */
  const KEYS = {
    u: () => soon(() => command('undo')), r: () => soon(() => command('redo')), y: () => soon(() => command('redo')),
    h: () => soon(() => (selected && sendHome(selected)) || command('hint')),
    Escape: letGo,
    '/': () => $('typed')?.focus(),
    '?': () => /** @type {HTMLElement | null} */ (document.querySelector('[data-opens="keys"]'))?.click(),
  };

  /** @param {string} key @returns {string} the place that has this key, as the game's board says */
  const named = (key) => places().find((place) => place.dataset.key?.split(' ').includes(key === ' ' ? 'space' : key))?.id ?? '';

  addEventListener('keydown', (event) => {
    const at = /** @type {Element} */ (event.target), key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (dragging()) { // the hand has the card: keys wait
      if (key === 'Escape') putBack();
      event.preventDefault();
      return;
    }
    if (at.closest('input:not([type="range"]), textarea, select')) { if (key === 'Escape') stop(here)?.focus(); return; }
    if (past.key(event)) { event.preventDefault(); return; }
    if (at.id === 'at') return;
    const onPlace = at.matches('[data-place]') && at.id;
    if (key in WAYS) go(key);
    else if (onPlace && (key === 'Enter' || key === ' ')) press(onPlace);
    else if (KEYS[key]) KEYS[key]();
    else if (named(key) && (key !== ' ' || !at.closest('button, a, summary'))) press(named(key));
    else return;
    event.preventDefault();
  });

  const split = (/** @type {string} */ text) => text.split(/[\s,;]+/).filter(Boolean);
  $('type')?.addEventListener('submit', (event) => {
    event.preventDefault();
    const moves = split(/** @type {HTMLInputElement} */ ($('typed')).value);
    if (moves.length && !past.looking) soon(() => play(moves, legal.find(([move]) => move === moves[0])?.[1]));
  });

  // ---- clock -----------------------------------------------------------------------------------------------------

  const PAUSE = 300; // seconds without a move after which it stands still, as the server counts
  /** @type {{el: HTMLElement, at: number} | null} */
  let clock = null;

  function tick() {
    const el = /** @type {HTMLElement | null} */ (document.querySelector('[data-clock]'));
    if (!el) return;
    if (clock?.el !== el) clock = { el, at: performance.now() };
    const ran = el.dataset.running === '1' ? Math.min((performance.now() - clock.at) / 1000, PAUSE) : 0;
    const all = Math.floor(Number(el.dataset.seconds) + ran), two = (/** @type {number} */ n) => String(n).padStart(2, '0');
    const text = all < 3600 ? `${Math.floor(all / 60)}:${two(all % 60)}` : `${Math.floor(all / 3600)}:${two(Math.floor(all / 60) % 60)}:${two(all % 60)}`;
    if (el.textContent !== text) el.textContent = text;
  }
  setInterval(tick, 500);
  tick();
  mark();
  past.limit();
  past.follow();
}
