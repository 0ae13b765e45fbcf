"""Arboretum in browsers: a game between hand, keyboard and spectator; choices, sheets, sizes, directions."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

import parlour
from parlour.core.start import PositionStart
from parlour.games.arboretum.sheet import ways
from tests.browser.conftest import Guest
from tests.browser.hands import SHAKES

DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIZES = [(360, 640), (390, 844), (844, 390), (768, 1024), (1024, 768), (1280, 800), (1920, 1080)]


@pytest.fixture
def guests(browser, server):
    """Returns a function that opens a browser profile at the server."""
    made = []

    def one(**options):
        context = browser.new_context(**{**DESK, "reduced_motion": "reduce", **options})
        context.set_default_timeout(15_000)
        context.set_default_navigation_timeout(60_000)
        context.add_init_script(SHAKES)
        made.append(Guest(context, server))
        return made[-1]

    yield one
    for guest in made:
        guest.context.close()
        assert guest.errors == []


def garden(cards: str) -> list[list[object]]:
    """Return planted cards from texts such as "a1C00C00 b2C00E01"."""
    found = []
    for text in cards.split():
        row = int(text[3:5]) * (-1 if text[2] == "S" else 1)
        found.append([text[:2], row, int(text[6:8]) * (-1 if text[5] == "W" else 1)])
    return found


def late(**changes: object) -> dict[str, object]:
    """Return a position of two shortly before the end: one card in the deck, the first seat to draw."""
    gardens = (
        "m1C00C00 c3C00E01 b4C00E02 j6C00E03 m4N01E01 j5N01E02 m8N01E03 d2N02E01 d5N02E02 d7N02E03",
        "a2C00C00 a4C00E01 a5C00E02 c2S01C00 b3S01E01 a7S01E02 b5S01E03 c4S02C00 c5S02E01 c7S02E02",
    )
    hands = (["a8", "b1", "d6", "d8", "m3", "m6", "m7"], ["a1", "a3", "a6", "c6", "j7", "m5", "d4"])
    piles = (["c1", "j3"], ["b2", "j1", "m2"])
    taken = {card for hand in (*hands, *piles) for card in hand}
    taken |= {text[:2] for cards in gardens for text in cards.split()}
    rest = [f"{letter}{value}" for letter in "abcdjm" for value in range(1, 9)]
    deck = [card for card in rest if card not in taken]
    return {
        "game": "arboretum",
        "deck": deck,
        "players": [
            {"hand": hands[seat], "known": [], "discard": piles[seat], "arboretum": garden(gardens[seat])}
            for seat in (0, 1)
        ],
        "current_player": 0,
        "phase": "draw1",
        **changes,
    }


def shortened() -> dict[str, object]:
    """Return that position with three cards left in the deck."""
    position = late()
    deck, players = position["deck"], position["players"]
    piles = [[*deck[3::2], *players[0]["discard"]], [*deck[4::2], *players[1]["discard"]]]
    players = [{**player, "discard": pile} for player, pile in zip(players, piles, strict=True)]
    return {**position, "deck": deck[:3], "players": players}


SHORT = shortened()


def shown(page: Page) -> None:
    """Wait until the board can be played on."""
    page.wait_for_selector("#conn[data-state=on]", state="attached")
    page.wait_for_selector(".garden.N0, .garden[class*=' N']", state="attached")


def moved(page: Page, act) -> None:
    """Do something that plays a move, and wait until it is shown."""
    rev = page.get_attribute("#table", "data-rev")
    act()
    page.wait_for_function("rev => document.querySelector('#table').dataset.rev !== rev", arg=rev)


def by_hand(page: Page, move: str, then: str = "") -> None:
    """Play as a hand does: pick, then once more."""
    verb, _, what = move.partition(" ")
    if verb == "draw":
        place = page.locator(f'#piles [data-source="{what}"]')
        place.tap()
        expect(place).to_have_class(re.compile("chosen"))
        moved(page, place.tap)
    elif verb == "play":
        page.locator(f'#hand [data-k="{what}"]').tap(position={"x": 12, "y": 12})
        spot = page.locator(f'#mine .spot[data-at="{then}"]')
        spot.tap()
        expect(page.locator("#mine .spot.pending")).to_have_count(1)
        moved(page, page.locator("#do").tap)
    else:
        page.locator(f'#hand [data-k="{what}"]').tap(position={"x": 12, "y": 12})
        moved(page, page.locator("#do").tap)


def by_keys(page: Page, move: str, then: str = "") -> None:
    """Play by keyboard alone: go to a place by arrow keys, Enter twice."""
    verb, _, what = move.partition(" ")
    if verb == "draw":
        page.keyboard.press("d")
        go(page, f'#piles [data-source="{what}"]')
        page.keyboard.press("Enter")
        moved(page, lambda: page.keyboard.press("Enter"))
        return
    page.keyboard.press("a")
    go(page, f'#hand [data-k="{what}"]')
    page.keyboard.press("Enter")
    if verb == "play":
        go(page, f'#mine .spot[data-at="{then}"]')
        page.keyboard.press("Enter")
    moved(page, lambda: page.keyboard.press("Enter"))


def go(page: Page, place: str) -> None:
    """Press arrow keys until a place has the focus."""
    for _ in range(30):
        way = page.evaluate(
            """place => {
                const there = document.querySelector(place).getBoundingClientRect();
                const el = document.activeElement, here = el.getBoundingClientRect();
                if (el.matches(place)) return '';
                const dx = there.x + there.width / 2 - here.x - here.width / 2;
                const dy = there.y + there.height / 2 - here.y - here.height / 2;
                if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? 'ArrowRight' : 'ArrowLeft';
                return dy > 0 ? 'ArrowDown' : 'ArrowUp';
            }""",
            place,
        )
        if not way:
            return
        page.keyboard.press(way)
    raise AssertionError(f"the keyboard does not reach {place}")


def test_a_whole_game_by_hand_and_by_keyboard_with_a_spectator(guests, server):
    ada, ben, cem = guests(), guests(**PHONE), guests()
    game = parlour.from_json(json.dumps(SHORT))
    start = PositionStart(SHORT)
    table = server.set_match("arboretum", start, tokens={"Ada": ada.token, "Ben": ben.token})
    one, two, three = ada.open(f"/t/{table}"), ben.open(f"/t/{table}"), cem.open(f"/t/{table}")
    for page in (one, two, three):
        shown(page)
    expect(three.locator("text=You are watching this game.").first).to_be_visible()
    pages, turns = [one, two], 0
    while not game.is_over:
        seat = game.current_player
        page, play = pages[seat], by_hand if seat else by_keys
        legal = game.legal_moves
        move = "draw deck" if "draw deck" in legal else legal[len(legal) // 2]
        then = ""
        game.play(move)
        if move.startswith("play"):
            then = game.legal_moves[len(game.legal_moves) // 2]
            game.play(then)
        expect(page.locator("#legal i")).to_have_count(1)
        play(page, move, then.removeprefix("at "))
        if move.startswith("discard"):
            turns += 1
            if turns == 1:
                two.reload()
                shown(two)
    for page in (one, two, three):
        expect(page.locator(".scores")).to_be_visible()
        totals = page.locator(".scores tfoot b").all_inner_texts()
        assert [float(text) for text in totals] == list(game.result.scores)
    expect(three.locator("#hand li")).to_have_count(0)
    one.locator('[data-cmd="rematch"]').click()
    one.wait_for_url(re.compile(f"/t/(?!{table})"))


def laid(guests, server, position=None, **options):
    """Lay a position out between Ada and Ben, and open Ada's page."""
    ada, ben = guests(**options), guests()
    start = PositionStart(position or late())
    table = server.set_match("arboretum", start, tokens={"Ada": ada.token, "Ben": ben.token})
    page = ada.open(f"/t/{table}")
    shown(page)
    return page, ben.open(f"/t/{table}")


PLANTING = late(
    phase="play",
    players=[
        {**late()["players"][0], "hand": [*late()["players"][0]["hand"], "c8", "b7"]},
        late()["players"][1],
    ],
    deck=[card for card in late()["deck"] if card not in {"c8", "b7"}],
)


def test_a_card_says_what_it_brings_before_it_is_planted(guests, server):
    page, other = laid(guests, server, PLANTING)
    page.locator('#hand [data-k="d8"]').click()
    page.locator('#mine .spot[data-at="N02E04"]').click()
    expect(page.locator(".gain")).to_have_text("D 3 → 10")
    expect(page.locator("#do")).to_have_text("Plant D8 here")
    page.keyboard.press("Escape")
    expect(page.locator(".gain")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#mine .spot")).to_have_count(0)
    page.locator('#hand [data-k="d8"]').click()
    page.locator('#mine .spot[data-at="N02E04"]').click()
    moved(page, page.locator("#do").click)
    expect(page.locator('#paths [data-species="d"]')).to_have_text("D10")
    expect(other.locator('#others [data-card="d8"]')).to_have_count(1)
    expect(page.locator(".stages .now")).to_contain_text("Discard one")


def test_a_path_is_outlined_with_its_points_in_the_own_garden_alone(guests, server):
    page, other = laid(guests, server, PLANTING)
    page.locator('#paths [data-species="m"]').click()
    points = page.locator("#mine .runpt")
    expect(points).to_have_text(["2", "3", "4", "5", "8"])
    expect(page.locator("#mine .cell.on")).to_have_count(5)
    expect(page.locator("#mine .to-x [data-k]")).to_have_attribute("data-k", "m8")
    expect(page.locator("#others .on")).to_have_count(0)
    page.locator('#paths [data-species="m"]').click()
    expect(points).to_have_count(0)
    expect(other.locator("#others .pathchip")).to_have_count(0)


def test_the_page_finds_the_paths_that_the_rules_find(guests, server):
    page, _ = laid(guests, server)
    games = []
    for seed in range(12):
        game = parlour.new("arboretum", seed=seed, preset="summary" if seed % 2 else "standard")
        while not game.is_over:
            game.play(game.legal_moves[(seed * 31 + len(game.moves) * 7) % len(game.legal_moves)])
        view = game.view(None)
        scoring = {"double": view.options.double_from, "bonus": int(view.options.end_bonuses)}
        for seat, player in enumerate(view.players):
            trees = [{"card": tree.card, "x": tree.column, "y": tree.row} for tree in player.arboretum]
            points = [way.points if way else 0 for _, way in ways(view, seat)]
            games.append((trees, scoring, points))
    module = page.get_attribute("#table", "data-module").replace("arboretum.js", "arboretum-paths.js")
    found = page.evaluate(
        """async ([module, games]) => {
            const { bestPath } = await import(module);
            return games.map(([trees, scoring]) =>
                [...'abcdjm'].map(one => bestPath(trees, one, scoring)?.points ?? 0));
        }""",
        [module, games],
    )
    assert found == [points for _, _, points in games]


def test_a_pile_is_picked_looked_through_and_drawn_from(guests, server):
    page, _ = laid(guests, server)
    pile = page.locator('#piles [data-source="B"]')
    pile.click()
    expect(page.locator("#do")).to_have_text("Draw M2")
    page.locator("#see").click()
    expect(page.locator("#spread .tcard")).to_have_count(3)
    page.keyboard.press("Escape")
    moved(page, pile.click)
    expect(page.locator('#hand [data-k="m2"]')).to_have_class(re.compile("drawn"))
    expect(page.locator("#turn")).to_contain_text("draw 2 of 2")
    expect(page.locator("#last-act")).to_contain_text("You drew")


def test_moves_can_be_typed_and_a_slip_is_explained(guests, server):
    page, _ = laid(guests, server, PLANTING)
    page.keyboard.press("/")
    page.keyboard.type("d8N05E05")
    page.keyboard.press("Enter")
    expect(page.locator("#type-error")).to_contain_text("not side by side")
    page.fill("#typed", "d8 N02E04")
    moved(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator('#mine [data-card="d8"]')).to_have_count(1)


def test_others_gardens_can_be_looked_at_on_a_phone(guests, server):
    page, _ = laid(guests, server, **PHONE)
    page.locator("[data-look]:visible").tap()
    expect(page.locator("#looking-at .cell")).to_have_count(10)
    page.locator("#looking-at [data-closes]").tap()
    expect(page.locator("#looking-at")).to_be_hidden()


def test_a_long_line_fits_and_can_be_large_enough_for_a_finger(guests, server):
    cards = [f"{letter}{value}" for value in range(1, 9) for letter in "abcdjm"]
    lines = [[[card, 0, i] for i, card in enumerate(cards[n : n + 16])] for n in (0, 16)]
    seats = [
        {"hand": cards[32 + 7 * n :][:7], "known": [], "discard": [], "arboretum": lines[n]} for n in (0, 1)
    ]
    seats[1]["discard"] = [cards[46]]
    page, _ = laid(guests, server, late(deck=[cards[47]], players=seats), **PHONE)
    assert page.locator("#mine .cell").first.bounding_box()["width"] >= 44
    page.locator('[data-zoom="fit"]').tap()
    view = page.locator("#mine .view")
    assert view.evaluate("view => view.scrollWidth <= view.clientWidth")


@pytest.mark.parametrize("size", SIZES)
def test_nothing_scrolls_sideways_and_targets_are_large(guests, server, size):
    page, _ = laid(guests, server, PLANTING, viewport={"width": size[0], "height": size[1]})
    page.locator("#hand .tcard").first.click(position={"x": 12, "y": 12})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.evaluate(SMALL) == []
    page.keyboard.press("Escape")
    assert page.locator("#hand .tcard").evaluate_all(IN_SIGHT) == 9


def test_a_board_looks_the_same_from_right_to_left(guests, server):
    page, _ = laid(guests, server, PLANTING)
    page.locator('#hand [data-k="d8"]').click()
    page.mouse.move(0, 0)
    for place in ("#mine .garden", "#hand", "#paths"):
        box = page.locator(place)
        before = box.evaluate(PLACES)
        page.evaluate("document.documentElement.dir = 'rtl'")
        assert box.evaluate(PLACES) == before
        page.evaluate("document.documentElement.dir = 'ltr'")


PLACES = """root => {
    const from = root.getBoundingClientRect();
    return [...root.querySelectorAll('.tcard, .spot, .pathchip, .plate')].map(el => {
        const box = el.getBoundingClientRect();
        return [Math.round(box.x - from.x), Math.round(box.y - from.y), Math.round(box.width)];
    });
}"""
"""Where everything is on a part of the board."""

SMALL = """() => [...document.querySelectorAll('main button, header button')]
    .filter(el => el.checkVisibility() && !el.matches('.spot'))
    .map(el => [el, el.getBoundingClientRect()])
    .filter(([, box]) => Math.min(box.width, box.height) < 40)
    .map(([el, box]) => `${el.className} ${box.width} ${box.height}`)"""
"""Buttons that are too small for a finger."""

IN_SIGHT = """all => all.filter(el => {
    const box = el.getBoundingClientRect();
    return el.contains(document.elementFromPoint(box.x + 12, box.y + 12));
}).length"""
"""How many cards can be hit at their tag."""


def test_marks_differ_by_shape(guests, server):
    page, _ = laid(guests, server, PLANTING)
    letters = page.locator("#hand .plate i").all_inner_texts()
    assert letters == [card[0].upper() for card in sorted(PLANTING["players"][0]["hand"])]
    shapes = page.locator("#piles .seat").evaluate_all("all => all.map(one => one.firstElementChild.tagName)")
    assert len(set(shapes)) == len(shapes) == 2


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_shuts_people_out(guests, server, theme):
    page, _ = laid(guests, server, PLANTING, color_scheme=theme)
    page.locator('#hand [data-k="d8"]').click()
    page.locator('#mine .spot[data-at="N02E04"]').click()
    found = Axe().run(page).response["violations"]
    assert [
        (one["id"], one["nodes"][0]["html"][:120])
        for one in found
        if one["impact"] in ("serious", "critical")
    ] == []
