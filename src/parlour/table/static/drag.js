// drag.js: a card follows the pointer and is dropped on a place that takes it.
// @ts-check

const SLOP = 6; // pixels before a press becomes a drag

/**
 * @typedef {{pick: (place: string) => Element | null | undefined, targets: (place: string) => Element[],
 *   drop: (place: string, target: string) => void, let: (place: string, missed: boolean) => void}} Hands
 * `pick` lifts the card of a place and returns it, null if it cannot move, undefined if not yet; `targets` are the places
 * that take it; `drop` plays, `let` lets go, over a place that does not take it where it `missed`.
 */

/** The drag under way; `done` when nothing more comes of it. @type {{place: string, id: number, x: number, y: number, ghost: HTMLElement | null, done: boolean} | null} */
let drag = null;

/** @returns {boolean} whether a card is in the air */
export const dragging = () => drag?.ghost != null;

/** @returns {{k: string, box: DOMRect} | null} the card that was dropped and waits for its answer */
export function held() {
  const ghost = /** @type {HTMLElement | null} */ (document.querySelector('.ghost'));
  return ghost && { k: ghost.dataset.was ?? '', box: ghost.getBoundingClientRect() };
}

/** Take the dragged copy away. */
export function clear() {
  if (!dragging()) document.querySelector('.ghost')?.remove();
}

/** @param {DOMRect} a @param {DOMRect} b @returns {number} the area in which they overlap */
function overlap(a, b) {
  const w = Math.min(a.right, b.right) - Math.max(a.left, b.left), h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return w > 0 && h > 0 ? w * h : 0;
}

/** @param {HTMLElement} ghost @param {Element[]} places @returns {Element | undefined} the place it lies on most */
function under(ghost, places) {
  const box = ghost.getBoundingClientRect();
  const areas = places.map((place) => {
    const boxes = [place, ...place.querySelectorAll('.card')].map((el) => overlap(box, el.getBoundingClientRect()));
    return { place, area: Math.max(...boxes) };
  });
  return areas.filter((one) => one.area > 0).sort((a, b) => b.area - a.area)[0]?.place;
}

/** @param {Element} card @returns {HTMLElement} a copy of it that flies above everything */
function copy(card) {
  const ghost = /** @type {HTMLElement} */ (card.cloneNode(true)), box = card.getBoundingClientRect();
  ghost.dataset.was = ghost.dataset.k ?? '';
  ghost.removeAttribute('data-k');
  ghost.classList.remove('legal', 'selected', 'pending', 'hint');
  ghost.classList.add('ghost');
  ghost.inert = true;
  Object.assign(ghost.style, { left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px` });
  ghost.style.setProperty('--card-w', `${box.width}px`); // what the style sheets size a card by
  document.body.append(ghost);
  return ghost;
}

/**
 * Let the cards of a board be dragged: the top cards and the stock. By touch, all else scrolls the page.
 * @param {HTMLElement} board
 * @param {Hands} hands
 * @returns {() => boolean} puts the card in the air back, and tells whether there was one
 */
export function draggable(board, hands) {
  let swallow = false; // the click that follows a drag

  board.addEventListener('pointerdown', (event) => {
    swallow = false;
    const place = /** @type {Element} */ (event.target).closest('[data-place]');
    const card = /** @type {Element} */ (event.target).closest('button.card, .stock');
    if (!place || !card || event.button || drag?.ghost) return; // one finger at a time
    drag = { place: place.id, id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null, done: false };
  });

  addEventListener('pointermove', (event) => {
    if (!drag || drag.done || event.pointerId !== drag.id) return;
    const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
    if (!drag.ghost) {
      if (Math.hypot(dx, dy) < SLOP) return;
      const card = hands.pick(drag.place);
      if (!card) { drag.done = card === null; return; }
      clear();
      drag.ghost = copy(card);
    }
    drag.ghost.style.translate = `${dx}px ${dy}px`;
  });

  /** @param {PointerEvent} event @param {boolean} dropped */
  const end = (event, dropped) => {
    if (!drag || event.pointerId !== drag.id) return;
    const { place, ghost, done } = drag;
    drag = null;
    if (!ghost && !done) return;
    swallow = true;
    setTimeout(() => { swallow = false; }, 50);
    if (!ghost) return;
    const target = dropped ? under(ghost, hands.targets(place)) : undefined, home = document.getElementById(place);
    if (target) hands.drop(place, target.id);
    else hands.let(place, dropped && !(home && under(ghost, [home])));
  };
  addEventListener('pointerup', (event) => end(event, true));
  addEventListener('pointercancel', (event) => end(event, false));
  document.addEventListener('click', (event) => {
    if (swallow) { swallow = false; event.stopImmediatePropagation(); event.preventDefault(); }
  }, true);

  return () => {
    if (!drag?.ghost) return false;
    const { place } = drag;
    drag = { ...drag, ghost: null, done: true }; // until the button or finger is up
    hands.let(place, false);
    return true;
  };
}
