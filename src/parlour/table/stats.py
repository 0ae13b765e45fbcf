"""Tries and what is counted from them: a row each beside the log, written with its events."""

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy import (
    Connection,
    Executable,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    literal,
    not_,
    select,
    update,
)

from parlour.core.board import Tally
from parlour.table.line import Try
from parlour.table.log import Statement
from parlour.table.schema import seats, tables, tries


class Subject(msgspec.Struct, frozen=True):
    """Who tries what, on which table: what a try's row says beside the try itself."""

    table: str
    player: str
    game: str
    options: str
    deal_key: str


class Facts(msgspec.Struct, frozen=True):
    """What the database knows beside one table's log. `first`: its present try is the first of this deal."""

    tally: Tally = Tally()
    tries: int = 1
    first: bool = True
    card: tuple[int | None, ...] = ()


_KEEP = update(tries).where(tries.c.table == bindparam("of_table"), tries.c.number == bindparam("of_number"))


def record(subject: Subject, before: Try, after: Try) -> tuple[Statement, ...]:
    """Return the statements that keep the rows of tries in step with an event from `before` to `after`."""
    if after.opened is None:  # a restart: the old row stands, the new try has none until its first event
        return ()
    values = _values(after)
    if before.opened is None and before.number == after.number:
        return (_insertion(subject, after, values),)
    of_table = tries.c.table == subject.table
    # A restart that was taken back leaves no row, though a hint may have made one.
    emptied = (delete(tries).where(of_table, tries.c.number > after.number),)
    return (
        *(emptied if after.number < before.number else ()),
        (_KEEP, {"of_table": subject.table, "of_number": after.number, **values}),
    )


def _values(attempt: Try) -> dict[str, Any]:
    values: dict[str, Any] = {
        "hints": attempt.hints,
        "undos": attempt.undos,
        "moves": attempt.moves,
        "started": attempt.started,
        "touched": attempt.last,
    }
    if attempt.ended is not None:
        end = attempt.ended
        values |= {
            "ended": end.at,
            "won": end.won,
            "score": end.score,
            "length": len(end.line),
            "figure": end.figure,
            "millis": end.millis,
        }
    return values


def _insertion(subject: Subject, attempt: Try, values: dict[str, Any]) -> Executable:
    earlier = exists().where(_same_deal(subject))
    row: dict[str, Any] = {
        **msgspec.structs.asdict(subject),
        "number": attempt.number,
        "opened": attempt.opened,
        **values,
    }
    columns = [literal(value, tries.c[name].type).label(name) for name, value in row.items()]
    return insert(tries).from_select([*row, "first"], select(*columns, not_(earlier).label("first")))


def _same_deal(subject: Subject) -> Any:
    return and_(
        tries.c.player == subject.player,
        tries.c.game == subject.game,
        tries.c.deal_key == subject.deal_key,
        tries.c.options == subject.options,
    )


def read_facts(connection: Connection, subject: Subject, number: int, round_id: str | None) -> Facts:
    """Read what stands beside try `number` of a table. `card` has nine entries within a round, else none."""
    others = 0
    first: bool | None = None
    for row in connection.execute(
        select(tries.c.table, tries.c.number, tries.c.first).where(_same_deal(subject))
    ):
        if (row.table, row.number) == (subject.table, number):
            first = row.first
        else:
            others += 1
    return Facts(
        tally=read_tally(connection, subject.player, subject.game),
        tries=others + 1,
        first=others == 0 if first is None else first,
        card=read_card(connection, round_id) if round_id else (),
    )


HOLES = 9
"""Deals in a round of Golf."""


def read_card(connection: Connection, round_id: str) -> tuple[int | None, ...]:
    """Return the score of each hole of a round: that of its first end, `None` while there is none."""
    card: list[int | None] = [None] * HOLES
    ends = (
        select(tables.c.hole, tries.c.score)
        .join(tries, tries.c.table == tables.c.id)
        .where(tables.c.round == round_id, tries.c.ended.is_not(None))
        .order_by(tries.c.ended.desc())  # so that each hole's earliest end is written last
    )
    for row in connection.execute(ends):
        card[row.hole - 1] = row.score
    return tuple(card)


def read_tally(connection: Connection, player: str, game: str) -> Tally:
    """Count a player's tries of one game."""
    mine = and_(tries.c.player == player, tries.c.game == game)
    played, won = connection.execute(
        select(func.count(), func.count().filter(tries.c.won.is_(True))).where(
            mine, tries.c.started.is_not(None)
        )
    ).one()
    counted = connection.execute(
        select(tries.c.won, tries.c.figure, tries.c.millis)
        .where(
            mine, tries.c.first.is_(True), tries.c.hints == 0, tries.c.undos == 0, tries.c.ended.is_not(None)
        )
        .order_by(tries.c.ended)
    ).all()
    streak = longest = 0
    for row in counted:
        streak = streak + 1 if row.won else 0
        longest = max(longest, streak)
    wins = [row for row in counted if row.won]
    return Tally(
        played=played,
        won=won,
        streak=streak,
        longest=longest,
        best=min((row.figure for row in counted if row.figure is not None), default=None),
        time=min((row.millis // 1000 for row in wins), default=None),
    )


def read_recent(connection: Connection, player: str, game: str, limit: int = 10) -> Sequence[Any]:
    """Return a player's latest ends in one game, newest first.

    Rows have table, hole, deal_key, won, figure, score and ended.
    """
    return connection.execute(
        select(
            tries.c.table,
            tables.c.hole,
            tries.c.deal_key,
            tries.c.won,
            tries.c.figure,
            tries.c.score,
            tries.c.ended,
        )
        .join(tables, tables.c.id == tries.c.table)
        .where(tries.c.player == player, tries.c.game == game, tries.c.ended.is_not(None))
        .order_by(tries.c.ended.desc())
        .limit(limit)
    ).all()


class Unfinished(msgspec.Struct, frozen=True):
    """A table to go on at, last touched at `touched`.

    In a round it is the table of the newest hole, and `card` is the round's; elsewhere `card` is empty.
    """

    table: str
    touched: int
    card: tuple[int | None, ...] = ()


def read_unfinished(connection: Connection, player: str, limit: int = 6) -> list[Unfinished]:
    """Return what a player can go on with, latest first.

    That is each table outside a round whose present try was begun and has not ended, and each round with a
    hole that has not ended, begun or not.
    """
    newest = tries.alias()
    later = exists().where(newest.c.table == tries.c.table, newest.c.number > tries.c.number)
    query = (
        select(tries.c.table, tries.c.touched)
        .join(tables, tables.c.id == tries.c.table)
        .where(tries.c.player == player, tries.c.ended.is_(None), tables.c.round.is_(None), not_(later))
        .order_by(tries.c.touched.desc())
        .limit(limit)
    )
    found = [Unfinished(row.table, row.touched) for row in connection.execute(query)]
    found += _read_rounds(connection, player, limit)
    return sorted(found, key=lambda one: one.touched, reverse=True)[:limit]


def _read_rounds(connection: Connection, player: str, limit: int) -> list[Unfinished]:
    ended = exists().where(tries.c.table == tables.c.id, tries.c.ended.is_not(None))
    touched = select(func.max(tries.c.touched)).where(tries.c.table == tables.c.id).scalar_subquery()
    latest = func.max(func.coalesce(touched, tables.c.created))
    query = (
        select(tables.c.round, latest.label("touched"))
        .join(seats, seats.c.table == tables.c.id)
        .where(seats.c.player == player, tables.c.round.is_not(None))
        .group_by(tables.c.round)
        .having(func.count().filter(ended) < HOLES)
        .order_by(latest.desc())
        .limit(limit)
    )
    found = []
    for row in connection.execute(query).all():
        holes = select(tables.c.id).where(tables.c.round == row.round).order_by(tables.c.hole.desc())
        table = connection.scalars(holes.limit(1)).one()
        found.append(Unfinished(table, row.touched, read_card(connection, row.round)))
    return found


def day_of(at: int) -> dt.date:
    """Return the day (UTC) of a time in milliseconds."""
    return dt.datetime.fromtimestamp(at / 1000, dt.UTC).date()


class DayEnd(msgspec.Struct, frozen=True):
    """The first end that a day's deal came to on its day."""

    won: bool
    score: int


def read_days(
    connection: Connection, player: str, game: str, options: str, keys: Callable[[dt.date], str]
) -> dict[dt.date, DayEnd]:
    """Return the days whose own deal a player finished on that day with these options, and its first end.

    `keys` gives the deal key of a day's deal.
    """
    days: dict[dt.date, DayEnd] = {}
    mine = and_(tries.c.player == player, tries.c.game == game, tries.c.options == options)
    ends = (
        select(tries.c.deal_key, tries.c.ended, tries.c.won, tries.c.score)
        .where(mine, tries.c.ended.is_not(None))
        .order_by(tries.c.ended)
    )
    for row in connection.execute(ends):
        day = day_of(row.ended)
        if row.deal_key == keys(day):
            days.setdefault(day, DayEnd(row.won, row.score))
    return days


def read_begun(connection: Connection, player: str, game: str, options: str, key: str) -> bool:
    """Say whether a player is in the middle of the deal of this `deal_key`: a table begun, no end on it."""
    ends = tries.alias()
    mine = and_(tries.c.player == player, tries.c.game == game, tries.c.options == options)
    ended = exists().where(ends.c.table == tries.c.table, ends.c.ended.is_not(None))
    return bool(connection.scalar(select(exists().where(mine, tries.c.deal_key == key, not_(ended)))))
