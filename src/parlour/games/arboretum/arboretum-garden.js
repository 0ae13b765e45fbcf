// arboretum-garden.js: what a garden of Arboretum looks like: free squares around it, a path across it, panning and zooming.
// @ts-check

/** @typedef {import('./arboretum-paths.js').Tree} Tree */

const WAYS = { '1,0': 'to-e', '-1,0': 'to-w', '0,1': 'to-n', '0,-1': 'to-s' };
const MOST = 3, LEAST = 0.3; // how far one can zoom

/** @param {string} square such as N01W02 @returns {{x: number, y: number}} */
export function placeOf(square) {
  const way = (/** @type {string} */ part, /** @type {string} */ back) => Number(part.slice(1)) * (part[0] === back ? -1 : 1);
  return { x: way(square.slice(3), 'W'), y: way(square.slice(0, 3), 'S') };
}

/** @param {{x: number, y: number}} at @returns {string} classes that put a cell there */
export const classes = ({ x, y }) => `cell ${y ? (y > 0 ? 'n' : 's') + Math.abs(y) : ''} ${x ? (x > 0 ? 'e' : 'w') + Math.abs(x) : ''}`;

/** @param {ParentNode} garden @returns {HTMLElement[]} the planted cells, in the order of planting */
export const cells = (garden) => [...garden.querySelectorAll('.cell[data-card]')].map((cell) => /** @type {HTMLElement} */ (cell));

/** @param {ParentNode} garden @returns {Tree[]} */
export const trees = (garden) => cells(garden).map((cell) => ({ card: cell.dataset.card ?? '', ...placeOf(cell.dataset.at ?? '') }));

/** @param {{x: number, y: number}[]} places @returns {{n: number, s: number, w: number, e: number}} how far they reach */
function reach(places) {
  const xs = places.map(({ x }) => x), ys = places.map(({ y }) => y);
  return { n: Math.max(0, ...ys), s: -Math.min(0, ...ys), w: -Math.min(0, ...xs), e: Math.max(0, ...xs) };
}

/**
 * Size a garden by what stands in it, with a rim while squares are offered.
 * @param {HTMLElement} garden @param {{x: number, y: number}[]} [more] places that it also has room for @param {boolean} [ring]
 */
export function size(garden, more = [], ring = false) {
  const { n, s, w, e } = reach([...trees(garden), ...more]);
  garden.className = `garden N${n} S${s} W${w} E${e}${ring ? ' ring' : ''}${garden.classList.contains('lit') ? ' lit' : ''}`;
  return { n, s, w, e };
}

/**
 * Offer squares around a garden.
 * @param {HTMLElement} garden @param {string[]} squares @param {string} chosen @param {(square: string) => string} label
 */
export function offer(garden, squares, chosen, label) {
  const held = document.activeElement instanceof HTMLElement && garden.contains(document.activeElement) ? document.activeElement.dataset.at : '';
  garden.querySelector('.spots')?.remove();
  const { n, s, w, e } = size(garden, chosen ? [placeOf(chosen)] : [], squares.length > 0);
  if (!squares.length) return;
  const layer = document.createElement('div');
  layer.className = 'spots spotless';
  for (const square of squares) {
    const { x, y } = placeOf(square), cell = document.createElement('div'), spot = document.createElement('button');
    cell.className = `${classes({ x, y })} ${[x < -w && 'rim-w', x > e && 'rim-e', y > n && 'rim-n', y < -s && 'rim-s'].filter(Boolean).join(' ')}`;
    spot.type = 'button';
    spot.className = 'spot';
    spot.dataset.at = square;
    spot.setAttribute('aria-label', label(square));
    cell.append(spot);
    layer.append(cell);
  }
  garden.append(layer);
  if (held) /** @type {HTMLElement | null} */ (layer.querySelector(`[data-at="${held}"]`))?.focus({ preventScroll: true });
}

/** Take a path off a garden. @param {HTMLElement} garden */
export function clear(garden) {
  garden.classList.remove('lit');
  for (const cell of garden.querySelectorAll('.cell.on')) {
    cell.className = cell.className.replace(/ (on|sp-.|to-.)\b/g, '');
    cell.querySelector('.runpt')?.remove();
  }
}

/**
 * Draw a path: a ring on each card, a bridge to the next, the points so far.
 * @param {HTMLElement} garden @param {string} species @param {number[]} path @param {number[]} running @param {number} [each] milliseconds
 * between cards, none at once
 */
export function outline(garden, species, path, running, each = 0) {
  clear(garden);
  const all = cells(garden);
  path.forEach((index, k) => {
    const cell = all[index], next = all[path[k + 1] ?? -1];
    if (!cell) return;
    const draw = () => {
      const here = placeOf(cell.dataset.at ?? ''), there = next && placeOf(next.dataset.at ?? '');
      const way = there ? WAYS[/** @type {keyof typeof WAYS} */ (`${there.x - here.x},${there.y - here.y}`)] : 'to-x';
      const points = document.createElement('span');
      points.className = 'runpt';
      points.textContent = String(running[k] ?? '');
      cell.className += ` on sp-${species} ${way ?? 'to-x'}`;
      cell.append(points);
      if (each) points.animate([{ scale: 0.4, opacity: 0 }, { scale: 1, opacity: 1 }], { duration: 140 });
    };
    if (each) timers.push(window.setTimeout(draw, k * each)); else draw();
  });
}

/** @type {number[]} */
const timers = [];

/** Draw no more of paths that light up card by card. */
export function halt() {
  for (const timer of timers.splice(0)) clearTimeout(timer);
}

/** Let a view be dragged by a mouse, and zoomed. @param {HTMLElement} frame around the view @param {HTMLElement} buttons */
export function zooming(frame, buttons) {
  const view = () => /** @type {HTMLElement} */ (frame.querySelector('.view'));
  const garden = () => /** @type {HTMLElement} */ (frame.querySelector('.garden'));
  let zoom = 1, whole = false;

  function show() {
    if (!frame.querySelector('.garden')) return;
    garden().style.setProperty('--zoom', String(zoom));
    if (whole) garden().style.setProperty('--min', '12px'); else garden().style.removeProperty('--min');
    const box = view(), over = box.scrollWidth > box.clientWidth + 2 || box.scrollHeight > box.clientHeight + 2;
    buttons.classList.toggle('needed', over || zoom !== 1 || whole);
  }

  /** @param {string} how in, out or fit */
  function change(how) {
    const box = view(), middle = { x: (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth, y: (box.scrollTop + box.clientHeight / 2) / box.scrollHeight };
    if (how === 'fit') { whole = zoom !== 1 || !whole; zoom = 1; }
    else zoom = Math.min(MOST, Math.max(LEAST, zoom * (how === 'in' ? 1.25 : 0.8)));
    show();
    box.scrollTo(middle.x * box.scrollWidth - box.clientWidth / 2, middle.y * box.scrollHeight - box.clientHeight / 2);
  }

  /** Bring a cell into sight. @param {Element | null | undefined} cell */
  function reveal(cell) {
    show();
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  frame.addEventListener('wheel', (event) => {
    if (!event.ctrlKey || !view().contains(/** @type {Node} */ (event.target))) return;
    event.preventDefault();
    change(event.deltaY < 0 ? 'in' : 'out');
  }, { passive: false });
  frame.addEventListener('pointerdown', (event) => {
    const box = view();
    if (event.pointerType !== 'mouse' || event.button || !box.contains(/** @type {Node} */ (event.target))) return;
    const from = { x: event.clientX + box.scrollLeft, y: event.clientY + box.scrollTop };
    const drag = (/** @type {PointerEvent} */ move) => {
      box.classList.add('dragging');
      box.scrollTo(from.x - move.clientX, from.y - move.clientY);
    };
    addEventListener('pointermove', drag);
    addEventListener('pointerup', () => { removeEventListener('pointermove', drag); box.classList.remove('dragging'); }, { once: true });
  });
  let apart = 0;
  const spread = (/** @type {TouchEvent} */ { touches: [one, other] }) => (one && other ? Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) : 0);
  frame.addEventListener('touchstart', (event) => { apart = spread(event); }, { passive: true });
  frame.addEventListener('touchmove', (event) => {
    const now = spread(event);
    if (!now || !apart || Math.abs(now / apart - 1) < 0.12) return;
    change(now > apart ? 'in' : 'out');
    apart = now;
  }, { passive: true });
  new ResizeObserver(show).observe(frame);
  return { change, reveal, show };
}
