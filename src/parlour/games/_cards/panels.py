"""What the panels beside any solitaire show: the log, the counters, which buttons are open, the next deal."""

import msgspec

from parlour.core.board import Sitting, Told
from parlour.games._cards.deals import LAST

SHOWN = 16
"""Lines of the log that are drawn: as many as fit beside a board, so that a move sends little."""


class Entry(msgspec.Struct, frozen=True):
    """A line of the log with its number; `note` is the length of the chain that it made longer, or 0."""

    number: int
    told: Told
    note: int = 0


class Log(msgspec.Struct, frozen=True):
    """The latest lines of the log, newest first, out of `total`."""

    total: int
    entries: tuple[Entry, ...]


class Count(msgspec.Struct, frozen=True):
    """Moves played and the clock in seconds."""

    moves: int
    seconds: int
    running: bool


class Actions(msgspec.Struct, frozen=True):
    """Which of the buttons under the board do something."""

    undo: bool
    redo: bool
    hint: bool
    restart: bool


def log_of(told: tuple[Told, ...], notes: tuple[int, ...] = ()) -> Log:
    """Return the latest lines; `notes` are per line, none by default."""
    numbers = range(len(told), max(0, len(told) - SHOWN), -1)
    entries = tuple(Entry(n, told[n - 1], notes[n - 1] if notes else 0) for n in numbers)
    return Log(len(told), entries)


def count_of(sitting: Sitting) -> Count:
    """Return the counters in the header."""
    return Count(sitting.moves, sitting.seconds, sitting.running)


def actions_of(sitting: Sitting, *, over: bool) -> Actions:
    """Return which buttons are open."""
    played = sitting.moves > 0 or sitting.can_redo
    return Actions(sitting.can_undo, sitting.can_redo, not over, sitting.mine and played)


def next_deal(sitting: Sitting) -> str:
    """Return the number of the deal after this one, or "" (any deal) after today's deal and after the last.

    Today's deal is numbered by its date: its successor is kept for tomorrow.
    """
    if sitting.deal is None or sitting.today or int(sitting.deal) >= LAST:
        return ""
    return str(int(sitting.deal) + 1)
