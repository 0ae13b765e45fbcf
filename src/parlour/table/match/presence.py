"""When players were last at a table: whoever has been away for long may be played for by the computer."""

from collections.abc import Callable, Iterable

LONG = 120
"""Seconds without a window, a look or a command after which a player has been away for long."""


class Presence:
    """What one process knows of it; players it never saw are away since it came to know the table."""

    def __init__(self, clock: Callable[[], int]) -> None:
        self._clock = clock
        self._since = clock()
        self._seen: dict[str, int] = {}

    def note(self, players: Iterable[str]) -> None:
        """Note who is here now."""
        self._seen |= dict.fromkeys(players, self._clock())

    def gone(self, player: str) -> bool:
        """Say whether a player has been away for long."""
        return self._clock() - self._seen.get(player, self._since) >= LONG * 1000
