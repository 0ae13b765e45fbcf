// splendor-flights.js: pieces travel from where they were to where they are. Tokens go between bank and seats, a bought card
// shrinks to its owner's bonus, a new one is dealt from its deck, a noble goes to its seat.
// @ts-check

import { KINDS, purses } from './splendor-facts.js';

const calm = matchMedia('(prefers-reduced-motion: reduce)');
const EASE = 'cubic-bezier(.2, .8, .2, 1)', OWN = 240, OTHER = 400, MOST = 1000;
const FEW = 6; // pieces that a turn moves at most; more of them are another position, not a move

/** @type {Set<Animation>} */
const flying = new Set();
/** When the last of what is under way lands. */
let busy = 0;
/** The flights of a change that has not been painted yet. @type {(() => void) | null} */
let due = null;

/** Bring everything to its place at once. */
export function land() {
  due = null;
  for (const flight of [...flying]) flight.finish();
  busy = 0;
}
addEventListener('pointerdown', land, true);

/** @returns {HTMLElement} */
function sky() {
  let layer = /** @type {HTMLElement | null} */ (document.querySelector('.flights'));
  if (layer) return layer;
  layer = document.createElement('div');
  layer.className = 'flights';
  layer.setAttribute('aria-hidden', 'true');
  document.body.append(layer);
  return layer;
}

/** @param {Animation} flight @param {() => void} [after] */
function keep(flight, after) {
  flying.add(flight);
  flight.onfinish = flight.oncancel = () => { flying.delete(flight); after?.(); };
}

/** Let a copy of a piece fly over the page. @param {Element} piece @param {DOMRect} from @param {DOMRect} to @param {{time: number, delay?: number, fade?: boolean}} how */
function send(piece, from, to, { time, delay = 0, fade = false }) {
  const copy = /** @type {HTMLElement} */ (piece.cloneNode(true));
  copy.removeAttribute('data-k');
  Object.assign(copy.style, { left: `${from.x}px`, top: `${from.y}px`, inlineSize: `${from.width}px`, blockSize: `${from.height}px` });
  sky().append(copy);
  const dx = to.x + to.width / 2 - from.x - from.width / 2, dy = to.y + to.height / 2 - from.y - from.height / 2, size = to.width / from.width;
  keep(copy.animate([{ transform: 'none', opacity: 1 }, { transform: `translate(${dx}px, ${dy}px) scale(${size})`, opacity: fade ? 0.4 : 1 }], { duration: time, delay, easing: EASE, fill: 'backwards' }), () => copy.remove());
}

/** @param {Element | null} el @returns {DOMRect | null} where it is, if it is to be seen */
function box(el) {
  const rect = el?.getBoundingClientRect();
  return rect && rect.width && rect.bottom > 0 && rect.top < innerHeight ? rect : null;
}

function look() {
  /** @type {Map<string, {el: Element, box: DOMRect | null}>} */
  const pieces = new Map();
  for (const el of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('.table [data-k]')))
    if (!pieces.has(el.dataset.k ?? '')) pieces.set(el.dataset.k ?? '', { el, box: box(el) });
  return { pieces, purses: purses() };
}

/** @param {number} seat @param {string} c @param {string} part */
const spot = (seat, c, part) => box(document.querySelector(`#h${seat}${c} ${part}`)) ?? box(document.getElementById(`seat-${seat}`));

/** Let off the flights that are due. */
function off() {
  const fly = due;
  due = null;
  fly?.();
}

/**
 * Put in a change and show how it came about. What flies is found out when the page is next painted: until then nobody sees
 * the difference, and all that follows from a change needs one layout. @param {() => void} apply
 * @param {boolean} mine whether this page made it
 */
export function change(apply, mine) {
  if (document.hidden) { land(); return apply(); }
  off();
  if (busy - performance.now() > MOST) land();
  const before = look();
  apply();
  due = () => fly(before, mine ? OWN : OTHER);
  requestAnimationFrame(off);
  return undefined;
}

/** @param {Seen} before @param {number} time how long each is under way */
function fly(before, time) {
  const after = look();
  const changed = [...before.pieces.keys()].filter((k) => !after.pieces.has(k)).length + [...after.pieces.keys()].filter((k) => !before.pieces.has(k)).length;
  if (changed > FEW) return;
  if (calm.matches) { fade(before, after); return; }
  let count = 0;
  for (const [seat, purse] of after.purses.entries()) {
    KINDS.forEach((c, k) => {
      const more = (purse.tokens[k] ?? 0) - (before.purses[seat]?.tokens[k] ?? 0);
      const pile = box(document.querySelector(`#pile-${c} .stack`)), hold = spot(seat, c, '.tok svg');
      const art = document.querySelector(`#h${seat}${c} .tok svg`);
      if (!more || !pile || !hold || !art) return;
      const small = new DOMRect(hold.x + hold.width / 2 - 12, hold.y + hold.height / 2 - 12, 24, 24), large = new DOMRect(pile.x, pile.y, pile.width, pile.width);
      send(art, more > 0 ? large : small, more > 0 ? small : large, { time, delay: 40 * count++ });
    });
  }
  for (const [k, { el, box: from }] of before.pieces) {
    const there = after.pieces.get(k);
    if (there?.box && from && there.el !== el) travel(there.el, from, there.box, time);
    else if (!there && from && k.startsWith('c')) bought(el, from, before, after, time);
  }
  for (const [k, { el, box: to }] of after.pieces) if (!before.pieces.has(k) && to) deal(el, to, time);
  busy = Math.max(busy, performance.now()) + time;
}

/** @typedef {ReturnType<typeof look>} Seen */

/** @param {Seen} before @param {Seen} after */
function fade(before, after) {
  for (const [k, { el }] of after.pieces)
    if (before.pieces.get(k)?.el !== el) keep(el.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 160 }));
}

/** @param {Element} el @param {DOMRect} from @param {DOMRect} to @param {number} time */
function travel(el, from, to, time) {
  const dx = from.x - to.x, dy = from.y - to.y, size = from.width / to.width;
  if (Math.abs(dx) + Math.abs(dy) < 2) return;
  keep(el.animate([{ transform: `translate(${dx}px, ${dy}px) scale(${size})`, transformOrigin: '0 0', zIndex: 9 }, { transform: 'none', transformOrigin: '0 0', zIndex: 9 }], { duration: time, easing: EASE }));
}

/** A card that is gone went to the seat whose bonus grew. @param {Element} el @param {DOMRect} from @param {Seen} before @param {Seen} after @param {number} time */
function bought(el, from, before, after, time) {
  const c = /** @type {HTMLElement} */ (el).dataset.c ?? '', k = KINDS.indexOf(c);
  const seat = after.purses.findIndex((one, n) => (one.bonus[k] ?? 0) > (before.purses[n]?.bonus[k] ?? 0));
  const to = seat < 0 ? null : spot(seat, c, '.bon');
  if (to) send(el, from, to, { time: time + 60, fade: true });
}

/** @param {Element} el @param {DOMRect} to @param {number} time */
function deal(el, to, time) {
  const level = /** @type {HTMLElement} */ (el).dataset.l, deck = level ? box(document.getElementById(`d${level}`)) : null;
  const from = deck ? `translate(${deck.x - to.x}px, ${deck.y - to.y}px) scale(${deck.width / to.width})` : 'none';
  keep(el.animate([{ transform: from, transformOrigin: '0 0', opacity: 0 }, { transform: from, transformOrigin: '0 0', opacity: 0, offset: 0.3 }, { transform: 'none', transformOrigin: '0 0', opacity: 1 }], { duration: time * 1.4, easing: EASE }));
}
