"""Work for all cores: numbered pieces, done by processes of their own that end with the one that asked."""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import connection, get_context, parent_process
from typing import TypeVar

Done = TypeVar("Done")

_AHEAD = 2
"""Pieces that wait for each process."""


def share_out(work: Callable[[int], Done], numbers: Sequence[int], processes: int) -> Iterator[Done]:
    """Call `work` with each number in some process and give what comes of it as it is done, in any order.

    What is called must be known to other processes by its name; a `functools.partial` of such a function is.
    An error of a piece is raised here, and those that are left are not begun.
    """
    if not numbers:
        return
    left = iter(numbers)
    pool = ProcessPoolExecutor(processes, get_context("spawn"), initializer=_end_with_parent)
    with pool:
        under_way: set[Future[Done]] = set()
        try:
            while True:
                while len(under_way) < _AHEAD * processes and (number := next(left, None)) is not None:
                    under_way.add(pool.submit(work, number))
                if not under_way:
                    return
                done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                for one in done:
                    yield one.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _end_with_parent() -> None:
    """Watch for the end of the parent, which may be killed: nothing else would end this process then."""
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_follow, args=(parent.sentinel,), daemon=True).start()


def _follow(sentinel: int) -> None:
    connection.wait([sentinel])
    os._exit(1)
