"""Points of Arbos: which seeds are linked to which trees, and the readings of the score.

Sets of seeds are bits of one number: bit i is the seed that was put after i others.
"""

import numpy as np
import numpy.typing as npt

from parlour.core.kernel import Record, kernel
from parlour.games.arbos.state import BOTH_PAIR, LINKED_GE2, SUM2, TOTAL, TREES, WIDTH

Numbers = npt.NDArray[np.int64]


@kernel
def points_of(s: Record, seat: int) -> int:
    """Return the points of a seat as the board is now, by the option `scoring`."""
    held = np.zeros(TREES, np.int64)
    hold(s, seat, held)
    points, _, _ = tally(s, seat, held)
    return points


@kernel
def hold(s: Record, seat: int, held: Numbers) -> None:
    """Add to each tree of a seat the seeds that are linked to it."""
    for i in range(s.sown):
        cell = int(s.seeds[i])
        row, around = cell // WIDTH + 1, (7 << (cell % WIDTH)) >> 1
        if (s.near[seat, row] >> (cell % WIDTH)) & 1:
            for k in range(s.grown[seat]):
                tree = s.trees[seat, k]
                if (tree[row - 1] | tree[row] | tree[row + 1]) & around != 0:
                    held[k] |= 1 << i


@kernel
def tally(s: Record, seat: int, held: Numbers) -> tuple[int, int, int]:
    """Return the points of a seat whose trees hold those seeds, and the two trees of the best pair as bits.

    A bit is 0 for a tree that there is not.
    """
    return counted(int(s.scoring), int(s.grown[seat]), held)


@kernel
def counted(scoring: int, grown: int, held: Numbers) -> tuple[int, int, int]:
    """Return what `tally` does, of the first `grown` sets of seeds by a reading of the score."""
    best, first, second, once, twice = 0, min(1, grown), 0, held[0], 0
    if scoring != BOTH_PAIR:
        best = bits(once)
    for k in range(1, grown):
        for j in range(k):
            points, both = bits(held[k] | held[j]), bits(held[k] & held[j])
            if scoring == BOTH_PAIR:
                points = both
            elif scoring == SUM2:
                points += both
            if points > best or second == 0:
                best, first, second = points, 1 << j, 1 << k
        twice |= once & held[k]
        once |= held[k]
    if scoring == TOTAL:
        best = bits(once)
    elif scoring == LINKED_GE2:
        best = bits(twice)
    return best, first, second


@kernel
def bits(mask: int) -> int:
    """Count the bits of a mask."""
    count = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count
