"""What an event does to a solitaire's position and to the try it belongs to."""

import msgspec

from parlour import draw
from parlour.core import record
from parlour.core.position import Position
from parlour.table.event import Event

LONGEST_GAP = 5 * 60 * 1000
"""Milliseconds that a pause between two events counts at most; the page's clock stops likewise."""


class Ended(msgspec.Struct, frozen=True):
    """How a try ended first; what happens on the table afterwards changes nothing of it.

    `line` are the actions that led there; `figure` is what the game keeps the lowest of, if this end has one.
    """

    at: int
    won: bool
    score: int
    line: tuple[int, ...]
    figure: int | None
    millis: int


class Try(msgspec.Struct, frozen=True):
    """One try of a deal: from its first event to the restart.

    `started` is the time of the first move, `last` of the latest event, `millis` the time played up to it;
    `running` says whether the clock goes on. `moves` is the length of the line on the table. `hints` and
    `undos` stand still once ended. `earlier` is the try before the restart: it goes on if that is taken back.
    """

    number: int = 1
    opened: int | None = None
    started: int | None = None
    last: int = 0
    millis: int = 0
    running: bool = False
    moves: int = 0
    hints: int = 0
    undos: int = 0
    ended: Ended | None = None
    earlier: "Try | None" = None

    @property
    def milestones(self) -> tuple[object, ...]:
        """What changes when a try is begun, started or ended: then statistics change too."""
        return (self.number, self.opened, self.started, self.ended)

    def seconds(self, now: int) -> int:
        """Return the whole seconds played by `now`."""
        return (self.millis + (_counted(now - self.last) if self.running else 0)) // 1000


def _counted(gap: int) -> int:
    return max(0, min(gap, LONGEST_GAP))


def advance(position: Position, event: Event) -> Position:
    """Do an event to a position and return it (a new one after a restart), as a record does.

    Raises `IllegalMove`; the given position may then have been changed in part, so that callers hand in a
    copy.
    """
    return record.advance(position, event.kind, event.moves)


def follow(attempt: Try, event: Event, position: Position) -> Try:
    """Return the try after an event that led to `position`."""
    if event.kind == "restart":
        return Try(number=attempt.number + 1, last=event.at, earlier=attempt)
    if event.kind == "undo" and attempt.started is None and attempt.earlier is not None:
        return _resume(attempt.earlier, attempt, event.at)
    millis = attempt.millis + (_counted(event.at - attempt.last) if attempt.running else 0)
    started = attempt.started if attempt.started is not None or event.kind == "hint" else event.at
    counts = attempt.ended is None
    ended = attempt.ended
    result = position.result
    if ended is None and result is not None:
        line = position.history
        figure = draw.board(position.game.name).best(result, len(line))
        ended = Ended(event.at, bool(result.winners), round(result.scores[0]), line, figure, millis)
    return Try(
        number=attempt.number,
        opened=event.at if attempt.opened is None else attempt.opened,
        started=started,
        last=event.at,
        millis=millis,
        running=started is not None and not position.is_over,
        moves=len(position.history),
        hints=attempt.hints + (counts and event.kind == "hint"),
        undos=attempt.undos + (counts and event.kind == "undo"),
        ended=ended,
        earlier=attempt.earlier if started is None else None,
    )


def _resume(earlier: Try, empty: Try, at: int) -> Try:
    """Return a try that goes on since the restart after it was taken back, as if there had been none.

    The clock counts the time between; hints of the `empty` try were for the same cards, so they stay.
    """
    return msgspec.structs.replace(
        earlier,
        last=at,
        millis=earlier.millis + (_counted(at - earlier.last) if earlier.running else 0),
        hints=earlier.hints + (empty.hints if earlier.ended is None else 0),
    )
