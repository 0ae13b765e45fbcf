"""Arbos at one screen: aiming by mouse, by finger and by keyboard, and what the viewer wants to see."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Guest
from tests.browser.hands import PHONE, SIZES
from tests.browser.test_match import join, opened, ready

SIZE = 9
phone = pytest.mark.parametrize("guest", [PHONE], indirect=True, ids=["phone"])


def shared(guest: Guest, **fields: str) -> Page:
    """Open a table for two at this screen, and its page."""
    page = guest.open(opened(guest, chair2="here", clock="none", size=str(SIZE), **fields))
    ready(page)
    return page


def cell(page: Page, text: str):
    """Return the square of a cell."""
    return page.locator(".grid [role=gridcell]").nth((ord(text[0]) - 65) * SIZE + int(text[1:]) - 1)


def label(page: Page, text: str) -> str:
    """Return what a screen reader hears of a cell."""
    return cell(page, text).get_attribute("aria-label") or ""


def open_to(page: Page) -> list[str]:
    """Return the cells that are open to the seat on turn: where seeds lie differs from table to table."""
    found = page.locator('[role=gridcell][aria-label$="open to you"]')
    return found.evaluate_all("all => all.map(one => one.getAttribute('aria-label').split(',')[0])")


def played(page: Page, moves: int) -> None:
    """Wait until so many moves are on the board."""
    expect(page.locator("#moves")).to_have_text(str(moves))


def place(page: Page, *texts: str) -> None:
    """Type moves, each when the one before is there."""
    for text in texts:
        moves = int(page.inner_text("#moves") or page.locator("#moves").text_content() or 0)
        page.fill("#typed", text)
        page.press("#typed", "Enter")
        played(page, moves + 1)


def test_a_click_aims_and_a_second_one_places(guest):
    page = shared(guest, seeds="0")
    cell(page, "E5").hover()
    expect(page.locator("#coordinates .hot")).to_have_text(["E", "E", "5", "5"])
    expect(page.locator("#ghost .faint")).to_have_count(1)
    cell(page, "E5").click()
    expect(page.locator("#typed")).to_have_value("E5")
    expect(page.locator("#ghost .aimed")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("#ghost .aimed")).to_have_count(0)
    expect(page.locator("#typed")).to_have_value("")
    cell(page, "E5").click()
    cell(page, "D4").click()  # another aim
    expect(page.locator("#typed")).to_have_value("D4")
    page.click("#place")
    played(page, 1)
    assert label(page, "D4") == "D4, White, tree 1"
    cell(page, "D5").click()
    expect(page.locator("#say")).to_have_text("D5: beside White")
    assert label(page, "D5") == "D5, barred: beside White"
    cell(page, "D4").click()
    expect(page.locator("#say")).to_have_text("D4: taken")
    played(page, 1)


@phone
def test_a_finger_aims_through_the_lens(guest):
    page = shared(guest, seeds="0")
    cell(page, "B2").tap()
    expect(page.locator("#lens-what")).to_have_text("B2")
    glass = page.locator("#glass").bounding_box()
    assert glass
    box = page.locator("#glass").get_attribute("viewBox")
    assert box == "-1 -1 282 282"
    page.touchscreen.tap(glass["x"] + glass["width"] * 4.5 / 7, glass["y"] + glass["height"] * 2.5 / 7)
    expect(page.locator("#lens-what")).to_have_text("C5")
    assert page.locator("#glass").get_attribute("viewBox") == "39 -1 282 282"
    page.tap("#lens-no")
    expect(page.locator("#lens")).to_be_hidden()
    cell(page, "C5").tap()
    page.tap("#lens-yes")
    played(page, 1)
    expect(page.locator("#lens")).to_be_hidden()
    cell(page, "C6").tap()
    expect(page.locator("#lens-yes")).to_be_disabled()
    expect(page.locator("#lens-why")).to_have_text("beside White")


def test_an_aim_tells_what_it_brings(guest):
    page = shared(guest, seeds="1")
    seeds = page.locator('[role=gridcell][aria-label$="free seed"]')
    at = (seeds.get_attribute("aria-label") or "").split(",")[0]
    row, column = at[0], int(at[1:])
    near = f"{row}{column + 1 if column < SIZE else column - 1}"
    cell(page, near).click()
    expect(page.locator("#gain")).to_have_text("Seeds: 0 → 1")
    cell(page, near).click()
    played(page, 1)
    expect(page.locator("#linked-1")).to_have_text("1")
    expect(page.locator("#score-0 b")).to_have_text("1")


def test_keys_go_over_the_board_and_the_place_keeps_the_focus(guest):
    page = shared(guest, seeds="0")
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1
    cell(page, "E5").focus()
    for key in ("Home", "ArrowLeft", "ArrowUp", "End", "ArrowRight", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(key)
    expect(cell(page, "E8")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#say")).to_have_text(re.compile("^Aimed at E8"))
    page.keyboard.press("Enter")
    played(page, 1)
    expect(cell(page, "E8")).to_be_focused()
    page.keyboard.press("p")
    expect(page.locator("#question")).to_contain_text("If the other side passes, too, the game ends.")
    page.keyboard.press("Escape")
    played(page, 1)
    page.keyboard.press("p")
    page.click("#question-yes")
    played(page, 2)
    page.keyboard.press("p")
    expect(page.locator("#question")).to_contain_text("The other side has passed, so the game ends.")


def test_switches_hide_what_they_name_and_are_remembered(guest):
    page = shared(guest, seeds="0")
    place(page, "b2", "e5")
    beside = page.locator(".floor [data-view=barred]")
    expect(page.locator("#barred path[d^=M]")).to_have_count(1)
    beside.click()
    page.click(".floor [data-view=tints]")
    page.click(".floor [data-view=numbers]")
    for _ in range(2):
        assert page.locator("#barred").get_attribute("display") == "none"
        assert page.locator("#trees-w").get_attribute("display") == "none"
        expect(page.locator("#numbers text")).to_have_text(["1", "2"])
        expect(beside).to_have_attribute("aria-checked", "false")
        page.reload()
        ready(page)
    page.click("[data-opens=menu]")
    page.click("#menu [data-view=numbers]")
    expect(page.locator("#numbers text")).to_have_count(0)


def test_seeds_are_put_one_by_one(guest):
    page = shared(guest, preset="original", drawn="original", seeds="3")
    expect(page.locator("#turn")).to_have_text("White puts seed 1 of 3")
    expect(page.locator("#place")).to_have_text("Put seed")
    expect(page.locator('[data-moves="pass"]')).to_be_hidden()
    cell(page, "E5").click()
    cell(page, "E5").click()
    expect(page.locator("#turn")).to_have_text("Black puts seed 2 of 3")
    assert label(page, "E6") == "E6, barred: too near to a seed"
    place(page, "b2", "*h8")
    expect(page.locator("#turn")).to_have_text("White is on turn")
    expect(page.locator("#record")).to_contain_text("*H8")
    place(page, "d4")
    assert label(page, "D4") == "D4, White, tree 1"


def test_looking_back_stays_while_moves_arrive(guest):
    page = shared(guest, seeds="0")
    place(page, "b2", "e5", "c3")
    second = guest.open(page.url.removeprefix(guest.server.url))
    ready(second)
    page.locator(".steps [data-step=first]").click()
    expect(page.locator("#back-at")).to_have_text("Looking back: before the first of 3 moves")
    expect(page.locator("#pawns-w use")).to_have_count(0)
    place(second, "h8")
    played(page, 4)
    expect(page.locator("#pawns-w use")).to_have_count(0)
    assert page.locator("#at").get_attribute("max") == "4"
    page.keyboard.press("]")
    expect(page.locator("#back-at")).to_have_text("Looking back: move 1 of 4")
    cell(page, "A9").click()
    expect(page.locator("#ghost use")).to_have_count(0)
    page.locator("#record [data-n='1'] > :nth-child(2)").click()
    expect(page.locator("#back-at")).to_have_text("Looking back: move 1 of 4")
    page.locator(".replay [data-step=now]").click()
    expect(page.locator("#pawns-b use")).to_have_count(2)


def test_everything_fits_on_the_screen(guest):
    page = shared(guest, seeds="3")
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        ) == [*size]
        boxes = [page.locator(one).bounding_box() for one in ("#board", "#seat-0", "#seat-1", ".acts .bar")]
        for box in boxes:
            assert box
            assert box["x"] >= 0 and box["x"] + box["width"] <= size[0]
            assert box["y"] >= 0 and box["y"] + box["height"] <= size[1]
        board, *others = boxes
        for box in others:
            beside = board["x"] >= box["x"] + box["width"] or box["x"] >= board["x"] + board["width"]
            above = board["y"] >= box["y"] + box["height"] - 1 or box["y"] >= board["y"] + board["height"] - 1
            assert beside or above


RINGS = """window.rung = [];
window.Notification = class { constructor(title, more) { rung.push([title, more.body]); } close() {} };
Notification.permission = "default";
Notification.requestPermission = async () => (Notification.permission = "granted");"""


def test_whoever_asks_is_told_of_their_turn(guests):
    ada = guests()
    table = opened(ada, size=str(SIZE))
    page = ada.context.new_page()
    page.add_init_script(RINGS)
    page.goto(ada.server.url + table)
    ben = join(guests(), table)
    ready(page)
    assert page.evaluate("Notification.permission") == "default"
    page.click("[data-opens=menu]")
    page.click("[data-action=bell]")
    expect(page.locator("[data-action=bell]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-action=bell]")).to_have_text("You are told when it is your turn")
    page.keyboard.press("Escape")
    place(page, "b2")
    assert page.title() == "Arbos: Parlour"
    page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    place(ben, "e5")
    played(page, 2)
    assert page.evaluate("rung") == [["Your turn: Arbos: Parlour", "Ben placed at E5. A new tree."]]
    assert page.title() == "Your turn: Arbos: Parlour"
