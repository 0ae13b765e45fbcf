// splendor.js: the board of Splendor: tokens go into a tray first, a card is asked for first; then a button, or Enter, acts.
// What is legal is read from the fragment `legal`; see board.py. Sheets, facts and flights have modules of their own.
// @ts-check

import { COLOURS, KINDS, bank, bill, choice, costs, front, legal, letter, option, payment, place, purses, sum, take, within } from './splendor-facts.js';
import { change, land } from './splendor-flights.js';
import { amounts, art, cardSheet, filled, gem, gems, giveSheet, holderSheet, icon, label, nobleSheet, nth, paySheet, shut } from './splendor-sheets.js';

/** @typedef {import('../../table/static/match.js').Table} Table */
/** @typedef {import('../../table/static/match.js').Game} Game */
/** @typedef {import('./splendor-facts.js').Legal} Legal */

const narrow = matchMedia('(max-width: 980px)');

/** @param {Table} table @returns {Game & {change: (apply: () => void, info: {mine: boolean}) => void}} */
export function board({ root, send, say, state }) {
  const $ = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  const words = $('words').dataset, action = $('action');
  /** Tokens that are chosen. @type {string[]} */
  let tray = [];
  /** The place that is asked for, and its card, so that another card there is not. */
  let asked = '', askedCard = '';
  /** Why the last tap did nothing. */
  let why = '';
  /** What the viewer could do when the page was last looked at. */
  let known = '';
  let counted = bank();
  /** The bank as the game left it: what is looked at in between brings no tokens. */
  let left = counted;
  let can = legal(), held = purses();

  const able = () => Boolean(can.act) && state().yours && !state().looking;
  const mine = () => held[can.me] ?? null;
  const may = (/** @type {string} */ move) => able() && can.moves.includes(move);
  const card = (/** @type {string} */ name) => front(place(name));
  const cardName = (/** @type {HTMLElement} */ card) => nth(words.cards, COLOURS.indexOf(card.dataset.c ?? '') + 1);
  const points = (/** @type {HTMLElement} */ card) => Number(card.querySelector('.pts')?.textContent ?? 0);

  /** Play moves, as one command. @param {string[]} moves */
  function play(moves) {
    if (!send('play', { moves })) return;
    action.classList.add('sent');
  }

  /** Say why something can not be done. @param {string | undefined} text */
  function refuse(text) {
    why = text ?? '';
    say(why, !able());
    bar();
  }

  // ---- the tray ----------------------------------------------------------------------------------------------------

  const exact = () => tray.length > 0 && may(take(tray));
  const more = (/** @type {string[]} */ chosen) => can.moves.filter((move) => within(chosen, move));

  /** Choose a token, or put it back. @param {string} c */
  function token(c) {
    why = '';
    if (!able() || can.act !== 'main') return refuse(state().looking ? words.looking : words.notNow);
    asked = '';
    if (more([...tray, c]).length || can.moves.includes(take([...tray, c]))) tray = [...tray, c];
    else if (tray.includes(c) && (tray.length > 1 || !lonely(c))) tray = tray.filter((one) => one !== c);
    else return refuse(reason(c));
    say(tray.length ? `${gems(tray)}. ${$('now').textContent ?? ''}` : words.cleared ?? '');
    return show();
  }

  /** Whether a second token of a colour is missed because its pile is low. @param {string} c */
  const lonely = (c) => tray.length === 1 && (counted[KINDS.indexOf(c)] ?? 0) < 4;

  /** @param {string} c @returns {string} why a token can not be chosen */
  function reason(c) {
    const left = counted[KINDS.indexOf(c)] ?? 0;
    if (c === 'o') return words.whyGold ?? '';
    if (!left) return filled(words.whyEmpty, { gem: gem(c) });
    if (tray.includes(c)) return filled(words.whyPile, { n: left });
    if (tray.length === 2 && tray[0] === tray[1]) return words.whyMixed ?? '';
    return (tray.length ? words.whyFull : words.whyNo) ?? '';
  }

  function confirm() {
    const purse = mine();
    if (!exact() || !purse) return refuse(tray.length ? filled(words.whyMore, { what: missing() }) : words.choose);
    const move = take(tray), taken = KINDS.map((c) => tray.filter((one) => one === c).length);
    const tokens = purse.tokens.map((n, k) => n + (taken[k] ?? 0)), count = sum(tokens) - 10;
    if (count <= 0 || !option('returns-any')) return play([move]);
    return giveSheet({ tokens, taken, open: tokens, count, text: filled(words.giveAny, { n: sum(tokens) }), confirm: words.giveFirst ?? '' },
      (kinds) => play([move, ...kinds.map((c) => `return ${letter(c)}`)]));
  }

  /** @returns {string} what the tray lacks */
  function missing() {
    const least = Math.min(...more(tray).map((move) => move.length - 5 - tray.length));
    return Number.isFinite(least) ? nth(words.moreN, least) : words.whyFull ?? '';
  }

  /** Put everything back. @returns {boolean} whether there was something */
  function clear() {
    if (!tray.length && !asked && !why) return false;
    tray = [];
    asked = why = '';
    say(words.cleared ?? '');
    show();
    return true;
  }

  // ---- cards -------------------------------------------------------------------------------------------------------

  /** What can be done with a card, or a deck, in words. @param {string} name */
  function offer(name) {
    const shown = card(name), purse = mine(), deck = name.endsWith('?'), cost = shown && !deck ? costs(shown) : [], paid = purse && bill(cost, purse);
    const hand = can.me < 0 ? 0 : document.querySelectorAll('.pl.me .kept .at').length, gold = counted[5];
    const own = name.startsWith('r'), buy = may(`buy ${name}`), reserve = may(`reserve ${name}`), missing = paid ? paid.gold - (purse?.tokens[5] ?? 0) : 0;
    const free = paid ? paid.due.map((n, c) => (cost[c] ?? 0) - n) : [];
    const where = own ? filled(words.own, { n: name.slice(1) }) : deck ? filled(words.deckLeft, { n: place(name)?.querySelector('.deck')?.getAttribute('data-n') ?? 0 }) : filled(words.slot, { level: name.charAt(0), slot: name.charAt(1) });
    const short = paid ? amounts(paid.short) : '';
    return {
      title: deck ? filled(words.deck, { level: name.charAt(0) }) : shown ? cardName(shown) : '',
      where: [where, shown && points(shown) ? nth(words.points, points(shown)) : ''].filter(Boolean).join(' · '),
      good: deck ? words.deckText ?? '' : !paid ? '' : missing > 0 ? filled(words.cannot, { gems: short }) + (purse?.tokens[5] ? `; ${filled(words.hasGold, { n: purse.tokens[5] })}` : '') : paid.gold ? filled(words.canGold, { n: paid.gold }) : words.can ?? '',
      bonus: deck ? words.deckText ?? '' : !paid ? '' : sum(free) ? filled(words.byBonus, { gems: amounts(free) }) : words.noBonus ?? '',
      can: !deck && Boolean(paid) && missing <= 0, paid, missing, buyable: buy, reservable: reserve, own, deck,
      left: purse && paid ? sum(purse.tokens) - sum(paid.due) : 0, hand, gold,
    };
  }

  /** The words on the two buttons. @param {string} name @returns {{buy: [string, (() => void) | null], reserve: [string, (() => void) | null] | null}} */
  function buttons(name, small = false) {
    if (can.me < 0) return { buy: ['', null], reserve: null };
    const is = offer(name), now = able() && can.act === 'main';
    const coins = (is.paid ? [...is.paid.coins, is.paid.gold] : []).map((n, k) => (n ? art(`chips-${KINDS[k]}`) + (n > 1 ? `<b>${n}</b>` : '') : '')).join('');
    const price = small ? `${words.buy}<small>${filled(words.left, { n: is.left })}</small>` : coins ? `${words.buyFor}${coins}` : words.buyFree ?? '';
    const no = is.missing > 0 ? nth(words.short, is.missing) : words.buy ?? '';
    const gold = is.gold ? words.goldComes ?? '' : words.noGold ?? '';
    const more = small ? `${gold} · ${filled(words.hand, { n: is.hand + 1 })}` : gold;
    return {
      buy: is.deck ? ['', null] : [is.can ? price : no, is.buyable ? () => buy(name) : null],
      reserve: is.own ? null : [`${words.reserve}<small>${is.hand > 2 ? `${is.hand}/3` : more}</small>`, now && is.reservable ? () => play([`reserve ${name}`]) : null],
    };
  }

  /** @param {string} name */
  function buy(name) {
    const shown = card(name), purse = mine();
    if (!shown || !purse || !may(`buy ${name}`)) return;
    const cost = costs(shown);
    if (!choice(cost, purse, [])) return play([`buy ${name}`]);
    paySheet(shown, purse, [], (gold) => play([`buy ${name}`, ...payment(cost, purse, gold, [])]));
  }

  /** Ask for a card or a deck: nothing is done yet. @param {string} name @param {boolean} keys */
  function ask(name, keys) {
    why = '';
    const shown = place(name), piece = /** @type {HTMLElement | null | undefined} */ (shown?.querySelector('.card, .deck'));
    if (!shown || !piece) { refuse(words.deckEmpty); return; }
    if (asked === name && !narrow.matches) {
      if (keys) (/** @type {HTMLElement | null} */ (action.querySelector('.do .in-card.act:not([aria-disabled="true"]):not([hidden])') ?? $('reserve'))).focus();
      else { asked = ''; show(); }
      return;
    }
    asked = name;
    askedCard = piece.dataset.i ?? '';
    show();
    const is = offer(name), full = able() && is.hand > 2 && !is.own ? ` ${words.handFull}` : '';
    if (narrow.matches || tray.length) cardSheet(piece, mine(), { ...is, ...buttons(name, true), good: is.good + full });
    else say(`${filled(words.asked, { card: `${is.title}, ${is.where}` })} ${is.good}.${full}`);
  }

  // ---- steps that a turn may need at its end ---------------------------------------------------------------------------

  /** What has to be done before the turn is over: its words, and what opens it. @returns {[string, () => void] | null} */
  function step() {
    const purse = mine(), [first = ''] = can.moves;
    if (!able() || !purse) return null;
    if (first === 'pass') return [words.pass ?? '', () => play(['pass'])];
    if (can.act === 'return' && can.excess) return [nth(words.give, can.excess), () => giveSheet(returning(purse.tokens), (kinds) => play(kinds.map((c) => `return ${letter(c)}`)))];
    if (can.act === 'noble') return [words.nobleStep ?? '', () => nobleSheet(can.moves.map((move) => $(`noble-${move.slice(6)}`)), (n) => play([`noble ${n}`]))];
    const shown = /** @type {HTMLElement | null} */ (document.querySelector(`.card[data-i="${can.buying}"]`));
    if (can.act === 'pay' && shown) return [words.payStep ?? '', () => paySheet(shown, purse, can.gold, (gold) => play(payment(costs(shown), purse, gold, can.gold)))];
    return null;
  }

  /** @param {number[]} tokens */
  function returning(tokens) {
    const any = option('returns-any'), from = Math.max(0, ...can.returned.map((n, k) => (n ? k : 0)));
    const open = tokens.map((n, k) => (k < from ? 0 : any ? n : Math.max(0, (can.taken[k] ?? 0) - (can.returned[k] ?? 0))));
    return { tokens, taken: can.taken, open, count: can.excess, text: filled(any ? words.giveAny : words.giveTaken, { n: sum(tokens) }), confirm: nth(words.give, can.excess) };
  }

  // ---- marks on the board ----------------------------------------------------------------------------------------------

  /** @param {Element} at @param {string} html */
  const put = (at, html) => at.insertAdjacentHTML('beforeend', html);

  function marks() {
    for (const old of root.querySelectorAll('.can, .new, .ask, .tickbox, .gain')) old.remove();
    const purse = mine(), [slot, by] = ((/** @type {HTMLElement | null} */ ($('fresh').firstElementChild))?.dataset.is ?? '').split(' ');
    for (const at of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('button.at'))) {
      const name = at.dataset.at ?? '', shown = front(at), is = offer(name), picked = name === asked;
      at.toggleAttribute('data-can', is.buyable);
      at.toggleAttribute('data-picked', picked);
      at.setAttribute('aria-pressed', String(picked));
      if (name === slot && shown && by) { at.dataset.new = by; put(shown, `<span class="new">${seatMark(Number(by))}${words.newCard}</span>`); } else delete at.dataset.new;
      if (shown && is.buyable) put(shown, `<span class="can">${icon('check')}${is.paid?.gold ? `${is.paid.gold}${art('gem-o').replace('<svg', '<svg class="g"')}` : ''}</span>`);
      if (shown && picked && is.paid) for (const [c, colour] of COLOURS.entries()) {
        const n = is.paid.short[c] ?? 0, pip = shown.querySelector(`.pip[data-c="${colour}"]`);
        if (pip) put(pip, n ? `<span class="ask"><span class="many">${nth(words.short, n)}</span><span class="few">−${n}</span></span>` : `<span class="ask ok">${icon('check')}</span>`);
      }
      at.setAttribute('aria-label', spoken(name, shown, is, at.dataset.new !== undefined));
    }
    for (const tile of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('.tile'))) noble(tile, purse);
    piles();
  }

  /** @param {number} seat */
  const seatMark = (seat) => document.querySelector(`#name-${seat} .seat`)?.outerHTML ?? '';

  /** @param {string} name @param {HTMLElement | null} shown @param {ReturnType<typeof offer>} is @param {boolean} fresh */
  function spoken(name, shown, is, fresh) {
    if (name.endsWith('?')) return `${filled(words.deck, { level: name.charAt(0) })}: ${is.where}`;
    const where = name.startsWith('r') ? filled(words.own, { n: name.slice(1) }) : filled(words.slot, { level: name.charAt(0), slot: name.charAt(1) });
    if (!shown) return `${where}: ${words.slotEmpty}`;
    const facts = [cardName(shown), points(shown) ? nth(words.points, points(shown)) : '', filled(words.costs, { gems: amounts(costs(shown)) }), is.good, fresh ? words.fresh : ''];
    return `${where}: ${facts.filter(Boolean).join('. ')}`;
  }

  /** @param {HTMLElement} tile @param {import('./splendor-facts.js').Purse | null} purse */
  function noble(tile, purse) {
    const is = /** @type {HTMLElement | null} */ (tile.querySelector('.noble'))?.dataset ?? {}, asks = COLOURS.map(() => 0), have = COLOURS.map(() => 0);
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (tile.querySelectorAll('.asks > span'))) {
      const c = COLOURS.indexOf(one.dataset.c ?? ''), n = Number(one.dataset.n), yours = Math.min(n, purse?.bonus[c] ?? 0), text = one.querySelector('i');
      asks[c] = n;
      have[c] = yours;
      one.classList.toggle('met', Boolean(purse) && yours >= n);
      if (text) text.textContent = purse ? `${yours}/` : '';
    }
    tile.toggleAttribute('data-ready', may(`noble ${tile.dataset.noble}`));
    const gone = filled(words.nobleGone, { house: is.house ?? '', name: tile.querySelector('.whose')?.textContent?.trim() ?? '' });
    const open = [filled(words.noble, { house: is.house ?? '', gems: amounts(asks) }), purse ? filled(words.nobleHave, { gems: amounts(have) }) : ''].filter(Boolean).join('; ');
    tile.setAttribute('aria-label', tile.querySelector('.asks') ? open : gone);
  }

  /** Tokens that came to the bank with the last change, by kind. @type {number[]} */
  let gained = [];

  function piles() {
    const main = able() && can.act === 'main';
    KINDS.forEach((c, k) => {
      const pile = $(`pile-${c}`), n = tray.filter((one) => one === c).length, on = n > 0;
      const open = main && c !== 'o' && (more([...tray, c]).length > 0 || can.moves.includes(take([...tray, c])));
      pile.toggleAttribute('data-open', open && !on);
      pile.setAttribute('aria-pressed', String(on));
      pile.setAttribute('aria-label', filled(words.pile, { gem: gem(c), n: counted[k] ?? 0 }) + (on ? `, ${words.chosen}` : ''));
      if (on) put(pile, `<span class="tickbox">${n > 1 ? n : icon('check')}</span>`);
      else if (gained[k]) put(pile, `<span class="gain">${document.querySelector('#last-act .seat')?.outerHTML ?? ''}+${gained[k]}</span>`);
    });
  }

  // ---- the bar at the foot ------------------------------------------------------------------------------------------------

  /** @param {string} strong @param {string} [quiet] */
  const now = (strong, quiet = '') => { $('now').innerHTML = `${strong}${quiet ? ` <i>${quiet}</i>` : ''}`; };

  function bar() {
    const must = step(), is = asked ? offer(asked) : null, on = $('turn').querySelector('span')?.innerHTML ?? '';
    const rest = able() && can.moves.includes('keep');
    action.dataset.mode = state().over ? 'over' : must ? 'step' : rest || (is && !tray.length) ? 'card' : able() ? 'take' : 'wait';
    $('thumb').innerHTML = '';
    if (state().over) now(words.over ?? '');
    else if (must) {
      now(can.moves[0] === 'pass' ? words.mustPass ?? '' : on);
      label(/** @type {HTMLButtonElement} */ ($('step')), must[0], must[1]);
    } else if (rest) {
      now(words.giveRest ?? '');
      pair({ reserve: [words.giveAll ?? '', () => play(['return rest'])], buy: [words.keep ?? '', () => play(['keep'])] });
    } else if (is && !tray.length) {
      now(`${is.title} <i>${is.where}</i><span class="detail">${why || (is.missing > 0 || is.deck ? is.good : is.bonus)}</span>`);
      $('thumb').innerHTML = place(asked)?.querySelector('.card, .deck')?.outerHTML.replace(/ data-k="[^"]*"/, '') ?? '';
      pair(buttons(asked));
    } else if (able()) taking();
    else now(on, why);
  }

  /** @param {{buy: [string, (() => void) | null], reserve: [string, (() => void) | null] | null}} two */
  function pair(two) {
    const [buy, reserve] = /** @type {HTMLButtonElement[]} */ ([$('buy'), $('reserve')]);
    if (!buy || !reserve) return;
    buy.hidden = !two.buy[0];
    reserve.hidden = !two.reserve;
    label(buy, ...two.buy);
    if (two.reserve) label(reserve, ...two.reserve);
  }

  function taking() {
    const held = sum(mine()?.tokens ?? []), after = held + tray.length, two = tray.length === 2 && tray[0] === tray[1];
    const named = filled(words.take, { gems: two ? filled(words.two, { gem: nth(words.many, KINDS.indexOf(tray[0] ?? '') + 1) }) : gems(tray) });
    action.toggleAttribute('data-why', Boolean(why));
    if (tray.length) now(named, why || (exact() ? words.ready : missing()));
    else now((can.moves.some((move) => move.startsWith('take')) ? words.choose : words.chooseCard) ?? '', why);
    $('after').innerHTML = `${tray.length ? `<span>${held}</span><i>→</i>` : ''}<b${after > 10 ? ' class="too"' : ''}>${after}</b><i>/10</i><span class="vh">${filled(words.holdAfter, { n: held, after })}</span>`;
    const wells = /** @type {NodeListOf<HTMLButtonElement>} */ ($('tray').querySelectorAll('.well'));
    wells.forEach((well, n) => {
      const c = tray[n];
      well.hidden = two && n === 2;
      well.innerHTML = c ? `${art(`chip-${c}`)}<span class="off">${icon('close')}</span>` : String(n + 1);
      well.setAttribute('aria-label', c ? filled(words.putBack, { gem: gem(c) }) : filled(words.emptyWell, { n: n + 1 }));
      well.tabIndex = c ? 0 : -1;
      if (c) well.dataset.c = c; else delete well.dataset.c;
      well.toggleAttribute('data-next', n === tray.length && more(tray).length > 0);
    });
    $('clear').setAttribute('aria-disabled', String(!tray.length));
    $('confirm').setAttribute('aria-disabled', String(!exact()));
  }

  function show() {
    marks();
    bar();
    rove();
  }

  // ---- pointer and keyboard ------------------------------------------------------------------------------------------------

  root.addEventListener('click', (event) => {
    const at = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('button'));
    if (!at || at.closest('dialog')) return;
    const { at: name, noble: n, c, well, holder } = at.dataset, keys = event.detail === 0;
    if (at.id === 'clear') clear();
    else if (at.id === 'confirm') confirm();
    else if (holder !== undefined) holderSheet(Number(holder));
    else if (well !== undefined) { if (c) { tray.splice(Number(well), 1); why = ''; show(); } }
    else if (c) token(c);
    else if (name && at.classList.contains('at')) ask(name, keys);
    else if (n && may(`noble ${n}`)) step()?.[1]();
    else if (n) say(at.getAttribute('aria-label') ?? '', true);
  });

  /** The rows that arrow keys go through: nobles, cards, the bank, the viewer's own hand. @returns {HTMLElement[][]} */
  const grid = () => ['.nobles .tile', '.row3 .at', '.row2 .at', '.row1 .at', '.bank .pile', '.pl.me .kept button.at']
    .map((row) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(row)])).filter((row) => row.length);
  /** Where the keyboard stands: row and place. */
  let row = 1, column = 1;

  /** Leave one stop for the Tab key on the board. */
  function rove() {
    const rows = grid();
    row = Math.min(row, rows.length - 1);
    column = Math.min(column, (rows[row]?.length ?? 1) - 1);
    rows.forEach((places, r) => places.forEach((place, n) => { place.tabIndex = r === row && n === column ? 0 : -1; }));
  }

  root.addEventListener('focusin', (event) => {
    grid().forEach((places, r) => {
      const n = places.indexOf(/** @type {HTMLElement} */ (event.target));
      if (n >= 0) [row, column] = [r, n];
    });
    rove();
  });

  /** @type {Object<string, [number, number]>} */
  const WAYS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

  /** @param {KeyboardEvent} event @returns {boolean} whether the key meant something here */
  function key(event) {
    const at = /** @type {HTMLElement} */ (event.target), press = event.key.toLowerCase();
    if (event.key === 'Escape' && clear()) return true;
    if (at.closest('input, textarea, select')) return false;
    const way = WAYS[event.key], places = grid();
    if (way) {
      const on = places[row]?.[column] === document.activeElement;
      if (on) {
        row = Math.max(0, Math.min(places.length - 1, row + way[0]));
        column = Math.max(0, Math.min((places[row]?.length ?? 1) - 1, column + way[1]));
      }
      rove();
      places[row]?.[column]?.focus({ preventScroll: !narrow.matches });
      return true;
    }
    if (event.key === 'Enter' && exact() && (!at.closest('button') || at.closest('.pile'))) { confirm(); return true; }
    if (COLOURS.includes(press) && !event.shiftKey) { token(press); return true; }
    if (asked && press === 'b') { if (may(`buy ${asked}`)) buy(asked); else refuse(offer(asked).good); return true; }
    if (asked && press === 'v') { if (may(`reserve ${asked}`)) play([`reserve ${asked}`]); else refuse(able() ? words.handFull : words.notNow); return true; }
    return false;
  }

  // ---- what arrives --------------------------------------------------------------------------------------------------------

  /** Read what changed. @param {Object<string, string>} f */
  function update(f) {
    can = legal();
    held = purses();
    const text = $('legal').innerHTML, new_ = text !== known, then = bank();
    if (state().looking) gained = [];
    else if (Object.keys(f).some((id) => id.startsWith('pile-'))) [gained, left] = [then.map((n, k) => Math.max(0, n - (left[k] ?? 0))), then];
    counted = then;
    known = text;
    action.classList.remove('sent');
    for (const panel of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll('.pl'))) panel.classList.toggle('me', Number(panel.dataset.seat) === can.me);
    if (new_) { tray = []; asked = why = ''; shut(); }
    if (asked && (/** @type {HTMLElement | null | undefined} */ (place(asked)?.querySelector('.card, .deck'))?.dataset.i ?? '') !== askedCard) asked = '';
    show();
    if (new_ && can.moves[0] !== 'pass' && !document.body.classList.contains('covered')) step()?.[1]();
  }

  /** Several moves may be typed with a semicolon between. @param {string} text */
  const typed = (text) => text.split(';').map((move) => move.trim()).filter(Boolean);

  /** What moves touch. @param {string[]} moves */
  function hint([move = '']) {
    const [verb = '', what = ''] = move.split(' ');
    if (verb === 'take' || verb === 'return' || verb === 'gold') return [...new Set(what)].map((one) => $(`pile-${COLOURS[COLOURS.findIndex((c) => letter(c) === one)] ?? 'o'}`));
    if (verb === 'noble') return [$(`noble-${what}`)];
    return verb === 'buy' || verb === 'reserve' ? [place(what)] : [];
  }

  update({});
  return { update, typed, key, hint, change: (apply, info) => change(apply, info.mine), refused() { action.classList.remove('sent'); land(); show(); } };
}
