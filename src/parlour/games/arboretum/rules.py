"""Arboretum: draw two, plant one, discard one; paths of trees score where the hand gives the right.

Rules: `docs/rules/arboretum.md`. What the fields and constants mean stands in `state.py`.
"""

import numpy as np

from parlour.core.kernel import Actions, Record, Shares, kernel, shuffle
from parlour.games.arboretum.knowledge import OBSERVATION, determinize, observe
from parlour.games.arboretum.paths import best_path
from parlour.games.arboretum.state import (
    ACTIONS,
    ALL_BUT_FIRST,
    BESIDE,
    CARDS,
    DISCARD,
    DISCARDING,
    ENDED,
    FIRST_DRAW,
    FROM_DECK,
    FROM_PILE,
    GARDEN,
    HAND,
    HOME,
    IN_PLAY,
    MAX_LEGAL,
    MOST,
    NOBODY,
    NONE,
    PILE,
    PLACE,
    PLACING,
    PLAY,
    PLAYING,
    SEATS,
    SECOND_DRAW,
    SPECIES,
    VALUES,
    WIDTH,
    State,
    has,
    has_source,
    list_hand,
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
    """Shuffle the species in play, deal seven cards each, and turn up the starting discards."""
    s.rng, s.seats, s.player, s.over = seed, seats, 0, 0
    s.phase, s.selected, s.turns = FIRST_DRAW, NONE, NONE
    s.decked = IN_PLAY[seats] * VALUES
    for card in range(CARDS):
        s.deck[card] = card if card < s.decked else NONE
    shuffle(s, s.deck, s.decked)
    s.rng = np.uint64(0)
    for seat in range(MOST):
        clear_seat(s, seat)
    for seat in range(seats):
        for _ in range(HAND):
            take(s, seat, draw(s))
    for seat in range(seats):
        if s.starting != NOBODY and (seat > 0 or s.starting != ALL_BUT_FIRST):
            put_on_pile(s, seat, draw(s))


@kernel
def clear_seat(s: Record, seat: int) -> None:
    """Take everything from a seat."""
    s.piled[seat] = s.planted[seat] = s.edges[seat] = 0
    for species in range(SPECIES):
        s.hands[seat, species] = s.known[seat, species] = 0
    for i in range(PILE):
        s.piles[seat, i] = NONE
    for i in range(GARDEN):
        s.garden[seat, i] = s.squares[seat, i] = NONE
    for i in range(BESIDE):
        s.edge[seat, i] = NONE


@kernel
def draw(s: Record) -> int:
    """Take the top card off the deck, which is not empty."""
    s.decked -= 1
    card = s.deck[s.decked]
    s.deck[s.decked] = NONE
    return card


@kernel
def draw_from_pile(s: Record, seat: int) -> int:
    """Take the top card off a pile, which is not empty."""
    s.piled[seat] -= 1
    card = s.piles[seat, s.piled[seat]]
    s.piles[seat, s.piled[seat]] = NONE
    return card


@kernel
def put_on_pile(s: Record, seat: int, card: int) -> None:
    """Put a card on a seat's pile."""
    s.piles[seat, s.piled[seat]] = card
    s.piled[seat] += 1


@kernel
def take(s: Record, seat: int, card: int) -> None:
    """Take a card into a hand."""
    s.hands[seat, card // VALUES] |= 1 << (card % VALUES)


@kernel
def show(s: Record, seat: int, card: int) -> None:
    """Note that all know of a card in a hand."""
    s.known[seat, card // VALUES] |= 1 << (card % VALUES)


@kernel
def give(s: Record, seat: int, card: int) -> None:
    """Take a card out of a hand."""
    species, rest = card // VALUES, ~(1 << (card % VALUES))
    s.hands[seat, species] &= rest
    s.known[seat, species] &= rest


# Legal actions


@kernel
def legal(s: Record, out: Actions) -> int:
    """Write the legal actions, ascending; return how many."""
    if s.over != 0:
        return 0
    if s.phase == PLAY:
        return list_hand(s, s.player, PLAYING, out)
    if s.phase == DISCARD:
        return list_hand(s, s.player, DISCARDING, out)
    if s.phase == PLACE:
        return legal_squares(s, out)
    n = 0
    if s.decked > 0:
        out[0] = FROM_DECK
        n = 1
    for seat in range(s.seats):
        if s.piled[seat] > 0:
            out[n] = FROM_PILE + seat
            n += 1
    return n


@kernel
def legal_squares(s: Record, out: Actions) -> int:
    """Write the squares where a card can be planted: the first in the middle, others beside those there."""
    seat = s.player
    if s.planted[seat] == 0:
        out[0] = PLACING + HOME
        return 1
    n = s.edges[seat]
    for i in range(n):
        out[i] = PLACING + s.edge[seat, i]
    return n


# Playing


@kernel
def apply(s: Record, action: int) -> None:
    """Play a legal action."""
    seat = s.player
    if action < PLAYING:
        if action == FROM_DECK:
            take(s, seat, draw(s))
        else:
            card = draw_from_pile(s, action - FROM_PILE)
            take(s, seat, card)
            show(s, seat, card)
        s.phase = SECOND_DRAW if s.phase == FIRST_DRAW and has_source(s) else PLAY
    elif action < PLACING:
        s.selected = action - PLAYING
        show(s, seat, s.selected)
        s.phase = PLACE
    elif action < DISCARDING:
        give(s, seat, s.selected)
        plant(s, seat, s.selected, action - PLACING)
        s.selected, s.phase = NONE, DISCARD
    else:
        give(s, seat, action - DISCARDING)
        put_on_pile(s, seat, action - DISCARDING)
        next_turn(s)


@kernel
def plant(s: Record, seat: int, card: int, square: int) -> None:
    """Plant a card on a free square, and note the free squares around it."""
    s.garden[seat, s.planted[seat]], s.squares[seat, s.planted[seat]] = card, square
    s.planted[seat] += 1
    leave_edge(s, seat, square)
    for beside in (square - WIDTH, square - 1, square + 1, square + WIDTH):
        join_edge(s, seat, beside)


@kernel
def leave_edge(s: Record, seat: int, square: int) -> None:
    """Take a square out of the free squares beside an arboretum, if it is there."""
    count, kept = s.edges[seat], 0
    for i in range(count):
        other = s.edge[seat, i]
        if other != square:
            s.edge[seat, kept] = other
            kept += 1
    for i in range(kept, count):
        s.edge[seat, i] = NONE
    s.edges[seat] = kept


@kernel
def join_edge(s: Record, seat: int, square: int) -> None:
    """Add a square to the free squares beside an arboretum, unless a card lies there or it is there."""
    for i in range(s.planted[seat]):
        if s.squares[seat, i] == square:
            return
    at = s.edges[seat]
    while at > 0 and s.edge[seat, at - 1] > square:
        at -= 1
    if at > 0 and s.edge[seat, at - 1] == square:
        return
    for i in range(s.edges[seat], at, -1):
        s.edge[seat, i] = s.edge[seat, i - 1]
    s.edge[seat, at] = square
    s.edges[seat] += 1


@kernel
def next_turn(s: Record) -> None:
    """Pass the turn on; notice when the deck is empty, and the end."""
    if s.turns != NONE:
        s.turns -= 1
    elif s.decked == 0:
        s.turns = s.seats if s.extra != 0 else 0
    if s.turns == 0:
        s.over, s.player, s.turns, s.phase = ENDED, NONE, NONE, FIRST_DRAW
        return
    s.player += 1
    if s.player == s.seats:
        s.player = 0
    s.phase = FIRST_DRAW


# Scoring


@kernel
def hand_sum(s: Record, seat: int, species: int) -> int:
    """Return the sum of a species in a hand; an 8 counts 0 there while an opponent holds the 1."""
    mask = s.hands[seat, species]
    total = 0
    for value in range(VALUES):
        total += (value + 1) * has(mask, value)
    if s.cancels != 0 and has(mask, VALUES - 1) == 1:
        for other in range(s.seats):
            if other != seat and has(s.hands[other, species], 0) == 1:
                return total - VALUES
    return total


@kernel
def has_right(s: Record, seat: int, species: int) -> bool:
    """Say whether no hand has more of a species than this seat's, so that its path of it counts."""
    mine = hand_sum(s, seat, species)
    for other in range(s.seats):  # noqa: SIM110 - a generator would not compile
        if hand_sum(s, other, species) > mine:
            return False
    return True


@kernel
def path_points(s: Record, seat: int, species: int) -> int:
    """Return the points of the best path of a species in an arboretum, whoever has the right."""
    count = 0
    for i in range(s.planted[seat]):
        count += s.garden[seat, i] // VALUES == species
    if count < 2:
        return 0
    path = np.empty(GARDEN, np.int16)
    points, _ = best_path(
        s.garden[seat], s.squares[seat], s.planted[seat], species, s.double, s.bonuses, path
    )
    return points


@kernel
def points_of(s: Record, seat: int) -> int:
    """Return a seat's points as the hands and arboreta are now."""
    points = 0
    for species in range(IN_PLAY[s.seats]):
        if has_right(s, seat, species):
            points += path_points(s, seat, species)
    return points


@kernel
def species_of(s: Record, seat: int) -> int:
    """Count the species in an arboretum."""
    seen = 0
    for i in range(s.planted[seat]):
        seen |= 1 << (s.garden[seat, i] // VALUES)
    count = 0
    for species in range(SPECIES):
        count += (seen >> species) & 1
    return count


@kernel
def returns(s: Record, out: Shares) -> None:
    """Share the win among those with the most points and, of those, the most species planted."""
    best, sharing = -1, 0
    for seat in range(s.seats):
        order = int(points_of(s, seat)) * (SPECIES + 1) + int(species_of(s, seat))
        out[seat] = order
        if order > best:
            best, sharing = order, 0
        sharing += order == best
    for seat in range(s.seats):
        out[seat] = 1.0 / sharing if out[seat] == best else 0.0
