"""The board of Little Spider as places, moves and fragments."""

import msgspec

from parlour.core.board import Fragment, Sitting, Source, Told
from parlour.core.result import Result
from parlour.games._cards.panels import actions_of, count_of, log_of, next_deal
from parlour.games.little_spider.view import LittleSpiderView

SUITS = "CDHS"
RANKS = "A23456789TJQK"
RISING = "DH"
"""Suits that are built up from the ace; the others come down from the king."""


class Pile(msgspec.Struct, frozen=True):
    """A tableau pile, bottom first; `fills` says whether it takes a card when it is empty."""

    number: int
    cards: tuple[str, ...]
    fills: bool


class Homecell(msgspec.Struct, frozen=True):
    """The homecell of a suit: its top, whether it rises, and the card it takes next ("" when complete)."""

    suit: str
    top: str
    rising: bool
    following: str


class Score(msgspec.Struct, frozen=True):
    """The score panel."""

    home: int
    moves: int
    undos: int
    best: int | None
    limit: int


class End(msgspec.Struct, frozen=True):
    """The panel at the end: cards home, moves played, and the tops of the homecells."""

    reason: str
    home: int
    moves: int
    fan: tuple[str, ...]
    following: str
    sitting: Sitting


def sources(view: LittleSpiderView) -> tuple[Source, ...]:
    """Return the legal moves as places."""
    return tuple(_source(view, move) for move in view.legal)


def _source(view: LittleSpiderView, move: str) -> Source:
    origin, target = move.split("-")
    if target == "h":
        suit = view.piles[int(origin) - 1][-1][1]
        return Source(move, f"pile{origin}", f"home-{suit.lower()}")
    place = f"pile{origin}" if origin.isdigit() else f"home-{origin.lower()}"
    return Source(move, place, f"pile{target}")


def progress(view: LittleSpiderView) -> int:
    """Return the cards home."""
    return sum(map(len, view.homecells))


def best(result: Result, moves: int) -> int | None:
    """Return the figure that statistics keep the lowest of: the moves of a win."""
    return moves if result.winners else None


def homecell(suit: str, cards: tuple[str, ...]) -> Homecell:
    """Describe a homecell for its drawing."""
    rising = suit in RISING
    order = RANKS if rising else RANKS[::-1]
    following = order[len(cards)] + suit if len(cards) < len(order) else ""
    return Homecell(suit, cards[-1], rising, following)


def fragments(view: LittleSpiderView, log: tuple[Told, ...], sitting: Sitting) -> dict[str, Fragment]:
    """Return every fragment of the board and its panels."""
    fills = view.options.empty_fill == "any"
    panel = Score(progress(view), view.moves, sitting.undos, sitting.tally.best, view.limit)
    return {
        **{f"pile{n}": ("pile", Pile(n, cards, fills)) for n, cards in enumerate(view.piles, 1)},
        **{
            f"home-{suit.lower()}": ("home", homecell(suit, cards))
            for suit, cards in zip(SUITS, view.homecells, strict=True)
        },
        "score": ("score", panel),
        "count": ("count", count_of(sitting)),
        "log": ("log", log_of(log)),
        "actions": ("actions", actions_of(sitting, over=view.result is not None)),
        "end": ("end", end(view, sitting)),
    }


def end(view: LittleSpiderView, sitting: Sitting) -> End | None:
    """Return the end panel, or nothing before the end."""
    if view.result is None:
        return None
    return End(
        reason=view.result.reason,
        home=progress(view),
        moves=view.moves,
        fan=tuple(
            cards[-1]
            for cards in (view.homecells[1], view.homecells[2], view.homecells[0], view.homecells[3])
        ),
        following=next_deal(sitting),
        sitting=sitting,
    )
