"""Why a move in Arbos is good: seeds and points, trees that merge, and cells that the other side loses."""

from collections.abc import Iterable

from parlour.core.board import Told
from parlour.core.reason import Reason
from parlour.games.arbos.preview import gains
from parlour.games.arbos.view import ArbosView

# Weights, in points: points that the next pawn can make, those that the other side cannot make any more, a
# cell gained or lost, and two trees that are one.

_NEXT, _DENIED, _CELL, _MERGED = 0.5, 0.8, 0.04, 0.5


def option(view: ArbosView, move: str) -> Told:
    """Tell a move before it is played."""
    if move.startswith("*"):
        return Told("seed", (), (move[1:],))
    return Told("pass") if move == "pass" else Told("pawn", (), (move,))


def reasons(before: ArbosView, after: ArbosView, move: str) -> tuple[Reason, ...]:
    """Return what a move does."""
    seat = before.player or 0
    if before.phase == "seeds":
        return ()
    return tuple(_passed(before, seat) if move == "pass" else _placed(before, after, seat))


def _best(view: ArbosView, seat: int) -> int:
    """Return the most points that a side can make more with its next pawn."""
    found = gains(view, seat) if view.players[seat].open else ()
    return max(0, found[-1][0] - view.players[seat].points) if found else 0


def _placed(before: ArbosView, after: ArbosView, seat: int) -> Iterable[Reason]:
    """Say what a pawn brings, and what it takes from the other side."""
    was, now, other = before.players[seat], after.players[seat], 1 - seat
    new = {seed for tree in now.trees for seed in tree.seeds} - {s for tree in was.trees for s in tree.seeds}
    touched = tuple(seed for seed in after.seeds if seed in new)
    gain = now.points - was.points
    if gain > 0:
        yield Reason("points", gain, (gain, now.points), (), touched)
    elif touched:
        yield Reason("seeds", _NEXT * len(touched), (len(touched),), (), touched)
    if len(now.trees) < len(was.trees):
        yield Reason("merge", _MERGED, (len(was.trees) - len(now.trees) + 1,))
    following, had = _best(after, seat), _best(before, seat) - max(0, gain)
    if following > had:
        yield Reason("next", _NEXT * (following - had), (following,))
    theirs, left = _best(before, other), _best(after, other)
    if left < theirs:
        yield Reason("deny", _DENIED * (theirs - left), (theirs, left), (), (), (other,))
    lost = len(set(before.players[other].open) - set(after.players[other].open))
    if lost:
        yield Reason("blocks", _CELL * lost, (lost,), (), (), (other,))
    room = len(now.open) - len(was.open)
    if room > 0:
        yield Reason("room", _CELL * room, (room,))


def _passed(view: ArbosView, seat: int) -> Iterable[Reason]:
    """Say what a pass means: the end with a lead, or that no pawn would make a point."""
    lead = view.players[seat].points - view.players[1 - seat].points
    if view.passes and lead > 0:
        yield Reason("ends", lead, (lead,))
    elif not _best(view, seat):
        yield Reason("nothing", _NEXT)
