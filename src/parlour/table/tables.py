"""All tables: made, found, kept in memory while they are used."""

import asyncio
import logging
import secrets
from collections import OrderedDict
from collections.abc import Coroutine, Sequence
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy import Connection, Row, Select, and_, insert, not_, or_, select
from sqlalchemy.sql import exists

from parlour.core import registry
from parlour.core.errors import ParlourError
from parlour.core.game import Game
from parlour.core.options import GameOptions
from parlour.core.start import DealStart, Start
from parlour.table import games, messages, metrics, schema, texts
from parlour.table.computers import LEVELS
from parlour.table.errors import ConflictError, MissingError
from parlour.table.guests import new_id
from parlour.table.kept import Kept, deal_key, options_text, read_kept
from parlour.table.life import Life
from parlour.table.match import opening
from parlour.table.match.clocks import Outages
from parlour.table.match.table import MatchTable
from parlour.table.match.terms import Terms
from parlour.table.scheduler import Scheduler
from parlour.table.showing import Showing
from parlour.table.solo import Solo
from parlour.table.stats import HOLES
from parlour.table.store import Store
from parlour.table.table import Clock, Table
from parlour.table.thinker import Thinker
from parlour.table.untouched import DAY, deletions
from parlour.table.warming import warm, warm_search

logger = logging.getLogger(__name__)


class Tables:
    """The tables of one process. `limit` of those that nobody watches stay in memory."""

    def __init__(self, store: Store, clock: Clock, limit: int, thinker: Thinker) -> None:
        self.store = store
        self.clock = clock
        self.limit = limit
        self.thinker = thinker
        self.life = Life(store, clock)
        self.showing = Showing()
        self.scheduler = Scheduler(clock, self._time_up)
        self._held: OrderedDict[str, Table] = OrderedDict()
        self._alive: WeakValueDictionary[str, Table] = WeakValueDictionary()
        """Those held, and those let go that a request under way still has: no table is in memory twice."""
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._business: set[asyncio.Task[None]] = set()

    def tend(self, business: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """See to it that something is done meanwhile, unless the server stops."""
        task = asyncio.create_task(business)
        self._business.add(task)
        task.add_done_callback(self._business.discard)
        return task

    async def close(self) -> None:
        """Let nothing go on."""
        for task in self._business:
            task.cancel()
        await asyncio.gather(*self._business, return_exceptions=True)

    async def get(self, table_id: str) -> Table:
        """Return a table, from memory or folded from its log. Raises `MissingError`."""
        alive = self._alive.get(table_id)
        if alive is not None:
            if table_id in self._held:
                self._held.move_to_end(table_id)
            else:
                self._hold(alive)
            if alive.kept.names is not None:  # its owner may have been forgotten meanwhile
                await self.store.read(lambda connection: read_kept(connection, table_id))
            return alive
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    async def _load(self, table_id: str) -> Table:
        def load(connection: Connection) -> Table:
            kept = read_kept(connection, table_id)
            warm(kept.game)
            if kept.terms is not None and set(kept.terms.chairs) & set(LEVELS):
                warm_search(kept.game)
            epoch = secrets.token_hex(4)  # its drawings are counted anew, also if it was here before
            table: Table
            if kept.alone:
                table = Solo(kept, self.store, self.clock, epoch, self.showing)
            else:
                table = MatchTable(kept, self.store, self.clock, epoch, self)
            table.catch_up(connection)
            return table

        table = await self.store.read(load)
        self._alive[table_id] = table
        table.wind()
        self._hold(table)
        return table

    def _hold(self, table: Table) -> None:
        """Keep a table in memory; let the least recently used go that nobody watches: the log has them."""
        self._held[table.kept.id] = table
        surplus = len(self._held) - self.limit
        for table_id, other in list(self._held.items())[:-1] if surplus > 0 else ():
            if surplus <= 0:
                break
            if other.idle:
                del self._held[table_id]
                surplus -= 1
        metrics.TABLES.set(len(self._held))

    def held(self) -> tuple[Table, ...]:
        """Return the tables in memory."""
        return tuple(self._held.values())

    async def sweep(self, open_hours: int = 24, expire_days: int = 30) -> None:
        """Delete what nobody touched for a day, and close matches that nobody came back to.

        Those are tables that have not begun within so many hours, and games that stood still for so many
        days. Raises `WriteError`.
        """
        now, rows = self.clock(), schema.tables
        await self.store.write(*deletions(now - DAY, [*self._alive, *self._loading]))
        waiting = and_(rows.c.phase == "gathering", rows.c.touched < now - open_hours * DAY // 24)
        standing = and_(
            rows.c.phase == "playing",
            rows.c.deadline.is_(None),  # where a clock runs, it sees to it that the game goes on
            rows.c.touched < now - expire_days * DAY,
        )
        old = select(rows.c.id).where(or_(waiting, standing)).limit(1000)
        for table_id in await self.store.read(lambda c: c.scalars(old).all()):
            try:
                await (await self.match(table_id)).expire()
            except ParlourError as error:  # of a game that is not installed any more
                logger.warning("a table was not closed", extra={"table": table_id, "why": str(error)})

    # -- matches -------------------------------------------------------------------------------------------

    async def follow_others(self) -> None:
        """Have matches in memory follow what another process wrote, such as `parlour forget`."""
        rows, held = schema.tables, [table for table in self.held() if isinstance(table, MatchTable)]
        going = [table for table in held if table.course.phase in ("gathering", "playing")]
        for first in range(0, len(going), 500):
            some = going[first : first + 500]
            query = select(rows.c.id, rows.c.touched).where(rows.c.id.in_([table.kept.id for table in some]))
            found = await self.store.read(partial(_all, query=query))
            touched = {row.id: row.touched for row in found}
            for table in some:
                latest, at = table.state.latest, touched.get(table.kept.id, 0)
                if latest is not None and at > latest.at:
                    await table.follow_others(at)

    @property
    def outages(self) -> Outages:
        """The times that no clock counts."""
        return self.life.outages

    @property
    def secret(self) -> str:
        """What links are signed with."""
        return self.life.secret

    async def match(self, table_id: str) -> MatchTable:
        """Return a table of several seats. Raises `MissingError`."""
        table = await self.get(table_id)
        if not isinstance(table, MatchTable):
            raise MissingError(texts.NO_MATCH)
        return table

    async def open_match(self, game: Game, preset: str, options: GameOptions, terms: Terms) -> MatchTable:
        """Open a table of several seats, its host sitting down. Raises `OptionsError`."""
        kept = await asyncio.to_thread(opening.plan, game, preset, options, terms)
        events, _ = opening.opening(kept, self.clock())
        await self.store.write(*opening.statements(kept, events, self.clock()))
        table = await self.match(kept.id)
        await self._begin_if_full(table)
        return table

    async def _begin_if_full(self, table: MatchTable) -> None:
        """Let a match begin where it is to begin by itself, and nobody is waited for."""
        course = table.course
        if table.terms.full_starts and course.phase == "gathering" and None not in course.players:
            await table.command(course.host, messages.Begin(id=new_id(), rev=table.rev))

    async def join_again(self, table: str, player: str) -> None:
        """Let a player sit down on the chair that a rematch keeps for them; for its host that is done."""
        following = await self.match(table)
        for chair, reserved in enumerate(following.terms.reserved):
            if reserved == player and following.course.players[chair] is None:
                await following.command(player, messages.Sit(id=new_id(), rev=following.rev, seat=chair))
                following.publish()
        await self._begin_if_full(following)

    async def rematch_closed(self, before: str) -> None:
        """Let the players of a match in memory see that its rematch was closed: they may open another."""
        table = self._alive.get(before)
        if isinstance(table, MatchTable):
            await table.tell(looking_up=True)

    def due(self, table: str, deadline: int | None) -> None:
        """Take note of when a table's clock runs out, or that none runs."""
        self.scheduler.due(table, deadline)

    async def wind_up(self) -> None:
        """Read all clocks that run, and let all see those in memory, which an outage may have moved on."""
        rows = schema.tables
        running = select(rows.c.id, rows.c.deadline).where(rows.c.deadline.is_not(None))
        found = await self.store.read(lambda c: c.execute(running).all())
        self.scheduler.load({row.id: row.deadline for row in found})
        for table in self.held():
            if isinstance(table, MatchTable):
                table.go_on()

    async def _time_up(self, table_id: str) -> None:
        await (await self.match(table_id)).time_up()

    # -- making --------------------------------------------------------------------------------------------

    async def create(
        self,
        player: str,
        game: str,
        preset: str | None,
        start: Start,
        *,
        round_id: str | None = None,
        hole: int = 0,
    ) -> str:
        """Make a table of one player and return its id.

        Raises `UnknownGame`, `OptionsError`, `DealError` or `PositionError`; `ConflictError` for a hole that
        has one.
        """
        kept = await asyncio.to_thread(_plan, player, game, preset, start, round_id, hole)
        await self.store.write(*kept.insertions(self.clock()))
        return kept.id

    async def open_deal(self, player: str, game: str, preset: str | None, deal: str) -> str:
        """Return this player's table of a deal where the first try has not ended, else a new one."""
        played = registry.game(game)
        options = played.choose(preset)
        start = DealStart(played.deal_number(deal))
        mine, tries = schema.tables, schema.tries
        ended = exists().where(tries.c.table == mine.c.id, tries.c.ended.is_not(None))
        query = (
            select(mine.c.id)
            .join(schema.seats, schema.seats.c.table == mine.c.id)
            .where(
                schema.seats.c.player == player,
                mine.c.game == played.name,
                mine.c.options == options_text(options),
                mine.c.deal_key == deal_key(start),
                mine.c.round.is_(None),
                not_(ended),
            )
            .order_by(mine.c.created.desc())
            .limit(1)
        )
        found = await self.store.read(lambda connection: connection.scalar(query))
        return str(found) if found else await self.create(player, game, preset, start)

    # -- rounds --------------------------------------------------------------------------------------------

    async def open_round(self, player: str, game: str, preset: str | None) -> str:
        """Begin a round of nine random deals and return the table of its first hole."""
        played = registry.game(game)
        name = preset or next(iter(played.presets))
        played.choose(name)
        deals = [played.random_deal() for _ in range(HOLES)]
        round_id = new_id()
        await self.store.write(
            insert(schema.rounds).values(
                id=round_id,
                player=player,
                game=played.name,
                preset=name,
                deals=msgspec.json.encode(deals).decode(),
                created=self.clock(),
            )
        )
        return await self._open_hole(round_id, 1)

    async def next_hole(self, player: str, table_id: str) -> str:
        """Return the table of the next hole; `MissingError` unless this one has ended and is the player's."""
        table = await self.get(table_id)
        if not isinstance(table, Solo):
            raise MissingError(texts.NO_ROUND)
        kept = table.kept
        ended = kept.round is not None and table.facts.card[kept.hole - 1] is not None
        if kept.round is None or not ended or kept.hole >= HOLES or kept.seat_of(player) is None:
            raise MissingError(texts.NO_ROUND)
        return await self._open_hole(kept.round, kept.hole + 1)

    async def _open_hole(self, round_id: str, hole: int) -> str:
        rounds, tables = schema.rounds, schema.tables
        plan = await self.store.read(lambda c: c.execute(select(rounds).where(rounds.c.id == round_id)).one())
        start = DealStart(msgspec.json.decode(plan.deals, type=list[str])[hole - 1])
        query = select(tables.c.id).where(tables.c.round == round_id, tables.c.hole == hole)
        found = await self.store.read(lambda c: c.scalar(query))
        if found is not None:
            return str(found)
        try:
            return await self.create(plan.player, plan.game, plan.preset, start, round_id=round_id, hole=hole)
        except ConflictError:  # asked for twice at once
            return str(await self.store.read(lambda c: c.scalars(query).one()))


def _all(connection: Connection, *, query: Select[Any]) -> Sequence[Row[Any]]:
    return connection.execute(query).all()


def _plan(player: str, game: str, preset: str | None, start: Start, round_id: str | None, hole: int) -> Kept:
    """Check that a table can start so, and return it."""
    played = games.find(game)
    name = preset or next(iter(played.presets))
    options = played.choose(name)
    if not isinstance(start, DealStart):
        position = Kept("", played.name, name, options_text(options), start, "", (player,)).begin()
        options = position.options
        name = played.preset_of(options) or name
    return Kept(
        id=new_id(),
        game=played.name,
        preset=name,
        options=options_text(options),
        start=start,
        deal_key=deal_key(start),
        players=(player,),
        round=round_id,
        hole=hole,
    )
