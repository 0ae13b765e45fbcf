"""The tables of the database, as SQLAlchemy Core sees them. Migrations make them; a test compares the two.

Times are milliseconds since 1970 (UTC) by the server's clock. Ids are random texts. JSON stands in text
columns, so that SQLite and PostgreSQL keep the same.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
)

metadata = MetaData()

players = Table(
    "players",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
)
"""Guests. The token itself is only in the guest's cookie."""

rounds = Table(
    "rounds",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("preset", String(40), nullable=False),
    Column("deals", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
)
"""Several deals played as one: nine holes of Golf. `deals` is a JSON list of deal numbers."""

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("preset", String(40), nullable=False),
    Column("options", Text, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("start", Text, nullable=False),
    Column("deal_key", String(80), nullable=False),
    Column("round", ForeignKey("rounds.id"), nullable=True),
    Column("hole", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    UniqueConstraint("round", "hole", name="one_table_a_hole"),
)
"""What a game started from. `deal_key` is equal for equal starts; `hole` is 0 outside a round."""

seats = Table(
    "seats",
    metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", ForeignKey("players.id"), nullable=False),
    PrimaryKeyConstraint("table", "seat"),
    Index("seats_of_player", "player"),
)
"""Who may command which seat."""

events = Table(
    "events",
    metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("rev", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("command", String(64), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("payload", Text, nullable=False),
    PrimaryKeyConstraint("table", "rev"),
    UniqueConstraint("table", "command", name="one_event_a_command"),
)
"""The log, which is the truth: a position is its table's start and these events in order."""

tries = Table(
    "tries",
    metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("options", Text, nullable=False),
    Column("deal_key", String(80), nullable=False),
    Column("first", Boolean, nullable=False),
    Column("hints", Integer, nullable=False),
    Column("undos", Integer, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("started", BigInteger, nullable=True),
    Column("touched", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=True),
    Column("won", Boolean, nullable=True),
    Column("score", Integer, nullable=True),
    Column("length", Integer, nullable=True),
    Column("figure", Integer, nullable=True),
    Column("millis", BigInteger, nullable=True),
    PrimaryKeyConstraint("table", "number"),
    Index("tries_of_player", "player", "game", "deal_key"),
)
"""One try of a deal. `first`: the player's first of this deal with these options.

`opened` is its first event, `started` its first move. `length` is the number of moves at the end, `figure`
what statistics keep the lowest of. What follows `ended` is frozen at the first end, as are `hints` and
`undos`: an undo after it changes nothing.
"""
