"""The record of a game of Splendor: its constants, its fields, and what can be read off it at once.

Seats, levels, slots and places count from 0 here and from 1 in texts; colours are 0 to 4, `GOLD` is 5. Points
are kept in twelfths, because a noble's three points may be shared by up to four.
"""

from itertools import combinations

import numpy as np

from parlour.core.kernel import Record, kernel
from parlour.core.layout import record_dtype
from parlour.games.splendor.cards import COST, NOBLE_COST

SEATS = (2, 3, 4)
MOST = 4
COLOURS, GOLD, KINDS = 5, 5, 6
LEVELS, SLOTS, TABLE, HAND = 3, 4, 12, 3
CARDS, TILES, PLACES = 90, 10, 5
NONE = -1

SUPPLY = np.array([0, 0, 4, 5, 7], np.int64)
"""Tokens of each colour, by the number of seats."""

GOLD_SUPPLY = 5
LIMIT = 10
"""Tokens that a seat may hold at the end of its turn."""

STACK = 4
"""Tokens that a stack must have before two are taken of it."""

TWELFTHS = 12
NOBLE_POINTS = 3 * TWELFTHS
GOAL = 15 * TWELFTHS

ROUND_LIMIT = 400

MAIN, PAY, RETURN, NOBLE = 0, 1, 2, 3
"""Phases of a turn: what the seat on turn decides next."""

FINISHED, STALEMATE, LIMITED = 1, 2, 3
"""How it ends (`over`): with 15 points, because nobody can move, or after 400 rounds."""

OFF, ALL, SPLIT = 0, 1, 2
"""Values of `sharing`."""

TAKEN = [combination for count in (3, 2, 1) for combination in combinations(range(COLOURS), count)]
TAKES = np.array(
    [[colours.count(c) for c in range(COLOURS)] for colours in TAKEN]
    + [[2 * (c == colour) for c in range(COLOURS)] for colour in range(COLOURS)],
    np.int64,
)
"""What the actions below `BUY` take: 10 threes, 10 pairs, 5 single tokens, 5 times two alike."""


def _takes_from(there: int, *, partial: bool) -> list[int]:
    """List the takes of different tokens from a bank that has the colours of `there`, as bits."""
    colours = {c for c in range(COLOURS) if there >> c & 1}
    fit = [take for take, taken in enumerate(TAKEN) if colours.issuperset(taken)]
    return [take for take in fit if partial or len(TAKEN[take]) == min(3, len(colours))]


_FROM = [[_takes_from(there, partial=partial) for there in range(1 << COLOURS)] for partial in (False, True)]
TAKE_COUNTS = np.array([[len(takes) for takes in row] for row in _FROM], np.int64)
TAKE_LISTS = np.array(
    [[[*takes, *[0] * (len(TAKEN) - len(takes))] for takes in row] for row in _FROM], np.int16
)
"""By `partial` and the colours in the bank, as bits: how many takes of different tokens, and which."""

TAKE_TWO = 25
BUY = 30
BUY_RESERVED = BUY + TABLE
RESERVE = BUY_RESERVED + HAND
RESERVE_BLIND = RESERVE + TABLE
GIVE = RESERVE_BLIND + LEVELS
KEEP = GIVE + KINDS
GIVE_REST = KEEP + 1
CHOOSE_NOBLE = GIVE_REST + 1
SETTLE = CHOOSE_NOBLE + PLACES
PAY_GOLD = SETTLE + 1
PASS = PAY_GOLD + COLOURS
ACTIONS = PASS + 1
"""Actions in this order: take, buy from a slot or the hand, reserve a slot or blind, return a token, keep or
return the rest, choose a noble, settle, pay gold for a colour, pass."""

MAX_LEGAL = 60
"""25 takes of different tokens, 5 of two alike, 12 slots to buy and to reserve, 2 cards in hand, 3 decks: 59,
and room for the candidate after the last."""

LANE = 6
"""Bits of a lane: five lanes, one a colour, make a number that is compared in one go."""

_ONES = sum(1 << (LANE * colour) for colour in range(COLOURS))
_TOPS = _ONES << (LANE - 1)
_LAST = LANE * (COLOURS - 1)
_BEYOND = 31
PRICES = np.append(COST @ [1 << (LANE * colour) for colour in range(COLOURS)], _BEYOND) + _TOPS
"""The costs of each card in lanes of six bits, one a colour, the top bit of each lane set. The last one, at
the index `NONE`, is an empty slot's: beyond what any seat can pay."""

State = record_dtype(
    ("official", np.int16),
    ("returning", np.int16),
    ("sharing", np.int16),
    ("partial", np.int16),
    ("choosing", np.int16),
    ("phase", np.int16),
    ("rounds", np.int16),
    ("passes", np.int16),
    ("buying", np.int16),
    ("bank", np.int16, (KINDS,)),
    ("table", np.int16, (TABLE,)),
    ("decked", np.int16, (LEVELS,)),
    ("decks", np.int16, (CARDS,)),
    ("nobles", np.int16, (PLACES,)),
    ("claimed", np.int16, (PLACES,)),
    ("holders", np.int16, (TILES,)),
    ("owner", np.int16, (CARDS,)),
    ("tokens", np.int16, (MOST, KINDS)),
    ("bonuses", np.int16, (MOST, COLOURS)),
    ("points", np.int16, (MOST,)),
    ("bought", np.int16, (MOST,)),
    ("reserves", np.int16, (MOST,)),
    ("reserved", np.int16, (MOST, HAND)),
    ("blind", np.int16, (MOST, HAND)),
    ("taken", np.int16, (KINDS,)),
    ("returned", np.int16, (KINDS,)),
    ("gold_for", np.int16, (COLOURS,)),
    ("pad", np.int16, (2,)),
)
"""From `decks[FIRST[level]]` on lie `decked[level]` cards of a level, the top one last.

`owner` is who bought a card. `nobles` are the tiles on the table by place; `claimed` marks those claimed this
round that others may still claim, and `holders[tile]` has a bit for each seat that has it. `buying` is the
slot (0 to 11) or place in hand (12 to 14) of a card while its payment is chosen, `gold_for` the gold that
goes for coloured tokens; `taken` and `returned` are this turn's tokens while some must go back. All of these
are empty outside their phases.
"""


@kernel
def held(s: Record, seat: int) -> int:
    """Count a seat's tokens."""
    count = 0
    for kind in range(KINDS):
        count += s.tokens[seat, kind]
    return count


@kernel
def due(s: Record, seat: int, card: int, colour: int) -> int:
    """Return what a seat owes of a colour for a card, bonuses taken off."""
    return max(0, COST[card, colour] - s.bonuses[seat, colour])


@kernel
def buying_power(s: Record, seat: int) -> int:
    """Return a seat's bonuses and coloured tokens together, in lanes like those of `PRICES`."""
    power = 0
    for colour in range(COLOURS):
        power |= (int(s.bonuses[seat, colour]) + int(s.tokens[seat, colour])) << (LANE * colour)
    return power


@kernel
def shortfall(card: int, power: int) -> int:
    """Return how many tokens of all colours a buying power is short of for a card: the gold that it takes.

    All five colours at once. A lane of `left` is 32 + cost - power, so that its top bit says whether the cost
    is at least the power; only those lanes are kept, without that bit. The product has their sum in its last
    lane.
    """
    left = PRICES[card] - power
    short = left & _TOPS
    return ((left & (short - (short >> (LANE - 1)))) * _ONES >> _LAST) & (2 * _BEYOND + 1)


@kernel
def gold_needed(s: Record, seat: int, card: int) -> int:
    """Return the least gold that a seat needs for a card beside its coloured tokens."""
    return shortfall(card, buying_power(s, seat))


@kernel
def card_at(s: Record, seat: int, source: int) -> int:
    """Return the card in a slot (0 to 11) or in a seat's hand (12 to 14), or `NONE`."""
    return s.table[source] if source < TABLE else s.reserved[seat, source - TABLE]


@kernel
def qualifies(s: Record, seat: int, place: int) -> bool:
    """Say whether a noble may come to a seat: it is there, not the seat's yet, and the bonuses suffice."""
    tile = s.nobles[place]
    if tile == NONE or (s.holders[tile] >> seat) & 1 == 1:
        return False
    for colour in range(COLOURS):  # noqa: SIM110 - a generator would not compile
        if s.bonuses[seat, colour] < NOBLE_COST[tile, colour]:
            return False
    return True


@kernel
def tiles_of(s: Record, seat: int) -> int:
    """Count a seat's nobles; a shared one counts for each of its holders."""
    count = 0
    for tile in range(TILES):
        count += (s.holders[tile] >> seat) & 1
    return count


@kernel
def to_return(s: Record, kind: int) -> int:
    """Return how many tokens of a kind the seat on turn may still give back."""
    if s.returning != 0:
        return s.taken[kind] - s.returned[kind]
    return s.tokens[s.player, kind]


@kernel
def coins(s: Record, card: int, colour: int) -> int:
    """Return how many tokens of a colour go for a card that the seat on turn buys, as the payment stands."""
    seat = s.player
    return min(due(s, seat, card, colour), s.tokens[seat, colour]) - s.gold_for[colour]


@kernel
def spare_gold(s: Record, card: int) -> int:
    """Return the gold of the seat on turn that a payment leaves free."""
    spare = s.tokens[s.player, GOLD] - gold_needed(s, s.player, card)
    for colour in range(COLOURS):
        spare -= s.gold_for[colour]
    return spare


@kernel
def first_for_gold(s: Record) -> int:
    """Return the colour last named for gold, before which none may be named."""
    first = 0
    for colour in range(COLOURS):
        if s.gold_for[colour] > 0:
            first = colour
    return first


@kernel
def first_to_return(s: Record) -> int:
    """Return the kind of token last given back, before which none may be."""
    first = 0
    for kind in range(KINDS):
        if s.returned[kind] > 0:
            first = kind
    return first
