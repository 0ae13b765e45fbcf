"""What a view tells of a player, listed in compiled code: a page is drawn after every move."""

import numpy as np
import numpy.typing as npt

from parlour.core.kernel import Record, kernel
from parlour.games.arbos.scoring import counted, hold, tally
from parlour.games.arbos.state import CELLS, PAWNS, PLAYING, ROWS, SEEDING, SEEDS, TREES, WIDTH, open_row

Cells = npt.NDArray[np.int16]
Numbers = npt.NDArray[np.int64]

LISTS = 3 + 2 * TREES
"""Pawns, open cells, barred cells; then the pawns and the seeds of each tree."""

MOST = 2 * CELLS + 2 * PAWNS + TREES * SEEDS
"""How many cells all of these are at most."""


@kernel
def survey(s: Record, seat: int, cells: Cells, ends: Cells) -> tuple[int, int, int]:
    """List cells of a seat one list after the other, and where each ends; return what `tally` does."""
    held = np.zeros(TREES, np.int64)
    hold(s, seat, held)
    n = 0
    for i in range(s.placed[seat]):
        cells[n] = s.pawns[seat, i]
        n += 1
    ends[0] = n
    if s.over == 0 and s.placed[seat] < s.supply:
        for row in range(1, s.side + 1):
            n = listed(open_row(s, seat, row), row, cells, n)
    ends[1] = n
    if s.phase == PLAYING:
        taken = occupied(s)
        for row in range(1, s.side + 1):
            n = listed(((1 << int(s.side)) - 1) & ~taken[row] & ~s.free[seat, row], row, cells, n)
    ends[2] = n
    for k in range(TREES):
        if k < s.grown[seat]:
            for i in range(s.placed[seat]):
                cell = int(s.pawns[seat, i])
                if (s.trees[seat, k, cell // WIDTH + 1] >> (cell % WIDTH)) & 1:
                    cells[n] = cell
                    n += 1
        ends[3 + 2 * k] = n
        for i in range(s.sown):
            if (held[k] >> i) & 1:
                cells[n] = s.seeds[i]
                n += 1
        ends[4 + 2 * k] = n
    return tally(s, seat, held)


GROWTH = 2 + TREES
GLANCE = 5 + 2 * GROWTH
"""How many numbers tell of a seat, and of a position, what the log needs."""


@kernel
def glance(s: Record, found: Numbers) -> None:
    """Write whether it is over, whether seeds are put, the seat on turn, the passes and the number of seeds.

    Then for each seat the pawns that are left, the number of trees, and the seeds of each as bits.
    """
    found[0], found[1], found[2], found[3] = s.over, s.phase == SEEDING, s.player, s.passes
    found[4] = s.sown
    for seat in range(2):
        at = 5 + seat * GROWTH
        found[at], found[at + 1] = s.supply - s.placed[seat], s.grown[seat]
        hold(s, seat, found[at + 2 : at + GROWTH])


@kernel
def listed(row_of: int, row: int, cells: Cells, n: int) -> int:
    """Add the cells of a row of a mask to a list of `n`; return how many there are then."""
    for column in range(WIDTH):
        if (row_of >> column) & 1:
            cells[n] = (row - 1) * WIDTH + column
            n += 1
    return n


@kernel
def occupied(s: Record) -> npt.NDArray[np.int64]:
    """Return the mask of the cells where a pawn or seed lies."""
    taken = np.zeros(ROWS, np.int64)
    for seat in range(2):
        for k in range(s.grown[seat]):
            for row in range(ROWS):
                taken[row] |= s.trees[seat, k, row]
    for i in range(s.sown):
        cell = int(s.seeds[i])
        taken[cell // WIDTH + 1] |= 1 << (cell % WIDTH)
    return taken


@kernel
def prospects(
    scoring: int, held: Numbers, pawns: Cells, trees: Cells, seeds: Cells, cells: Cells, points: Numbers
) -> None:
    """Write what a seat would have after one more pawn, for each of the cells that are open to it.

    `held` are the seeds of its trees as bits, `trees` the tree of each of its pawns; bits are of `seeds`.
    """
    joined, linked = np.zeros(CELLS, np.int64), np.zeros(CELLS, np.int64)
    for i in range(len(pawns)):
        spread(joined, int(pawns[i]), 1 << int(trees[i]))
    for i in range(len(seeds)):
        spread(linked, int(seeds[i]), 1 << i)
    after = np.zeros(TREES + 1, np.int64)
    for n in range(len(cells)):
        together, others = linked[cells[n]], 0
        for k in range(len(held)):
            if (joined[cells[n]] >> k) & 1:
                together |= held[k]
            else:
                after[others] = held[k]
                others += 1
        after[others] = together
        points[n] = counted(scoring, others + 1, after)[0]


@kernel
def spread(marks: Numbers, cell: int, bit: int) -> None:
    """Mark the neighbours of a cell, and itself."""
    row, column = cell // WIDTH, cell % WIDTH
    for down in range(max(0, row - 1), min(WIDTH, row + 2)):
        for right in range(max(0, column - 1), min(WIDTH, column + 2)):
            marks[down * WIDTH + right] |= bit
