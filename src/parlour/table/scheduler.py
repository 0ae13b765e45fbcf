"""One list of all deadlines: clocks run out whether anybody is there or not."""

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable, Mapping

from parlour.core.errors import ParlourError
from parlour.table import metrics

logger = logging.getLogger(__name__)

LATER = 1000
"""Milliseconds after which a deadline is tried again that could not be kept."""

MUCH_LATER = 30_000
"""Milliseconds, where something is wrong that may stay so; each time stands in the server's log."""

AT_ONCE = 64
"""Tables that are seen to at the same time at most."""


class Scheduler:
    """Calls `fire` with the id of each table whose deadline has come, and again later if it raises.

    Times are milliseconds since 1970 by `clock`.
    """

    def __init__(self, clock: Callable[[], int], fire: Callable[[str], Awaitable[object]]) -> None:
        self._clock = clock
        self._fire = fire
        self._due: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []
        self._news = asyncio.Event()

    def load(self, deadlines: Mapping[str, int]) -> None:
        """Take over many deadlines."""
        for table, deadline in deadlines.items():
            self.due(table, deadline)

    def due(self, table: str, deadline: int | None) -> None:
        """Note when a table is due next; `None`: it is not."""
        if deadline is None:
            self._due.pop(table, None)
        elif self._due.get(table) != deadline:
            self._due[table] = deadline
            heapq.heappush(self._heap, (deadline, table))
            if self._heap[0] == (deadline, table):
                self._news.set()
        if len(self._heap) > 64 + 4 * len(self._due):  # most are of the past: let them go
            self._heap = [(deadline, table) for table, deadline in self._due.items()]
            heapq.heapify(self._heap)
        metrics.DEADLINES.set(len(self._due))

    @property
    def next(self) -> int | None:
        """When the next table is due."""
        while self._heap and self._due.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    async def fire_due(self) -> int:
        """See to all tables that are due by now; return how many they were."""
        now, found = self._clock(), []
        while (due := self.next) is not None and due <= now:
            table = heapq.heappop(self._heap)[1]
            del self._due[table]
            found.append(table)
        limit = asyncio.Semaphore(AT_ONCE)

        async def fire(table: str) -> None:
            async with limit:
                try:
                    await self._fire(table)
                except ParlourError as error:
                    logger.warning("a clock could not act", extra={"table": table, "why": str(error)})
                    if error.code != "missing":
                        self._try_again(table, LATER)
                except Exception:
                    logger.exception("a clock could not act", extra={"table": table})
                    self._try_again(table, MUCH_LATER)

        await asyncio.gather(*map(fire, found))
        return len(found)

    def _try_again(self, table: str, wait: int) -> None:
        if table not in self._due:
            self.due(table, self._clock() + wait)

    async def run(self) -> None:
        """Fire whatever becomes due, until cancelled."""
        while True:
            await self.fire_due()
            self._news.clear()
            due = self.next
            wait = None if due is None else max(0.0, (due - self._clock()) / 1000)
            try:
                async with asyncio.timeout(wait):
                    await self._news.wait()
            except TimeoutError:
                continue
