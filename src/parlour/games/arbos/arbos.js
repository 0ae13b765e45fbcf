// arbos.js: the board of Arbos: aiming at a cell and then placing, by pointer, by a lens for fingers, and by keyboard.
// Where a pawn may go is read from the fragment `cells`, a sign for each cell; see board.py.
// @ts-check

/** @typedef {import('../../table/static/match.js').Table} Table */
/** @typedef {import('../../table/static/match.js').Game} Game */

const CELL = 40, WINDOW = 7; // units of the drawing; cells that the lens shows each way
const SVG = 'http://www.w3.org/2000/svg';
const VIEWS = 'parlour:arbos:'; // where the switches are kept
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const touch = matchMedia('(pointer: coarse), (max-width: 699px)'); // cells are too small for a finger then

/** @param {Table} table @returns {Game} */
export function board({ root, send, say, ask, state }) {
  const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const words = $('words').dataset, size = Number($('size').textContent);
  const typed = /** @type {HTMLInputElement | null} */ (document.getElementById('typed'));
  const place = /** @type {HTMLButtonElement | null} */ (document.getElementById('place'));
  /** The cell that is aimed at, -1 for none. */
  let aim = -1;
  /** The cell under the pointer. */
  let hover = -1;
  /** The cell that has the keyboard's focus. */
  let here = Math.floor(size / 2) * (size + 1);
  let signs = '';
  /** Points that a pawn would make, by cell. @type {Map<string, number>} */
  const gains = new Map();

  // ---- cells -------------------------------------------------------------------------------------------------------

  /** @param {number} cell */
  const name = (cell) => String.fromCharCode(65 + Math.floor(cell / size)) + (cell % size + 1);
  /** @param {string} text @returns {number} -1 if it is no cell of this board */
  function find(text) {
    const [, letter = '', number = ''] = /^([a-t]) ?0?([1-9]\d?)$/i.exec(text) ?? [];
    const row = letter.toLowerCase().charCodeAt(0) - 97, column = Number(number) - 1;
    return letter && row < size && column < size ? row * size + column : -1;
  }
  /** @param {string | undefined} text @param {Object<string, string | number>} [values] */
  const filled = (text, values = {}) => (text ?? '').replace(/\{(\w+)\}/g, (all, key) => String(values[key] ?? all));
  const legal = () => /** @type {DOMStringMap} */ (/** @type {HTMLElement | null} */ ($('legal').firstElementChild)?.dataset ?? {});
  /** Whether the viewer is to put something now. */
  const able = () => Boolean(legal().act) && state().yours && !state().looking;
  const seeding = () => legal().act === 'seed';
  /** @param {number} cell */
  const open = (cell) => able() && signs[cell] === '.';
  /** The seat that places now, or the viewer's own. */
  const seat = () => Number(legal().seat ?? state().mine[0] ?? 0);
  /** The other seat's colour, in words. */
  const opponent = () => (state().mine.length === 1 ? state().mine[0] : state().turn ?? 0) ? words.white : words.black;

  /** @param {number} cell @returns {{x: number, y: number}} its middle in the drawing */
  const middle = (cell) => ({ x: (cell % size) * CELL + CELL / 2, y: Math.floor(cell / size) * CELL + CELL / 2 });

  /** @param {number} cell @returns {string} why nothing can be put there */
  function why(cell) {
    const sign = signs[cell] ?? '';
    if (sign === 'x') return filled(words.whyBeside, { colour: opponent() ?? '' });
    if (sign === 'n') return words.whyNear ?? '';
    if (sign === 'o') return words.whyBeyond ?? '';
    return (/[0-3a-h]/i.test(sign) ? words.whyTaken : words.whyShut) ?? '';
  }

  /** @param {number} cell @returns {string} what a screen reader says of it */
  function label(cell) {
    const sign = signs[cell] ?? '', at = { cell: name(cell) };
    if (/[0-3]/.test(sign)) return filled(words[`cellSeed${sign}`], at);
    if (/[A-H]/.test(sign)) return filled(words.cellPawn0, { ...at, n: sign.charCodeAt(0) - 64 });
    if (/[a-h]/.test(sign)) return filled(words.cellPawn1, { ...at, n: sign.charCodeAt(0) - 96 });
    if (sign === 'x') return filled(words.cellBeside, { ...at, colour: opponent() ?? '' });
    if (sign === 'n') return filled(words.cellNear, at);
    if (sign === 'o') return filled(words.cellBeyond, at);
    return filled(open(cell) ? words.cellOpen : words.cellFree, at);
  }

  // ---- the grid: a cell for pointer, keyboard and screen reader above each that is drawn ---------------------------------

  const grid = document.createElement('div');
  grid.className = 'grid';
  grid.setAttribute('role', 'grid');
  grid.setAttribute('aria-label', filled(words.grid, { n: size }));
  /** @type {HTMLElement[]} */
  const squares = [];
  for (let row = 0; row < size; row++) {
    const line = document.createElement('div');
    line.setAttribute('role', 'row');
    for (let column = 0; column < size; column++) {
      const square = document.createElement('div');
      square.setAttribute('role', 'gridcell');
      square.tabIndex = -1;
      squares.push(square);
      line.append(square);
    }
    grid.append(line);
  }
  grid.style.inset = `${2800 / (56 + CELL * size)}%`; // the wood reaches 28 units beyond the cells
  $('board').append(grid);
  /** @param {Event} event @returns {number} */
  const under = (event) => squares.indexOf(/** @type {HTMLElement} */ (event.target));

  const coordinates = [...$('coordinates').querySelectorAll('text')];
  /** Mark row and column of the cell that hand or keyboard is at. */
  function light() {
    const cell = hover >= 0 ? hover : aim >= 0 ? aim : document.activeElement === squares[here] ? here : -1;
    const row = cell < 0 ? '' : name(cell)[0], column = cell < 0 ? '' : name(cell).slice(1);
    for (const text of coordinates) text.classList.toggle('hot', text.textContent === row || text.textContent === column);
  }

  /** Put a stop of the Tab key at a cell. @param {number} cell @param {boolean} [focus] */
  function go(cell, focus = false) {
    if (cell !== here) squares[here]?.setAttribute('tabindex', '-1');
    here = cell;
    squares[here]?.setAttribute('tabindex', '0');
    if (focus) squares[here]?.focus({ preventScroll: true });
    light();
  }

  // ---- the ghost: where a pawn or seed would be ----------------------------------------------------------------------

  /** @param {string} tag @param {Object<string, string | number>} attributes */
  function shape(tag, attributes) {
    const el = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) el.setAttribute(key, String(value));
    return el;
  }

  function ghost() {
    const layer = $('ghost'), cell = aim >= 0 ? aim : hover, brings = document.getElementById('gain');
    layer.replaceChildren();
    if (brings) brings.textContent = open(cell) ? gain(cell) : '';
    if (!open(cell)) return;
    const { x, y } = middle(cell);
    const piece = seeding() ? 'seed-free' : seat() ? 'pawn-b' : 'pawn-w';
    layer.append(shape('use', { href: `#${piece}`, x, y, class: aim >= 0 ? 'piece' : 'piece faint' }));
    if (aim >= 0) layer.append(shape('circle', { cx: x, cy: y, r: 16.2, class: 'aimed' }));
  }

  /** @param {number} cell @returns {string} how a pawn there would change the points, empty if it would not */
  function gain(cell) {
    const after = gains.get(name(cell));
    return after === undefined ? '' : filled(words.gain, { before: legal().points ?? '', after });
  }

  // ---- aiming ----------------------------------------------------------------------------------------------------------

  /** Aim at a cell, or with -1 at none. @param {number} cell @param {boolean} [lens] */
  function take(cell, lens = false) {
    aim = cell;
    document.body.classList.toggle('aim', cell >= 0);
    if (typed && (cell >= 0 || find(typed.value) >= 0)) typed.value = cell >= 0 ? name(cell) : '';
    if (cell >= 0) { go(cell); error(''); }
    if (lens && cell >= 0) magnify(); else shut();
    ghost();
    light();
    button();
  }

  /** Let go of the cell that is aimed at. */
  function letGo() {
    if (aim < 0) return;
    take(-1);
    say(words.letGo ?? '');
  }

  function button() {
    if (!place) return;
    place.textContent = (seeding() ? words.put : words.place) ?? '';
    place.disabled = !able();
  }

  /** @param {string} text */
  function error(text) {
    const line = document.getElementById('type-error');
    if (line) line.textContent = text;
  }

  /** Choose a cell: aim at it, or put a pawn there if it is aimed at. @param {number} cell */
  function choose(cell) {
    if (state().looking || state().over || !state().mine.length) return;
    if (touch.matches) { if (able()) take(cell, true); else say(words.notNow ?? '', true); return; }
    if (cell === aim) { put(cell); return; }
    if (!able()) { say(words.notNow ?? '', true); return; }
    if (!open(cell)) { take(-1); say(`${name(cell)}: ${why(cell)}`, true); return; }
    take(cell);
    const gained = gain(cell);
    say(filled(words.aimed, { cell: name(cell) }) + (gained ? ` ${gained}.` : ''));
  }

  /** @param {number} cell */
  function put(cell) {
    if (!open(cell)) return;
    if (send('play', { moves: [(seeding() ? '*' : '') + name(cell)] })) {
      $('ghost').classList.add('sent');
      shut();
    }
  }

  // ---- the lens: the surroundings of a cell, large enough for a finger ----------------------------------------------------

  const lens = $('lens'), glass = $('glass'), veil = $('veil');

  /** The corner of the part that the lens shows. @param {number} cell @returns {[number, number]} column and row */
  function corner(cell) {
    const clamp = (/** @type {number} */ n) => Math.max(0, Math.min(size - WINDOW, n - (WINDOW - 1) / 2));
    return [clamp(cell % size), clamp(Math.floor(cell / size))];
  }

  function magnify() {
    const [column, row] = corner(aim), n = Math.min(WINDOW, size) * CELL, x = column * CELL, y = row * CELL, all = size * CELL;
    glass.setAttribute('viewBox', `${x - 1} ${y - 1} ${n + 2} ${n + 2}`);
    const cursor = /** @type {Element} */ (glass.querySelector('.cursor'));
    cursor.setAttribute('x', String((aim % size) * CELL + 1.5));
    cursor.setAttribute('y', String(Math.floor(aim / size) * CELL + 1.5));
    cursor.classList.toggle('shut', !open(aim));
    veil.replaceChildren(
      shape('path', { class: 'dim', 'fill-rule': 'evenodd', d: `M-28-28H${all + 28}V${all + 28}H-28zM${x} ${y}v${n}h${n}v-${n}z` }),
      ...['window rim', 'window'].map((look) => shape('rect', { class: look, x, y, width: n, height: n, rx: 6 })));
    const yes = /** @type {HTMLButtonElement} */ ($('lens-yes'));
    $('lens-what').textContent = name(aim);
    $('lens-why').textContent = open(aim) ? words.nudge ?? '' : why(aim);
    $('lens-gain').textContent = gain(aim);
    yes.textContent = filled(seeding() ? words.putAt : words.placeAt, { cell: name(aim) });
    yes.disabled = !open(aim);
    if (lens.hidden) {
      lens.hidden = false;
      (yes.disabled ? $('lens-no') : yes).focus({ preventScroll: true });
    }
    say([name(aim), open(aim) ? gain(aim) : why(aim)].filter(Boolean).join(': '));
  }

  function shut() {
    veil.replaceChildren();
    if (lens.hidden) return;
    const inside = lens.contains(document.activeElement);
    lens.hidden = true;
    if (inside) squares[here]?.focus({ preventScroll: true });
  }

  glass.addEventListener('click', (event) => {
    const box = glass.getBoundingClientRect(), [column, row] = corner(aim), n = Math.min(WINDOW, size);
    const right = Math.floor(((event.clientX - box.x) / box.width) * n), down = Math.floor(((event.clientY - box.y) / box.height) * n);
    take((row + Math.max(0, Math.min(n - 1, down))) * size + column + Math.max(0, Math.min(n - 1, right)), true);
  });
  $('lens-yes').addEventListener('click', () => put(aim));
  $('lens-no').addEventListener('click', letGo);

  // ---- pointer -----------------------------------------------------------------------------------------------------------

  grid.addEventListener('pointermove', (event) => {
    const cell = event.pointerType === 'mouse' ? under(event) : -1;
    if (cell === hover) return;
    hover = cell;
    ghost();
    light();
  });
  grid.addEventListener('pointerleave', () => { hover = -1; ghost(); light(); });
  grid.addEventListener('click', (event) => {
    const cell = under(event);
    if (cell >= 0) { go(cell); choose(cell); }
  });
  grid.addEventListener('focusin', (event) => { const cell = under(event); if (cell >= 0 && cell !== here) go(cell); else light(); });
  grid.addEventListener('focusout', light);

  // ---- keyboard ------------------------------------------------------------------------------------------------------------

  /** @type {Object<string, [number, number]>} */
  const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  /** @param {KeyboardEvent} event @returns {boolean} whether the key meant something here */
  function key(event) {
    const at = /** @type {HTMLElement} */ (event.target), on = under(event) >= 0;
    if (event.key === 'Escape' && aim >= 0) { letGo(); return true; }
    if (at.closest('input, textarea, select')) return false;
    const way = WAYS[event.key];
    if (way && (on || at === document.body || at === root)) {
      const column = here % size + way[0], row = Math.floor(here / size) + way[1];
      if (!on) go(here, true);
      else if (column >= 0 && column < size && row >= 0 && row < size) go(row * size + column, true);
      return true;
    }
    if (on && (event.key === 'Home' || event.key === 'End')) { go(here - here % size + (event.key === 'End' ? size - 1 : 0), true); return true; }
    if (on && (event.key === 'Enter' || event.key === ' ')) { choose(here); return true; }
    if (event.key.toLowerCase() === 'p') { pass(); return true; }
    return false;
  }

  function pass() {
    const button = /** @type {HTMLButtonElement | null} */ (document.querySelector('[data-moves="pass"]'));
    if (button && !button.disabled) ask(button);
    else say(words.noPass ?? '', true);
  }

  // ---- switches: what is to be seen ----------------------------------------------------------------------------------------

  /** @type {Object<string, boolean>} */
  const views = { barred: true, tints: true, numbers: false };
  for (const view of Object.keys(views)) views[view] = (localStorage.getItem(VIEWS + view) ?? String(Number(views[view]))) === '1';

  function look() {
    // attributes, not classes: what the lens and other places use follows them
    const parts = { '#barred': views.barred, '#trees-w, #trees-b': views.tints, '.mark-in': !views.numbers };
    for (const [part, on] of Object.entries(parts))
      for (const el of document.querySelectorAll(part)) if (on) el.removeAttribute('display'); else el.setAttribute('display', 'none');
    for (const [view, on] of Object.entries(views)) {
      for (const el of document.querySelectorAll(`[data-view="${view}"]`)) el.setAttribute('aria-checked', String(on));
    }
    number();
  }

  document.addEventListener('click', (event) => {
    const view = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[data-view]'))?.dataset.view;
    if (!view) return;
    views[view] = !views[view];
    localStorage.setItem(VIEWS + view, String(Number(views[view])));
    look();
  });

  /** Write on each pawn which move it was, as the record says. */
  function number() {
    const layer = $('numbers');
    layer.replaceChildren();
    if (!views.numbers) return;
    for (const row of /** @type {NodeListOf<HTMLElement>} */ ($('record').querySelectorAll('[data-n]'))) {
      [...row.children].slice(1).forEach((act, i) => {
        const cell = find(act.textContent ?? '');
        if (cell < 0) return;
        const { x, y } = middle(cell);
        const el = shape('text', { x, y: y + 4.5, class: /[A-H]/.test(signs[cell] ?? '') ? 'on-white' : 'on-black' });
        el.textContent = String(Number(row.dataset.n) + i);
        layer.append(el);
      });
    }
  }

  /** Hatch or dot what is barred, joined to strips. */
  function bar() {
    const strips = (/** @type {string} */ barred) => {
      let d = '';
      for (let row = 0; row < size; row++) {
        for (let column = 0, end = 0; column < size; column = end + 1) {
          end = column;
          while (end < size && barred.includes(signs[row * size + end] ?? ' ')) end++;
          if (end > column) d += `M${column * CELL} ${row * CELL}h${(end - column) * CELL}v${CELL}h${(column - end) * CELL}z`;
        }
      }
      return d;
    };
    $('barred').replaceChildren(shape('path', { d: strips('xn'), fill: 'url(#hatch)' }), shape('path', { d: strips('o'), fill: 'url(#dots)' }));
  }

  // ---- what arrives ----------------------------------------------------------------------------------------------------------

  const EASE = { duration: 180, easing: 'cubic-bezier(.2, .8, .2, 1)' }, SLOW = { ...EASE, duration: 260 };

  /** Let new pawns appear, newly linked seeds flip, and joined trees change their tint. @param {string} before the signs then */
  function move(before) {
    if (document.hidden || before.length !== signs.length) return;
    const kind = (/** @type {string | undefined} */ sign = '') => (/[A-H]/i.test(sign) ? 'pawn' : /[0-3]/.test(sign) ? 'seed' : '');
    const changed = squares.map((_, cell) => cell).filter((cell) => signs[cell] !== before[cell] && kind(signs[cell]));
    const fresh = changed.filter((cell) => !kind(before[cell])), other = changed.filter((cell) => kind(before[cell]));
    if (fresh.length > 2) return; // not a move, but another position
    const drawn = (/** @type {number} */ cell) => {
      const { x, y } = middle(cell);
      return $('stones').querySelector(`:is(#pawns-w, #pawns-b, #seeds) use[x="${x}"][y="${y}"]`);
    };
    const appear = calm.matches ? [{ opacity: 0 }, { opacity: 1 }] : [{ opacity: 0, transform: 'scale(.8)' }, { opacity: 1, transform: 'none' }];
    for (const cell of fresh) drawn(cell)?.animate(appear, EASE);
    if (!calm.matches)
      for (const cell of other) if (kind(signs[cell]) === 'seed') drawn(cell)?.animate([{ transform: 'scaleX(0)' }, { transform: 'none' }], SLOW);
    if (other.some((cell) => kind(signs[cell]) === 'pawn'))
      for (const id of ['trees-w', 'trees-b']) $(id).animate([{ opacity: 0.35 }, { opacity: 1 }], SLOW);
  }

  /** Read what changed. @param {Object<string, string>} f */
  function update(f) {
    const before = signs;
    signs = /** @type {HTMLElement | null} */ ($('cells').firstElementChild)?.dataset.is ?? '';
    document.body.classList.toggle('sowing', seeding() || signs.includes('n')); // seeds are being put
    gains.clear();
    for (const part of (legal().gains ?? '').split(';')) {
      const [points, ...cells] = part.split(' ');
      for (const cell of cells) gains.set(cell, Number(points));
    }
    squares.forEach((square, cell) => {
      const text = label(cell);
      if (square.getAttribute('aria-label') !== text) square.setAttribute('aria-label', text);
    });
    $('ghost').classList.remove('sent');
    if (aim >= 0 && (!able() || (!open(aim) && lens.hidden))) take(-1);
    else if (!lens.hidden) magnify();
    if (before && 'cells' in f) move(before);
    if (signs !== before) { bar(); number(); }
    grid.classList.toggle('idle', !able());
    ghost();
    button();
  }

  /** @param {string} text @returns {string[]} */
  function read(text) {
    const plain = text.replace(/^\*/, '').trim(), cell = find(plain);
    if (cell < 0) return [text];
    return [(seeding() ? '*' : '') + name(cell)];
  }

  typed?.addEventListener('input', () => {
    const cell = find(typed.value.replace(/^\*/, '').trim());
    if (cell >= 0 && open(cell)) { aim = cell; go(cell); } else aim = -1;
    ghost();
    light();
  });

  /** What moves touch. @param {string[]} moves */
  const hint = ([move = '']) => [move === 'pass' ? document.querySelector('[data-moves="pass"]') : squares[find(move.replace(/^\*/, ''))]];

  go(here);
  look();
  update({});
  return { update, typed: read, key, hint, refused() { $('ghost').classList.remove('sent'); ghost(); } };
}
