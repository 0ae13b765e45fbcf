"""How promising an action in Splendor looks: by the cards that it brings nearer."""

from pathlib import Path

import numpy as np

from parlour.core.kernel import Actions, Record, Shares, kernel
from parlour.core.network import Features, Lesson, judge, networks
from parlour.games.splendor.cards import BONUS, NOBLE_COST, POINTS
from parlour.games.splendor.evaluation import LANES, STEPS, may_come, missing, owned, progress
from parlour.games.splendor.state import (
    BUY,
    CHOOSE_NOBLE,
    COLOURS,
    GIVE,
    GIVE_REST,
    GOAL,
    GOLD,
    HAND,
    KEEP,
    LIMIT,
    MAIN,
    NOBLE,
    NOBLE_POINTS,
    NONE,
    PAY,
    PAY_GOLD,
    PLACES,
    RESERVE,
    RESERVE_BLIND,
    SEATS,
    TABLE,
    TAKE_TWO,
    TAKES,
    TWELFTHS,
    buying_power,
    card_at,
    coins,
    due,
    gold_needed,
    held,
    shortfall,
    to_return,
)

OWN, SHARED = 19, 8
"""Features of an action, and of a choice."""

_FILE = Path(__file__).with_name("prior.json")
NETWORKS = networks(_FILE, OWN + SHARED, SEATS)

TAKE_LANES = TAKES @ LANES[:COLOURS]
"""What each take brings, in lanes."""

TAKE_SIZES = TAKES.sum(axis=1)
"""How many tokens each take brings."""

# Weights of `score`, in units of about two points early in the game: found by an evolution strategy (CMA-ES)
# in about 1.6 million games of two, three and four seats, against earlier weights and against a greedy buyer.

_POINT, _POINT_LATE = 0.53, 1.27
"""A card's point, and what it is worth more when somebody has 15."""

_BONUS, _BONUS_LATE = 0.75, -0.87
_NOBLE_BONUS = 2.8
"""A bonus that a noble asks for, divided by one more than the bonuses missing."""

_PROSPECTS = 0.47
"""What a card that can be bought next turn counts, of its worth."""

NEAR = np.exp(-0.62 * STEPS)
"""What is left of a card's worth, by the tokens lacking."""

CHEAP = np.exp(-0.235 * STEPS)
"""Likewise by its price after bonuses."""

_SAFE = 1.25
"""How many times its worth a card has in hand."""

_BUYING, _RESERVING, _IN_HAND = 0.65, 0.56, 0.27
"""A purchase; a reservation, and each card in hand before it, both taken off."""

_TOKEN, _EXCESS = 0.32, 0.98
"""A token up to ten, and one that must go back, taken off."""

_DENIED, _DENIED_BONUS, _DENIED_GOAL = 0.46, 0.3, 8.0
"""A point of a card that others can buy, its bonus in points, and a card that takes them to 15 points."""

DENIED_NEAR = np.exp(-0.44 * STEPS)
"""What is left of that, by the tokens they lack."""

_REACHED = 10.0
"""More than so much counts no more to what is learned."""

NOBLE_NEAR = 1.9 * np.exp(-0.19 * STEPS)
"""A noble, by the bonuses missing."""

_GOAL, _LEADING = 17.0, 20.0
"""Reaching 15 points, and more points than all others then."""


@kernel
def lack(s: Record, seat: int, card: int) -> int:
    """Return how many tokens a seat lacks for a card, its gold used."""
    return max(0, gold_needed(s, seat, card) - s.tokens[seat, GOLD])


@kernel
def score(s: Record, acts: Actions, n: int, out: Shares) -> None:
    """Score each action by what the seat on turn would have after it; softmax of it is a fair prior."""
    if s.phase == NOBLE:
        for i in range(n):
            out[i] = urgency(s, acts[i] - CHOOSE_NOBLE)
        return
    features, shared = np.empty((n, OWN), np.float32), np.empty(SHARED, np.float32)
    describe_actions(s, acts, n, features, shared)
    judge(NETWORKS[s.seats - 2], features, n, shared, out)


@kernel
def describe_actions(s: Record, acts: Actions, n: int, features: Features, shared: Features) -> None:
    """Describe actions by what the seat on turn would have after them, and what it has before."""
    worth = np.empty((2, TABLE + HAND))
    appraise(s, worth)
    for i in range(n):
        describe_action(s, worth, int(acts[i]), features[i])
    seat, most = s.player, 0
    for other in range(s.seats):
        if other != seat:
            most = max(most, s.points[other])
    shared[0], shared[1], shared[2] = progress(s), s.points[seat] / GOAL, most / GOAL
    shared[3], shared[4], shared[5] = held(s, seat), s.reserves[seat], s.tokens[seat, GOLD]
    shared[6], shared[7] = s.bought[seat], s.rounds


@kernel
def describe_action(s: Record, worth: Shares, action: int, out: Features) -> None:
    """Write the features of an action.

    What hand-made weights make of it all; what `look_out` writes; then of a purchase that it is one, its
    points, its worth, what it means to the others and `achievement`; of a reservation that it is one, blind
    or not, and the cards in hand before; a take of three, or of two alike; and giving tokens back.
    """
    for i in range(OWN):
        out[i] = 0.0
    source = subject(s, action)
    look_out(
        s, worth, change(s, action), source, _SAFE if action >= RESERVE and s.phase == MAIN else 0.0, out
    )
    gain = 0.0
    if RESERVE <= action < GIVE:
        if source != NONE:
            gain = out[12] = worth[1, source]
        out[14], out[15], out[16] = 1.0, source == NONE, s.reserves[s.player]
        gain -= _RESERVING + _IN_HAND * s.reserves[s.player]
    elif source != NONE:
        card = card_at(s, s.player, source)
        reached = achievement(s, s.player, card)
        gain = worth[0, source] + worth[1, source] + _BUYING + reached
        out[9], out[10], out[11], out[12] = 1.0, POINTS[card], worth[0, source], worth[1, source]
        out[13] = min(_REACHED, reached)
    elif action < BUY:
        out[17], out[18] = TAKE_SIZES[action] == 3, action >= TAKE_TWO
    out[8] = GIVE <= action <= GIVE_REST
    out[0] = gain + _PROSPECTS * out[1] + _TOKEN * out[4] - _EXCESS * out[5]


@kernel
def look_out(
    s: Record, worth: Shares, got: tuple[int, int, int, int], source: int, left: float, out: Features
) -> None:
    """Write what the seat on turn has after a `change`; the card at `source` then has `left` times its worth.

    The prospects of all cards, of the best and of those in hand; how many can be bought next turn; tokens up
    to ten and beyond; gold that it brings.
    """
    seat = s.player
    power, bonuses = buying_power(s, seat) + got[0], owned(s, seat) + got[1]
    gold, count = s.tokens[seat, GOLD] + got[2], held(s, seat) + got[3]
    prospects, best, at_table, ready = 0.0, 0.0, 0.0, 0
    for other in range(TABLE + s.reserves[seat]):
        if other == TABLE:
            at_table = prospects
        value = worth[0, other] * left if other == source else worth[0, other]
        if value > 0.0:
            card = card_at(s, seat, other)
            lacking = max(0, shortfall(card, power) - gold)
            found = value * NEAR[lacking] * CHEAP[shortfall(card, bonuses)]
            prospects += found
            best = max(best, found)
            ready += lacking == 0
    in_hand = prospects - at_table if s.reserves[seat] > 0 else 0.0
    out[1], out[2], out[3], out[6] = prospects, best, ready, in_hand
    out[4], out[5], out[7] = min(count, LIMIT), max(0, count - LIMIT), got[2]


@kernel
def urgency(s: Record, place: int) -> float:
    """Score choosing a noble: the nearer another seat is to it, the sooner."""
    least = LIMIT
    for other in range(s.seats):
        if other != s.player and may_come(s, other, place):
            least = min(least, missing(s, other, s.nobles[place], NONE))
    return -1.0 * least


@kernel
def appraise(s: Record, worth: Shares) -> None:
    """Write what each card is worth to the seat on turn, and what it is worth to keep it from the others."""
    seat, stage = s.player, min(1.0, progress(s))
    wishes = np.empty(COLOURS)
    for colour in range(COLOURS):
        wishes[colour] = wish(s, seat, colour, stage)
    for source in range(TABLE + s.reserves[seat]):
        card = card_at(s, seat, source)
        worth[0, source] = worth[1, source] = 0.0
        if card != NONE:
            worth[0, source] = (_POINT + _POINT_LATE * stage) * POINTS[card] + wishes[BONUS[card]]
            if source < TABLE:
                worth[1, source] = denial(s, seat, card)
            else:
                worth[0, source] *= _SAFE


@kernel
def wish(s: Record, seat: int, colour: int, stage: float) -> float:
    """Return what a bonus of a colour is worth to a seat: the more if nobles ask for it."""
    value = _BONUS + _BONUS_LATE * stage
    for place in range(PLACES):
        tile = s.nobles[place]
        if may_come(s, seat, place) and NOBLE_COST[tile, colour] > s.bonuses[seat, colour]:
            value += _NOBLE_BONUS / (1 + missing(s, seat, tile, NONE))
    return max(0.0, value)


@kernel
def denial(s: Record, seat: int, card: int) -> float:
    """Return what it is worth that the others cannot buy a card, by the one nearest to it."""
    most = 0.0
    for other in range(s.seats):
        if other != seat:
            lacking = lack(s, other, card)
            if lacking == 0 and s.points[other] + POINTS[card] * TWELFTHS >= GOAL:
                return _DENIED_GOAL
            most = max(most, _DENIED * (POINTS[card] + _DENIED_BONUS) * DENIED_NEAR[lacking])
    return most


@kernel
def subject(s: Record, action: int) -> int:
    """Return the slot (0 to 11) or place in hand (12 to 14) of the card bought or reserved, or `NONE`."""
    if s.phase == PAY:
        return s.buying
    if BUY <= action < RESERVE:
        return action - BUY
    if RESERVE <= action < RESERVE_BLIND:
        return action - RESERVE
    return NONE


@kernel
def change(s: Record, action: int) -> tuple[int, int, int, int]:
    """Return what an action brings: coloured tokens and bonuses in lanes, bonuses alone, gold, all tokens."""
    if action < BUY:
        return TAKE_LANES[action], 0, 0, TAKE_SIZES[action]
    if s.phase == PAY:
        return payment(s, s.buying, action - PAY_GOLD)
    if action < RESERVE:
        return payment(s, action - BUY, NONE)
    if action < GIVE:
        gold = int(s.bank[GOLD] > 0)
        return 0, 0, gold, gold
    if action < KEEP:
        return -LANES[action - GIVE], 0, -int(action == GIVE + GOLD), -1
    lanes, count = 0, 0
    if action == GIVE_REST:
        for kind in range(COLOURS):
            lanes -= to_return(s, kind) * LANES[kind]
            count -= to_return(s, kind)
        return lanes, 0, -to_return(s, GOLD), count - to_return(s, GOLD)
    return 0, 0, 0, 0


@kernel
def payment(s: Record, source: int, colour: int) -> tuple[int, int, int, int]:
    """Return what buying a card brings, as `change`; one more gold goes for `colour` if it is one."""
    card = card_at(s, s.player, source)
    bonus = LANES[BONUS[card]]
    lanes, gold, count = bonus, 0, 0
    for c in range(COLOURS):
        owed = due(s, s.player, card, c)
        paid = coins(s, card, c) - int(c == colour)
        lanes -= paid * LANES[c]
        gold -= owed - paid
        count -= owed
    return lanes, bonus, gold, count


@kernel
def achievement(s: Record, seat: int, card: int) -> float:
    """Return what a card's bonus means for the nobles, and its points for the end of the game."""
    gain, coming = 0.0, 0
    for place in range(PLACES):
        if may_come(s, seat, place):
            after = missing(s, seat, s.nobles[place], BONUS[card])
            gain += NOBLE_NEAR[after] - NOBLE_NEAR[missing(s, seat, s.nobles[place], NONE)]
            if after == 0:
                coming = 1
    gain += 3.0 * (_POINT + _POINT_LATE * min(1.0, progress(s))) * coming
    points = s.points[seat] + POINTS[card] * TWELFTHS + NOBLE_POINTS * coming
    if points >= GOAL:
        gain += _GOAL
        ahead = True
        for other in range(s.seats):
            ahead = ahead and (other == seat or s.points[other] < points)
        if ahead:
            gain += _LEADING
    return gain


PRIOR = Lesson(describe_actions, OWN, SHARED, _FILE)
