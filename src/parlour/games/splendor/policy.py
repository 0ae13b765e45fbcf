"""Quick judgement in Splendor: a choice for rollouts, and one for absent players."""

import numpy as np

from parlour.core.kernel import Actions, Record, kernel, random_below
from parlour.games.splendor.cards import POINTS
from parlour.games.splendor.evaluation import EVALUATION, LANES, STEPS, evaluate, owned
from parlour.games.splendor.scoring import PRIOR, TAKE_LANES, TAKE_SIZES, score
from parlour.games.splendor.state import (
    BUY,
    COLOURS,
    GIVE,
    GOLD,
    HAND,
    KEEP,
    LIMIT,
    MAIN,
    NOBLE,
    NONE,
    PAY,
    RESERVE,
    TABLE,
    TAKES,
    buying_power,
    card_at,
    held,
    shortfall,
)

__all__ = ["EVALUATION", "PRIOR", "SEARCH", "evaluate", "idle", "policy", "score"]

SEARCH = {"explore": 0.5}
"""At 1,000 iterations this wins 67 % of 60 games of two against 1.0."""

# Weights of `policy`, found like those of `score` in about 600,000 games against the greedy buyer.

_QUICK_BUY = 2.9
"""What a card is worth beside its points when it is bought; as one to go for it is worth 1."""

QUICK_NEAR = np.exp(-0.57 * STEPS)
QUICK_CHEAP = np.exp(-0.18 * STEPS)
"""What is left of a card's worth by tokens lacking and by price."""

_SECOND = 0.56
"""A token lacking for the second best card, beside one for the best."""

_FULL = 8
"""Tokens with which a card is rather reserved than more taken."""


@kernel
def policy(s: Record, acts: Actions, n: int) -> int:
    """Buy the best card at once, else go for the two that promise most; one action in 32 is by chance."""
    if n == 1:
        return int(acts[0])
    if random_below(s, 32) == 0:
        return int(acts[random_below(s, n)])
    if s.phase in (PAY, NOBLE):
        return int(acts[0])
    if s.phase == MAIN:
        buying = best_buy(s, acts, n)
        if buying != NONE:
            return buying
    return approach(s, acts, n)


@kernel
def best_buy(s: Record, acts: Actions, n: int) -> int:
    """Return the purchase with the most for its price, or `NONE`."""
    best, most = NONE, -1.0
    bonuses = owned(s, s.player)
    for i in range(n):
        if BUY <= acts[i] < RESERVE:
            card = card_at(s, s.player, acts[i] - BUY)
            value = (_QUICK_BUY + POINTS[card]) * QUICK_CHEAP[shortfall(card, bonuses)]
            if value > most:
                best, most = int(acts[i]), value
    return best


@kernel
def targets(s: Record) -> tuple[int, int]:
    """Return where the two cards are that promise most to the seat on turn; one only twice, none `NONE`."""
    seat = s.player
    power, bonuses, gold = buying_power(s, seat), owned(s, seat), s.tokens[seat, GOLD]
    best, next_best, most, second = NONE, NONE, 0.0, 0.0
    for source in range(TABLE + s.reserves[seat]):
        card = card_at(s, seat, source)
        if card != NONE:
            lacking = max(0, shortfall(card, power) - gold)
            value = (1 + POINTS[card]) * QUICK_NEAR[lacking] * QUICK_CHEAP[shortfall(card, bonuses)]
            if value > most:
                best, next_best, most, second = source, best, value, most
            elif value > second:
                next_best, second = source, value
    return best, next_best if next_best != NONE else best


@kernel
def approach(s: Record, acts: Actions, n: int) -> int:
    """Return the take or the return after which the two best cards are nearest, or reserve the best."""
    seat = s.player
    best, second = targets(s)
    if best == NONE:
        return int(acts[random_below(s, n)])
    full = acts[0] >= BUY or held(s, seat) >= _FULL
    if s.phase == MAIN and full and best < TABLE and s.reserves[seat] < HAND:
        return RESERVE + best
    first_card, second_card = card_at(s, seat, best), card_at(s, seat, second)
    power = buying_power(s, seat)
    nearest, choice = 1e9, int(acts[0])
    for i in range(n):
        action = int(acts[i])
        if action >= BUY and s.phase == MAIN:
            break
        if action < BUY:
            after = power + TAKE_LANES[action]
        elif action < KEEP:
            after = power - LANES[action - GIVE]
        else:
            after = power
        away = shortfall(first_card, after) + _SECOND * shortfall(second_card, after)
        if action == GIVE + GOLD:
            away += 1.0 + _SECOND
        if away < nearest:
            nearest, choice = away, action
    return choice


# Absence


@kernel
def idle(s: Record, acts: Actions, n: int) -> int:
    """Do least harm: take tokens that can be kept, of the highest stacks; else buy the most points.

    Pay and return the plainest way: least gold, the token that the seat has most of.
    """
    best, most = int(acts[0]), -1
    for i in range(n):
        action = int(acts[i])
        value = -1
        if action < BUY:
            if held(s, s.player) + TAKE_SIZES[action] <= LIMIT:
                value = 100
                for colour in range(COLOURS):
                    value += TAKES[action, colour] * s.bank[colour]
        elif action < RESERVE:
            value = POINTS[card_at(s, s.player, action - BUY)]
        elif GIVE <= action < GIVE + COLOURS:
            value = s.tokens[s.player, action - GIVE]
        if value > most:
            best, most = action, value
    return best
