"""Which seeds still matter to whom in Arbos, and how many pawns lie between them and the trees.

Trees that count come in parts. Where a seed counts once for all of them, they are one part; where it matters
to which tree a seed is linked, each tree of the best pair is a part of its own.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from parlour.core.kernel import Record, kernel
from parlour.games.arbos.scoring import Numbers, hold, tally
from parlour.games.arbos.state import (
    BOTH_PAIR,
    LINKED_GE2,
    ROWS,
    SEEDS,
    TOTAL,
    UNION2,
    WIDTH,
)

DEPTH = 8
"""The most pawns that a way to a seed is looked for."""

FAR = DEPTH + 1
"""Stands for the pawns to a seed that no way leads to, or only a longer one."""

PARTS = 2

AWAY, HELD, PART, FACTS = 0, 2, 3, 5
"""Rows of what is known of a seat: how many pawns link each seed to each part (0 if it is linked, or `FAR`);
the seeds that are linked to each tree, as bits; and for each part the following."""

MEMBERS, FULL, HALF = 0, 1, 2
"""A part's trees; the seeds whose link to it makes a point, or would with another link; all as bits."""

Rows = npt.NDArray[np.int32]


class Survey(NamedTuple):
    """What both seats have and what they are near to."""

    facts: Numbers
    """Shape (2, `FACTS`, `SEEDS`), by seat."""
    layers: Rows
    """Shape (4, `DEPTH` + 1, `ROWS`), by seat and part: masks of the pawns of a part, and of the cells that
    one more pawn could take, two and so on."""


@kernel
def look_around(s: Record) -> Survey:
    """Make a survey."""
    facts, layers = np.zeros((2, FACTS, SEEDS), np.int64), np.zeros((4, DEPTH + 1, ROWS), np.int32)
    for seat in range(2):
        mine = facts[seat]
        hold(s, seat, mine[HELD])
        choose_parts(s, seat, mine)
        for part in range(PARTS):
            here = layers[2 * seat + part]
            for tree in range(s.grown[seat]):
                if mine[PART + part, MEMBERS] >> tree & 1:
                    for row in range(1, s.side + 1):
                        here[0, row] |= s.trees[seat, tree, row]
            count = flood(s, seat, min(DEPTH, int(s.supply - s.placed[seat])), here)
            measure(s, here, count, mine[AWAY + part])
    return Survey(facts, layers)


@kernel
def choose_parts(s: Record, seat: int, facts: Numbers) -> None:
    """Write the parts of a seat, by the seeds that its trees hold."""
    held = facts[HELD]
    _, first, second = tally(s, seat, held)
    joint = s.scoring in (UNION2, TOTAL)
    if joint:
        first, second = (1 << int(s.grown[seat])) - 1 if s.scoring == TOTAL else first | second, 0
    seeds, once, twice, one, other = (1 << int(s.sown)) - 1, 0, 0, 0, 0
    for k in range(s.grown[seat]):
        one |= held[k] if first >> k & 1 else 0
        other |= held[k] if second >> k & 1 else 0
        twice |= once & held[k]
        once |= held[k]
    facts[PART, MEMBERS], facts[PART + 1, MEMBERS] = first, second
    for part in range(1 if joint else PARTS):
        mine, rest = (other, one) if part else (one, other)
        full, half = seeds & ~mine, 0
        if s.scoring == BOTH_PAIR:
            full, half = rest & ~mine, seeds & ~(mine | rest)
        elif s.scoring == LINKED_GE2:
            full, half = once & ~(twice | mine), seeds & ~once
        facts[PART + part, FULL], facts[PART + part, HALF] = full, half


@kernel
def flood(s: Record, seat: int, most: int, layers: Rows) -> int:
    """Write to `layers[k]` the cells that the k-th pawn of a seat could take, from the cells of `layers[0]`.

    `layers` has at least `most` + 1 masks, empty but for the first. Returns how many of them are not.
    """
    free = s.free[seat]
    for k in range(1, most + 1):
        before, earlier, here, found = layers[k - 1], layers[max(0, k - 2)], layers[k], 0
        for row in range(1, s.side + 1):
            column = before[row - 1] | before[row] | before[row + 1]
            cells = (column | column << 1 | column >> 1) & free[row] & ~(before[row] | earlier[row])
            here[row] = cells
            found |= cells
        if found == 0:
            return k
    return most + 1


@kernel
def measure(s: Record, layers: Rows, count: int, out: Numbers) -> None:
    """Write for each seed the first of `count` layers that touches it, or `FAR`."""
    for i in range(s.sown):
        cell = int(s.seeds[i])
        row, around = cell // WIDTH + 1, (7 << (cell % WIDTH)) >> 1
        out[i] = FAR
        for k in range(count):
            if (layers[k, row - 1] | layers[k, row] | layers[k, row + 1]) & around != 0:
                out[i] = k
                break
