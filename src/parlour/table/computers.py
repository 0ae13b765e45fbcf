"""Computer players among the players: their ids, which tell the level, and what they are called.

Each chair has one of its own, so that two of a level at one table are two players: "cpu-hard-1" and
"cpu-hard-2". They have rows beside those of people, since seats and results name players; no token leads to
them.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache, partial
from typing import Literal, cast, get_args

from sqlalchemy import Connection, exists, insert, select
from sqlalchemy.exc import IntegrityError

from parlour import draw
from parlour.table import schema, texts
from parlour.table.log import Statement

Level = Literal["easy", "normal", "hard", "expert"]
"""How well a computer plays: those of `search.players.LEVELS`."""

LEVELS: tuple[Level, ...] = get_args(Level)

STAND_IN: Level = "normal"
"""The level of a computer that plays for somebody."""

_ID = re.compile(rf"cpu-({'|'.join(LEVELS)})-[1-9][0-9]?")

IDS = tuple(f"cpu-{level}-{number}" for level in LEVELS for number in range(1, 17))
"""All of them: a table has at most sixteen chairs."""


@lru_cache(maxsize=4096)
def level_of(player: str | None) -> Level | None:
    """Return the level of a computer player, `None` for a person, or for nobody.

    >>> level_of("cpu-hard-2"), level_of("uZ3kq0Xw91bTn5Ya")
    ('hard', None)
    """
    found = _ID.fullmatch(player or "")
    return None if found is None else cast(Level, found[1])


def another(level: Level, players: Iterable[str | None]) -> str:
    """Return the first computer player of a level who is not among those at a table."""
    taken = set(players)
    return next(one for one in IDS if level_of(one) == level and one not in taken)


def names(players: Iterable[str | None], lang: str = texts.LANGUAGE) -> dict[str, str]:
    """Return what the computers among the players of one table are called; alike ones by their numbers."""
    found = {one: level for one in players if one is not None and (level := level_of(one)) is not None}
    levels = list(found.values())
    return {
        one: draw.text(lang, texts.COMPUTERS[level], n=one.rpartition("-")[2])
        if levels.count(level) > 1
        else draw.text(lang, texts.COMPUTER[level])
        for one, level in found.items()
    }


def enrolment(player: str, now: int) -> Statement:
    """Return the statement that makes the row of a computer player, unless there is one."""
    return partial(_enrol, player=player, now=now)


def _enrol(connection: Connection, *, player: str, now: int) -> None:
    rows = schema.players
    if connection.scalar(select(exists().where(rows.c.id == player))):
        return
    # What is no hash is the hash of no token.
    with suppress(IntegrityError), connection.begin_nested():  # another process may be first
        connection.execute(insert(rows).values(id=player, token_hash=f"none: {player}", created=now))
