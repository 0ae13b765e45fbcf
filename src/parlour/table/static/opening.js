// opening.js: the form of a new table. It works without this script; with it, what does not apply is out of the way, and the
// options follow the chosen rules.
// @ts-check

import './page.js';

const form = /** @type {HTMLFormElement | null} */ (document.getElementById('opening'));
if (form) open(form);

/** @param {HTMLFormElement} form */
function open(form) {
  const $ = (/** @type {string} */ id) => document.getElementById(id);
  /** @param {string} name @returns {string} the chosen value of radio buttons or a hidden field */
  const value = (name) => /** @type {RadioNodeList | HTMLInputElement | null} */ (form.elements.namedItem(name))?.value ?? '';
  /** @param {ParentNode} part @returns {HTMLInputElement[]} */
  const inputs = (part) => [...part.querySelectorAll('input')];

  /** Show a part of the form, or hide it and leave its fields out. @param {HTMLElement} part @param {boolean} shown */
  function show(part, shown) {
    part.hidden = !shown;
    if (part instanceof HTMLFieldSetElement) part.disabled = !shown;
    else for (const input of inputs(part)) input.disabled = !shown;
  }

  // ---- options -------------------------------------------------------------------------------------------------

  const options = /** @type {HTMLElement[]} */ ([...form.querySelectorAll('[data-option]')]);
  /** @param {HTMLElement} row @returns {HTMLInputElement | HTMLSelectElement} */
  const field = (row) => /** @type {HTMLInputElement} */ (row.querySelector('input, select'));
  /** @param {HTMLElement} row */
  const word = (row) => { const el = field(row); return el.type === 'checkbox' ? String(/** @type {HTMLInputElement} */ (el).checked) : el.value; };
  /** @returns {Object<string, string>} the options of the chosen rules */
  const usual = () => JSON.parse(inputs(form).find((one) => one.name === 'preset' && one.checked)?.dataset.values ?? '{}');

  /** Mark what is not as in the chosen rules. */
  function compare() {
    const rules = usual();
    let n = 0;
    for (const row of options) {
      const changed = word(row) !== rules[row.dataset.option ?? ''];
      row.classList.toggle('changed', changed);
      if (changed && $('change')?.contains(row)) n += 1;
    }
    const count = $('changed'), reset = $('reset');
    if (count) { count.hidden = !n; count.textContent = (count.dataset.text ?? '').replace('{n}', String(n)); }
    if (reset) reset.hidden = !n;
  }

  /** Put all options as in the chosen rules. */
  function follow() {
    const rules = usual();
    for (const row of options) {
      const el = field(row), now = rules[row.dataset.option ?? ''];
      if (el.type === 'checkbox') /** @type {HTMLInputElement} */ (el).checked = now === 'true';
      else el.value = now;
    }
    /** @type {HTMLInputElement} */ (form.elements.namedItem('drawn')).value = value('preset');
    compare();
  }

  // ---- chairs and clock ----------------------------------------------------------------------------------------

  const chairs = /** @type {HTMLFieldSetElement[]} */ ([...form.querySelectorAll('[data-chair]')]);

  /** @param {HTMLFieldSetElement} [last] the chair that was set last: of two for oneself it is the one */
  function seat(last) {
    const most = Number(value('seats'));
    chairs.forEach((chair, i) => show(chair, i < most));
    const shown = chairs.filter((chair) => !chair.hidden);
    const is = (/** @type {HTMLFieldSetElement} */ chair, /** @type {string} */ who) => value(chair.dataset.chair ?? '') === who;
    const choose = (/** @type {HTMLFieldSetElement} */ chair, /** @type {string} */ who) => { for (const input of inputs(chair)) input.checked = input.value === who; };
    if (last && is(last, 'me')) for (const chair of shown) if (chair !== last && is(chair, 'me')) choose(chair, 'open');
    const me = shown.some((chair) => is(chair, 'me'));
    for (const chair of shown) {
      const level = chair.querySelector('select');
      if (level) level.disabled = !is(chair, 'computer');
      const here = inputs(chair).find((input) => input.value === 'here');
      if (here) here.disabled = !me;
      if (!me && is(chair, 'here')) choose(chair, 'open');
    }
    const rated = /** @type {HTMLInputElement} */ (form.elements.namedItem('rated'));
    const casual = value('zero') === 'computer' && value('clock') !== 'none' || shown.some((chair) => is(chair, 'here') || is(chair, 'computer'));
    if (casual && !rated.disabled) { rated.dataset.was = String(rated.checked); rated.checked = false; }
    if (!casual && rated.disabled) rated.checked = rated.dataset.was === 'true';
    rated.disabled = casual;
  }

  function wind() {
    const clock = value('clock');
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-for]'))) show(part, part.dataset.for === clock);
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('[data-with-clock]'))) show(part, clock !== 'none');
  }

  form.addEventListener('input', (event) => {
    const at = /** @type {HTMLInputElement} */ (event.target);
    if (at.name === 'preset') follow();
    else if (at.name === 'clock') { wind(); seat(); }
    else if (at.name === 'seats' || at.name === 'zero') seat();
    else if (at.closest('[data-chair]')) seat(/** @type {HTMLFieldSetElement} */ (at.closest('[data-chair]')));
    else compare();
  });
  $('reset')?.addEventListener('click', () => { follow(); $('change')?.querySelector('summary')?.focus(); });

  // A field that is wrong may stand in the folded part: open it, so that the browser can show what is wrong.
  form.addEventListener('invalid', (event) => {
    const fold = /** @type {Element} */ (event.target).closest('details');
    if (fold) fold.open = true;
  }, true);

  wind();
  seat();
  compare();
}
