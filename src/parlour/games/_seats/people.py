"""People at a table, as the page speaks of them to its viewer."""

import msgspec

from parlour.core.board import Asked, Ending, Match
from parlour.core.result import Result


class Who(msgspec.Struct, frozen=True, gc=False):
    """Somebody who acts: `me` for the viewer, else a name, or "" where the seat's own name has to do."""

    seat: int
    name: str = ""
    me: bool = False


class Prompt(msgspec.Struct, frozen=True, gc=False):
    """What was asked and not yet answered. `due` says that the viewer is to answer, `waiting` who else is.

    Also what the computer does for somebody: `what` is "stood_in" where it plays for the viewer, and "away"
    where it could for the one on turn.
    `counts` says that the match counts for ratings so far: one with a move taken back does not.
    """

    what: str
    moves: int
    by: Who
    due: bool
    waiting: tuple[Who, ...]
    counts: bool = False


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How a match ended: who won (nobody: a draw), in which way, and because of whom.

    `reason` is the word of the game's rules where these ended it. `took_part` says whether the viewer played.
    """

    winners: tuple[Who, ...]
    ended: Ending
    reason: str
    by: Who | None
    took_part: bool
    mine: bool


def who(match: Match, seat: int) -> Who:
    """Return whom the page means by a seat. At a shared screen seats are called by their own names."""
    shared = len(match.mine) > 1
    name = match.chairs[seat].name
    return Who(seat, "" if shared and seat in match.mine else name, match.mine == (seat,))


def prompt(match: Match) -> Prompt | None:
    """Return what waits for an answer, or what there is to be said about who plays for whom."""
    asked: Asked | None = match.asked
    if asked is None:
        return _handed(match)
    due = "accept" in match.may
    others = tuple(who(match, seat) for seat in asked.waiting if seat not in match.mine)
    return Prompt(asked.what, asked.moves, who(match, asked.by), due, others, match.rated)


def _handed(match: Match) -> Prompt | None:
    if "back" in match.may:
        return Prompt("stood_in", 0, who(match, match.mine[0]), due=True, waiting=())
    if "stand_in" in match.may and match.turn is not None:
        return Prompt("away", 0, who(match, match.turn), due=True, waiting=())
    return None


def outcome(match: Match) -> Outcome | None:
    """Return how the match ended, or nothing before the end."""
    result: Result | None = match.result
    if result is None:
        return None
    return Outcome(
        winners=tuple(who(match, seat) for seat in result.winners),
        ended=match.ended,
        reason=result.reason,
        by=None if match.by is None else who(match, match.by),
        took_part=len(match.mine) == 1,
        mine=len(match.mine) == 1 and match.mine[0] in result.winners,
    )
