// review.js: the page of a review that is being made: how far it is, and the review when it is there.
// @ts-check

import './page.js';

const making = document.getElementById('making'), now = document.getElementById('making-now');
const bar = /** @type {HTMLProgressElement | null} */ (document.getElementById('making-bar'));

/** @param {string | undefined} text @param {Object<string, number>} values */
const filled = (text, values) => (text ?? '').replace(/\{(\w+)\}/g, (all, name) => String(values[name] ?? all));

/** Ask how far it is, and again until it is there. */
async function look() {
  let wait = 700;
  try {
    const answer = await fetch(`/t/${making?.dataset.table}/review/progress`);
    if (!answer.ok) throw new Error(String(answer.status));
    const { done, total, ready, ahead } = await answer.json();
    if (ready) return location.reload();
    if (bar) { bar.max = total; bar.value = done; }
    const text = ahead ? filled(now?.dataset.ahead, { n: ahead }) : filled(now?.dataset.done, { n: done, all: total });
    if (now && now.textContent !== text) now.textContent = text;
    if (ahead) wait = 2000;
  } catch { wait = 4000; }
  setTimeout(look, wait);
  return undefined;
}

if (making) look();
