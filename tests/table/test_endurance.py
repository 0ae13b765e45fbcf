"""What lasts: memory over thousands of matches, readers that do not read, tables that nobody comes to."""

import asyncio
import base64
import contextlib
import gc
import os
import random
import socket
import struct
import time

import msgspec
import pytest
from sqlalchemy import func, select, update
from sqlalchemy.exc import OperationalError

from parlour.core import registry
from parlour.core.start import DealStart
from parlour.table import guests, limits, messages, metrics, readers, schema, sockets, watcher
from parlour.table.errors import MissingError, Refusal
from parlour.table.fragments import Drawn, Log
from parlour.table.match.terms import DAY, Terms
from parlour.table.table import SNAPSHOT, Table
from parlour.table.watcher import Watcher
from tests.table.matches import a_clock, do, guest, opened, play, started
from tests.table.scales import Scales, count
from tests.table.test_lobby import opened as opened_by_form
from tests.table.test_lobby import sit

SOAK = "SOAK" in os.environ

HOUR = 3600


# What stays in memory


class Company:
    """Guests who play one match after another, while somebody watches."""

    def __init__(self, house, seed: int) -> None:
        self.house = house
        self.chance = random.Random(seed)

    async def come(self) -> None:
        self.guests = [await guest(self.house, name) for name in ("Ada", "Ben", "Cem")]

    async def match(self) -> None:
        """Open a table, play a little, end it somehow, and leave."""
        game = self.chance.choice(("arbos", "splendor"))
        seats = 2 if game == "arbos" else 3
        played = registry.game(game)
        options = played.choose(None, **({"size": 5, "seeds": 0} if game == "arbos" else {}))
        terms = Terms(
            host=self.guests[0],
            chairs=("me", *["open"] * (seats - 1)),
            order="chosen",
            clock=a_clock("move", 60),
            rated=True,
        )
        table = await self.house.tables.open_match(played, next(iter(played.presets)), options, terms)
        form = "page" if game == "arbos" else "program"
        windows = [Watcher(one, "en", SNAPSHOT, form) for one in (*self.guests[:2], None)]
        for window in windows:
            table.arrive(window)
        for chair, player in enumerate(self.guests[1:seats], 1):
            await do(table, player, messages.Sit, seat=chair)
            self.publish(table, windows)
        for _ in range(self.chance.randrange(4)):
            if table.course.phase == "playing":
                await play(table, self.chance.choice(table.state.position.legal_moves))
                self.publish(table, windows)
        while table.course.phase == "playing":
            await do(
                table, self.chance.choice(table.state.course.others(-1)), messages.Resign
            ) if False else None
            await self.resign(table)
            self.publish(table, windows)
        if self.chance.random() < 0.2:
            await do(table, self.guests[0], messages.Rematch)
        for window in windows:
            table.leave(window)

    async def resign(self, table) -> None:
        left = [seat for seat in range(len(table.course.players)) if seat not in table.course.left]
        await do(table, table.course.players[self.chance.choice(left)], messages.Resign)

    def publish(self, table, windows) -> None:
        table.publish()
        for window in windows:
            window._waiting.clear()
            window._bytes = 0


async def test_a17_memory_is_flat_over_many_matches(house, monkeypatch):
    monkeypatch.setattr("parlour.table.match.table.AWAY_AFTER", 0)
    company = Company(house, 17)
    await company.come()
    third = 1500 if SOAK else 20
    before, drawn, scales = count(Table), count(Drawn, Log), Scales()
    for part in range(3):
        for _ in range(third):
            await company.match()
        await asyncio.sleep(0.01)
        assert len(house.tables._held) == len(house.tables._alive) == house.settings.cached
        assert count(Table) - before <= house.settings.cached
        assert count(Drawn, Log) - drawn <= 12 * house.settings.cached
        assert not house.tables._loading and house.tables.scheduler.next is None
        assert len(house.tables.scheduler._heap) < 100
        if part == 1:
            scales.weigh()
    scales.check(third)


async def test_a17_solitaires_are_let_go_too(house, player):
    owner = await house.welcome(player)
    before, drawn = count(Table), count(Drawn)
    for deal in range(1, 30):
        table = await house.tables.get(await house.tables.create(owner, "golf", None, DealStart(str(deal))))
        window = Watcher(owner, "en", SNAPSHOT)
        table.arrive(window)
        await table.command(owner, messages.Play(id=guests.new_id(), rev=0, moves=("deal",)))
        table.publish()
        table.leave(window)
    del table
    assert count(Table) - before == house.settings.cached
    assert count(Drawn) - drawn <= house.settings.cached


async def test_a17_who_watches_keeps_a_table_and_nobody_else_does(house):
    watched = await started(house)
    window = Watcher(None, "en", SNAPSHOT)
    watched.arrive(window)
    for _ in range(house.settings.cached + 2):
        await started(house)
    assert house.tables._held[watched.kept.id] is watched
    watched.leave(window)
    for _ in range(house.settings.cached):
        await started(house)
    assert watched.kept.id not in house.tables._held


def test_a17_askers_are_forgotten(clock):
    limit = limits.Limit(1, 5, clock)
    for asker in range(limits.KEPT + 100):
        limit.take(str(asker))
    assert len(limit._buckets) == limits.KEPT


# Who does not read


class Choked:
    """The server's end of a socket whose client takes nothing."""

    def __init__(self) -> None:
        self.code = 0
        self._events: asyncio.Queue = asyncio.Queue()

    async def receive(self):
        return await self._events.get()

    async def send(self, _):
        await asyncio.Event().wait()

    async def close(self, code, _):
        self.code = code
        self._events.put_nowait({"type": "websocket.disconnect"})


async def test_a24_a_slow_reader_is_dropped_and_others_do_not_notice(house):
    table = await started(house)
    ada, ben = table.course.players
    slow, other = Watcher(None, "en", SNAPSHOT), Watcher(ben, "en", SNAPSHOT)
    choked = Choked()
    served = asyncio.create_task(sockets.watch(choked, table, slow))
    await asyncio.sleep(0)
    table.arrive(other)
    await asyncio.sleep(0)
    waited = len(slow._waiting)
    while not slow.ending:
        told = len(other._waiting)
        await do(table, ada, messages.Say, phrase="hello")
        assert len(other._waiting) == told + 1, "others get everything"
        other._waiting.clear()
        other._bytes = 0
        waited += 1
        assert waited <= watcher.MOST_MESSAGES + 1
        await asyncio.sleep(0)
    assert slow.ending == "slow"
    assert waited == watcher.MOST_MESSAGES + 1
    assert not slow._waiting, "nothing of it stays in memory"
    await asyncio.wait_for(served, 20)
    assert choked.code == sockets.CLOSE_CODES["slow"]
    assert table.watchers == {other}
    await play(table, "A1")


async def test_many_frames_at_once_make_no_slow_reader(house):
    table = await started(house)
    watching = Watcher(table.course.players[0], "en", SNAPSHOT)
    watching.bucket = watcher.Bucket(1e9, 1e9)
    sent = []

    class Reading(Choked):
        async def send(self, event):
            sent.append(event["text"])

    line = Reading()
    for number in range(300):
        frame = f'{{"t":"offer","id":"command-{number}","rev":0}}' if number % 2 else '{"t":"sync"}'
        line._events.put_nowait({"type": "websocket.receive", "text": frame})
    line._events.put_nowait({"type": "websocket.disconnect"})
    await sockets.watch(line, table, watching)
    assert not watching.ending
    answers = [one for one in map(msgspec.json.decode, sent) if one["t"] in ("done", "refused")]
    assert [one["id"] for one in answers] == [f"command-{number}" for number in range(1, 300, 2)]


def frame(text: str) -> bytes:
    """Return a frame as a client sends it."""
    size = len(text)
    assert size < 126
    return struct.pack("!BBI", 0x81, 0x80 | size, 0) + text.encode()


def deaf(visitor, table: str) -> socket.socket:
    """Open a socket to a table that will read nothing."""
    address = visitor.url.removeprefix("http://")
    host, _, port = address.partition(":")
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect((host, int(port)))
    key = base64.b64encode(os.urandom(16)).decode()
    head = (
        f"GET /t/{table}/socket HTTP/1.1",
        f"Host: {address}",
        f"Origin: {visitor.url}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
    )
    line.sendall("\r\n".join((*head, "", "")).encode())
    return line


def test_a24_a_socket_that_reads_nothing_is_cut_off(running, monkeypatch):
    made = readers.Reader.connection_made

    def small(self, transport):
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        made(self, transport)

    monkeypatch.setattr(readers.Reader, "connection_made", small)
    monkeypatch.setattr(readers, "PATIENCE", 4)
    monkeypatch.setattr(watcher, "BURST", 1e9)
    ada, ben = running.visitor(), running.visitor()
    table = opened_by_form(ada)
    sit(ben, table)
    with ada.sit(table) as white, ben.sit(table) as black, deaf(running.visitor(), table) as line:
        rev = white.receive()["rev"]
        black.receive()
        dropped, began = metric("slow"), time.monotonic()
        for _ in range(200):  # each of these asks for the whole board
            line.sendall(frame('{"t":"sync"}'))
        while metric("slow") == dropped or watching(table) > 2:
            assert white.ask("undo", rev)["code"] == "nothing_to_undo", "others do not notice"
            assert time.monotonic() - began < 50, "it stays at the table"
            time.sleep(0.02)
        rev = white.ask("play", rev, ["A1"])["rev"]
        assert black.until("board")["t"] == "board"
        drain(line)


def drain(line: socket.socket) -> None:
    """Read what there is, to the end of the line."""
    line.settimeout(20)
    with contextlib.suppress(ConnectionError):
        while line.recv(1 << 16):
            pass


def metric(reason: str) -> float:
    """Return how many sockets were dropped for a reason."""
    return metrics.DROPPED_SOCKETS.labels(reason)._value.get()


def watching(table: str) -> int:
    """Return how many watch a table in this process."""
    return sum(
        len(one.watchers) for one in gc.get_objects() if issubclass(type(one), Table) and one.kept.id == table
    )


# Nobody comes back


async def passed(house, clock, seconds: float) -> None:
    """Let time pass while the server is there, and tidy up."""
    clock.tick(seconds)
    await house.store.write(update(schema.house).values(alive=clock()))
    await house.tables.sweep(house.settings.open_hours, house.settings.expire_days)


def latest(window: Watcher) -> dict:
    """Return the latest message to a window."""
    return msgspec.json.decode(window._waiting[-1])


async def test_a_table_that_never_begins_is_closed(house, clock):
    table = await opened(house, "splendor", chairs=("me", "open", "open"), public=True)
    window = Watcher(table.course.host, "en", SNAPSHOT)
    table.arrive(window)
    await passed(house, clock, house.settings.open_hours * HOUR)
    assert table.course.phase == "gathering"
    ben = await guest(house, "Ben")
    await do(table, ben, messages.Sit, seat=1)
    await passed(house, clock, house.settings.open_hours * HOUR)
    assert table.course.phase == "gathering", "somebody came, so it waits again"
    await passed(house, clock, 1)
    assert (table.course.phase, latest(window)["phase"]) == ("closed", "closed")
    with pytest.raises(Refusal, match="closed"):
        await do(table, ben, messages.Sit, seat=2)
    phase = select(schema.tables.c.phase).where(schema.tables.c.id == table.kept.id)
    assert await house.store.read(lambda c: c.scalar(phase)) == "closed"


async def test_a_match_without_a_clock_that_nobody_plays_on_is_closed(house, clock):
    table = await started(house, rated=True)
    window = Watcher(None, "en", SNAPSHOT, "program")
    table.arrive(window)
    await play(table, "A1")
    await passed(house, clock, house.settings.expire_days * DAY)
    assert table.course.phase == "playing"
    await passed(house, clock, 1)
    assert (table.course.phase, latest(window)["phase"]) == ("closed", "closed")
    with pytest.raises(Refusal, match="closed"):
        await do(table, table.course.players[1], messages.Play, moves=["E5"])
    assert await house.store.read(lambda c: c.scalar(select(func.count()).select_from(schema.results))) == 0
    house.tables._held.clear()
    again = await house.tables.match(table.kept.id)
    assert again.course == table.course


async def test_a_slow_match_goes_on_by_its_clock(house, clock):
    table = await started(house, "splendor", clock=a_clock("days", 3 * DAY))
    for _ in range(15):
        await passed(house, clock, 3 * DAY)
        assert await house.tables.scheduler.fire_due() == 1
    assert table.course.phase == "playing"


async def test_a_table_that_cannot_be_closed_keeps_no_other_open(house, clock):
    lost = await opened(house, "splendor", chairs=("me", "open"))
    table = await opened(house, "splendor", chairs=("me", "open"))
    house.tables._held.clear()
    row = schema.tables.c
    await house.store.write(update(schema.tables).where(row.id == lost.kept.id).values(game="of_yore"))
    del lost
    await passed(house, clock, house.settings.open_hours * HOUR + 1)
    assert table.course.phase == "closed"


async def test_guests_and_tables_of_no_use_are_swept(house, clock, player):
    idle = await house.tables.create(await house.welcome(player), "golf", None, DealStart("24"))
    await guest(house, "Passing")
    table = await started(house)
    others = [
        await house.tables.create(await house.welcome(f"guest {n}"), "golf", None, DealStart("1"))
        for n in range(20)
    ]
    house.tables._held.clear()
    await passed(house, clock, DAY + 1)
    with pytest.raises(MissingError):
        await house.tables.get(idle)
    for other in others:
        with pytest.raises(MissingError):
            await house.tables.get(other)
    left = await house.store.read(lambda c: set(c.scalars(select(schema.players.c.id))))
    assert left == set(table.course.players)
    assert (await house.tables.match(table.kept.id)).course == table.course


# What goes on whatever happens


async def test_signs_of_life_do_not_end_with_a_disk_that_fails_once(house, monkeypatch, caplog):
    beats, beat = [], house.tables.life.beat
    once = asyncio.Event()

    async def failing():
        beats.append(len(beats))
        if len(beats) == 1:
            raise OperationalError("SELECT", {}, Exception("disk I/O error"))
        once.set()
        return await beat()

    monkeypatch.setattr(house.tables.life, "beat", failing)
    monkeypatch.setattr("parlour.table.house.BEAT", 1)
    living = asyncio.create_task(house.live())
    await asyncio.wait_for(once.wait(), 20)
    living.cancel()
    assert "disk I/O error" in caplog.text


async def test_a13_a_clock_goes_on_after_an_error_that_nobody_foresaw(house, clock, monkeypatch):
    table = await started(house, clock=a_clock("move", 60))
    with monkeypatch.context() as broken:
        broken.setattr(type(table), "time_up", None)
        clock.tick(60)
        await house.tables.scheduler.fire_due()
    clock.tick(30)
    await house.tables.scheduler.fire_due()
    assert table.state.latest.kind == "timeout"
