"""The boards of all games against the list of acceptance: A18 to A23, each test named after its number."""

import pytest
from playwright.sync_api import Page, expect

from parlour.core.start import SeedStart
from tests.browser import boards
from tests.browser.boards import BOARDS, GAMES, SEVERAL
from tests.browser.conftest import Guest
from tests.browser.hands import DESK, PHONE, SIZES
from tests.browser.looks import (
    FLOWN,
    GREY,
    HIT,
    PATTERNS,
    REACHES,
    TOLD,
    boxes,
    clip,
    flown,
    part,
    picture,
    serious,
    told,
    unlike,
)


@pytest.fixture(scope="module")
def looked_at(pool, server):
    """Returns a function that opens the board of a game once for all tests that change nothing there."""
    found: dict[str, tuple[dict, Guest, Page]] = {}

    def page(game: str, options: dict[str, object] = DESK) -> Page:
        key = f"{game} {options}"
        if key not in found:
            guest = Guest(pool.take(options), server)
            page = guest.open(boards.lay(guest, game))
            page.emulate_media(reduced_motion="reduce")
            found[key] = options, guest, page
        _, _, page = found[key]
        page.set_viewport_size(options["viewport"])
        page.bring_to_front()
        return page

    yield page
    for options, guest, _ in found.values():
        pool.give(options, guest.context, server)
        guest.leave()
        assert guest.errors == []


# ---- A18: right to left


@pytest.mark.parametrize("game", GAMES)
def test_a18_a_board_looks_the_same_from_right_to_left(looked_at, game):
    page, board = looked_at(game), BOARDS[game]
    board.pick(page)
    page.mouse.move(0, 0)
    before = [part(page, clip(page, one)) for one in board.parts]
    page.evaluate("document.documentElement.dir = 'rtl'")
    try:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for one, left in zip(board.parts, before, strict=True):
            assert unlike(page, left, part(page, clip(page, one))) < 0.003, one
        assert page.evaluate(BACKWARDS, board.coordinates) == []
        board.aim(page)
    finally:
        page.evaluate("document.documentElement.dir = 'ltr'")
        board.put_back(page)


BACKWARDS = """pattern => {
    const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.data.trim();
        if (text && RegExp(pattern).test(text) && getComputedStyle(node.parentElement).direction !== 'ltr')
            found.push(text);
    }
    return found;
}"""
"""Coordinates and cards that would be spelled backwards."""


# ---- A19: grey

APART = 0.03
"""How unlike two patterns are at least; the same shape at two places, or in two colours, comes to 0.015."""


@pytest.mark.parametrize("game", GAMES)
def test_a19_pieces_are_told_apart_without_colour(looked_at, game):
    page, board = looked_at(game), BOARDS[game]
    seen = picture(page, grey=True)
    for places, crop in board.pieces:
        nearest = page.evaluate(PATTERNS, [seen, boxes(page, places, crop)])[0]
        assert nearest[0] > APART, nearest


@pytest.mark.parametrize("game", GAMES)
def test_a19_marks_are_seen_without_colour(looked_at, game):
    page, board = looked_at(game), BOARDS[game]
    page.evaluate(GREY, True)
    try:
        marked(page, board.marks)
        board.pick(page)
        marked(page, board.picked)
    finally:
        page.evaluate(GREY, False)
        board.put_back(page)


def marked(page: Page, marks: dict[str, tuple[str, str]]) -> None:
    """Check that a part of a page looks otherwise without its mark."""
    page.mouse.move(0, 0)
    for name, (place, take_away) in marks.items():
        box = clip(page, place, margin=10)
        before = part(page, box)
        bring_back = page.evaluate_handle(take_away)
        after = part(page, box)
        bring_back.evaluate("back => back()")
        changed = unlike(page, before, after, 24) * box["width"] * box["height"]
        assert changed > 16, (name, changed)


# ---- A20: axe; whole games by keyboard are in test_whole_games.py


@pytest.mark.parametrize("options", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", GAMES)
def test_a20_axe_finds_nothing_serious(looked_at, game, options):
    page = looked_at(game, options)
    page.emulate_media(color_scheme="light" if options is DESK else "dark", reduced_motion="reduce")
    try:
        if options is DESK:
            BOARDS[game].pick(page)
        assert serious(page) == []
        if game == "splendor" and options is PHONE:
            page.locator("#c12").click()
            expect(page.locator("#card-sheet")).to_be_visible()
            assert serious(page) == []
    finally:
        BOARDS[game].put_back(page)
        page.emulate_media(color_scheme="light", reduced_motion="reduce")


# ---- A21: phones


@pytest.mark.parametrize("game", GAMES)
def test_a21_everything_fits_and_is_large_enough_for_a_finger(looked_at, game):
    page, board = looked_at(game, PHONE), BOARDS[game]
    for width, height in SIZES[:4]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo(0, 0)")
        assert page.evaluate(SIDEWAYS) == [False, False], (width, height)
        own = page.locator(board.own).evaluate_all(f"all => all.map({HIT})")
        assert own and all(own), (width, height, own)
        assert page.evaluate(REACHES, board.exempt) == [], (width, height)


SIDEWAYS = """() => ['rtl', 'ltr'].map((dir) => {
    document.documentElement.dir = dir;
    return document.documentElement.scrollWidth > innerWidth;
})"""
"""Whether a page scrolls sideways, from right to left and from left to right."""


@pytest.mark.parametrize(("game", "confirms"), [("arbos", "#lens-yes"), ("arboretum", "#do")])
def test_a21_a_small_square_is_confirmed_by_a_large_button(looked_at, game, confirms):
    page, board = looked_at(game, PHONE), BOARDS[game]
    board.pick(page)
    try:
        if game == "arboretum":
            page.locator('#mine .spot[data-at="N02C00"]').tap()
        expect(page.locator(confirms)).to_be_enabled()
        box = page.locator(confirms).bounding_box()
        assert box and box["width"] >= 44 and box["height"] >= 44
    finally:
        board.put_back(page)


# ---- A22: what a move reveals is asked for first


@pytest.mark.parametrize(
    ("game", "first", "pending", "second"),
    [
        ("arboretum", '#piles [data-source="deck"]', '#piles .chosen[data-source="deck"]', "#do"),
        ("splendor", "#d3", '#d3[aria-pressed="true"], #card-sheet[open]', "#card-sheet [data-do=reserve]"),
    ],
)
@pytest.mark.parametrize("options", [DESK, PHONE], ids=["desk", "phone"])
def test_a22_a_hidden_card_comes_with_the_second_tap_alone(guests, game, first, pending, second, options):
    guest = guests(**options)
    page = guest.open(boards.beginning(guest, game))
    act = page.locator(first)
    before = page.get_attribute("#table", "data-rev")
    act.tap() if options is PHONE else act.click()
    expect(page.locator(pending).first).to_be_visible()
    boards.escape(page)
    expect(page.locator(pending)).to_have_count(0)
    assert page.get_attribute("#table", "data-rev") == before, "nothing was played"
    act.tap() if options is PHONE else act.click()
    if game == "splendor" and options is DESK:
        second = "#reserve"
    page.locator(second).click()
    page.wait_for_function("rev => document.querySelector('#table').dataset.rev !== rev", arg=before)


# ---- A23: what others did, and what is due


ACTS = {
    "arboretum": ("draw deck", "drew", (180, 260), 400),
    "arbos": ("B2", "placed at", (140, 260), 140),
    "splendor": ("take WUG", "took", (180, 260), 400),
}
"""A first move, a word that tells it, how long it may take for whoever made it and how long for others."""


@pytest.mark.parametrize("game", SEVERAL)
def test_a23_the_last_act_is_animated_and_stands_in_words(guests, server, game):
    move, word, (least, most), others = ACTS[game]
    ada, ben = guests(), guests()
    table = boards.beginning(ada, game, ben)
    pages = [ada.open(table), ben.open(table)]
    for page in pages:
        page.wait_for_selector("#last-act", state="attached")
        page.evaluate(FLOWN)
        page.evaluate(TOLD)
    boards.typed(pages[0], move)
    for page, name in zip(pages, ("You", "Ada"), strict=True):
        expect(page.locator("#last-act")).to_contain_text(f"{name} {word}")
        seen = flown(page)
        assert seen and all(one["under"] for one in seen)
        assert told(page)
        longest = max(one["duration"] + one["delay"] for one in seen)
        if page is pages[0]:
            assert least <= max(one["duration"] for one in seen) <= most * 1.4
        else:
            assert others <= longest <= 1000
    pages[0].emulate_media(reduced_motion="reduce")
    boards.typed(pages[0 if game == "arboretum" else 1], boards.SECOND[game])
    expect(pages[0].locator("#last-act")).to_contain_text(word)
    pages[0].wait_for_function(
        "count => Number(document.getElementById('moves').textContent) >= count", arg=2
    )
    assert not [one for one in flown(pages[0]) if one["travels"]], "calm: nothing travels"


@pytest.mark.parametrize("game", ["golf", "little_spider"])
def test_a23_cards_of_solitaires_glide_and_are_told(guest, game):
    page = guest.open(boards.lay(guest, game))
    page.evaluate(FLOWN)
    page.evaluate(TOLD)
    page.fill("#typed", "deal" if game == "golf" else "7-h")
    page.press("#typed", "Enter")
    page.wait_for_selector('#table[data-rev="1"]')
    seen = flown(page)
    assert [one for one in seen if one["travels"] and 180 <= one["duration"] <= 260 and one["under"]]
    assert told(page)
    expect(page.locator("#log li")).to_have_count(1)


def test_a23_a_forced_step_is_named_with_its_count(guests):
    ada = guests()
    page = ada.open(boards.between(ada, "arbos", SeedStart(1), preset="original", options=PUTS))
    expect(page.locator("#turn")).to_have_text("Your turn: put seed 1 of 3")
    page = ada.context.new_page()
    page.goto(ada.server.url + boards.beginning(ada, "arboretum"))
    expect(page.locator(".stages .now")).to_contain_text("Draw two: 1 of 2")
    expect(page.locator("#turn")).to_have_text("Your turn: draw 1 of 2")


PUTS = {"size": 9, "seeds": 3, "colours": "chosen"}


def test_a23_flights_of_splendor_do_not_pile_up(looked_at):
    page = looked_at("splendor")
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(FLOWN)
    try:
        states = page.evaluate(PILE_UP, page.get_attribute("#table", "data-module"))
    finally:
        page.emulate_media(reduced_motion="reduce")
    assert "running" in states[2][0]
    assert set(states[3][0] + states[3][1] + states[3][2]) == {"finished"}, "more than a second waits: jump"
    assert "running" in states[3][3]


PILE_UP = """async module => {
    const time = performance.now();
    performance.now = () => time;
    const { change, land } = await import(module.replace('splendor.js', 'splendor-flights.js'));
    const [one, two] = ['c11', 'c13'].map((id) => document.getElementById(id)), states = [], rounds = [];
    for (let k = 0; k < 4; k++) {
        const had = flown.length;
        change(() => { [one.innerHTML, two.innerHTML] = [two.innerHTML, one.innerHTML]; }, false);
        await new Promise(requestAnimationFrame);
        rounds.push(flown.slice(had));
        states.push(rounds.map((all) => all.map(({ flight }) => flight.playState)));
    }
    land();
    delete performance.now;
    return states;
}"""
"""Swaps two cards four times at once; the state of all flights after each."""
