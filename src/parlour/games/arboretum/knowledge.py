"""What a seat knows in Arboretum: deal anew what it cannot know, and write what it can as numbers."""

import numpy as np
import numpy.typing as npt

from parlour.core.kernel import Record, kernel, shuffle
from parlour.games.arboretum.state import (
    CARDS,
    MOST,
    NONE,
    REACH,
    SPECIES,
    VALUES,
    WIDTH,
    has,
)


@kernel
def determinize(s: Record, seat: int, seed: np.uint64) -> None:
    """Deal the deck and the cards of other hands that were drawn from it anew; an ended game lies open.

    Cards that were picked up from a pile stay where all know them. What can be inferred from how the others
    played is not used.
    """
    s.rng = seed
    if s.over != 0:
        return
    pool = np.empty(CARDS, np.int16)
    n = unknown_to(s, seat, pool)
    shuffle(s, pool, n)
    for i in range(s.decked):
        s.deck[i] = pool[i]
    n = int(s.decked)
    for other in range(s.seats):
        if other != seat:
            hidden = 0
            for species in range(SPECIES):
                hidden += bits(s.hands[other, species] & ~s.known[other, species])
                s.hands[other, species] = s.known[other, species]
            for _ in range(hidden):
                s.hands[other, pool[n] // VALUES] |= 1 << (pool[n] % VALUES)
                n += 1


@kernel
def bits(mask: int) -> int:
    """Count the values in a mask."""
    count = 0
    for value in range(VALUES):
        count += has(mask, value)
    return count


@kernel
def unknown_to(s: Record, seat: int, out: npt.NDArray[np.int16]) -> int:
    """Write the cards whose places a seat cannot know, ascending; return how many."""
    masks = np.zeros(SPECIES, np.int16)
    for i in range(s.decked):
        masks[s.deck[i] // VALUES] |= 1 << (s.deck[i] % VALUES)
    for other in range(s.seats):
        if other != seat:
            for species in range(SPECIES):
                masks[species] |= s.hands[other, species] & ~s.known[other, species]
    n = 0
    for species in range(SPECIES):
        for value in range(VALUES):
            out[n] = species * VALUES + value
            n += has(masks[species], value)
    return n


_KNOWN, _PLANTED, _PILED = CARDS, 5 * CARDS, 9 * CARDS
_ROW, _COLUMN, _SELECTED, _PHASE = 13 * CARDS, 14 * CARDS, 15 * CARDS, 16 * CARDS
_WHOLE = _PHASE + 5
OBSERVATION = (_WHOLE + 8,)

# Counts are multiplied by these, which is quicker than to divide them.
_STEP, _DECK, _SEAT = 1 / REACH, 1 / 66, 1 / MOST


@kernel
def observe(s: Record, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write what a seat knows; seats begin with the observer's own and go on in playing order.

    First 16 planes of 80 cards each:

    * 0: in the own hand; 1 to 4: known to all to be in a seat's hand, after the end any card there
    * 5 to 8: planted by a seat; 9 to 12: on a seat's pile, 1 for its top card, 1/2 for the next, and so on
    * 13, 14: row and column of a planted card / 17; 15: being planted

    Then, from 1280: phase (5: both draws, play, place, discard), the observer is on turn, deck / 66, turns
    left of a final round / 4, seats / 4, final round, doubling from two cards, end bonuses, cancelled eights.
    """
    for turn in range(s.seats):
        other = seat + turn
        observe_seat(s, other - s.seats if other >= s.seats else other, turn, out)
    write_hand(s.hands[seat], out, 0)
    if s.selected != NONE:
        out[_SELECTED + s.selected] = 1.0
    if s.over == 0:
        out[_PHASE + s.phase] = 1.0
    out[_WHOLE], out[_WHOLE + 1] = s.player == seat, s.decked * _DECK
    out[_WHOLE + 2], out[_WHOLE + 3] = max(0, s.turns) * _SEAT, s.seats * _SEAT
    out[_WHOLE + 4], out[_WHOLE + 5] = s.extra, s.double == 2
    out[_WHOLE + 6], out[_WHOLE + 7] = s.bonuses, s.cancels


@kernel
def observe_seat(s: Record, other: int, turn: int, out: npt.NDArray[np.float32]) -> None:
    """Write the planes about the seat `other`, number `turn` counted from the observer."""
    write_hand(s.hands[other] if s.over != 0 else s.known[other], out, _KNOWN + turn * CARDS)
    for i in range(s.planted[other]):
        card, square = s.garden[other, i], s.squares[other, i]
        out[_PLANTED + turn * CARDS + card] = 1.0
        out[_ROW + card] = (square // WIDTH - REACH) * _STEP
        out[_COLUMN + card] = (square % WIDTH - REACH) * _STEP
    for i in range(s.piled[other]):
        out[_PILED + turn * CARDS + s.piles[other, i]] = 1.0 / (s.piled[other] - i)


@kernel
def write_hand(masks: npt.NDArray[np.int16], out: npt.NDArray[np.float32], at: int) -> None:
    """Write 1 for each card of a hand to `out[at:]`, which is clear."""
    for species in range(SPECIES):
        mask = masks[species]
        if mask != 0:
            for value in range(VALUES):
                out[at + species * VALUES + value] = has(mask, value)
