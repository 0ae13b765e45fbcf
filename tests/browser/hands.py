"""What tests do at a table: wait for it, and find where a hand would grasp."""

from playwright.sync_api import Page

DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIZES = [(360, 640), (390, 844), (844, 390), (768, 1024), (1024, 768), (1280, 800), (1920, 1080)]

MIDDLE = """place => {
    for (const flight of document.getAnimations()) flight.finish();
    const all = document.querySelectorAll(`#${place} :is(.stock, .slot, .card)`);
    const box = all[all.length - 1].getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""
"""Ends all motion; returns the middle of what can be clicked or grasped at a place."""


SHAKES = """addEventListener("DOMContentLoaded", () => {
    window.shaken = new Set();
    new MutationObserver((changes) => {
        for (const { target } of changes)
            if (target.classList.contains("nope")) window.shaken.add(target.closest("[data-place]").id);
    }).observe(document, { subtree: true, attributeFilter: ["class"] });
});"""
"""Notes on every page the places whose cards were shaken: a shake is over in a moment."""


def shaken(page: Page, place: str) -> None:
    """Wait until the card of a place has been shaken."""
    page.wait_for_function("place => window.shaken.has(place)", arg=place)


def at(page: Page, rev: int) -> None:
    """Wait until the page shows a revision."""
    page.wait_for_selector(f'#table[data-rev="{rev}"]')


def press(page: Page, *keys: str) -> None:
    """Press keys, each when the one before is done."""
    for key in keys:
        rev = int(page.get_attribute("#table", "data-rev"))
        page.keyboard.press(key)
        at(page, rev + 1)


def play_out(page: Page) -> None:
    """Play Golf to its end, dealing first."""
    while page.locator("#end .end-in").count() == 0:
        legal = page.eval_on_selector_all(
            "#board .legal", "all => all.map(card => card.closest('[data-place]').id)"
        )
        press(page, "d" if "stock" in legal else legal[0][-1])
