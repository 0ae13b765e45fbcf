"""All tables: made, found, kept in memory while they are used."""

import asyncio
from collections import OrderedDict
from functools import cache

import msgspec
from sqlalchemy import Connection, insert, not_, select
from sqlalchemy.sql import exists

from parlour import draw
from parlour.core import registry
from parlour.core.board import Sitting
from parlour.core.start import DealStart, SeedStart, Start
from parlour.table import games, metrics, schema, texts
from parlour.table.errors import ConflictError, MissingError
from parlour.table.fragments import Drawn
from parlour.table.guests import new_id
from parlour.table.kept import Kept, deal_key, options_text, read_kept
from parlour.table.stats import HOLES
from parlour.table.store import Store
from parlour.table.table import Clock, Table
from parlour.table.untouched import DAY, deletions


class Tables:
    """The tables of one process. `limit` of those that nobody watches stay in memory."""

    def __init__(self, store: Store, clock: Clock, limit: int) -> None:
        self.store = store
        self.clock = clock
        self.limit = limit
        self._held: OrderedDict[str, Table] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table]] = {}

    async def get(self, table_id: str) -> Table:
        """Return a table, from memory or folded from its log. Raises `MissingError`."""
        held = self._held.get(table_id)
        if held is not None:
            self._held.move_to_end(table_id)
            return held
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    async def _load(self, table_id: str) -> Table:
        def load(connection: Connection) -> Table:
            kept = read_kept(connection, table_id)
            warm(kept.game)
            table = Table(kept, self.store, self.clock)
            table.catch_up(connection)
            return table

        table = await self.store.read(load)
        self._held[table_id] = table
        self._evict()
        return table

    def _evict(self) -> None:
        """Let the least recently used go that nobody watches; the log has them."""
        surplus = len(self._held) - self.limit
        for table_id, table in list(self._held.items())[:-1] if surplus > 0 else ():
            if surplus <= 0:
                break
            if table.idle:
                del self._held[table_id]
                surplus -= 1
        metrics.TABLES.set(len(self._held))

    async def sweep(self) -> None:
        """Delete the tables that nobody touched for a day; those in memory stay. Raises `WriteError`."""
        await self.store.write(*deletions(self.clock() - DAY, [*self._held, *self._loading]))

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


@cache
def warm(game: str) -> None:
    """Have all of a game compiled that a table needs. Threads do this, so that the event loop never waits."""
    played = registry.game(game)
    position = Kept(
        "", game, "", options_text(played.choose()), SeedStart(1), "", ("",) * played.seats[0]
    ).begin()
    position.hint()
    for move in position.legal_moves[:1]:
        position.play(move)
        position.undo()
        position.redo()
    facts = Sitting("", game, played.title, "")
    for seat in (0, None):
        Drawn(game, seat, next(iter(draw.LANGUAGES))).sync(position, 0, facts)
