"""Quick judgement in Little Spider: how far a position is from home, and which move brings it nearer."""

import numpy as np

from parlour.core.kernel import Actions, Record, Shares, kernel, random_below
from parlour.games.little_spider.rules import (
    DECK,
    FROM_HOME,
    PILES,
    TO_HOME,
    cards_home,
    home_card,
    lift,
    neighbours,
    order_of,
    put,
    top,
)

# Weights of `distance`, in points, found by searching with many sets of them on random deals.
_AWAY = 64
_BLOCKED, _BLOCKS = 37, 8
_NEEDED_ABOVE = np.array([25, 8, 4], np.int64)
_PAIR, _RUN = 5, 8
_TALL, _USUAL = 2, 6
_TOPS, _PARTNER = 4, 8
_EMPTY = 2


@kernel
def pile_distance(s: Record, pile: int) -> int:
    """Return a pile's part of `distance`: cards on what must go home before them, less the runs it holds."""
    points = 0
    height = s.heights[pile]
    for y in range(height):
        upper = s.piles[pile, y]
        order, suit = order_of(upper), upper // 13
        blocking = 0
        for x in range(y):
            lower = s.piles[pile, x]
            if lower // 13 != suit:
                if order > order_of(lower):
                    points += 2 + order - order_of(lower)
            elif order > order_of(lower):
                blocking += 1
        if blocking > 0:
            points += _BLOCKED + _BLOCKS * blocking
        if y > 0:
            under = s.piles[pile, y - 1]
            if neighbours(upper, under):
                points -= _PAIR
                if under // 13 == suit and order_of(under) == order + 1:
                    points -= _RUN
        ahead = order - s.homed[suit]
        if 0 <= ahead < 3:
            points += _NEEDED_ABOVE[ahead] * (height - 1 - y)
    return points + _TALL * max(0, height - _USUAL)


@kernel
def distance(s: Record) -> int:
    """Return how far the position is from home, in points; 64 a card that is not home is the largest part."""
    points = _AWAY * (DECK - cards_home(s))
    for pile in range(PILES):
        if s.heights[pile] == 0:
            points -= _EMPTY
            continue
        points += pile_distance(s, pile)
        partnered = False
        for other in range(PILES):
            if other != pile and s.heights[other] > 0 and neighbours(top(s, pile), top(s, other)):
                partnered = True
                if other > pile:
                    points -= _TOPS
        if partnered:
            points -= _PARTNER
    return points


@kernel
def is_anchor(s: Record, pile: int) -> bool:
    """Say whether a pile's bottom card is the last of its suit to go home."""
    return s.heights[pile] > 0 and order_of(s.piles[pile, 0]) == 12


@kernel
def wastes_anchor(s: Record, pile: int) -> bool:
    """Say whether lifting a pile's only card gives up the last anchor, without which no win is left.

    Holds where emptied piles take nothing and more than this card is away.
    """
    if s.fills != 0 or s.heights[pile] != 1 or cards_home(s) == DECK - 1:
        return False
    for other in range(PILES):
        if other != pile and is_anchor(s, other):
            return False
    return is_anchor(s, pile)


@kernel
def gain(s: Record, action: int) -> float:
    """Return by how much an action lowers `distance`; the record is the same afterwards."""
    target = action % PILES
    before = distance(s)
    if action < TO_HOME:
        source = action // PILES
        if wastes_anchor(s, source):
            return -1000.0
        put(s, target, lift(s, source))
        after = distance(s)
        put(s, source, lift(s, target))
    elif action < FROM_HOME:
        if wastes_anchor(s, target):
            return -1000.0
        card = lift(s, target)
        s.homed[card // 13] += 1
        after = distance(s)
        s.homed[card // 13] -= 1
        put(s, target, card)
    else:
        suit = (action - FROM_HOME) // PILES
        s.homed[suit] -= 1
        put(s, target, home_card(suit, s.homed[suit]))
        after = distance(s)
        lift(s, target)
        s.homed[suit] += 1
    return float(before - after)


@kernel
def score(s: Record, acts: Actions, n: int, out: Shares) -> None:
    """Score each action by its `gain`, in points of 20."""
    for i in range(n):
        out[i] = gain(s, acts[i]) / 20.0


@kernel
def policy(s: Record, acts: Actions, n: int) -> int:
    """Take a card home when one goes; otherwise move one at random between piles; else bring one back."""
    for i in range(n):
        if TO_HOME <= acts[i] < FROM_HOME and not wastes_anchor(s, acts[i] % PILES):
            return acts[i]
    between = 0
    while between < n and acts[between] < TO_HOME:
        between += 1
    return acts[random_below(s, between if between > 0 else n)]


@kernel
def evaluate(s: Record, out: Shares) -> None:
    """Estimate the chance to win: logistic in `distance`; none without an anchor if emptied piles stay."""
    out[0] = 0.0
    anchored = s.fills != 0 or cards_home(s) == DECK
    for pile in range(PILES):
        anchored = anchored or is_anchor(s, pile)
    if anchored:
        out[0] = 1.0 / (1.0 + np.exp((distance(s) - 3000.0) / 600.0))


@kernel
def idle(s: Record, acts: Actions, n: int) -> int:
    """Take a card home when one goes, otherwise the first legal move."""
    for i in range(n):
        if TO_HOME <= acts[i] < FROM_HOME:
            return acts[i]
    return acts[0]
