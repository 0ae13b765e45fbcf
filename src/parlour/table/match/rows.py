"""What stands in the database beside the log of a match: who sits where, its phase, its result."""

from collections.abc import Sequence
from functools import partial

from sqlalchemy import Connection, Executable, bindparam, delete, insert, select, update

from parlour.table import computers, ratings, schema
from parlour.table.event import Event
from parlour.table.kept import Kept
from parlour.table.log import Statement
from parlour.table.match.course import State

_STAND = (
    update(schema.tables)
    .where(schema.tables.c.id == bindparam("of"))
    .values(phase=bindparam("now"), touched=bindparam("at"), deadline=bindparam("until"))
)
"""How a table stands: made once, since it is written with every move."""


def beside(
    kept: Kept, before: State, after: State, events: Sequence[Event], deadline: int | None
) -> list[Statement]:
    """Return what is written with events that lead from one state to another."""
    course = after.course
    values = {"of": kept.id, "now": course.phase, "at": events[-1].at, "until": deadline}
    found: list[Statement] = [(_STAND, values)]
    for event in events:
        if event.kind in ("sit", "stand", "remove"):
            found += seating(kept.id, event)
        elif event.kind == "start":
            found.append(partial(_reseat, table=kept.id, players=event.payload.players))
    if course.end is not None and before.course.end is None and after.position is not None:
        end = course.end
        ended = ratings.Ended(
            table=kept.id,
            game=kept.game,
            at=end.at,
            players=course.players,
            result=end.result,
            ended=end.ended,
            rated=kept.agreed.rated and not course.undone,
            begun=after.position.begun,
        )
        found.append(ratings.record(ended))
    return found


def seating(table: str, event: Event) -> Sequence[Statement]:
    """Return the statements that keep the row of a chair in step with who sits down or leaves."""
    rows, player = schema.seats, event.payload.player
    row = update(rows).where(rows.c.table == table, rows.c.seat == event.seat)
    if event.kind != "sit":
        return (row.values(player=None, link=rows.c.link + 1),)
    if player is not None and computers.level_of(player):
        return (computers.enrolment(player, event.at), row.values(player=player))
    return (row.values(player=player),)


def renewal(table: str, seats: Sequence[int]) -> Executable:
    """Return the statement that makes all earlier links to some seats void."""
    rows = schema.seats
    return update(rows).where(rows.c.table == table, rows.c.seat.in_(seats)).values(link=rows.c.link + 1)


def _reseat(connection: Connection, *, table: str, players: tuple[str, ...]) -> None:
    """Let the rows be the seats of the game, no longer chairs; each player's links go on leading there."""
    rows = schema.seats
    found = connection.execute(select(rows.c.player, rows.c.link).where(rows.c.table == table)).all()
    numbers = {row.player: row.link for row in found}
    connection.execute(delete(rows).where(rows.c.table == table))
    seated = [
        {"table": table, "seat": seat, "player": player, "link": numbers.get(player, 0)}
        for seat, player in enumerate(players)
    ]
    connection.execute(insert(rows), seated)
