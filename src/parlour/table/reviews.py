"""Reviews of games that are over: made one after the other by a thread that gives way to everything else."""

import logging
import os
import threading
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress

from parlour.search.review import Review, Reviewer
from parlour.table import texts
from parlour.table.errors import BusyError

logger = logging.getLogger(__name__)

WAITING = 16
"""Games that may wait for their review."""

KEPT = 64
"""Reviews that are remembered; of a game whose review was forgotten it is made again, and is the same."""

_POLITE = 19
"""By how much the thread gives way, where the system knows such a thing: as much as there is."""


class Job(Future[Review]):
    """A review that is being made, or is there."""

    def __init__(self, reviewer: Reviewer) -> None:
        super().__init__()
        self._reviewer: Reviewer | None = reviewer
        self._progress = 0, reviewer.total

    @property
    def progress(self) -> tuple[int, int]:
        """How many pieces of it are done, of how many."""
        return self._progress

    def make(self, stopped: threading.Event) -> None:
        """Make the review piece by piece, unless the house is closed meanwhile."""
        reviewer = self._reviewer
        if reviewer is None or not self.set_running_or_notify_cancel():
            return
        try:
            while not stopped.is_set():
                more = reviewer.step()
                self._progress = reviewer.done, reviewer.total
                if not more:
                    self.set_result(reviewer.review())
                    break
        except Exception as error:
            logger.exception("a game could not be reviewed")
            self.set_exception(error)
        self._reviewer = None


class Reviews:
    """The reviews of a house, by table: many may ask for one, which is made once."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "reviewer", _give_way)
        self._stopped = threading.Event()
        self._jobs: OrderedDict[str, Job] = OrderedDict()

    def find(self, table: str) -> Job | None:
        """Return the review of a table that was asked for, unless it failed or was forgotten."""
        job = self._jobs.get(table)
        if job is None or (job.done() and job.exception() is not None):
            return None
        self._jobs.move_to_end(table)
        return job

    def begin(self, table: str, reviewer: Reviewer) -> Job:
        """Have a review made. Raises `BusyError` if too many wait already."""
        if len(self._unfinished()) > WAITING:
            raise BusyError(texts.MANY_REVIEWS)
        self._jobs[table] = job = Job(reviewer)
        finished = [one for one, old in self._jobs.items() if old.done()]
        for one in finished[: max(0, len(finished) - KEPT)]:
            del self._jobs[one]
        self._pool.submit(job.make, self._stopped)
        return job

    def ahead(self, job: Job) -> int:
        """Return how many reviews are made before this one."""
        unfinished = self._unfinished()
        return unfinished.index(job) if job in unfinished else 0

    def _unfinished(self) -> list[Job]:
        waiting = [job for job in self._jobs.values() if not job.done()]
        return sorted(waiting, key=lambda job: not job.running())

    def close(self) -> None:
        """Make no more."""
        self._stopped.set()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _give_way() -> None:
    if hasattr(os, "setpriority"):
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _POLITE)
