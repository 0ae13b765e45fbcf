"""Fitting: slopes are those of the loss, and a rule that choices follow is found."""

import numpy as np
import pytest

from parlour.core.network import judge
from parlour.lab.fitting import Choices, Weights, fit, loss, shares_of


def made_up(count, seed=0):
    """Choices whose shares follow from two inputs, one of them bent, and from what all items share."""
    rng = np.random.default_rng(seed)
    sizes = rng.integers(2, 6, count)
    items = rng.normal(3.0, 20.0, (sizes.sum(), 3)).astype(np.float32)
    shared = rng.normal(size=(count, 1)).astype(np.float32)
    logits = 0.1 * np.abs(items[:, 0] - 3) + 0.05 * items[:, 1] * (np.repeat(shared[:, 0], sizes) > 0)
    return Choices(sizes, items, shared, shares_of(logits.astype(np.float32), sizes))


def test_shares_of_each_choice_sum_to_one():
    found = shares_of(np.array([0, np.log(3), 500, 500, 500], np.float32), np.array([2, 3]))
    assert found.tolist() == pytest.approx([0.25, 0.75, 1 / 3, 1 / 3, 1 / 3])


def test_the_slope_is_that_of_the_loss():
    choices = made_up(40)
    inputs = np.concatenate([choices.items / 20, np.repeat(choices.shared, choices.sizes, axis=0)], axis=1)
    small = Choices(choices.sizes, inputs[:, :3], choices.shared, choices.shares)
    weights = Weights.random(4, 5, seed=2)
    weights.table = weights.table.astype(np.float64)
    logits, units = weights.judge(inputs)
    slope = weights.slope(inputs, units, (shares_of(logits, small.sizes) - small.shares) / 40)
    for row in range(6):
        for column in range(6 if row < 5 else 5):
            ends = []
            for change in (1e-5, -1e-5):
                moved = weights.table.copy()
                moved[row, column] += change
                ends.append(loss(Weights(moved), small))
            assert slope[row, column] == pytest.approx((ends[0] - ends[1]) / 2e-5, abs=2e-4)


def test_a_rule_is_found_and_the_weights_mean_the_same_in_a_search():
    learned, other = made_up(4000), made_up(500, seed=1)
    floor = float(-(other.shares * np.log(other.shares)).sum() / 500)
    *_, weights = fit(learned, 15, rounds=20, batch=64)
    assert floor < loss(weights, other) < floor + 0.1 * (other.even - floor)
    first = other.sizes[0]
    out = np.empty(first)
    judge(weights.table, other.items[:first], first, other.shared[0], out)
    assert shares_of(out, other.sizes[:1]) == pytest.approx(other.shares[:first], abs=0.15)


def test_a_fit_is_reproducible_and_choices_can_be_parted():
    choices = made_up(300)
    first, second = ([one.table.tolist() for one in fit(choices, 4, rounds=2)] for _ in range(2))
    assert first == second
    assert first[0] != first[1]
    kept = np.arange(300) % 3 == 0
    part = choices.only(kept)
    assert len(part.sizes) == 100
    assert len(part.items) == len(part.shares) == part.sizes.sum()
    assert part.shares.sum() == pytest.approx(100, abs=1e-3)
