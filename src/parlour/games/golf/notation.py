"""Golf in text: moves `deal` and `1` to `7`, the position as JSON, text boards, deals by number."""

from itertools import pairwise
from typing import Any

import numpy as np

from parlour.core.errors import IllegalMove, NotationError, PositionError
from parlour.core.kernel import Record
from parlour.games._cards import boards, deals, notebook
from parlour.games._cards.cards import check_deck, check_fields, parse_cards, parse_piles, texts
from parlour.games.golf import rules

TITLE = "Golf"
_DEAL_WORDS = ("deal", "d", "stock", "s", "0")
BOARD_LABELS = ("talon", "foundations")
_FIELDS = ("piles", "stock", "homecell")


def action_text(s: Record, action: int) -> str:
    """Write an action: `deal`, or the pile's number."""
    return "deal" if action == rules.DEAL else str(action)


def parse_action(s: Record, text: str) -> int:
    """Read `deal` (or `d`) or a pile's number. Raises `NotationError`."""
    word = text.strip().lower()
    if word in _DEAL_WORDS:
        return rules.DEAL
    if word.isascii() and word.isdigit() and 1 <= int(word[:3]) <= rules.PILES:
        return int(word)
    raise NotationError(f"{text!r} is no move of Golf; moves are 'deal' and the piles 1 to {rules.PILES}")


def refusal(s: Record, action: int) -> IllegalMove:
    """Say why an action is not legal."""
    if action == rules.DEAL:
        return IllegalMove("stock_empty", "the stock is empty")
    pile = action - 1
    height = int(s.heights[pile])
    if not height:
        return IllegalMove("pile_empty", f"pile {action} is empty")
    if not s.homed:
        return IllegalMove("homecell_empty", "the homecell is empty, so the first move is 'deal'")
    card, under = texts((s.piles[pile, height - 1], s.home[s.homed - 1]))
    if s.rule == rules.DEAD_KING and under[0] == "K":
        return IllegalMove("does_not_fit", f"nothing goes on the king {under}")
    return IllegalMove("does_not_fit", f"{card} does not fit on {under}: its rank must be one above or below")


def encode(s: Record) -> dict[str, Any]:
    """Return piles, stock and homecell, each from bottom to top."""
    return {
        "piles": [list(texts(s.piles[i, : s.heights[i]])) for i in range(rules.PILES)],
        "stock": list(texts(s.stock[: s.stocked])),
        "homecell": list(texts(s.home[: s.homed])),
    }


def decode(data: dict[str, Any], s: Record) -> None:
    """Fill a record. Raises `PositionError` unless the 52 cards lie as they can in a game."""
    check_fields(data, _FIELDS)
    piles = parse_piles(data, rules.PILES, rules.HEIGHT)
    stock = parse_cards(data.get("stock"), "stock", rules.STOCK)
    home = parse_cards(data.get("homecell"), "homecell", rules.DECK)
    check_deck([card for pile in piles for card in pile] + stock + home)
    s.seats, s.rng = 1, 0
    s.heights[:] = [len(pile) for pile in piles]
    s.piles[:] = rules.NONE
    for i, pile in enumerate(piles):
        s.piles[i, : len(pile)] = pile
    s.stocked, s.stock[:] = len(stock), rules.NONE
    s.stock[: len(stock)] = stock
    s.homed, s.home[:] = len(home), rules.NONE
    s.home[: len(home)] = home
    _check_homecell(s, home, rules.STOCK - len(stock))
    rules.settle(s)


def _check_homecell(s: Record, home: list[int], turned: int) -> None:
    """Check that no more cards than the stock turned do not fit on the one beneath, the first included."""
    breaks = [upper for lower, upper in pairwise(home) if not rules.fits(int(s.rule), upper, lower)]
    if len(breaks) + bool(home) > turned:
        where = " ".join(texts([*home[:1], *breaks]))
        raise PositionError(f"homecell: {where} can only have come from the stock, which turned {turned}")


def deal(s: Record, number: str) -> None:
    """Deal a number into a blank record. Raises `DealError`."""
    s.seats = 1
    rules.lay_out(s, np.array(deals.golf_deck(deals.deal_number(number)), np.int16))


def stems_from(s: Record, dealt: Record) -> bool:
    """Say whether piles and stock are what a deal leaves when tops were taken."""
    piles = all((s.piles[i, :h] == dealt.piles[i, :h]).all() for i, h in enumerate(s.heights))
    return bool(piles and (s.stock[: s.stocked] == dealt.stock[: s.stocked]).all())


def board_text(s: Record) -> str:
    """Write the text board; a fresh deal shows its first stock card as foundation, as solvers expect."""
    part = encode(s)
    stock, home = part["stock"][::-1], part["homecell"]
    if not home:
        stock, home = stock[1:], stock[:1]
    return boards.board_lines({"Talon": stock, "Foundations": home}, part["piles"])


def parse_boards(text: str) -> list[boards.Part]:
    """Read a stream of text boards. Exactly 1 + 16 + 35 cards are a fresh deal. Raises `PositionError`."""
    parts = []
    for board in boards.split_boards(text):
        board.require(BOARD_LABELS, rules.PILES, TITLE)
        stock, home, piles = board.heads["talon"][::-1], board.heads["foundations"], board.piles
        if (
            len(home) == 1
            and len(stock) == rules.STOCK - 1
            and all(len(pile) == rules.HEIGHT for pile in piles)
        ):
            stock, home = [*stock, *home], []
        parts.append({"piles": piles, "stock": stock, "homecell": home})
    return parts


def html(s: Record) -> str:
    """Draw the whole position for a notebook."""
    part = encode(s)
    rows = notebook.row("Stock", part["stock"][::-1]) + notebook.row("Homecell", part["homecell"])
    return notebook.felt(notebook.columns(part["piles"]), rows)


def diagram(s: Record) -> str:
    """Draw the whole position, the stock too: its text board."""
    return board_text(s).rstrip("\n")
