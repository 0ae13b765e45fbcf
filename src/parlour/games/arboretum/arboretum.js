// arboretum.js: the board of Arboretum: pick and then confirm, by pointer and by keyboard; paths; the sheet at the end.
// What the viewer may do is read from the fragment `legal`; see board.py.
// @ts-check

import { clear, halt, offer, outline, placeOf, size, trees, zooming } from './arboretum-garden.js';
import { land, travel } from './arboretum-motion.js';
import { gain } from './arboretum-paths.js';

/** @typedef {import('../../table/static/match.js').Table} Table */
/** @typedef {import('../../table/static/match.js').Game} Game */

const EACH = 90, PAUSE = 900; // milliseconds between the cards of a path, and between paths
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const GROUPS = ['#hand .tcard', '#piles .pile', '#mine .spot', '#paths .pathchip']; // arrow keys go about in each

/** @param {Table} table @returns {Game & {change: (apply: () => void, info: {mine: boolean, ids: string[]}) => void}} */
export function board({ root, send, say, state }) {
  const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const all = (/** @type {string} */ css) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(css)]);
  const words = $('words').dataset;
  const datum = (/** @type {string} */ id) => /** @type {HTMLElement | null} */ ($(id).firstElementChild)?.dataset.is ?? '';
  const action = /** @type {HTMLButtonElement | null} */ ($('do')), putBack = /** @type {HTMLButtonElement | null} */ ($('put-back'));
  const see = /** @type {HTMLButtonElement | null} */ ($('see'));
  const seats = all('.plot').map((plot) => Number(plot.dataset.seat)).sort();
  /** What was picked and not yet confirmed: a card of the hand, and a square for it or a source to draw from. */
  let card = '', square = '', source = '';
  /** The species whose path is outlined. */
  let species = '';
  /** The seat whose garden stands in front: it changes where people share a screen. */
  let facing = datum('me');
  let ended = false;
  let touring = 0;
  /** Whether the score sheet stands beside all gardens. */
  let sheet = false;

  /** @param {string | undefined} text @param {Object<string, string | number>} [values] */
  const filled = (text, values = {}) => (text ?? '').replace(/\{(\w+)\}/g, (whole, key) => String(values[key] ?? whole));
  const name = (/** @type {string} */ letter) => words[`sp${letter.toUpperCase()}`] ?? letter;
  const spoken = (/** @type {string} */ one) => filled(words.card, { species: name(one[0] ?? ''), value: one[1] ?? '' });
  /** @returns {DOMStringMap} */
  const legal = () => /** @type {HTMLElement | null} */ ($('legal').firstElementChild)?.dataset ?? {};
  const act = () => (state().yours && !state().looking && !state().busy ? legal().act ?? '' : '');
  const list = (/** @type {string | undefined} */ text) => (text ?? '').split(' ').filter(Boolean);
  const numbers = (/** @type {string | undefined} */ text) => list(text).map(Number);
  const garden = (/** @type {number | string} */ seat) => $(`garden-${seat}`);
  const mine = () => /** @type {HTMLElement | null} */ ($('mine').querySelector('.garden'));
  const scoring = () => { const [double = 4, bonus = 1] = numbers(datum('scoring')); return { double, bonus }; };
  const zoom = zooming($('mine'), /** @type {HTMLElement} */ (document.querySelector('.zoom')));

  // ---- picking and confirming ------------------------------------------------------------------------------------------

  /** The card that is to be planted: one that was chosen by a move of its own cannot be put back. */
  const picked = () => (act() === 'place' ? legal().selected ?? '' : card);

  /** Put back what was picked. @param {boolean} [told] */
  function drop(told = false) {
    const had = card || square || source;
    card = square = source = '';
    show();
    if (had && told) say(words.back);
  }

  /** @param {string} one */
  function pickCard(one) {
    const can = act();
    if (can === 'discard' && card === one) return confirm();
    if (can !== 'plant' && can !== 'discard') { if (!can && state().mine.length && !state().over) say(words.wait, true); return undefined; }
    card = card === one ? '' : one;
    square = '';
    show();
    say(card ? filled(words.picked, { card: spoken(card) }) + (can === 'discard' ? ` ${words.again}` : '') : words.back);
    return undefined;
  }

  /** @param {string} at */
  function pickSquare(at) {
    if (square === at) return confirm();
    square = at;
    show();
    const brings = bring();
    say([filled(words.plant, { card: spoken(picked()) }), at, brings && filled(words.gain, { ...brings, species: name(brings.species) }), words.again].filter(Boolean).join(' '));
    return undefined;
  }

  /** @param {HTMLElement} pile */
  function pickSource(pile) {
    const one = pile.dataset.source ?? '';
    if (act() !== 'draw' || !list(legal().sources).includes(one)) return one === 'deck' ? undefined : contents(pile);
    if (source === one) return confirm();
    source = one;
    show();
    say(`${action?.textContent} ${words.again}`);
    return undefined;
  }

  /** What the picked card would bring where it is to stand. */
  function bring() {
    const here = mine(), chips = all('#paths .pathchip').map((chip) => chip.dataset.species ?? '');
    return here && square && chips.length ? gain(trees(here), { card: picked(), ...placeOf(square) }, chips, scoring()) : null;
  }

  /** Do what was picked. */
  function confirm() {
    const can = act(), one = picked();
    /** @type {string[]} */
    let moves = [];
    if (can === 'draw' && source) moves = [`draw ${source}`];
    else if (can === 'plant' && one && square) moves = [`play ${one}`, `at ${square}`];
    else if (can === 'place' && square) moves = [`at ${square}`];
    else if (can === 'discard' && one) moves = [`discard ${one}`];
    if (!moves.length || !send('play', { moves })) return;
    action?.classList.add('pending');
    for (const el of all('.sel, .chosen, .spot.pending')) el.classList.add('sent');
  }

  /** Mark what was picked and what can be. */
  function show() {
    const can = act(), one = picked(), here = mine(), planting = can === 'plant' || can === 'place';
    for (const el of all('#hand .tcard')) {
      el.classList.toggle('sel', el.dataset.k === one);
      el.classList.toggle('can', can === 'plant' || can === 'discard');
      el.setAttribute('aria-pressed', String(el.dataset.k === one));
    }
    for (const pile of all('#piles .pile')) {
      pile.classList.toggle('can', can === 'draw' && list(legal().sources).includes(pile.dataset.source ?? ''));
      pile.classList.toggle('chosen', pile.dataset.source === source);
    }
    if (here) {
      offer(here, planting && one ? list(legal().squares) : [], square, (at) => filled(words.free, { square: `${at.slice(0, 3)} ${at.slice(3)}` }));
      ghost(here, one);
      zoom.show();
    }
    button(can, one);
    rove();
  }

  /** Show the picked card where it is to stand, with what it brings. @param {HTMLElement} here @param {string} one */
  function ghost(here, one) {
    const spot = square ? /** @type {HTMLElement | null} */ (here.querySelector(`.spot[data-at="${square}"]`)) : null;
    const held = /** @type {HTMLElement | null} */ (document.querySelector(`#hand [data-k="${one}"]`));
    if (!spot || !held) return;
    const brings = bring(), copy = face(one);
    spot.classList.add('pending');
    spot.append(copy);
    if (brings) {
      const pill = document.createElement('span');
      pill.className = 'gain';
      pill.dir = 'ltr';
      pill.textContent = `${brings.species.toUpperCase()} ${brings.before} → ${brings.after}`;
      spot.append(pill);
    }
    zoom.reveal(spot);
  }

  /** @param {string} one @returns {HTMLElement} a card */
  function face(one) {
    const el = document.createElement('span');
    el.className = `tcard sp-${one[0]} v${one[1]}`;
    el.setAttribute('role', 'img');
    el.setAttribute('aria-label', spoken(one));
    el.innerHTML = `<span class="in"><svg class="art"><use href="${words.sprite}#tree-${one[0]}"/></svg><span class="plate"><b>${one[1]}</b><i>${one[0]?.toUpperCase()}</i></span>${'18'.includes(one[1] ?? '') ? '<u></u>' : ''}<em></em></span>`;
    /** @type {HTMLElement} */ (el.querySelector('em')).textContent = name(one[0] ?? '');
    return el;
  }

  /** @param {string} can @param {string} one */
  function button(can, one) {
    if (!action || !putBack || !see) return;
    const lying = list(/** @type {HTMLElement | null} */ (document.querySelector(`#piles [data-source="${source}"]`))?.dataset.cards), top = lying[lying.length - 1] ?? '';
    see.hidden = !can || lying.length < 2;
    see.textContent = filled(words.see, { n: lying.length });
    const text = {
      draw: source === 'deck' ? words.drawDeck : source ? filled(words.drawPile, { card: top.toUpperCase() }) : words.source,
      plant: square ? filled(words.plant, { card: one.toUpperCase() }) : one ? filled(words.square, { card: one.toUpperCase() }) : words.pick,
      place: square ? filled(words.plant, { card: one.toUpperCase() }) : filled(words.square, { card: one.toUpperCase() }),
      discard: one ? filled(words.discard, { card: one.toUpperCase() }) : words.discardPick,
    }[can];
    action.textContent = text ?? (state().over ? '' : words.wait ?? '');
    action.disabled = !(can && (source || square || (can === 'discard' && one)));
    action.classList.remove('pending');
    putBack.hidden = !(can && (card || square || source));
    action.hidden = state().over;
  }

  // ---- paths -----------------------------------------------------------------------------------------------------------

  /** Outline the viewer's own best path of the chosen species. */
  function paths() {
    const here = mine();
    if (!here || sheet) return;
    let found = false;
    for (const chip of all('#paths .pathchip')) {
      const on = chip.dataset.species === species && Boolean(chip.dataset.trees);
      chip.setAttribute('aria-pressed', String(on));
      if (on) { outline(here, species, numbers(chip.dataset.trees), numbers(chip.dataset.running)); found = true; }
    }
    if (!found) clear(here);
  }

  /** @param {HTMLElement} chip */
  function pickPath(chip) {
    species = species === chip.dataset.species ? '' : chip.dataset.species ?? '';
    paths();
    const ways = numbers(chip.dataset.running), here = mine(), planted = here ? trees(here) : [];
    const path = numbers(chip.dataset.trees).map((i) => planted[i]?.card.toUpperCase()).join(' ');
    say(ways.length ? filled(words.path, { species: name(chip.dataset.species ?? ''), points: ways[ways.length - 1] ?? 0, cards: path }) : filled(words.noPath, { species: name(chip.dataset.species ?? '') }), true);
  }

  // ---- piles and gardens of others ---------------------------------------------------------------------------------------

  /** Show the cards of a pile. @param {HTMLElement} pile */
  function contents(pile) {
    const cards = list(pile.dataset.cards), dialog = /** @type {HTMLDialogElement} */ ($('contents'));
    $('contents-title').textContent = pile.dataset.name ?? '';
    $('spread').replaceChildren(...cards.map((one) => { const item = document.createElement('li'); item.append(face(one)); return item; }));
    if (!cards.length) $('spread').textContent = words.empty ?? '';
    $('only').hidden = cards.length >= Number(pile.dataset.piled);
    dialog.showModal();
  }

  /** Show a garden large. @param {string} seat */
  function lookAt(seat) {
    const copy = /** @type {HTMLElement} */ (garden(seat).cloneNode(true)), dialog = /** @type {HTMLDialogElement} */ ($('looking-at'));
    for (const el of [copy, .../** @type {NodeListOf<HTMLElement>} */ (copy.querySelectorAll('[id], [data-k]'))]) { el.removeAttribute('id'); delete el.dataset.k; }
    $('looking-title').textContent = filled(words.garden, { name: $(`name-${seat}`).querySelector('.who')?.textContent ?? '' });
    const hand = $(`facts-${seat}`).querySelector('.held.open');
    if (hand) $('looking-title').append(hand.cloneNode(true));
    $('looking-view').replaceChildren(copy);
    dialog.showModal();
  }

  // ---- the end -----------------------------------------------------------------------------------------------------------

  /** Put gardens where they belong: the viewer's in front, or all beside the sheet. */
  function arrange() {
    const had = sheet;
    sheet = ended && !root.classList.contains('end-closed') && !root.classList.contains('looking');
    const me = Number(datum('me') || 0), order = seats.map((_, n) => (me + n) % seats.length);
    order.forEach((seat, n) => {
      const home = sheet ? $('gardens') : n ? $('others') : $('mine');
      const plot = $(`seat-${seat}`);
      if (plot.parentElement !== home) home.append(plot);
    });
    document.body.classList.toggle('ended', ended);
    if (had && !sheet) {
      clearTimeout(touring);
      halt();
      for (const seat of seats) clear(garden(seat));
      paths();
    } else if (sheet && !had) {
      const row = /** @type {HTMLElement | null} */ (document.querySelector('.scores tr.cur'));
      if (row) light(row.dataset.species ?? '');
    }
  }

  /** Light up the paths of a species in every garden. @param {string} one @param {number} [each] */
  function light(one, each = 0) {
    halt();
    for (const row of all('.scores tbody tr')) {
      const on = row.dataset.species === one;
      row.classList.toggle('cur', on);
      row.querySelector('.sn')?.setAttribute('aria-pressed', String(on));
      if (!on) continue;
      for (const seat of seats) {
        const running = numbers(row.getAttribute(`data-running-${seat}`) ?? ''), here = garden(seat);
        clear(here);
        const points = row.getAttribute(`data-right-${seat}`) ? running[running.length - 1] ?? 0 : '–';
        $(`facts-${seat}`).dataset.path = `${name(one)} ${points}`;
        if (row.getAttribute(`data-right-${seat}`)) outline(here, one, numbers(row.getAttribute(`data-trees-${seat}`) ?? ''), running, each);
        here.classList.add('lit');
      }
    }
  }

  /** Go through the species that brought points, until somebody chooses one. */
  function tour() {
    const rows = all('.scores tbody tr').filter((row) => seats.some((seat) => row.getAttribute(`data-right-${seat}`) && row.getAttribute(`data-trees-${seat}`)));
    const go = (/** @type {number} */ k) => {
      const row = rows[k];
      if (!row) return;
      light(row.dataset.species ?? '', calm.matches ? 0 : EACH);
      const longest = Math.max(...seats.map((seat) => numbers(row.getAttribute(`data-trees-${seat}`) ?? '').length));
      if (!calm.matches) touring = window.setTimeout(() => go(k + 1), longest * EACH + PAUSE);
    };
    go(0);
  }

  // ---- pointer -----------------------------------------------------------------------------------------------------------

  document.addEventListener('click', (event) => {
    const el = /** @type {Element} */ (event.target), on = (/** @type {string} */ css) => /** @type {HTMLElement | null} */ (el.closest(css));
    const held = on('#hand .tcard'), pile = on('.pile'), spot = on('#mine .spot'), chip = on('.pathchip'), look = on('[data-look]'), row = on('.scores tbody tr'), size_ = on('[data-zoom]');
    if (held) pickCard(held.dataset.k ?? '');
    else if (pile) pickSource(pile);
    else if (spot) pickSquare(spot.dataset.at ?? '');
    else if (chip) pickPath(chip);
    else if (look) lookAt(look.dataset.look ?? '');
    else if (size_) zoom.change(size_.dataset.zoom ?? '');
    else if (row) { clearTimeout(touring); light(row.dataset.species ?? '', calm.matches ? 0 : EACH); }
    else if (el === action) confirm();
    else if (el === putBack) drop(true);
    else if (el === see) contents(/** @type {HTMLElement} */ (document.querySelector(`#piles [data-source="${source}"]`)));
    if (on('#menu [data-cmd]')) /** @type {HTMLDialogElement} */ ($('menu')).close();
  });
  addEventListener('pointerdown', land, { capture: true });
  new MutationObserver(arrange).observe(root, { attributeFilter: ['class'] });

  // ---- keyboard ------------------------------------------------------------------------------------------------------------

  /** The group that had the focus, and the place in it. */
  let focused = { group: '', index: 0, lost: false };
  const members = (/** @type {string} */ group) => all(group).filter((el) => el.getClientRects().length);

  /** Make one stop of the Tab key of each group. */
  function rove() {
    for (const group of GROUPS) {
      const found = members(group), stop = found.find((el) => el === document.activeElement || el.matches('.sel, .chosen, .pending')) ?? found[0];
      for (const el of found) el.tabIndex = el === stop ? 0 : -1;
    }
  }

  document.addEventListener('focusin', (event) => {
    const el = /** @type {HTMLElement} */ (event.target), group = GROUPS.find((css) => el.matches(css)) ?? '';
    focused = { group, index: group ? members(group).indexOf(el) : 0, lost: false };
    if (group) rove();
  });

  /** Focus a member of a group. @param {string} group @param {number} index */
  function enter(group, index) {
    const found = members(group), el = found.find((one) => one.matches('.sel, .chosen')) ?? found[Math.max(0, Math.min(index, found.length - 1))];
    el?.focus({ preventScroll: true });
  }

  /** Keep the focus on the board when what had it was drawn anew. */
  function refocus() {
    if (!focused.group || document.activeElement !== document.body) return;
    const { group, index } = focused, can = act();
    enter({ draw: '#piles .pile', plant: '#hand .tcard', place: '#mine .spot', discard: '#hand .tcard' }[can] ?? (group === '#mine .spot' ? '#hand .tcard' : group), group === '#mine .spot' ? 0 : index);
  }

  /** @type {Object<string, [number, number]>} */
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  /** Go from one member of a group to the nearest that way. @param {HTMLElement} from @param {string} group @param {[number, number]} way */
  function step(from, group, [dx, dy]) {
    const middle = (/** @type {HTMLElement} */ el) => { const b = el.getBoundingClientRect(); return { x: b.x + b.width / 2, y: b.y + b.height / 2 }; };
    const here = middle(from);
    const ahead = members(group).filter((el) => el !== from).map((el) => {
      const there = middle(el), along = (there.x - here.x) * dx + (there.y - here.y) * dy, aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
      return { el, along, cost: along + 2 * aside };
    }).filter(({ along }) => along > 4).sort((a, b) => a.cost - b.cost);
    ahead[0]?.el.focus({ preventScroll: true });
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether the key meant something here */
  function key(event) {
    const at = /** @type {HTMLElement} */ (event.target), group = GROUPS.find((css) => at.matches(css)), way = ARROWS[event.key];
    if (event.key === 'Escape' && (card || square || source)) {
      if (square) { square = ''; show(); say(words.back); } else drop(true);
      enter(act() === 'draw' ? '#piles .pile' : '#hand .tcard', 0);
      return true;
    }
    if (at.closest('input, textarea, select')) return false;
    if (way && group) { step(at, group, way); return true; }
    if (way && (at === document.body || at === root)) { enter(act() === 'draw' ? '#piles .pile' : '#hand .tcard', 0); return true; }
    if (event.key === '+' || event.key === '-' || event.key === '0') { zoom.change({ '+': 'in', '-': 'out', 0: 'fit' }[event.key] ?? ''); return true; }
    if (event.key.toLowerCase() === 'd') { enter('#piles .pile', 0); return true; }
    if (event.key.toLowerCase() === 'a') { enter('#hand .tcard', 0); return true; }
    if (event.key === 'Enter' && group === '#hand .tcard' && act() === 'plant') {
      pickCard(at.dataset.k ?? '');
      if (card) enter('#mine .spot', 0);
      return true;
    }
    return false;
  }

  // ---- what arrives --------------------------------------------------------------------------------------------------------

  /** @param {Object<string, string>} f */
  function update(f) {
    const over = state().over && Boolean(document.querySelector('.scores')), first = over && !ended, can = act();
    ended = over;
    if (datum('me') !== facing) { facing = datum('me'); species = card = square = source = ''; }
    if (can !== 'draw' || 'hand' in f) source = ''; // the second card is picked and confirmed, too
    if (can !== 'plant' && can !== 'place') square = '';
    if ((can !== 'plant' && can !== 'discard') || !document.querySelector(`#hand [data-k="${card}"]`)) card = '';
    if ('hand' in f && can === 'discard') card = '';
    root.classList.toggle('yours', state().yours);
    root.classList.toggle('no-ends', !scoring().bonus);
    arrange();
    for (const seat of seats) size(garden(seat));
    show();
    paths();
    const able = new Set(list(datum('may')));
    for (const one of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll('#menu [data-needs]'))) one.disabled = !able.has(one.dataset.needs ?? '');
    refocus();
    if (first) tour();
    const dialog = /** @type {HTMLDialogElement} */ ($('contents'));
    if (dialog.open && Object.keys(f).some((id) => id.startsWith('pile-'))) dialog.close();
  }

  /** What moves touch. @param {string[]} moves */
  function hint(moves) {
    return moves.map((move) => {
      const [verb = '', what = ''] = move.split(' ');
      if (verb === 'draw') return document.querySelector(`#piles [data-source="${what}"]`);
      if (verb !== 'at') return document.querySelector(`#hand [data-k="${what}"]`);
      if (act() === 'plant') pickCard((moves[0] ?? '').slice(5)); // its squares are only there while a card is picked
      return document.querySelector(`#mine .spot[data-at="${what}"]`);
    });
  }

  update({});
  return {
    update,
    key,
    hint,
    change: (apply, info) => travel(root, apply, info),
    refused() { for (const el of all('.sent')) el.classList.remove('sent'); show(); },
  };
}
