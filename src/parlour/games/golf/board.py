"""The board of Golf as places, moves and fragments."""

import msgspec

from parlour.core.board import Fragment, Sitting, Source, Told
from parlour.core.result import Result
from parlour.games._cards.panels import actions_of, count_of, log_of, next_deal
from parlour.games.golf.view import GolfView

PAR = 5
"""Cards left on a hole that a good player needs on average; nine holes make 45."""

FANNED = 5
"""Cards of the homecell that show: the top, and under it what it was built on."""


class Pile(msgspec.Struct, frozen=True):
    """A tableau pile, bottom first."""

    number: int
    cards: tuple[str, ...]


class Score(msgspec.Struct, frozen=True):
    """The score panel. `over` is the reason of the end, "" before; `hole` and `card` as in `Sitting`."""

    left: int
    stock: int
    over: str
    moves: int
    longest: int
    best: int | None
    hole: int
    card: tuple[int | None, ...]


class End(msgspec.Struct, frozen=True):
    """The panel at the end of a hole. `score` is the Golf score, `fan` some cards that played their part."""

    reason: str
    score: int
    longest: int
    fan: tuple[str, ...]
    following: str
    sitting: Sitting


def chains(log: tuple[Told, ...]) -> tuple[int, ...]:
    """Return for each line of the log how many cards have gone home in a row: 0 when the stock was turned."""
    lengths: list[int] = []
    for told in log:
        lengths.append((lengths[-1] if lengths else 0) + 1 if told.kind == "play" else 0)
    return tuple(lengths)


def sources(view: GolfView) -> tuple[Source, ...]:
    """Return the legal moves as places: everything goes to the homecell."""
    return tuple(Source(move, "stock" if move == "deal" else f"pile{move}", "home") for move in view.legal)


def progress(view: GolfView) -> int:
    """Return the cards left in the tableau."""
    return sum(map(len, view.piles))


def best(result: Result, moves: int) -> int | None:
    """Return the figure that statistics keep the lowest of: the Golf score."""
    return int(result.scores[0])


def fragments(view: GolfView, log: tuple[Told, ...], sitting: Sitting) -> dict[str, Fragment]:
    """Return every fragment of the board and its panels."""
    lengths = chains(log)
    chain, longest = (lengths[-1], max(lengths)) if lengths else (0, 0)
    over = view.result.reason if view.result else ""
    panel = Score(
        left=progress(view),
        stock=view.stock,
        over=over,
        moves=sitting.moves,
        longest=longest,
        best=sitting.tally.best,
        hole=sitting.hole,
        card=sitting.card,
    )
    return {
        **{f"pile{n}": ("pile", Pile(n, cards)) for n, cards in enumerate(view.piles, 1)},
        "stock": ("stock", view.stock),
        "home": ("home", view.homecell[-min(chain + 1, FANNED) :]),
        "chain": ("chain", chain),
        "score": ("score", panel),
        "count": ("count", count_of(sitting)),
        "log": ("log", log_of(log, lengths)),
        "actions": ("actions", actions_of(sitting, over=bool(over))),
        "end": ("end", end(view, longest, sitting)),
    }


def end(view: GolfView, longest: int, sitting: Sitting) -> End | None:
    """Return the end panel, or nothing before the end."""
    if view.result is None:
        return None
    stayed = tuple(pile[-1] for pile in view.piles if pile)
    return End(
        reason=view.result.reason,
        score=int(view.result.scores[0]),
        longest=longest,
        fan=(stayed or view.homecell[-FANNED:])[:FANNED],
        following=next_deal(sitting),
        sitting=sitting,
    )
