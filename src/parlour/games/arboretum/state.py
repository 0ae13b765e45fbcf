"""The record of a game of Arboretum: its constants, its fields, and what can be read off it at once.

A card is its species (in the order of `cards.LETTERS`) times 8 plus its value less 1. A square is its row
times 35 plus its column; the first card of every arboretum lies at the square `HOME` in the middle, rows go
north and columns east.
"""

import numpy as np

from parlour.core.kernel import Actions, Record, kernel
from parlour.core.layout import record_dtype

SEATS = (2, 3, 4)
MOST = 4
SPECIES, VALUES, CARDS = 10, 8, 80
HAND = 7
NONE = -1

IN_PLAY = np.array([0, 0, 6, 8, 10], np.int64)
"""Species by the number of seats."""

GARDEN = 18
"""Cards that a seat can plant at most, in a game of two with a final round."""

PILE = 20
"""Cards that a discard pile can hold: one for each turn and the starting one."""

REACH = GARDEN - 1
WIDTH = 2 * REACH + 1
SQUARES = WIDTH * WIDTH
HOME = REACH * WIDTH + REACH
BESIDE = 2 * GARDEN + 4
"""Free squares beside an arboretum, at most; a line of n cards has 2 n + 2."""

FIRST_DRAW, SECOND_DRAW, PLAY, PLACE, DISCARD = 0, 1, 2, 3, 4
"""Phases of a turn: what the seat on turn decides next."""

NOBODY, ALL_BUT_FIRST, ALL = 0, 1, 2
"""Values of `starting`: who begins with a card on the discard pile."""

ENDED = 1
"""The only value of `over` beside 0: the deck is empty, and the last turn was played."""

FROM_DECK = 0
FROM_PILE = 1
PLAYING = FROM_PILE + MOST
PLACING = PLAYING + CARDS
DISCARDING = PLACING + SQUARES
ACTIONS = DISCARDING + CARDS
"""Actions in this order: draw from the deck or a seat's pile, play a card, place it, discard a card."""

MAX_LEGAL = BESIDE

State = record_dtype(
    ("extra", np.int16),
    ("double", np.int16),
    ("bonuses", np.int16),
    ("cancels", np.int16),
    ("starting", np.int16),
    ("topped", np.int16),
    ("phase", np.int16),
    ("selected", np.int16),
    ("turns", np.int16),
    ("decked", np.int16),
    ("deck", np.int16, (CARDS,)),
    ("hands", np.int16, (MOST, SPECIES)),
    ("known", np.int16, (MOST, SPECIES)),
    ("piled", np.int16, (MOST,)),
    ("piles", np.int16, (MOST, PILE)),
    ("planted", np.int16, (MOST,)),
    ("garden", np.int16, (MOST, GARDEN)),
    ("squares", np.int16, (MOST, GARDEN)),
    ("edges", np.int16, (MOST,)),
    ("edge", np.int16, (MOST, BESIDE)),
    ("pad", np.int16, (3,)),
)
"""`deck[:decked]`, its top last. `hands[seat, species]` has a bit for each value held, and `known` for those
of them that all have seen. Piles have their tops last; `garden` and `squares` are in the order of planting;
`edge` are the free squares beside it, ascending. Places without a card or square are `NONE`. `selected` is
the card that is being planted, still in hand. `turns` are those left of a final round, or `NONE`."""


@kernel
def has(mask: int, value: int) -> int:
    """Return 1 if a mask of values has `value` (counted from 0), else 0."""
    return (mask >> value) & 1


@kernel
def held(s: Record, seat: int) -> int:
    """Count the cards in a hand."""
    count = 0
    for species in range(SPECIES):
        for value in range(VALUES):
            count += has(s.hands[seat, species], value)
    return count


@kernel
def list_hand(s: Record, seat: int, base: int, out: Actions) -> int:
    """Write the cards of a hand, ascending, each added to `base`; return how many."""
    n = 0
    for species in range(SPECIES):
        mask = s.hands[seat, species]
        if mask != 0:
            for value in range(VALUES):
                out[n] = base + species * VALUES + value
                n += has(mask, value)
    return n


@kernel
def in_hand(s: Record, seat: int, card: int) -> bool:
    """Say whether a seat holds a card."""
    return has(s.hands[seat, card // VALUES], card % VALUES) == 1


@kernel
def has_source(s: Record) -> bool:
    """Say whether there is a card to draw, in the deck or on a pile."""
    if s.decked > 0:
        return True
    for seat in range(s.seats):  # noqa: SIM110 - a generator would not compile
        if s.piled[seat] > 0:
            return True
    return False
