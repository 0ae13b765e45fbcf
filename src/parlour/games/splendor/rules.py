"""Splendor: take tokens, buy cards that make later cards cheaper, draw nobles; 15 points end the game.

Rules: `docs/rules/splendor.md`. What the fields and constants mean stands in `state.py`.
"""

import numpy as np

from parlour.core.kernel import Actions, Record, Shares, kernel, shuffle
from parlour.games.splendor.cards import BONUS, FIRST, POINTS
from parlour.games.splendor.knowledge import OBSERVATION, determinize, observe
from parlour.games.splendor.state import (
    ACTIONS,
    BUY,
    BUY_RESERVED,
    CARDS,
    CHOOSE_NOBLE,
    COLOURS,
    FINISHED,
    GIVE,
    GIVE_REST,
    GOAL,
    GOLD,
    GOLD_SUPPLY,
    HAND,
    KEEP,
    KINDS,
    LEVELS,
    LIMIT,
    LIMITED,
    MAIN,
    MAX_LEGAL,
    MOST,
    NOBLE,
    NOBLE_POINTS,
    NONE,
    OFF,
    PASS,
    PAY,
    PAY_GOLD,
    PLACES,
    RESERVE,
    RESERVE_BLIND,
    RETURN,
    ROUND_LIMIT,
    SEATS,
    SETTLE,
    SLOTS,
    SPLIT,
    STACK,
    STALEMATE,
    SUPPLY,
    TABLE,
    TAKE_COUNTS,
    TAKE_LISTS,
    TAKE_TWO,
    TAKES,
    TILES,
    TWELFTHS,
    State,
    buying_power,
    card_at,
    coins,
    due,
    first_for_gold,
    first_to_return,
    held,
    qualifies,
    shortfall,
    spare_gold,
    tiles_of,
    to_return,
)

__all__ = [
    "ACTIONS",
    "MAX_LEGAL",
    "OBSERVATION",
    "SEATS",
    "State",
    "apply",
    "determinize",
    "legal",
    "observe",
    "returns",
    "setup",
]


@kernel
def setup(s: Record, seats: int, seed: np.uint64) -> None:
    """Shuffle the three decks and the nobles, and lay out cards, tiles and tokens."""
    s.rng, s.seats, s.player, s.over = seed, seats, 0, 0
    s.phase, s.rounds, s.passes, s.buying = MAIN, 0, 0, NONE
    for kind in range(KINDS):
        s.bank[kind] = GOLD_SUPPLY if kind == GOLD else SUPPLY[seats]
        s.taken[kind] = s.returned[kind] = 0
    for colour in range(COLOURS):
        s.gold_for[colour] = 0
    for card in range(CARDS):
        s.decks[card], s.owner[card] = card, NONE
    for seat in range(MOST):
        clear_seat(s, seat)
    for level in range(LEVELS):
        count = FIRST[level + 1] - FIRST[level]
        shuffle(s, s.decks[FIRST[level] : FIRST[level + 1]], count)
        s.decked[level] = count
        for slot in range(SLOTS):
            refill(s, level * SLOTS + slot)
    tiles = np.empty(TILES, np.int16)
    for tile in range(TILES):
        tiles[tile], s.holders[tile] = tile, 0
    shuffle(s, tiles, TILES)
    for place in range(PLACES):
        s.nobles[place] = tiles[place] if place <= seats else NONE
        s.claimed[place] = 0
    s.rng = np.uint64(0)


@kernel
def clear_seat(s: Record, seat: int) -> None:
    """Take everything from a seat."""
    for kind in range(KINDS):
        s.tokens[seat, kind] = 0
    for colour in range(COLOURS):
        s.bonuses[seat, colour] = 0
    for place in range(HAND):
        s.reserved[seat, place], s.blind[seat, place] = NONE, 0
    s.points[seat] = s.bought[seat] = s.reserves[seat] = 0


@kernel
def draw(s: Record, level: int) -> int:
    """Take the top card off a deck that is not empty."""
    s.decked[level] -= 1
    top = FIRST[level] + s.decked[level]
    card = s.decks[top]
    s.decks[top] = NONE
    return card


@kernel
def refill(s: Record, slot: int) -> None:
    """Fill a slot from its deck; it stays empty if the deck is."""
    level = slot // SLOTS
    s.table[slot] = draw(s, level) if s.decked[level] > 0 else NONE


# Legal actions


@kernel
def legal(s: Record, out: Actions) -> int:
    """Write the legal actions, ascending; return how many."""
    if s.over != 0:
        return 0
    if s.phase == MAIN:
        n = legal_takes(s, out)
        n = legal_cards(s, out, n)
        if n == 0:
            out[n] = PASS
            n += 1
        return n
    if s.phase == PAY:
        return legal_payments(s, out)
    if s.phase == RETURN:
        return legal_returns(s, out)
    n = 0
    for place in range(PLACES):
        if qualifies(s, s.player, place):
            out[n] = CHOOSE_NOBLE + place
            n += 1
    return n


# A candidate is always written, and `n` moves past it only if it is legal: the processor guesses branches on
# that wrong too often, which took half the time of a game.


@kernel
def legal_takes(s: Record, out: Actions) -> int:
    """Write the takes that the bank allows."""
    there = 0
    for colour in range(COLOURS):
        there |= int(s.bank[colour] > 0) << colour
    takes = TAKE_LISTS[s.partial, there]
    n = TAKE_COUNTS[s.partial, there]
    for i in range(n):
        out[i] = takes[i]
    for colour in range(COLOURS):
        out[n] = TAKE_TWO + colour
        n += s.bank[colour] >= STACK
    return n


@kernel
def legal_cards(s: Record, out: Actions, n: int) -> int:
    """Add what can be bought and reserved to `n` actions written before; return how many there are."""
    seat = s.player
    power, gold = buying_power(s, seat), s.tokens[seat, GOLD]
    for slot in range(TABLE):
        out[n] = BUY + slot
        n += shortfall(s.table[slot], power) <= gold
    for place in range(HAND):
        out[n] = BUY_RESERVED + place
        n += shortfall(s.reserved[seat, place], power) <= gold
    if s.reserves[seat] < HAND:
        for slot in range(TABLE):
            out[n] = RESERVE + slot
            n += s.table[slot] != NONE
        for level in range(LEVELS):
            out[n] = RESERVE_BLIND + level
            n += s.decked[level] > 0
    return n


@kernel
def legal_payments(s: Record, out: Actions) -> int:
    """Write `SETTLE` and the colours for which one more gold may be paid."""
    out[0] = SETTLE
    n = 1
    card = card_at(s, s.player, s.buying)
    if spare_gold(s, card) > 0:
        for colour in range(first_for_gold(s), COLOURS):
            if coins(s, card, colour) > 0:
                out[n] = PAY_GOLD + colour
                n += 1
    return n


@kernel
def legal_returns(s: Record, out: Actions) -> int:
    """Write the tokens that may go back next: colours ascend, and the excess can still be completed."""
    excess = held(s, s.player) - LIMIT
    if excess == 0:
        out[0], out[1] = KEEP, GIVE_REST
        return 2
    n, first, ahead = 0, first_to_return(s), 0
    for kind in range(first, KINDS):
        ahead += to_return(s, kind)
    for kind in range(first, KINDS):
        count = to_return(s, kind)
        out[n] = GIVE + kind
        n += (count > 0) & (ahead >= excess)
        ahead -= count
    return n


# Playing


@kernel
def apply(s: Record, action: int) -> None:
    """Play a legal action."""
    if s.phase == PAY:
        pay(s, action)
    elif s.phase == RETURN:
        give_back(s, action)
    elif s.phase == NOBLE:
        claim(s, s.player, action - CHOOSE_NOBLE)
        next_turn(s)
    else:
        s.passes = s.passes + 1 if action == PASS else 0
        if action < BUY:
            for colour in range(COLOURS):
                move_token(s, colour, TAKES[action, colour])
            end_action(s, action)
        elif action < RESERVE:
            buy(s, action - BUY)
        elif action < GIVE:
            reserve(s, action - RESERVE)
            end_action(s, action)
        else:
            greet_nobles(s)


@kernel
def move_token(s: Record, kind: int, count: int) -> None:
    """Move tokens from the bank to the seat on turn, or back where `count` is below 0."""
    s.bank[kind] -= count
    s.tokens[s.player, kind] += count


@kernel
def reserve(s: Record, source: int) -> None:
    """Put a slot's card (0 to 11) or the top of a deck (12 to 14) in hand, with one gold if there is one."""
    seat = s.player
    place = s.reserves[seat]
    if source < TABLE:
        s.reserved[seat, place] = s.table[source]
        refill(s, source)
    else:
        s.reserved[seat, place] = draw(s, source - TABLE)
        s.blind[seat, place] = 1
    s.reserves[seat] += 1
    if s.bank[GOLD] > 0:
        move_token(s, GOLD, 1)


@kernel
def buy(s: Record, source: int) -> None:
    """Buy the card of a slot (0 to 11) or in hand (12 to 14), once its payment is chosen where it can be."""
    s.buying = source
    if s.choosing != 0 and can_pay_gold(s):
        s.phase = PAY
        if source >= TABLE:
            s.blind[s.player, source - TABLE] = 0
    else:
        settle(s)


@kernel
def can_pay_gold(s: Record) -> bool:
    """Say whether one more token of the payment can be replaced by gold."""
    card = card_at(s, s.player, s.buying)
    if spare_gold(s, card) > 0:
        for colour in range(first_for_gold(s), COLOURS):
            if coins(s, card, colour) > 0:
                return True
    return False


@kernel
def pay(s: Record, action: int) -> None:
    """Pay one more gold for a colour, or settle; without a choice left it settles by itself."""
    if action != SETTLE:
        s.gold_for[action - PAY_GOLD] += 1
        if can_pay_gold(s):
            return
    settle(s)


@kernel
def settle(s: Record) -> None:
    """Pay for the card that is bought, give it to the seat on turn, and fill its slot."""
    seat, source = s.player, s.buying
    card = card_at(s, seat, source)
    for colour in range(COLOURS):
        owed = due(s, seat, card, colour)
        if owed > 0:
            paid = coins(s, card, colour)
            move_token(s, colour, -paid)
            move_token(s, GOLD, paid - owed)
            s.gold_for[colour] = 0
    s.owner[card] = seat
    s.bonuses[seat, BONUS[card]] += 1
    s.points[seat] += TWELFTHS * POINTS[card]
    s.bought[seat] += 1
    s.buying = NONE
    if source < TABLE:
        refill(s, source)
    else:
        drop_reserved(s, seat, source - TABLE)
    greet_nobles(s)


@kernel
def drop_reserved(s: Record, seat: int, place: int) -> None:
    """Take a card out of a hand and close the gap."""
    s.reserves[seat] -= 1
    for i in range(place, s.reserves[seat]):
        s.reserved[seat, i], s.blind[seat, i] = s.reserved[seat, i + 1], s.blind[seat, i + 1]
    s.reserved[seat, s.reserves[seat]], s.blind[seat, s.reserves[seat]] = NONE, 0


@kernel
def end_action(s: Record, action: int) -> None:
    """Ask for tokens back after an action that took some, or go on to the nobles."""
    if held(s, s.player) <= LIMIT:
        greet_nobles(s)
        return
    s.phase = RETURN
    if action < BUY:
        for colour in range(COLOURS):
            s.taken[colour] = TAKES[action, colour]
    else:
        s.taken[GOLD] = 1


@kernel
def give_back(s: Record, action: int) -> None:
    """Return a token, or all the rest of what was taken, and go on when nothing more is to be decided."""
    if action < KEEP:
        move_token(s, action - GIVE, -1)
        s.returned[action - GIVE] += 1
        if held(s, s.player) > LIMIT:
            return
        if s.returning != 0:
            for kind in range(KINDS):
                if to_return(s, kind) > 0:
                    return
    elif action == GIVE_REST:
        for kind in range(KINDS):
            move_token(s, kind, -to_return(s, kind))
    for kind in range(KINDS):
        s.taken[kind] = s.returned[kind] = 0
    greet_nobles(s)


@kernel
def greet_nobles(s: Record) -> None:
    """Let a noble come: the only one by itself, one of several by choice."""
    coming, last = 0, 0
    for place in range(PLACES):
        if qualifies(s, s.player, place):
            coming, last = coming + 1, place
    if coming > 1:
        s.phase = NOBLE
        return
    if coming == 1:
        claim(s, s.player, last)
    next_turn(s)


@kernel
def claim(s: Record, seat: int, place: int) -> None:
    """Give a seat a noble and its points."""
    tile = s.nobles[place]
    before = 0
    for other in range(s.seats):
        before += (s.holders[tile] >> other) & 1
    share = NOBLE_POINTS // (before + 1) if s.sharing == SPLIT else NOBLE_POINTS
    if s.sharing == SPLIT and before > 0:
        for other in range(s.seats):
            if (s.holders[tile] >> other) & 1 == 1:
                s.points[other] += share - NOBLE_POINTS // before
    s.points[seat] += share
    s.holders[tile] |= 1 << seat
    if s.sharing == OFF:
        s.nobles[place] = NONE
    else:
        s.claimed[place] = 1


@kernel
def next_turn(s: Record) -> None:
    """Pass the turn on; notice the end of the round and of the game."""
    s.phase = MAIN
    s.player += 1
    if s.player == s.seats:
        s.player = 0
        s.rounds += 1
        for place in range(PLACES):
            if s.claimed[place] != 0:
                s.nobles[place], s.claimed[place] = NONE, 0
    find_end(s)


@kernel
def find_end(s: Record) -> None:
    """Note in `over` how the game ends, if it does before the turn that is about to begin."""
    s.over = 0
    stuck = s.passes >= s.seats
    if (s.player == 0 or stuck) and most_points(s) >= GOAL:
        s.over = FINISHED
    elif stuck:
        s.over = STALEMATE
    elif s.rounds >= ROUND_LIMIT:
        s.over = LIMITED
    if s.over != 0:
        s.player = NONE


@kernel
def most_points(s: Record) -> int:
    """Return the highest score, in twelfths."""
    most = 0
    for seat in range(s.seats):
        most = max(most, s.points[seat])
    return most


# Results


@kernel
def standing(s: Record, seat: int) -> int:
    """Return a number that orders the seats at the end: the higher, the better; equal numbers share."""
    order = int(s.points[seat]) * 100 + CARDS - int(s.bought[seat])
    if s.official != 0:
        return order
    return ((order * 10 + int(tiles_of(s, seat))) * 100 + int(held(s, seat))) * MOST + seat


@kernel
def returns(s: Record, out: Shares) -> None:
    """Share the win among the best; evenly among all at the move limit, where nobody wins."""
    best = standing(s, 0)
    for seat in range(1, s.seats):
        best = max(best, standing(s, seat))
    sharing = 0
    for seat in range(s.seats):
        sharing += s.over == LIMITED or standing(s, seat) == best
    for seat in range(s.seats):
        out[seat] = 1.0 / sharing if s.over == LIMITED or standing(s, seat) == best else 0.0
