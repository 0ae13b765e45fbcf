"""When a server was there: it says so every few seconds, and what it missed is counted on no clock."""

import secrets
from contextlib import suppress

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from parlour.table import schema
from parlour.table.match.clocks import Outages
from parlour.table.store import Store
from parlour.table.table import Clock

BEAT = 2000
"""Milliseconds from one sign of life to the next."""

GAP = 10_000
"""Milliseconds without a sign of life from which on nobody was there: no server, or one that was held up."""


class Life:
    """The signs of life of all servers over one database, and the secret that links are signed with.

    The database is read when this is made, and a time without a server is noted as an outage; deadlines that
    lay in it or after it move on by its length.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        with store.engine.begin() as connection:
            self.secret = _secret(connection, clock())
        with store.engine.begin() as connection:
            self._note(connection)
            times = connection.execute(select(schema.outages.c.began, schema.outages.c.ended)).all()
        self.outages = Outages((row.began, row.ended) for row in times)

    def _note(self, connection: Connection) -> tuple[int, int] | None:
        """Say that a server lives; return the outage that this ends, if it was one, after noting it."""
        now, house = self._clock(), schema.house
        # Written before it is read: SQLite refuses a write if another process wrote after the reading.
        connection.execute(update(house).values(alive=house.c.alive))
        alive = int(connection.execute(select(house.c.alive)).scalar_one())
        connection.execute(update(house).values(alive=max(now, alive)))
        if now - alive <= GAP:
            return None
        tables = schema.tables
        connection.execute(insert(schema.outages).values(began=alive, ended=now))
        late = tables.c.deadline.is_not(None) & (tables.c.deadline > alive)
        connection.execute(update(tables).where(late).values(deadline=tables.c.deadline + (now - alive)))
        return alive, now

    async def beat(self) -> bool:
        """Give a sign of life; say whether there was an outage before it. Raises `WriteError`."""
        found: list[tuple[int, int]] = []

        def note(connection: Connection) -> None:
            found.clear()
            outage = self._note(connection)
            if outage is not None:
                found.append(outage)

        await self._store.write(note)
        for outage in found:
            self.outages.add(*outage)
        return bool(found)


def _secret(connection: Connection, now: int) -> str:
    """Return the secret of this database, drawn now if it is new."""
    query = select(schema.house.c.secret)
    found = connection.scalar(query)
    if found is None:
        with suppress(IntegrityError), connection.begin_nested():  # another server may be first
            connection.execute(insert(schema.house).values(id=1, secret=secrets.token_urlsafe(32), alive=now))
        found = connection.scalar(query)
    return str(found)
