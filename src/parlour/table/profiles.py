"""What the database knows of players and their matches: leaders, profiles, and which tables there are."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, case, func, or_, select

from parlour.core.board import Ending
from parlour.table import computers
from parlour.table.match.terms import Terms
from parlour.table.ratings import force, points, shown
from parlour.table.schema import players, ratings, results, seats, tables

SETTLED = 5
"""Matches that counted before a player has a place among the leaders: until then the rating says little."""


# Leaders


class Leader(msgspec.Struct, frozen=True):
    """A line of the leaders.

    `rank` counts from 1, is equal for equal force, and `None` before `SETTLED` matches. `games` are those
    that counted. `name` is "" for a guest who gave none.
    """

    rank: int | None
    player: str
    name: str
    force: int
    games: int


def leaders(connection: Connection, game: str, limit: int = 50) -> list[Leader]:
    """Return who is best at a game: the settled players, the best first, then likewise the others."""
    few = ratings.c.games < SETTLED
    best = (
        select(ratings)
        .where(ratings.c.game == game)
        .order_by(few, ratings.c.ops.desc(), (ratings.c.mu - 3 * ratings.c.sigma).desc(), ratings.c.player)
        .limit(limit)
    )
    rows = connection.execute(best).all()
    names = _names(connection, (row.player for row in rows))
    found: list[Leader] = []
    for place, row in enumerate(rows, 1):
        number = shown(row.mu, row.sigma, row.ops)
        rank = None if row.games < SETTLED else place
        if rank and found and found[-1].force == number:
            rank = found[-1].rank
        found.append(Leader(rank, row.player, names[row.player], number, row.games))
    return found


def _names(connection: Connection, of: Iterable[str | None]) -> dict[str | None, str]:
    """Return the names of players by id; who is not known has none."""
    asked = {player for player in of if player is not None}
    rows = connection.execute(select(players.c.id, players.c.name).where(players.c.id.in_(asked)))
    return dict.fromkeys((*asked, None), "") | {row.id: row.name for row in rows}


# One player


class Tally(msgspec.Struct, frozen=True):
    """A player's matches of one game, without those against themselves or left before they had begun.

    Whoever the rules call a winner has won, also one of several; who shares the first place without that has
    drawn. `force` and `best` are the present and the highest number shown, `None` before the first match that
    counts.
    """

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    force: int | None = None
    best: int | None = None


def tally(connection: Connection, player: str, game: str) -> Tally:
    """Count a player's matches of one game; those with computers are not among them."""
    begun = or_(results.c.begun, results.c.ended == "game")
    by_computers = select(results.c.table).where(results.c.player.in_(computers.IDS))
    alone = func.count() == 1  # nobody else's seat in the match was this player's, too
    matches = (
        select(
            func.min(results.c.rank).label("rank"),
            func.min(case((results.c.winner, 1), else_=0)).label("won"),
            func.min(results.c.ops).label("ops"),
            func.min(results.c.mu - 3 * results.c.sigma).label("sure"),
        )
        .where(
            results.c.player == player,
            results.c.game == game,
            begun,
            results.c.table.not_in(by_computers),
        )
        .group_by(results.c.number)
        .having(alone)
        .subquery()
    )
    row = connection.execute(
        select(
            func.count().label("played"),
            func.count().filter(matches.c.won == 1).label("won"),
            func.count().filter(matches.c.won == 0, matches.c.rank == 1).label("drawn"),
            func.max(matches.c.ops).label("ops"),
            func.max(matches.c.sure).label("sure"),
        ).select_from(matches)
    ).one()
    best = row.ops if row.ops is not None or row.sure is None else points(row.sure)
    now = force(connection, game, [player])[player]
    return Tally(row.played, row.won, row.drawn, row.played - row.won - row.drawn, now, best)


def rated_games(connection: Connection, player: str, game: str) -> int:
    """Return how many of a player's matches of one game counted."""
    theirs = select(ratings.c.games).where(ratings.c.player == player, ratings.c.game == game)
    return connection.scalar(theirs) or 0


class Mark(msgspec.Struct, frozen=True):
    """The number shown for a player after a match that counted, which ended `at` milliseconds since 1970."""

    table: str
    at: int
    force: int


def history(connection: Connection, player: str, game: str, limit: int = 200) -> list[Mark]:
    """Return how a player's force in a game went over the latest matches that counted, the oldest first."""
    rows = connection.execute(
        select(results.c.table, results.c.at, results.c.mu, results.c.sigma, results.c.ops)
        .where(results.c.player == player, results.c.game == game, results.c.mu.is_not(None))
        .order_by(results.c.number.desc())
        .limit(limit)
    ).all()
    return [Mark(row.table, row.at, shown(row.mu, row.sigma, row.ops)) for row in reversed(rows)]


class Opponent(msgspec.Struct, frozen=True):
    """Another player of a match that is over; without an id if nobody is known, or they were forgotten."""

    seat: int
    player: str | None
    name: str
    rank: int
    winner: bool


class Finished(msgspec.Struct, frozen=True):
    """A match that is over, as one of its players had it.

    `number` is its place in the order of all matches. `rated`: it counted, and `force` is the number shown
    for the player after it.
    """

    number: int
    table: str
    game: str
    at: int
    public: bool
    seat: int
    rank: int
    winner: bool
    ended: Ending
    rated: bool
    force: int | None
    opponents: tuple[Opponent, ...]


def finished(
    connection: Connection, player: str, limit: int = 20, before: int | None = None
) -> list[Finished]:
    """Return a player's matches that are over, the newest first; `before` is the `number` to go on below."""
    theirs = select(results.c.number).where(results.c.player == player)
    if before is not None:
        theirs = theirs.where(results.c.number < before)
    numbers = connection.scalars(theirs.distinct().order_by(results.c.number.desc()).limit(limit)).all()
    rows = connection.execute(
        select(results, tables.c.public, func.coalesce(players.c.name, "").label("name"))
        .join(tables, tables.c.id == results.c.table)
        .outerjoin(players, players.c.id == results.c.player)
        .where(results.c.number.in_(numbers))
        .order_by(results.c.number.desc(), results.c.seat)
    )
    return [_finished(player, list(of_one)) for _, of_one in groupby(rows, key=lambda row: row.number)]


def _finished(player: str, rows: list[Any]) -> Finished:
    """Gather the rows of one match; the player's first seat is theirs."""
    mine = next(row for row in rows if row.player == player)
    return Finished(
        number=mine.number,
        table=mine.table,
        game=mine.game,
        at=mine.at,
        public=mine.public,
        seat=mine.seat,
        rank=mine.rank,
        winner=mine.winner,
        ended=mine.ended,
        rated=mine.mu is not None,
        force=None if mine.mu is None else shown(mine.mu, mine.sigma, mine.ops),
        opponents=tuple(
            Opponent(row.seat, row.player, row.name, row.rank, row.winner) for row in rows if row is not mine
        ),
    )


# Tables


class Seated(msgspec.Struct, frozen=True):
    """A seat of a table and who has it: `None` and "" while nobody does."""

    seat: int
    player: str | None
    name: str


class Listed(msgspec.Struct, frozen=True):
    """A table of several seats in a list. `options` is JSON; times are milliseconds since 1970.

    `touched` is its latest event, `deadline` when the clock of the seat on turn runs out.
    """

    table: str
    game: str
    preset: str
    options: str
    phase: str
    public: bool
    created: int
    touched: int | None
    deadline: int | None
    terms: Terms
    seats: tuple[Seated, ...]

    @property
    def taken(self) -> tuple[Seated, ...]:
        """The seats that somebody has."""
        return tuple(one for one in self.seats if one.player is not None)

    @property
    def free(self) -> tuple[int, ...]:
        """The seats that anybody may take, while players gather."""
        chairs = self.terms.chairs
        return tuple(one.seat for one in self.seats if one.player is None and chairs[one.seat] == "open")


_TERMS = msgspec.json.Decoder(Terms)
_LISTED = select(tables).order_by(tables.c.touched.desc(), tables.c.id)


def running(connection: Connection, player: str, limit: int = 50) -> list[Listed]:
    """Return the tables where a player sits and a match is not over yet, last touched first."""
    mine = select(seats.c.table).where(seats.c.player == player)
    query = _LISTED.where(tables.c.id.in_(mine), tables.c.phase.in_(("gathering", "playing")))
    return _listed(connection, query, limit)


def open_tables(connection: Connection, limit: int = 50, game: str | None = None) -> list[Listed]:
    """Return the public tables where players gather, last touched first; those of one game if it is named."""
    return _listed(connection, _public("gathering", game), limit)


def watchable(connection: Connection, limit: int = 50, game: str | None = None) -> list[Listed]:
    """Return the public tables where a match is going on, last touched first; those of one game if named."""
    return _listed(connection, _public("playing", game), limit)


def _public(phase: str, game: str | None) -> Select[Any]:
    query = _LISTED.where(tables.c.phase == phase, tables.c.public)
    return query if game is None else query.where(tables.c.game == game)


def _listed(connection: Connection, query: Select[Any], limit: int) -> list[Listed]:
    rows = connection.execute(query.limit(limit)).all()
    sitting: dict[str, list[Seated]] = {row.id: [] for row in rows}
    found = connection.execute(
        select(seats.c.table, seats.c.seat, seats.c.player, players.c.name)
        .outerjoin(players, players.c.id == seats.c.player)
        .where(seats.c.table.in_(sitting))
        .order_by(seats.c.table, seats.c.seat)
    )
    for row in found:
        sitting[row.table].append(Seated(row.seat, row.player, row.name or ""))
    return [
        Listed(
            table=row.id,
            game=row.game,
            preset=row.preset,
            options=row.options,
            phase=row.phase,
            public=row.public,
            created=row.created,
            touched=row.touched,
            deadline=row.deadline,
            terms=_TERMS.decode(row.terms),
            seats=tuple(sitting[row.id]),
        )
        for row in rows
    ]
