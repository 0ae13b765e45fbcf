// lobby.js: the page of a table that is still gathering: who comes and goes is seen at once, links are passed on, and the
// page goes over to the game when that begins. Without this script every button is an ordinary form.
// @ts-check

import './page.js';
import { pass, post, secrets, takeChair } from './links.js';
import { Wire } from './wire.js';

const root = document.getElementById('table');
if (root) gather(root);

/** Wait at the table that this page shows. @param {HTMLElement} root */
function gather(root) {
  const $ = (/** @type {string} */ id) => document.getElementById(id);
  const words = root.dataset, table = words.table ?? '', title = document.title;
  let connected = false;
  const form = /** @type {HTMLFormElement | null} */ ($('act')); // none at a table that was closed
  if (!form) return;

  /** @param {string} text */
  function say(text) {
    const line = $('say');
    if (line) line.textContent = text;
  }

  /** Say something for a moment on a button that was pressed. @param {Element} button @param {string} text */
  function confirm(button, text) {
    const label = button.querySelector('span') ?? button, before = label.textContent;
    label.textContent = text;
    setTimeout(() => { label.textContent = before; }, 2000);
  }

  // ---- links -----------------------------------------------------------------------------------------------------

  const kept = `parlour:${table}:invite`, brought = secrets(['invite', 'seat']);
  if (brought.invite) sessionStorage.setItem(kept, brought.invite);
  if (brought.seat) takeChair(table, brought.seat).then((taken) => { if (!taken) say(words.sayDeadLink ?? ''); });
  const invite = sessionStorage.getItem(kept) ?? '';
  /** @param {string} name @returns {HTMLInputElement} */
  const hidden = (name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));
  hidden('invite').value = invite;

  /** Offer the chair that the link of this visit leads to, show the name's field as long as one may sit, say in the tab that all are there. */
  function settle() {
    const [, seat] = invite.split('.'); // it is signed, not secret, for which chair it is
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (root.querySelectorAll('[data-invited]'))) {
      button.hidden = button.value !== seat;
      button.closest('.chair')?.classList.toggle('is-invited', !button.hidden);
    }
    const name = $('your-name'), may = [...root.querySelectorAll('[formaction$="/sit"]')].some((button) => !(/** @type {HTMLElement} */ (button).hidden));
    if (name) name.hidden = !may;
    document.title = root.querySelector('.chairs')?.getAttribute('data-empty') === '0' ? words.titleFull ?? title : title;
  }

  /** Ask for a link and pass it on. @param {HTMLButtonElement} button @param {string} path @param {Object<string, string>} fields */
  async function passOn(button, path, fields) {
    const answer = await post(`/t/${table}/${path}`, fields).catch(() => null);
    if (!answer?.ok) { say(words.sayFailed ?? ''); return; }
    if (await pass((await answer.json()).url)) confirm(button, words.sayCopied ?? '');
  }

  // ---- the wire --------------------------------------------------------------------------------------------------

  const wire = new Wire(table, Number(words.rev), Number(words.v), words.epoch ?? '', {
    board(m) {
      if (m.phase && m.phase !== words.phase) { location.replace(`/t/${table}`); return; } // no reload: this may be the answer to a form
      const active = /** @type {HTMLButtonElement | null} */ (document.activeElement), act = active?.formAction, seat = active?.value;
      const opened = [...root.querySelectorAll('details[open][id]')].map((one) => one.id);
      for (const [id, html] of Object.entries(m.f)) {
        const part = $(id);
        if (part) part.innerHTML = html;
      }
      for (const one of opened) $(one)?.setAttribute('open', '');
      if (act && !active?.isConnected) {
        const same = /** @type {HTMLButtonElement[]} */ ([...root.querySelectorAll('button[formaction]')]).find((one) => one.formAction === act && one.value === seat);
        (same ?? root).focus({ preventScroll: true });
      }
      hidden('rev').value = words.rev = String(m.rev);
      if (m.say) say(m.say);
      settle();
    },
    done(m) { say(m.say ?? ''); if (m.go) location.assign(m.go); },
    refused(m) { say(m.why); },
    state(open, tries) {
      connected = open;
      const line = $('conn');
      if (!line) return;
      line.dataset.state = open ? 'on' : 'off';
      line.hidden = open;
      line.textContent = open ? '' : (tries < 4 ? words.sayConnecting : words.sayLost) ?? '';
    },
  });

  /** What a command says beside its name. @param {HTMLButtonElement} button @returns {Object<string, string | number> | undefined} */
  function about(button) {
    const { cmd, level } = button.dataset, seat = Number(button.value);
    return cmd === 'computer' ? { seat, level: level ?? '' } : cmd === 'remove' ? { seat } : undefined;
  }

  root.addEventListener('click', (event) => {
    const button = /** @type {HTMLButtonElement | HTMLAnchorElement | null} */ (/** @type {Element} */ (event.target).closest('[data-action], [data-cmd]'));
    if (!button) return;
    const { action, cmd } = button.dataset;
    if (action === 'link') pass(/** @type {HTMLAnchorElement} */ (button).href).then((copied) => { if (copied) confirm(button, words.sayCopied ?? ''); });
    else if (action === 'invite') passOn(/** @type {HTMLButtonElement} */ (button), 'invite', { seat: /** @type {HTMLButtonElement} */ (button).value });
    else if (action === 'seat-link') passOn(/** @type {HTMLButtonElement} */ (button), 'seat-link', {});
    else if (!cmd || !connected || !wire.send(cmd, about(/** @type {HTMLButtonElement} */ (button)))) return; // the form does it
    event.preventDefault();
  });

  // Each time that the form is sent is a command of its own, also when the browser's Back has shown it again. Only who sits
  // down shows an invitation.
  form.addEventListener('submit', (event) => {
    hidden('command').value = Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, '0')).join('');
    const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
    hidden('invite').value = button?.formAction.endsWith('/sit') ? invite : '';
    if (button?.formAction.endsWith('/stand')) sessionStorage.removeItem(kept); // the link ends with it
  });
  $('name')?.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return;
    /** @type {HTMLElement | null} */ (root.querySelector('[formaction$="/sit"]:not([hidden])'))?.click();
    event.preventDefault();
  });
  settle();
}
