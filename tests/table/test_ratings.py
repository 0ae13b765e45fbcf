"""Ratings: what counts, how it is rated, and that nothing but the results makes them."""

import itertools
import math

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce
from sqlalchemy import func, insert, select
from sqlalchemy.dialects import postgresql

from parlour.core.result import Result
from parlour.games.arbos import ops
from parlour.table import ratings
from parlour.table.ratings import MU, SIGMA, Ended, Standing
from parlour.table.schema import players, results, tables
from tests.table.played import BLANK, FOUR, database, match


@pytest.fixture
def connection():
    with database(*FOUR) as one:
        yield one


def stored(connection):
    return {
        (row.game, row.player): Standing(row.mu, row.sigma, row.games, row.ops, row.window)
        for row in connection.execute(select(ratings.ratings))
    }


def changes(ranks, before=None):
    """How much each mu changes, of equal players unless told."""
    standings = before or [Standing()] * len(ranks)
    after = ratings.rate("splendor", standings, ranks)
    return [one.mu - old.mu for old, one in zip(standings, after, strict=True)]


# One match


def test_without_ties_it_is_what_openskill_computes():
    before = [Standing(25, 8), Standing(31, 2), Standing(18, 5), Standing(40, 1.5)]
    model = PlackettLuce()
    expected = model.rate([[model.rating(one.mu, one.sigma)] for one in before], ranks=[3, 1, 4, 2])
    for one, (other,) in zip(ratings.rate("splendor", before, (3, 1, 4, 2)), expected, strict=True):
        assert (one.mu, one.sigma) == pytest.approx((other.mu, other.sigma), rel=1e-12)
        assert (one.games, one.ops, one.window) == (1, None, "")


def test_the_first_match_of_two_newcomers():
    """Worked by hand: c = sqrt(2 (sigma^2 + beta^2)), with tau^2 added to sigma^2 before."""
    squared = SIGMA**2 + (MU / 300) ** 2
    c = math.sqrt(2 * (squared + (SIGMA / 2) ** 2))
    won, lost = ratings.rate("splendor", [Standing(), Standing()], (1, 2))
    assert won.mu == pytest.approx(MU + squared / c / 2)
    assert lost.mu == pytest.approx(MU - squared / c / 2)
    shrunk = math.sqrt(squared * (1 - math.sqrt(squared) / c * squared / c**2 / 4))
    assert won.sigma == pytest.approx(shrunk)
    assert lost.sigma == pytest.approx(shrunk)


def test_a_tie_of_two_is_what_openskill_computes():
    model = PlackettLuce()
    before = [Standing(40, 3), Standing(25, 6)]
    expected = model.rate([[model.rating(one.mu, one.sigma)] for one in before], ranks=[1, 1])
    for one, (other,) in zip(ratings.rate("splendor", before, (1, 1)), expected, strict=True):
        assert one.mu == pytest.approx(other.mu, rel=1e-12)
        assert one.sigma == pytest.approx(other.sigma, rel=1e-3)


def test_a_tie_draws_two_players_together():
    stronger, weaker = changes((1, 1), [Standing(30, 5), Standing(20, 5)])
    assert stronger == pytest.approx(-weaker)
    assert stronger < 0
    assert changes((1, 1)) == pytest.approx([0, 0])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_better_place_gains_more_and_equal_places_the_same(seats):
    for places in itertools.product(range(seats), repeat=seats):
        ranks = tuple(1 + sum(other < mine for other in places) for mine in places)
        gained = changes(ranks)
        for one, other in itertools.combinations(range(seats), 2):
            if ranks[one] == ranks[other]:
                assert gained[one] == pytest.approx(gained[other], abs=1e-12)
            else:
                assert (gained[one] > gained[other]) == (ranks[one] < ranks[other])
        assert sum(gained) == pytest.approx(0, abs=1e-12)


def test_to_be_the_only_loser_costs_as_much_as_the_last_place():
    """Or whoever is about to be last would resign."""
    assert changes((1, 1, 1, 4))[3] == pytest.approx(changes((1, 2, 3, 4))[3])


standing = st.builds(Standing, mu=st.floats(-20, 70), sigma=st.floats(0.8, SIGMA))


@settings(deadline=None)
@given(st.lists(standing, min_size=2, max_size=4), st.data())
def test_the_seats_do_not_matter(before, data):
    ranks = data.draw(st.lists(st.integers(1, 4), min_size=len(before), max_size=len(before)))
    order = data.draw(st.permutations(range(len(before))))
    after = ratings.rate("splendor", before, ranks)
    moved = ratings.rate("splendor", [before[seat] for seat in order], [ranks[seat] for seat in order])
    for seat, one in zip(order, moved, strict=True):
        assert math.isfinite(one.mu)
        assert one.sigma > 0
        assert (one.mu, one.sigma) == pytest.approx((after[seat].mu, after[seat].sigma), rel=1e-9)


def test_in_the_long_run_ratings_tell_who_is_better(connection):
    """Two who are equal and one who beats both nine times in ten."""
    for turn in range(60):
        for other in ("ben", "cyd"):
            won = turn % 10 != 9
            match(connection, *(("ada", other) if won else (other, "ada")))
        match(connection, *(("ben", "cyd") if turn % 2 else ("cyd", "ben")))
    force = ratings.force(connection, "splendor", ("ada", "ben", "cyd"))
    assert 250 < force["ada"] - force["ben"] < 550
    assert abs(force["ben"] - force["cyd"]) < 100


# In the database


def test_a_match_gives_each_seat_a_row_and_each_player_a_rating(connection):
    table = match(
        connection, "ben", "ada", ranks=(2, 1), at=77, result=Result((12.0, 15.0), (2, 1), (1,), "points")
    )
    rows = connection.execute(select(results).order_by(results.c.seat)).all()
    assert [(row.table, row.seat, row.number, row.at, row.game) for row in rows] == [
        (table, 0, 1, 77, "splendor"),
        (table, 1, 1, 77, "splendor"),
    ]
    assert [(row.player, row.rank, row.winner, row.score) for row in rows] == [
        ("ben", 2, False, 12.0),
        ("ada", 1, True, 15.0),
    ]
    assert [(row.ended, row.rated, row.begun, row.ops, row.stand_in) for row in rows] == [
        ("game", True, True, None, None)
    ] * 2
    kept = stored(connection)
    assert [(row.mu, row.sigma) for row in rows] == [
        (kept["splendor", name].mu, kept["splendor", name].sigma) for name in ("ben", "ada")
    ]
    assert kept["splendor", "ada"].games == 1


def test_matches_are_numbered_in_their_order(connection):
    names = [match(connection, "ada", "ben", rated=False) for _ in range(3)]
    rows = connection.execute(select(results.c.table).where(results.c.seat == 0).order_by(results.c.number))
    assert rows.scalars().all() == names


def test_a_table_is_recorded_once(connection):
    ended = Ended("t", "splendor", 1, ("ada", "ben"), Result((), (1, 2), (0,), ""), "game", True, True)
    connection.execute(insert(tables).values(id="t", game="splendor", seats=2, **BLANK))
    ratings.record(ended)(connection)
    before = stored(connection)
    ratings.record(msgspec.structs.replace(ended, result=Result((), (2, 1), (1,), "")))(connection)
    assert stored(connection) == before
    assert connection.scalar(select(func.count()).select_from(results)) == 2


@pytest.mark.parametrize(
    ("who", "how"),
    [
        (("ada", "ben"), {"rated": False}),
        (("ada", None), {}),
        (("ada", "ada"), {}),
        (("ada", "nobody"), {}),
        (("ada", "ben"), {"begun": False, "ended": "left"}),
        (("ada", "ben"), {"begun": False, "ended": "resigned"}),
        (("ada", "ben"), {"begun": False, "ended": "time"}),
        (("ada", "ben"), {"begun": False, "ended": "agreed"}),
    ],
)
def test_what_does_not_count_is_kept_all_the_same(connection, who, how):
    match(connection, *who, **how)
    assert stored(connection) == {}
    rows = connection.execute(select(results).order_by(results.c.seat)).all()
    assert [(row.rank, row.mu, row.sigma, row.ops) for row in rows] == [
        (1, None, None, None),
        (2, None, None, None),
    ]
    assert [row.player for row in rows] == [None if name == "nobody" else name for name in who]
    assert ratings.check(connection) == []


@pytest.mark.parametrize(
    "how",
    [{"begun": False}, {"ended": "left"}, {"ended": "resigned"}, {"ended": "time"}, {"ended": "agreed"}],
)
def test_what_was_begun_counts_and_what_came_to_its_end(connection, how):
    match(connection, "ada", "ben", **how)
    assert len(stored(connection)) == 2


def test_ratings_of_games_are_apart(connection):
    match(connection, "ada", "ben", "cyd")
    match(connection, "ben", "ada", "cyd", game="arboretum")
    kept = stored(connection)
    assert kept["splendor", "ada"] == kept["arboretum", "ben"]
    match(connection, "ada", "ben", "cyd")
    changed = stored(connection)
    assert changed["arboretum", "ada"] == kept["arboretum", "ada"]
    assert changed["splendor", "ada"].games == 2


# Ops


def test_ops_are_those_of_the_ladder_of_arbos(connection):
    games = []
    for turn in range(60):
        who = (("ada", "ben"), ("cyd", "ada"), ("ben", "cyd"))[turn % 3]
        ranks = ((1, 2), (1, 2), (2, 1), (1, 1))[turn % 4]
        winner = {(1, 2): 0, (2, 1): 1, (1, 1): None}[ranks]
        left = turn % 7 == 0
        match(connection, *who, ranks=ranks, game="arbos", begun=not left, ended="left" if left else "game")
        games.append(ops.RatedGame(who, winner, (1, 1) if left else None))
    expected = {
        ("arbos", name): (one.ops, "".join("01"[won] for won in one.window))
        for name, one in ops.ladder(games).items()
    }
    assert {key: (one.ops, one.window) for key, one in stored(connection).items()} == expected
    assert max(one[0] for one in expected.values()) > 0


def test_a_match_that_counts_for_no_ops_counts_for_the_rating(connection):
    for _ in range(40):
        match(connection, "ada", "ben", game="arbos")
    high = stored(connection)["arbos", "ada"]
    assert (high.ops, high.window) == (2, "")
    match(connection, "ada", "cyd", game="arbos")
    after = stored(connection)
    assert (after["arbos", "ada"].ops, after["arbos", "ada"].window) == (2, "")
    assert after["arbos", "cyd"].ops == 0
    assert after["arbos", "ada"].games == high.games + 1
    assert after["arbos", "ada"].mu > high.mu


# Who was forgotten


def test_a_forgotten_player_leaves_results_without_a_name(connection):
    match(connection, "ada", "ben")
    match(connection, "ben", "ada", game="arbos")
    match(connection, "ada", "ben", rated=False)
    kept = stored(connection)
    ratings.forget("ada")(connection)
    connection.execute(players.delete().where(players.c.id == "ada"))
    rows = connection.execute(
        select(results).where(results.c.player.is_(None)).order_by(results.c.number)
    ).all()
    assert [(row.game, row.mu, row.sigma, row.ops) for row in rows] == [
        ("splendor", None, None, None),
        ("arbos", None, None, None),
        ("splendor", None, None, None),
    ]
    first, second, third = (row.stand_in for row in rows)
    assert first
    assert second
    assert first != second
    assert third is None
    assert stored(connection) == {key: one for key, one in kept.items() if key[1] != "ada"}
    assert ratings.replay(connection) == stored(connection)
    assert ratings.check(connection) == []


# All of it


def ranked(places):
    return tuple(1 + sum(other < mine for other in places) for mine in places)


@st.composite
def matches(draw):
    seats = draw(st.integers(2, 4))
    game = draw(st.sampled_from(("splendor", "arboretum", "arbos"))) if seats == 2 else "splendor"
    who = draw(
        st.permutations(FOUR).map(lambda all_: tuple(all_[:seats]))
        | st.lists(st.sampled_from((*FOUR, None)), min_size=seats, max_size=seats).map(tuple)
    )
    places = draw(st.lists(st.integers(1, seats), min_size=seats, max_size=seats))
    facts = {
        "rated": draw(st.integers(0, 5)) > 0,
        "begun": draw(st.integers(0, 5)) > 0,
        "ended": draw(st.sampled_from(("game", "game", "resigned", "time", "agreed", "left"))),
    }
    return who, ranked(places), game, facts


happening = st.integers(0, 4).flatmap(lambda n: matches() if n else st.sampled_from(FOUR))
stories = st.integers(0, 30).flatmap(lambda n: st.lists(happening, min_size=n, max_size=n))


@settings(max_examples=50, deadline=None)
@given(stories)
def test_results_alone_make_the_ratings(story):
    """A name in the story is a player who is forgotten at that point."""
    with database(*FOUR) as connection:
        for one in story:
            if isinstance(one, str):
                ratings.forget(one)(connection)
                connection.execute(players.delete().where(players.c.id == one))
            else:
                who, ranks, game, facts = one
                match(connection, *who, ranks=ranks, game=game, **facts)
        assert ratings.replay(connection) == stored(connection)
        assert ratings.check(connection) == []


def test_check_names_what_was_tampered_with(connection):
    match(connection, "ada", "ben")
    match(connection, "ada", "cyd")
    connection.execute(ratings.ratings.update().where(ratings.ratings.c.player == "cyd").values(mu=99))
    connection.execute(ratings.ratings.delete().where(ratings.ratings.c.player == "ben"))
    connection.execute(
        results.update().where(results.c.number == 1, results.c.player == "ada").values(sigma=1)
    )
    found = ratings.check(connection)
    assert [line.partition(":")[0] for line in found] == [
        "match 1, seat 0",
        "ben in splendor",
        "cyd in splendor",
    ]


# The number shown


def test_the_number_shown(connection):
    assert ratings.force(connection, "splendor", ("ada", "ben")) == {"ada": None, "ben": None}
    match(connection, "ada", "ben")
    assert ratings.force(connection, "splendor", ("ada", "ben", "cyd")) == {
        "ada": 1103,
        "ben": 945,
        "cyd": None,
    }
    match(connection, "ada", "ben", game="arbos")
    assert ratings.force(connection, "arbos", ["ada"]) == {"ada": 0}
    assert ratings.force(connection, "arbos", []) == {}


def test_400_points_are_ten_wins_to_one():
    """Between players whose force is known, by the model's own probability."""
    difference = 400 / ratings.POINTS
    beta = SIGMA / 2
    assert math.exp(difference / math.sqrt(2 * beta**2)) == pytest.approx(10, rel=0.05)


def test_the_statements_are_good_for_postgresql():
    for statement in (ratings._FOUND, ratings._CHANGE):
        assert str(statement.compile(dialect=postgresql.dialect()))
