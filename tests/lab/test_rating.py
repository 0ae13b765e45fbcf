"""Strengths on one scale, against what they must be where that can be said."""

import math

import pytest

from parlour.lab.rating import Pairing, pairs, rate


def test_two_players_differ_by_what_their_games_say():
    found = rate([Pairing("a", "b", 7500, 10_000)], "b")
    assert list(found) == ["a", "b"]
    assert found["a"].estimate == pytest.approx(400 * math.log10(3), abs=0.1)
    half = 1.96 * 400 / math.log(10) / math.sqrt(10_000 * 0.75 * 0.25)
    assert found["a"].high - found["a"].estimate == pytest.approx(half, rel=0.01)
    assert found["b"] == (0, 0, 0)


def test_strengths_that_fit_together_are_found():
    true = {"a": 300.0, "b": 120.0, "c": 0.0, "d": -250.0}
    found = rate(
        [
            Pairing(one, two, 1e6 / (1 + 10 ** ((true[two] - true[one]) / 400)), 1_000_000)
            for one, two in pairs(list(true))
        ],
        "c",
    )
    assert list(found) == list("abcd")
    for name, interval in found.items():
        assert interval.estimate == pytest.approx(true[name], abs=0.01)
        assert interval.low <= interval.estimate <= interval.high


def test_who_won_everything_is_far_ahead_but_not_endlessly():
    found = rate([Pairing("a", "b", 10, 10)], "b")
    more = rate([Pairing("a", "b", 100, 100)], "b")
    assert 300 < found["a"].estimate < more["a"].estimate < 2000
    assert more["a"].low > 0


def test_players_who_met_only_others_are_compared_through_them():
    found = rate([Pairing("a", "b", 750, 1000), Pairing("b", "c", 750, 1000)], "c")
    assert found["a"].estimate == pytest.approx(2 * found["b"].estimate, rel=1e-6)
    assert found["a"].high - found["a"].low > found["b"].high - found["b"].low


def test_an_anchor_that_has_not_played_is_refused():
    with pytest.raises(ValueError, match="z has played nobody; one of a, b"):
        rate([Pairing("a", "b", 1, 2)], "z")


def test_neighbours_are_paired_first():
    assert pairs(["a", "b", "c"]) == [("a", "b"), ("b", "c"), ("a", "c")]
