"""Several moves typed in one line: all of them are played, or none."""

from parlour.core.errors import IllegalMove
from parlour.core.position import Position


def play_all(position: Position, moves: list[str]) -> None:
    """Play the moves of one seat, in order.

    Raises `IllegalMove`, where there are several with the place of the one that is refused; the position
    then stays as it was. All but the last are refused if they show something new: whether the next one is
    legal would tell what nobody has looked at.
    """
    decisions = [part for move in moves for part in position.decisions(move)]
    if len(decisions) > 1:
        _try_all(position.copy(), decisions)
    for move in decisions:
        position.play(move, seat=position.current_player)


def _try_all(walk: Position, moves: list[str]) -> None:
    seat = walk.current_player
    for number, move in enumerate(moves, 1):
        here = walk.copy()
        try:
            walk.play(move, seat=seat)
        except IllegalMove as error:
            raise IllegalMove(
                error.code, f"nothing was played, for move {number} ({move}) is refused: {error}"
            ) from None
        if number < len(moves) and here.reveals(here.text(walk.history[-1])):
            raise IllegalMove(
                "reveals",
                f"nothing was played, for move {number} ({move}) shows something new and may only be the last"
                " of its line: look at it first, then go on",
            )
