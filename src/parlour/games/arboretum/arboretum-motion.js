// arboretum-motion.js: cards travel between hand, gardens, piles and the deck (FLIP, by the Web Animations API).
// @ts-check

const EASE = 'cubic-bezier(.2, .8, .2, 1)', OWN = 260, OTHERS = 400, FADE = 140;
const calm = matchMedia('(prefers-reduced-motion: reduce)');
/** @type {Set<Animation>} */
const flights = new Set();

/** Bring every card to its place at once. */
export function land() {
  for (const flight of [...flights]) flight.finish();
}

/** @param {HTMLElement} el @param {Keyframe[]} frames @param {number} duration @param {() => void} [after] */
function fly(el, frames, duration, after) {
  const flight = el.animate(frames, { duration, easing: EASE });
  flights.add(flight);
  flight.onfinish = flight.oncancel = () => { flights.delete(flight); after?.(); };
}

/** @param {Element | null} el */
const box = (el) => el?.getBoundingClientRect();
/** @param {Element} el @returns {boolean} */
const seen = (el) => el.getClientRects().length > 0;

/** @param {HTMLElement} root @returns {Map<string, {el: HTMLElement, box: DOMRect}>} */
function where(root) {
  const found = new Map();
  for (const el of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('[data-k]')))
    if (seen(el)) found.set(el.dataset.k, { el, box: el.getBoundingClientRect() });
  return found;
}

/** @param {HTMLElement} root @returns {Map<string, number>} how many cards lie on each pile */
function heights(root) {
  const piles = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('.pile[data-piled]'));
  return new Map([...piles].map((pile) => [pile.dataset.source ?? '', Number(pile.dataset.piled)]));
}

/**
 * Change the board and let its cards travel: to the hand from the deck, to gardens and piles of others from their heads.
 * @param {HTMLElement} root @param {() => void} apply @param {{mine: boolean, ids: string[]}} info
 */
export function travel(root, apply, { mine, ids }) {
  land();
  if (document.hidden) return apply();
  const before = where(root), lay = heights(root), deck = root.querySelector('#deck .tcard, #deck .stack'), from = box(deck);
  const time = mine ? OWN : OTHERS, actor = root.dataset.turn ?? '';
  apply();
  const after = where(root), lie = heights(root), head = document.getElementById(`name-${actor}`) ?? null, seat = head && seen(head) ? box(head) : undefined;
  const fresh = [...after].filter(([k]) => !before.has(k));
  if (fresh.length > 4) return undefined; // another position, not a move
  for (const [k, now] of after) {
    const pile = /** @type {HTMLElement | null} */ (now.el.closest('.pile'))?.dataset.source ?? '';
    if (pile && !((lie.get(pile) ?? 0) > (lay.get(pile) ?? 0))) continue; // it lay there before, under another
    const was = before.get(k)?.box ?? (now.el.closest('#hand') ? from : seat);
    if (!was) continue;
    const dx = was.x - now.box.x, dy = was.y - now.box.y;
    if (Math.abs(dx) + Math.abs(dy) < 2) continue;
    if (calm.matches) { fly(now.el, [{ opacity: 0 }, { opacity: 1 }], FADE); continue; }
    const moved = before.has(k) && Boolean(now.el.closest('.cell')) && Math.abs(was.width - now.box.width) < 4;
    const frames = [{ transform: `translate(${dx}px, ${dy}px) scale(${was.width > 200 ? 0.6 : was.width / now.box.width})`, transformOrigin: '0 0', zIndex: 20 }, { transform: 'none', transformOrigin: '0 0', zIndex: 20 }];
    fly(now.el, frames, moved ? OWN : time);
  }
  if (!mine && !calm.matches && seat) {
    const lower = [...lay].find(([pile, height]) => (lie.get(pile) ?? 0) < height)?.[0];
    const taken = lower && [...before.values()].find(({ el }) => /** @type {HTMLElement | null} */ (el.closest('.pile'))?.dataset.source === lower);
    if (taken) drawn(root, taken.el, taken.box, seat, time);
    else if (ids.includes('deck') && from) drawn(root, deck, from, seat, time);
  }
  return undefined;
}

/** Let a copy of a card go to whoever drew it. @param {HTMLElement} root @param {Element | null} card @param {DOMRect} from @param {DOMRect} to @param {number} time */
function drawn(root, card, from, to, time) {
  const ghost = /** @type {HTMLElement | undefined} */ (card?.cloneNode(true));
  if (!ghost) return;
  delete ghost.dataset.k;
  ghost.setAttribute('aria-hidden', 'true');
  ghost.style.cssText = `position:fixed;z-index:30;left:${from.x}px;top:${from.y}px;inline-size:${from.width}px;margin:0;translate:none`;
  root.append(ghost);
  fly(ghost, [{ transform: 'none' }, { transform: `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(.4)`, opacity: 0.4 }], time, () => ghost.remove());
}
