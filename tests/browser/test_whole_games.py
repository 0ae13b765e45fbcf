"""Whole games to the win: by clicks, by dragging, by the keyboard alone."""

from playwright.sync_api import expect

import parlour
from tests.browser.hands import MIDDLE, at
from tests.browser.lines import golf_line, places, spider_line
from tests.table.server import deal, position


def test_golf_is_won_by_clicks(guest, shot):
    page = guest.sit("golf", deal(1))
    line = golf_line(1)
    for rev, move in enumerate(line, 1):
        page.mouse.click(*page.evaluate(MIDDLE, "stock" if move == "deal" else f"pile{move}"))
        at(page, rev)
    expect(page.locator("#end h2")).to_have_text("The table is clear")
    assert page.evaluate("document.activeElement.id") == "end"
    page.wait_for_timeout(400)
    shot(page, "golf-won-1280")
    page.reload()
    expect(page.locator("#end h2")).to_have_text("The table is clear")


def test_little_spider_is_won_by_dragging(guest, shot):
    board, line = spider_line(0)
    game = parlour.read(board, "little_spider")[0]
    for move in line[:-30]:
        game.play(move)
    page = guest.sit("little_spider", position(str(game), "little_spider"))
    for rev, move in enumerate(line[-30:], 1):
        origin, target = places(game, move)
        to = page.evaluate(MIDDLE, target)
        page.mouse.move(*page.evaluate(MIDDLE, origin))
        page.mouse.down()
        page.mouse.move(*to, steps=3)
        page.mouse.up()
        game.play(move)
        at(page, rev)
    expect(page.locator("#end .end-in")).to_be_visible()
    assert page.locator(".ghost").count() == 0
    page.wait_for_timeout(400)
    shot(page, "spider-won-1280")


def test_little_spider_is_won_by_the_keyboard_alone(guest):
    board, line = spider_line(1)
    page = guest.sit("little_spider", position(board, "little_spider"))
    game = parlour.read(board, "little_spider")[0]
    for rev, move in enumerate(line, 1):
        origin, target = move.split("-")
        if origin == "H":  # H alone asks for a hint or sends home, so this homecell is reached by the arrows
            page.keyboard.press("d")
            page.keyboard.press("Escape")
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
        else:
            page.keyboard.press(origin.lower())
        page.keyboard.press(target)
        game.play(move)
        at(page, rev)
        here = page.evaluate("document.activeElement.closest('[data-place]')?.id")
        assert game.is_over or here == focused(move), "the place keeps the focus"
    expect(page.locator("#end .end-in")).to_be_visible()


def focused(move: str) -> str:
    """Return the place that has the focus after a move: the target, or where a card left for home."""
    origin, target = move.split("-")
    return f"pile{origin if target == 'h' else target}"
