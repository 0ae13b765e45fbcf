"""What one running server consists of."""

import asyncio
import datetime as dt
import gc
import logging
import secrets
import time
from collections.abc import Awaitable, Callable
from typing import Any

from litestar.connection import ASGIConnection
from sqlalchemy import func, select

from parlour.core import registry
from parlour.core.errors import ParlourError
from parlour.table import guests, metrics, schema, texts
from parlour.table.life import BEAT
from parlour.table.limits import Limit
from parlour.table.match.table import MatchTable
from parlour.table.reviews import Reviews
from parlour.table.settings import Settings
from parlour.table.stats import day_of
from parlour.table.store import Store
from parlour.table.table import Clock
from parlour.table.tables import Tables
from parlour.table.thinker import Thinker
from parlour.table.untouched import DAY
from parlour.table.warming import compile_all, warm

logger = logging.getLogger(__name__)


def wall_clock() -> int:
    """Return the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class House:
    """The store, the tables and the clock of a server."""

    def __init__(self, settings: Settings, store: Store, clock: Clock = wall_clock) -> None:
        self.settings = settings
        self.store = store
        self.clock = clock
        self._roll = guests.Roll(store)
        self.thinker = Thinker()
        self.reviews = Reviews()
        self.tables = Tables(store, clock, settings.cached, self.thinker)
        self._tables = Limit(0.5, 40, clock)
        self._looks = Limit(20, 200, clock, texts.TOO_FAST)
        self._commands = Limit(20, 200, clock, texts.TOO_FAST)
        self._guests = Limit(0.5, 60, clock, texts.TOO_MANY_GUESTS)

    def today(self) -> dt.date:
        """Return the present day (UTC)."""
        return day_of(self.clock())

    async def player(self, token: str) -> str | None:
        """Return the player of a cookie's token, if that guest ever began a table."""
        return await self._roll.player_of(token)

    async def welcome(self, token: str) -> str:
        """Return the player of a token, new or known."""
        return await guests.welcome(self.store, token, self.clock())

    async def name_of(self, player: str | None) -> str:
        """Return the name of a player, "" before one was chosen."""
        if player is None:
            return ""
        names = await self.store.read(lambda connection: guests.read_names(connection, [player]))
        return names.get(player, "")

    async def seat_name(self, token: str, name: str) -> str:
        """Return the player of a token, who sits down with a name: the given one, theirs, or any.

        Raises `BadName`.
        """
        clean = guests.clean_name(name) if name else ""
        player = await self.welcome(token)
        known = await self.name_of(player)
        if not (clean or known):
            clean = f"Guest {secrets.randbelow(900) + 100}"
        if clean and clean != known:
            await self.rename(player, clean)
        return player

    async def limit_tables(self, token: str, address: str) -> None:
        """Count a new table for its guest, or for an address without one. Raises `BusyError`.

        A token that is not known yet counts as none: anybody can make up as many as they like.
        """
        known = token and await self.player(token) is not None
        self._tables.take(token if known else f"address {address}")

    def limit_looks(self, token: str, address: str) -> None:
        """Count a look back. Raises `BusyError`."""
        self._looks.take(token or f"address {address}")

    def limit_commands(self, token: str, address: str) -> None:
        """Count a command that came by a request. Raises `BusyError`."""
        self._commands.take(token or f"address {address}")

    def limit_guests(self, address: str) -> None:
        """Count a new guest of an address. Raises `BusyError`."""
        self._guests.take(f"address {address}")

    async def limit_newcomers(self, token: str, address: str) -> None:
        """Count a new guest of an address, unless the token is that of a guest. Raises `BusyError`."""
        if not token or await self.player(token) is None:
            self.limit_guests(address)

    async def rename(self, player: str, name: str) -> None:
        """Give a player a name, and let it be seen at once. Raises `BadName`."""
        await self.store.write(guests.naming(player, guests.clean_name(name)))
        for table in self.tables.held():
            if isinstance(table, MatchTable) and player in table.course.players:
                await table.tell(looking_up=True)

    async def live(self) -> None:
        """Give signs of life until cancelled; clocks go on from where they stood."""
        await _regularly(BEAT / 1000, self._beat)

    async def _beat(self) -> None:
        if await self.tables.life.beat():
            await self.tables.wind_up()
        await self.tables.follow_others()

    async def count(self) -> None:
        """Count tables for the operator's figures, until cancelled."""
        await _regularly(15, self._count)

    async def _count(self) -> None:
        phases = select(schema.tables.c.phase, func.count().label("number")).group_by(schema.tables.c.phase)
        rows = await self.store.read(lambda connection: connection.execute(phases).all())
        found = {row.phase: row.number for row in rows}
        metrics.OPEN_TABLES.set(found.get("gathering", 0))
        metrics.GAMES_RUNNING.set(found.get("playing", 0))

    async def warm_up(self) -> None:
        """Load the rules of games that are going on, the most played first, then have all others compiled."""
        table = schema.tables
        lately = table.c.phase.in_(("gathering", "playing")), table.c.touched > self.clock() - DAY
        played = select(table.c.game).where(*lately).group_by(table.c.game).order_by(func.count().desc())
        for name in await self.store.read(lambda connection: connection.scalars(played).all()):
            if name in registry.names():
                await asyncio.to_thread(warm, name)
        gc.collect()
        gc.freeze()  # what is loaded stays: to look through it for what could go takes longer than a board
        await compile_all()

    async def tidy(self) -> None:
        """Sweep now and every hour, until cancelled."""
        await _regularly(3600, self._sweep)

    async def _sweep(self) -> None:
        await self.tables.sweep(self.settings.open_hours, self.settings.expire_days)


async def _regularly(seconds: float, do: Callable[[], Awaitable[None]]) -> None:
    """Do something again and again; if it fails, it is tried again next time."""
    while True:
        try:
            await do()
        except ParlourError as error:
            logger.warning("something was put off", extra={"what": do.__name__, "why": str(error)})
        except Exception:
            logger.exception("something was put off", extra={"what": do.__name__})
        await asyncio.sleep(seconds)


def house_of(connection: ASGIConnection[Any, Any, Any, Any]) -> House:
    """Return the house that a request or a socket came to."""
    house: House = connection.app.state.house
    return house
