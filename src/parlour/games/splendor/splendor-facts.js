// splendor-facts.js: what the page shows, as facts: purses, costs, what a purchase leaves to choose. It reads the fragments
// that board.py makes and decides nothing: what is legal comes from the server.
// @ts-check

export const COLOURS = ['w', 'u', 'g', 'r', 'k'];
export const KINDS = [...COLOURS, 'o'];

/** @typedef {{bonus: number[], tokens: number[]}} Purse six counts each; gold has no bonus */
/** @typedef {{act: string, moves: string[], me: number, buying: string, gold: number[], taken: number[], returned: number[], excess: number}} Legal */

const $ = (/** @type {string} */ id) => document.getElementById(id);
const number = (/** @type {Element | null | undefined} */ el) => Number(el?.textContent) || 0;
const numbers = (/** @type {string | undefined} */ text) => (text ? text.split(',').map(Number) : []);
const sum = (/** @type {number[]} */ all) => all.reduce((a, b) => a + b, 0);

/** The letter of a colour in moves. @param {string} c */
export const letter = (c) => (c === 'o' ? '*' : c.toUpperCase());

/** @returns {Legal} what the viewer may do now; `me` is -1 for a spectator */
export function legal() {
  const is = /** @type {HTMLElement | null} */ ($('legal')?.firstElementChild ?? null)?.dataset ?? {};
  return {
    act: is.act ?? '', moves: is.moves ? is.moves.split(';') : [], me: is.me ? Number(is.me) : -1, buying: is.buying ?? '',
    gold: numbers(is.gold), taken: numbers(is.taken), returned: numbers(is.returned), excess: Number(is.excess ?? 0),
  };
}

/** @param {string} bit @returns {boolean} whether the game is played with an option */
export const option = (bit) => ((/** @type {HTMLElement | null | undefined} */ ($('rules-bits')?.firstElementChild))?.dataset.is ?? '').split(' ').includes(bit);

/** @param {number} seat @returns {Purse} */
export function purse(seat) {
  const holds = KINDS.map((c) => $(`h${seat}${c}`));
  return { bonus: holds.map((el) => number(el?.querySelector('.bon b'))), tokens: holds.map((el) => number(el?.querySelector('.tok b'))) };
}

/** @returns {Purse[]} what each seat has */
export const purses = () => Array.from(document.querySelectorAll('.pl'), (_, seat) => purse(seat));

/** @returns {number[]} the tokens in the bank */
export const bank = () => KINDS.map((c) => number($(`pile-${c}`)?.querySelector('.n')));

/** Costs that were read, by the number of the card. @type {Map<string, number[]>} */
const read = new Map();

/** @param {HTMLElement} card a card's front @returns {number[]} its cost by colour */
export function costs(card) {
  const key = card.dataset.i ?? '';
  const found = read.get(key) ?? COLOURS.map((c) => number(card.querySelector(`.cost .pip[data-c="${c}"] > b`)));
  read.set(key, found);
  return found;
}

/** @param {Element | null | undefined} at @returns {HTMLElement | null} the front of the card at a place */
export const front = (at) => /** @type {HTMLElement | null} */ (at?.querySelector('.card') ?? null);

/** @param {string} name such as "23", "2?" or "r1" @returns {HTMLElement | null} the place of that name */
export const place = (name) => document.querySelector(`:is(.row, .pl.me) .at[data-at="${name}"]`);

/**
 * What a purse pays for a card: what is due after bonuses, what of it coloured tokens pay, and the gold it takes.
 * @param {number[]} cost @param {Purse} purse
 */
export function bill(cost, { bonus, tokens }) {
  const due = cost.map((n, c) => Math.max(0, n - (bonus[c] ?? 0)));
  const coins = due.map((n, c) => Math.min(n, tokens[c] ?? 0));
  const short = due.map((n, c) => n - (coins[c] ?? 0));
  return { due, coins, short, gold: sum(short), spare: (tokens[5] ?? 0) - sum(short) };
}

/**
 * Whether a payment still leaves a choice, as the rules see it: gold named for a colour may be followed only by the same
 * or a later colour.
 * @param {number[]} cost @param {Purse} purse @param {number[]} gold
 */
export function choice(cost, purse, gold) {
  if (!option('choose')) return false;
  const { coins, spare } = bill(cost, purse), from = Math.max(0, ...gold.map((n, c) => (n ? c : 0)));
  return spare - sum(gold) > 0 && coins.some((n, c) => c >= from && n > (gold[c] ?? 0));
}

/**
 * The moves of a payment: gold in the order of colours, and `pay` where there would still be a choice.
 * @param {number[]} cost @param {Purse} purse @param {number[]} gold what gold is paid for @param {number[]} named what of it is named already
 */
export function payment(cost, purse, gold, named) {
  const moves = [], paid = [...named];
  for (const [c, colour] of COLOURS.entries()) {
    for (; (paid[c] ?? 0) < (gold[c] ?? 0); paid[c] = (paid[c] ?? 0) + 1) moves.push(`gold ${letter(colour)}`);
  }
  return choice(cost, purse, paid) ? [...moves, 'pay'] : moves;
}

/** The name of a take. @param {string[]} tray */
export const take = (tray) => `take ${[...tray].sort((a, b) => KINDS.indexOf(a) - KINDS.indexOf(b)).map(letter).join('')}`;

/** Whether all of a tray is in a take, and the take has more. @param {string[]} tray @param {string} move */
export function within(tray, move) {
  const rest = move.startsWith('take ') ? [...move.slice(5).toLowerCase()] : [];
  for (const c of tray) {
    const at = rest.indexOf(c);
    if (at < 0) return false;
    rest.splice(at, 1);
  }
  return rest.length > 0;
}

export { sum };
