"""The record of a table as a file: a viewer's log before the end, all that happened afterwards."""

import msgspec
from sqlalchemy import Connection

from parlour.core.record import Event as RecordEvent
from parlour.core.record import GameRecord
from parlour.table.kept import Kept, read_events
from parlour.table.line import advance


def record_json(connection: Connection, kept: Kept, seat: int | None) -> str:
    """Return the record of a table as its viewer in `seat` may have it.

    Once the present line has come to its end it replays to the last position. Before, each move stands as it
    was told to this viewer, and neither start nor move texts are in it.
    """
    position = kept.begin()
    whole: list[RecordEvent] = []
    told: list[RecordEvent] = []
    for event in read_events(connection, kept.id):
        at = event.at / 1000
        if event.kind != "play":
            position = advance(position, event)
            whole.append(RecordEvent(event.kind, seat=event.seat, at=at))
            told.append(whole[-1])
            continue
        for move in event.moves:
            before = position.view(seat)
            position.play(move)
            line = position.game.views.tell(before, position.view(seat), move)
            whole.append(RecordEvent("play", move, event.seat, at))
            told.append(RecordEvent("play", "", event.seat, at, line))
    over = position.is_over
    record = GameRecord(
        game=kept.game,
        seats=position.seats,
        options=msgspec.to_builtins(position.options),
        start=kept.start if over else None,
        events=tuple(whole if over else told),
        result=position.result,
    )
    return record.to_json()
