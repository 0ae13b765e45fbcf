"""Ratings: how the end of a match changes what is known of its players' force.

Each player has a rating in each game: a mean `mu` and a standard deviation `sigma`, in the units of the model
of Plackett and Luce as Weng and Lin rate by it ("A Bayesian Approximation Method for Online Ranking", Journal
of Machine Learning Research 12, 2011, algorithm 4), which the package openskill computes. A game with its own
ladder (`Game.ops`) has ops beside it.

A match counts if its table was rated, if its players are known and all different, and if it was begun before
somebody left it, resigned or ran out of time: a game that ends by its own rules always counts.

Ratings are nothing but a sum of the rows of `results` in the order of their numbers, which `replay` shows. So
that this stays true when a player is forgotten, those rows of theirs that counted keep a stand-in for them: a
random name, another in each game, that leads to nobody and has no rating. It keeps together what one person
played in one game, without which the ratings of the opponents could not be computed anew.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, groupby, permutations, product
from typing import Any

import msgspec
from openskill.models import PlackettLuce
from sqlalchemy import (
    Connection,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    text,
    update,
)

from parlour.core import registry
from parlour.core.board import Ending
from parlour.core.game import Ladder
from parlour.core.result import Result
from parlour.table.guests import new_id
from parlour.table.schema import players, ratings, results

MU = 25.0
SIGMA = 25.0 / 3.0
"""The rating of somebody who never played, as openskill has it; its beta is sigma / 2, its tau mu / 300."""

FIRST = 1000
"""The number shown that belongs to the rating of somebody who never played."""

POINTS = 30
"""How much one unit of a rating is in the number shown.

Between two players whose force is known, the better wins 10 times as often as the other at a difference of
ln(10) sqrt(2) beta = 13.6 units, and as in Elo's rating that shall be 400 points: 29.5 points a unit.
"""


class Ended(msgspec.Struct, frozen=True):
    """A match that is over, `at` milliseconds since 1970.

    `players` has one a seat, `None` where nobody is known. `rated` is what its table was opened as. `begun`:
    it was far enough to count though somebody left.
    """

    table: str
    game: str
    at: int
    players: tuple[str | None, ...]
    result: Result
    ended: Ending
    rated: bool
    begun: bool


class Standing(msgspec.Struct, frozen=True):
    """Where a player stands in a game after `games` that counted: at first, before any.

    `ops` and `window`, the results since the latest change of the ops as 0 and 1, the oldest first, are for a
    game with a ladder; elsewhere they stay as they are here.
    """

    mu: float = MU
    sigma: float = SIGMA
    games: int = 0
    ops: int | None = None
    window: str = ""


_NEW = Standing()
_model = PlackettLuce(mu=MU, sigma=SIGMA)


# One match


def _counts(names: Sequence[str | None], ended: Ending, *, rated: bool, begun: bool) -> bool:
    """Say whether a match counts for the ratings of its players."""
    different = len(names) > 1 and None not in names and len(set(names)) == len(names)
    return rated and different and (begun or ended == "game")


def rate(game: str, before: Sequence[Standing], ranks: Sequence[int]) -> list[Standing]:
    """Return where the players of one match stand after it, by seat. Equal ranks are a tie."""
    rated = _rate(tuple((one.mu, one.sigma) for one in before), tuple(ranks))
    after = [
        msgspec.structs.replace(one, mu=mu, sigma=sigma, games=one.games + 1)
        for one, (mu, sigma) in zip(before, rated, strict=True)
    ]
    ladder = registry.game(game).ops
    return after if ladder is None else _climb(ladder, after, ranks)


def _rate(before: tuple[tuple[float, float], ...], ranks: tuple[int, ...]) -> list[tuple[float, float]]:
    """Return mu and sigma of each player after a match.

    Those who tied are rated as the mean of all orders that they could have come in. For two players that is
    the formula of Weng and Lin. For more it is not: by theirs, of four equal players the two who share the
    first place gain no more than the third, and a single loser loses less than a quarter of what the last
    place costs when there are no ties.
    """
    tied = [[seat for seat, rank in enumerate(ranks) if rank == one] for one in sorted(set(ranks))]
    orders = [tuple(chain(*order)) for order in product(*map(permutations, tied))]
    after = [_rate_order(before, order) for order in orders]
    return [
        (
            math.fsum(one[seat][0] for one in after) / len(orders),
            math.fsum(one[seat][1] for one in after) / len(orders),
        )
        for seat in range(len(ranks))
    ]


def _rate_order(
    before: tuple[tuple[float, float], ...], order: tuple[int, ...]
) -> dict[int, tuple[float, float]]:
    """Return mu and sigma by seat after a match without ties; `order` are the seats, the winner first."""
    teams = _model.rate([[_model.rating(*before[seat])] for seat in order])
    return {seat: (one.mu, one.sigma) for seat, (one,) in zip(order, teams, strict=True)}


def _climb(ladder: Ladder, standings: Sequence[Standing], ranks: Sequence[int]) -> list[Standing]:
    """Return the standings of two players with the ops and the window that a match between them led to."""
    starts = [
        ladder.Standing()
        if one.ops is None
        else ladder.Standing(one.ops, tuple(c == "1" for c in one.window))
        for one in standings
    ]
    climbed = []
    for seat, other in ((0, 1), (1, 0)):
        outcome = "drawn" if ranks[0] == ranks[1] else "won" if ranks[seat] < ranks[other] else "lost"
        after = ladder.after(starts[seat], ladder.RatedResult(starts[other].ops, outcome))
        window = "".join("01"[won] for won in after.window)
        climbed.append(msgspec.structs.replace(standings[seat], ops=after.ops, window=window))
    return climbed


# In the database


def record(ended: Ended) -> Callable[[Connection], object]:
    """Return the statement that keeps how a match ended, and rates its players if it counts.

    It belongs into the transaction of the event that ended the match. For a table that has results it does
    nothing.
    """
    return lambda connection: _record(connection, ended)


_RATED = (ratings.c.mu, ratings.c.sigma, ratings.c.games, ratings.c.ops, ratings.c.window)
_FOUND = (
    select(players.c.id, *_RATED)
    .select_from(
        players.outerjoin(
            ratings, and_(ratings.c.player == players.c.id, ratings.c.game == bindparam("of_game"))
        )
    )
    .where(players.c.id.in_(bindparam("of_players", expanding=True)))
)
_RECORDED = select(exists().where(results.c.table == bindparam("of_table")))
_NEXT = select(func.coalesce(func.max(results.c.number), 0) + 1)
_CHANGE = update(ratings).where(
    ratings.c.game == bindparam("of_game"), ratings.c.player == bindparam("of_player")
)


def _record(connection: Connection, ended: Ended) -> None:
    _take_turns(connection)
    if connection.scalar(_RECORDED, {"of_table": ended.table}):
        return
    standings = _find(connection, ended)
    known = tuple(player if player in standings else None for player in ended.players)
    ended = msgspec.structs.replace(ended, players=known)  # somebody may have been forgotten meanwhile
    names = [player for player in known if player is not None]
    after: dict[str, Standing] = {}
    if _counts(known, ended.ended, rated=ended.rated, begun=ended.begun):
        before = [standings[player] or _NEW for player in names]
        after = dict(zip(names, rate(ended.game, before, ended.result.ranks), strict=True))
    number = connection.scalar(_NEXT)
    connection.execute(
        insert(results), [_row(ended, seat, number, after) for seat in range(len(ended.players))]
    )
    new = [player for player in after if standings[player] is None]
    if new:
        connection.execute(
            insert(ratings),
            [{"game": ended.game, "player": one, **msgspec.structs.asdict(after[one])} for one in new],
        )
    changed = [player for player in after if standings[player] is not None]
    if changed:
        connection.execute(
            _CHANGE,
            [
                {"of_game": ended.game, "of_player": one, **msgspec.structs.asdict(after[one])}
                for one in changed
            ],
        )


def _take_turns(connection: Connection) -> None:
    """Let no other process rate or forget before this transaction ends."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer at a time anyway
        connection.execute(text("LOCK TABLE results IN SHARE ROW EXCLUSIVE MODE"))


def _find(connection: Connection, ended: Ended) -> dict[str, Standing | None]:
    """Return where each player stands who is still there: `None` before their first match that counts."""
    asked = {"of_game": ended.game, "of_players": [player for player in ended.players if player is not None]}
    return {
        row.id: None if row.mu is None else Standing(row.mu, row.sigma, row.games, row.ops, row.window)
        for row in connection.execute(_FOUND, asked)
    }


def _row(ended: Ended, seat: int, number: int | None, after: dict[str, Standing]) -> dict[str, Any]:
    player = ended.players[seat]
    standing = after.get(player) if player is not None else None
    result = ended.result
    return {
        "table": ended.table,
        "seat": seat,
        "number": number,
        "at": ended.at,
        "game": ended.game,
        "player": player,
        "rank": result.ranks[seat],
        "winner": seat in result.winners,
        "score": result.scores[seat] if result.scores else None,
        "ended": ended.ended,
        "rated": ended.rated,
        "begun": ended.begun,
        "mu": standing.mu if standing else None,
        "sigma": standing.sigma if standing else None,
        "ops": standing.ops if standing else None,
    }


def forget(player: str) -> Callable[[Connection], object]:
    """Return the statement that takes a player out of all results, and their ratings away.

    What the ratings of others rest on stays, under stand-ins.
    """
    return lambda connection: _forget(connection, player)


def _forget(connection: Connection, player: str) -> None:
    _take_turns(connection)
    theirs = results.c.player == player
    counted = and_(theirs, results.c.mu.is_not(None))
    for game in connection.scalars(select(results.c.game).where(counted).distinct()).all():
        emptied = {"player": None, "stand_in": new_id(), "mu": None, "sigma": None, "ops": None}
        connection.execute(update(results).where(counted, results.c.game == game).values(emptied))
    connection.execute(update(results).where(theirs).values(player=None))
    connection.execute(delete(ratings).where(ratings.c.player == player))


# All matches again


def replay(connection: Connection) -> dict[tuple[str, str], Standing]:
    """Compute all ratings anew from the results alone: where who stands, by game and player.

    Who was forgotten is not among them. Raises `UnknownGame` for a game that is not installed any more.
    """
    standings: dict[tuple[str, str], Standing] = {}
    for rows, after in _again(connection):
        for row, standing in zip(rows, after, strict=True):
            if row.player is not None:
                standings[row.game, row.player] = standing
    return standings


def _again(connection: Connection) -> Iterator[tuple[Sequence[Any], Sequence[Standing]]]:
    """Go through the matches that count, in order: each one's rows, and where its players stood after it."""
    standings: dict[tuple[str, str], Standing] = {}
    query = select(results, func.coalesce(results.c.player, results.c.stand_in).label("name"))
    found = connection.execute(query.order_by(results.c.number, results.c.seat))
    for _, of_one in groupby(found, key=lambda row: row.number):
        rows = list(of_one)
        names, ranks = tuple(row.name for row in rows), tuple(row.rank for row in rows)
        first = rows[0]
        if not _counts(names, first.ended, rated=first.rated, begun=first.begun):
            continue
        after = rate(first.game, [standings.get((first.game, name), _NEW) for name in names], ranks)
        standings.update(zip(((first.game, name) for name in names), after, strict=True))
        yield rows, after


def check(connection: Connection) -> list[str]:
    """Compare everything stored with what `replay` computes. Return the differences, a sentence each.

    Floating-point numbers may differ in the tenth digit, as they do between machines.
    """
    found = []
    standings: dict[tuple[str, str], Standing] = {}
    for rows, after in _again(connection):
        for row, one in zip(rows, after, strict=True):
            if row.player is None:
                continue
            standings[row.game, row.player] = one
            if not _alike(one, Standing(row.mu, row.sigma, one.games, row.ops, one.window)):
                found.append(
                    f"match {row.number}, seat {row.seat}: {row.mu}, {row.sigma}, {row.ops}, not {one}"
                )
    stored = {
        (row.game, row.player): Standing(row.mu, row.sigma, row.games, row.ops, row.window)
        for row in connection.execute(select(ratings))
    }
    for key in sorted(standings.keys() | stored.keys()):
        kept, computed = stored.get(key), standings.get(key)
        if kept is None or computed is None or not _alike(kept, computed):
            found.append(f"{key[1]} in {key[0]}: {kept}, not {computed}")
    return found


def _alike(one: Standing, other: Standing) -> bool:
    pairs = (one.mu, other.mu), (one.sigma, other.sigma)
    near = all(math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-9) for a, b in pairs)
    return near and (one.games, one.ops, one.window) == (other.games, other.ops, other.window)


# The number shown


def points(sure: float) -> int:
    """Return the number shown for `sure`, the cautious estimate mu - 3 sigma of a player's force.

    The true force exceeds it with a probability of 99.9 % (openskill calls it `ordinal`). It is 0 for who
    never played, and grows as a rating becomes surer: an average player comes from 1000 to about 1600.

    >>> points(MU - 3 * SIGMA), points(MU - 3 * 1.7)
    (1000, 1597)
    """
    return round(FIRST + POINTS * sure)


def shown(mu: float, sigma: float, ops: int | None) -> int:
    """Return the number shown for a rating: ops where there are any, else points."""
    return ops if ops is not None else points(mu - 3 * sigma)


def force(connection: Connection, game: str, names: Iterable[str]) -> dict[str, int | None]:
    """Return the number shown for each player in a game, `None` before their first match that counts."""
    asked = list(names)
    rows = connection.execute(
        select(ratings.c.player, ratings.c.mu, ratings.c.sigma, ratings.c.ops).where(
            ratings.c.game == game, ratings.c.player.in_(asked)
        )
    )
    return dict.fromkeys(asked) | {row.player: shown(row.mu, row.sigma, row.ops) for row in rows}
