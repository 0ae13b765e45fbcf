"""Arbos's quick judgement: its choices in positions made for it, whom it beats, how it sees both colours."""

import json

import numpy as np
import pytest

import parlour
from parlour.core.kernel import jump, open_record
from parlour.games.arbos.cells import cell_text, distance, find_cell
from parlour.games.arbos.evaluation import is_usual
from parlour.games.arbos.seeding import random_site, spread_site
from parlour.games.arbos.state import PASS, SEED, TIMEOUT, WIDTH

GAME = parlour.game("arbos")
SCORINGS = ("union2", "sum2", "both_pair", "linked_ge2", "total")


def position(seeds, white=(), black=(), turn=0, **more):
    """A position on a board of 9 x 9; options are those of the standard game, unless others are given."""
    parts = {name: more.pop(name) for name in ("phase", "passes") if name in more}
    p = parlour.new("arbos", seed=1, **{"size": 9, "seeds": len(seeds), **more})
    whole = {
        **json.loads(p.to_json()),
        "seeds": list(seeds),
        "white": list(white),
        "black": list(black),
        "current_player": turn,
        **parts,
    }
    return parlour.from_json(json.dumps(whole))


def rated(p):
    acts = np.array(p.legal_actions, np.int16)
    out = np.full(len(acts), np.nan)
    GAME.kernels.score(p.states, acts, len(acts), out)
    return dict(zip(p.legal_moves, out.tolist(), strict=True))


def best(p):
    ratings = rated(p)
    return max(ratings, key=ratings.get)


def shares(p):
    out = np.zeros(2)
    GAME.kernels.evaluate(p.states, out)
    return out


def chosen(p, choose, rng=0):
    states, acts = p.states, np.array(p.legal_actions, np.int16)
    open_record(states).rng = rng
    return int(choose(states, acts, len(acts)))


def at_random(p, seed, turn):
    return p.legal_actions[int(jump(np.uint64(seed), turn)) % len(p.legal_actions)]


def middles(count, **options):
    """Positions of games played at random."""
    for seed in range(count):
        p = parlour.new("arbos", seed=seed, **options)
        for turn in range(3 + 8 * seed):
            if not p.is_over:
                p.play(at_random(p, seed, turn))
        if not p.is_over:
            yield p


# Score


@pytest.mark.kernel
@pytest.mark.parametrize("scoring", SCORINGS)
def test_links_a_seed(scoring):
    other = [] if scoring in ("union2", "total") else ["E3", "E4"]  # a tree that has the seed already
    white, trees = ["E7", "E8", *other], 2 if other else 1
    p = position(["E5"], white=white, black=["I1"], scoring=scoring, max_trees=trees)
    assert best(p) in ("D6", "E6", "F6")


@pytest.mark.kernel
def test_goes_the_shortest_way_that_is_not_barred():
    straight = rated(position(["E8"], white=["E3"], black=["A9"], max_trees=1))
    assert {move for move in straight if straight[move] == max(straight.values())} == {"D4", "E4", "F4"}
    wall = ["B5", "C5", "D5", "E5", "F5"]
    assert best(position(["E8"], white=["E3"], black=wall, max_trees=1)) == "F3"


@pytest.mark.kernel
def test_bars_the_last_cell_beside_a_seed():
    white = ["A2", "F5"]
    threatened = position(["A1"], white=white, black=["C2"], max_trees=2)
    assert best(threatened) == "B1"
    far = position(["A1"], white=white, black=["I9"], max_trees=2)
    assert rated(far)["B1"] < rated(threatened)["B1"]


@pytest.mark.kernel
def test_cuts_the_only_way():
    """Black can reach the seeds through F5 alone, and White has them all."""
    white = ["B5", "C5", "D5", "H5", "I5", "C9", "G9"]
    p = position(["C8", "G8"], white=white, black=["F3"], max_trees=5, scoring="total")
    assert best(p) in ("F5", "E5", "G5", "F4", "F6")


@pytest.mark.kernel
def test_rather_bars_all_ways_than_some():
    ratings = rated(position(["E6"], white=["E7"], black=["E3"], max_trees=8, scoring="total"))
    assert ratings["E5"] > 2 * ratings["D5"] > 0


@pytest.mark.kernel
def test_begins_a_third_tree_at_a_seed_only_where_it_counts():
    white, around = ["A1", "E5"], ("D7", "E7", "F7", "D8", "F8", "D9", "E9", "F9")
    assert best(position(["E8"], white=white, black=["I1"])) in ("D6", "E6", "F6")
    assert best(position(["E8"], white=white, black=["I1"], scoring="total")) in around


@pytest.mark.kernel
def test_begins_where_seeds_are_near_each_other():
    p = position(["B2", "B5", "H8"])
    assert all(distance(find_cell(best(p)), find_cell(seed)) <= 2 for seed in ("B2", "B5"))
    assert rated(p)["C4"] > rated(p)["G8"]


@pytest.mark.kernel
def test_merges_a_tree_with_seeds_into_the_pair_but_not_a_pair_that_counts_twice():
    seeds, white = ["A1", "C1", "C4", "A7", "C9"], ["B1", "C5", "B8", "B6"]
    p = position(seeds, white=white, black=["I9"])
    assert p.view(None).players[0].points == 4
    assert best(p) in ("B7", "C7")
    p.play("B7")
    assert p.view(None).players[0].points == 5
    trees = {"seeds": ["E5", "B5"], "white": ["D4", "C4", "E6", "E7"], "black": ["I9"], "max_trees": 2}
    twice = position(**trees, scoring="sum2")
    assert twice.view(None).players[0].points == 3
    assert rated(twice)["D5"] < rated(twice)["pass"]
    assert rated(position(**trees))["D5"] >= 0


@pytest.mark.kernel
@pytest.mark.parametrize("scoring", SCORINGS)
def test_passes_last_while_a_seed_is_in_reach(scoring):
    p = position(["E5"], white=["E2"], black=["E8"], scoring=scoring)
    assert min(rated(p), key=rated(p).get) == "pass"


@pytest.mark.kernel
def test_passes_second_only_when_ahead():
    seeds = ["C3", "G7"]
    ahead = position(seeds, white=["C4"], black=["G2"], passes=1)
    assert best(ahead) == "pass"
    for behind in (
        position(seeds, white=["C6"], black=["G6"], passes=1),
        position(seeds, white=["C4"], black=["G6"], passes=1),
    ):
        assert min(rated(behind), key=rated(behind).get) == "pass"


@pytest.mark.kernel
def test_the_pass_that_ends_a_usual_game_is_rated_by_who_is_ahead():
    seeds = [f"{column}{row}" for column in "BEHKN" for row in (3, 9, 15)]
    for white, black, ends in ((["B4"], ["T20"], True), (["T20"], ["B4"], False)):
        p = position(seeds, white=white, black=black, passes=1, size=20)
        assert is_usual(open_record(p.states))
        ratings = rated(p)
        assert (max if ends else min)(ratings, key=ratings.get) == "pass"


@pytest.mark.parametrize("options", [{"size": 9}, {"scoring": "total"}, {"max_trees": 2}, {"seeds": 5}])
def test_judgement_is_learned_for_usual_rules_alone(options):
    assert is_usual(open_record(parlour.new("arbos", seed=1).states))
    assert not is_usual(open_record(parlour.new("arbos", seed=1, **options).states))


@pytest.mark.kernel
def test_rates_seeds_and_forced_passes_evenly():
    p = parlour.new("arbos", preset="original", seed=1, size=9)
    assert set(rated(p).values()) == {0.0}
    assert rated(position(["E5"], white=["A1"], pawns=1)) == {"forced": 0.0}


def turned(p, turn, swap):
    """The same position with the board turned or mirrored (`turn` from 0 to 7), colours swapped or not."""
    data = json.loads(p.to_json())
    for part in ("seeds", "white", "black"):
        data[part] = [image(text, turn, p.view(None).options.size) for text in data[part]]
    if swap:
        data["white"], data["black"] = data["black"], data["white"]
        data["current_player"] = 1 - data["current_player"]
    return parlour.from_json(json.dumps(data))


def image(text, turn, size):
    if find_cell(text) is None:
        return text
    row, column = divmod(find_cell(text), WIDTH)
    row, column = (column, row) if turn & 1 else (row, column)
    row = size - 1 - row if turn & 2 else row
    column = size - 1 - column if turn & 4 else column
    return cell_text(row * WIDTH + column)


@pytest.mark.parametrize("scoring", SCORINGS)
def test_sees_turned_boards_and_swapped_colours_alike(scoring):
    for k, p in enumerate(middles(8, size=9, pawns=20, scoring=scoring)):
        turn, swap = 1 + k % 7, k % 2 == 0
        other = turned(p, turn, swap)
        ratings = rated(other)
        assert len(ratings) == len(p.legal_moves)
        for move, rating in rated(p).items():
            assert ratings[image(move, turn, 9)] == pytest.approx(rating)
        assert shares(other) == pytest.approx(shares(p)[::-1] if swap else shares(p))


@pytest.mark.parametrize("options", [{}, {"size": 9}, {"spacing": 3, "scoring": "sum2"}])
def test_beats_chance(options):
    won = margin = 0.0
    for game in range(8):
        p = parlour.new("arbos", seed=game, **options)
        for turn in range(400):
            if not p.is_over:
                mine = p.current_player == game % 2
                p.play(best(p) if mine else at_random(p, game, turn))
        won += p.returns[game % 2]
        margin += (p.result.scores[0] - p.result.scores[1]) * (1 - 2 * (game % 2))
    assert won >= 7.5
    assert margin > (16 if options.get("size") == 9 else 40)


# Policy


@pytest.mark.kernel
@pytest.mark.parametrize("options", [{"size": 9}, {"preset": "original", "size": 9}, {"must_place": True}])
def test_policy_changes_nothing_but_rng_and_does_not_pass(options):
    for p in middles(6, **options):
        states, acts = p.states, np.array(p.legal_actions, np.int16)
        open_record(states).rng = 5
        found = {int(GAME.kernels.policy(states, acts, len(acts))) for _ in range(20)}
        assert found <= set(p.legal_actions)
        assert PASS not in found
        open_record(states).rng = 0
        assert states.tobytes() == p.key()


@pytest.mark.kernel
def test_policy_mostly_links_and_else_goes_towards_a_seed():
    near = position(["E8"], white=["E6", "A1"], black=["I1"])
    links = [near.text(chosen(near, GAME.kernels.policy, rng)) in ("D7", "E7", "F7") for rng in range(40)]
    assert 30 <= sum(links) < 40
    away = position(["E8"], white=["E4", "A1"], black=["I1"])
    steps = [away.text(chosen(away, GAME.kernels.policy, rng)) in ("D5", "E5", "F5") for rng in range(40)]
    assert 30 <= sum(steps) < 40


def test_policy_beats_chance():
    won = 0.0
    for game in range(20):
        p = parlour.new("arbos", seed=game)
        for turn in range(400):
            if not p.is_over:
                mine = p.current_player == game % 2
                p.play(chosen(p, GAME.kernels.policy, turn) if mine else at_random(p, game, turn))
        won += p.returns[game % 2]
    assert won >= 19


# Evaluation


@pytest.mark.kernel
@pytest.mark.parametrize("scoring", SCORINGS)
def test_shares_sum_to_one(scoring):
    for p in middles(5, size=9, scoring=scoring):
        assert shares(p).sum() == pytest.approx(1)
        assert (shares(p) > 0).all()


@pytest.mark.kernel
def test_favours_points_and_nearness():
    seeds, black = ["C3", "C7", "G3", "G7"], ["I9"]
    ahead = shares(position(seeds, white=["D4", "D6"], black=["I1", "I9"]))[0]
    even = shares(position(seeds, white=["A1", "A9"], black=["I1", "I9"]))[0]
    assert ahead > even + 0.05
    assert even == pytest.approx(0.5, abs=0.08)
    near = shares(position(seeds, white=["E5"], black=black))[0]
    assert near > shares(position(seeds, white=["A1"], black=black))[0]


@pytest.mark.kernel
def test_gives_the_returns_of_a_finished_game():
    finished = position(["C3"], white=["C4"], black=["G6"], turn=None, phase="over", passes=2)
    assert tuple(shares(finished)) == finished.returns == (1.0, 0.0)
    drawn = position(["C3"], white=["C5"], black=["G6"], turn=None, phase="over", passes=2)
    assert tuple(shares(drawn)) == drawn.returns == (0.5, 0.5)


@pytest.mark.kernel
def test_is_even_while_seeds_are_put():
    p = parlour.new("arbos", preset="original", seed=1)
    p.play(p.legal_actions[0])
    assert tuple(shares(p)) == (0.5, 0.5)


# Absence


@pytest.mark.kernel
@pytest.mark.parametrize("must", [False, True])
def test_idle_lets_the_clock_pass(must):
    p = position(["C3"], white=["C4"], black=["G6"], must_place=must)
    assert chosen(p, GAME.kernels.idle) == TIMEOUT


@pytest.mark.kernel
@pytest.mark.parametrize(("late", "site"), [("random", random_site), ("spread", spread_site)])
def test_idle_puts_a_seed_as_the_game_would(late, site):
    p = parlour.new("arbos", preset="original", late_seed=late, seed=1)
    p.play("*A1")
    for rng in range(5):
        s = open_record(p.states)
        s.rng = rng
        assert chosen(p, GAME.kernels.idle, rng) == SEED + int(site(s))
