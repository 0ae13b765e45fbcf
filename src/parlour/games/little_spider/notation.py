"""Little Spider in text: moves `1-3`, `1-h`, `D-3`, the position as JSON, text boards, deals by number."""

import re
from typing import Any

import numpy as np

from parlour.core.errors import IllegalMove, NotationError, PositionError
from parlour.core.kernel import Record
from parlour.games._cards import boards, deals, notebook
from parlour.games._cards.cards import (
    SUITS,
    card_text,
    check_deck,
    check_fields,
    parse_card,
    parse_cards,
    parse_piles,
    texts,
)
from parlour.games.little_spider import rules

TITLE = "Little Spider"
BOARD_LABELS = ("foundations",)
_FIELDS = ("piles", "homecells", "moves")
_MOVE = re.compile(r"([1-8cdhs])\s*[- ]?\s*([1-8h])", re.ASCII)
_BOARD_ORDER = "CDHS"


def action_text(s: Record, action: int) -> str:
    """Write an action: pile to pile `1-3`, pile to its homecell `1-h`, homecell to pile `D-3`."""
    target = action % rules.PILES + 1
    if action < rules.TO_HOME:
        return f"{action // rules.PILES + 1}-{target}"
    if action < rules.FROM_HOME:
        return f"{target}-h"
    return f"{SUITS[(action - rules.FROM_HOME) // rules.PILES]}-{target}"


def parse_action(s: Record, text: str) -> int:
    """Read `1-3`, `1-h` or `D-3`, also without the dash. Raises `NotationError`."""
    found = _MOVE.fullmatch(text.strip().lower())
    if found is None or (not found[1].isdigit() and not found[2].isdigit()):
        raise NotationError(
            f"{text!r} is no move of Little Spider; moves are '1-3' (pile to pile), '1-h' (pile to homecell)"
            " and 'D-3' (homecell to pile)"
        )
    source, target = found.groups()
    if not source.isdigit():
        return rules.FROM_HOME + SUITS.index(source.upper()) * rules.PILES + int(target) - 1
    if target == "h":
        return rules.TO_HOME + int(source) - 1
    return (int(source) - 1) * rules.PILES + int(target) - 1


def refusal(s: Record, action: int) -> IllegalMove:
    """Say why an action is not legal."""
    target = action % rules.PILES
    if action < rules.TO_HOME:
        source = action // rules.PILES
        if not s.heights[source]:
            return IllegalMove("pile_empty", f"pile {source + 1} is empty")
        if source == target:
            return IllegalMove("same_pile", f"the card already lies on pile {target + 1}")
        return _refused_by_pile(s, target, int(rules.top(s, source)))
    if action < rules.FROM_HOME:
        if not s.heights[target]:
            return IllegalMove("pile_empty", f"pile {target + 1} is empty")
        card = int(rules.top(s, target))
        suit = card // 13
        needed = card_text(rules.home_card(suit, int(s.homed[suit])))
        return IllegalMove("not_next", f"{card_text(card)} cannot go home yet: its homecell needs {needed}")
    suit = (action - rules.FROM_HOME) // rules.PILES
    if not s.returning:
        return IllegalMove("no_return", "with these options no card comes back from a homecell")
    if s.homed[suit] == 1:
        return IllegalMove(
            "last_card", f"{card_text(int(rules.BASES[suit]))} is the last card of its homecell and stays"
        )
    return _refused_by_pile(s, target, int(rules.home_card(suit, int(s.homed[suit]) - 1)))


def _refused_by_pile(s: Record, pile: int, card: int) -> IllegalMove:
    if not s.heights[pile]:
        return IllegalMove("no_fill", f"pile {pile + 1} is empty, and an emptied pile takes nothing")
    under = card_text(int(rules.top(s, pile)))
    return IllegalMove(
        "does_not_fit", f"{card_text(card)} does not fit on {under}: its rank must be one above or below"
    )


def encode(s: Record) -> dict[str, Any]:
    """Return the piles and the homecells from bottom to top, and the moves played."""
    return {
        "piles": [list(texts(s.piles[i, : s.heights[i]])) for i in range(rules.PILES)],
        "homecells": {suit: list(home_texts(s, i)) for i, suit in enumerate(SUITS)},
        "moves": int(s.moves),
    }


def home_texts(s: Record, suit: int) -> tuple[str, ...]:
    """Write the cards on the homecell of a suit, base card first."""
    return texts(rules.home_card(suit, order) for order in range(int(s.homed[suit])))


def decode(data: dict[str, Any], s: Record) -> None:
    """Fill a record. Raises `PositionError` unless all 52 cards are there and the homecells lie in order."""
    check_fields(data, _FIELDS)
    piles = parse_piles(data, rules.PILES, rules.HEIGHT)
    homes = _homecells(data.get("homecells"))
    moves = data.get("moves", 0)
    if isinstance(moves, bool) or not isinstance(moves, int) or not 0 <= moves <= rules.MOVE_LIMIT:
        raise PositionError(f"moves must be a whole number from 0 to {rules.MOVE_LIMIT}, not {moves!r}")
    check_deck([card for pile in [*piles, *homes] for card in pile])
    s.seats, s.rng, s.moves = 1, 0, moves
    s.heights[:] = [len(pile) for pile in piles]
    s.homed[:] = [len(home) for home in homes]
    s.piles[:] = rules.NONE
    for i, pile in enumerate(piles):
        s.piles[i, : len(pile)] = pile
    rules.settle(s)


def _homecells(cells: object) -> list[list[int]]:
    if not isinstance(cells, dict) or set(cells) != set(SUITS):
        raise PositionError("homecells must be an object with the suits C, D, H and S")
    homes = [parse_cards(cells[suit], f"homecell {suit}", 13) for suit in SUITS]
    for i, home in enumerate(homes):
        wanted = [int(rules.home_card(i, order)) for order in range(len(home))]
        if not home or home != wanted:
            base = card_text(int(rules.BASES[i]))
            way = "up" if rules.rising(i) else "down"
            raise PositionError(
                f"homecell {SUITS[i]} must begin with {base} and go {way} by one,"
                f" not {' '.join(texts(home)) or 'be empty'}"
            )
    return homes


def deal(s: Record, number: str) -> None:
    """Deal a number into a blank record. Raises `DealError`."""
    s.seats = 1
    rules.lay_out(s, np.array(deals.golf_deck(deals.deal_number(number)), np.int16))


def stems_from(s: Record, dealt: Record) -> bool:
    """Say whether a position without moves is the deal; after moves the cards tell nothing of it."""
    return bool(s.moves or (s.piles == dealt.piles).all())


def board_text(s: Record) -> str:
    """Write the text board: the homecells' tops, then the piles."""
    tops = [home_texts(s, SUITS.index(suit))[-1] for suit in _BOARD_ORDER]
    return boards.board_lines({"Foundations": tops}, encode(s)["piles"])


def parse_boards(text: str) -> list[boards.Part]:
    """Read a stream of text boards; what lies under the homecells' tops is implied.

    Raises `PositionError`.
    """
    parts = []
    for board in boards.split_boards(text):
        board.require(BOARD_LABELS, rules.PILES, TITLE)
        homes: dict[str, list[str]] = {}
        for word in board.heads["foundations"]:
            card = parse_card(word, f"board at line {board.line}: Foundations")
            suit, order = card // 13, rules.order_of(card)
            homes[SUITS[suit]] = list(texts(rules.home_card(suit, k) for k in range(int(order) + 1)))
        if len(board.heads["foundations"]) != len(SUITS) or len(homes) != len(SUITS):
            raise PositionError(
                f"board at line {board.line}: Foundations must show four cards, one of each suit"
            )
        parts.append({"piles": board.piles, "homecells": homes})
    return parts


def html(s: Record) -> str:
    """Draw the position for a notebook."""
    tops = [home_texts(s, suit)[-1] for suit in range(rules.SUITS)]
    return notebook.felt(notebook.row("Homecells", tops), notebook.columns(encode(s)["piles"]))


def diagram(s: Record) -> str:
    """Draw the position: its text board."""
    return board_text(s).rstrip("\n")
