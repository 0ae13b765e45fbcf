"""The words between Parlour and programs that play, one JSON object a line.

`docs/how-to/players.md` explains them.
"""

from typing import Annotated, Any

import msgspec

from parlour.core.board import Told

PROTOCOL = 1
"""Version of the protocol; it grows when an older program could no longer follow."""

LIMIT = 1 << 20
"""Bytes in one answer of a program."""


class _Message(msgspec.Struct, frozen=True, tag_field="t", omit_defaults=False):
    pass


class Hello(_Message, frozen=True, tag="hello"):
    """The first line to a program: the version, and who speaks. The answer is `Ready`."""

    protocol: int
    name: str = ""


class Ready(_Message, frozen=True, tag="ready"):
    """The program speaks this version; `name` is what it calls itself."""

    protocol: int
    name: str = ""


class Cost(msgspec.Struct, frozen=True):
    """What a choice may cost: iterations, seconds, or both."""

    iterations: Annotated[int, msgspec.Meta(ge=1)] | None = None
    seconds: Annotated[float, msgspec.Meta(gt=0)] | None = None


class Choose(_Message, frozen=True, tag="choose", kw_only=True):
    """Choose for the seat on turn. The answer is `Move`.

    `view` is all that the seat may know. `position` is a whole position that fits it: in those that Parlour
    sends everything hidden is dealt at random. `legal` are the moves and `actions` their numbers, in the same
    order. `told` are the lines of the log from move `first` on (the first move is 1), as the seat was told
    them: what is new since the request before. No answer is waited for longer than `deadline` seconds.

    Parlour's own players need `id` and `position` alone; they first play `moves`.
    """

    id: int | str
    position: dict[str, Any]
    moves: tuple[str, ...] = ()
    game: str = ""
    options: dict[str, Any] = {}
    seats: int = 0
    seat: int | None = None
    view: Any = None
    legal: tuple[str, ...] = ()
    actions: tuple[int, ...] = ()
    first: int = 1
    told: tuple[Told, ...] = ()
    budget: Cost | None = None
    deadline: float | None = None


class Move(_Message, frozen=True, tag="move", omit_defaults=True):
    """The answer to a request: the move, by its text or its number. Parlour's own players tell both."""

    id: int | str
    move: str | int
    action: int | None = None


class Refused(_Message, frozen=True, tag="refused"):
    """A message that is not answered: `code` for programs, `why` for people."""

    id: int | str | None
    code: str
    why: str


class Quit(_Message, frozen=True, tag="quit"):
    """The last line to a program, which ends then; it also ends with its input."""


decode_question = msgspec.json.Decoder(Hello | Choose | Quit).decode
"""Read a line to a program. Raises one of `UNREADABLE`."""

decode_answer = msgspec.json.Decoder(Ready | Move | Refused).decode
"""Read a line of a program. Raises one of `UNREADABLE`."""

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What reading a message may raise; the last for one nested too deeply."""


def line(message: _Message) -> bytes:
    """Write a message."""
    return msgspec.json.encode(message) + b"\n"
