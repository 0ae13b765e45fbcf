"""Ops: each threshold by hand, what counts, and what a whole population comes to."""

import random
from statistics import correlation, median

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.games.arbos.ops import (
    RatedGame,
    RatedResult,
    Standing,
    after,
    counts,
    force,
    ladder,
    step,
    white,
)


def window(wins, games=20, *, lost_last=False):
    """Results in a window: the lost ones first, or last."""
    results = [False] * (games - wins) + [True] * wins
    return tuple(results[::-1] if lost_last else results)


def follow(standing, *outcomes):
    """Games against somebody of the same force."""
    for outcome in outcomes:
        standing = after(standing, RatedResult(standing.ops, outcome))
    return standing


def climbed(ops):
    """Results that lead from 0 to some ops, and no further."""
    return [
        RatedResult(force_so_far, outcome)
        for force_so_far in range(ops)
        for outcome in ["lost"] * (12 if force_so_far < 10 else 8)
        + ["won"] * (8 if force_so_far < 10 else 12)
    ]


# One player


def test_who_never_played_has_nothing():
    assert force([]) == 0


@pytest.mark.parametrize(
    ("ops", "wins", "change"),
    [
        (5, 20, 1),
        (5, 8, 1),
        (5, 7, 0),
        (5, 5, 0),
        (5, 4, -1),
        (5, 0, -1),
        (9, 8, 1),
        (9, 4, -1),
        (10, 20, 1),
        (10, 12, 1),
        (10, 11, 0),
        (10, 8, 0),
        (10, 7, -1),
        (10, 0, -1),
        (15, 12, 1),
        (15, 7, -1),
        (0, 8, 1),
        (0, 7, 0),
        (0, 0, 0),
        (1, 0, -1),
        (19, 12, 1),
        (20, 20, 0),
        (20, 8, 0),
        (20, 7, -1),
    ],
)
def test_thresholds(ops, wins, change):
    assert step(ops, wins) == change
    last = "won" if wins else "lost"
    after_20 = follow(Standing(ops, window(wins)[:-1]), last)
    assert after_20 == (Standing(ops + change) if change else Standing(ops, window(wins)))


def test_nothing_changes_before_20_games():
    assert follow(Standing(), *["won"] * 19) == Standing(0, (True,) * 19)
    assert follow(Standing(), *["won"] * 20) == Standing(1)
    assert follow(Standing(1), *["won"] * 19).ops == 1
    assert follow(Standing(5), *["lost"] * 19).ops == 5
    assert follow(Standing(5), *["lost"] * 20) == Standing(4)


def test_the_window_slides():
    """Seven of 20 are too few; the next win is the eighth, unless it pushes another one out."""
    assert follow(Standing(5, window(7)), "won") == Standing(6)
    first_out = follow(Standing(5, window(7, lost_last=True)), "won")
    assert first_out == Standing(5, (True,) * 6 + (False,) * 13 + (True,))
    assert follow(Standing(5, window(5, lost_last=True)), "lost") == Standing(4)


def test_at_a_border_the_window_goes_on():
    assert follow(Standing(0, window(0)), "won") == Standing(0, (*window(0)[1:], True))
    assert follow(Standing(0, window(0)), *["won"] * 8) == Standing(1)
    assert follow(Standing(20, window(20)), *["lost"] * 12) == Standing(20, (True,) * 8 + (False,) * 12)
    assert follow(Standing(20, window(20)), *["lost"] * 13) == Standing(19)


def test_a_draw_is_not_won():
    assert follow(Standing(5), *["won"] * 8, *["drawn"] * 12) == Standing(6)
    assert follow(Standing(5), *["won"] * 7, *["drawn"] * 13) == Standing(5, (True,) * 7 + (False,) * 13)
    assert follow(Standing(5), *["drawn"] * 20) == Standing(4)


@pytest.mark.parametrize(("opponent", "counted"), [(3, False), (4, True), (5, True), (6, True), (7, False)])
def test_only_games_between_neighbours_count(opponent, counted):
    result = RatedResult(opponent, "won")
    assert counts(5, result) == counted
    assert after(Standing(5), result) == Standing(5, (True,) * counted)


@pytest.mark.parametrize(
    ("left_at", "counted"), [(None, True), ((0, 0), False), ((2, 1), False), ((1, 2), False), ((2, 2), True)]
)
def test_a_game_left_at_once_does_not_count(left_at, counted):
    result = RatedResult(5, "lost", left_at)
    assert counts(5, result) == counted
    assert after(Standing(5), result) == Standing(5, (False,) * counted)


def test_the_whole_way_up_and_down():
    assert [force(climbed(ops)) for ops in range(21)] == list(range(21))
    assert force(climbed(20) + [RatedResult(20, "won")] * 100) == 20
    down = [RatedResult(ops, "lost") for ops in range(20, 0, -1) for _ in range(20)]
    assert force(climbed(20) + down) == 0


def test_order_matters():
    """Of the same 21 games the latest 20 hold eight wins or seven."""
    won, lost = [RatedResult(0, "won")] * 8, [RatedResult(0, "lost")] * 13
    assert force(lost + won) == 1
    assert force(won[:7] + lost + won[:1]) == 0


# Many players

NAMES = ("Ann", "Bob", "Cid", "Dee")
RESULTS = st.lists(
    st.builds(
        RatedResult,
        st.integers(0, 3),
        st.sampled_from(["won", "won", "drawn", "lost"]),
        st.none() | st.tuples(st.integers(0, 3), st.integers(0, 3)),
    ),
    max_size=200,
)
GAMES = st.lists(
    st.builds(
        RatedGame,
        st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)),
        st.sampled_from([0, 0, 0, 1, None]),
        st.none() | st.tuples(st.integers(0, 3), st.integers(0, 3)),
    ),
    max_size=300,
)


def test_everybody():
    games = [RatedGame(("Ann", "Bob"), 0)] * 20 + [RatedGame(("Bob", "Ann"), None)]
    assert ladder(games) == {"Ann": Standing(1, (False,)), "Bob": Standing(0, (False,) * 20)}
    assert ladder([]) == {}


def test_both_are_judged_by_the_start_of_the_game():
    """Ann goes from 1 to 2 by a game that counts for Bob with his 0 all the same; the next one does not."""
    games = [RatedGame(("Ann", "Bob"), int(number == 20)) for number in range(40)]
    assert ladder(games) == {"Ann": Standing(2), "Bob": Standing(0, (True,) + (False,) * 19)}
    assert ladder([*games, RatedGame(("Ann", "Bob"), 1)]) == ladder(games)


def test_a_game_against_oneself_counts_for_nothing():
    assert ladder([RatedGame(("Ann", "Ann"), 0)] * 30) == {"Ann": Standing()}


@given(GAMES)
def test_a_ladder_is_each_players_own_results(games):
    own = {name: [] for name in NAMES}
    for number, game in enumerate(games):
        before = ladder(games[:number])
        for seat, name in enumerate(game.players):
            if game.players[0] != game.players[1]:
                other = before.get(game.players[1 - seat], Standing()).ops
                outcome = "drawn" if game.winner is None else "won" if game.winner == seat else "lost"
                own[name].append(RatedResult(other, outcome, game.left_at))
    for name, standing in ladder(games).items():
        assert force(own[name]) == standing.ops


@given(GAMES)
def test_colours_change_nothing(games):
    swapped = [
        RatedGame(game.players[::-1], None if game.winner is None else 1 - game.winner, game.left_at)
        for game in games
    ]
    assert ladder(swapped) == ladder(games)


@given(RESULTS)
def test_one_step_at_a_time_and_within_bounds(results):
    standing = Standing()
    for result in results:
        before, standing = standing, after(standing, result)
        assert 0 <= standing.ops <= 20 and abs(standing.ops - before.ops) <= 1
        assert len(standing.window) <= 20
        assert standing.ops == before.ops or standing.window == ()
        assert counts(before.ops, result) or standing == before
    assert standing.ops == force(results)


@given(RESULTS)
def test_what_counts_not_can_be_left_out(results):
    """Whoever meets nobody above 3 stays below 8."""
    far = RatedResult(9, "won"), RatedResult(0, "won", (1, 5))
    assert force(one for result in results for one in (*far, result)) == force(results)


def test_white_has_the_lower_force():
    assert [white((4, 5), coin) for coin in (0, 1)] == [0, 0]
    assert [white((5, 4), coin) for coin in (0, 1)] == [1, 1]
    assert [white((5, 5), coin) for coin in (0, 1)] == [0, 1]


# A population


def population(players=200, rounds=500, seed=20):
    """Skills, standings and the games until 10 of players who meet their like.

    A difference of 400 in skill makes 10 : 1; one game in eight is drawn.
    """
    rng = random.Random(seed)
    skills = [rng.gauss(0, 150) for _ in range(players)]
    standings, arrived = [Standing()] * players, {}
    for number in range(1, rounds + 1):
        order = sorted(range(players), key=lambda i: (standings[i].ops, rng.random()))
        for one, other in zip(order[::2], order[1::2], strict=True):
            chance = 1 / (1 + 10 ** ((skills[other] - skills[one]) / 400))
            first = "drawn" if rng.random() < 0.125 else "won" if rng.random() < chance else "lost"
            second = {"won": "lost", "lost": "won", "drawn": "drawn"}[first]
            before = standings[one], standings[other]
            standings[one] = after(before[0], RatedResult(before[1].ops, first))
            standings[other] = after(before[1], RatedResult(before[0].ops, second))
        for i, standing in enumerate(standings):
            if standing.ops >= 10:
                arrived.setdefault(i, number)
    return skills, [standing.ops for standing in standings], list(arrived.values())


def test_the_average_comes_to_10_after_hundreds_of_games():
    skills, ops, games = population()
    assert median(ops) == 10
    assert 220 < median(games) < 300
    assert correlation(skills, ops) > 0.6
