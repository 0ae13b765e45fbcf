"""Boards are sent when there is time: what players ask for comes first."""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager

logger = logging.getLogger(__name__)

CROWD = 40
"""Commands under way at once from which on drawing makes room for them."""

SHARE = 4
"""How many times as long they are served then as it took to draw."""


STEPS = 6
"""Rounds of the event loop between two boards: what a command takes to its answer, all told."""


class Showing:
    """Shows one table after the other, and lets everything else go on in between.

    To draw a board takes longer than to take a move. So commands of a busy moment are answered quickly, and a
    table where several moves were made before its turn came is shown once.
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, Callable[[], None]] = OrderedDict()
        self._task: asyncio.Task[None] | None = None
        self._asked = 0

    @contextmanager
    def command(self) -> Iterator[None]:
        """Know of a command while it is carried out."""
        self._asked += 1
        try:
            yield
        finally:
            self._asked -= 1

    def ask(self, table: str, show: Callable[[], None]) -> None:
        """Have `show` called soon, once, for a table that may be waiting already."""
        self._waiting.setdefault(table, show)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while self._waiting:
            table, show = self._waiting.popitem(last=False)
            began = time.perf_counter()
            try:
                show()
            except Exception:
                logger.exception("a table could not be shown", extra={"table": table})
            took = time.perf_counter() - began
            if self._asked >= CROWD:
                await asyncio.sleep(took * SHARE)
            for _ in range(STEPS):
                await asyncio.sleep(0)
