"""Storms: windows that come and go, frames that are late, lost or doubled, slow disks, clocks and new starts.

A model plays with a whole house in memory. Frames travel one by one, both ways, and only when a rule says so;
so does time, and so do writes to the disk. When it is calm again, all that the pages have must be what the
database tells.
"""

import asyncio
import os
import random
import shutil
import tempfile
from collections import deque
from pathlib import Path
from typing import ClassVar

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from parlour.core import registry
from parlour.core.start import DealStart
from parlour.table import guests, messages, sockets
from parlour.table.errors import Refusal, WriteError
from parlour.table.house import House
from parlour.table.kept import read_events, read_kept
from parlour.table.life import GAP
from parlour.table.match import opening
from parlour.table.match.table import MatchTable
from parlour.table.match.terms import Terms
from parlour.table.settings import Settings, sqlite_url
from parlour.table.solo import Solo
from parlour.table.store import open_store
from parlour.table.table import SNAPSHOT
from parlour.table.watcher import Bucket, Watcher
from tests.table.client import Wire
from tests.table.conftest import Clock
from tests.table.matches import a_clock, command, do, guest, opened, play, started

SOAK = "SOAK" in os.environ

PHASES = (Phase.generate,) if "NOSHRINK" in os.environ else (Phase.explicit, Phase.generate, Phase.shrink)

NUMBERS = st.integers(0, 999)
"""Which of several things, of however many there are."""


def flat(value, name=""):
    """Return what is in nested data, by its path."""
    if isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, list):
        parts = enumerate(value)
    else:
        return {name: value}
    return {path: one for key, part in parts for path, one in flat(part, f"{name}.{key}").items()}


class Line:
    """A socket: what is on its way to the server and back, and how the server hears and speaks."""

    def __init__(self) -> None:
        self.there: deque[str] = deque()
        self.back: deque[str] = deque()
        self.cut = False
        self.code = 0
        self.idle = False
        """Whether the server waits for a frame."""
        self._arrived: asyncio.Queue[dict] = asyncio.Queue()

    def deliver(self) -> None:
        """Let the next frame arrive at the server."""
        self._arrived.put_nowait({"type": "websocket.receive", "text": self.there.popleft()})

    def end(self) -> None:
        """Break: whatever is on its way is lost, both ways."""
        self.cut = True
        self._arrived.put_nowait({"type": "websocket.disconnect"})

    async def receive(self) -> dict:
        self.idle = self._arrived.empty()
        try:
            return await self._arrived.get()
        finally:
            self.idle = False

    async def send(self, event: dict) -> None:
        if self.cut:
            raise OSError
        self.back.append(event["text"])

    async def close(self, code: int, _: str) -> None:
        self.code = code
        self.end()


class Window:
    """A page of a player (`None`: a stranger), and the line it has just now."""

    def __init__(self, player: str | None, form: str) -> None:
        self.player = player
        self.form = form
        self.wire = Wire()
        self.phase = ""
        self.line: Line | None = None
        self.lost = False
        """Whether a frame to it was lost, which a line that breaks does and TCP never."""
        self.old = False
        """Whether the page is of another phase and has to be loaded again."""


class Storm(RuleBasedStateMachine):
    """The rules of all storms; a subclass says which table stands in it and what can be done there."""

    form = "page"
    acts: tuple[str, ...] = ()

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="storm"))
        shutil.copy(TEMPLATE.path(), self.folder / "parlour.db")
        self.clock = Clock()
        self.loop = asyncio.new_event_loop()
        self.tasks: set[asyncio.Task] = set()
        self.lines: set[Line] = set()
        """Those that are served."""
        self.windows: list[Window] = []
        self.asked: dict[str, tuple[str | None, dict]] = {}
        """All commands and whose they were, by id."""
        self.posted: list[tuple[str | None, dict]] = []
        """Answers to forms."""
        self.held: set[str] = set()
        """Whether reads or writes are held up."""
        self.stuck: list[tuple[str, asyncio.Future]] = []
        """Those that wait."""
        self.working = 0
        self._thread = asyncio.to_thread
        self.house = self.begun()

    def run(self, doing):
        asyncio.to_thread = self.counted
        try:
            return self.loop.run_until_complete(doing)
        finally:
            asyncio.to_thread = self._thread

    def begun(self) -> House:
        """Start a server over the database."""
        found = Settings(database=sqlite_url(self.folder / "parlour.db"), cached=1)
        store = open_store(found.database)
        store.write = self.gate(store.write)
        return House(found, store, self.clock)

    # -- calm ----------------------------------------------------------------------------------------------

    async def counted(self, work, *args):
        """Read in a thread, as soon as the disk lets it, and let it be known that it is under way."""
        await self.pass_gate("read")
        return await self.busy(self._thread(work, *args))

    def gate(self, write):
        """Return a way to the disk that can be held up."""

        async def wait(*statements):
            await self.pass_gate("write")
            await self.busy(write(*statements))

        return wait

    async def pass_gate(self, kind: str) -> None:
        if kind in self.held:
            stuck = self.loop.create_future()
            self.stuck.append((kind, stuck))
            await stuck

    async def busy(self, doing):
        self.working += 1
        try:
            return await doing
        finally:
            self.working -= 1

    async def calm(self) -> None:
        """Go on until nothing more happens of itself."""
        quiet = 0
        while quiet < (100 if self.stuck else 10):
            await asyncio.sleep(0.0002 if self.working else 0)
            moving = self.working or not (self.stuck or all(line.idle for line in self.lines))
            quiet = 0 if moving else quiet + 1
        for task in [task for task in self.tasks if task.done()]:
            self.tasks.discard(task)
            task.result()

    def settle(self) -> None:
        self.run(self.calm())

    def spawn(self, doing) -> None:
        self.tasks.add(self.loop.create_task(doing))

    # -- windows -------------------------------------------------------------------------------------------

    def pick(self, number: int, **facts) -> Window | None:
        """Return one of the windows that are open (or not), busy (or not)."""
        found = [
            one
            for one in self.windows
            if all(
                {"open": one.line is not None, "busy": one.wire.busy}[name] == value
                for name, value in facts.items()
            )
        ]
        return found[number % len(found)] if found else None

    def open(self, player: str | None) -> None:
        self.windows.append(Window(player, self.form))

    def enter(self, window: Window) -> None:
        """Connect again, after loading the page where that is due."""
        if window.old:
            self.run(self.load(window))
        self.connect(window)

    def connect(self, window: Window) -> None:
        """Open a line to the table; what is in the outbox is on its way at once."""
        window.line, window.lost = Line(), False
        window.wire.open(window.line.there.append)
        self.spawn(self.serve(window.line, window, window.wire.v, window.wire.epoch))

    async def serve(self, line: Line, window: Window, v: int, epoch: str) -> None:
        """Serve a line, as the socket's route does."""
        table = await self.house.tables.get(self.id)
        await self.house.name_of(window.player)
        table = await self.house.tables.get(self.id)
        watcher = Watcher(window.player, "en", SNAPSHOT, window.form)
        if v <= table.version:
            watcher.seen, watcher.lineage = v, epoch
        watcher.bucket = Bucket(1e9, 1e9)
        self.lines.add(line)
        try:
            await sockets.watch(line, table, watcher)
        finally:
            self.lines.discard(line)

    async def load(self, window: Window) -> None:
        """Load the page, as its route does."""
        table = await self.house.tables.get(self.id)
        await self.house.store.read(table.look_up)
        viewer = table.viewer(window.player)
        pieces = table.drawn(viewer, "en").pieces
        f = {name: piece.html for name, piece in pieces.items()}
        window.wire.load(table.rev, table.version, table.lineage(viewer), f)
        window.phase = getattr(table, "course", None) and table.course.phase
        window.old = False

    def cut(self, window: Window) -> None:
        """Let a line break."""
        if window.line is not None:
            window.line.end()
            window.line = None
            window.wire.close()

    def read(self, window: Window) -> None:
        """Let the next frame arrive at a page. A page that shows another phase is loaded again."""
        message = window.wire.receive(window.line.back.popleft())
        phase = message.get("phase")
        if message["t"] != "board" or not phase or phase == window.phase:
            return
        if (window.phase, phase) == ("playing", "over"):
            window.phase = phase
            return
        self.cut(window)
        window.old = True
        if "read" not in self.held:
            self.enter(window)

    def said(self, window: Window, message: dict) -> None:
        """Note a command that was sent."""
        self.asked[message["id"]] = (window.player, message)

    # -- rules: lines --------------------------------------------------------------------------------------

    @precondition(lambda self: self.pick(0, open=False))
    @rule(number=NUMBERS)
    def come(self, number):
        """A page connects again with what it has."""
        window = self.pick(number, open=False)
        if not window.old or "read" not in self.held:
            self.enter(window)
        self.settle()

    @precondition(lambda self: self.form == "page" and not self.held)
    @rule(number=NUMBERS, whole=st.booleans())
    def reload(self, number, whole):
        """A page is loaded again; its socket follows, at once or later."""
        window = self.pick(number)
        self.cut(window)
        self.run(self.load(window))
        if whole:
            self.enter(window)
        self.settle()

    @precondition(lambda self: self.pick(0, open=True))
    @rule(number=NUMBERS)
    def drop(self, number):
        """A line breaks, with all that is on it."""
        self.cut(self.pick(number, open=True))
        self.settle()

    @precondition(lambda self: any(one.line and one.line.there for one in self.windows))
    @rule(number=NUMBERS, everything=st.booleans())
    def deliver(self, number, everything):
        """Frames of one window arrive at the server, before or after those of others."""
        found = [one for one in self.windows if one.line and one.line.there]
        line = found[number % len(found)].line
        while line.there:
            line.deliver()
            if not everything:
                break
        self.settle()

    @precondition(lambda self: any(one.line and one.line.back for one in self.windows))
    @rule(number=NUMBERS, everything=st.booleans())
    def hear(self, number, everything):
        """Frames arrive at one window."""
        found = [one for one in self.windows if one.line and one.line.back]
        window = found[number % len(found)]
        line = window.line
        while window.line is line and line.back:
            self.read(window)
            if not everything:
                break
        self.settle()

    @precondition(lambda self: any(one.line and one.line.back for one in self.windows))
    @rule(number=NUMBERS)
    def lose(self, number):
        """A page misses a board, as one that slept may."""
        found = [one for one in self.windows if one.line and one.line.back]
        window = found[number % len(found)]
        message = msgspec.json.decode(window.line.back[0])
        if message["t"] in ("board", "state") and not window.wire.fresh:
            window.line.back.popleft()
            window.lost = True

    # -- rules: commands -----------------------------------------------------------------------------------

    def fields(self, act: str, number: int, wire: Wire) -> dict | None:
        """Return what a command says, `None` if there is nothing to say."""
        if act != "play":
            return {}
        position = (
            self.house.tables._held[self.id].state.position if self.id in self.house.tables._held else None
        )
        legal = position.legal_moves if position is not None else ()
        return {"moves": [legal[number % len(legal)]]} if legal else None

    @precondition(lambda self: self.pick(0, busy=False))
    @rule(data=st.data(), number=NUMBERS, which=NUMBERS)
    def act(self, data, number, which):
        """A window sends a command: in turn or not, perhaps from a board that is no longer there."""
        window = self.pick(number, busy=False)
        act = data.draw(st.sampled_from(self.acts))
        fields = self.fields(act, which, window.wire)
        if fields is not None and window.wire.send(act, **fields):
            self.said(window, window.wire.waiting)

    @rule(number=NUMBERS)
    def go(self, number):
        """Whoever is on turn plays, and everybody sees it at once."""
        if self.held:
            return
        self.flow()
        table = self.run(self.house.tables.get(self.id))
        fields = self.fields("play", number, Wire())
        if fields is None:
            return
        player = self.on_turn(table)
        window = next((one for one in self.windows if one.player == player and not one.wire.busy), None)
        if window is None:
            return
        if window.line is None:
            self.enter(window)
            self.flow()
        if window.wire.send("play", **fields):
            self.said(window, window.wire.waiting)
        self.flow()

    @rule(number=NUMBERS, what=st.sampled_from(["undo", "resign", "sit", "stand", "start", "close"]))
    def post(self, number, what):
        """A form is sent, which takes its time and a line of its own."""
        window = self.windows[number % len(self.windows)]
        fields = {"seat": number % 3} if what == "sit" else {}
        message = {"t": what, "id": guests.new_id(), "rev": window.wire.rev, **fields}
        self.said(window, message)
        self.spawn(self.form_sent(window, message))
        self.settle()

    async def form_sent(self, window: Window, message: dict) -> None:
        table = await self.house.tables.get(self.id)
        await self.house.name_of(window.player)
        try:
            done = await table.command(window.player, msgspec.convert(message, messages.Command))
        except Refusal as refusal:
            answer = messages.Refused(message["id"], refusal.code, str(refusal), refusal.rev)
        else:
            table.publish()
            answer = done
        self.posted.append((window.player, msgspec.to_builtins(answer)))

    @precondition(lambda self: any(one.line and one.wire.waiting for one in self.windows))
    @rule(number=NUMBERS)
    def double(self, number):
        """A click comes twice."""
        found = [one for one in self.windows if one.line and one.wire.waiting]
        found[number % len(found)].wire.flush()

    @precondition(lambda self: self.pick(0, open=True))
    @rule(
        number=NUMBERS,
        back=st.integers(-2, 5),
        moves=st.sampled_from(
            [["A1"], ["Z99"], ["pass"], ["timeout"], ["A1", "B2"], ["deal", "deal"], ["\u0663"]]
        ),
    )
    def blurt(self, number, back, moves):
        """A program sends what no page would: of another revision, against the rules, or in no words."""
        window = self.pick(number, open=True)
        message = {"t": "play", "id": guests.new_id(), "rev": max(0, window.wire.rev - back), "moves": moves}
        self.said(window, message)
        window.wire.put(message)

    @precondition(lambda self: self.pick(0, open=True))
    @rule(number=NUMBERS, which=NUMBERS)
    def repeat(self, number, which):
        """A command comes again that was done long ago, whoever sends it."""
        done = {
            name
            for window in self.windows
            for name, answers in window.wire.answers.items()
            if answers[0]["t"] == "done"
        }
        found = [message for name, (_, message) in self.asked.items() if name in done]
        if found:
            self.pick(number, open=True).wire.put(found[which % len(found)])

    # -- rules: the disk, time and the server ---------------------------------------------------------------

    @rule(kind=st.sampled_from(["read", "write"]))
    def hold(self, kind):
        """The disk is slow from now on."""
        self.held.add(kind)

    @precondition(lambda self: self.held)
    @rule(full=st.booleans())
    def release(self, full):
        """The disk gives and takes what waits for it, or it is full and takes nothing."""
        self.held.clear()
        stuck, self.stuck = self.stuck, []
        for kind, one in stuck:
            if one.done():
                continue
            if full and kind == "write":
                one.set_exception(WriteError("The disk is full."))
            else:
                one.set_result(None)
        self.settle()

    @precondition(lambda self: not self.held)
    @rule(number=NUMBERS)
    def elsewhere(self, number):
        """All go, somebody opens another table, and then there is no room for this one; one comes back."""
        for window in self.windows:
            self.cut(window)
        self.settle()
        self.run(self.house.tables.get(self.other))
        self.enter(self.pick(number))
        self.settle()

    @rule(down=st.sampled_from([0, 0, 1, 9, 60, 4000]))
    def kill(self, down):
        """The server dies, whatever it was doing, and another one starts after a while."""
        for window in self.windows:
            self.cut(window)
        self.run(self.die())
        self.clock.tick(down)
        self.house = self.begun()
        self.run(self.house.tables.wind_up())
        self.settle()

    async def die(self) -> None:
        tasks, self.tasks, self.stuck, self.held = self.tasks, set(), [], set()
        tasks |= set(self.house.tables._loading.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.calm()
        self.house.store.close()

    # -- calm again ----------------------------------------------------------------------------------------

    def flow(self) -> None:
        """Let everything that is on its way arrive."""
        self.settle()
        moving = True
        while moving:
            moving = False
            for window in self.windows:
                line = window.line
                while window.line is line and line is not None and (line.there or line.back):
                    moving = True
                    if line.there:
                        line.deliver()
                        self.settle()
                    else:
                        self.read(window)
                self.settle()

    @rule()
    def calm_down(self):
        """Everything arrives, all are there: nothing was lost, doubled or drawn wrongly."""
        if self.held:
            self.release(full=False)
        for window in self.windows:
            if window.lost:
                self.cut(window)
            if window.line is None:
                self.enter(window)
        self.flow()
        self.check_answers()
        self.check_log()
        self.check_boards()

    def teardown(self):
        try:
            self.calm_down()
        finally:
            self.run(self.die())
            self.loop.close()
            shutil.rmtree(self.folder)

    def check_answers(self) -> None:
        """Every command that arrived has got exactly one answer, every outbox is empty."""
        for window in self.windows:
            assert window.line is not None and not window.line.code
            assert window.wire.answered == window.wire.asked
            assert not window.wire.busy

    def check_log(self) -> None:
        """The log has the commands that were done, each once, and nothing else but what the house does."""
        events = self.run(self.house.store.read(lambda c: list(read_events(c, self.id))))
        assert [event.rev for event in events] == list(range(1, len(events) + 1))
        logged = {event.command: event for event in events}
        assert len(logged) == len(events)
        for event in events:
            assert event.command in self.asked or event.kind in (
                "sit",
                "start",
                "timeout",
                "forfeit",
                "close",
            )
        for name, (player, message) in self.asked.items():
            found = [
                (window.player, one) for window in self.windows for one in window.wire.answers.get(name, ())
            ]
            found += [answer for answer in self.posted if answer[1]["id"] == name]
            answers = [one for who, one in found if who == player]
            done = [one for one in answers if one["t"] == "done"]
            others = [one for who, one in found if who != player and one["t"] == "done"]
            assert not others or message["t"] in ("say", "rematch"), (
                f"{message} was answered to somebody else"
            )
            if name in logged:
                assert done or not answers, f"{message} stands in the log, but was refused: {answers}"
                assert all(one["rev"] == logged[name].rev for one in done), (message, done, logged[name])
            else:
                assert not done or message["t"] in ("say", "rematch"), f"{message} is not in the log"

    def check_boards(self) -> None:
        """All see what the database tells."""
        table = self.run(self.house.tables.get(self.id))
        fresh = self.run(self.house.store.read(self.copied))
        assert (fresh.rev, fresh.state.position) == (table.rev, table.state.position)
        self.check_table(table, fresh)
        for window in self.windows:
            viewer = fresh.viewer(window.player)
            if window.form == "program":
                full = msgspec.json.decode(messages.encode(fresh.state_for(viewer, 0)))
                assert window.wire.told == full["told"]
                known = flat(window.wire.state)
                differs = {
                    name: (known.get(name), value)
                    for name, value in flat(full).items()
                    if known.get(name) != value
                }
                assert differs.keys() <= {".first", ".now"} | {
                    name for name in differs if name.startswith(".told")
                }, differs
                continue
            f = {name: piece.html for name, piece in fresh.drawn(viewer, "en").pieces.items()}
            assert window.wire.rev == fresh.rev
            assert window.wire.f == f

    def copied(self, connection):
        """Fold a table from its log alone."""
        kept, house = read_kept(connection, self.id), self.house
        if kept.terms is None:
            fresh = Solo(kept, house.store, self.clock, "", house.tables.showing)
        else:
            fresh = MatchTable(kept, house.store, self.clock, "", house.tables)
            fresh.here = frozenset(one.player for one in self.windows if one.line) & {*self.players}
        fresh.catch_up(connection)
        return fresh

    def check_table(self, table, fresh) -> None:
        """Check what is special about a table."""

    def on_turn(self, table) -> str | None:
        """Return the player whom all wait for."""
        return self.players[0]


class MatchStorm(Storm):
    """A storm around a match."""

    game = ""
    names = ("Ada", "Ben")
    options: ClassVar[dict] = {}
    terms: ClassVar[dict] = {}

    @initialize(seed=st.integers(0, 2**64 - 1))
    def opened(self, seed):
        self.run(self.prepare(seed))
        for player in (*self.players, self.players[0], None):
            self.open(player)
        for window in self.windows:
            if self.form == "page":
                self.run(self.load(window))
        self.settle()

    async def prepare(self, seed) -> None:
        played = registry.game(self.game)
        self.players = []
        for name in self.names:
            self.players.append(await self.house.welcome(guests.new_token()))
            await self.house.rename(self.players[-1], name)
        chairs = ("me", *["open"] * (len(self.names) - 1))
        terms = Terms(host=self.players[0], chairs=chairs, order="chosen", **self.terms)
        before = opening.random_seed
        opening.random_seed = lambda: seed
        try:
            table = await self.house.tables.open_match(
                played, next(iter(played.presets)), played.choose(None, **self.options), terms
            )
        finally:
            opening.random_seed = before
        self.id = table.kept.id
        self.other = await self.house.tables.create(self.players[0], "golf", None, DealStart("1"))

    def fields(self, act, number, wire):
        match act:
            case "sit" | "remove":
                return {"seat": number % (len(self.names) + 1)}
            case "say":
                return {"phrase": messages.PHRASES[number % len(messages.PHRASES)]}
        return super().fields(act, number, wire)

    @property
    def phase(self) -> str:
        """The table's phase, if it is in memory."""
        table = self.house.tables._held.get(self.id)
        return "" if table is None else table.course.phase

    def on_turn(self, table):
        position = table.state.position
        turn = None if position is None or table.course.phase != "playing" else position.current_player
        return None if turn is None else table.course.players[turn]

    @precondition(lambda self: not self.held and self.phase == "gathering")
    @rule()
    def gather(self):
        """Everybody sits down, so that there is something to play."""
        self.flow()
        table = self.run(self.house.tables.get(self.id))
        for player in self.players:
            free = [chair for chair, one in enumerate(table.course.players) if one is None]
            window = next((one for one in self.windows if one.player == player and not one.wire.busy), None)
            if window is None or not free or table.course.seats_of(player):
                continue
            if window.line is None:
                self.enter(window)
                self.flow()
            if window.wire.send("sit", seat=free[0]):
                self.said(window, window.wire.waiting)
            self.flow()

    @precondition(lambda self: not self.held)
    @rule(seconds=st.sampled_from([1, 4, 9, 30, 61, 300]), beats=st.booleans())
    def wait(self, seconds, beats):
        """Time goes by; without a beat nobody was there, and it counts for nobody."""
        for step in [9] * (seconds // 9) + [seconds % 9] if beats else [seconds]:
            self.clock.tick(step)
            self.spawn(self.beat())
            self.settle()
        self.spawn(self.house.tables.scheduler.fire_due())
        self.settle()
        table = self.house.tables._held.get(self.id)
        if table is not None and table.deadline is not None:
            assert table.deadline > self.clock() or self.held, "a clock has not run out that should have"

    async def beat(self) -> None:
        if await self.house.tables.life.beat():
            await self.house.tables.wind_up()

    def check_table(self, table, fresh):
        assert table.course == fresh.course
        assert table.deadline == fresh.deadline
        running = self.house.tables.scheduler._due.get(self.id)
        assert running == table.deadline


class ArbosStorm(MatchStorm):
    game = "arbos"
    options: ClassVar[dict] = {"size": 5, "seeds": 0, "colours": "chosen"}
    terms: ClassVar[dict] = {"clock": a_clock("move", 60)}
    acts = (
        *["play"] * 4,
        "undo",
        "undo",
        "offer",
        "accept",
        "decline",
        "resign",
        "say",
        "sit",
        "stand",
        "remove",
        "start",
    )


class SplendorStorm(MatchStorm):
    game = "splendor"
    names = ("Ada", "Ben", "Cem")
    form = "program"
    terms: ClassVar[dict] = {"clock": a_clock("bank", 60, 5), "zero": "forfeit"}
    acts = (*["play"] * 6, "undo", "offer", "accept", "resign", "say", "sit", "stand", "start", "close")


class GolfStorm(Storm):
    """A storm around a solitaire. No time goes by here: what a page shows of it, it counts itself."""

    acts = (*["play"] * 4, "undo", "undo", "redo", "restart", "hint", "resign", "sit")

    @initialize(deal=st.integers(1, 30))
    def opened(self, deal):
        self.run(self.prepare(deal))
        for player in (self.players[0], self.players[0], None):
            self.open(player)
        for window in self.windows:
            self.run(self.load(window))
        self.settle()

    async def prepare(self, deal) -> None:
        self.players = [await self.house.welcome(guests.new_token())]
        self.id = await self.house.tables.create(self.players[0], "golf", None, DealStart(str(deal)))
        self.other = await self.house.tables.create(self.players[0], "golf", None, DealStart("31"))

    def fields(self, act, number, wire):
        return {"seat": 0} if act == "sit" else super().fields(act, number, wire)


class Template:
    """An empty database, made once."""

    def __init__(self) -> None:
        self._path: Path | None = None

    def path(self) -> Path:
        if self._path is None:
            self._path = Path(tempfile.mkdtemp(prefix="storm")) / "parlour.db"
            store = open_store(sqlite_url(self._path))
            with store.engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            store.close()
        return self._path


TEMPLATE = Template()


@pytest.mark.parametrize("storm", [ArbosStorm, SplendorStorm, GolfStorm])
def test_when_a_storm_is_over_nothing_is_lost_doubled_or_drawn_wrongly(storm, monkeypatch):
    monkeypatch.setattr("parlour.table.match.table.AWAY_AFTER", 0)
    run_state_machine_as_test(
        storm,
        settings=settings(
            max_examples=400 if SOAK else 8,
            stateful_step_count=120 if SOAK else 60,
            derandomize=not SOAK,
            print_blob=True,
            deadline=None,
            report_multiple_bugs=False,
            phases=PHASES,
            suppress_health_check=list(HealthCheck),
        ),
    )


# What storms have found


async def twice(table, player, kind, **fields):
    """Send a command again, as a page does whose line broke before the answer, and return both answers."""
    sent = command(kind, table.rev, **fields)
    return await table.command(player, sent), await table.command(player, sent)


async def test_a07_a_repeat_is_answered_though_its_player_has_left_the_seat(house):
    table = await opened(house, "splendor", chairs=("me", "open", "open"), full_starts=False)
    ada, ben = table.course.host, await guest(house, "Ben")
    for player, kind, fields in (
        (ben, messages.Sit, {"seat": 1}),
        (ada, messages.Remove, {"seat": 1}),
        (ben, messages.Sit, {"seat": 2}),
        (ben, messages.Stand, {}),
        (ben, messages.Sit, {"seat": 1}),
        (ada, messages.Begin, {}),
    ):
        first, again = await twice(table, player, kind, **fields)
        assert first == again
    closing = await opened(house, "splendor", chairs=("me", "open", "open"))
    first, again = await twice(closing, closing.course.host, messages.Close)
    assert first == again


async def test_a07_a_repeat_is_answered_though_the_event_is_another_seats(house):
    table = await started(house)
    ada, ben = table.course.players
    table.watchers.add(Watcher(ben, "en", SNAPSHOT))
    await play(table, "A1")
    await do(table, ada, messages.Undo)
    first, again = await twice(table, ben, messages.Accept)
    assert first == again


async def test_a07_who_takes_the_last_chair_hears_of_the_chair_twice(house):
    table = await opened(house, options={"size": 9, "seeds": 0})
    first, again = await twice(table, await guest(house, "Ben"), messages.Sit, seat=1)
    assert first == again
    assert table.rev == first.rev + 1, "the match has begun, too"


async def test_a_stranger_hears_no_answer_to_anothers_command(house):
    table = await started(house)
    sent = command(messages.Play, table.rev, moves=["A1"])
    await table.command(table.course.players[0], sent)
    with pytest.raises(Refusal):
        await table.command(None, sent)


async def test_of_a_lobby_nothing_is_left_on_the_board(house):
    table = await opened(house, options={"size": 9, "seeds": 0})
    assert "chairs" in table.board(table.viewer(None), "en", SNAPSHOT).f
    await do(table, await guest(house, "Ben"), messages.Sit, seat=1)
    f = table.board(table.viewer(None), "en", SNAPSHOT).f
    assert "grid" in f and "chairs" not in f


async def test_who_sits_down_while_watching_is_here(house):
    table = await opened(house, "splendor", chairs=("me", "open", "open"))
    ben = await guest(house, "Ben")
    table.arrive(Watcher(ben, "en", SNAPSHOT))
    await do(table, ben, messages.Sit, seat=1)
    assert [chair.here for chair in table.facts(table.viewer(None)).chairs] == [False, True, False]


async def test_a14_after_an_outage_all_see_when_the_time_runs_out_now(house, clock):
    table = await started(house, clock=a_clock("move", 600))
    watching = Watcher(None, "en", SNAPSHOT, "program")
    table.arrive(watching)
    clock.tick(GAP / 1000 + 5)  # the machine slept
    assert await house.tables.life.beat()
    await house.tables.wind_up()
    latest = msgspec.json.decode(watching._waiting[-1])
    assert latest["facts"]["times"][0]["deadline"] == table.deadline == house.tables.scheduler.next
    assert table.deadline == clock() + 600_000


async def test_a_table_that_a_request_still_has_is_not_there_twice(house):
    house.tables.limit = 1
    first = await started(house)
    await started(house)
    assert first.kept.id not in house.tables._held
    found = await house.tables.match(first.kept.id)
    assert found is first, "else who came meanwhile would not be told of what the request does"
    watching = Watcher(None, "en", SNAPSHOT)
    found.arrive(watching)
    await play(first, "A1")
    first.publish()
    assert msgspec.json.decode(watching._waiting[-1])["rev"] == first.rev


async def test_a9_drawings_of_a_table_that_was_let_go_are_not_counted_on(house, monkeypatch):
    monkeypatch.setattr("parlour.table.match.table.AWAY_AFTER", 0)
    table = await started(house)
    page, line, ben = Wire(), [], table.course.players[1]

    def look(table):
        watching = Watcher(ben, "en", SNAPSHOT)
        if page.v <= table.version:
            watching.seen, watching.lineage = page.v, page.epoch
        page.open(line.append)
        table.arrive(watching)
        for text in watching._waiting:
            page.receive(text)
        table.leave(watching)

    for _ in range(3):
        await play(table, table.state.position.legal_moves[1])
    look(table)
    name, house.tables.limit = table.kept.id, 1
    del table
    await started(house)
    assert name not in house.tables._alive
    table = await house.tables.match(name)
    for _ in range(8):
        await play(table, table.state.position.legal_moves[1])
        table.drawn(table.viewer(ben), "en")
    look(table)
    fresh = table.drawn(table.viewer(ben), "en").pieces
    assert page.f == {name: piece.html for name, piece in fresh.items()}


async def test_who_comes_while_statistics_are_read_gets_them_too(house, player, monkeypatch):
    owner = await house.welcome(player)
    table = await house.tables.get(await house.tables.create(owner, "golf", None, DealStart("24")))
    chance, read, come = random.Random(1), house.store.read, []

    async def slow(query):
        come.append(Watcher(owner, "en", SNAPSHOT))
        table.arrive(come[-1])
        return await read(query)

    monkeypatch.setattr(house.store, "read", slow)
    while legal := table.state.position.legal_moves:
        for one in come:
            table.leave(one)
        await do_alone(table, owner, messages.Play, moves=[chance.choice(legal)])
        table.publish()
    page = Wire()
    page.open(list)
    for text in come[-1]._waiting:
        page.receive(text)
    assert page.f == {name: piece.html for name, piece in table.drawn(0, "en").pieces.items()}


async def do_alone(table, player, kind, **fields):
    """Do a command at a solitaire as it stands now."""
    return await table.command(player, command(kind, table.rev, **fields))
