"""What a table server holds: players, moves a second, memory, and how soon it is back after a restart.

A real `parlour serve` runs over a folder of its own, with games of Arbos for two on 20 x 20 cells in all
their stages; `crowd.py` plays them, in a process of its own. Beside it stands `bare.py`: the same sockets and
bytes from a server without rules, log and drawing. Anything that is refused or lost ends the run.
"""

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from benchmarks import page
from benchmarks.laid import Plan, lay
from benchmarks.rivals import Rivals

HOST = "127.0.0.1"
TICKS = os.sysconf("SC_CLK_TCK")
SEATS = 2

TABLES, RATE, SECONDS = 200, 200, 60
"""Tables that are played at, moves a second of all of them, and for how long."""
RUSH_SECONDS = 15
BURST, BURST_SECONDS = 1000, 3
IDLE = 1000
"""Tables with both players there and no move."""
THINKING = 8
"""Games against `expert` that go on beside the others, and how many moves a second those make then."""
BESIDE = 100
OPEN = 5000
"""Games that wait in the database while the server is started."""

BEGUN = 80
"""Moves of a game that were played before, at most; it has 160."""
LEFT = 100
"""Moves that are left of it, about."""

P99_AIM, BURST_AIM = 100.0, 2.0
"""Milliseconds to an answer of 99 in 100, seconds to that of any move of the burst."""
THINKING_AIM = 50.0
"""Milliseconds by which computers that think may raise the former."""
MEMORY_AIM, AGAIN_AIM, RESTART_AIM, PAGE_AIM = 250.0, 10.0, 3.0, 80.0
"""Megabytes, seconds, seconds, kilobytes."""

Row = Callable[[str, float, str, str, float], None]
Found = dict[str, Any]


class LoadError(Exception):
    """Something was refused or lost."""


class Server:
    """A server in a process of its own."""

    def __init__(self, command: Sequence[str], port: int) -> None:
        self.command = [sys.executable, "-m", *command]
        self.port = port
        self.address = f"http://{HOST}:{port}"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> float:
        """Start; return after how many seconds it answered."""
        began = time.perf_counter()
        self._process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL)
        while True:
            try:
                with urlopen(f"{self.address}/healthz", timeout=5):  # noqa: S310 -- our own server
                    return time.perf_counter() - began
            except (URLError, ConnectionError):
                if self._process.poll() is not None or time.perf_counter() - began > 60:
                    raise
                time.sleep(0.01)

    @property
    def pid(self) -> int:
        """Its process."""
        if self._process is None:
            raise LoadError("the server does not run")
        return self._process.pid

    def stop(self, *, kill: bool = False) -> None:
        """End it, as a power cut would if `kill`."""
        if self._process is not None:
            (self._process.kill if kill else self._process.terminate)()
            self._process.wait(timeout=30)
            self._process = None

    def memory(self) -> float:
        """Return the megabytes that it holds."""
        status = Path(f"/proc/{self.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        return int(found[1]) * 1024 / 1e6 if found else 0.0

    def worked(self) -> float:
        """Return the seconds that processors have worked for it."""
        fields = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def settle(self, seconds: float = 120) -> None:
        """Wait until it has nothing to do: at its start it compiles rules, or loads them."""
        end, before = time.monotonic() + seconds, self.worked()
        while time.monotonic() < end:
            time.sleep(1)
            now = self.worked()
            if now - before < 0.1:
                return
            before = now


class Crowd:
    """The players, in a process of their own."""

    def __init__(self, port: int) -> None:
        command = [sys.executable, "-m", "benchmarks.crowd", HOST, str(port)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def do(self, what: str, **fields: object) -> Found:
        """Have something done; return what was found. Raises `LoadError` if anything went wrong."""
        if self._process.stdin is None or self._process.stdout is None:
            raise LoadError("no way to the players")
        self._process.stdin.write(json.dumps({"do": what, **fields}) + "\n")
        self._process.stdin.flush()
        found: Found = json.loads(self._process.stdout.readline() or '{"errors": {"gone": 1}}')
        if found.get("errors"):
            raise LoadError(f"{what}: {found['errors']}")
        return found

    def open(self, plans: Sequence[Plan], spare: Sequence[Plan] = ()) -> Found:
        """Open the sockets of tables; `spare` ones wait for the place of games that end."""
        return self.do("open", plans=plans, spare=spare)

    def end(self) -> None:
        """Let all leave."""
        self._process.communicate()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def _running(server: Server) -> Iterator[Crowd]:
    crowd = Crowd(server.port)
    try:
        server.start()
        yield crowd
    finally:
        server.stop()
        crowd.end()


def parlour(data: Path) -> Server:
    """Return the table's server over a folder."""
    port = _free_port()
    return Server(["parlour", "serve", "--port", str(port), "--data", str(data)], port)


def bare(board: int, whole: int) -> Server:
    """Return a server that only carries boards of these sizes."""
    port = _free_port()
    return Server(["benchmarks.bare", str(port), str(board), str(whole)], port)


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """Give a folder for a database; it is on the disk that temporary files are on."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def play(
    server: Server, plans: Sequence[Plan], what: str, how: dict[str, Any], spare: Sequence[Plan] = ()
) -> tuple[Found, Found]:
    """Open tables and play at them; return what was found at the opening and at play.

    The latter has `worked`, the milliseconds that processors worked for the server a move.
    """
    with _running(server) as crowd:
        first = crowd.open(plans, spare)
        server.settle()
        before = server.worked()
        found = crowd.do(what, **how)
        found["worked"] = (server.worked() - before) / found["moves"] * 1000
    return first, found


def moves(row: Row, scale: int) -> tuple[int, int]:
    """Measure moves; return the bytes of a board after a move, and of a whole one."""
    tables, seconds = TABLES // scale, max(5, SECONDS // scale)
    steady = {"rate": RATE / scale, "seconds": seconds}
    with folder() as data:
        plans = lay(data, tables + round(RATE / scale * seconds / LEFT), BEGUN)
        playing, spare = _apart(plans, tables)
        first, found = play(parlour(data), playing, "pace", steady, spare)
        commit = page.durable_commit(data)
    board, whole = found["bytes"] // found["moves"] // SEATS, first["whole"] // first["sockets"]
    _, theirs = play(bare(board, whole), _at_start(plans), "pace", steady)
    of = f"{RATE / scale:.0f} moves a second at {tables} tables"
    row(f"{of}: answered, median", found["done"][0], "ms", "a bare durable SQLite commit", commit)
    row(f"{of}: answered, 99 of 100", found["done"][1], "ms", "the aim", P99_AIM)
    row(f"{of}: seen, median", found["seen"][0], "ms", "a server that only carries", theirs["seen"][0])
    row(f"{of}: seen, 99 of 100", found["seen"][1], "ms", "a server that only carries", theirs["seen"][1])
    row("work for a move", found["worked"], "ms", "a server that only carries", theirs["worked"])
    client = found["busy"] * found["seconds"] / found["moves"] * 1000
    row("work of those who measure", client, "ms", "of the server", found["worked"])
    row("sent to both players for a move", board * SEATS / 1000, "KB", "whole boards", whole * SEATS / 1000)
    return board, whole


def rush(row: Row, scale: int, board: int, whole: int) -> None:
    """Measure how many moves are taken at most."""
    tables, seconds = TABLES // scale, max(5, RUSH_SECONDS // scale)

    def rate(server: Server, plans: Sequence[Plan], after: str) -> float:
        _, found = play(server, plans, "rush", {"seconds": seconds, "after": after})
        return float(found["moves"] / found["seconds"])

    rates = {}
    for after in ("answered", "seen"):
        with folder() as data:
            rates[after] = rate(parlour(data), lay(data, tables, BEGUN), after)
    with folder() as data:
        carried = rate(bare(board, whole), _at_start(lay(data, tables, BEGUN)), "answered")
    for after, ours in rates.items():
        row(f"moves, each after the last is {after}", ours, "/s", "a server that only carries", carried)
    with folder() as data:
        plans = lay(data, tables, BEGUN)
        _, found = play(parlour(data), plans, "pace", {"rate": BURST / scale, "seconds": BURST_SECONDS})
    of = f"{BURST / scale:,.0f} moves a second for {BURST_SECONDS} s"
    row(f"{of}: answered, the last", found["done"][2] / 1000, "s", "the aim", BURST_AIM)


def computers(row: Row, scale: int) -> None:
    """Measure what people notice of computers that think on the same server."""
    steady = {"rate": BESIDE / scale, "seconds": max(5, SECONDS // scale)}
    with folder() as data:
        plans = lay(data, TABLES, BEGUN)
        _, alone = play(parlour(data), plans, "pace", steady)
    with folder() as data:
        plans, server = lay(data, TABLES, BEGUN), parlour(data)
        with _running(server) as crowd:
            crowd.open(plans)
            server.settle()
            with Rivals(server.address, THINKING) as rivals:
                time.sleep(5)  # until all think
                found = crowd.do("pace", **steady)
    of = f"{BESIDE / scale:.0f} moves a second, {THINKING} games against experts beside"
    row(f"{of}: answered, median", found["done"][0], "ms", "without those", alone["done"][0])
    row(f"{of}: answered, 99 of 100", found["done"][1], "ms", "without those", alone["done"][1])
    row("of that the experts' part", found["done"][1] - alone["done"][1], "ms", "the aim", THINKING_AIM)
    row("moves of experts seen meanwhile", rivals.answered, "", "games", THINKING)


def sockets(row: Row, scale: int, board: int, whole: int) -> None:
    """Measure what idle sockets cost, and how soon they are back."""
    count = IDLE * SEATS // scale
    with folder() as data:
        plans = lay(data, IDLE // scale, BEGUN)
        alone, held, again, anew = _idle(parlour(data), plans)
    bare_alone, bare_held, bare_again, bare_anew = _idle(bare(board, whole), plans)
    each = (held - alone) / count * 1000, (bare_held - bare_alone) / count * 1000
    row(f"memory with {count:,} idle sockets", held, "MB", "the aim", MEMORY_AIM)
    row("of that a socket, with half a table", each[0], "KB", "a socket that only carries", each[1])
    row("memory of the server alone", alone, "MB", "a server that only carries", bare_alone)
    row(f"{count:,} sockets back after a break", again, "s", "the aim", AGAIN_AIM)
    row(f"{count:,} sockets back after a break", again, "s", "a server that only carries", bare_again)
    row(f"{count:,} sockets back after a restart", anew, "s", "a server that only carries", bare_anew)


def _idle(server: Server, plans: Sequence[Plan]) -> tuple[float, float, float, float]:
    """Return the megabytes of a server alone and with all sockets, and the seconds to open them again.

    First all lines break at once; then the server is killed, and the sockets come as soon as it answers.
    """
    with _running(server) as crowd:
        crowd.open(plans[:1])
        server.settle()
        alone = server.memory()
        crowd.do("close")
        crowd.open(plans)
        server.settle()
        held = server.memory()
        crowd.do("close")
        again = float(crowd.open(plans)["seconds"])
        crowd.do("expect")
        server.stop(kill=True)
        server.start()
        return alone, held, again, float(crowd.open(plans)["seconds"])


def restart(row: Row, scale: int) -> None:
    """Measure how soon a server is ready again that was killed with many games going on."""
    with folder() as data:
        server = parlour(data)
        server.start()
        server.stop(kill=True)
        without = server.start()
        server.stop()
        plans = lay(data, OPEN // scale, 10)
        server.start()
        server.stop(kill=True)
        with contextlib.closing(contextlib.ExitStack()) as ending:
            crowd = Crowd(server.port)
            ending.callback(crowd.end)
            ending.callback(server.stop)
            began = time.perf_counter()
            answers = server.start()
            crowd.open(plans[-1:])
            ready = time.perf_counter() - began
    row(f"restart with {OPEN // scale:,} open games: answers", answers, "s", "with none", without)
    row(f"restart with {OPEN // scale:,} open games: first board", ready, "s", "the aim", RESTART_AIM)


def weight(row: Row) -> None:
    """Measure what a player's browser loads for a table, heads included and fonts not."""
    with folder() as data, page.chromium() as browser:
        plan = lay(data, 1, 0)[0]
        server = parlour(data)
        server.start()
        try:
            name, _, token = plan["cookies"][0].partition("=")
            context = browser.new_context()
            context.add_cookies([{"name": name, "value": token, "url": server.address}])
            loaded = page.bytes_loaded(context, f"{server.address}/t/{plan['id']}")
        finally:
            server.stop()
    row("Arbos, first load, compressed", loaded / page.KILOBYTE, "KB", "the aim", PAGE_AIM)


def _apart(plans: Sequence[Plan], count: int) -> tuple[list[Plan], list[Plan]]:
    """Choose tables in all stages of their games to begin with; the others wait."""
    chosen = {len(plans) * k // count for k in range(count)}
    rest = [plan for k, plan in enumerate(plans) if k not in chosen]
    return [plans[k] for k in sorted(chosen)], rest


def _at_start(plans: Sequence[Plan]) -> list[Plan]:
    """Return tables where there is always a move more, for a server that knows no rules."""
    return [plan | {"moves": [(k % SEATS, "A1") for k in range(20_000)]} for plan in plans[:TABLES]]


def load(row: Row, scale: int) -> None:
    """Measure all of it."""
    board, whole = moves(row, scale)
    rush(row, scale, board, whole)
    sockets(row, scale, board, whole)
    restart(row, scale)
    weight(row)
