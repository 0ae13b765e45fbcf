"""How a game of Splendor stands, by what all may see; and the counts that judging it takes."""

import math

import numpy as np

from parlour.core.kernel import Record, Shares, kernel
from parlour.games.splendor.cards import NOBLE_COST, POINTS
from parlour.games.splendor.rules import returns
from parlour.games.splendor.state import (
    COLOURS,
    GOAL,
    GOLD,
    LANE,
    LIMIT,
    NOBLE,
    NONE,
    PLACES,
    RETURN,
    TABLE,
    TWELFTHS,
    buying_power,
    card_at,
    held,
    shortfall,
)

LANES = np.array([1 << (LANE * colour) for colour in range(COLOURS)] + [0], np.int64)
"""One token of each kind in lanes like those of `state.PRICES`, gold in none."""

STEPS = np.arange(64)
"""Counts of tokens, for tables of what is left of a worth."""

# Weights of `evaluate`, by logistic regression on positions of 20,000 games for each number of seats, half of
# them played by `policy`, half by the best `score` with one action in 16 by chance. In 4,000 other games its
# log loss is 0.597, 0.945 and 1.192 for 2, 3 and 4 seats; equal shares have 0.693, 1.099 and 1.386.

FEATURES = 10

REACH_NEAR = np.exp(-0.35 * STEPS)
REACH_CHEAP = np.exp(-0.25 * STEPS)
REACH_NOBLE = np.exp(-0.4 * STEPS)
"""What cards and nobles count, by tokens lacking, price and bonuses missing."""

EARLY = np.array(
    [
        [0.133, 0.474, 0.058, -0.133, 1.708, 0.230, -0.012, -0.033, -0.637, -0.156],
        [0.095, 0.626, 0.085, -0.075, 1.685, 0.197, -0.016, 0.510, -1.093, -0.117],
        [0.116, 0.702, 0.104, -0.027, 1.756, 0.172, 0.025, 0.915, -0.262, -0.092],
    ]
)
"""Logits by features, for 2, 3 and 4 seats.

Points, cards, coloured tokens, gold, nobles, cards on the table and open in hand, the most points that can be
bought at once, having 15 points, being able to have them at once, turns to wait.
"""

LATE = np.array(
    [
        [0.467, -0.577, 0.080, 0.314, 0.436, -0.200, 0.301, 0.000, 1.790, -0.493],
        [0.617, -0.832, 0.072, 0.313, 0.502, -0.165, 0.355, 0.000, 2.098, -0.414],
        [0.626, -0.945, 0.065, 0.296, -0.102, -0.118, 0.290, 0.000, 0.925, -0.325],
    ]
)
"""What they change until somebody has 15 points."""


@kernel
def progress(s: Record) -> float:
    """Return how far the game is: the most points of a seat over 15."""
    most = 0
    for seat in range(s.seats):
        most = max(most, s.points[seat])
    return most / GOAL


@kernel
def owned(s: Record, seat: int) -> int:
    """Return a seat's bonuses, in lanes."""
    lanes = 0
    for colour in range(COLOURS):
        lanes += int(s.bonuses[seat, colour]) * LANES[colour]
    return lanes


@kernel
def missing(s: Record, seat: int, tile: int, colour: int) -> int:
    """Return how many bonuses a seat lacks for a noble, with one more of `colour` (`NONE`: as it is)."""
    count = 0
    for c in range(COLOURS):
        count += max(0, NOBLE_COST[tile, c] - s.bonuses[seat, c] - (c == colour))
    return count


@kernel
def may_come(s: Record, seat: int, place: int) -> bool:
    """Say whether a noble is there that may yet come to a seat."""
    tile = s.nobles[place]
    return bool(tile != NONE and (s.holders[tile] >> seat) & 1 == 0)


@kernel
def evaluate(s: Record, out: Shares) -> None:
    """Estimate each seat's share of the win from what all may see; a finished game gives its returns."""
    if s.over != 0:
        returns(s, out)
        return
    total = 0.0
    stage = progress(s)
    features = np.empty(FEATURES)
    for seat in range(s.seats):
        describe(s, seat, features)
        logit = 0.0
        for i in range(FEATURES):
            logit += (EARLY[s.seats - 2, i] + LATE[s.seats - 2, i] * stage) * features[i]
        out[seat] = math.exp(min(50.0, max(-50.0, logit)))
        total += out[seat]
    for seat in range(s.seats):
        out[seat] /= total


@kernel
def describe(s: Record, seat: int, out: Shares) -> None:
    """Write a seat's features, in the order of the columns of `EARLY`."""
    points, coloured = s.points[seat] / TWELFTHS, min(held(s, seat), LIMIT) - s.tokens[seat, GOLD]
    power, bonuses, gold = buying_power(s, seat), owned(s, seat), s.tokens[seat, GOLD]
    nobles, prospects, within_reach = 0.0, 0.0, 0
    for place in range(PLACES):
        if may_come(s, seat, place):
            nobles += REACH_NOBLE[missing(s, seat, s.nobles[place], NONE)]
    for source in range(TABLE + s.reserves[seat]):
        card = card_at(s, seat, source)
        if card != NONE and (source < TABLE or s.blind[seat, source - TABLE] == 0):
            lacking = max(0, shortfall(card, power) - gold)
            if lacking == 0:
                within_reach = max(within_reach, POINTS[card])
            prospects += (1 + POINTS[card]) * REACH_NEAR[lacking] * REACH_CHEAP[shortfall(card, bonuses)]
    out[0], out[1], out[2], out[3] = points, s.bought[seat], coloured, gold
    out[4], out[5], out[6] = nobles, prospects, within_reach
    out[7], out[8] = points >= 15, points + within_reach >= 15
    out[9] = (seat - s.player - (s.phase in (RETURN, NOBLE))) % s.seats
