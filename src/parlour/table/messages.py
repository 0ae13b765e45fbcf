"""The words of the socket, both ways; `docs/protocol.md` explains them."""

from typing import Annotated, Any, Literal

import msgspec

LIMIT = 16 * 1024
"""Bytes in one message from a client."""

CommandId = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{8,64}$")]
Revision = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
MoveText = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]


class _Message(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    pass


class Play(_Message, frozen=True, tag="play"):
    """Play moves in order, all or none, if the table stands at `rev`."""

    id: CommandId
    rev: Revision
    moves: Annotated[tuple[MoveText, ...], msgspec.Meta(min_length=1, max_length=64)]


class Undo(_Message, frozen=True, tag="undo"):
    """Take back the last move."""

    id: CommandId
    rev: Revision


class Redo(_Message, frozen=True, tag="redo"):
    """Play the move again that was taken back last."""

    id: CommandId
    rev: Revision


class Restart(_Message, frozen=True, tag="restart"):
    """Begin the same deal again, as another try."""

    id: CommandId
    rev: Revision


class Hint(_Message, frozen=True, tag="hint"):
    """Ask for a move that helps."""

    id: CommandId
    rev: Revision


class Sync(_Message, frozen=True, tag="sync"):
    """Ask for the whole board, since something was missed; the answer is a `board` with all fragments."""


Command = Play | Undo | Redo | Restart | Hint
Incoming = Command | Sync

Kind = Literal["play", "undo", "redo", "restart", "hint"]


def kind_of(command: Command) -> Kind:
    """Return the word that a command has on the wire and in the log."""
    tag: Any = command.__struct_config__.tag
    kind: Kind = tag
    return kind


UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What reading a message may raise; the last for one nested too deeply."""

decode = msgspec.json.Decoder(Incoming).decode
"""Read one message. Raises one of `UNREADABLE`."""


class Board(_Message, frozen=True, tag="board", omit_defaults=True):
    """The board at `rev`.

    `f` holds the HTML of every fragment that changed since revision `since`, which is -1 for all of them.

    `legal` lists [move, origin, target], places being DOM ids. `say` is a sentence for the live region.
    """

    rev: int
    since: int
    epoch: str
    f: dict[str, str]
    legal: tuple[tuple[str, str, str], ...]
    over: bool
    say: str = ""


class Done(_Message, frozen=True, tag="done", omit_defaults=True):
    """The command `id` stands in the log as revision `rev`. A hint's `hint` is [move, origin, target]."""

    id: str
    rev: int
    hint: tuple[str, str, str] | None = None
    say: str = ""


class Refused(_Message, frozen=True, tag="refused"):
    """The command was not carried out: `code` for programs, `why` for people. The table stands at `rev`.

    `id` is null when the message could not be read so far.
    """

    id: str | None
    code: str
    why: str
    rev: int


_encode = msgspec.json.Encoder().encode


def encode(message: Board | Done | Refused) -> str:
    """Write one message."""
    return _encode(message).decode()


def command_id(raw: bytes | str) -> str | None:
    """Return the id in a message that is otherwise wrong, so that the refusal can name it."""
    try:
        found: Any = msgspec.json.decode(raw)
    except UNREADABLE:
        return None
    named = found.get("id") if isinstance(found, dict) else None
    return named if isinstance(named, str) and len(named) <= 64 else None
