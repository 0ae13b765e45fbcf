"""Splendor in browsers: the end of a game between keyboard and phone, each sheet and choice, sizes, marks."""

import re
import secrets

import pytest
from playwright.sync_api import expect

from parlour.core.start import SeedStart
from parlour.table.match.terms import ClockTerms
from tests.browser.hands import PHONE, SIZES
from tests.browser.looks import HIT
from tests.browser.splendor_hands import (
    can_take_and_buy,
    held,
    keys,
    main,
    moment,
    place,
    played,
    threes,
    touch,
)

NAMES = ("Ada", "Ben", "Cem", "Dua")


def laid(guest, seed, position, seat=None, **facts):
    """Lay out a table at a position, and open it as whoever is on turn or as another seat."""
    seat = position.current_player if seat is None else seat
    count = len(position.view(None).players)
    tokens = {name: secrets.token_urlsafe(24) for name in NAMES[:count]} | {NAMES[seat]: guest.token}
    table = guest.server.set_match("splendor", SeedStart(seed), tokens=tokens, moves=position.moves, **facts)
    page = guest.open(f"/t/{table}")
    page.wait_for_selector("#action[data-mode]")
    return page


@pytest.fixture(scope="module")
def middle():
    """A position in which the seat on turn can take three and buy a card, and has a card in hand."""
    return moment(can_take_and_buy, seats=3)


def test_the_tray_says_why_not_and_sends_nothing_before_it_is_confirmed(guests, middle):
    seed, position = middle
    page = laid(guests(), seed, position)
    bank = position.view(None).bank
    three = threes(position)[0][5:].lower()
    low = next((c for c, n in zip("wugrk", bank, strict=False) if 0 < n < 4), None)
    page.click("#pile-o")
    expect(page.locator("#now")).to_contain_text("Gold comes only with a reserved card")
    if low:
        page.click(f"#pile-{low}")
        page.click(f"#pile-{low}")
        expect(page.locator("#now")).to_contain_text("two of a kind need a pile of 4")
        page.keyboard.press("Escape")
    for c in three:
        expect(page.locator("#confirm")).to_have_attribute("aria-disabled", "true")
        page.click(f"#pile-{c}")
        expect(page.locator(f"#pile-{c} .tickbox")).to_be_visible()
    expect(page.locator("#now")).to_contain_text("ready")
    expect(page.locator("#after b")).to_have_text(str(held(position) + 3))
    page.locator(".well").first.click()
    expect(page.locator("#confirm")).to_have_attribute("aria-disabled", "true")
    page.click("#clear")
    expect(page.locator("#tray .well[data-c]")).to_have_count(0)
    played(page, len(position.moves))
    page.keyboard.press("/")
    page.keyboard.type("buy 99")
    page.keyboard.press("Enter")
    expect(page.locator("#type-error")).to_contain_text("names no card")
    page.locator("#typed").fill(f"take {three}")
    page.keyboard.press("Enter")
    played(page, len(position.moves) + 1)
    expect(page.locator("#last-act")).to_contain_text("You took")


def test_a_card_is_asked_for_first_and_reserved_second(guests, middle):
    seed, position = middle
    page = laid(guests(), seed, position)
    short = next(
        f"{level}{slot}"
        for level in (3, 2, 1)
        for slot in (1, 2, 3, 4)
        if f"buy {level}{slot}" not in position.legal_moves
    )
    page.locator(place(f"buy {short}")).click()
    expect(page.locator("#buy")).to_have_attribute("aria-disabled", "true")
    expect(page.locator(f"{place(f'buy {short}')} .ask:not(.ok)").first).to_be_visible()
    page.locator("#buy").click(force=True)
    page.keyboard.press("Escape")
    expect(page.locator("#action")).to_have_attribute("data-mode", "take")
    played(page, len(position.moves))
    page.click("#d3")
    expect(page.locator("#now")).to_contain_text("Level 3 deck")
    page.click("#reserve")
    page.wait_for_function(
        "n => Number(document.getElementById('moves').textContent) > n", arg=len(position.moves)
    )
    expect(page.locator(".pl.me .unseen").first).to_be_visible()


def test_a_purchase_with_spare_gold_asks_how_to_pay(guests):
    seed, position = moment(lambda p: not p.is_over and p.view(None).phase == "pay")
    page = laid(guests(**PHONE), seed, position)
    expect(page.locator("#pay-sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#step")).to_have_text("Pay for the card")
    page.tap("#step")
    page.locator('.unit[aria-pressed="false"][aria-disabled="false"]').first.tap()
    expect(page.locator('.unit[aria-pressed="true"]')).to_have_count(1)
    page.locator("[data-do=pay]").tap()
    expect(page.locator("#last-act")).to_contain_text("paid gold for")


def test_tokens_beyond_ten_go_back_with_the_take_in_one_command(guests):
    seed, position = moment(lambda p: main(p) and held(p) == 9 and bool(threes(p)))
    page = laid(guests(**PHONE), seed, position)
    touch(page, threes(position)[0])
    expect(page.locator("#give-t")).to_have_text("Give back 2 tokens")
    played(page, len(position.moves))
    for _ in range(2):
        page.locator('.give-b[aria-disabled="false"]').first.tap()
    page.locator("[data-do=give]").tap()
    played(page, len(position.moves) + 3)
    expect(page.locator("#last-act")).to_contain_text("gave back")


def test_a_return_that_is_due_is_named_with_its_count(guests):
    seed, position = moment(lambda p: not p.is_over and p.view(None).phase == "return")
    count = held(position) - 10
    page = laid(guests(), seed, position)
    expect(page.locator("#give-sheet")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#now")).to_contain_text(f"give back {count} token")
    expect(page.locator("#step")).to_contain_text(f"Give back {count} token")
    page.locator("#step").press("Enter")
    for _ in range(count):
        page.locator('.give-b[aria-disabled="false"]').first.press("Enter")
    page.locator("[data-do=give]").press("Enter")
    played(page, len(position.moves) + count)


def test_taken_tokens_may_be_kept_or_go_back_together(guests):
    seed, position = moment(lambda p: "keep" in p.legal_moves, seats=3, preset="house")
    page = laid(guests(), seed, position, preset="house")
    expect(page.locator("#reserve")).to_have_text("Give all back")
    page.click("#buy")
    played(page, len(position.moves) + 1)


def test_one_of_two_nobles_is_chosen(guests):
    seed, position = moment(lambda p: not p.is_over and p.view(None).phase == "noble")
    page = laid(guests(**PHONE), seed, position)
    houses = page.locator(".house")
    expect(houses.nth(0)).to_have_attribute("aria-checked", "true")
    houses.nth(1).tap()
    expect(houses.nth(1)).to_have_attribute("aria-checked", "true")
    page.locator("[data-do=noble]").tap()
    played(page, len(position.moves) + 1)
    expect(page.locator("#last-act")).to_contain_text("a noble came")


def test_people_at_one_screen_see_the_board_from_the_seat_on_turn(guests, middle):
    seed, position = middle
    guest = guests()
    table = guest.server.set_match(
        "splendor",
        SeedStart(seed),
        tokens={"Ada": guest.token},
        chairs=("me", "here", "here"),
        moves=position.moves,
    )
    page = guest.open(f"/t/{table}")
    seat = position.current_player
    page.click("[data-action=uncover]")
    expect(page.locator(".pl.me")).to_have_attribute("id", f"seat-{seat}")
    page.locator("#table").focus()
    keys(page, threes(position)[0])
    page.click("[data-action=uncover]")
    expect(page.locator(".pl.me")).to_have_attribute("id", f"seat-{(seat + 1) % 3}")


def test_a_request_to_take_back_has_room_on_a_phone(guests):
    ada, ben = guests(**PHONE), guests()
    clock = ClockTerms(kind="bank", seconds=600)
    tokens = {"Ada": ada.token, "Ben": ben.token}
    moves = ("take WUG", "take RKW")
    table = ada.server.set_match("splendor", SeedStart(1), tokens=tokens, moves=moves, clock=clock)
    page, other = ada.open(f"/t/{table}"), ben.open(f"/t/{table}")
    other.locator('[data-cmd="undo"]').first.click()
    expect(page.locator("#people")).to_contain_text("asks to take back 1 move")
    for width, height in ((390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        for button in ("decline", "accept"):
            box = page.locator(f'#people [data-cmd="{button}"]').bounding_box()
            assert box and box["height"] >= 44 and box["y"] >= 0 and box["y"] + box["height"] <= height
        assert page.locator(".pl.me .hold, .pl.me .clock").evaluate_all(f"all => all.every({HIT})")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator('#people [data-cmd="accept"]').tap()
    played(page, 1)


def test_looking_back_shows_an_earlier_table(guests, middle):
    seed, position = middle
    page = laid(guests(), seed, position)
    now = page.locator(".bank").inner_text()
    page.keyboard.press("[")
    expect(page.locator("#back-at")).to_contain_text(f"move {len(position.moves) - 1} of")
    page.locator("[data-step=now]").click()
    expect(page.locator(".bank")).to_have_text(as_before := re.compile(r"\s*".join(now.split())))
    page.keyboard.press("[")
    page.locator("[data-step=first]").first.click()
    expect(page.locator("#back-at")).to_contain_text("before the first")
    page.locator("[data-step=now]").click()
    expect(page.locator(".bank")).to_have_text(as_before)


HIDDEN = """() => {
    const seen = (el) => {
        const box = el.getBoundingClientRect();
        const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return box.height > 0 && el.closest('.pl').contains(at);
    };
    return [...document.querySelectorAll('.pl.me .hold')].filter((el) => !seen(el)).length;
}"""
SMALL = """() => [...document.querySelectorAll('.table button, .table input, .action button, .top button')]
    .filter((el) => el.offsetParent && !el.classList.contains('holder'))
    .map((el) => [el.id || el.className, el.getBoundingClientRect()])
    .filter(([, box]) => box.width < 43.5 || box.height < 43.5).map(([name]) => name)"""


def test_all_is_there_at_every_size(guests):
    seed, position = moment(lambda p: main(p) and len(p.moves) > 60, seats=4)
    guest = guests()
    page = laid(guest, seed, position)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
        assert page.evaluate(HIDDEN) == 0, (width, height)
        assert page.evaluate(SMALL) == [], (width, height)
        if width > 980:
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), (width, height)


def test_no_mark_is_a_colour_alone(guests, middle):
    seed, position = middle
    page = laid(guests(), seed, position)
    able = [move for move in position.legal_moves if re.fullmatch(r"buy \d\d", move)]
    expect(page.locator(".row .can svg").first).to_be_visible()
    assert page.locator(".row .can").count() == len(able)
    for move in able:
        expect(page.locator(place(move))).to_have_attribute("aria-label", re.compile("You can buy it"))
    shapes = page.locator(".pl .nm .seat").evaluate_all("all => all.map((one) => one.innerHTML)")
    assert len(set(shapes)) == len(shapes)
    expect(page.locator(".pl.on .to-act")).to_have_text("to act")
