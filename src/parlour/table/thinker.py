"""Computer players think in threads of their own, which give way to those that serve people."""

import asyncio
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

import msgspec

from parlour.core.position import Position
from parlour.search.players import LEVELS, Greedy, Mcts
from parlour.search.thinking import Budget, Thought

Found = TypeVar("Found")

PATIENCE = 2.0
"""Seconds after which the answer to a question is due, however much is asked at once."""

_SPARE = 0.05
"""Seconds of that in which a search comes to its end."""

_POLITE = 10
"""By how much the threads give way to those of the server, where the system knows such a thing."""


class Thinker:
    """Answers what takes thought: at most so many questions at a time, the others wait.

    The more wait the less time each has; one whose answer would be late is answered by the quick `policy`.
    """

    def __init__(self, threads: int | None = None) -> None:
        self._threads = threads or os.cpu_count() or 1
        self._pool = ThreadPoolExecutor(self._threads, "thinker", _give_way)
        self._asked = 0

    async def choose(
        self, position: Position, seat: int, level: str, seed: int, most: float = PATIENCE
    ) -> int:
        """Return what a level (of `LEVELS`) plays on turn at `seat`, within `most` seconds and `PATIENCE`.

        The position may not change meanwhile.
        """
        player = Mcts(LEVELS[level], seed)
        try:
            return await self._answer(
                lambda left: player.choose(position, seat, self._budget(level, left)), most
            )
        except TimeoutError:
            return Greedy(seed).choose(position, seat)

    async def think(self, position: Position, seat: int, level: str, seed: int = 0) -> Thought:
        """Return what a search of a level finds for the seat on turn.

        Raises `TimeoutError` if there was no time within `PATIENCE`.
        """
        player = Mcts(LEVELS[level], seed)
        return await self._answer(lambda left: player.think(position, seat, self._budget(level, left)))

    def close(self) -> None:
        """Wait for no answer any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _budget(self, level: str, left: float) -> Budget:
        """Return what a level may cost now that so many seconds are left, and others ask, too."""
        own = LEVELS[level].budget
        share = min(1.0, self._threads / self._asked)
        seconds = left if own.seconds is None else min(left, own.seconds * share)
        return msgspec.structs.replace(own, seconds=seconds)

    async def _answer(self, ask: Callable[[float], Found], most: float = PATIENCE) -> Found:
        """Ask one of the threads, telling it how many seconds it has. Raises `TimeoutError`."""
        patience = min(most, PATIENCE)
        due = time.perf_counter() + patience
        self._asked += 1
        try:
            asked = self._pool.submit(lambda: ask(max(0.0, due - _SPARE - time.perf_counter())))
            return await asyncio.wait_for(asyncio.wrap_future(asked), patience)
        finally:
            self._asked -= 1


def _give_way() -> None:
    if hasattr(os, "setpriority"):
        with suppress(OSError):
            thread = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + _POLITE)
