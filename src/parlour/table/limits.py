"""How much may be asked for in how short a time, by guest and by address."""

from collections import OrderedDict
from collections.abc import Callable

from parlour.table import texts
from parlour.table.errors import BusyError
from parlour.table.watcher import Bucket

KEPT = 4096
"""Askers that are remembered; whoever asked longest ago is forgotten first."""


class Limit:
    """A bucket an asker: `burst` at once, and `rate` more each second. `clock` gives milliseconds.

    `why` is the sentence for whoever asks for more.
    """

    def __init__(
        self, rate: float, burst: float, clock: Callable[[], int], why: str = texts.TOO_MANY
    ) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._why = why
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, asker: str) -> None:
        """Count one. Raises `BusyError` for one too many."""
        bucket = self._buckets.pop(asker, None) or Bucket(self._rate, self._burst, self._seconds)
        self._buckets[asker] = bucket
        if len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)
        if not bucket.take():
            raise BusyError(self._why)

    def _seconds(self) -> float:
        return self._clock() / 1000
