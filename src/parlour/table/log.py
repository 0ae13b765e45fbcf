"""The one writer of the database: many moves in one commit, each answered only when it is on the disk."""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable, Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, Executable
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from parlour.table import metrics
from parlour.table.errors import ConflictError, WriteError

logger = logging.getLogger(__name__)

BATCH = 256
"""Writes in one commit at most."""

Statement = Executable | tuple[Executable, dict[str, Any]] | Callable[[Connection], object]
"""A statement, one that was made once for all with the values of this time, or code that reads and writes."""

_Rows = tuple[Executable, list[dict[str, Any]]]


class _Write(NamedTuple):
    """What is to be executed, and who waits for it."""

    statements: Sequence[Statement]
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[None]"


class Writer:
    """A thread that commits what it is given; whatever waits when it comes round is one transaction."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.failing = False
        """Whether the latest commit failed for want of the database."""
        self._queue: SimpleQueue[_Write | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="parlour-writer", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether writes are still taken."""
        return self._thread.is_alive()

    async def write(self, *statements: Statement) -> None:
        """Execute `statements` together or not at all; return when they are committed.

        Raises `ConflictError` when a row exists already, `WriteError` when the database cannot take them.
        """
        loop = asyncio.get_running_loop()
        done = loop.create_future()
        self._queue.put(_Write(statements, loop, done))
        await done

    def close(self) -> None:
        """Commit what waits, then stop."""
        self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            batch = [first]
            ending = False
            while len(batch) < BATCH:
                try:
                    following = self._queue.get_nowait()
                except Empty:
                    break
                if following is None:
                    ending = True
                    break
                batch.append(following)
            self._commit(batch)
            if ending:
                return

    def _commit(self, batch: list[_Write]) -> None:
        try:
            with metrics.COMMIT_SECONDS.time(), self._engine.begin() as connection:
                for statement in _gathered(batch):
                    _execute(connection, statement)
        except Exception as error:  # noqa: BLE001 - the writer lives on, whatever a statement raises
            if len(batch) > 1:  # find whose fault it was: each by itself
                for write in batch:
                    self._commit([write])
            else:
                _answer(batch, self._reason(error))
            return
        self.failing = False
        metrics.COMMITTED_WRITES.inc(len(batch))
        _answer(batch, None)

    def _reason(self, error: Exception) -> Exception:
        """Take note of what went wrong with a write; return what it is told."""
        if isinstance(error, IntegrityError):
            return ConflictError("Somebody else was first.")
        metrics.FAILED_WRITES.inc()
        if not isinstance(error, SQLAlchemyError):  # a statement of ours that is wrong: the database is well
            logger.error("a write could not be made", exc_info=error)
            return WriteError("The server could not save that; its log says why.")
        self.failing = True
        logger.error("commit failed", extra={"why": str(getattr(error, "orig", error))})
        return WriteError("The server cannot save anything just now (is its disk full?).")


def _gathered(batch: list[_Write]) -> Iterator[Statement | _Rows]:
    """Give what a batch executes in order, but the values of statements that were made once together.

    A busy moment's moves are so half the work.
    """
    rows: dict[Executable, list[dict[str, Any]]] = {}
    for write in batch:
        for statement in write.statements:
            if isinstance(statement, tuple):
                rows.setdefault(statement[0], []).append(statement[1])
            else:
                yield from rows.items()
                rows.clear()
                yield statement
    yield from rows.items()


def _execute(connection: Connection, statement: Statement | _Rows) -> None:
    if isinstance(statement, tuple):
        connection.execute(*statement)
    elif isinstance(statement, Executable):
        connection.execute(statement)
    else:
        statement(connection)


def _answer(batch: list[_Write], error: Exception | None) -> None:
    """Let those go on who wait for writes: a loop is woken once for all of them."""
    for loop in {write.loop for write in batch}:
        waiting = [write.done for write in batch if write.loop is loop]
        with contextlib.suppress(RuntimeError):  # it has been closed: nobody waits any more
            loop.call_soon_threadsafe(_settle, waiting, error)


def _settle(waiting: list["asyncio.Future[None]"], error: Exception | None) -> None:
    for done in waiting:
        if done.done():  # its task was cancelled meanwhile
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)
