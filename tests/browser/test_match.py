"""Arbos between two browsers: a whole game with all that happens to pages, and what each control does."""

import re

from playwright.sync_api import Page, expect

import parlour
from tests.browser.conftest import Guest
from tests.browser.hands import DESK, PHONE
from tests.browser.looks import serious

SIZE = 6
FORM = {
    "size": str(SIZE),
    "seeds": "0",
    "colours": "chosen",
    "chair1": "me",
    "chair2": "open",
    "full_starts": "1",
}


def opened(guest: Guest, **fields: str) -> str:
    """Open a table as Ada, and return its path."""
    answer = guest.context.request.post(
        f"{guest.server.url}/new/arbos",
        form={**FORM, "name": "Ada", **fields},
        headers={"origin": guest.server.url},
        max_redirects=0,
    )
    assert answer.status == 303, answer.text()
    return answer.headers["location"]


def join(guest: Guest, table: str) -> Page:
    """Sit down as Ben on the page of a table, and return it as the game begins."""
    page = guest.open(table)
    page.fill("#name", "Ben")
    page.click('button:has-text("Sit down")')
    page.wait_for_selector('#table[data-phase="playing"]')
    ready(page)
    return page


def ready(page: Page) -> None:
    """Wait until the board can be played on."""
    page.wait_for_selector("#conn[data-state=on]", state="attached")
    page.wait_for_selector(".grid [role=gridcell]")


def cell(page: Page, text: str):
    """Return the square of a cell."""
    return page.locator(".grid [role=gridcell]").nth((ord(text[0]) - 65) * SIZE + int(text[1:]) - 1)


def place(page: Page, text: str) -> None:
    """Put a pawn on a cell as a hand does: aim, then say yes."""
    if page.evaluate("matchMedia('(pointer: coarse), (max-width: 699px)').matches"):
        cell(page, text).tap()
        expect(page.locator("#lens-what")).to_have_text(text)
        page.locator("#lens-yes").tap()
    else:
        cell(page, text).click()
        expect(page.locator("#typed")).to_have_value(text)
        cell(page, text).click()


def shown(page: Page) -> list[str]:
    """Return what a screen reader is told of the cells that have a pawn."""
    squares = page.locator(".grid [role=gridcell]")
    labels = squares.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
    return [label for label in labels if "tree" in label and "barred" not in label]


def at(rev: int, *pages: Page) -> None:
    """Wait until pages show a revision."""
    for page in pages:
        page.wait_for_selector(f'#table[data-rev="{rev}"]')


def test_a_whole_game_between_two_browsers_with_a_spectator(guests, server, shot):
    ada, ben, cem = guests(), guests(**PHONE), guests()
    table = opened(ada)
    one = ada.open(table)
    two = join(ben, table)
    ready(one)
    three = cem.open(table)
    expect(three.locator("text=Watching").first).to_be_visible()
    pages = [one, two]
    game = parlour.new("arbos", seed=1, size=SIZE, seeds=0)
    line = 0
    while not game.is_over:
        seat = game.current_player
        move = next((m for m in ("B2", "E5", "C3", "D5", "C2", "E3") if m in game.legal_moves), "pass")
        page = pages[seat]
        if move == "pass":
            page.click('[data-moves="pass"]')
            page.locator("dialog[open] .act, dialog[open] [data-yes]").first.click()
        else:
            place(page, move)
        game.play(move)
        line += 1
        at(line + 3, one, two, three)
        if line == 2:
            two.reload()
            ready(two)
            shot(one, "arbos-desk")
            shot(two, "arbos-phone")
        if line == 3:
            server.kill()  # both connections are gone, and so is all that the server remembered
            server.start()
            for each in (one, two, three):
                each.wait_for_selector("#conn[data-state=on]", state="attached")
    for page in (one, two, three):
        expect(page.locator("#end")).to_contain_text(re.compile("draw|won|wins", re.IGNORECASE))
        assert shown(page) == shown(one)
    shot(one, "arbos-end")
    two.locator('[data-cmd="rematch"]').tap()
    two.wait_for_url(re.compile(f"^(?!.*{table}$).*/t/"))
    expect(one.locator("#end")).to_contain_text("ematch")


def test_a_move_is_kept_while_the_line_is_dead(guests):
    ada, ben = guests(), guests()
    table = opened(ada)
    lines = []

    def through(ws) -> None:
        lines.append((ws, ws.connect_to_server()))

    page = ada.context.new_page()
    page.route_web_socket(re.compile("/socket"), through)
    page.goto(ada.server.url + table)
    two = join(ben, table)
    ready(page)
    page.route_web_socket(re.compile("/socket"), lambda ws: ws.close())
    lines[-1][0].close()
    page.wait_for_selector("#conn[data-state=off]", state="attached")
    place(page, "B2")
    page.route_web_socket(re.compile("/socket"), through)
    at(4, two)
    at(4, page)
    assert shown(page) == shown(two)


def test_resigning_asks_first_and_draws_are_offered_and_taken(guests):
    ada, ben = guests(), guests()
    table = opened(ada)
    one = ada.open(table)
    two = join(ben, table)
    ready(one)
    one.click('[data-cmd="offer"]')
    two.locator('[data-cmd="decline"]').click()
    expect(one.locator("#say")).to_have_text("That was declined.")
    expect(one.locator('[data-cmd="accept"]')).to_have_count(0)
    place(one, "B2")
    at(6, one, two)
    place(two, "E5")
    at(7, one, two)
    two.click('[data-cmd="offer"]')
    one.locator('[data-cmd="accept"]').click()
    expect(two.locator("#end")).to_contain_text(re.compile("draw|agreed", re.IGNORECASE))


def test_a22_a_draw_with_oneself_is_asked_for_first(guests):
    ada = guests(**PHONE)
    page = ada.open(opened(ada, chair2="here"))
    ready(page)
    page.locator('[data-cmd="offer"]').tap()
    expect(page.locator("dialog[open]")).to_contain_text("ends at once")
    expect(page.locator("#table")).to_have_attribute("data-phase", "playing")
    page.locator("#question-yes").tap()
    expect(page.locator("#table")).to_have_attribute("data-phase", "over")


def test_a_game_by_keyboard_alone(guests):
    ada, ben = guests(), guests()
    table = opened(ada)
    one = ada.open(table)
    two = join(ben, table)
    ready(one)
    cell(one, "A1").focus()
    for key in ("ArrowDown", "ArrowRight", "Enter", "Enter"):
        one.keyboard.press(key)
    at(4, two)
    assert any("B2" in label for label in shown(two))
    two.keyboard.press("/")
    two.locator("#typed").fill("B3")
    two.keyboard.press("Enter")
    expect(two.locator("#type-error")).not_to_be_empty()
    two.locator("#typed").fill("e5")
    two.keyboard.press("Enter")
    at(5, one)


def test_looking_back_shows_earlier_moves_and_comes_back(guests):
    ada, ben = guests(), guests()
    table = opened(ada)
    one = ada.open(table)
    two = join(ben, table)
    ready(one)
    place(one, "B2")
    at(4, two)
    place(two, "E5")
    at(5, one)
    one.keyboard.press("[")
    one.wait_for_function("() => !document.querySelector('#pawns-b use')")
    place_back = one.locator("[data-step=now], [data-step=last]").first
    place_back.click()
    one.wait_for_function("() => document.querySelector('#pawns-b use')")


def test_a_seat_link_that_was_renewed_says_that_it_leads_nowhere(guests):
    ada, ben, cem = guests(), guests(), guests()
    table = opened(ada)
    join(ben, table)
    asked = {"headers": {"origin": ada.server.url}}
    old = ada.context.request.post(f"{ada.server.url}{table}/seat-link", form={}, **asked).json()["url"]
    own = ada.open(table)
    own.click(".menu")
    own.click('[data-action="seat-link"]:not([data-renew])')
    expect(own.locator("#seat-url")).to_have_value(old)
    own.click("[data-renew]")
    own.wait_for_function("old => document.querySelector('#seat-url').value !== old", arg=old)
    page = cem.open(old.removeprefix(ada.server.url))
    expect(page.locator("#say")).to_have_text("This link does not lead to a chair here any more.")


def test_a_refused_form_is_not_sent_again_when_the_match_begins(guests):
    ada, ben, cem = guests(), guests(), guests()
    table = opened(ada)
    page = cem.open(table)
    page.fill("#name", "\u202ecem")
    page.click('button:has-text("Sit down")')
    expect(page.locator(".problem, .alarm").first).to_contain_text("characters")
    page.wait_for_selector("#conn[data-state=on]", state="attached")
    sent = []
    page.on("request", lambda request: sent.append(request.method))
    join(ben, table)
    page.wait_for_selector('#table[data-phase="playing"]')
    assert "POST" not in sent
    assert page.url.endswith(table)


def test_nothing_shuts_anybody_out(guests):
    ada, ben = guests(), guests()
    table = opened(ada)
    page = ada.open(table)
    join(ben, table)
    ready(page)
    for path in ("/", "/new/arbos", "/tables", "/me", "/leaders/arbos"):
        page.goto(ada.server.url + path)
        assert serious(page) == [], path
        for size in (DESK, PHONE):
            page.set_viewport_size(size["viewport"])
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
