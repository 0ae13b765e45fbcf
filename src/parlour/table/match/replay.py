"""A match as it was after so many moves, and its record: what its viewer saw, once it is over everything."""

from typing import Any

from sqlalchemy import Connection

from parlour import draw
from parlour.core.record import GameRecord
from parlour.table.errors import MissingError
from parlour.table.export import record
from parlour.table.fragments import Log
from parlour.table.kept import read_events
from parlour.table.match.facts import Viewer
from parlour.table.match.table import MatchTable


def looking_back(table: MatchTable, viewer: Viewer, lang: str, number: int) -> dict[str, Any] | None:
    """Return the board after so many moves as fragments, and what was told last; `None` if there is none."""
    position = table.state.position
    if position is None or not 0 <= number <= len(position.history):
        return None
    past = position.restart()
    for action in position.history[:number]:
        past.play(action)
    game, log = table.kept.game, Log()
    view = log.sync(past, viewer.facing(position), all_open=table.all_open)
    fragments = draw.board(game).fragments(view, tuple(log.lines), table.facts(viewer))
    drawn = {name: draw.fragment(game, lang, *fragment) for name, fragment in fragments.items()}
    return {"n": number, "f": drawn, "say": draw.told(game, lang, log.lines[-1]) if log.lines else ""}


def match_record(connection: Connection, table: MatchTable, viewer: Viewer) -> GameRecord:
    """Return the record of a match as its viewer may have it. Raises `MissingError` before it began."""
    course = table.course
    events = tuple(read_events(connection, table.kept.id))
    start = next((event for event in events if event.kind == "start"), None)
    if start is None:
        raise MissingError("the match has not begun, so there is no record")
    position = table.kept.begin(len(start.payload.players))
    names = [table.names.get(player or "", "") for player in course.players]
    ended = course.end.result if course.end is not None else None
    seat = viewer.seats[0] if viewer.seats else None
    return record(position, events[start.rev :], seat, ended=ended, names=names)
