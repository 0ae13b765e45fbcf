"""What a seat knows in Splendor: deal anew what it cannot know, and write what it can as numbers."""

import numpy as np
import numpy.typing as npt

from parlour.core.kernel import Record, kernel, shuffle
from parlour.games.splendor.cards import BONUS, COST, FIRST, LEVEL, NOBLE_COST, POINTS
from parlour.games.splendor.state import (
    ALL,
    CARDS,
    COLOURS,
    GOAL,
    GOLD_SUPPLY,
    HAND,
    KINDS,
    LEVELS,
    LIMIT,
    MAIN,
    MOST,
    NONE,
    PAY,
    PLACES,
    RETURN,
    ROUND_LIMIT,
    SPLIT,
    SUPPLY,
    TABLE,
    held,
    tiles_of,
)


@kernel
def determinize(s: Record, seat: int, seed: np.uint64) -> None:
    """Deal the decks and the others' blind reservations anew, each level for itself.

    What can be inferred from how the others played, a forced pass included, is not used.
    """
    s.rng = seed
    hidden = find_hidden(s, seat)
    pool = np.empty(CARDS, np.int16)
    for level in range(LEVELS):
        n = 0
        for card in range(FIRST[level], FIRST[level + 1]):
            if hidden[card] != 0:
                pool[n] = card
                n += 1
        shuffle(s, pool, n)
        for i in range(s.decked[level]):
            s.decks[FIRST[level] + i] = pool[i]
        n = s.decked[level]
        for other in range(s.seats):
            for place in range(s.reserves[other]):
                if hides(s, seat, other, place) and LEVEL[s.reserved[other, place]] == level:
                    s.reserved[other, place] = pool[n]
                    n += 1


@kernel
def hides(s: Record, seat: int, other: int, place: int) -> bool:
    """Say whether `seat` may not know a card in the hand of `other`."""
    return other != seat and s.blind[other, place] != 0


@kernel
def find_hidden(s: Record, seat: int) -> npt.NDArray[np.int16]:
    """Mark the cards, shape (90,), whose places `seat` cannot know."""
    hidden = np.zeros(CARDS, np.int16)
    for level in range(LEVELS):
        for i in range(FIRST[level], FIRST[level] + s.decked[level]):
            hidden[s.decks[i]] = 1
    for other in range(s.seats):
        for place in range(s.reserves[other]):
            if hides(s, seat, other, place):
                hidden[s.reserved[other, place]] = 1
    return hidden


FACES = np.zeros((CARDS + 1, 12), np.float32)
"""What a card shows to `observe`: 1, points / 5, bonus, cost / 7. The last row, at `NONE`, is empty."""

FACES[:CARDS, 0] = 1
FACES[:CARDS, 1] = POINTS / 5
FACES[:CARDS, 2:7] = np.eye(COLOURS)[BONUS]
FACES[:CARDS, 7:] = COST / 7

TILE_FACES = np.append(NOBLE_COST / 4, np.zeros((1, COLOURS)), axis=0).astype(np.float32)
"""The cost of a noble to `observe`, / 4; the last row, at `NONE`, is empty."""

_FACE = 12
_PENDING = 29
_NOBLES = _PENDING + 2 * KINDS + COLOURS + TABLE + HAND
_TILE = 3 + COLOURS
_TABLE = _NOBLES + PLACES * _TILE
_SEATS = _TABLE + TABLE * _FACE
_SEAT = KINDS + COLOURS + 3
_HANDS = _SEATS + MOST * _SEAT
_IN_HAND = 2 + _FACE
OBSERVATION = (_HANDS + MOST * HAND * _IN_HAND,)

# Counts are multiplied by these, which is quicker than to divide them.
_BANK = np.array([[1 / max(1, supply)] * COLOURS + [1 / GOLD_SUPPLY] for supply in SUPPLY])
_HEIGHTS = np.array([1 / (FIRST[level + 1] - FIRST[level]) for level in range(LEVELS)])
_THIRD, _FIFTH, _SEVENTH, _TENTH, _TWENTIETH = 1 / 3, 1 / 5, 1 / 7, 1 / 10, 1 / 20
_GOAL, _ROUNDS = 1 / GOAL, 1 / ROUND_LIMIT


@kernel
def write_face(card: int, out: npt.NDArray[np.float32], at: int) -> None:
    """Write a card, or nothing for `NONE`, to `out[at:]`; to take the row first is four times as quick."""
    face = FACES[card]
    for i in range(_FACE):
        out[at + i] = face[i]


@kernel
def observe(s: Record, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write what a seat knows, everything about seats beginning with its own and then in playing order.

    * 0: bank (6, over the supply), deck heights (3, over the level's cards), phase (4: main, pay, return,
      noble), seat on turn (4), rounds / 400, passes / 5, tokens above ten / 3, number of seats (3: 2, 3, 4),
      options (6: official ties, returns of taken tokens, nobles shared in full, split, partial takes, choice
      of payment)
    * 29: taken and returned (6 each, / 3), gold for colours (5, / 5), card being bought (15: slots, hand)
    * 61: nobles by place (8 each: there, claimed this round, claimed by this seat, cost / 4)
    * 101: slots (12 each: there, points / 5, bonus, cost / 7)
    * 245: seats (14 each: tokens / 10, bonuses / 7, points / 15, cards / 20, nobles / 3)
    * 301: hands (3 cards each, 14 a card: level / 3, reserved blind, then as for slots, or 0 where the seat
      may not know the card)
    """
    observe_turn(s, seat, out)
    for place in range(PLACES):
        tile, at = s.nobles[place], _NOBLES + place * _TILE
        if tile != NONE:
            out[at], out[at + 1], out[at + 2] = 1.0, s.claimed[place], (s.holders[tile] >> seat) & 1
        for colour in range(COLOURS):
            out[at + 3 + colour] = TILE_FACES[tile, colour]
    for slot in range(TABLE):
        write_face(s.table[slot], out, _TABLE + slot * _FACE)
    for turn in range(s.seats):
        other = seat + turn
        observe_seat(s, other - s.seats if other >= s.seats else other, turn, out)


@kernel
def observe_turn(s: Record, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write the parts of `observe` that are about the bank, the turn and the options."""
    for kind in range(KINDS):
        out[kind] = s.bank[kind] * _BANK[s.seats, kind]
    for level in range(LEVELS):
        out[6 + level] = s.decked[level] * _HEIGHTS[level]
    if s.over == 0:
        out[9 + s.phase] = 1.0
        out[13 + (s.player - seat if s.player >= seat else s.player - seat + s.seats)] = 1.0
        if s.phase != MAIN:
            observe_pending(s, out)
    out[17], out[18] = s.rounds * _ROUNDS, s.passes * _FIFTH
    out[20 + s.seats - 2] = 1.0
    out[23], out[24], out[25], out[26] = s.official, s.returning, s.sharing == ALL, s.sharing == SPLIT
    out[27], out[28] = s.partial, s.choosing


@kernel
def observe_pending(s: Record, out: npt.NDArray[np.float32]) -> None:
    """Write the parts of `observe` about a turn half done."""
    if s.phase == RETURN:
        out[19] = (held(s, s.player) - LIMIT) * _THIRD
        for kind in range(KINDS):
            out[_PENDING + kind] = s.taken[kind] * _THIRD
            out[_PENDING + KINDS + kind] = s.returned[kind] * _THIRD
    if s.phase == PAY:
        for colour in range(COLOURS):
            out[_PENDING + 2 * KINDS + colour] = s.gold_for[colour] * _FIFTH
        out[_PENDING + 2 * KINDS + COLOURS + s.buying] = 1.0


@kernel
def observe_seat(s: Record, other: int, turn: int, out: npt.NDArray[np.float32]) -> None:
    """Write the parts of `observe` about the seat `other`, number `turn` counted from the observer."""
    at = _SEATS + turn * _SEAT
    for kind in range(KINDS):
        out[at + kind] = s.tokens[other, kind] * _TENTH
    for colour in range(COLOURS):
        out[at + KINDS + colour] = s.bonuses[other, colour] * _SEVENTH
    at += KINDS + COLOURS
    out[at], out[at + 1] = s.points[other] * _GOAL, s.bought[other] * _TWENTIETH
    out[at + 2] = tiles_of(s, other) * _THIRD
    for place in range(s.reserves[other]):
        card, at = s.reserved[other, place], _HANDS + (turn * HAND + place) * _IN_HAND
        out[at], out[at + 1] = (LEVEL[card] + 1) * _THIRD, s.blind[other, place]
        if turn == 0 or s.blind[other, place] == 0:
            write_face(card, out, at + 2)
