"""A search of any game is fair, reproducible, keeps to its budget, and sees what is near."""

import time

import numpy as np
import pytest

import parlour
from parlour.core.errors import PositionError
from parlour.core.kernel import open_record, records
from parlour.search import mcts
from parlour.search.thinking import Budget, Settings, think
from parlour.search.tree import Node, count, plant

GAMES = {"arboretum": 3, "arbos": 2, "golf": 1, "little_spider": 1, "splendor": 2}
HIDDEN = {"arboretum": 3, "golf": 1, "splendor": 4}


def middle(game, seats, moves=12, **options):
    """Return a position in the middle of a game, with more than one thing to do."""
    chance = np.random.default_rng(1)
    for seed in range(100):
        position = parlour.new(game, seats, seed=seed, **options)
        while not position.is_over:
            if len(position.history) >= moves and len(position.legal_actions) > 1:
                return position
            position.play(int(chance.choice(position.legal_actions)))
    raise AssertionError(f"no game of {game} gets that far")


def visits(thought):
    return {one.action: one.visits for one in thought.choices}


@pytest.mark.kernel
@pytest.mark.parametrize(("game", "seats"), GAMES.items())
def test_every_iteration_is_counted_and_only_legal_actions_are(game, seats):
    position = middle(game, seats)
    thought = think(position, position.current_player, Budget(iterations=20), seed=3)
    found = visits(thought)
    assert tuple(sorted(found)) == position.legal_actions
    assert sum(found.values()) == thought.iterations <= 20
    assert [one.visits for one in thought.choices] == sorted(found.values(), reverse=True)
    assert all(0 <= one.value <= 1 for one in thought.choices)


@pytest.mark.parametrize(("game", "seats"), GAMES.items())
def test_the_same_seed_finds_the_same(game, seats):
    position = middle(game, seats)
    seat, before = position.current_player, position.key()
    one, two, other = (think(position, seat, Budget(iterations=300), seed=k) for k in (7, 7, 8))
    assert one.choices == two.choices
    assert one.choices != other.choices or not HIDDEN.get(game)
    assert position.key() == before


@pytest.mark.parametrize(("game", "seats"), HIDDEN.items())
def test_what_the_seat_cannot_know_changes_nothing(game, seats):
    position = middle(game, seats)
    seat = position.current_player
    found = think(position, seat, Budget(iterations=200), seed=4).choices
    for seed in range(8):
        other = position.determinize(seat, seed)
        assert other.key() != position.key()
        assert think(other, seat, Budget(iterations=200), seed=4).choices == found


@pytest.mark.kernel
def test_slices_find_what_one_piece_finds():
    position = middle("golf", 1)
    whole, parts = (grown(position, pieces) for pieces in ([40], [1, 7, 32]))
    assert whole == parts


def grown(position, pieces, nodes=4096, **how):
    """Return the visits of the root's actions after some pieces of search, and the nodes in use."""
    tree, plans, gains = records(Node, nodes), records(mcts.Plan), np.zeros(position.seats)
    plan = open_record(plans)
    plan.seed, plan.explore, plan.used = np.uint64(9), 1.0, plant(tree)
    for name, value in how.items():
        setattr(plan, name, value)
    grow = position.game.kernels.bind(mcts.grow)
    for piece in pieces:
        grow(position.states, position.current_player, tree, plans, gains, piece)
    rules = position.game.rules
    found, values = np.zeros(rules.ACTIONS, np.int64), np.zeros(rules.ACTIONS)
    count(tree, found, values)
    return found.tolist(), int(plan.used)


def test_a_full_tree_goes_on_learning():
    position = middle("splendor", 2)
    found, used = grown(position, [500], nodes=len(position.legal_actions) + 3)
    assert sum(found) == 500
    assert used <= len(position.legal_actions) + 3


@pytest.mark.parametrize(("game", "seats"), GAMES.items())
def test_rollouts_are_possible_and_change_what_is_found(game, seats):
    position = middle(game, seats)
    seat = position.current_player
    bare, rolled = (
        think(position, seat, Budget(iterations=60), Settings(rollout=k), seed=1) for k in (0, 20)
    )
    assert [one.value for one in bare.choices] != [one.value for one in rolled.choices]


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [("splendor", 2, {}), ("arbos", 2, {"size": 9, "seeds": 9}), ("arboretum", 2, {})],
)
def test_a_win_at_hand_is_taken(game, seats, options):
    found = 0
    for seed in range(12):
        position = parlour.new(game, seats, seed=seed, **options)
        while not position.is_over:
            seat = position.current_player
            winning = winners(position, seat) if len(position.legal_actions) > 1 else set()
            if 0 < len(winning) < len(position.legal_actions):
                best = think(position, seat, Budget(iterations=400), seed=seed).choices[0]
                assert best.action in winning or best.value > 0.97, "a win for sure a little later is as good"
                found += 1
            legal = np.array(position.legal_actions, np.int16)
            position.play(int(position.game.kernels.policy(position.copy().states, legal, len(legal))))
    assert found > 1


def winners(position, seat):
    """Return the actions that end the game at once with nothing but a win for the seat."""
    found = set()
    for action in position.legal_actions:
        after = position.copy()
        after.play(action)
        if after.is_over and after.returns[seat] == 1:
            found.add(action)
    return found


def test_a_time_is_kept():
    position = middle("arbos", 2, size=19)
    think(position, position.current_player, Budget(iterations=1))  # what has to be compiled is
    began = time.perf_counter()
    thought = think(position, position.current_player, Budget(seconds=0.2))
    assert thought.iterations > 16
    assert 0.1 < time.perf_counter() - began < 0.2 + 0.5


def test_a_budget_of_iterations_ends_when_no_other_action_can_come_first():
    early = 0
    for moves in range(6, 26):
        found = think(middle("golf", 1, moves), 0, Budget(iterations=2000))
        first, second = (one.visits for one in found.choices[:2])
        assert found.iterations == 2000 or first - second > 2000 - found.iterations
        early += found.iterations < 2000
    assert 0 < early < 20


def test_iterations_end_a_search_that_has_time_left():
    position = middle("splendor", 2)
    assert think(position, position.current_player, Budget(iterations=50, seconds=60)).iterations == 50


def test_a_search_without_time_tries_once():
    position = middle("splendor", 2)
    assert 1 <= think(position, position.current_player, Budget(seconds=1e-9)).iterations <= 16


def test_a_forced_action_is_not_searched():
    position = parlour.new("splendor", 2, seed=1)
    while len(position.legal_actions) != 1:
        position.play(position.legal_actions[-1])
    thought = think(position, position.current_player, Budget(iterations=100))
    assert (thought.iterations, [one.action for one in thought.choices]) == (0, list(position.legal_actions))


@pytest.mark.parametrize(("game", "seats"), GAMES.items())
def test_chances_are_shares_and_those_of_the_mover_are_what_its_actions_are_worth(game, seats):
    position = middle(game, seats)
    found = think(position, position.current_player, Budget(iterations=300))
    worth = sum(one.visits * one.value for one in found.choices) / found.iterations
    assert found.chances[position.current_player] == pytest.approx(worth)
    assert len(found.chances) == seats
    assert sum(found.chances) == pytest.approx(1.0) or seats == 1


def test_a_search_out_of_turn_is_refused():
    position = parlour.new("splendor", 2, seed=1)
    with pytest.raises(PositionError, match="not the turn of seat 1"):
        think(position, 1, Budget(iterations=1))
    with pytest.raises(ValueError, match="iterations or seconds"):
        think(position, 0, Budget())
