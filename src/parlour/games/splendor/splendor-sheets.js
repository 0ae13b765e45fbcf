// splendor-sheets.js: the sheets that lie over the board: a card and its bill, the payment, tokens to give back, a noble to
// choose, what a seat holds. Each is filled in when it opens, and says by a call what was chosen.
// @ts-check

import { COLOURS, KINDS, bill, choice, costs, letter, sum } from './splendor-facts.js';

/** @typedef {import('./splendor-facts.js').Purse} Purse */

const $ = (/** @type {string} */ id) => /** @type {HTMLDialogElement} */ (document.getElementById(id));
const words = /** @type {HTMLElement} */ (document.getElementById('words')).dataset;

/** @param {string | undefined} text @param {Object<string, string | number>} [values] */
export const filled = (text, values = {}) => (text ?? '').replace(/\{(\w+)\}/g, (all, key) => String(values[key] ?? all));
/** One of several texts, by number from 1. @param {string | undefined} texts @param {number} n */
export const nth = (texts, n) => (texts ?? '').split('|')[n - 1] ?? '';
/** The name of a colour. @param {string} c */
export const gem = (c) => nth(words.gems, KINDS.indexOf(c) + 1);
/** @param {string[]} colours */
export const gems = (colours) => colours.map(gem).join(', ');
/** Counts of colours in words. @param {number[]} counts */
export const amounts = (counts) => counts.map((n, c) => (n ? `${n} ${nth(n === 1 ? words.gems : words.many, c + 1)}` : '')).filter(Boolean).join(', ') || words.nothing || '';
/** @param {string} name of a drawing */
export const art = (name) => `<svg aria-hidden="true"><use href="${words.sprite}#${name}"/></svg>`;
/** @param {string} name of an icon */
export const icon = (name) => `<svg class="i" aria-hidden="true"><use href="${words.icons}#${name}"/></svg>`;

/** Open a sheet, once. @param {HTMLDialogElement} sheet */
function open(sheet) {
  if (sheet.open) return;
  sheet.showModal();
  const first = ['.house[aria-checked="true"]', '.give-b[aria-disabled="false"]', '.btn.act:not([aria-disabled="true"], [hidden])', '.btn[data-do]:not([aria-disabled="true"], [hidden])'];
  for (const part of first) {
    const el = /** @type {HTMLElement | null} */ (sheet.querySelector(part));
    if (el) { el.focus(); return; }
  }
}

/** Close all sheets. */
export function shut() {
  for (const sheet of /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll('dialog.step[open]'))) sheet.close();
}

/** @param {HTMLElement} sheet @param {string} name @returns {HTMLButtonElement} */
const button = (sheet, name) => /** @type {HTMLButtonElement} */ (sheet.querySelector(`[data-do="${name}"]`));

/** Let a button act, or say by its own words why it does not. @param {HTMLButtonElement} button @param {string} html @param {(() => void) | null} act */
export function label(button, html, act) {
  button.innerHTML = html;
  button.setAttribute('aria-disabled', String(!act));
  button.onclick = act;
}

/** @param {HTMLElement} sheet @param {string} part @param {string} html */
function fill(sheet, part, html) {
  const el = sheet.querySelector(part);
  if (el) el.innerHTML = html;
}

/** A copy of a card without its marks. @param {Element} card */
function copy(card) {
  const one = /** @type {HTMLElement} */ (card.cloneNode(true));
  one.removeAttribute('data-k');
  return one.outerHTML;
}

/** @typedef {{title: string, where: string, good: string, can: boolean, buy: [string, (() => void) | null], reserve: [string, (() => void) | null] | null}} Offer */

/** A card, what it costs, and what can be done with it. @param {HTMLElement} card its front, or a deck @param {Purse | null} purse @param {Offer} offer */
export function cardSheet(card, purse, offer) {
  const sheet = $('card-sheet'), cost = costs(card), paid = purse && bill(cost, purse);
  fill(sheet, '.shown-card', copy(card));
  fill(sheet, 'h2', offer.title);
  fill(sheet, '.where', offer.where);
  fill(sheet, '.good', `${offer.can ? icon('check') : ''}<span>${offer.good}</span>`);
  sheet.querySelector('.good')?.classList.toggle('yes', offer.can);
  let gold = purse?.tokens[5] ?? 0;
  fill(sheet, 'tbody', COLOURS.map((c, k) => {
    if (!cost[k]) return '';
    const wanted = paid?.short[k] ?? 0, covered = Math.min(gold, wanted), lacking = wanted - covered;
    gold -= covered;
    const rest = lacking ? ` <span class="free">${nth(words.short, lacking)}</span>` : '';
    const coins = paid ? `${art(`chip-${c}`).repeat(paid.coins[k] ?? 0)}${art('chip-o').repeat(covered)}${rest}` : '';
    const pays = paid && !paid.due[k] ? `<span class="free">${icon('check')}${words.covered}</span>` : coins;
    return `<tr><th scope="row">${art(`gem-${c}`)}<b>${gem(c)}</b></th><td>${cost[k]}</td><td>${purse?.bonus[k] ?? ''}</td><td>${pays}</td></tr>`;
  }).join(''));
  /** @type {HTMLElement} */ (sheet.querySelector('.bill')).hidden = !sum(cost);
  const then = (/** @type {(() => void) | null} */ act) => act && (() => { sheet.close(); act(); });
  const reserve = button(sheet, 'reserve'), buy = button(sheet, 'buy');
  reserve.hidden = !offer.reserve;
  buy.hidden = !offer.buy[0];
  if (offer.reserve) label(reserve, offer.reserve[0], then(offer.reserve[1]));
  label(buy, offer.buy[0], then(offer.buy[1]));
  open(sheet);
}

/**
 * The payment: each tap on a token pays gold in its place. @param {HTMLElement} card @param {Purse} purse
 * @param {number[]} named gold that is named already and stays @param {(gold: number[]) => void} pay
 */
export function paySheet(card, purse, named, pay) {
  const sheet = $('pay-sheet'), cost = costs(card), { due, coins, short, spare } = bill(cost, purse);
  let gold = COLOURS.map((_, c) => named[c] ?? 0);
  fill(sheet, '.shown-card', copy(card));
  const draw = () => {
    const held = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.unit;
    fill(sheet, '.pay', COLOURS.map((c, k) => {
      const units = Array.from({ length: due[k] ?? 0 }, (_, n) => {
        const forced = n >= (coins[k] ?? 0), by = forced || n >= (coins[k] ?? 0) - (gold[k] ?? 0);
        const name = filled(by ? words.goldFor : words.payGold, { gem: gem(c) });
        return `<button type="button" class="unit" data-unit="${c}${n}" aria-pressed="${by && !forced}" aria-disabled="${forced}" aria-label="${name}">${art(`chip-${by ? 'o' : c}`)}${by && !forced ? `<span class="was">${art(`chips-${c}`)}</span>` : ''}</button>`;
      }).join('');
      const asked = filled(words.payRow, { asked: cost[k] ?? 0, bonus: (cost[k] ?? 0) - (due[k] ?? 0) });
      return due[k] ? `<div class="payrow"><span class="sum">${art(`gem-${c}`)}<span><b>${gem(c)}</b><small>${asked}</small></span></span><span class="units">${units}</span></div>` : '';
    }).join(''));
    const pays = coins.map((n, c) => n - (gold[c] ?? 0)), all = sum(short) + sum(gold);
    const counts = (/** @type {number[]} */ list) => list.map((n, k) => (n ? `<span>${art(`chips-${KINDS[k]}`)}${n}</span>` : '')).join('') || words.nothing || '';
    const [first, second] = sheet.querySelectorAll('dd');
    if (first) first.innerHTML = counts([...pays, all]);
    if (second) second.innerHTML = counts(purse.tokens.map((n, k) => n - (k === 5 ? all : pays[k] ?? 0)));
    /** @type {HTMLElement | null} */ (sheet.querySelector(`[data-unit="${held}"]`))?.focus();
  };
  /** @type {HTMLElement} */ (sheet.querySelector('.pay')).onclick = (event) => {
    const unit = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('.unit'));
    if (!unit || unit.getAttribute('aria-disabled') === 'true') return;
    const k = COLOURS.indexOf((unit.dataset.unit ?? '').slice(0, 1)), more = unit.getAttribute('aria-pressed') !== 'true';
    if (more && sum(gold) >= spare) { fill(sheet, 'header p', words.noSpare ?? ''); return; }
    gold[k] = Math.max(named[k] ?? 0, (gold[k] ?? 0) + (more ? 1 : -1));
    draw();
  };
  label(button(sheet, 'least'), button(sheet, 'least').innerHTML, () => { gold = COLOURS.map((_, c) => named[c] ?? 0); draw(); });
  label(button(sheet, 'pay'), button(sheet, 'pay').innerHTML, () => { sheet.close(); pay(gold); });
  draw();
  open(sheet);
}

/** @typedef {{tokens: number[], taken: number[], open: number[], count: number, text: string, confirm: string, extra?: [string, () => void] | null}} Giving */

/**
 * Tokens that go back: `count` of them, of the kinds that `open` has. @param {Giving} what @param {(kinds: string[]) => void} give
 */
export function giveSheet(what, give) {
  const sheet = $('give-sheet'), held = sum(what.tokens);
  /** @type {string[]} */
  let back = [];
  fill(sheet, 'h2', nth(words.give, what.count));
  fill(sheet, '.where', what.text);
  const draw = () => {
    const active = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset, left = what.count - back.length;
    const dots = Array.from({ length: held }, (_, k) => `<circle cx="${6 + 12 * (k % 7)}" cy="${6 + 12 * Math.floor(k / 7)}" r="4" fill="${k < 10 ? 'currentColor' : 'var(--warn)'}"/>`).join('');
    fill(sheet, '.limit', `<svg class="dots" viewBox="0 0 84 24" aria-hidden="true">${dots}</svg><b>${held}</b><i>→</i><b>${held - what.count}</b>`);
    fill(sheet, '.give', KINDS.map((c, k) => {
      const gone = back.filter((one) => one === c).length, n = (what.tokens[k] ?? 0) - gone, able = left > 0 && gone < (what.open[k] ?? 0);
      return `<button type="button" class="give-b" data-give="${c}" aria-disabled="${!able}" aria-label="${filled(words.giveOne, { gem: gem(c), n })}">${art(`chip-${c}`)}<b>${n}</b><small>${what.taken[k] ? words.new : ''}</small></button>`;
    }).join(''));
    fill(sheet, '.tray', Array.from({ length: what.count }, (_, k) => {
      const c = back[k];
      return c ? `<button type="button" class="well" data-c="${c}" data-back="${k}" aria-label="${filled(words.putBack, { gem: gem(c) })}">${art(`chip-${c}`)}<span class="off">${icon('close')}</span></button>` : `<span class="well"${k === back.length ? ' data-next' : ''}>${k + 1}</span>`;
    }).join(''));
    label(button(sheet, 'give'), left ? nth(words.giveMore, left) : what.confirm, left ? null : () => { sheet.close(); give([...back].sort((a, b) => KINDS.indexOf(a) - KINDS.indexOf(b))); });
    const [clear, act] = what.extra && !back.length ? what.extra : [words.clear ?? '', () => { back = []; draw(); }];
    if (what.extra || clear) label(button(sheet, 'clear'), clear, act);
    if (active?.give) /** @type {HTMLElement | null} */ ((left ? sheet.querySelector(`[data-give="${active.give}"]`) : button(sheet, 'give')))?.focus();
  };
  sheet.onclick = (event) => {
    const at = /** @type {Element} */ (event.target), one = /** @type {HTMLElement | null} */ (at.closest('.give-b')), well = /** @type {HTMLElement | null} */ (at.closest('[data-back]'));
    if (one && one.getAttribute('aria-disabled') !== 'true') back.push(one.dataset.give ?? '');
    else if (well) back.splice(Number(well.dataset.back), 1);
    else return;
    draw();
  };
  sheet.onkeydown = (event) => {
    const c = event.key === '*' ? 'o' : event.key.toLowerCase();
    if (KINDS.includes(c) && !event.ctrlKey && !event.metaKey) { const one = /** @type {HTMLElement} */ (sheet.querySelector(`[data-give="${c}"]`)); one.focus(); one.click(); }
  };
  draw();
  open(sheet);
}

/** Nobles that would come: choose one. @param {HTMLElement[]} tiles their places @param {(place: string) => void} choose */
export function nobleSheet(tiles, choose) {
  const sheet = $('noble-sheet'), houses = /** @type {HTMLElement} */ (sheet.querySelector('.houses'));
  let chosen = 0;
  fill(sheet, 'h2', words.nobles ?? '');
  const draw = (/** @type {boolean} */ focus) => {
    houses.innerHTML = tiles.map((tile, n) => {
      const is = /** @type {HTMLElement} */ (tile.querySelector('.noble')).dataset;
      const asks = [.../** @type {NodeListOf<HTMLElement>} */ (tile.querySelectorAll('.asks > span'))].map((one) => `<span>${art(`gem-${one.dataset.c}`)}${one.dataset.n}</span>`).join('');
      return `<button type="button" role="radio" class="house" aria-checked="${n === chosen}" tabindex="${n === chosen ? 0 : -1}" data-n="${n}"><span class="h-art">${art(`noble-${is.tile}`)}</span><b>${is.house}</b><span class="h-asks">${asks}</span>${n === chosen ? `<span class="tickbox">${icon('check')}</span>` : ''}</button>`;
    }).join('');
    const name = /** @type {HTMLElement | null} */ (tiles[chosen]?.querySelector('.noble'))?.dataset.house ?? '';
    label(button(sheet, 'noble'), filled(words.welcome, { house: name }), () => { sheet.close(); choose(tiles[chosen]?.dataset.noble ?? ''); });
    if (focus) /** @type {HTMLElement | null} */ (houses.querySelector('[aria-checked="true"]'))?.focus();
  };
  houses.onclick = (event) => {
    const one = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('.house'));
    if (one) { chosen = Number(one.dataset.n); draw(true); }
  };
  houses.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step) { event.preventDefault(); chosen = (chosen + step + tiles.length) % tiles.length; draw(true); }
  };
  draw(false);
  open(sheet);
}

/** What a seat holds. @param {number} seat */
export function holderSheet(seat) {
  const sheet = $('holder-sheet'), panel = document.getElementById(`seat-${seat}`);
  if (!panel) return;
  const part = (/** @type {string} */ name) => panel.querySelector(name)?.outerHTML.replace(/ (id|data-k|data-at)="[^"]*"/g, '') ?? '';
  const points = parseFloat(panel.querySelector('.score')?.textContent ?? '0'), tokens = panel.querySelector('.count b')?.textContent ?? '';
  fill(sheet, 'h2', `${panel.querySelector('.nm .seat')?.outerHTML ?? ''} ${panel.querySelector('.who')?.innerHTML ?? ''}`);
  fill(sheet, '.where', filled(words.count, { points: points ? nth(words.points, points) || String(points) : words.noPoints ?? '', tokens }));
  fill(sheet, '.held', `${part('.holds')}${part('.kept').replace(/<button type="button"/g, '<span').replace(/<\/button>/g, '</span>')}${part('.won')}`);
  open(sheet);
}

export { choice, letter };
