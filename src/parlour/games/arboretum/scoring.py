"""How promising an action in Arboretum looks: what its card is worth in hand, planted, and to the others."""

from pathlib import Path

import numpy as np

from parlour.core.kernel import Actions, Record, Shares, kernel
from parlour.core.network import Features, Lesson, judge, networks
from parlour.games.arboretum.chances import SIZES, SUMS, Masks, Odds, chance, turns_left
from parlour.games.arboretum.outlook import (
    FACTS,
    GROWN,
    GROWTH,
    READY,
    RIGHT,
    WORTH,
    Facts,
    appraise,
    end_bonuses,
    extension,
    hopes,
    time_left,
)
from parlour.games.arboretum.prospects import DOWN, POINTS, UP, WHOLE, Chart, look, new_charts, points_through
from parlour.games.arboretum.state import (
    DISCARD,
    DISCARDING,
    FROM_DECK,
    FROM_PILE,
    HOME,
    IN_PLAY,
    MOST,
    PLACE,
    PLACING,
    PLAY,
    PLAYING,
    SEATS,
    SPECIES,
    VALUES,
)

# Weights in points, found by an evolution strategy (CMA-ES) in about 160,000 games of two, three and four
# seats against earlier weights and against a seat that plants for its paths and keeps its highest sums.

_DENIAL = 0.27
"""Another seat's point, beside an own one."""

_FREE = 0.25
"""A free square around a planted card."""

_SPARE = 0.24
"""What a card in hand counts of the points it would make planted, when it is discarded."""

_GIFT_RIGHT, _GIFT_PLANT, _GIFT_LATER = 0.058, 0.45, 0.19
"""What others gain by a card on a pile: in hand, planted; and how much less the seat after the next."""

_DECK, _DECK_HELD, _DECK_LEAD = 0.62, 1.13, 0.043
"""A card off the deck: as such, by what the unseen cards are worth, and by each point ahead."""

_DRAW_PLANT, _DRAW_BOTH, _DRAW_DENIAL = 1.04, 0.77, 0.32
"""A card drawn: planted beside held, the lesser of the two uses, and what others do not get."""


PHASES = 5
OWN, SHARED = 15, 3 + PHASES
"""Features of an action, and of a choice."""

_FILE = Path(__file__).with_name("prior.json")
NETWORKS = networks(_FILE, OWN + SHARED, SEATS)


@kernel
def score(s: Record, acts: Actions, n: int, out: Shares) -> None:
    """Score each action by what it means; softmax of it is a fair prior."""
    if n == 1:
        out[0] = 0.0
        return
    features, shared = np.empty((n, OWN), np.float32), np.empty(SHARED, np.float32)
    describe_actions(s, acts, n, features, shared)
    judge(NETWORKS[s.seats - 2], features, n, shared, out)


@kernel
def describe_actions(s: Record, acts: Actions, n: int, features: Features, shared: Features) -> None:
    """Describe actions, of which there are more than one.

    Shared are how far it is to the end, the lead in points, what is planted, and the phase of the turn.
    """
    charts, facts = new_charts(s.seats), np.empty((FACTS, MOST, SPECIES))
    odds, unseen = np.empty((5, SPECIES, MOST)), np.empty(SPECIES, np.int64)
    appraise(s, charts, facts, odds, unseen)
    for i in range(n):
        describe_action(s, int(acts[i]), charts[s.player], facts, odds, unseen, features[i])
    shared[0], shared[1], shared[2] = time_left(s), lead(s, facts), s.planted[s.player]
    for phase in range(PHASES):
        shared[3 + phase] = s.phase == phase


@kernel
def describe_action(
    s: Record, action: int, chart: Chart, facts: Facts, odds: Odds, unseen: Masks, out: Features
) -> None:
    """Write the features of an action.

    What hand-made weights make of it all, in points; whether it draws from the deck; then of its card what it
    means in hand, planted, to the others and planted later; the right to its species, the worth of that, and
    to whom else it is worth most; its value, the sum and the number of its species in hand, what its paths
    gain by one more card; and whether it is a 1 or an 8.
    """
    for i in range(OWN):
        out[i] = 0.0
    if action == FROM_DECK:
        out[0], out[1] = deck_value(s, unseen, facts, odds), 1.0
        return
    card, held, planted, given, later = int(s.selected), 0.0, 0.0, 0.0, 0.0
    if s.phase == PLACE:
        planted = plant_gain(s, card, action - PLACING, right_without(s, card, odds), chart, facts)
        total = planted
    elif s.phase == PLAY:
        card = action - PLAYING
        held = hold(s, card, facts, odds)
        planted = best_plant(s, card, right_without(s, card, odds), chart, facts)
        total = planted - held
    elif s.phase == DISCARD:
        card = action - DISCARDING
        held, later = hold(s, card, facts, odds), ready(s, int(s.player), card, facts)
        given = gift(s, card, facts)
        total = -held - _SPARE * later - given
    else:
        pile = action - FROM_PILE
        card = int(s.piles[pile, s.piled[pile] - 1])
        held, given = hold(s, card, facts, odds), gift(s, card, facts)
        planted = best_plant(s, card, facts[RIGHT, s.player, card // VALUES], chart, facts)
        total = draw_value(held, planted, given)
    me, species = int(s.player), card // VALUES
    most = 0.0
    for seat in range(s.seats):
        if seat != me:
            most = max(most, facts[WORTH, seat, species] * facts[RIGHT, seat, species])
    value = card % VALUES
    out[0], out[2], out[3], out[4], out[5] = total, held, planted, given, later
    out[6], out[7], out[8] = facts[RIGHT, me, species], facts[WORTH, me, species], most
    out[9], out[10], out[11] = value, SUMS[s.hands[me, species]], SIZES[s.hands[me, species]]
    out[12], out[13], out[14] = facts[GROWTH, me, species], value == 0, value == VALUES - 1


# What a card is worth


@kernel
def right_without(s: Record, card: int, odds: Odds) -> float:
    """Return how likely the seat on turn gets the right to a card's species without the card."""
    species = card // VALUES
    return chance(s, int(s.player), species, int(s.hands[s.player, species]) & ~(1 << (card % VALUES)), odds)


@kernel
def hold(s: Record, card: int, facts: Facts, odds: Odds) -> float:
    """Return what having a card in hand means for the rights, of the seat on turn and of the others."""
    me, species = int(s.player), card // VALUES
    mask = int(s.hands[me, species])
    bit = 1 << (card % VALUES)
    sign = 1.0 if mask & bit == 0 else -1.0
    gain = 0.0
    for seat in range(s.seats):
        worth = facts[WORTH, seat, species] if seat == me else -_DENIAL * facts[WORTH, seat, species]
        gain += worth * (chance(s, seat, species, mask ^ bit, odds) - facts[RIGHT, seat, species])
    return sign * gain


@kernel
def plant_gain(s: Record, card: int, square: int, right: float, chart: Chart, facts: Facts) -> float:
    """Return what planting a card at a square means for the paths, by the chances of their rights.

    `right` is that of the card's own species then.
    """
    me, own, value, bonus = int(s.player), card // VALUES, card % VALUES, int(s.bonuses)
    doubled, free = look(s, me, card, square, chart)
    time = time_left(s)
    total = _FREE * free * time
    whole, ends = chart[WHOLE], end_bonuses(s, value)
    for species in range(IN_PLAY[s.seats]):
        low, high = whole[UP, species], whole[DOWN, species]
        if low > 0 or high > 0:
            before = whole[POINTS, species]
            points = max(before, points_through(species, card, low, high, bonus))
            likely = facts[RIGHT, me, species]
            if species == own:
                points, likely = max(points, doubled), right
            gain = float(points - before)
            if free > 0 and time > 0.0:
                left = facts[GROWTH, me, species]
                opened = extension((low, high), points, ends, hopes(me, species, value, facts))
                gain += GROWN * time * (max(opened, left - gain) - left)
            total += gain * likely
    return total


@kernel
def best_plant(s: Record, card: int, right: float, chart: Chart, facts: Facts) -> float:
    """Return what a card means planted at the best square of the seat on turn."""
    seat = int(s.player)
    if s.planted[seat] == 0:
        return plant_gain(s, card, HOME, right, chart, facts)
    best = -1e9
    for i in range(s.edges[seat]):
        best = max(best, plant_gain(s, card, int(s.edge[seat, i]), right, chart, facts))
    return best


@kernel
def ready(s: Record, seat: int, card: int, facts: Facts) -> float:
    """Return what a card gains a seat about, planted in a later turn."""
    if turns_left(s) <= 0.0:
        return 0.0
    species = card // VALUES
    return facts[READY + card % VALUES, seat, species] * facts[RIGHT, seat, species]


@kernel
def gift(s: Record, card: int, facts: Facts) -> float:
    """Return what a card on a pile is worth to the others, the next ones first."""
    if turns_left(s) <= 0.0:
        return 0.0
    species, most, weight = card // VALUES, 0.0, 1.0
    for turn in range(1, s.seats):
        seat = (int(s.player) + turn) % int(s.seats)
        likely = facts[RIGHT, seat, species]
        value = _GIFT_RIGHT * facts[WORTH, seat, species] * likely * (1.0 - likely) * (card % VALUES + 1)
        most = max(most, weight * (value + _GIFT_PLANT * ready(s, seat, card, facts)))
        weight *= _GIFT_LATER
    return most


# Draws


@kernel
def draw_value(held: float, planted: float, given: float) -> float:
    """Return what a card on a pile is worth to the seat on turn, in hand, planted, and not to the others."""
    planted *= _DRAW_PLANT
    return max(held, planted) + _DRAW_BOTH * min(held, planted) + _DRAW_DENIAL * given


@kernel
def deck_value(s: Record, unseen: Masks, facts: Facts, odds: Odds) -> float:
    """Return what a card off the deck is worth, and that the end comes nearer."""
    total, count = 0.0, 0
    for species in range(IN_PLAY[s.seats]):
        for value in range(VALUES):
            if (unseen[species] >> value) & 1:
                card = species * VALUES + value
                held, planted = hold(s, card, facts, odds), _DRAW_PLANT * ready(s, int(s.player), card, facts)
                total += max(held, planted) + _DRAW_BOTH * min(held, planted)
                count += 1
    return _DECK * time_left(s) + _DECK_HELD * total / max(1, count) + _DECK_LEAD * lead(s, facts)


@kernel
def lead(s: Record, facts: Facts) -> float:
    """Return how many points the seat on turn may be ahead of the best other one."""
    mine, most = 0.0, -1e9
    for seat in range(s.seats):
        points = 0.0
        for species in range(IN_PLAY[s.seats]):
            points += facts[WORTH, seat, species] * facts[RIGHT, seat, species]
        if seat == s.player:
            mine = points
        else:
            most = max(most, points)
    return mine - most


PRIOR = Lesson(describe_actions, OWN, SHARED, _FILE)
