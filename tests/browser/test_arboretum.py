"""Arboretum in browsers: a game between hand, keyboard and spectator; choices, sheets, sizes, directions."""

import re

from playwright.sync_api import expect

import parlour
from parlour.core.start import PositionStart
from parlour.games.arboretum.sheet import ways
from parlour.table.match.terms import ClockTerms
from tests.browser.arboretum_hands import PLANTING, by_hand, late, moved, shown
from tests.browser.hands import PHONE, SIZES
from tests.browser.looks import HIT


def laid(guests, server, position=None, other=None, **options):
    """Lay a position out between Ada and Ben, whoever that is, and open Ada's page."""
    ada = guests(**options)
    tokens = {"Ada": ada.token, "Ben": other.token if other else "b" * 32}
    table = server.set_match("arboretum", PositionStart(position or late()), tokens=tokens)
    page = ada.open(f"/t/{table}")
    page.emulate_media(reduced_motion="reduce")
    shown(page)
    return page


def test_a_card_says_what_it_brings_before_it_is_planted(guests, server):
    ben = guests()
    page = laid(guests, server, PLANTING, ben)
    other = ben.open(page.url.removeprefix(server.url))
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
    ben = guests()
    page = laid(guests, server, PLANTING, ben)
    other = ben.open(page.url.removeprefix(server.url))
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
    page = laid(guests, server)
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
    page = laid(guests, server)
    pile = page.locator('#piles [data-source="B"]')
    pile.click()
    expect(page.locator("#do")).to_have_text("Draw M2")
    page.locator("#see").click()
    expect(page.locator("#spread .tcard")).to_have_count(3)
    page.keyboard.press("Escape")
    moved(page, pile.click)
    expect(page.locator('#hand [data-k="m2"]')).to_have_class(re.compile("drawn"))
    expect(page.locator("#piles .can").first).to_be_visible()
    expect(page.locator("#piles .chosen")).to_have_count(0)  # nobody draws the second card by one tap
    expect(page.locator("#turn")).to_contain_text("draw 2 of 2")
    expect(page.locator("#last-act")).to_contain_text("You drew")


def test_moves_can_be_typed_and_a_slip_is_explained(guests, server):
    page = laid(guests, server, PLANTING)
    page.keyboard.press("/")
    page.keyboard.type("d8N05E05")
    page.keyboard.press("Enter")
    expect(page.locator("#type-error")).to_contain_text("not side by side")
    page.fill("#typed", "d8 N02E04")
    moved(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator('#mine [data-card="d8"]')).to_have_count(1)


def test_others_gardens_can_be_looked_at_on_a_phone(guests, server):
    page = laid(guests, server, **PHONE)
    page.locator("[data-look]:visible").tap()
    expect(page.locator("#looking-at .cell")).to_have_count(10)
    page.locator("#looking-at [data-closes]").tap()
    expect(page.locator("#looking-at")).to_be_hidden()


def test_the_longest_line_can_be_panned_zoomed_and_seen_whole(guests, server):
    cards = [f"{letter}{value}" for value in range(1, 9) for letter in "abcdjm"]
    lines = [[[card, 0, i] for i, card in enumerate(cards[n : n + 16])] for n in (0, 16)]  # no rule allows 18
    seats = [
        {"hand": cards[32 + 7 * n :][:7], "known": [], "discard": [], "arboretum": lines[n]} for n in (0, 1)
    ]
    seats[0]["hand"] = [*seats[0]["hand"], *cards[46:]]
    page = laid(guests, server, late(phase="play", deck=[], players=seats), **PHONE)
    view, cells = page.locator("#mine .view"), page.locator("#mine .cell[data-card]")
    first, last = cells.first, cells.last
    assert first.bounding_box()["width"] >= 44
    assert view.evaluate("view => view.scrollWidth > view.clientWidth"), "there is something to pan"
    view.evaluate("view => view.scrollTo(view.scrollWidth, 0)")
    box = last.bounding_box()
    assert box["x"] + box["width"] <= 390, "the other end came into sight"
    page.locator('[data-zoom="fit"]').tap()
    assert view.evaluate("view => view.scrollWidth <= view.clientWidth"), "all of it"
    page.locator('[data-zoom="fit"]').tap()
    assert first.bounding_box()["width"] >= 44
    page.keyboard.press("+")
    assert first.bounding_box()["width"] > box["width"] * 1.2
    page.keyboard.press("0")
    page.keyboard.press("0")
    page.locator(f'#hand [data-k="{cards[46]}"]').tap(position={"x": 12, "y": 12})
    page.locator('#mine .spot[data-at="C00E16"]').tap()
    expect(page.locator("#do")).to_have_text(f"Plant {cards[46].upper()} here")
    moved(page, page.locator("#do").tap)
    expect(page.locator("#mine .cell[data-card]")).to_have_count(17)


def test_people_at_one_screen_see_their_own_hands_alone(guests, server):
    ada = guests(**PHONE)
    table = server.set_match(
        "arboretum", PositionStart(late()), tokens={"Ada": ada.token}, chairs=("me", "here")
    )
    page = ada.open(f"/t/{table}")
    page.emulate_media(reduced_motion="reduce")
    first, second = (player["hand"] for player in late()["players"])
    cards = "all => all.map(one => one.dataset.k)"
    covered = "getComputedStyle(document.getElementById('hand')).visibility"
    assert page.evaluate(covered) == "hidden"
    expect(page.locator("#curtain-who")).to_have_text("It is the turn of Seat A")
    page.tap("[data-action=uncover]")
    assert page.evaluate(covered) == "visible"
    assert page.locator("#hand [data-k]").evaluate_all(cards) == first
    for move in ("draw B", "draw B", "play d8", "discard a8"):
        by_hand(page, move, "N02E04")
    expect(page.locator("#curtain-who")).to_have_text("It is the turn of Seat B")
    assert page.evaluate(covered) == "hidden"
    html = page.content()
    hidden = set(first) - {"d8", "a8"}
    assert not [card for card in hidden if f'data-k="{card}"' in html], "nothing of it is left in the page"
    page.tap("[data-action=uncover]")
    assert page.locator("#hand [data-k]").evaluate_all("all => all.map(one => one.dataset.k)") == sorted(
        second
    )


def test_clocks_have_room_on_a_phone(guests, server):
    ada = guests(**PHONE)
    tokens = {"Ada": ada.token, "Ben": "b" * 32}
    clock = ClockTerms(kind="bank", seconds=600)
    page = ada.open(
        f"/t/{server.set_match('arboretum', PositionStart(PLANTING), tokens=tokens, clock=clock)}"
    )
    for width, height in ((390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".clock:visible")).to_have_count(2)
        assert page.locator(".clock").evaluate_all(f"all => all.every({HIT})")
        assert page.locator("#hand .tcard").evaluate_all(f"all => all.every({HIT})")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_nothing_scrolls_with_two_seats(guests, server):
    page = laid(guests, server, PLANTING)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.locator("#hand .tcard").first.click(position={"x": 12, "y": 12})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, height)
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), (width, height)
        page.keyboard.press("Escape")
        seen = page.locator("#hand .tcard").evaluate_all(f"all => all.map({HIT})")
        assert seen == [True] * 9, (width, height)
