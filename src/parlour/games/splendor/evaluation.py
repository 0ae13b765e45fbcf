"""How a game of Splendor stands, by what all may see; and the counts that judging it takes."""

from pathlib import Path

import numpy as np

from parlour.core.kernel import Record, Shares, kernel
from parlour.core.network import Features, Lesson, greatest, judge, networks, softmax
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
    SEATS,
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

REACH_NEAR = np.exp(-0.35 * STEPS)
REACH_CHEAP = np.exp(-0.25 * STEPS)
REACH_NOBLE = np.exp(-0.4 * STEPS)
"""What cards and nobles count, by tokens lacking, price and bonuses missing."""

OWN = 16
"""Features of a seat; the greatest of the others follow, `OWN` more."""

SHARED = 2
"""How far the game is, and its rounds."""

_ROUNDS = 30
"""A usual game has so many rounds."""

_FILE = Path(__file__).with_name("evaluation.json")
NETWORKS = networks(_FILE, 2 * OWN + SHARED, SEATS)


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
    features, shared = np.empty((s.seats, 2 * OWN), np.float32), np.empty(SHARED, np.float32)
    describe_seats(s, features, shared)
    judge(NETWORKS[s.seats - 2], features, s.seats, shared, out)
    softmax(out, s.seats)


@kernel
def describe_seats(s: Record, features: Features, shared: Features) -> None:
    """Describe all seats, each by its own features and by the greatest of the others."""
    for seat in range(s.seats):
        describe_seat(s, seat, features[seat])
    greatest(features, s.seats, OWN)
    shared[0], shared[1] = progress(s), s.rounds / _ROUNDS


@kernel
def describe_seat(s: Record, seat: int, out: Features) -> None:
    """Write a seat's own features.

    Points, cards, coloured tokens, gold, nobles, cards on the table and open in hand, the most points that
    can be bought at once, having 15 points, being able to have them at once, turns to wait, cards reserved,
    the best of the cards, their points, those in hand, how many can be bought, colours without a bonus.
    """
    points, coloured = s.points[seat] / TWELFTHS, min(held(s, seat), LIMIT) - s.tokens[seat, GOLD]
    power, bonuses, gold = buying_power(s, seat), owned(s, seat), s.tokens[seat, GOLD]
    nobles, prospects, best, worth, in_hand, within_reach, bought, bare = 0.0, 0.0, 0.0, 0.0, 0.0, 0, 0, 0
    for place in range(PLACES):
        if may_come(s, seat, place):
            nobles += REACH_NOBLE[missing(s, seat, s.nobles[place], NONE)]
    for source in range(TABLE + s.reserves[seat]):
        card = card_at(s, seat, source)
        if card != NONE and (source < TABLE or s.blind[seat, source - TABLE] == 0):
            lacking = max(0, shortfall(card, power) - gold)
            if lacking == 0:
                within_reach = max(within_reach, POINTS[card])
                bought += 1
            near = REACH_NEAR[lacking] * REACH_CHEAP[shortfall(card, bonuses)]
            prospect = (1 + POINTS[card]) * near
            prospects += prospect
            worth += POINTS[card] * near
            best = max(best, prospect)
            if source >= TABLE:
                in_hand += prospect
    for colour in range(COLOURS):
        bare += s.bonuses[seat, colour] == 0
    out[0], out[1], out[2], out[3] = points, s.bought[seat], coloured, gold
    out[4], out[5], out[6] = nobles, prospects, within_reach
    out[7], out[8] = points >= 15, points + within_reach >= 15
    out[9] = (seat - s.player - (s.phase in (RETURN, NOBLE))) % s.seats
    out[10], out[11], out[12], out[13], out[14], out[15] = (
        s.reserves[seat],
        best,
        worth,
        in_hand,
        bought,
        bare,
    )


EVALUATION = Lesson(describe_seats, 2 * OWN, SHARED, _FILE)
