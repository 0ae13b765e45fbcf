"""The end of a game as its players read it: a table of all that counts, and which of it decided."""

import msgspec

from parlour.core.board import Match
from parlour.games._seats.people import Outcome, Who, outcome, who
from parlour.games.splendor.view import Player, SplendorView

STEPS = ("points", "cards", "nobles", "tokens", "seat")
"""What is compared, in this order. With the official rules the second is the last."""


class Account(msgspec.Struct, frozen=True):
    """A seat in the final table."""

    who: Who
    rank: int
    points: float
    cards: int
    nobles: int
    tokens: int


class Step(msgspec.Struct, frozen=True):
    """A comparison of the two best: `best` are their values, with those whose they are.

    `mark` is "even", "key" where it decides, or "rest" where it is not needed.
    """

    name: str
    mark: str
    best: tuple[tuple[Who, float], ...] = ()


class End(msgspec.Struct, frozen=True):
    """The panel at the end. `key` names the column that decides, "" where none does."""

    outcome: Outcome
    accounts: tuple[Account, ...]
    steps: tuple[Step, ...]
    key: str
    rounds: int
    table: str
    rated: bool
    can_rematch: bool
    rematch: str


def ending(view: SplendorView, match: Match) -> End | None:
    """Return the panel, or nothing before the end."""
    how, result = outcome(match), match.result
    if how is None or result is None:
        return None
    accounts = sorted(
        (
            _account(who(match, seat), rank, player)
            for seat, (player, rank) in enumerate(zip(view.players, result.ranks, strict=True))
        ),
        key=lambda one: (one.rank, one.who.seat),
    )
    steps = _steps(accounts, official=view.options.tiebreak == "official") if _compared(how) else ()
    return End(
        outcome=how,
        accounts=tuple(accounts),
        steps=steps,
        key=next((step.name for step in steps if step.mark == "key"), ""),
        rounds=view.round,
        table=match.table,
        rated=match.rated,
        can_rematch="rematch" in match.may,
        rematch=match.rematch,
    )


def _compared(how: Outcome) -> bool:
    return how.ended == "game" and bool(how.winners)


def _account(whose: Who, rank: int, player: Player) -> Account:
    return Account(whose, rank, player.points, len(player.cards), len(player.nobles), sum(player.tokens))


def _steps(accounts: list[Account], *, official: bool) -> tuple[Step, ...]:
    """Compare the best two, step by step, until one of them decides."""
    first, second = accounts[:2]
    steps, decided = [], False
    for name in STEPS[:2] if official else STEPS:
        if decided:
            steps.append(Step(name, "rest"))
            continue
        values = tuple(
            (one.who, one.who.seat + 1.0 if name == "seat" else getattr(one, name)) for one in (first, second)
        )
        decided = values[0][1] != values[1][1]
        steps.append(Step(name, "key" if decided else "even", values))
    return tuple(steps)
