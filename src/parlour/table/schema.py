"""The tables of the database, as SQLAlchemy Core sees them. Migrations make them; a test compares the two.

Times are milliseconds since 1970 (UTC) by the server's clock. Ids are random texts. JSON stands in text
columns, so that SQLite and PostgreSQL keep the same.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData()

players = Table(
    "players",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    Column("name", String(64), nullable=False, server_default=""),
)
"""Guests. The token itself is only in the guest's cookie. `name` is empty until one is given."""

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
    Column("phase", String(12), nullable=False, server_default="solo"),
    Column("public", Boolean, nullable=False, server_default=false()),
    Column("terms", Text, nullable=True),
    Column("touched", BigInteger, nullable=True),
    Column("deadline", BigInteger, nullable=True),
    UniqueConstraint("round", "hole", name="one_table_a_hole"),
    Index("tables_in_phase", "phase", "public", "touched"),
    Index("tables_by_deadline", "deadline"),
)
"""What a game started from. `deal_key` is equal for equal starts; `hole` is 0 outside a round.

The last columns are for tables of several seats. `terms` is the JSON of `match.terms.Terms`, NULL for a
solitaire; `phase` (gathering, playing, over or closed), `touched` (the latest event) and `deadline` (when the
clock of the seat on turn runs out) follow from the log and are written with its events.
"""

seats = Table(
    "seats",
    metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", ForeignKey("players.id"), nullable=True),
    Column("link", Integer, nullable=False, server_default="0"),
    PrimaryKeyConstraint("table", "seat"),
    Index("seats_of_player", "player"),
)
"""Who may command which seat; nobody yet, or no longer, where `player` is NULL.

`link` numbers the links that lead to this seat: those of earlier numbers are void.
"""

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

house = Table(
    "house",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("secret", String(64), nullable=False),
    Column("alive", BigInteger, nullable=False),
)
"""One row: what links are signed with, and when a server over this database last said that it lives."""

outages = Table(
    "outages",
    metadata,
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False),
)
"""When no server was there: no clock counts that time."""

results = Table(
    "results",
    metadata,
    Column("table", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("game", String(40), nullable=False),
    Column("player", ForeignKey("players.id"), nullable=True),
    Column("rank", Integer, nullable=False),
    Column("winner", Boolean, nullable=False),
    Column("score", Float, nullable=True),
    Column("ended", String(12), nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("begun", Boolean, nullable=False),
    Column("mu", Float, nullable=True),
    Column("sigma", Float, nullable=True),
    Column("ops", Integer, nullable=True),
    Column("stand_in", String(24), nullable=True),
    PrimaryKeyConstraint("table", "seat"),
    Index("results_in_order", "number"),
    Index("results_of_player", "player", "number"),
    Index("results_of_player_in_game", "player", "game", "number"),
)
"""How matches ended, a row a seat. `number` is the order in which they did, the same for all seats of one.

`begun` says whether it was far enough to count though somebody left. `mu`, `sigma` and `ops` are the player's
rating after it, NULL where it did not count for one. `stand_in` is what a player who was forgotten is called
where the ratings of others rest on the row: a random name, the same in all rows that were theirs in one game.
"""

ratings = Table(
    "ratings",
    metadata,
    Column("game", String(40), nullable=False),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("ops", Integer, nullable=True),
    Column("window", String(40), nullable=False, server_default=""),
    PrimaryKeyConstraint("game", "player"),
    Index("ratings_of_player", "player"),
)
"""Where players stand: a sum of the rated rows of `results`, in their order.

`ops` and `window` (the results since its latest change, as 0 and 1) are for a game that counts in ops.
"""
