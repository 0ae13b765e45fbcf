// glide.js: cards travel from where they were to where they are (FLIP, by the Web Animations API).
// @ts-check

const EASE = 'cubic-bezier(.2,.7,.2,1)', TIME = 220, FADE = 140;
const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** @type {Set<Animation>} */
const flights = new Set();

/** @param {Element} el @param {Keyframe[]} frames @param {number} duration */
function fly(el, frames, duration) {
  const flight = el.animate(frames, { duration, easing: EASE });
  flights.add(flight);
  flight.onfinish = flight.oncancel = () => flights.delete(flight);
}

/** Bring every card to its place at once: nobody should have to hit a moving card. */
export function land() {
  for (const flight of [...flights]) flight.finish();
}

/** @param {Element} board @returns {Map<string, {box: DOMRect, down: boolean}>} */
function where(board) {
  const cards = new Map();
  for (const el of board.querySelectorAll('[data-k]')) {
    cards.set(/** @type {HTMLElement} */ (el).dataset.k, { box: el.getBoundingClientRect(), down: el.classList.contains('down') });
  }
  return cards;
}

/**
 * Change the board and let its cards glide. A card that was turned over meanwhile comes from where its other side lay.
 * @param {Element} board
 * @param {() => void} change
 * @param {{k: string, box: DOMRect} | null} [held] a card that is elsewhere: under the pointer
 */
export function glide(board, change, held = null) {
  if (document.hidden) return change();
  const before = where(board);
  if (held && before.has(held.k)) before.set(held.k, { box: held.box, down: false });
  change();
  const after = where(board), gone = [...before].filter(([k]) => !after.has(k)).map(([, was]) => was);
  for (const el of board.querySelectorAll('[data-k]')) {
    const k = /** @type {HTMLElement} */ (el).dataset.k ?? '', now = after.get(k), was = before.get(k);
    if (!now) continue;
    const from = was ?? gone.find((other) => other.down !== now.down);
    if (!from) {
      if (!now.down) fly(el, [{ opacity: 0 }, { opacity: 1 }], FADE);
      continue;
    }
    const dx = from.box.x - now.box.x, dy = from.box.y - now.box.y;
    if (Math.abs(dx) + Math.abs(dy) < 1) continue;
    if (calm.matches) fly(el, [{ opacity: 0 }, { opacity: 1 }], FADE);
    else {
      const turn = was ? '' : ' rotateY(90deg)';
      fly(el, [{ transform: `translate(${dx}px, ${dy}px)${turn}`, zIndex: 20 }, { transform: 'none', zIndex: 20 }], TIME);
    }
  }
  return undefined;
}
