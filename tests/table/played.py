"""A database in memory, and matches that were played in it."""

import itertools
from contextlib import contextmanager

import msgspec
from sqlalchemy import create_engine, event, insert
from sqlalchemy.pool import StaticPool

from parlour.core.result import Result
from parlour.table import ratings
from parlour.table.ratings import Ended
from parlour.table.schema import metadata, players, tables

FOUR = ("ada", "ben", "cyd", "dov")

BLANK = {"preset": "standard", "options": "{}", "start": "{}", "deal_key": "", "hole": 0, "created": 0}
"""What a row of `tables` needs beside its id, game and seats."""


@contextmanager
def database(*names):
    """A database in memory with these players."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    event.listen(engine, "connect", lambda raw, _: raw.execute("PRAGMA foreign_keys = ON"))
    with engine.connect() as connection:
        metadata.create_all(connection)
        connection.execute(
            insert(players), [{"id": name, "token_hash": name, "created": 0} for name in names]
        )
        yield connection
    engine.dispose()


_numbers = itertools.count(1)


def match(connection, *who, ranks=None, game="splendor", **changes):
    """Play a match that `who` end in this order, or with `ranks`, and return its table."""
    table = f"t{next(_numbers)}"
    connection.execute(insert(tables).values(id=table, game=game, seats=len(who), **BLANK))
    ranks = tuple(ranks or range(1, len(who) + 1))
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    result = Result((), ranks, winners, "")
    ended = Ended(table, game, next(_numbers), who, result, "game", rated=True, begun=True)
    ratings.record(msgspec.structs.replace(ended, **changes))(connection)
    return table
