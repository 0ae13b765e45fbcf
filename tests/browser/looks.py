"""How pages look: pictures of parts compared, in grey too, where things are, and what a finger can hit."""

from base64 import b64encode

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

GREY = "on => { document.documentElement.style.filter = on ? 'grayscale(1)' : ''; }"

READ = """const read = async (text) => {
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const sheet = canvas.getContext('2d', { willReadFrequently: true });
    sheet.drawImage(image, 0, 0);
    return sheet;
};"""

UNLIKE = (
    "async ([pair, step]) => {"
    + READ
    + """
    const sheets = await Promise.all(pair.map(read)), [a, b] = sheets.map((one) => one.canvas);
    if (a.width !== b.width || a.height !== b.height) return 1;
    const [one, two] = sheets.map((sheet) => sheet.getImageData(0, 0, a.width, a.height).data);
    return one.reduce((count, n, k) => count + (Math.abs(n - two[k]) > step), 0) / one.length;
}"""
)
"""Which part of two pictures differs by more than a step."""

PATTERNS = (
    "async ([picture, boxes]) => {"
    + READ
    + """
    const SIDE = 32, sheet = await read(picture);
    const patterns = Object.entries(boxes).map(([name, { x, y, width, height }]) => {
        const small = new OffscreenCanvas(SIDE, SIDE).getContext('2d');
        small.drawImage(sheet.canvas, x, y, width, height, 0, 0, SIDE, SIDE);
        const data = small.getImageData(0, 0, SIDE, SIDE).data, grey = [];
        for (let k = 0; k < data.length; k += 4)
            grey.push(0.21 * data[k] + 0.72 * data[k + 1] + 0.07 * data[k + 2]);
        const mean = grey.reduce((sum, n) => sum + n, 0) / grey.length;
        const spread = Math.sqrt(grey.reduce((sum, n) => sum + (n - mean) ** 2, 0) / grey.length);
        return [name, grey.map((n) => (spread < 4 ? 0 : (n - mean) / spread))];
    });
    const found = [];
    patterns.forEach(([one, a], k) => patterns.slice(k + 1).forEach(([other, b]) => {
        found.push([1 - a.reduce((sum, n, i) => sum + n * b[i], 0) / a.length, one, other]);
    }));
    return found.sort(([a], [b]) => a - b);
}"""
)
"""How unlike the patterns in a picture are, whatever their brightness: pairs, most alike first."""

REACHES = """exempt => {
    const visible = (el) => el.checkVisibility() && !el.disabled && !el.matches(exempt);
    const kinds = 'button, a[href], input, select, textarea, summary, [role=switch]';
    const all = [...document.querySelectorAll(kinds)].filter(visible);
    const reach = (el) => {
        const box = el.getBoundingClientRect();
        const hit = { left: 9999, top: 9999, right: -9999, bottom: -9999 };
        const note = (x, y) => {
            const at = document.elementFromPoint(x, y);
            if (!at || !(el.contains(at) || at.closest('label')?.control === el)) return;
            hit.left = Math.min(hit.left, x - 1); hit.right = Math.max(hit.right, x + 2);
            hit.top = Math.min(hit.top, y - 1); hit.bottom = Math.max(hit.bottom, y + 2);
        };
        for (const part of [0.1, 0.5, 0.9]) {
            for (let x = box.left + 1; x < box.right; x += 3) note(x, box.top + part * box.height);
            for (let y = box.top + 1; y < box.bottom; y += 3) note(box.left + part * box.width, y);
        }
        return { el, ...hit };
    };
    const small = ({ left, right, top, bottom }) => right - left < 43 || bottom - top < 43;
    const crowded = (one) => {
        const x = (one.left + one.right) / 2, y = (one.top + one.bottom) / 2;
        return all.some((el) => {
            const box = el.getBoundingClientRect();
            const across = box.left < x + 21 && box.right > x - 21;
            return el !== one.el && across && box.top < y + 21 && box.bottom > y - 21;
        });
    };
    const found = [];
    for (const el of all) {
        if (!small(reach(el))) continue;
        el.scrollIntoView({ block: 'center', inline: 'center' });
        const one = reach(el);
        if (small(one) && (one.right < 0 || crowded(one)))
            found.push(`${el.id || el.className} ${one.right - one.left} x ${one.bottom - one.top}`);
    }
    scrollTo(0, 0);
    return found;
}"""
"""What has less than 44 px for a finger: smaller itself, and without that much room of its own around it."""

HIT = """el => {
    const box = el.getBoundingClientRect();
    const home = el.closest('.pl') ?? el, right = innerWidth + 1, bottom = innerHeight + 1;
    if (box.left < 0 || box.top < 0 || box.right > right || box.bottom > bottom) return false;
    for (const [x, y] of [[0.5, 0.5], [0.12, 0.12], [0.5, 0.9], [0.9, 0.5]]) {
        const at = document.elementFromPoint(box.x + box.width * x, box.y + box.height * y);
        if (at && (home.contains(at) || at.contains(el))) return true;
    }
    return false;
}"""
"""Whether something is on the screen and not covered."""


def picture(page: Page, *, grey: bool = False) -> str:
    """Return a picture of a page at rest, for the functions above."""
    page.mouse.move(0, 0)
    page.evaluate(GREY, grey)
    found = b64encode(page.screenshot(animations="disabled")).decode()
    page.evaluate(GREY, False)
    return found


def clip(page: Page, selector: str, margin: float = 0) -> dict[str, float]:
    """Return the box of a part of a page, with a margin."""
    box = page.locator(selector).first.bounding_box()
    assert box, selector
    return {
        "x": box["x"] - margin,
        "y": box["y"] - margin,
        "width": box["width"] + 2 * margin,
        "height": box["height"] + 2 * margin,
    }


def part(page: Page, box: dict[str, float]) -> str:
    """Return a picture of a part of a page at rest."""
    return b64encode(page.screenshot(clip=box, animations="disabled")).decode()


def unlike(page: Page, one: str, other: str, step: int = 16) -> float:
    """Return which part of two pictures differs by more than a step, for edges may be smoothed otherwise."""
    return float(page.evaluate(UNLIKE, [[one, other], step]))


def boxes(page: Page, places: dict[str, str], crop: tuple[float, float, float, float] = (0, 0, 1, 1)) -> dict:
    """Return the boxes of named places, or of the same part of each."""
    left, top, right, bottom = crop
    found = {}
    for name, selector in places.items():
        box = page.locator(selector).first.bounding_box()
        assert box, name
        found[name] = {
            "x": box["x"] + left * box["width"],
            "y": box["y"] + top * box["height"],
            "width": (right - left) * box["width"],
            "height": (bottom - top) * box["height"],
        }
    return found


TOLD = """() => {
    window.told = [];
    for (const el of document.querySelectorAll('[aria-live], [role=status]')) new MutationObserver(() => {
        const text = el.textContent.trim();
        if (text) told.push(text);
    }).observe(el, { childList: true, subtree: true, characterData: true });
}"""
"""Notes what a screen reader hears from now on."""

PAINTED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""A promise that is kept when the page has been painted."""

FLOWN = """() => {
    window.flown = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, how) {
        const flight = animate.call(this, frames, how);
        const { duration, delay } = flight.effect.getComputedTiming();
        const ways = flight.effect.getKeyframes().map((frame) => frame.transform ?? 'none');
        const travels = ways.some((way) => /translate|scale|rotate/.test(way));
        flown.push({ flight, duration, delay, travels, under: document.getAnimations().includes(flight) });
        return flight;
    };
}"""
"""Notes the flights that begin from now on."""


def told(page: Page) -> list[str]:
    """Return what a screen reader heard since TOLD or the last question."""
    return list(page.evaluate("told.splice(0)"))


def flown(page: Page) -> list[dict]:
    """Return the flights since FLOWN or the last question. They begin when the page is next painted."""
    return list(page.evaluate(f"{PAINTED}.then(() => flown.splice(0).map(({{ flight, ...rest }}) => rest))"))


def serious(page: Page) -> list[tuple[str, str]]:
    """Return what axe finds that keeps somebody out."""
    found = Axe().run(page).response["violations"]
    return [
        (one["id"], one["nodes"][0]["html"][:120])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
