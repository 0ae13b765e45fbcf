"""Who will have the right to a species in Arboretum, as the seat on turn can tell it."""

import math

import numpy as np
import numpy.typing as npt

from parlour.core.kernel import Record, Shares, kernel
from parlour.games.arboretum.state import IN_PLAY, NONE, SPECIES, VALUES

_MASKS = range(1 << VALUES)

SUMS = np.array([sum(v + 1 for v in range(VALUES) if m >> v & 1) for m in _MASKS], np.int64)
"""The sum of the values in a mask."""

SIZES = np.array([m.bit_count() for m in _MASKS], np.int64)
"""How many values a mask has."""

SPREADS = np.array([sum((v + 1) ** 2 for v in range(VALUES) if m >> v & 1) for m in _MASKS], np.int64)
"""The sum of the squares of the values in a mask."""

ONE, EIGHT = 1, 1 << (VALUES - 1)
"""Masks of the two values of which one cancels the other."""

Masks = npt.NDArray[np.int64]
"""A mask of values for each species."""

MEAN, DOUBT, ONES = 0, 2, 4

Odds = Shares
"""Shape (5, `SPECIES`, `MOST`), written by `estimate` for the seats other than the one on turn.

`[MEAN, species, seat]` is the sum that a seat may end with, `[DOUBT, species, seat]` its variance, both again
one further without its 8; `[ONES, species, 0]` how likely one of them has the 1.
"""

# Weights found together with those of `scoring.py`.

_KEEP, _KEEP_MORE = 1.04, 0.056
"""How likely an unseen card ends in another hand, beside that hand's share of the unseen cards: as such, and
more for each point that the right would be worth there."""

_DOUBT, _DOUBT_LATER, _DOUBT_LEAST = 2.52, 0.12, 0.31
"""Variance of another's sum: by the unseen cards, by those and the turns left, and always."""

_TIE = -0.17
"""What being even is worth, in units of a sum."""


@kernel
def unseen_by(s: Record, seat: int, out: Masks) -> int:
    """Write masks of the cards whose places a seat cannot know; return how many cards they are."""
    for species in range(SPECIES):
        out[species] = 0
    for i in range(s.decked):
        out[s.deck[i] // VALUES] |= 1 << (int(s.deck[i]) % VALUES)
    count = 0
    for species in range(SPECIES):
        for other in range(s.seats):
            if other != seat:
                out[species] |= int(s.hands[other, species]) & ~int(s.known[other, species])
        count += SIZES[out[species]]
    return count


@kernel
def turns_left(s: Record) -> float:
    """Return about how many turns the seat on turn has after this one."""
    if s.turns != NONE:
        return 0.0
    return int(s.decked) / (1.5 * int(s.seats)) + (1.0 if s.extra != 0 else 0.0)


@kernel
def estimate(s: Record, unseen: Masks, pool: int, value: Shares, odds: Odds) -> None:
    """Write the `Odds`; `value[seat, species]` is what a right would be worth, `pool` the unseen cards."""
    later = turns_left(s)
    for species in range(IN_PLAY[s.seats]):
        odds[ONES, species, 0] = 0.0
    for other in range(s.seats):
        if other == s.player:
            continue
        hidden = 0
        for species in range(SPECIES):
            hidden += SIZES[s.hands[other, species]] - SIZES[s.known[other, species]]
        share = hidden / max(1, pool)
        for species in range(IN_PLAY[s.seats]):
            kept = 1.0
            if pool > hidden:
                kept = min(0.9, share * (_KEEP + _KEEP_MORE * min(20.0, value[other, species])))
            known, loose = int(s.known[other, species]), int(unseen[species])
            odds[ONES, species, 0] += (known & ONE) + kept * (loose & ONE)
            for out in range(2):
                odds[MEAN + out, species, other] = SUMS[known] + kept * SUMS[loose]
                doubt = _DOUBT * kept * (1.0 - kept) * SPREADS[loose] + _DOUBT_LATER * later * SIZES[loose]
                odds[DOUBT + out, species, other] = doubt + _DOUBT_LEAST
                known, loose = known & ~EIGHT, loose & ~EIGHT


@kernel
def likely_more(ahead: float, variance: float) -> float:
    """Return how likely a sum that is `ahead` by so much on average is more in the end."""
    x = ahead * 1.7 / math.sqrt(variance)
    return 1.0 / (1.0 + math.exp(-min(40.0, max(-40.0, x))))


@kernel
def own_sum(s: Record, species: int, mask: int, odds: Odds) -> float:
    """Return the sum of a mask in the hand of the seat on turn, its 8 as far as no opponent has the 1."""
    if s.cancels != 0 and mask & EIGHT != 0 and mask & ONE == 0:
        return float(SUMS[mask] - VALUES * min(1.0, odds[ONES, species, 0]))
    return float(SUMS[mask])


@kernel
def chance(s: Record, seat: int, species: int, mask: int, odds: Odds) -> float:
    """Return how likely a seat gets the right to a species if the seat on turn has `mask` of it in hand."""
    out = mask & ONE if s.cancels != 0 else 0
    mine, me = own_sum(s, species, mask, odds), int(s.player)
    mean, doubt = odds[MEAN + out, species], odds[DOUBT + out, species]
    likely = 1.0
    if seat == me:
        for other in range(s.seats):
            if other != me:
                likely *= likely_more(mine - mean[other] + _TIE, doubt[other])
        return likely
    for other in range(s.seats):
        if other == me:
            likely *= likely_more(mean[seat] - mine + _TIE, doubt[seat])
        elif other != seat:
            likely *= likely_more(mean[seat] - mean[other] + _TIE, doubt[seat] + doubt[other])
    return likely
