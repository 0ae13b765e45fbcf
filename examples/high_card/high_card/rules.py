"""High Card: four of 24 cards each; all play one, the highest takes the trick and leads; most tricks win."""

import numpy as np
import numpy.typing as npt

from parlour.core.kernel import Actions, Record, Shares, arrange, kernel, shuffle
from parlour.core.layout import record_dtype

SEATS = (2, 3, 4)
CARDS, HAND, MOST, NONE = 24, 4, 4, -1
ACTIONS = CARDS
MAX_LEGAL = HAND
OBSERVATION = (MOST + 3, CARDS)

State = record_dtype(
    ("misere", np.int16),
    ("trick", np.int16),
    ("led", np.int16),
    ("played", np.int16, (MOST,)),
    ("tricks", np.int16, (MOST,)),
    ("hands", np.int16, (MOST, HAND)),
    ("gone", np.int16, (CARDS,)),
    ("pad", np.int16, (2,)),
)
"""Hands are sorted, cards played leave `NONE`; `played` is the open trick, `gone` marks what all saw."""


@kernel
def setup(s: Record, seats: int, seed: np.uint64) -> None:
    """Shuffle and deal."""
    deck = np.empty(CARDS, np.int16)
    for card in range(CARDS):
        deck[card] = card
    s.rng, s.seats, s.player = seed, seats, 0
    shuffle(s, deck, CARDS)
    s.rng = np.uint64(0)
    for seat in range(MOST):
        s.played[seat] = NONE
        for place in range(HAND):
            s.hands[seat, place] = deck[seat * HAND + place] if seat < seats else NONE
        arrange(s.hands[seat], HAND)


@kernel
def legal(s: Record, out: Actions) -> int:
    """Write the cards in hand."""
    n = 0
    if s.over == 0:
        for place in range(HAND):
            if s.hands[s.player, place] != NONE:
                out[n] = s.hands[s.player, place]
                n += 1
    return n


@kernel
def apply(s: Record, action: int) -> None:
    """Play a card; after everybody's, give the trick away."""
    seat = s.player
    for place in range(HAND):
        if s.hands[seat, place] == action:
            s.hands[seat, place] = NONE
    arrange(s.hands[seat], HAND)
    s.played[seat] = action
    s.gone[action] = 1
    s.player = (seat + 1) % s.seats
    if s.player == s.led:
        take_trick(s)


@kernel
def take_trick(s: Record) -> None:
    """Give the trick to the best card, whose seat leads the next one."""
    best = 0
    for seat in range(1, s.seats):
        higher = s.played[seat] > s.played[best]
        if higher != (s.misere != 0):
            best = seat
    for seat in range(s.seats):
        s.played[seat] = NONE
    s.tricks[best] += 1
    s.led, s.player = best, best
    s.trick += 1
    if s.trick == HAND:
        s.over, s.player = 1, -1


@kernel
def returns(s: Record, out: Shares) -> None:
    """Share the win among those with most tricks."""
    most, sharing = 0, 0
    for seat in range(s.seats):
        most = max(most, s.tricks[seat])
    for seat in range(s.seats):
        sharing += s.tricks[seat] == most
    for seat in range(s.seats):
        out[seat] = 1.0 / sharing if s.tricks[seat] == most else 0.0


@kernel
def determinize(s: Record, seat: int, seed: np.uint64) -> None:
    """Deal the others' hands anew from all cards that neither lie open nor in this hand."""
    pool = np.empty(CARDS, np.int16)
    n = 0
    for card in range(CARDS):
        mine = False
        for place in range(HAND):
            mine = mine or s.hands[seat, place] == card
        if not mine and s.gone[card] == 0:
            pool[n] = card
            n += 1
    s.rng = seed
    shuffle(s, pool, n)
    for other in range(s.seats):
        for place in range(HAND):
            if other != seat and s.hands[other, place] != NONE:
                n -= 1
                s.hands[other, place] = pool[n]
        arrange(s.hands[other], HAND)


@kernel
def observe(s: Record, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write planes over the cards: own hand, gone, every card 1 in misere, then the open trick by seat."""
    for place in range(HAND):
        if s.hands[seat, place] != NONE:
            out[0, s.hands[seat, place]] = 1.0
    for card in range(CARDS):
        out[1, card] = s.gone[card]
        out[2, card] = s.misere
    for other in range(s.seats):
        if s.played[other] != NONE:
            out[3 + other, s.played[other]] = 1.0
