"""How a game of Arboretum stands, by the arboreta and the hands of the record."""

import math
from pathlib import Path

import numpy as np

from parlour.core.kernel import Record, Shares, kernel
from parlour.core.network import Features, Lesson, greatest, judge, networks, softmax
from parlour.games.arboretum.chances import SUMS
from parlour.games.arboretum.prospects import POINTS, UP, WHOLE, Chart, chart_paths, new_charts
from parlour.games.arboretum.rules import hand_sum, returns, species_of
from parlour.games.arboretum.state import IN_PLAY, SEATS, SECOND_DRAW, VALUES

OWN = 8
"""Features of a seat; the greatest of the others follow, `OWN` more."""

SHARED = 3

_SURE, _UNSURE = 0.8, 0.12
"""How far apart sums are that make a right likely (73 %): in the end, and more for each card in the deck."""

_FILE = Path(__file__).with_name("evaluation.json")
NETWORKS = networks(_FILE, 2 * OWN + SHARED, SEATS)


@kernel
def evaluate(s: Record, out: Shares) -> None:
    """Estimate each seat's share of the win; a finished game gives its returns.

    All hands count as they stand in the record, which is dealt anew for what one seat cannot know.
    """
    if s.over != 0:
        returns(s, out)
        return
    features, shared = np.empty((s.seats, 2 * OWN), np.float32), np.empty(SHARED, np.float32)
    describe_seats(s, features, shared)
    judge(NETWORKS[s.seats - 2], features, s.seats, shared, out)
    softmax(out, s.seats)


@kernel
def describe_seats(s: Record, features: Features, shared: Features) -> None:
    """Describe all seats, each by its own features and by the greatest of the others.

    Points with the chance of their right; points with the right as hands are now; points of one more card
    with the chance; points of all paths; tenths of the hand's sums; species planted; how late the turn comes;
    others' best paths of species with the chance that this seat has their right. Shared are the part of the
    cards that is in the deck, how near it is to its end, and whether cards are being drawn.
    """
    charts = new_charts(s.seats)
    for seat in range(s.seats):
        chart_paths(s, seat, charts[seat])
        for i in range(OWN):
            features[seat, i] = 0.0
        features[seat, 5] = species_of(s, seat)
        features[seat, 6] = ((seat - int(s.player)) % int(s.seats)) / int(s.seats)
    width = _SURE + _UNSURE * int(s.decked)
    for species in range(IN_PLAY[s.seats]):
        describe_species(s, species, width, charts, features)
    greatest(features, s.seats, OWN)
    shared[0] = int(s.decked) / int(IN_PLAY[s.seats] * VALUES)
    shared[1], shared[2] = 1.0 / (1.0 + int(s.decked)), s.phase <= SECOND_DRAW


@kernel
def describe_species(s: Record, species: int, width: float, charts: Chart, out: Features) -> None:
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


EVALUATION = Lesson(describe_seats, 2 * OWN, SHARED, _FILE)
