"""What players of Splendor do at a page, by touch or by keyboard alone; and moments to begin from."""

import random
import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

import parlour
from parlour import Position

WHERE = """() => {
    const rows = ['.nobles .tile', '.row3 .at', '.row2 .at', '.row1 .at', '.bank .pile', '.pl.me .kept .at']
        .map((row) => [...document.querySelectorAll(row)]).filter((row) => row.length);
    const row = rows.findIndex((places) => places.includes(document.activeElement));
    return [row, row < 0 ? -1 : rows[row].indexOf(document.activeElement)];
}"""
AIM = WHERE.replace("() =>", "(target) =>").replace(
    "document.activeElement", "document.querySelector(target)"
)
"""Row and place of the focus, or of a target, in the grid that arrow keys go through."""


def choice(position: Position, dice: random.Random) -> str:
    """A move of somebody who buys when they can, and else mostly takes three."""
    legal = position.legal_moves
    buys = [move for move in legal if move.startswith(("buy", "pay"))]
    takes = [move for move in legal if move.startswith("take") and len(move) == len("take WUG")]
    return dice.choice(buys or (takes if takes and dice.random() < 0.8 else legal))


def moment(
    holds: Callable[[Position], bool], seats: int = 2, preset: str = "standard", seeds: int = 200
) -> tuple[int, Position]:
    """The first position of some games for which something holds, with the seed of its game."""
    for seed in range(seeds):
        position, dice = parlour.new("splendor", seats=seats, preset=preset, seed=seed), random.Random(seed)
        while not position.is_over and not holds(position):
            position.play(choice(position, dice))
        if holds(position):
            return seed, position
    raise AssertionError("no such moment")


def main(position: Position) -> bool:
    """Whether somebody begins a turn."""
    return not position.is_over and position.view(None).phase == "main"


def held(position: Position) -> int:
    """The tokens of the seat on turn."""
    return sum(position.view(None).players[position.current_player].tokens)


def threes(position: Position) -> list[str]:
    """The moves that take three tokens."""
    return [move for move in position.legal_moves if move.startswith("take") and len(move) == len("take WUG")]


def can_take_and_buy(position: Position) -> bool:
    """Whether the seat on turn can take three and buy a card, and has a card in hand."""
    return bool(
        main(position)
        and held(position) < 8
        and len(position.moves) > 30
        and threes(position)
        and any(re.fullmatch(r"buy \d\d", move) for move in position.legal_moves)
        and position.view(None).players[position.current_player].reserved
    )


def played(page: Page, moves: int) -> None:
    """Wait until a page shows that many moves."""
    page.wait_for_function("n => document.getElementById('moves').textContent === String(n)", arg=moves)
    page.evaluate("document.getAnimations().forEach((flight) => flight.finish())")


def place(move: str) -> str:
    """The selector of the card or deck that a move names."""
    return f'button.at[data-at="{move.split()[1]}"]'


def touch(page: Page, move: str) -> None:
    """Make a move with a finger."""
    verb, _, rest = move.partition(" ")
    if verb == "take":
        for c in rest.lower():
            page.tap(f"#pile-{c}")
        page.tap("#confirm")
    elif verb in ("buy", "reserve"):
        page.locator(place(move)).tap()
        page.locator(f"#card-sheet [data-do={verb}]").tap()
    else:
        step(page, move, lambda selector: page.locator(selector).first.tap())


def keys(page: Page, move: str) -> None:
    """Make a move with the keyboard alone."""
    verb, _, rest = move.partition(" ")
    if verb == "take":
        for c in rest.lower():
            page.keyboard.press(c)
        page.keyboard.press("Enter")
    elif verb in ("buy", "reserve"):
        reach(page, place(move))
        page.keyboard.press("Enter")
        expect(page.locator(place(move))).to_have_attribute("aria-pressed", "true")
        page.keyboard.press("b" if verb == "buy" else "v")
    elif verb == "return":
        page.keyboard.press("*" if rest == "*" else rest.lower())
    else:
        step(page, move, lambda selector: page.locator(selector).first.press("Enter"))


def step(page: Page, move: str, act: Callable[[str], None]) -> None:
    """Make a decision at the end of a turn: in its sheet, or with the button of the bar."""
    verb, _, rest = move.partition(" ")
    if verb == "pay":
        act("#pay-sheet [data-do=pay]")
    elif verb == "return":
        act(f'[data-give="{"o" if rest == "*" else rest.lower()}"]')
    elif verb == "noble":
        index = page.locator("#noble-sheet .house").count()
        assert index > 1
        act("#noble-sheet [data-do=noble]")
    else:
        act("#step")


def reach(page: Page, target: str) -> None:
    """Go to a place with the arrow keys."""
    if page.evaluate(WHERE)[0] < 0:
        page.keyboard.press("ArrowDown")
    aim, at = page.evaluate(AIM, target), page.evaluate(WHERE)
    for _ in range(12):
        if at == aim:
            return
        if at[0] != aim[0]:
            page.keyboard.press("ArrowDown" if at[0] < aim[0] else "ArrowUp")
        else:
            page.keyboard.press("ArrowRight" if at[1] < aim[1] else "ArrowLeft")
        at = page.evaluate(WHERE)
    assert at == aim
