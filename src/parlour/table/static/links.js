// links.js: links that open a chair: what the address brings along, and how one is passed on. No dependencies.
// @ts-check

/**
 * Take a secret out of the address, where it stands behind "#": it is not sent to the server with the page, and once read
 * it is not left for the next one who copies the address.
 * @param {string[]} names
 * @returns {Object<string, string>} those that were there
 */
export function secrets(names) {
  const all = new URLSearchParams(location.hash.slice(1)), found = Object.fromEntries([...all].filter(([name]) => names.includes(name)));
  if (Object.keys(found).length) history.replaceState(null, '', location.pathname + location.search);
  return found;
}

/** Post a form without leaving the page. @param {string} path @param {Object<string, string>} fields */
export function post(path, fields) {
  return fetch(path, { method: 'POST', body: new URLSearchParams(fields), headers: { accept: 'application/json' } });
}

/**
 * Take a chair by the secret of its link, and show the table from there.
 * @param {string} table
 * @param {string} token
 * @returns {Promise<boolean>} whether it is this browser's now; then the page loads anew
 */
export async function takeChair(table, token) {
  const answer = await post(`/t/${table}/take`, { token }).catch(() => null);
  if (!answer?.ok) return false;
  location.reload();
  return true;
}

/** @param {string} url @returns {Promise<boolean>} whether it is in the clipboard; browsers have one on safe pages alone */
async function copy(url) {
  if (navigator.clipboard) return navigator.clipboard.writeText(url).then(() => true, () => false);
  const field = document.createElement('input'), active = document.activeElement;
  field.value = url;
  field.className = 'vh';
  document.body.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (active instanceof HTMLElement) active.focus();
  return done;
}

/**
 * Pass a link on by the device's own means, or copy it, or else show it to be copied by hand in the dialog #link.
 * @param {string} url
 * @returns {Promise<boolean>} whether it was copied, so that the page can say so
 */
export async function pass(url) {
  if (navigator.share && matchMedia('(pointer: coarse)').matches) {
    const shown = await navigator.share({ title: document.title, url }).then(() => true, (error) => error.name === 'AbortError');
    if (shown) return false; // closing the sheet is an answer, too
  }
  if (await copy(url)) return true;
  const dialog = document.getElementById('link'), field = document.getElementById('link-url');
  if (dialog instanceof HTMLDialogElement && field instanceof HTMLInputElement) {
    field.value = url;
    if (!dialog.open) dialog.showModal();
    field.select();
  }
  return false;
}
