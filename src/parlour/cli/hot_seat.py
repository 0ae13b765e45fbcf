"""Several people at one terminal: what one seat alone may see is covered before another one looks."""

import contextlib
import sys
from typing import Any

import msgspec

from parlour.cli.painting import Painter
from parlour.cli.patience import patience
from parlour.core.position import Position

LEAVE = ("quit", "q", "exit")
"""Words that end a sitting, wherever something is typed."""

_WORLDS = 32
"""How many deals of what a seat cannot know are compared."""


def keeps_secret(position: Position, seat: int, other: int) -> bool:
    """Say whether the view of `seat` holds something that `other` is not shown, or cannot know.

    The former is what one view has and the other leaves open; the latter what changes when all that `other`
    cannot know is dealt anew. A secret that could only be one of two things is overlooked once in 2^32.
    """
    view = position.view(seat)
    if _tells_more(msgspec.to_builtins(view), msgspec.to_builtins(position.view(other))):
        return True
    return any(position.determinize(other, seed).view(seat) != view for seed in range(_WORLDS))


def _tells_more(one: Any, other: Any) -> bool:
    """Say whether `one` has a value somewhere where `other` has none."""
    if isinstance(one, dict) and isinstance(other, dict):
        return any(_tells_more(value, other.get(name)) for name, value in one.items() if name != "viewer")
    if isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        return any(map(_tells_more, one, other))
    return other is None and one is not None


def news(position: Position) -> str:
    """Return what the others played since the seat on turn last did, in the texts of the moves; or "".

    Once the game is over that is the last turn.
    """
    walk, played = position.restart(), []
    for action in position.history:
        played.append((walk.current_player, walk.text(action)))
        walk.play(action)
    told: list[tuple[int | None, list[str]]] = []
    for seat, move in reversed(played):
        if seat == position.current_player or (position.is_over and told and told[-1][0] != seat):
            break
        if not told or told[-1][0] != seat:
            told.append((seat, []))
        told[-1][1].append(move)
    return ". ".join(
        f"{position.game.seat_name(seat or 0)}: {'; '.join(reversed(moves))}"
        for seat, moves in reversed(told)
    )


class HotSeat:
    """Shows each seat its own view, at a terminal that all of them share.

    Where nobody types, as in a pipe, nothing is asked or wiped.
    """

    def __init__(self, painter: Painter) -> None:
        self._painter = painter
        self._attended = sys.stdin.isatty() and sys.stdout.isatty()
        self._barred: set[int] = set()
        """The seats that something was secret from which the screen has shown since it was last wiped."""

    def show(self, position: Position, mover: int | None) -> None:
        """Print a position for the seat on turn; once the game is over, for all.

        `mover` is the seat that sits at the terminal, `None` at the start and after an end. Raises `EOFError`
        if somebody leaves instead of handing over.
        """
        if self._attended:
            self._pass_on(position, mover)
        if position.current_player != mover and (lately := news(position)):
            self._painter.say(lately, "italic")
        self._painter.show(position)

    def _pass_on(self, position: Position, mover: int | None) -> None:
        seat = position.current_player
        if seat is None:
            if self._barred:
                self._wipe()
            return
        outsiders = _outsiders(position, seat)
        if seat != mover:
            covered = mover is not None and self._cover(position, mover, seat)
            if covered or outsiders:
                name = position.game.seat_name(seat)
                _wait(f"Hand over to {name}. Enter shows {name}'s position. ")
        self._barred |= outsiders

    def _cover(self, position: Position, mover: int, seat: int) -> bool:
        """Wipe what `seat` must not see, if there is any; return whether there was.

        The mover first sees what came of the move.
        """
        if seat not in self._barred and not keeps_secret(position, mover, seat):
            return False
        named = position.game.seat_name
        self._painter.say(f"{named(mover)}'s position, {named(seat)} to move", "bold")
        self._painter.show_to(mover, position)
        _wait("Enter covers it. ")
        self._wipe()
        return True

    def _wipe(self) -> None:
        self._painter.clear()
        self._barred.clear()
        with contextlib.suppress(ImportError, AttributeError):  # some systems lack it, or a part of it
            import readline

            readline.clear_history()


def _outsiders(position: Position, seat: int) -> set[int]:
    """Return the seats that the view of `seat` keeps something secret from."""
    others = set(range(position.seats)) - {seat}
    with patience():
        return {other for other in others if keeps_secret(position, seat, other)}


def _wait(text: str) -> None:
    while (line := input(text).strip().lower()) not in LEAVE:
        if not line:
            return
    raise EOFError
