"""The record of a match: a log as its viewer saw it, once it is over everything."""

from sqlalchemy import Connection

from parlour.core.record import GameRecord
from parlour.table.errors import MissingError
from parlour.table.export import record
from parlour.table.kept import read_events
from parlour.table.match.facts import Viewer
from parlour.table.match.table import MatchTable


def match_record(connection: Connection, table: MatchTable, viewer: Viewer) -> GameRecord:
    """Return the record of a match as its viewer may have it. Raises `MissingError` before it began."""
    course = table.course
    events = tuple(read_events(connection, table.kept.id))
    start = next((event for event in events if event.kind == "start"), None)
    if start is None:
        raise MissingError("the match has not begun, so there is no record")
    position = table.kept.begin(len(start.payload.players))
    ended = course.end.result if course.end is not None else None
    seat = viewer.seats[0] if viewer.seats else None
    whole = table.kept.names is not None
    return record(position, events[start.rev :], seat, ended=ended, names=table.seat_names, whole=whole)
