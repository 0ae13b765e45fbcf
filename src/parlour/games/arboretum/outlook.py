"""What the seat on turn can tell of all arboreta and rights in Arboretum, in points."""

from parlour.core.kernel import Record, Shares, kernel
from parlour.games.arboretum.chances import SIZES, Masks, Odds, chance, estimate, turns_left, unseen_by
from parlour.games.arboretum.prospects import DOWN, POINTS, UP, WHOLE, Chart, chart_paths
from parlour.games.arboretum.state import IN_PLAY, VALUES

# Weights found together with those of `scoring.py`.

_IN_HAND, _UNSEEN, _ON_TOP = 1.57, 0.13, 0.5
"""How much a card that would lengthen a path counts: one in hand, one not seen yet, one on top of a pile."""

GROWN, _SOON = 0.56, 1.36
"""What one more card on a path counts; and the turns left at which the future counts half."""

_BASE, _BASE_HELD = 1.09, 0.29
"""What the right to a species is worth while there is no path of it, and how much more for each card held."""

Facts = Shares
"""Shape (`FACTS`, `MOST`, `SPECIES`), written by `appraise`, in points.

What the right to a species is worth to a seat, how likely it gets it, what its paths gain by one more card;
how likely it comes to plant a card above (or below) a value; what a card gains beside one card there.
"""

WORTH, RIGHT, GROWTH, ABOVE, BELOW, READY = 0, 1, 2, 3, 3 + VALUES, 3 + 2 * VALUES
FACTS = 3 + 3 * VALUES


@kernel
def time_left(s: Record) -> float:
    """Return how far what is not there yet may still come: 0 in the last turn, towards 1 before."""
    turns = turns_left(s)
    return turns / (turns + _SOON)


@kernel
def appraise(s: Record, charts: Chart, facts: Facts, odds: Odds, unseen: Masks) -> None:
    """Write what the seat on turn can tell of all arboreta and rights."""
    me = int(s.player)
    pool, time = unseen_by(s, me, unseen), time_left(s)
    for seat in range(s.seats):
        chart_paths(s, seat, charts[seat])
        list_ready(s, seat, charts[seat], facts)
        for species in range(IN_PLAY[s.seats]):
            mask = int(s.hands[seat, species]) if seat == me else int(s.known[seat, species])
            foresee(s, seat, species, mask, int(unseen[species]), facts)
        grow(s, seat, charts[seat], facts)
        for species in range(IN_PLAY[s.seats]):
            mask = int(s.hands[seat, species]) if seat == me else int(s.known[seat, species])
            growth = facts[GROWTH, seat, species]
            facts[WORTH, seat, species] = charts[seat, WHOLE, POINTS, species] + time * (
                GROWN * growth + _BASE * (1.0 + _BASE_HELD * SIZES[mask])
            )
    estimate(s, unseen, pool, facts[WORTH], odds)
    for species in range(IN_PLAY[s.seats]):
        for seat in range(s.seats):
            facts[RIGHT, seat, species] = chance(s, seat, species, int(s.hands[me, species]), odds)


@kernel
def foresee(s: Record, seat: int, species: int, mine: int, unseen: int, facts: Facts) -> None:
    """Write how likely a seat that has `mine` comes to plant a card above and below each value."""
    tops = 0
    for other in range(s.seats):
        if s.piled[other] > 0:
            top = int(s.piles[other, s.piled[other] - 1])
            if top // VALUES == species:
                tops |= 1 << (top % VALUES)
    for way in range(2):
        most = 0.0
        for k in range(VALUES):
            value = k if way == 1 else VALUES - 1 - k
            facts[(BELOW if way == 1 else ABOVE) + value, seat, species] = most
            if (mine >> value) & 1:
                most = max(most, _IN_HAND)
            elif (tops >> value) & 1:
                most = max(most, _ON_TOP)
            elif (unseen >> value) & 1:
                most = max(most, _UNSEEN)


@kernel
def extension(
    ways: tuple[int, int], points: int, ends: tuple[int, int], more: tuple[float, float, float, float]
) -> float:
    """Return what one more card promises at either end of the paths (`ways`) up to and down from a card.

    `ends` are the bonuses of a last and a first card there, 0 where the card itself is one; `more` how likely
    any card above comes, the last, any card below, the first.
    """
    gain = 0.0
    if ways[0] > 0:
        gain = max(more[0] * (ways[0] + 1 - points), more[1] * (ways[0] + 1 + ends[0] - points))
    if ways[1] > 0:
        down = max(more[2] * (ways[1] + 1 - points), more[3] * (ways[1] + 1 + ends[1] - points))
        gain = max(gain, down)
    return max(0.0, gain)


@kernel
def grow(s: Record, seat: int, chart: Chart, facts: Facts) -> None:
    """Write what one more card promises for each species in a seat's arboretum."""
    for species in range(IN_PLAY[s.seats]):
        facts[GROWTH, seat, species] = 0.0
    for i in range(s.planted[seat]):
        value = int(s.garden[seat, i]) % VALUES
        for species in range(IN_PLAY[s.seats]):
            ways = chart[i, UP, species], chart[i, DOWN, species]
            if ways[0] > 0 or ways[1] > 0:
                points = chart[WHOLE, POINTS, species]
                gain = extension(ways, points, end_bonuses(s, value), hopes(seat, species, value, facts))
                facts[GROWTH, seat, species] = max(facts[GROWTH, seat, species], gain)


@kernel
def end_bonuses(s: Record, value: int) -> tuple[int, int]:
    """Return what a path gains beside its length by an 8 above and by a 1 below a value."""
    bonus = int(s.bonuses)
    return 2 * bonus if value < VALUES - 1 else 0, bonus if value > 0 else 0


@kernel
def hopes(seat: int, species: int, value: int, facts: Facts) -> tuple[float, float, float, float]:
    """Return how likely a seat comes to plant a card above a value, the 8, a card below, and the 1."""
    above = facts[ABOVE + value, seat, species]
    below = facts[BELOW + value, seat, species]
    eight = facts[ABOVE + VALUES - 2, seat, species] if value < VALUES - 1 else 0.0
    return above, eight, below, facts[BELOW + 1, seat, species] if value > 0 else 0.0


@kernel
def list_ready(s: Record, seat: int, chart: Chart, facts: Facts) -> None:
    """Write by how many points each card would better the path of its species beside one card there."""
    bonus = int(s.bonuses)
    for species in range(IN_PLAY[s.seats]):
        for value in range(VALUES):
            facts[READY + value, seat, species] = 0.0
    for i in range(s.planted[seat]):
        value = int(s.garden[seat, i]) % VALUES
        for species in range(IN_PLAY[s.seats]):
            low, high = chart[i, UP, species], chart[i, DOWN, species]
            points = chart[WHOLE, POINTS, species]
            if low > 0:
                for other in range(value + 1, VALUES):
                    gain = low + 1 + (2 * bonus if other == VALUES - 1 else 0) - points
                    facts[READY + other, seat, species] = max(facts[READY + other, seat, species], 1.0 * gain)
            if high > 0:
                for other in range(value):
                    gain = high + 1 + (bonus if other == 0 else 0) - points
                    facts[READY + other, seat, species] = max(facts[READY + other, seat, species], 1.0 * gain)
