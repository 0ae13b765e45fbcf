"""Tables and their events as rows of the database, and back."""

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Connection, Executable, Row, Select, insert, select

from parlour.core import registry
from parlour.core.beginning import begin
from parlour.core.options import GameOptions
from parlour.core.position import Position
from parlour.core.start import DealStart, Start
from parlour.table import schema, texts
from parlour.table.errors import MissingError
from parlour.table.event import Event, Payload
from parlour.table.log import Statement
from parlour.table.match.terms import Terms
from parlour.table.stats import Subject


class Kept(msgspec.Struct, frozen=True):
    """What never changes about a table. `options` is JSON; `deal_key` is equal for equal starts.

    `players` owns the seat of a solitaire; `hole` is 0 outside a round. A table of several seats has `terms`
    instead, and who sits there is told by its log.
    """

    id: str
    game: str
    preset: str
    options: str
    start: Start
    deal_key: str
    players: tuple[str, ...]
    round: str | None = None
    hole: int = 0
    terms: Terms | None = None

    def begin(self, seats: int = 1) -> Position:
        """Return the position that the table starts from."""
        game = registry.game(self.game)
        options = msgspec.json.decode(self.options, type=game.options_type)
        return begin(game, self.start, options, seats)

    @property
    def agreed(self) -> Terms:
        """The terms of a table of several seats. Raises `LookupError` for that of a solitaire."""
        if self.terms is None:
            raise LookupError("a solitaire has no terms")
        return self.terms

    def subject(self, seat: int) -> Subject:
        """Return what a try of this seat's player is a try of."""
        return Subject(self.id, self.players[seat], self.game, self.options, self.deal_key)

    def seat_of(self, player: str | None) -> int | None:
        """Return the seat of a player; `None` is a spectator."""
        return self.players.index(player) if player in self.players else None

    @property
    def names(self) -> tuple[str, ...] | None:
        """The names in a record that was brought here, by seat; `None` for any other table."""
        return None if self.terms is None else self.terms.names

    @property
    def alone(self) -> bool:
        """Whether it is the table of a solitaire."""
        return self.terms is None or len(self.terms.chairs) == 1

    def insertions(
        self, now: int, owner: str | None = None, touched: int | None = None
    ) -> tuple[Executable, ...]:
        """Return the statements that make the table; a record has an `owner`, who does not play there."""
        terms = self.terms
        seats = self.players if terms is None else (owner, *[None] * (len(terms.chairs) - 1))
        table = insert(schema.tables).values(
            id=self.id,
            game=self.game,
            preset=self.preset,
            options=self.options,
            seats=len(seats),
            start=msgspec.json.encode(self.start).decode(),
            deal_key=self.deal_key,
            round=self.round,
            hole=self.hole,
            created=now,
            phase="solo" if terms is None else "gathering" if owner is None else "record",
            public=terms is not None and terms.public,
            terms=None if terms is None else msgspec.json.encode(terms).decode(),
            touched=None if terms is None else touched or now,
        )
        owned = [{"table": self.id, "seat": seat, "player": player} for seat, player in enumerate(seats)]
        return (table, insert(schema.seats).values(owned))


def options_text(options: GameOptions) -> str:
    """Write options so that equal ones are equal texts."""
    return msgspec.json.encode(options, order="sorted").decode()


def deal_key(start: Start) -> str:
    """Return a text that is equal for equal starts: the deal number, or a hash of the start."""
    if isinstance(start, DealStart):
        return f"deal:{start.deal}"
    return f"hash:{hashlib.sha256(msgspec.json.encode(start, order='deterministic')).hexdigest()}"


def deal_of(key: str) -> str | None:
    """Return the deal number in a `deal_key`, if it is one."""
    kind, _, value = key.partition(":")
    return value if kind == "deal" else None


def read_kept(connection: Connection, table: str) -> Kept:
    """Read a table. Raises `MissingError`."""
    row = connection.execute(select(schema.tables).where(schema.tables.c.id == table)).one_or_none()
    if row is None:
        raise MissingError(texts.NO_TABLE)
    terms = None if row.terms is None else msgspec.json.decode(row.terms, type=Terms)
    owners = select(schema.seats.c.player).where(schema.seats.c.table == table).order_by(schema.seats.c.seat)
    return Kept(
        id=row.id,
        game=row.game,
        preset=row.preset,
        options=row.options,
        start=msgspec.json.decode(row.start, type=Start),
        deal_key=row.deal_key,
        players=() if terms is not None else tuple(connection.scalars(owners)),
        round=row.round,
        hole=row.hole,
        terms=terms,
    )


_APPEND = insert(schema.events)


def insertion(table: str, event: Event) -> Statement:
    """Return the statement that appends an event to the log."""
    return _APPEND, {
        "table": table,
        "rev": event.rev,
        "at": event.at,
        "seat": event.seat,
        "command": event.command,
        "kind": event.kind,
        "payload": msgspec.json.encode(event.payload).decode(),
    }


_payload = msgspec.json.Decoder(Payload).decode


def _event(row: Row[Any]) -> Event:
    return Event(row.rev, row.at, row.seat, row.command, row.kind, _payload(row.payload))


def read_events(connection: Connection, table: str, after: int = 0) -> Iterable[Event]:
    """Read the log of a table from revision `after` + 1 on."""
    log: Select[Any] = select(schema.events)
    log = log.where(schema.events.c.table == table, schema.events.c.rev > after).order_by(schema.events.c.rev)
    return map(_event, connection.execute(log).all())


def read_answered(connection: Connection, table: str, command: str) -> Event | None:
    """Read the event that a command became, if it is in the log."""
    log = schema.events
    query = select(log).where(log.c.table == table, log.c.command == command)
    row = connection.execute(query).one_or_none()
    return None if row is None else _event(row)
