"""How strong players are on one scale, from matches of each pair."""

import math
from collections.abc import Sequence
from itertools import combinations

import msgspec
import numpy as np

from parlour.lab.intervals import Z95, Interval

_NATURAL = 400 / math.log(10)
"""Elo of one natural logit."""

_PRIOR = 0.5
"""Drawn games that every pair is thought to have played before, so that a difference is never endless."""

_ROUNDS = 100


class Pairing(msgspec.Struct, frozen=True):
    """What the first of two players won of their games against the second; a shared win counts half."""

    first: str
    second: str
    won: float
    games: int


def pairs(players: Sequence[str]) -> list[tuple[str, str]]:
    """Return all pairs of players, neighbours in the list first, whose games say most."""
    return sorted(combinations(players, 2), key=lambda pair: players.index(pair[1]) - players.index(pair[0]))


def rate(pairings: Sequence[Pairing], anchor: str) -> dict[str, Interval]:
    """Return the Elo of all players with 95 % intervals, strongest first; the anchor has 0.

    The most likely strengths in the model of Bradley and Terry, Rank analysis of incomplete block designs
    (1952), by Newton's method, with errors from the curvature there. Raises `ValueError` where the anchor has
    not played.
    """
    names = sorted({name for one in pairings for name in (one.first, one.second)})
    if anchor not in names:
        raise ValueError(f"{anchor} has played nobody; one of {', '.join(names)} can have 0")
    free = [name for name in names if name != anchor]
    strength = np.zeros(len(free) + 1)  # the last one is the anchor's
    place = {name: k for k, name in enumerate([*free, anchor])}
    slope, curve = _derivatives(pairings, place, strength)
    for _ in range(_ROUNDS):
        step = np.linalg.solve(curve, slope)
        strength[:-1] += np.clip(step, -2, 2)
        slope, curve = _derivatives(pairings, place, strength)
        if np.abs(step).max() < 1e-9:
            break
    error = np.append(np.sqrt(np.diag(np.linalg.inv(curve))), 0) * Z95
    found = {
        name: Interval(*(float(_NATURAL * (strength[k] + way * error[k])) for way in (0, -1, 1)))
        for name, k in place.items()
    }
    return dict(sorted(found.items(), key=lambda item: -item[1].estimate))


def _derivatives(
    pairings: Sequence[Pairing], place: dict[str, int], strength: np.ndarray[tuple[int], np.dtype[np.float64]]
) -> tuple[np.ndarray, np.ndarray]:
    """Return the slope of the log likelihood and its negative curvature, without the anchor's place."""
    slope, curve = np.zeros(len(strength)), np.zeros((len(strength),) * 2)
    for one in pairings:
        i, j = place[one.first], place[one.second]
        games, won = one.games + _PRIOR, one.won + _PRIOR / 2
        expected = 1 / (1 + math.exp(strength[j] - strength[i]))
        weight = games * expected * (1 - expected)
        slope[i] += won - games * expected
        slope[j] -= won - games * expected
        curve[[i, j], [i, j]] += weight
        curve[[i, j], [j, i]] -= weight
    return slope[:-1], curve[:-1, :-1]
