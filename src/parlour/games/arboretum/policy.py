"""Quick judgement in Arboretum: a choice for rollouts, and one for absent players."""

import numpy as np

from parlour.core.kernel import Actions, Record, Shares, kernel, random_below
from parlour.games.arboretum.chances import SIZES, SUMS
from parlour.games.arboretum.evaluation import evaluate
from parlour.games.arboretum.prospects import (
    DOWN,
    POINTS,
    UP,
    WHOLE,
    Chart,
    chart_paths,
    look,
    new_charts,
    points_through,
)
from parlour.games.arboretum.scoring import PRIOR, score
from parlour.games.arboretum.state import (
    DISCARD,
    DISCARDING,
    FROM_DECK,
    FROM_PILE,
    IN_PLAY,
    PLACE,
    PLACING,
    PLAY,
    PLAYING,
    SPECIES,
    VALUES,
)

__all__ = ["PRIOR", "evaluate", "idle", "policy", "score"]

# Weights of `policy`, found like those of `score` in about 280,000 games.

_ENOUGH, _LEAST = 12.8, 0.21
"""The sum in hand at which a species is as strong as it gets, and how strong one is without cards."""

_OPEN = 0.76
"""A path that waits for its last card, beside one that has it."""

_TALL, _OWN, _THEIRS, _ALONE = 0.75, 0.16, 0.094, 0.0043
"""What each 1 of a card's value is worth in hand: as such, by each card of its species that its seat planted
(times the strength), that others planted; and what each 1 of its species' sum in hand adds to the card."""

_TAKE, _SPEND, _FREE = 5.8, 0.32, 0.0073
"""A card off the deck; what a card is worth in hand when it is planted; a free square around it."""

_MANY = 3
"""Planted cards of a species beyond which no more are counted."""


@kernel
def policy(s: Record, acts: Actions, n: int) -> int:
    """Plant where paths grow of species that the hand is strong in; one action in 32 is by chance."""
    if n == 1:
        return int(acts[0])
    if random_below(s, 32) == 0:
        return int(acts[random_below(s, n)])
    if s.phase == PLACE:
        return best_square(s, acts, n)
    if s.phase == PLAY:
        return best_card(s, acts, n)
    best, most = int(acts[0]), -1e9
    for i in range(n):
        action = int(acts[i])
        if s.phase == DISCARD:
            value = -kept(s, action - DISCARDING)
        elif action == FROM_DECK:
            value = _TAKE
        else:
            pile = action - FROM_PILE
            value = kept(s, int(s.piles[pile, s.piled[pile] - 1]))
        if value > most:
            best, most = action, value
    return best


@kernel
def strength(s: Record, species: int) -> float:
    """Return how far the hand of the seat on turn goes towards the right to a species, up to 1."""
    return min(1.0, _LEAST + SUMS[s.hands[s.player, species]] / _ENOUGH)


@kernel
def kept(s: Record, card: int) -> float:
    """Return what a card is worth in hand: by its species in all arboreta and in hand, and by its value."""
    species, tall = card // VALUES, card % VALUES + 1
    own = theirs = 0
    for seat in range(s.seats):
        count = 0
        for i in range(s.planted[seat]):
            count += s.garden[seat, i] // VALUES == species
        if seat == s.player:
            own = count
        else:
            theirs += count
    share = _TALL + _OWN * min(own, _MANY) * strength(s, species) + _THEIRS * min(theirs, _MANY)
    return tall * share + _ALONE * SUMS[s.hands[s.player, species]]


@kernel
def chart_own(s: Record, own: Shares) -> Chart:
    """Chart the paths of the seat on turn, and write its `strength` in each species."""
    chart = new_charts(1)[0]
    chart_paths(s, int(s.player), chart)
    for species in range(IN_PLAY[s.seats]):
        own[species] = strength(s, species)
    return chart


@kernel
def best_square(s: Record, acts: Actions, n: int) -> int:
    """Return the square where the selected card makes the most of the paths of strong species."""
    own = np.empty(SPECIES)
    chart = chart_own(s, own)
    card, best, most = int(s.selected), int(acts[0]), -1.0
    for i in range(n):
        doubled, free = look(s, int(s.player), card, int(acts[i]) - PLACING, chart)
        value = _FREE * free
        for species in range(IN_PLAY[s.seats]):
            low, high = chart[WHOLE, UP, species], chart[WHOLE, DOWN, species]
            before = chart[WHOLE, POINTS, species]
            points = max(before, points_through(species, card, low, high, int(s.bonuses)))
            if species == card // VALUES:
                points = max(points, doubled)
            value += own[species] * (points - before + _OPEN * max(0, max(low, high) + 1 - points))
        if value > most:
            best, most = int(acts[i]), value
    return best


@kernel
def best_card(s: Record, acts: Actions, n: int) -> int:
    """Return the card that does more for the paths, beside one that is there, than for the rights."""
    own = np.empty(SPECIES)
    chart = chart_own(s, own)
    best, most = int(acts[0]), -1e9
    for k in range(n):
        card = int(acts[k]) - PLAYING
        value = beside_best(s, card, chart, own) - _SPEND * kept(s, card)
        if value > most:
            best, most = int(acts[k]), value
    return best


@kernel
def beside_best(s: Record, card: int, chart: Chart, own: Shares) -> float:
    """Return what a card makes of the paths of strong species beside the best one of the arboretum."""
    value, species = card % VALUES, card // VALUES
    most = 0.0
    for i in range(s.planted[s.player]):
        other = int(s.garden[s.player, i]) % VALUES
        if other != value:
            row = chart[i, UP if other < value else DOWN]
            gain = 0.0
            for k in range(IN_PLAY[s.seats]):
                if row[k] > 0:
                    weight = own[k] if k == species else _OPEN * own[k]
                    gain += weight * max(0, row[k] + 1 - chart[WHOLE, POINTS, k])
            most = max(most, gain)
    return most


# Absence


@kernel
def idle(s: Record, acts: Actions, n: int) -> int:
    """Do least harm: draw from the deck, plant on the first square; and plant and discard low cards.

    That is the lowest card of the species with the fewest cards in hand.
    """
    best, least = int(acts[0]), 1_000
    if s.phase in (PLAY, DISCARD):
        for i in range(n):
            card = int(acts[i]) - (PLAYING if s.phase == PLAY else DISCARDING)
            value = SIZES[s.hands[s.player, card // VALUES]] * VALUES + card % VALUES
            if value < least:
                best, least = int(acts[i]), value
    return best
