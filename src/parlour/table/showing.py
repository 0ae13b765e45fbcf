"""Boards are sent when there is time: what players ask for comes first."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable

logger = logging.getLogger(__name__)


class Showing:
    """Shows one table after the other, and lets everything else go on in between.

    To draw a board takes longer than to take a move. So commands of a busy moment are answered quickly, and a
    table where several moves were made before its turn came is shown once.
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, Callable[[], None]] = OrderedDict()
        self._task: asyncio.Task[None] | None = None

    def ask(self, table: str, show: Callable[[], None]) -> None:
        """Have `show` called soon, once, for a table that may be waiting already."""
        self._waiting.setdefault(table, show)
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while self._waiting:
            table, show = self._waiting.popitem(last=False)
            try:
                show()
            except Exception:
                logger.exception("a table could not be shown", extra={"table": table})
            await asyncio.sleep(0)
