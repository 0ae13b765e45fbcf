"""Points of Arbos: which seeds are linked to which trees, and the readings of the score."""

import numpy as np
import numpy.typing as npt

from parlour.core.kernel import Record, kernel
from parlour.games.arbos.state import (
    BOTH_PAIR,
    LINKED_GE2,
    NONE,
    SEEDS,
    SUM2,
    TOTAL,
    WIDTH,
)

Links = npt.NDArray[np.int16]


@kernel
def link(s: Record, seat: int, out: Links) -> None:
    """Write for each seed the trees of a seat that have a pawn on a neighbouring cell: bit k for tree k."""
    for i in range(s.sown):
        cell = int(s.seeds[i])
        row, around = cell // WIDTH + 1, (7 << (cell % WIDTH)) >> 1
        mask = 0
        for k in range(s.grown[seat]):
            tree = s.trees[seat, k]
            mask |= int((tree[row - 1] | tree[row] | tree[row + 1]) & around != 0) << k
        out[i] = mask


@kernel
def points_of(s: Record, seat: int) -> int:
    """Return the points of a seat as the board is now, by the option `scoring`."""
    links = np.empty(SEEDS, np.int16)
    link(s, seat, links)
    if s.scoring in (TOTAL, LINKED_GE2):
        least = 1 if s.scoring == TOTAL else 2
        points = 0
        for i in range(s.sown):
            points += bits(links[i]) >= least
        return points
    points, _, _ = best_pair(s, seat, links)
    return points


@kernel
def best_pair(s: Record, seat: int, links: Links) -> tuple[int, int, int]:
    """Return the points of the best pair of trees and the pair, the first among equals.

    With one tree the pair is that tree and `NONE`, and only seeds linked to both of a pair count for none;
    without trees it is `NONE` twice.
    """
    if s.grown[seat] == 0:
        return 0, NONE, NONE
    if s.grown[seat] == 1:
        return (0 if s.scoring == BOTH_PAIR else pair_points(s, links, 0, 0)), 0, NONE
    best, first, second = NONE, NONE, NONE
    for k in range(s.grown[seat]):
        for j in range(k + 1, s.grown[seat]):
            points = pair_points(s, links, k, j)
            if points > best:
                best, first, second = points, k, j
    return best, first, second


@kernel
def pair_points(s: Record, links: Links, k: int, j: int) -> int:
    """Count the seeds of two trees, which may be one and the same: of either, of each, or of both."""
    points = 0
    for i in range(s.sown):
        one, other = links[i] >> k & 1, links[i] >> j & 1
        if s.scoring == SUM2 and k != j:
            points += one + other
        elif s.scoring == BOTH_PAIR:
            points += one & other
        else:
            points += one | other
    return points


@kernel
def bits(mask: int) -> int:
    """Count the bits of a mask."""
    count = 0
    while mask != 0:
        mask &= mask - 1
        count += 1
    return count
