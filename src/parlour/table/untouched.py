"""Tables that were made and never touched go after a day, so that no flood of requests stays for good."""

from collections.abc import Sequence

from sqlalchemy import Executable, and_, delete, exists, or_, select

from parlour.table.schema import events, players, rounds, seats, tables

DAY = 24 * 3600 * 1000
"""Milliseconds."""


def deletions(before: int, kept: Sequence[str]) -> tuple[Executable, ...]:
    """Return the statements that delete what was made before a time and never used.

    That is tables without an event, save those in `kept`; rounds whose first hole was such a table; and
    guests who have no table left. A later hole stays with its round, and a guest's cookie makes that guest
    anew.
    """
    old = and_(
        tables.c.created < before,
        or_(tables.c.round.is_(None), tables.c.hole == 1),
        ~exists().where(events.c.table == tables.c.id),
        tables.c.id.not_in(kept),
    )
    return (
        delete(seats).where(seats.c.table.in_(select(tables.c.id).where(old))),
        delete(tables).where(old),
        delete(rounds).where(rounds.c.created < before, ~exists().where(tables.c.round == rounds.c.id)),
        delete(players).where(
            players.c.created < before,
            ~exists().where(seats.c.player == players.c.id),
            ~exists().where(rounds.c.player == players.c.id),
        ),
    )
