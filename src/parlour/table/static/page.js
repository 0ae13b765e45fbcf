// page.js: what every page does: the theme button, dialogs, share links. No dependencies.
// @ts-check

/** @returns {string} the chosen theme; empty for the device's own */
const chosen = () => document.documentElement.dataset.theme ?? '';

/** Say in a theme button which theme it stands at. @param {Element} button */
function label(button) {
  const text = /** @type {HTMLElement} */ (button).dataset[chosen() || 'device'];
  if (!text) return;
  button.setAttribute('aria-label', text);
  button.setAttribute('title', text);
}

/**
 * Go from the device's theme to the other one, which is seen at once, to the same one for good, and back. The server reads
 * the cookie when it draws the next page.
 */
function turnTheme() {
  const themes = matchMedia('(prefers-color-scheme: light)').matches ? ['', 'dark', 'light'] : ['', 'light', 'dark'];
  const next = themes[(themes.indexOf(chosen()) + 1) % themes.length];
  if (next) document.documentElement.dataset.theme = next;
  else delete document.documentElement.dataset.theme;
  document.querySelector('meta[name="color-scheme"]')?.setAttribute('content', next || 'dark light');
  document.cookie = `theme=${next}; path=/; max-age=${next ? 34560000 : 0}; samesite=lax`;
  document.querySelectorAll('[data-action="theme"]').forEach(label);
}

/** Share a link by the device's own means, or copy it. @param {HTMLAnchorElement} link */
async function share(link) {
  if (navigator.share) {
    await navigator.share({ title: document.title, url: link.href }).catch(() => {}); // closing the sheet is no error
    return;
  }
  await navigator.clipboard.writeText(link.href);
  const done = link.dataset.done ?? '', say = document.getElementById('say'), text = link.querySelector('span') ?? link;
  if (say) { say.textContent = done; return; }
  const before = text.textContent;
  text.textContent = done;
  setTimeout(() => { text.textContent = before; }, 2000);
}

/** Open the dialog that a button names, and go to the field it names. @param {HTMLElement} opener */
function openDialog(opener) {
  const dialog = document.getElementById(opener.dataset.opens ?? '');
  if (!(dialog instanceof HTMLDialogElement) || dialog.open) return;
  dialog.showModal();
  document.getElementById(opener.dataset.focus ?? '')?.focus();
}

document.addEventListener('click', (event) => {
  const at = /** @type {Element} */ (event.target);
  const opener = at.closest('[data-opens]'), closer = at.closest('[data-closes]'), link = at.closest('a[data-action="share"]');
  if (opener) openDialog(/** @type {HTMLElement} */ (opener));
  else if (closer) closer.closest('dialog')?.close();
  else if (at instanceof HTMLDialogElement) at.close(); // the backdrop
  else if (at.closest('[data-action="theme"]')) turnTheme();
  else if (link && (navigator.share || navigator.clipboard)) {
    event.preventDefault();
    share(/** @type {HTMLAnchorElement} */ (link)).catch(() => { location.assign(/** @type {HTMLAnchorElement} */ (link).href); });
  }
});

// The browser's Back shows a page as it was kept; what it lists has gone on. A table catches up by its socket.
addEventListener('pageshow', (event) => {
  const [load] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
  const kept = event.persisted || (load?.type === 'back_forward' && load.transferSize === 0);
  if (kept && !document.getElementById('table')) location.reload();
});

document.querySelectorAll('[data-action="theme"]').forEach(label);
