"""Power cuts: a server is killed again and again while matches are played as fast as it can.

Its windows behave as pages do: they come back and send again what was not answered. No move that was
acknowledged is lost, none is played twice, and no clock counts the time in between.
"""

import asyncio
import contextlib
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import httpx
import msgspec
from sqlalchemy import create_engine, select
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from parlour.table import schema
from parlour.table.house import House, wall_clock
from parlour.table.kept import Kept, read_events, read_kept
from parlour.table.match.clocks import Outages
from parlour.table.match.course import Course, State, follow
from parlour.table.settings import Settings, sqlite_url
from parlour.table.store import open_store
from tests.table.client import Wire
from tests.table.matches import a_clock, started
from tests.table.server import free_port

SOAK = "SOAK" in os.environ
KILLS = 100 if SOAK else 20

NEST = """
import os, signal, sys
from parlour.cli import main
from parlour.table import games, serve
from parlour.table.warming import warm

for name in games.names():
    warm(name)
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in sys.stdin:
    process = os.fork()
    if process == 0:
        try:
            main()
        finally:
            print("ended", flush=True)
    print(process, flush=True)
"""


class Nest:
    """A process that has loaded all of Parlour, and forks a server from itself whenever one is wanted."""

    def __init__(self, data: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.errors = data / "errors.txt"
        self._pid = 0
        command = [sys.executable, "-c", NEST, "--no-browser", "--port", str(self.port), "--data", str(data)]
        with self.errors.open("w") as errors:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
            )

    def start(self, *, wait: bool = True) -> None:
        """Start a server; wait until it answers."""
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        self._pid, opened = 0, not wait
        while not (self._pid and opened):  # parent and child write at once
            line = self._process.stdout.readline()
            assert line not in ("", "ended\n"), self.errors.read_text()
            self._pid = int(line) if line.strip().isdigit() else self._pid
            opened = opened or self.url in line

    def kill(self) -> None:
        """End the server as a power cut would."""
        os.kill(self._pid, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            while True:
                os.kill(self._pid, 0)
                time.sleep(0.001)

    def close(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.kill()
        self._process.stdin.close()
        self._process.wait(20)
        self._process.stdout.close()


class Log:
    """The database as a bystander reads it, whether a server is there or not."""

    def __init__(self, path: Path) -> None:
        self._engine = create_engine(f"sqlite:///file:{path}?mode=ro&uri=true")
        self._kept: dict[str, Kept] = {}
        self._states: dict[str, State] = {}

    def read(self, query):
        """Return what a query finds."""
        with self._engine.connect() as connection:
            return query(connection)

    def state(self, table: str) -> State:
        """Fold a match from its log."""
        with self._engine.connect() as connection:
            if table not in self._kept:
                kept = self._kept[table] = read_kept(connection, table)
                self._states[table] = State(Course.of(kept.agreed))
            state = self._states[table]
            for event in read_events(connection, table, state.rev):
                state = follow(state, event, self._kept[table], Outages())
        self._states[table] = state
        return state

    def position(self, table: str):
        return self.state(table).position

    def close(self) -> None:
        self._engine.dispose()


class Window:
    """A page of a player that plays whatever it may, over as many sockets as it takes."""

    def __init__(self, url: str, cookie: str, table: str, chance: random.Random, log: "Log") -> None:
        self.log = log
        self.url = url
        self.cookie = cookie
        self.table = table
        self.chance = chance
        self.wire = Wire()
        self.sent: dict[str, tuple[str, str]] = {}
        """The table and the kind of every command, by its id."""
        self.done: dict[str, tuple[str, int]] = {}
        """The table and the revision of what was acknowledged."""
        self.refused: Counter[str] = Counter()
        self.playing = True

    async def live(self) -> None:
        """Connect, play, and connect again."""
        while self.playing or self.wire.waiting:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                await self.sit()
            self.wire.close()
            await asyncio.sleep(0.05 * self.chance.random())

    async def sit(self) -> None:
        table, wire = self.table, self.wire
        address = f"{self.url.replace('http', 'ws')}/t/{table}/socket{wire.query}"
        headers = {"cookie": self.cookie}
        async with connect(address, origin=self.url, additional_headers=headers, compression=None) as line:
            out: asyncio.Queue[str] = asyncio.Queue()
            wire.open(out.put_nowait)
            sending = asyncio.create_task(self.pump(line, out))
            try:
                while self.table == table and (self.playing or wire.waiting):
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(0.5):  # to see when it shall end
                            self.take(wire.receive(await line.recv()))
                    if self.playing and self.table == table and not wire.busy:
                        self.act()
            finally:
                sending.cancel()

    async def pump(self, line, out: asyncio.Queue[str]) -> None:
        """Send what is to be sent, a little slower than a server's patience allows."""
        with contextlib.suppress(WebSocketException):
            while True:
                await line.send(await out.get())
                await asyncio.sleep(0.015)

    def take(self, message: dict) -> None:
        match message["t"]:
            case "done":
                name = message["id"]
                assert self.done.setdefault(name, (self.table, message["rev"])) == (
                    self.table,
                    message["rev"],
                )
                if message.get("go") and not self.wire.waiting:
                    self.table, self.wire = message["go"].rpartition("/")[2], Wire()
            case "refused":
                self.refused[message["code"]] += 1

    def act(self) -> None:
        board = self.wire.board
        if board.get("phase") == "over":
            self.send("rematch")
        elif not board.get("phase") and board["over"]:
            self.send("restart")
        elif board["legal"]:
            self.send("play", moves=[self.chance.choice(board["legal"])[0]])
        elif board.get("mine"):
            t, fields = self.match_move()
            self.send(t, **fields)
        elif board.get("phase") == "playing" and self.chance.random() < 0.2:
            self.send(self.chance.choice(("accept", "decline", "say")), phrase="moment")

    def match_move(self) -> tuple:
        """Return what to do on turn: mostly a move, sometimes nonsense, a question or the end."""
        legal = self.log.position(self.table).legal_moves
        fate = self.chance.random()
        if fate < 0.9 and legal:
            return "play", {"moves": [self.chance.choice(legal)]}
        if fate < 0.95:
            return "play", {"moves": ["Z99"]}
        return self.chance.choice(("undo", "undo", "offer", "resign")), {}

    def send(self, t: str, **fields) -> None:
        if t != "say":
            fields.pop("phrase", None)
        name = self.wire.send(t, **fields)
        if name is not None:
            self.sent[name] = (self.table, t)


# What must hold


def check_acknowledged(log: Log, windows: list[Window]) -> int:
    """Check that all that was acknowledged stands in the log as it was said; return how many that are."""
    rows = log.read(
        lambda c: c.execute(select(schema.events.c.table, schema.events.c.rev, schema.events.c.command)).all()
    )
    logged = {row.command: (row.table, row.rev) for row in rows}
    assert len(logged) == len(rows), "a command is in the log twice"
    count = 0
    for window in windows:
        for name, (table, rev) in window.done.items():
            if window.sent[name][1] == "say" or (window.sent[name][1] == "rematch" and name not in logged):
                continue
            assert logged.get(name) == (table, rev), f"lost: {window.sent[name]}"
            count += 1
    return count


def check_revisions(log: Log, windows: list[Window]) -> None:
    """Check that the logs have no gaps, and nothing that nobody asked for."""
    asked = {name for window in windows for name in window.sent}
    last: Counter[str] = Counter()
    query = select(schema.events).order_by(schema.events.c.table, schema.events.c.rev)
    for row in log.read(lambda c: c.execute(query).all()):
        last[row.table] += 1
        assert row.rev == last[row.table]
        assert row.command in asked or row.kind in ("sit", "start"), f"nobody asked for {row}"


def check_no_ghosts(log: Log, known: set[str]) -> None:
    """Check that each table is one that somebody opened, with the rows beside its log that the log tells."""
    tables = log.read(lambda c: c.execute(select(schema.tables)).all())
    again = {
        msgspec.json.decode(row.payload)["table"]
        for row in log.read(
            lambda c: c.execute(select(schema.events).where(schema.events.c.kind == "rematch")).all()
        )
    }
    assert {row.id for row in tables} == known | again
    for row in tables:
        seats = (
            select(schema.seats.c.player).where(schema.seats.c.table == row.id).order_by(schema.seats.c.seat)
        )
        players = tuple(log.read(lambda c: c.scalars(seats).all()))  # noqa: B023
        if row.phase == "solo":
            continue
        course = log.state(row.id).course
        assert (row.phase, players) == (course.phase, course.players)
        runs = course.phase == "playing" and '"kind":"none"' not in row.terms
        assert (row.deadline is not None) == runs


def deadline(log: Log, table: str) -> int:
    """Return when the clock of a table runs out, as its row says."""
    return log.read(lambda c: c.scalar(select(schema.tables.c.deadline).where(schema.tables.c.id == table)))


def outages(log: Log) -> Outages:
    """Return the times without a server."""
    return Outages(
        (row.began, row.ended) for row in log.read(lambda c: c.execute(select(schema.outages)).all())
    )


# The test


async def an_hour_ago(data: Path) -> tuple[str, int]:
    """Begin a match with two hours a turn, an hour ago, and end that server; return the table and when."""
    then = wall_clock() - 3600_000
    store = open_store(sqlite_url(data / "parlour.db"))
    house = House(Settings(database=sqlite_url(data / "parlour.db")), store, lambda: then)
    table = await started(house, clock=a_clock("move", 7200))
    store.close()
    return table.kept.id, then


def guest_and_table(url: str, game: str, **fields: str) -> tuple[httpx.Client, str]:
    """Open a table by its form, as a new guest."""
    browser = httpx.Client(base_url=url, headers={"origin": url})
    answer = browser.post(f"/new/{game}", data=fields)
    assert answer.status_code == 303, answer.text
    return browser, answer.headers["location"].rpartition("/")[2]


def opened(url: str, chance: random.Random, log: Log) -> list[Window]:
    """Open three matches and two solitaires, and return the windows of their players."""
    windows = []
    clocks = (
        {"clock": "none"},
        {"clock": "move", "clock_minutes": "60"},
        {"clock": "bank", "bank_minutes": "60"},
    )
    options = {"size": "9", "seeds": "0", "colours": "chosen", "chair2": "open", "full_starts": "1"}

    def window(browser: httpx.Client, table: str) -> None:
        cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
        windows.append(Window(url, cookie, table, random.Random(chance.random()), log))
        browser.close()

    for clock in clocks:
        ada, table = guest_and_table(url, "arbos", name="Ada", **options, **clock)
        ben = httpx.Client(base_url=url, headers={"origin": url})
        assert ben.post(f"/t/{table}/sit", data={"seat": "1", "name": "Ben"}).status_code == 303
        window(ada, table)
        window(ben, table)
    for deal in ("1", "2"):
        window(*guest_and_table(url, "golf", deal=deal))
    return windows


async def test_a14_kill_nine_at_any_moment_loses_and_doubles_nothing(tmp_path):
    seed = random.randrange(10**9) if SOAK else 14
    print(f"seed {seed}")  # noqa: T201 - shown when the test fails
    chance = random.Random(seed)
    idle, since = await an_hour_ago(tmp_path)
    nest, log = Nest(tmp_path), Log(tmp_path / "parlour.db")
    try:
        await asyncio.to_thread(nest.start)
        windows = await asyncio.to_thread(opened, nest.url, chance, log)
        known = {idle, *(window.table for window in windows)}
        living = [asyncio.create_task(window.live()) for window in windows]
        starting = False
        for number in range(KILLS):
            if not starting:
                await played(windows)
            await asyncio.sleep(chance.uniform(0, 0.3))
            await asyncio.to_thread(nest.kill)
            check_acknowledged(log, windows)
            check_revisions(log, windows)
            check_no_ghosts(log, known)
            assert deadline(log, idle) == outages(log).later(since, 7200_000)
            if number == KILLS // 2:
                nobody_was_there(tmp_path, 60_000)
            starting = chance.random() < 0.2  # it may be killed before it has begun
            await asyncio.to_thread(nest.start, wait=not starting)
        for window in windows:
            window.playing = False
        async with asyncio.timeout(50):
            await asyncio.gather(*living)
        nest.kill()
        check_acknowledged(log, windows)
        check_revisions(log, windows)
        check_no_ghosts(log, known)
        for window in windows:
            assert window.refused.keys() <= EXPECTED, window.refused
            assert len(window.done) > KILLS / 2
    finally:
        nest.close()
        log.close()
    assert nest.errors.read_text() == ""


async def played(windows: list[Window]) -> None:
    """Wait until at least every other window has played something."""
    before = [len(window.done) for window in windows]
    async with asyncio.timeout(50):
        half = len(windows) / 2
        while sum(len(one.done) > had for one, had in zip(windows, before, strict=True)) < half:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


EXPECTED = {
    "stale",
    "unreadable",
    "too_fast",
    "not_your_turn",
    "nothing_to_undo",
    "nothing_asked",
    "own_offer",
    "offered",
    "pleaded",
    "asked",
    "over",
    "illegal",
}


def nobody_was_there(data: Path, milliseconds: int) -> None:
    """Let it look as if the server had been dead for longer than it was."""
    with contextlib.closing(sqlite3.connect(data / "parlour.db")) as connection, connection:
        connection.execute("UPDATE house SET alive = alive - ?", [milliseconds])
