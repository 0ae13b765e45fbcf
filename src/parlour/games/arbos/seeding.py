"""How seeds come to lie on the board of Arbos."""

import numpy as np

from parlour.core.kernel import Record, kernel, random_below
from parlour.games.arbos.state import (
    NONE,
    PAWNS,
    PLAYING,
    RESTARTS,
    ROWS,
    SEEDING,
    SEEDS,
    SPREAD,
    SYMMETRIC,
    TREES,
    WIDTH,
    has_cell,
)

_MISSES = 40
"""Cells drawn in vain before those that are left are listed; until then a draw costs next to nothing."""

_CANDIDATES = 10
"""Cells of which a spread seed takes the one that is farthest from the others."""


@kernel
def clear(s: Record) -> None:
    """Empty the board."""
    s.phase, s.passes, s.loser = SEEDING, 0, NONE
    for i in range(PAWNS):
        s.pawns[0, i] = s.pawns[1, i] = 0
    for seat in range(2):
        s.placed[seat] = s.grown[seat] = 0
        for row in range(ROWS):
            s.free[seat, row] = s.near[seat, row] = 0
        for k in range(TREES):
            for row in range(ROWS):
                s.trees[seat, k, row] = 0
    clear_seeds(s)


@kernel
def board_row(s: Record, row: int) -> int:
    """Return a row of the mask of all cells; `row` counts guard rows."""
    return (1 << int(s.side)) - 1 if 1 <= row <= s.side else 0


@kernel
def clear_seeds(s: Record) -> None:
    """Take all seeds off the board."""
    s.sown = 0
    for i in range(SEEDS):
        s.seeds[i] = 0
    for row in range(ROWS):
        s.sites[row] = board_row(s, row)
    if s.placement == SYMMETRIC:
        bar_middle(s)


@kernel
def bar_middle(s: Record) -> None:
    """Take out the cells that lie too near to their own image under a half-turn."""
    last = int(s.side) - 1
    for row in range(s.side):
        for column in range(s.side):
            if max(abs(last - 2 * row), abs(last - 2 * column)) < s.spacing:
                s.sites[row + 1] &= ~(1 << column)


@kernel
def put_seed(s: Record, cell: int) -> None:
    """Put a seed, and bar the cells that are too near to it."""
    s.seeds[s.sown] = cell
    s.sown += 1
    row, reach = cell // WIDTH + 1, int(s.spacing) - 1
    barred = (((1 << (2 * reach + 1)) - 1) << (cell % WIDTH)) >> reach
    for other in range(max(1, row - reach), min(WIDTH, row + reach) + 1):
        s.sites[other] &= ~barred


@kernel
def start_play(s: Record) -> None:
    """Begin the pawns' part: all cells without a seed are free for both."""
    s.phase, s.player = PLAYING, 0
    for row in range(ROWS):
        s.sites[row] = 0
        s.free[0, row] = s.free[1, row] = board_row(s, row)
    for i in range(s.sown):
        cell = int(s.seeds[i])
        row, bit = cell // WIDTH + 1, 1 << (cell % WIDTH)
        s.free[0, row] &= ~bit
        s.free[1, row] &= ~bit


# By the game itself


@kernel
def sow(s: Record) -> bool:
    """Put all seeds by the option `placement`; say whether they found place within `RESTARTS` attempts."""
    for _ in range(RESTARTS):
        clear_seeds(s)
        while s.sown < s.wanted and has_site(s):
            cell = spread_site(s) if s.placement == SPREAD else random_site(s)
            put_seed(s, cell)
            if s.placement == SYMMETRIC:
                put_seed(s, (int(s.side) - 1) * (WIDTH + 1) - cell)
        if s.sown == s.wanted:
            return True
    return False


@kernel
def has_site(s: Record) -> bool:
    """Say whether a seed can be put anywhere."""
    for row in range(1, s.side + 1):  # noqa: SIM110 - a generator would not compile
        if s.sites[row] != 0:
            return True
    return False


@kernel
def random_site(s: Record) -> int:
    """Draw a cell where a seed may be put, uniformly; there is one."""
    side = int(s.side)
    for _ in range(_MISSES):
        drawn = random_below(s, side * side)
        cell = drawn // side * WIDTH + drawn % side
        if has_cell(s.sites, cell):
            return cell
    sites = np.empty(WIDTH * WIDTH, np.int16)
    n = 0
    for cell in range(s.side * WIDTH):
        sites[n] = cell
        n += has_cell(s.sites, cell)
    return int(sites[random_below(s, n)])


@kernel
def spread_site(s: Record) -> int:
    """Draw ten such cells and return the one that is farthest from any seed, the first among equals.

    Distance is the greater one of rows and columns, as for neighbours.
    """
    best, farthest = NONE, NONE
    for _ in range(_CANDIDATES):
        cell = random_site(s)
        nearest = WIDTH
        for i in range(s.sown):
            seed = int(s.seeds[i])
            rows, columns = abs(cell // WIDTH - seed // WIDTH), abs(cell % WIDTH - seed % WIDTH)
            nearest = min(nearest, max(rows, columns))
        if nearest > farthest:
            best, farthest = cell, nearest
    return best
