"""What a table server holds: players, moves a second, memory, and how soon it is back after a restart.

A real `parlour serve` runs over a folder of its own, with games of Arbos for two on 20 x 20 cells in all
their stages; `crowd.py` plays them, in a process of its own. Beside it stands `bare.py`: the same sockets and
bytes from a server without rules, log and drawing. Anything that was refused or lost ends the run.
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
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser

from benchmarks.laid import Plan, lay

HOST = "127.0.0.1"
TICKS = os.sysconf("SC_CLK_TCK")
SEATS = 2

TABLES = 200
"""Tables that are played at."""
RATE = 200
"""Moves a second of all of them."""
SECONDS = 60
BURST, BURST_SECONDS = 1000, 3
IDLE = 1000
"""Tables with both players there and no move."""
OPEN = 5000
"""Games that wait in the database while the server is started."""
BEGUN = 80
"""Moves of a game that were played before, at most; it has some 160."""


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

    def do(self, what: str, **fields: object) -> dict[str, Any]:
        """Have something done; return what was found. Raises `LoadError` if anything went wrong."""
        if self._process.stdin is None or self._process.stdout is None:
            raise LoadError("no way to the players")
        self._process.stdin.write(json.dumps({"do": what, **fields}) + "\n")
        self._process.stdin.flush()
        found: dict[str, Any] = json.loads(self._process.stdout.readline() or '{"errors": {"gone": 1}}')
        if found.get("errors"):
            raise LoadError(f"{what}: {found['errors']}")
        return found

    def open(self, plans: Sequence[Plan], spare: Sequence[Plan] = ()) -> dict[str, Any]:
        """Open the sockets of tables."""
        return self.do("open", plans=plans, spare=spare)

    def end(self) -> None:
        """Let all leave."""
        self._process.communicate()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def _running(server: Server) -> Iterator[tuple[Server, Crowd]]:
    crowd = Crowd(server.port)
    try:
        server.start()
        yield server, crowd
    finally:
        server.stop()
        crowd.end()


def parlour(folder: Path) -> Server:
    """Return the table's server over a folder."""
    port = _free_port()
    return Server(["parlour", "serve", "--port", str(port), "--data", str(folder)], port)


def bare(board: int, whole: int) -> Server:
    """Return a server that only carries boards of these sizes."""
    port = _free_port()
    return Server(["benchmarks.bare", str(port), str(board), str(whole)], port)


@contextlib.contextmanager
def folder() -> Iterator[Path]:
    """Give a folder for a database; it is on the disk that temporary files are on."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


class Paced:
    """What a run at a steady rate found."""

    def __init__(self, data: Path, tables: int, rate: float, seconds: float) -> None:
        spare = max(1, round(rate * seconds / 100))  # a game has moves for so long
        plans = lay(data, tables + spare, BEGUN)
        playing, waiting = plans[:: max(1, len(plans) // tables)][:tables], plans[1::2]
        chosen = {plan["id"] for plan in playing}
        with _running(parlour(data)) as (server, crowd):
            first = crowd.open(playing, [plan for plan in waiting if plan["id"] not in chosen])
            self.whole = first["whole"] // first["sockets"]
            server.settle()
            before = server.worked()
            self.found = crowd.do("pace", rate=rate, seconds=seconds)
            self.worked = (server.worked() - before) / self.found["moves"] * 1000
            self.memory = server.memory()
        self.bytes = self.found["bytes"] / self.found["moves"]
        """What is sent to both players for a move."""
        self.client = self.found["busy"] * self.found["seconds"] / self.found["moves"] * 1000


def rush(server: Server, plans: Sequence[Plan], seconds: float) -> dict[str, Any]:
    """Play as fast as answers come."""
    with _running(server) as (_, crowd):
        crowd.open(plans)
        server.settle()
        return crowd.do("rush", seconds=seconds)


def burst(data: Path, tables: int, seconds: float) -> dict[str, Any]:
    """Play five times as fast as usual for a moment."""
    plans = lay(data, tables, BEGUN)
    with _running(parlour(data)) as (server, crowd):
        crowd.open(plans)
        server.settle()
        return crowd.do("pace", rate=BURST, seconds=seconds)


def idle(server: Server, plans: Sequence[Plan]) -> tuple[float, float, float]:
    """Return the megabytes of a server alone and with all sockets, and the seconds to open them again.

    It is killed between, and the sockets come as soon as it answers.
    """
    with _running(server) as (_, crowd):
        crowd.open(plans[:1])
        server.settle()
        alone = server.memory()
        crowd.do("close")
        crowd.open(plans)
        server.settle()
        held = server.memory()
        crowd.do("expect")
        server.stop(kill=True)
        server.start()
        again = crowd.open(plans)
        return alone, held, float(again["seconds"])


def restart(data: Path, tables: int) -> tuple[float, float]:
    """Return after how many seconds a server answers: with so many games that are going on, and with none."""
    with folder() as empty:
        fresh = parlour(empty)
        fresh.start()
        fresh.stop()
        without = fresh.start()
        fresh.stop()
    plans = lay(data, tables, 10)
    server = parlour(data)
    server.start()
    server.stop(kill=True)
    began = time.perf_counter()
    with _running(server) as (_, crowd):
        crowd.open(plans[-1:])
        return time.perf_counter() - began, without


def first_load(browser: Browser, data: Path) -> int:
    """Return the bytes, heads included and fonts not, that a player's browser loads for a table."""
    plan = lay(data, 1, 0)[0]
    server = parlour(data)
    server.start()
    try:
        name, _, token = plan["cookies"][0].partition("=")
        context = browser.new_context()
        context.add_cookies([{"name": name, "value": token, "url": server.address}])
        page, sizes, fonts = context.new_page(), dict[str, int](), set[str]()
        session = context.new_cdp_session(page)
        session.on(
            "Network.requestWillBeSent",
            lambda e: fonts.add(e["requestId"]) if e.get("type") == "Font" else None,
        )
        session.on(
            "Network.loadingFinished", lambda e: sizes.update({e["requestId"]: int(e["encodedDataLength"])})
        )
        session.send("Network.enable")
        page.goto(f"{server.address}/t/{plan['id']}", wait_until="load")
        page.wait_for_timeout(1000)
        context.close()
    finally:
        server.stop()
    return sum(size for name, size in sizes.items() if name not in fonts)
