"""The record of a table as a file: a viewer's log before the end, all that happened afterwards."""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec
from sqlalchemy import Connection

from parlour.core.position import Position
from parlour.core.record import Event as RecordEvent
from parlour.core.record import GameRecord, advance
from parlour.core.result import Result
from parlour.table.event import Event
from parlour.table.kept import Kept, read_events

Kind = Literal["play", "undo", "redo", "restart", "hint", "resign", "forfeit", "agree"]


def record_json(connection: Connection, kept: Kept, seat: int | None) -> str:
    """Return the record of a solitaire's table as its viewer in `seat` may have it.

    Once the present line has come to its end it replays to the last position.
    """
    return solo_record(connection, kept, seat).to_json()


def solo_record(connection: Connection, kept: Kept, seat: int | None) -> GameRecord:
    """Return that record."""
    events = tuple(read_events(connection, kept.id))
    names = kept.names or ()
    return record(kept.begin(), events, seat, names=names if any(names) else (), whole=kept.names is not None)


def record(
    position: Position,
    events: Iterable[Event],
    viewer: int | None,
    *,
    ended: Result | None = None,
    names: Sequence[str] = (),
    whole: bool = False,
) -> GameRecord:
    """Return the record of a game that began at a position and went on by the events of a log.

    Before the end each move stands as it was told to the viewer, and neither start nor move texts are in it.
    `ended` is the result of a match that its players ended; without it, that of the position. `whole`: it is
    given whole in any case.
    """
    start, told_events = position.start, []
    all_open = whole or ended is not None
    for event in events:
        for kind, move in _steps(event):
            seat = event.seat if position.current_player is None else position.current_player
            before = None if all_open or not move else position.view(viewer)
            position = advance(position, kind, (move,))
            told = None if before is None else position.game.views.tell(before, position.view(viewer), move)
            told_events.append(
                RecordEvent(kind, move, seat if kind == "play" else event.seat, event.at / 1000, told)
            )
    result = ended or position.result
    all_open = all_open or result is not None
    hidden = {"told": None} if all_open else {"move": ""}
    return GameRecord(
        game=position.game.name,
        seats=position.seats,
        options=msgspec.to_builtins(position.options),
        start=start if all_open else None,
        names=tuple(names),
        events=tuple(msgspec.structs.replace(one, **hidden) for one in told_events),
        result=result,
    )


def _steps(event: Event) -> list[tuple[Kind, str]]:
    """Return what an event of the log is in a record: kinds with their move."""
    steps: list[tuple[Kind, str]] = []
    match event.kind:
        case "undo":
            return [("undo", "")] * max(1, event.payload.count)
        case "redo" | "restart" | "hint":
            return [(event.kind, "")]
        case "resign" | "forfeit" | "agree":
            steps = [(event.kind, "")]
    return [*steps, *(("play", move) for move in event.moves)]
