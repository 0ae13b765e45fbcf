"""Leaders, profiles and lists of tables, as the database answers."""

import msgspec
import pytest
from sqlalchemy import event, insert, update

from parlour.core.result import Result
from parlour.table import profiles, ratings
from parlour.table.match.terms import Terms
from parlour.table.profiles import SETTLED, Finished, Opponent, Seated, Tally
from parlour.table.schema import metadata, players, seats, tables
from tests.table.played import BLANK, FOUR, database, match


@pytest.fixture
def connection():
    with database(*FOUR) as one:
        one.execute(update(players).where(players.c.id == "ada").values(name="Ada"))
        one.execute(update(players).where(players.c.id == "ben").values(name="Ben"))
        yield one


# Leaders


def test_leaders_come_by_their_force(connection):
    for _ in range(SETTLED):
        match(connection, "ada", "ben", "cyd")
    match(connection, "cyd", "dov", game="arboretum")
    found = profiles.leaders(connection, "splendor")
    assert [(one.rank, one.player, one.name, one.games) for one in found] == [
        (1, "ada", "Ada", SETTLED),
        (2, "ben", "Ben", SETTLED),
        (3, "cyd", "", SETTLED),
    ]
    assert {one.player: one.force for one in found} == ratings.force(connection, "splendor", FOUR[:3])
    assert profiles.leaders(connection, "splendor", limit=2) == found[:2]
    assert profiles.leaders(connection, "golf") == []


def test_who_played_little_comes_after_all_others_without_a_rank(connection):
    for _ in range(SETTLED):
        match(connection, "ada", "ben")
    match(connection, "cyd", "dov")
    found = profiles.leaders(connection, "splendor")
    assert [(one.rank, one.player) for one in found] == [(1, "ada"), (2, "ben"), (None, "cyd"), (None, "dov")]
    assert found[2].force > found[1].force


def test_leaders_with_equal_ops_share_a_rank(connection):
    for _ in range(20):
        match(connection, "ada", "ben", game="arbos")
        match(connection, "cyd", "dov", game="arbos")
    found = profiles.leaders(connection, "arbos")
    assert [(one.rank, one.player, one.force) for one in found] == [
        (1, "ada", 1),
        (1, "cyd", 1),
        (3, "ben", 0),
        (3, "dov", 0),
    ]


# One player


def test_who_played_nothing_has_a_blank_profile(connection):
    assert profiles.tally(connection, "ada", "splendor") == Tally()
    assert profiles.history(connection, "ada", "splendor") == []
    assert profiles.finished(connection, "ada") == []
    assert profiles.running(connection, "ada") == []


def test_a_tally_counts_by_what_the_rules_say(connection):
    match(connection, "ada", "ben", "cyd")
    match(connection, "ada", "ben", ranks=(1, 1))  # both are winners
    nobody = Result((), (1, 1, 1), (), "limit")
    match(connection, "ada", "ben", "cyd", result=nobody, rated=False)
    match(connection, "ben", "ada", "cyd")
    match(connection, "ben", "ada", ended="resigned")
    match(connection, "ben", "ada", ended="left", begun=False)
    match(connection, "ada", "ada")
    match(connection, "ada", "ben", game="arboretum")
    tally = profiles.tally(connection, "ada", "splendor")
    assert (tally.played, tally.won, tally.drawn, tally.lost) == (5, 2, 1, 2)
    assert tally.force == ratings.force(connection, "splendor", ["ada"])["ada"]
    assert tally.best == max(mark.force for mark in profiles.history(connection, "ada", "splendor"))
    assert tally.best > tally.force


def test_the_best_of_a_ladder_is_in_ops(connection):
    for turn in range(40):
        match(connection, *(("ada", "ben") if turn < 20 else ("ben", "ada")), game="arbos")
    tally = profiles.tally(connection, "ada", "arbos")
    assert (tally.force, tally.best) == (0, 1)


def test_history_has_the_latest_matches_that_counted(connection):
    expected = []
    for turn in range(6):
        table = match(connection, *(("ada", "ben") if turn % 3 else ("ben", "ada")), at=turn)
        expected.append((table, turn, ratings.force(connection, "splendor", ["ada"])["ada"]))
        match(connection, "ada", "ben", rated=False)
        match(connection, "ada", "ben", game="arboretum")
    found = [msgspec.structs.astuple(mark) for mark in profiles.history(connection, "ada", "splendor")]
    assert found == expected
    assert [mark.at for mark in profiles.history(connection, "ada", "splendor", limit=2)] == [4, 5]


def test_finished_matches_are_told_from_one_players_side(connection):
    table = match(connection, "cyd", "ada", "ben", ranks=(2, 1, 3), at=5)
    connection.execute(update(tables).values(public=True))
    other = match(connection, "ben", "ada", game="arbos", ended="resigned", rated=False, at=6)
    match(connection, "ben", "cyd")
    ratings.forget("cyd")(connection)
    assert profiles.finished(connection, "ada") == [
        Finished(
            number=2,
            table=other,
            game="arbos",
            at=6,
            public=False,
            seat=1,
            rank=2,
            winner=False,
            ended="resigned",
            rated=False,
            force=None,
            opponents=(Opponent(0, "ben", "Ben", 1, winner=True),),
        ),
        Finished(
            number=1,
            table=table,
            game="splendor",
            at=5,
            public=True,
            seat=1,
            rank=1,
            winner=True,
            ended="game",
            rated=True,
            force=ratings.force(connection, "splendor", ["ada"])["ada"],
            opponents=(
                Opponent(0, None, "", 2, winner=False),
                Opponent(2, "ben", "Ben", 3, winner=False),
            ),
        ),
    ]


def test_finished_matches_come_in_pages(connection):
    for _ in range(7):
        match(connection, "ada", "ada", "ben")
    first = profiles.finished(connection, "ada", limit=3)
    assert [(one.number, one.seat) for one in first] == [(7, 0), (6, 0), (5, 0)]
    second = profiles.finished(connection, "ada", limit=3, before=5)
    assert [one.number for one in second] == [4, 3, 2]


# Tables


def opened(connection, name, *who, phase="gathering", public=True, chairs=None, touched=0):
    terms = Terms(host=FOUR[0], chairs=chairs or ("me", *["open"] * (len(who) - 1)), public=public)
    row = {**BLANK, "id": name, "game": "splendor", "seats": len(who), "phase": phase, "public": public}
    text = msgspec.json.encode(terms).decode()
    connection.execute(insert(tables).values(**row, terms=text, touched=touched))
    connection.execute(
        insert(seats), [{"table": name, "seat": seat, "player": one} for seat, one in enumerate(who)]
    )


def test_tables_are_listed_by_what_goes_on(connection):
    opened(connection, "old", "ada", None, touched=1)
    opened(connection, "new", "ben", None, touched=2)
    opened(connection, "hidden", "ada", None, public=False, touched=3)
    opened(connection, "game", "ada", "cyd", phase="playing", touched=4)
    opened(connection, "closed game", "ada", "cyd", phase="playing", public=False, touched=5)
    opened(connection, "over", "ada", "cyd", phase="over", touched=6)
    opened(connection, "closed", "ada", None, phase="closed", touched=7)
    connection.execute(insert(tables).values(**BLANK, id="solo", game="golf", seats=1))
    connection.execute(insert(seats).values(table="solo", seat=0, player="ada"))

    def names(found):
        return [one.table for one in found]

    assert names(profiles.open_tables(connection)) == ["new", "old"]
    assert names(profiles.open_tables(connection, limit=1)) == ["new"]
    assert names(profiles.watchable(connection)) == ["game"]
    assert names(profiles.running(connection, "ada")) == ["closed game", "game", "hidden", "old"]
    assert names(profiles.running(connection, "dov")) == []


def test_a_listed_table_tells_who_sits_there(connection):
    opened(connection, "t", "cyd", "ada", None, None, chairs=("me", "open", "friend", "open"), touched=9)
    [one] = profiles.open_tables(connection)
    assert (one.game, one.preset, one.phase, one.public, one.touched) == (
        "splendor",
        "standard",
        "gathering",
        True,
        9,
    )
    assert one.seats == (
        Seated(0, "cyd", ""),
        Seated(1, "ada", "Ada"),
        Seated(2, None, ""),
        Seated(3, None, ""),
    )
    assert one.taken == one.seats[:2]
    assert one.free == (3,)
    assert one.terms.host == "ada"


# How the database looks them up


@pytest.mark.parametrize(
    ("query", "sorts"),
    [
        (lambda c: profiles.leaders(c, "splendor"), 1),
        (lambda c: profiles.tally(c, "ada", "splendor"), 0),
        (lambda c: profiles.history(c, "ada", "splendor"), 0),
        (lambda c: profiles.finished(c, "ada"), 0),
        (lambda c: profiles.finished(c, "ada", before=3), 0),
        (lambda c: profiles.running(c, "ada"), 1),
        (profiles.open_tables, 0),
        (profiles.watchable, 0),
        (lambda c: ratings.force(c, "splendor", FOUR), 0),
        (ratings.forget("ada"), 1),
        (lambda c: match(c, "ada", "ben"), 0),
    ],
)
def test_nothing_is_searched_from_end_to_end(connection, query, sorts):
    """All goes by indexes; only what is few, the ratings of a game and a player's tables, is sorted."""
    match(connection, "ada", "ben")
    seen = []
    event.listen(connection, "before_cursor_execute", lambda *args: seen.append(args[2:4]))
    query(connection)
    plan = []
    for statement, given in seen:
        if not statement.startswith("INSERT"):
            values = given[0] if isinstance(given, list) else given
            explain = connection.connection.driver_connection.execute
            plan += [row[3] for row in explain(f"EXPLAIN QUERY PLAN {statement}", values)]
    assert plan
    assert [line for line in plan if line.startswith(tuple(f"SCAN {name}" for name in metadata.tables))] == []
    assert plan.count("USE TEMP B-TREE FOR ORDER BY") <= sorts, plan
