"""Intervals against figures worked out elsewhere."""

import math

import pytest

from parlour.lab.intervals import Interval, elo, wilson


def test_wilson_has_the_ends_that_textbooks_give():
    # Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 3.
    for won, games, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)):
        found = wilson(won, games)
        assert found.estimate == pytest.approx(won / games)
        assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert wilson(29, 29).high == pytest.approx(1)
    assert wilson(29, 29).low == pytest.approx(0.8830, abs=5e-5)


def test_all_or_nothing_reaches_to_the_very_end():
    for games in range(1, 200):
        assert wilson(games, games).high == 1
        assert wilson(0, games).low == 0
        assert elo(wilson(games, games)).high == math.inf


def test_half_a_win_counts_half():
    assert wilson(10.5, 21).estimate == 0.5
    assert wilson(10.5, 21).low == pytest.approx(1 - wilson(10.5, 21).high)


def test_no_games_have_no_share():
    with pytest.raises(ValueError, match="no games"):
        wilson(0, 0)


def test_elo_of_shares():
    found = elo(Interval(10 / 11, 0.5, 1.0))
    assert found == pytest.approx((400, 0, math.inf))
    assert elo(Interval(0.0, 0.0, 0.25)).estimate == -math.inf
    assert elo(Interval(0.25, 0.25, 0.75)).low == pytest.approx(-elo(Interval(0.25, 0.25, 0.75)).high)
