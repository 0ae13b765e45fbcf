"""What goes over the API: the bodies of requests, read to the letter, and those of answers."""

from typing import Annotated, Any, Literal

import msgspec

from parlour.table import messages
from parlour.table.match.terms import ClockTerms, Seat

Value = bool | int | str
"""What an option may be."""

ShortText = Annotated[str, msgspec.Meta(max_length=64)]
Name = Annotated[
    str, msgspec.Meta(max_length=128, description="A name of at most 32 characters that can be seen.")
]

# Asked


class _Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


class NewGuest(_Asked, frozen=True):
    """Somebody who wants to play."""

    name: Name


class Opening(_Asked, frozen=True):
    """A table to open.

    `preset` is the game's first one if it is missing; `options` change it. For games of several seats,
    `seats` says how many chairs there are, of which you take the first and the others are open; or `chairs`
    names each one's kind. Without a `clock` the game's usual one is taken. `deal` is for solitaires, whose
    deals have numbers; without it one is drawn.
    """

    game: ShortText
    preset: ShortText | None = None
    options: dict[str, Value] = {}
    seats: Annotated[int, msgspec.Meta(ge=1, le=16)] | None = None
    chairs: Annotated[tuple[Seat, ...], msgspec.Meta(max_length=16)] | None = None
    clock: ClockTerms | None = None
    zero: Literal["idle", "forfeit", "computer"] = "idle"
    order: Literal["chosen", "random"] = "random"
    public: bool = False
    rated: bool = False
    full_starts: bool = True
    deal: Annotated[int, msgspec.Meta(ge=1, le=2**63 - 1)] | ShortText | None = None

    @property
    def for_several(self) -> tuple[str, ...]:
        """The names of the fields given that mean nothing at a solitaire."""
        own = ("game", "preset", "options", "seats", "deal", "public", "full_starts")
        usual = Opening(game="")
        fields = (name for name in self.__struct_fields__ if name not in own)
        return tuple(name for name in fields if getattr(self, name) != getattr(usual, name))


class SitDown(_Asked, frozen=True):
    """Who sits down: without a token in the request a new guest of this `name`, or of any.

    `invite` is the secret of a chair that is kept for a friend.
    """

    name: Name = ""
    invite: Annotated[str, msgspec.Meta(max_length=80)] = ""


class Renewal(_Asked, frozen=True):
    """Which token of a seat is asked for: the present one, or with `renew` a new one."""

    renew: bool = False


class Hello(msgspec.Struct, frozen=True, tag_field="t", tag="hello", forbid_unknown_fields=True):
    """The first message on a socket that was opened without an `Authorization` header; "" is a spectator."""

    token: Annotated[str, msgspec.Meta(max_length=200)] = ""


# Answered


class Guest(msgspec.Struct, frozen=True):
    """A guest: the id that everybody sees, and the secret token that is only shown this once."""

    player: str
    token: str


class OptionInfo(msgspec.Struct, frozen=True):
    """An option of a game: one of `values`, or a whole number from `least` to `most`."""

    name: str
    default: Value
    values: tuple[Value, ...] | None
    least: int | None
    most: int | None
    summary: str


class GameInfo(msgspec.Struct, frozen=True):
    """A game. The first of its `presets` is the standard one.

    `deals` says whether its deals have numbers (a solitaire's), `draws` whether players may agree on a draw,
    `board` whether it is drawn in the browser, and `formats` in which files of other programs it is written.
    """

    name: str
    title: str
    seats: tuple[int, ...]
    presets: dict[str, dict[str, Value]]
    options: tuple[OptionInfo, ...]
    deals: bool
    draws: bool
    board: bool
    formats: tuple[str, ...]


class Games(msgspec.Struct, frozen=True):
    """All games of this server."""

    games: tuple[GameInfo, ...]


class ListedChair(msgspec.Struct, frozen=True):
    """A chair, later the seat of a match, and who has it: "" for nobody. `open`: anybody may sit down.

    `level` is that of a computer player, "" for a person.
    """

    seat: int
    name: str
    player: str
    open: bool
    level: str = ""


class ListedTable(msgspec.Struct, frozen=True):
    """A public table of several seats, where players gather or play."""

    table: str
    game: str
    phase: Literal["gathering", "playing"]
    preset: str
    options: dict[str, Value]
    chairs: tuple[ListedChair, ...]
    clock: ClockTerms
    zero: Literal["idle", "forfeit", "computer"]
    rated: bool


class TableList(msgspec.Struct, frozen=True):
    """Public tables, those touched last first."""

    tables: tuple[ListedTable, ...]


class Opened(msgspec.Struct, frozen=True):
    """A table that was opened.

    `tokens` has the token of each seat that you play, `invites` the secrets of the chairs that are kept for
    friends, both by their numbers. `state` is the table as you see it.
    """

    table: str
    tokens: dict[str, str]
    invites: dict[str, str]
    state: messages.State


class Seated(msgspec.Struct, frozen=True):
    """The chair that you sit on, and its token.

    `guest` is there if you came without a token: who you are from now on.
    """

    seat: int
    token: str
    guest: Guest | None


class SeatToken(msgspec.Struct, frozen=True):
    """The token of a seat, or the secret of a chair that is kept for a friend."""

    token: str


class Error(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why something was not done: `code` for programs, `detail` in one sentence for people.

    `rev` is where the table stands, if a table refused it.
    """

    code: str
    detail: str
    rev: int | None = None


Json = dict[str, Any]
