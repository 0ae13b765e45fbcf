"""The steps of a search that need no game, on trees made by hand."""

import numpy as np
import pytest

from parlour.core.kernel import records
from parlour.search import tree as t

pytestmark = pytest.mark.kernel

ACTS = np.array([2, 5, 7], np.int16)


def planted(priors=(0.5, 0.3, 0.2), room=8):
    tree, children = records(t.Node, room), np.full(10, t.NONE, np.int32)
    used = t.attach(tree, t.plant(tree), t.ROOT, ACTS, len(priors), np.array(priors), children)
    return tree, children, used


def tried(tree, children, action, visits, value):
    node = tree[children[action]]
    node["visits"], node["value"] = visits, value


def choice(tree, children, shy=0.1, explore=1.0):
    return int(ACTS[t.choose(tree, ACTS, len(ACTS), children, 0.5, explore, shy)])


def test_children_are_found_by_their_actions():
    tree, children, used = planted()
    assert used == 4
    assert [tree[children[a]]["action"] for a in ACTS] == list(ACTS)
    t.forget(tree, t.ROOT, children)
    assert (children == t.NONE).all()
    assert t.lacks(ACTS, 3, children)
    t.note(tree, t.ROOT, children)
    assert not t.lacks(ACTS, 3, children)


def test_only_what_is_missing_is_attached():
    tree, children, used = planted(priors=(0.5, 0.5))
    assert t.attach(tree, used, t.ROOT, ACTS, 3, np.array([0.1, 0.1, 0.8]), children) == 4
    assert [round(float(tree[children[a]]["prior"]), 1) for a in ACTS] == [0.5, 0.5, 0.8]


def test_priors_are_a_softmax_with_an_even_part():
    scores = np.array([1.0, 0.0, -50.0])
    t.soften(scores, 3, 0.1)
    parts = np.exp([0.0, -1.0, t.FLOOR])
    assert scores == pytest.approx(0.9 * parts / parts.sum() + 0.1 / 3)
    assert scores.sum() == pytest.approx(1)


def test_the_prior_decides_at_first():
    tree, children, _ = planted(priors=(0.2, 0.5, 0.3))
    assert choice(tree, children) == 5


def test_what_was_found_decides_in_the_end():
    tree, children, _ = planted()
    for action, mean in zip(ACTS, (0.2, 0.4, 0.7), strict=True):
        tried(tree, children, action, 1000, 1000 * mean)
    assert choice(tree, children) == 7


def test_an_untried_action_counts_as_the_others_less_shyness():
    tree, children, _ = planted(priors=(0.34, 0.33, 0.33))
    tried(tree, children, 2, 4, 0.8)
    tried(tree, children, 5, 4, 1.2)
    assert choice(tree, children, shy=0.0, explore=0.0) == 5, "0.3 against 0.25"
    tried(tree, children, 5, 4, 0.4)
    assert choice(tree, children, shy=0.0, explore=0.0) == 2, "0.2 against 0.15"
    assert choice(tree, children, shy=-0.1, explore=0.0) == 7


def test_an_action_that_could_not_be_chosen_before_is_not_behind():
    tree, children, _ = planted(priors=(1 / 3, 1 / 3, 1 / 3))
    for action in ACTS:
        tried(tree, children, action, 10, 5.0)
        tree[children[action]]["available"] = 90
    tree[children[7]]["available"] = 10  # the others were chosen as often out of more chances
    assert choice(tree, children) != 7
    tree[children[7]]["available"] = 200
    assert choice(tree, children) == 7


def test_every_seat_is_credited_with_its_own_return():
    tree, children, used = planted()
    below = np.full(10, t.NONE, np.int32)
    t.attach(tree, used, children[5], ACTS, 1, np.array([1.0]), below)
    path = np.array([children[5], below[2]], np.int32)
    t.credit(tree, path, np.array([0, 1], np.int32), 2, np.array([0.25, 0.75]))
    visits, values = np.zeros(10, np.int64), np.zeros(10)
    t.count(tree, visits, values)
    assert (visits[5], values[5], visits.sum()) == (1, 0.25, 1)
    assert (tree[below[2]]["value"], tree[t.ROOT]["visits"]) == (0.75, 1)
