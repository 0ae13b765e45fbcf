"""One row of a table's log: a table is the fold of its events."""

from typing import Literal

import msgspec

Kind = Literal[
    "play", "undo", "redo", "restart", "hint",
    "sit", "stand", "remove", "start", "close",
    "timeout", "forfeit", "resign", "offer", "ask", "accept", "decline", "agree", "rematch",
    "takeover", "back",
]  # fmt: skip
"""What an event may be: of any game, of the gathering before a match, and of a match."""

HOUSE = -1
"""The seat of an event that no seat caused."""


class Payload(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an event says beside who did what and when.

    `moves` are the texts of a play, with those that followed of themselves; of a hint the one that it named.
    `player` is who sat down, or who is host from now on; `players` are those who start, by seat. `count` is
    how many moves an undo takes back. `table` is that of a rematch. `by` is whose command it was, where the
    seat does not tell.
    """

    moves: tuple[str, ...] = ()
    player: str | None = None
    players: tuple[str, ...] = ()
    count: int = 0
    table: str = ""
    by: str | None = None


class Event(msgspec.Struct, frozen=True, gc=False):
    """One row of a table's log, number `rev` (from 1), at `at` milliseconds since 1970."""

    rev: int
    at: int
    seat: int
    command: str
    kind: Kind
    payload: Payload = Payload()

    @property
    def moves(self) -> tuple[str, ...]:
        """The move texts in it."""
        return self.payload.moves
