"""Moves as players send them, and as the log keeps them."""

from parlour.core.errors import IllegalMove
from parlour.core.position import Position
from parlour.table import texts


def written(
    position: Position, moves: tuple[str, ...], seat: int | None = None
) -> tuple[tuple[str, ...], Position]:
    """Return move texts as the log keeps them, one a decision, and the position after them.

    `seat` is whose all of them must be.

    Raises `IllegalMove` or `NotationError` at the first that cannot be played. Only the last may show its
    player something new.
    """
    walk = position.copy()
    parts = [part for move in moves for part in walk.decisions(move)]
    done: list[str] = []
    for part in parts:
        action = walk.action(part)
        here = walk.copy() if len(parts) > 1 else position
        walk.play(action, seat=seat)
        done.append(here.text(action))
        if len(done) < len(parts) and here.reveals(done[-1]):
            # Whether the next move is legal would tell, or its refusal, what nobody has seen yet.
            raise IllegalMove("reveals", texts.REVEALS)
    return tuple(done), walk
