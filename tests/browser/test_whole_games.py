"""Whole games to the end, from late positions on: by clicks and drags; by keyboard, each move told (A20)."""

import json
import re

from playwright.sync_api import Page, expect

import parlour
from parlour.core.start import PositionStart, SeedStart
from tests.browser import arboretum_hands, splendor_hands
from tests.browser.boards import gridcell
from tests.browser.hands import MIDDLE, PHONE, at
from tests.browser.lines import golf_line, places, spider_line
from tests.browser.looks import TOLD, serious, told
from tests.table.server import position


def after(game: str, line: list[str]) -> PositionStart:
    """Return the position after moves of deal 1."""
    found = parlour.new(game, deal=1)
    for move in line:
        found.play(move)
    return PositionStart(found.to_dict())


def test_golf_is_won_by_clicks(guest):
    line = golf_line(1)
    page = guest.sit("golf", after("golf", line[:-15]))
    for rev, move in enumerate(line[-15:], 1):
        page.mouse.click(*page.evaluate(MIDDLE, "stock" if move == "deal" else f"pile{move}"))
        at(page, rev)
    expect(page.locator("#end h2")).to_have_text("The table is clear")
    assert page.evaluate("document.activeElement.id") == "end"
    page.reload()
    expect(page.locator("#end h2")).to_have_text("The table is clear")


def test_little_spider_is_won_by_dragging(guest):
    board, line = spider_line(0)
    game = parlour.read(board, "little_spider")[0]
    for move in line[:-15]:
        game.play(move)
    page = guest.sit("little_spider", position(str(game), "little_spider"))
    for rev, move in enumerate(line[-15:], 1):
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


def test_a20_little_spider_by_keyboard(guest):
    board, line = spider_line(3)
    game = parlour.read(board, "little_spider")[0]
    start = max(k for k, move in enumerate(line) if move.startswith("H"))  # a card that comes back from home
    for move in line[:start]:
        game.play(move)
    line = line[start:]
    page = guest.sit("little_spider", position(str(game), "little_spider"))
    page.evaluate(TOLD)
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
        assert told(page), move
        here = page.evaluate("document.activeElement.closest('[data-place]')?.id")
        assert game.is_over or here == focused(move), "the place keeps the focus"
    expect(page.locator("#end .end-in")).to_be_visible()


def focused(move: str) -> str:
    """Return the place that has the focus after a move: the target, or where a card left for home."""
    origin, target = move.split("-")
    return f"pile{origin if target == 'h' else target}"


def test_a20_golf_by_keyboard(guest):
    line = golf_line(1)
    page = guest.sit("golf", after("golf", line[:-15]))
    page.evaluate(TOLD)
    for rev, move in enumerate(line[-15:], 1):
        page.keyboard.press("d" if move == "deal" else move)
        at(page, rev)
        assert told(page), move
    expect(page.locator("#end h2")).to_have_text("The table is clear")
    assert serious(page) == []


def seen_by(pages: list[Page]) -> None:
    """Make sure that a move was told on every page."""
    for page in pages:
        page.wait_for_function("told.length")
        told(page)


def come(guests, server, game: str, start, **more) -> tuple[str, list[Page]]:
    """Open a table for Ada, Ben on a phone, and Cem who watches; return its path and their pages."""
    ada, ben, cem = guests(), guests(**PHONE), guests()
    table = server.set_match(game, start, tokens={"Ada": ada.token, "Ben": ben.token}, **more)
    pages = [guest.open(f"/t/{table}") for guest in (ada, ben, cem)]
    for page in pages:
        page.emulate_media(reduced_motion="reduce")
        page.evaluate(TOLD)
    return table, pages


def reload(page: Page) -> None:
    """Load a page anew, and listen again."""
    page.reload()
    page.wait_for_selector("#conn[data-state=on]", state="attached")
    page.evaluate(TOLD)


def test_a20_arbos_by_keyboard_and_touch_while_somebody_watches(guests, server):
    chosen = {"size": 6, "seeds": 0, "colours": "chosen"}
    _, pages = come(guests, server, "arbos", SeedStart(1), options=chosen)
    one, two, _ = pages
    game = parlour.new("arbos", seed=1, **chosen)
    one.locator(".grid [tabindex='0']").focus()
    while not game.is_over:
        legal = game.legal_moves
        move = next((one for one in ("B2", "E5", "C3", "D5", "C2", "E3") if one in legal), "pass")
        if game.current_player == 0 and move == "pass":
            one.keyboard.press("p")
            one.keyboard.press("Enter") if one.locator("#question-yes:focus").count() else one.press(
                "#question-yes", "Enter"
            )
        elif game.current_player == 0:
            arboretum_hands.go(one, gridcell(move))
            one.keyboard.press("Enter")
            one.keyboard.press("Enter")
        elif move == "pass":
            two.tap('[data-moves="pass"]')
            two.tap("#question-yes")
        else:
            two.locator(gridcell(move)).tap()
            expect(two.locator("#lens-what")).to_have_text(move)
            two.tap("#lens-yes")
        game.play(move)
        for page in pages:
            expect(page.locator("#moves")).to_have_text(str(len(game.moves)))
        seen_by(pages)
        if len(game.moves) == 2:
            reload(two)
    for page in pages:
        expect(page.locator("#end")).to_contain_text(re.compile("draw|won|wins", re.IGNORECASE))
    assert serious(one) == []


def test_a20_splendor_by_keyboard_and_touch_while_somebody_watches(guests, server):
    seed, over = splendor_hands.moment(lambda p: p.is_over)
    game = parlour.new("splendor", seats=2, seed=seed)
    for move in over.moves[:-7]:
        game.play(move)
    table, pages = come(guests, server, "splendor", SeedStart(seed), moves=game.moves)
    one, two, three = pages
    expect(three.locator("text=Watching").first).to_be_visible()
    for k, move in enumerate(over.moves[-7:]):
        page, hand = ((one, splendor_hands.keys), (two, splendor_hands.touch))[game.current_player]
        page.wait_for_selector("#action[data-mode]")
        hand(page, move)
        game.play(move)
        for each in pages:
            splendor_hands.played(each, len(game.moves))
        seen_by(pages)
        if k == 1:
            reload(two)
    for page in pages:
        for score in game.result.scores:
            expect(page.locator("#end .pt", has_text=f"{score:g}").first).to_be_visible()
    assert serious(one) == []
    two.locator('[data-cmd="rematch"]').tap()
    two.wait_for_url(re.compile(f"^(?!.*{table}$).*/t/"))
    expect(one.locator("#end")).to_contain_text("ematch")


def test_a20_arboretum_by_keyboard_and_touch_while_somebody_watches(guests, server):
    start = arboretum_hands.SHORT
    game = parlour.from_json(json.dumps(start))
    table, pages = come(guests, server, "arboretum", PositionStart(start))
    one, two, three = pages
    expect(three.locator("text=You are watching this game.").first).to_be_visible()
    expect(three.locator("#hand li")).to_have_count(0)
    while not game.is_over:
        seat = game.current_player
        page, play = (one, arboretum_hands.by_keys) if seat == 0 else (two, arboretum_hands.by_hand)
        legal = game.legal_moves
        move, then = "draw deck" if "draw deck" in legal else legal[len(legal) // 2], ""
        game.play(move)
        if move.startswith("play"):
            then = game.legal_moves[len(game.legal_moves) // 2]
            game.play(then)
        expect(page.locator("#legal i")).to_have_count(1)
        play(page, move, then.removeprefix("at "))
        for each in pages:
            expect(each.locator("#moves")).to_have_text(str(len(game.moves)))
        seen_by(pages)
        if len(game.moves) == 5:
            reload(two)
            arboretum_hands.shown(two)
    for page in pages:
        expect(page.locator(".scores")).to_be_visible()
        totals = page.locator(".scores tfoot b").all_inner_texts()
        assert [float(text) for text in totals] == list(game.result.scores)
    expect(three.locator("#hand li")).to_have_count(len(game.view(0).players[0].hand))  # all lies open now
    assert serious(one) == []
    one.locator('[data-cmd="rematch"]').click()
    one.wait_for_url(re.compile(f"/t/(?!{table})"))
