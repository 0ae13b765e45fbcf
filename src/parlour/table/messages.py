"""The words of the socket, both ways; `docs/protocol.md` explains them."""

from typing import Annotated, Any, Literal

import msgspec

from parlour.core.board import Told
from parlour.core.reason import Advice
from parlour.table.computers import Level
from parlour.table.event import Kind

LIMIT = 16 * 1024
"""Bytes in one message from a client."""

CommandId = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{8,64}$")]
Revision = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
ChairNumber = Annotated[int, msgspec.Meta(ge=0, le=15)]
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


class Resign(_Message, frozen=True, tag="resign"):
    """Give a match up: of two players the other has won, of more this seat is last and the others go on."""

    id: CommandId
    rev: Revision


class Offer(_Message, frozen=True, tag="offer"):
    """Offer a draw."""

    id: CommandId
    rev: Revision


class Accept(_Message, frozen=True, tag="accept"):
    """Agree to what another seat has asked: a draw, or taking a move back."""

    id: CommandId
    rev: Revision


class Decline(_Message, frozen=True, tag="decline"):
    """Say no to it; who asked may withdraw it so, too."""

    id: CommandId
    rev: Revision


class Rematch(_Message, frozen=True, tag="rematch"):
    """Open a table for the same players again, every seat one further; or go there if there is one."""

    id: CommandId
    rev: Revision


class Sit(_Message, frozen=True, tag="sit"):
    """Take a chair before the match. `invite` is the secret of a chair that is kept for a friend."""

    id: CommandId
    rev: Revision
    seat: ChairNumber
    invite: Annotated[str, msgspec.Meta(max_length=80)] = ""


class Stand(_Message, frozen=True, tag="stand"):
    """Leave a table before the match; its host hands it on, or closes it when nobody else is there."""

    id: CommandId
    rev: Revision


class Remove(_Message, frozen=True, tag="remove"):
    """As host, free somebody else's chair; links to it are void then."""

    id: CommandId
    rev: Revision
    seat: ChairNumber


class SeatComputer(_Message, frozen=True, tag="computer"):
    """As host, let a computer player of a level sit down on a free chair."""

    id: CommandId
    rev: Revision
    seat: ChairNumber
    level: Level


class Begin(_Message, frozen=True, tag="start"):
    """As host, begin the match with those who sit."""

    id: CommandId
    rev: Revision


class Close(_Message, frozen=True, tag="close"):
    """As host, close a table that has not begun."""

    id: CommandId
    rev: Revision


PHRASES = ("hello", "luck", "thanks", "well_played", "moment", "good_game")
"""All that can be said at a table."""

Phrase = Literal["hello", "luck", "thanks", "well_played", "moment", "good_game"]


class Say(_Message, frozen=True, tag="say"):
    """Say one of a few phrases. It is not logged."""

    id: CommandId
    rev: Revision
    phrase: Phrase


class HandOver(_Message, frozen=True, tag="hand_over"):
    """Let the computer play for you, until you come back."""

    id: CommandId
    rev: Revision


class StandIn(_Message, frozen=True, tag="stand_in"):
    """Let the computer play for the player on turn, who has been away for long, until they come back."""

    id: CommandId
    rev: Revision


class Back(_Message, frozen=True, tag="back"):
    """Play for yourself again. To play a move does that, too."""

    id: CommandId
    rev: Revision


class Sync(_Message, frozen=True, tag="sync"):
    """Ask for the whole board, since something was missed; the answer is a `board` with all fragments."""


Patience = Play | Undo | Redo | Restart | Hint
"""The commands of a solitaire."""

Gathering = Sit | SeatComputer | Stand | Remove | Begin | Close
"""The commands before a match."""

Handing = HandOver | StandIn | Back
"""The commands of who plays for whom."""

Command = Patience | Gathering | Handing | Resign | Offer | Accept | Decline | Rematch | Say
Incoming = Command | Sync


def word(command: Command) -> str:
    """Return the word that a command has on the wire."""
    tag: Any = command.__struct_config__.tag
    return str(tag)


def kind_of(command: Patience) -> Kind:
    """Return the kind of event that a solitaire's command becomes."""
    kind: Any = word(command)
    found: Kind = kind
    return found


UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What reading a message may raise; the last for one nested too deeply."""

decode = msgspec.json.Decoder(Incoming).decode
"""Read one message. Raises one of `UNREADABLE`."""


class Board(_Message, frozen=True, tag="board", omit_defaults=True):
    """The board at revision `rev` of the log, drawn for the `v`-th time in this `epoch`.

    `f` holds the HTML of every fragment that changed since drawing `since`, which is -1 for all of them.

    `legal` lists [move, origin, target], places being DOM ids. `say` is a sentence for the live region.
    `phase`, `turn` (the seat), `mine` (whether that is the viewer's) and `now` (the server's clock, in
    milliseconds since 1970) are there at tables of several seats.
    """

    rev: int
    v: int
    since: int
    epoch: str
    f: dict[str, str]
    legal: tuple[tuple[str, str, str], ...]
    over: bool
    say: str = ""
    phase: str = ""
    turn: int | None = None
    mine: bool = False
    now: int = 0


class State(_Message, frozen=True, tag="state"):
    """A table as a program sees it, at revision `rev`.

    `facts` are a `core.board.Match` (or a `Sitting`) and `view` the game's view for this viewer, null before
    the match begins. `legal` are the viewer's moves, none unless it is on turn. `told` are the lines of the
    log from move `first` on (the first move is 1), as this viewer was told them: what is new since the state
    before. `lobby` are the chairs of a table that gathers, or that was closed, else null.
    """

    rev: int
    phase: str
    facts: Any
    view: Any
    legal: tuple[str, ...]
    first: int
    told: tuple[Told, ...]
    now: int
    lobby: Any = None


class Said(_Message, frozen=True, tag="said"):
    """The player of a seat says a phrase."""

    seat: int
    phrase: Phrase


class Done(_Message, frozen=True, tag="done", omit_defaults=True):
    """The command `id` stands in the log as revision `rev`. A hint's `hint` is [move, origin, target].

    At tables of several seats a hint stands in no log; `advice` has what the search found. `go` is the page
    to go to now.
    """

    id: str
    rev: int
    hint: tuple[str, str, str] | None = None
    advice: Advice | None = None
    say: str = ""
    go: str = ""


class Refused(_Message, frozen=True, tag="refused"):
    """The command was not carried out: `code` for programs, `why` for people. The table stands at `rev`.

    `id` is null when the message could not be read so far.
    """

    id: str | None
    code: str
    why: str
    rev: int


_encode = msgspec.json.Encoder().encode


def encode(message: Board | Done | Refused | Said | State) -> str:
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
