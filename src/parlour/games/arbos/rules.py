"""Arbos: trees of pawns that touch seeds; the best two trees count.

Rules: `docs/rules/arbos.md`. What the fields and constants mean stands in `state.py`.
"""

import numpy as np

from parlour.core.kernel import Actions, Record, Shares, kernel, random_below
from parlour.games.arbos.knowledge import OBSERVATION, determinize, observe
from parlour.games.arbos.scoring import bits, points_of
from parlour.games.arbos.seeding import clear, put_seed, sow, start_play
from parlour.games.arbos.state import (
    ACTIONS,
    FORCED,
    FORFEITED,
    INTERACTIVE,
    MAX_LEGAL,
    NO_START,
    NONE,
    PASS,
    PASSED,
    PLAYING,
    ROWS,
    SEATS,
    SEED,
    SEEDING,
    STUCK,
    TIMEOUT,
    WIDTH,
    State,
    can_place,
    is_legal,
    open_row,
)

__all__ = [
    "ACTIONS",
    "AUTOMATIC",
    "CLOCK",
    "MAX_LEGAL",
    "OBSERVATION",
    "SEATS",
    "State",
    "admits",
    "apply",
    "determinize",
    "legal",
    "observe",
    "returns",
    "sample",
    "setup",
]

CLOCK = (TIMEOUT,)
"""Actions that a clock plays and no player chooses."""

AUTOMATIC = (FORCED,)
"""Actions that a table plays at once, since whoever has one has no other."""


@kernel
def setup(s: Record, seats: int, seed: np.uint64) -> None:
    """Put the seeds, unless the players do; `over` is `NO_START` if they found no place."""
    s.rng, s.seats, s.player, s.over = seed, seats, 0, 0
    clear(s)
    if s.placement != INTERACTIVE and not sow(s):
        s.over, s.player = NO_START, NONE
    elif s.sown == s.wanted:
        start_play(s)
    s.rng = np.uint64(0)


# Legal actions


# A de Bruijn sequence multiplied by a single bit holds that bit's place in its upper five (Leiserson, Prokop,
# Randall: Using de Bruijn sequences to index a 1 in a computer word, 1998).
_SEQUENCE = 0x077CB531
_PLACES = np.zeros(32, np.int64)
for _place in range(32):
    _PLACES[(_SEQUENCE << _place >> 27) & 31] = _place
_ONE = np.uint64(1)


@kernel
def lowest(row: int) -> int:
    """Return the place of the lowest bit of a row."""
    return int(_PLACES[((row & -row) * _SEQUENCE >> 27) & 31])


@kernel
def list_row(row: int, base: int, out: Actions, n: int) -> int:
    """Write the cells of a row to `out[n:]`, each added to `base`; return how many there are then.

    It counts unsigned, since Numba otherwise checks each index for a negative one, a third of the time.
    """
    at = np.uint64(n)
    while row != 0:
        out[at] = base + lowest(row)
        at += _ONE
        n += 1
        row &= row - 1
    return n


@kernel
def cells_of(s: Record, row: int) -> int:
    """Return a row of the cells that the seat on turn can play on; `row` counts guard rows."""
    if s.phase == SEEDING:
        return int(s.sites[row])
    return open_row(s, s.player, row) if s.placed[s.player] < s.supply else 0


@kernel
def legal(s: Record, out: Actions) -> int:
    """Write the legal actions, ascending; return how many."""
    if s.over != 0:
        return 0
    base = SEED if s.phase == SEEDING else 0
    n = 0
    for row in range(1, s.side + 1):
        n = list_row(cells_of(s, row), base + (row - 1) * WIDTH, out, n)
    if n == 0:
        out[0] = FORCED
        return 1
    out[n] = PASS
    return n + may_pass(s)


@kernel
def may_pass(s: Record) -> bool:
    """Say whether a player who can place a pawn may pass instead."""
    return s.phase == PLAYING and s.must == 0


@kernel
def sample(s: Record, acts: Actions) -> int:
    """Draw one of the legal actions, uniformly, without listing them; it advances `s.rng`."""
    n = 0
    for row in range(1, s.side + 1):
        n += bits(cells_of(s, row))
    if n == 0:
        return FORCED
    pick = random_below(s, n + may_pass(s))
    if pick == n:
        return PASS
    row = 1
    while pick >= bits(cells_of(s, row)):
        pick -= bits(cells_of(s, row))
        row += 1
    cells = cells_of(s, row)
    for _ in range(pick):
        cells &= cells - 1
    return (SEED if s.phase == SEEDING else 0) + (row - 1) * WIDTH + lowest(cells)


@kernel
def admits(s: Record, action: int) -> bool:
    """Say whether an action that is not listed can happen: a pass by the clock, or an act that forfeits."""
    if s.over != 0:
        return False
    if action == TIMEOUT:
        return s.phase == PLAYING
    if action == PASS and s.phase == PLAYING and not can_place(s, s.player):
        return False  # no breach, just another word for the forced pass
    return s.strict != 0


# Playing


@kernel
def apply(s: Record, action: int) -> None:
    """Play an action that is legal or that `admits` allows."""
    seat, action = int(s.player), int(action)
    if s.strict != 0 and action != TIMEOUT and not is_legal(s, action):
        if s.phase == SEEDING:
            start_play(s)
        s.loser = seat
        end(s, FORFEITED)
    elif action < SEED:
        place(s, seat, action)
        s.passes, s.player = 0, 1 - seat
        if not can_place(s, 1 - seat) and not can_place(s, seat):
            end(s, STUCK)
    elif action < PASS:
        put_seed(s, action - SEED)
        s.player = 1 - seat
        if s.sown == s.wanted:
            start_play(s)
    else:
        s.passes, s.player = s.passes + 1, 1 - seat
        if s.passes == 2:
            end(s, PASSED)


@kernel
def end(s: Record, how: int) -> None:
    """End the game."""
    s.over, s.player = how, NONE


@kernel
def place(s: Record, seat: int, cell: int) -> None:
    """Put a pawn on an empty cell: it bars what it touches with a side from the opponent."""
    row, bit = cell // WIDTH + 1, 1 << (cell % WIDTH)
    around = bit | bit << 1 | bit >> 1
    s.pawns[seat, s.placed[seat]] = cell
    s.placed[seat] += 1
    s.free[seat, row] &= ~bit
    barred = s.free[1 - seat]
    barred[row - 1] &= ~bit
    barred[row] &= ~around
    barred[row + 1] &= ~bit
    for beside in range(row - 1, row + 2):
        s.near[seat, beside] |= around
    grow(s, seat, row, bit)


@kernel
def grow(s: Record, seat: int, row: int, bit: int) -> None:
    """Add a pawn to the trees that it touches, which become one, or begin a new tree."""
    around = bit | bit << 1 | bit >> 1
    home, kept = NONE, 0
    for k in range(s.grown[seat]):
        tree = s.trees[seat, k]
        if (tree[row - 1] | tree[row] | tree[row + 1]) & around == 0:
            kept = keep(s, seat, k, kept)
        elif home == NONE:
            home = kept
            kept = keep(s, seat, k, kept)
        else:
            for i in range(ROWS):
                s.trees[seat, home, i] |= tree[i]
    for k in range(kept, s.grown[seat]):
        for i in range(ROWS):
            s.trees[seat, k, i] = 0
    if home == NONE:
        home = kept
        kept += 1
    s.trees[seat, home, row] |= bit
    s.grown[seat] = kept


@kernel
def keep(s: Record, seat: int, k: int, place: int) -> int:
    """Move tree `k` to `place`; return the next place."""
    if k != place:
        for i in range(ROWS):
            s.trees[seat, place, i] = s.trees[seat, k, i]
    return place + 1


# The end


@kernel
def returns(s: Record, out: Shares) -> None:
    """Give the win to whoever has more points, or whose opponent forfeited; equal points share it."""
    for seat in range(2):
        out[seat] = points_of(s, seat)
    white = 0.5 + 0.5 * (out[0] > out[1]) - 0.5 * (out[0] < out[1])
    if s.over == FORFEITED:
        white = float(s.loser)
    out[0], out[1] = white, 1.0 - white
