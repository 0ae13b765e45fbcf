"""A replayable log of a game, as JSON: which game, options, start, names, events, result."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from parlour.core.board import Told
from parlour.core.errors import ParlourError, RecordError
from parlour.core.result import Result
from parlour.core.start import Start

if TYPE_CHECKING:
    from parlour.core.position import Position

FORMAT = 1
"""Version of the format; it grows when an older Parlour could no longer read a new record."""


class Event(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One event: a move by its text, one taken back or played again, a restart of the deal, a hint.

    An undo takes the restart back if nothing was played since. "resign" (a seat gave up), "forfeit" (its time
    was up) and "agree" (all took a draw) change nothing on the board, but the result may follow from them.
    `at` is in seconds since 1970. `told` stands in records exported before the end: the log line as its
    viewer saw it.
    """

    kind: Literal["play", "undo", "redo", "restart", "hint", "resign", "forfeit", "agree"]
    move: str = ""
    seat: int = 0
    at: float | None = None
    told: Told | None = None


class GameRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game that can be replayed.

    One that was exported before its end has no `start`: it is a viewer's log alone.
    """

    format: int = FORMAT
    game: str
    seats: int
    options: dict[str, Any]
    start: Start | None
    names: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    result: Result | None = None

    def to_json(self) -> str:
        """Return the record as JSON."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def from_json(cls, text: str | bytes) -> GameRecord:
        """Read a record. Raises `RecordError` saying what is wrong and where; `replay` checks the moves."""
        try:
            record = msgspec.json.decode(text, type=cls)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise RecordError(f"this is not a game record: {error}") from None
        if record.format > FORMAT:
            raise RecordError(
                f"this record has format {record.format} of a newer Parlour; this one reads up to {FORMAT}"
            )
        return record

    @classmethod
    def load(cls, path: str | Path) -> GameRecord:
        """Read a record from a file. Raises `RecordError`; `OSError` where the file cannot be read."""
        return cls.from_json(Path(path).read_bytes())

    def begin(self) -> Position:
        """Return the position that the record starts from. Raises `RecordError`."""
        from parlour.core.beginning import begin  # noqa: PLC0415 - a position makes records itself
        from parlour.core.registry import game  # noqa: PLC0415

        if self.start is None:
            raise RecordError(
                "this record was exported before the game's end: a viewer's log cannot be replayed"
            )
        try:
            played = game(self.game)
            options = played.choose(None, **self.options)
            return begin(played, self.start, options, played.check_seats(self.seats, options))
        except ParlourError as error:
            raise RecordError(f"the record cannot be started: {error}") from None

    def replay(self) -> Position:
        """Play all events and return the last position.

        Raises `RecordError` at the first event that is not possible, by its number, and if the result is
        another one, unless players gave up or agreed on it.
        """
        position = self.begin()
        for number, event in enumerate(self.events, 1):
            try:
                position = advance(position, event.kind, (event.move,))
            except ParlourError as error:
                raise RecordError(
                    f"event {number} of the record ({event.kind} {event.move}".rstrip() + f"): {error}"
                ) from None
        beside = any(event.kind in ("resign", "forfeit", "agree") for event in self.events)
        if self.result is not None and self.result != position.result and not beside:
            raise RecordError(
                f"the record says it ended with {self.result}, but its moves end with {position.result}"
            )
        return position


def advance(position: Position, kind: str, moves: Iterable[str]) -> Position:
    """Do an event to a position, in place, and return it (a new one for a restart).

    `moves` are those of a play. Raises `IllegalMove`; earlier ones of several moves then stand.
    """
    match kind:
        case "play":
            for move in moves:
                position.play(move)
        case "undo":
            position.undo()
        case "redo":
            position.redo()
        case "restart":
            return position.restart()
        case _:
            pass  # nothing that happens on the board
    return position
