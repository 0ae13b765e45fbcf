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
from sqlalchemy import update
from sqlalchemy.exc import OperationalError

import parlour
from parlour.core import registry
from parlour.core.errors import ParlourError
from parlour.core.start import DealStart, PositionStart, Start
from parlour.table import guests, messages, schema
from parlour.table.house import wall_clock
from parlour.table.match import opening
from parlour.table.match.terms import Terms
from parlour.table.settings import sqlite_url
from parlour.table.store import open_store
from parlour.table.tables import Tables
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
                return await Tables(store, wall_clock, 1).create(player, game, preset, start)
            finally:
                store.close()

        with ThreadPoolExecutor(1) as aside:  # the browser's driver has a loop running in this thread
            return aside.submit(lambda: asyncio.run(lay())).result()

    def set_match(
        self,
        tokens: dict[str, str],
        game: str,
        start: Start,
        moves: tuple[str, ...] = (),
        *,
        here: bool = False,
        preset: str | None = None,
        **options: object,
    ) -> str:
        """Lay out a match of guests (name -> token) in this order, with moves played; return its id.

        With `here` there are two seats, and the only guest has both.
        """

        async def lay() -> str:
            store = open_store(sqlite_url(self.data / "parlour.db"))
            try:
                players = [await guests.welcome(store, token, wall_clock()) for token in tokens.values()]
                for player, name in zip(players, tokens, strict=True):
                    rows = schema.players
                    await store.write(update(rows).where(rows.c.id == player).values(name=name))
                played = registry.game(game)
                chairs = ("me", "here") if here else ("me", *["open"] * (len(players) - 1))
                terms = Terms(host=players[0], chairs=chairs, order="chosen")
                plan = opening.plan(played, preset or "standard", played.choose(preset, **options), terms)
                kept = msgspec.structs.replace(plan, start=start)
                events, _ = opening.opening(kept, wall_clock())
                await store.write(*opening.statements(kept, events, wall_clock()))
                table = await Tables(store, wall_clock, 4).match(kept.id)
                for seat, player in enumerate(players[1:], 1):
                    await table.command(player, messages.Sit(id=guests.new_id(), rev=table.rev, seat=seat))
                if here:
                    await table.command(players[0], messages.Begin(id=guests.new_id(), rev=table.rev))
                for move in moves:
                    turn = table.state.position.current_player
                    play = messages.Play(id=guests.new_id(), rev=table.rev, moves=[move])
                    await table.command(table.course.players[turn], play)
                return kept.id
            finally:
                store.close()

        for _ in range(5):  # the server writes to the same file
            try:
                with ThreadPoolExecutor(1) as aside:
                    return aside.submit(lambda: asyncio.run(lay())).result()
            except (ParlourError, OperationalError) as error:
                met = error
                time.sleep(0.1)
        raise met


def deal(number: int | str) -> Start:
    """Return a start by deal number."""
    return DealStart(str(number))


def position(board: str, game: str) -> Start:
    """Return a start from a text board."""
    return PositionStart(parlour.read(board, game)[0].to_dict())
