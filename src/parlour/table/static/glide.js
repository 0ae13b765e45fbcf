// glide.js: cards travel from where they were to where they are (FLIP, by the Web Animations API).
// @ts-check

const EASE = 'cubic-bezier(.2,.7,.2,1)', TIME = 220, FADE = 140;
const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** @type {Set<Animation>} */
const flights = new Set();

/**
 * Animate a card. Its place above the others is set beside the keyframes: in them it would take the flight off the
 * compositor, and every frame would cost a new style of the page.
 * @param {HTMLElement} el
 * @param {Keyframe[]} frames
 * @param {number} duration
 */
function fly(el, frames, duration) {
  const flight = el.animate(frames, { duration, easing: EASE });
  flights.add(flight);
  el.style.zIndex = '20';
  flight.onfinish = flight.oncancel = () => { flights.delete(flight); el.style.zIndex = ''; };
}

/** Bring every card to its place at once: nobody should have to hit a moving card. */
export function land() {
  for (const flight of [...flights]) flight.finish();
}

/** @param {Element} board @returns {Map<string, {box: DOMRect, down: boolean}>} */
function where(board) {
  const cards = new Map();
  for (const el of /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll('[data-k]'))) {
    cards.set(el.dataset.k, { box: el.getBoundingClientRect(), down: el.classList.contains('down') });
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
  for (const el of /** @type {NodeListOf<HTMLElement>} */ (board.querySelectorAll('[data-k]'))) {
    const k = el.dataset.k ?? '', now = after.get(k), was = before.get(k);
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
      fly(el, [{ transform: `translate(${dx}px, ${dy}px)${turn}` }, { transform: 'none' }], TIME);
    }
  }
  return undefined;
}
