// picture.js: the picture of a game as a PNG, which is passed on where the device can do that, and saved where it cannot.
// @ts-check

const WIDEST = 2400; // pixels, so that phones have room for it

/** Draw an SVG of this house as a PNG. @param {string} href @returns {Promise<Blob>} */
async function png(href) {
  const image = new Image();
  image.src = href;
  await image.decode();
  const canvas = document.createElement('canvas'), scale = Math.min(2, WIDEST / image.naturalWidth);
  canvas.width = Math.round(image.naturalWidth * scale);
  canvas.height = Math.round(image.naturalHeight * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) => { canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'); });
}

/** Save a file as if it came from a link. @param {File} file */
function save(file) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Share the picture that a button names. @param {HTMLElement} button */
export async function share(button) {
  const { href = '', name = 'game.png', title = '', failed = '' } = button.dataset;
  button.classList.add('pending');
  try {
    const file = new File([await png(href)], name, { type: 'image/png' });
    const data = { files: [file], title, text: title, url: new URL('#at=0', location.href).href };
    if (navigator.canShare?.(data)) await navigator.share(data);
    else save(file);
  } catch (error) {
    const line = document.getElementById('say');
    if (line && /** @type {Error} */ (error).name !== 'AbortError') { line.textContent = failed; line.classList.add('shown'); }
  }
  button.classList.remove('pending');
}
