"""How much is in memory, so that tests can say that nothing stays there."""

import functools
import gc
import sys


def emptied() -> None:
    """Empty every cache that has a bound: what is in it would go sooner or later."""
    for one in gc.get_objects():
        if type(one) is functools._lru_cache_wrapper and one.cache_parameters()["maxsize"] is not None:
            one.cache_clear()
    gc.collect()


def count(*kinds: type) -> int:
    """Return how many objects of some kinds there are."""
    emptied()
    return sum(issubclass(type(one), kinds) for one in gc.get_objects())  # a proxy may lead nowhere


class Scales:
    """Weighs the process once it has warmed up, and again at the end."""

    def __init__(self) -> None:
        self._objects = self._blocks = 0

    def weigh(self) -> None:
        """Note how much there is."""
        emptied()
        self._objects, self._blocks = len(gc.get_objects()), sys.getallocatedblocks()

    def check(self, times: int) -> None:
        """Check that what was done so many times since has left nothing behind."""
        emptied()
        assert len(gc.get_objects()) - self._objects < 1500 + times // 4
        assert sys.getallocatedblocks() - self._blocks < 6000 + times
