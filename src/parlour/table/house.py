"""What one running server consists of."""

import asyncio
import datetime as dt
import logging
import secrets
import time
from typing import Any

from litestar.connection import ASGIConnection

from parlour.table import games, guests
from parlour.table.errors import WriteError
from parlour.table.settings import Settings
from parlour.table.stats import day_of
from parlour.table.store import Store
from parlour.table.table import Clock
from parlour.table.tables import Tables, warm

logger = logging.getLogger(__name__)


def wall_clock() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class House:
    """The store, the tables and the clock of a server.

    `epoch` is drawn anew at every start: revisions of fragments that a page remembers hold within one epoch
    only.
    """

    def __init__(self, settings: Settings, store: Store, clock: Clock = wall_clock) -> None:
        self.settings = settings
        self.store = store
        self.clock = clock
        self.tables = Tables(store, clock, settings.cached)
        self.epoch = secrets.token_hex(4)

    def today(self) -> dt.date:
        """Return the present day (UTC)."""
        return day_of(self.clock())

    async def player(self, token: str) -> str | None:
        """Return the player of a cookie's token, if that guest ever began a table."""
        return await guests.player_of(self.store, token)

    async def welcome(self, token: str) -> str:
        """Return the player of a token, new or known."""
        return await guests.welcome(self.store, token, self.clock())

    async def warm_up(self) -> None:
        """Have the rules of every game compiled, in a thread."""
        for name in games.names():
            await asyncio.to_thread(warm, name)

    async def tidy(self) -> None:
        """Sweep now and every hour, until cancelled."""
        while True:
            try:
                await self.tables.sweep()
            except WriteError as error:
                logger.warning("nothing was swept", extra={"why": str(error)})
            await asyncio.sleep(3600)


def house_of(connection: ASGIConnection[Any, Any, Any, Any]) -> House:
    """Return the house that a request or a socket came to."""
    house: House = connection.app.state.house
    return house
