"""A server in a process of its own, as users run it. Tests of the table and of the browser share this."""

import asyncio
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import msgspec

import parlour
from parlour.core import registry
from parlour.core.start import DealStart, PositionStart, Start
from parlour.table import guests, messages
from parlour.table.house import House, wall_clock
from parlour.table.match import opening
from parlour.table.match.terms import ClockTerms, Seat, Terms
from parlour.table.settings import Settings, sqlite_url
from parlour.table.store import open_store
from parlour.table.tables import Tables
from parlour.table.thinker import Thinker
from tests.table import matches


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`serve` in a child process, over a data folder that outlives it."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> float:
        """Start and wait until it answers; return how many seconds that took."""
        began = time.monotonic()
        command = [
            sys.executable,
            "-m",
            "parlour",
            "--no-browser",
            "--port",
            str(self.port),
            "--data",
            str(self.data),
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        assert self.url in self.process.stdout.readline()
        httpx.get(f"{self.url}/healthz").raise_for_status()
        return time.monotonic() - began

    def kill(self) -> None:
        """End it as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self, within: float = 20) -> None:
        """End it politely."""
        self._end(signal.SIGINT, within)

    def _end(self, how: signal.Signals, within: float = 20) -> None:
        if self.process is None:
            return
        self.process.send_signal(how)
        self.process.wait(within)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process = None

    def set_table(self, token: str, game: str, start: Start, preset: str | None = None) -> str:
        """Lay out a table for the guest with this token, straight in the database; return its id."""

        async def lay() -> str:
            store = open_store(sqlite_url(self.data / "parlour.db"))
            try:
                player = await guests.welcome(store, token, wall_clock())
                return await Tables(store, wall_clock, 1, Thinker()).create(player, game, preset, start)
            finally:
                store.close()

        with ThreadPoolExecutor(1) as aside:  # the browser's driver has a loop running in this thread
            return aside.submit(lambda: asyncio.run(lay())).result()

    def set_match(
        self,
        game: str,
        start: Start,
        *,
        tokens: dict[str, str],
        chairs: tuple[Seat, ...] = (),
        moves: Sequence[str] = (),
        preset: str | None = None,
        options: dict[str, object] | None = None,
        clock: ClockTerms | None = None,
    ) -> str:
        """Lay out a match of the guests with these names and tokens, and play moves; return its table's id.

        The first guest is its host. `chairs` are the host's own and "open" ones, all seats of one guest each
        if left out.
        """
        played = registry.game(game)
        seats = chairs or ("me", *["open"] * (len(tokens) - 1))

        async def lay() -> str:
            settings = Settings(database=sqlite_url(self.data / "parlour.db"))
            house = House(settings, open_store(settings.database))
            try:
                players = []
                for name, token in tokens.items():
                    players.append(await house.welcome(token))
                    await house.rename(players[-1], name)
                chosen = played.choose(preset, **(options or {}))
                terms = Terms(
                    host=players[0],
                    chairs=seats,
                    order="chosen",
                    full_starts=True,
                    clock=clock or ClockTerms(),
                )
                kept = opening.plan(played, preset or next(iter(played.presets)), chosen, terms)
                kept = msgspec.structs.replace(kept, start=start)
                events, _ = opening.opening(kept, house.clock())
                await house.store.write(*opening.statements(kept, events, house.clock()))
                table = await house.tables.match(kept.id)
                free = [chair for chair, kind in enumerate(seats) if kind == "open"]
                for player, chair in zip(players[1:], free, strict=True):
                    await matches.do(table, player, messages.Sit, seat=chair)
                if not free:
                    await matches.do(table, players[0], messages.Begin)
                for move in moves:
                    await matches.play(table, move)
                return kept.id
            finally:
                house.store.close()

        with ThreadPoolExecutor(1) as aside:
            return aside.submit(lambda: asyncio.run(lay())).result()


def deal(number: int | str) -> Start:
    """Return a start by deal number."""
    return DealStart(str(number))


def position(board: str, game: str) -> Start:
    """Return a start from a text board."""
    return PositionStart(parlour.read(board, game)[0].to_dict())
