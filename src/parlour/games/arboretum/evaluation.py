"""How a game of Arboretum stands, by the arboreta and the hands of the record."""

import math

import numpy as np

from parlour.core.kernel import Record, Shares, kernel
from parlour.core.network import softmax
from parlour.games.arboretum.chances import SUMS
from parlour.games.arboretum.prospects import POINTS, UP, WHOLE, Chart, chart_paths, new_charts
from parlour.games.arboretum.rules import hand_sum, returns, species_of
from parlour.games.arboretum.state import IN_PLAY, MOST, VALUES

# Weights by logistic regression on positions of 4,000 games for each number of seats, dealt anew for a seat
# by chance, none against its sense; half of the games were played by `policy`, half by the best `score` with
# one action in 16 by chance. In 1,000 other games the log loss is 0.664, 1.050 and 1.324 for 2, 3 and 4 seats
# (with less than an eighth of the deck left 0.563, 0.952 and 1.206); equal shares have 0.693, 1.099, 1.386.

FEATURES = 8

_SURE, _UNSURE = 0.8, 0.12
"""How far apart sums are that make a right likely (73 %): in the end, and more for each card in the deck."""

WEIGHTS = np.array(
    [
        [
            [0.007, 0.000, 0.017, 0.046, 0.000, 0.000, 0.092, -0.010],
            [0.014, 0.000, 0.085, 0.000, 0.208, 0.000, -0.070, -0.123],
            [0.000, 0.435, 0.008, 0.000, 0.095, 0.461, -0.474, 0.000],
        ],
        [
            [0.075, 0.002, 0.010, 0.086, 0.000, 0.000, -0.104, -0.014],
            [0.000, 0.000, 0.153, 0.000, 0.080, 0.000, -0.124, -0.108],
            [0.000, 0.080, 0.000, 0.018, 0.019, 0.000, -0.245, 0.000],
        ],
        [
            [0.066, 0.000, 0.000, 0.121, 0.000, 0.000, -0.234, -0.011],
            [0.000, 0.000, 0.186, 0.000, 0.030, 0.000, 0.056, -0.135],
            [0.000, 0.052, 0.009, 0.014, 0.169, 0.084, 0.043, 0.000],
        ],
    ]
)
"""Logits by features, for 2, 3 and 4 seats: late and early in the game, and more when the deck is empty.

Points with the chance of their right; points with the right as hands are now; points of one more card with
the chance; points of all paths; tenths of the hand's sums; species planted; how late the turn comes; others'
best paths of species with the chance that this seat has their right.
"""


@kernel
def evaluate(s: Record, out: Shares) -> None:
    """Estimate each seat's share of the win; a finished game gives its returns.

    All hands count as they stand in the record, which is dealt anew for what one seat cannot know.
    """
    if s.over != 0:
        returns(s, out)
        return
    features = np.empty((MOST, FEATURES))
    describe(s, features)
    time, late = int(s.decked) / int(IN_PLAY[s.seats] * VALUES), 1.0 / (1.0 + int(s.decked))
    weights = WEIGHTS[s.seats - 2]
    for seat in range(s.seats):
        logit = 0.0
        for i in range(FEATURES):
            weight = weights[0, i] * (1.0 - time) + weights[1, i] * time + weights[2, i] * late
            logit += weight * features[seat, i]
        out[seat] = logit
    softmax(out, s.seats)


@kernel
def describe(s: Record, out: Shares) -> None:
    """Write the seats' features, in the order of the columns of `WEIGHTS`."""
    charts = new_charts(s.seats)
    for seat in range(s.seats):
        chart_paths(s, seat, charts[seat])
        for i in range(FEATURES):
            out[seat, i] = 0.0
        out[seat, 5] = species_of(s, seat)
        out[seat, 6] = ((seat - int(s.player)) % int(s.seats)) / int(s.seats)
    width = _SURE + _UNSURE * int(s.decked)
    for species in range(IN_PLAY[s.seats]):
        describe_species(s, species, width, charts, out)


@kernel
def describe_species(s: Record, species: int, width: float, charts: Chart, out: Shares) -> None:
    """Add what a species means to the seats' features."""
    for seat in range(s.seats):
        mine, most = int(hand_sum(s, seat, species)), 0
        prize = 0
        for other in range(s.seats):
            if other != seat:
                most = max(most, int(hand_sum(s, other, species)))
                prize = max(prize, charts[other, WHOLE, POINTS, species])
        likely = 1.0 / (1.0 + math.exp(-min(40.0, max(-40.0, (mine - most + 0.5) / width))))
        points = charts[seat, WHOLE, POINTS, species]
        out[seat, 0] += likely * points
        out[seat, 1] += points if mine >= most else 0
        out[seat, 2] += likely * open_end(s, seat, species, charts[seat])
        out[seat, 3] += points
        out[seat, 4] += 0.1 * SUMS[s.hands[seat, species]]
        out[seat, 7] += likely * prize


@kernel
def open_end(s: Record, seat: int, species: int, chart: Chart) -> int:
    """Return by how many points a last card of a species would better its path."""
    most, points = 0, chart[WHOLE, POINTS, species]
    for i in range(s.planted[seat]):
        if s.garden[seat, i] % VALUES < VALUES - 1 and chart[i, UP, species] > 0:
            most = max(most, chart[i, UP, species] + 1 - points)
    return most
