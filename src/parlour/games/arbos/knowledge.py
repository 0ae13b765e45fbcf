"""What a seat knows in Arbos, which is all there is, as planes of numbers."""

import numpy as np
import numpy.typing as npt

from parlour.core.kernel import Record, kernel
from parlour.games.arbos.scoring import hold
from parlour.games.arbos.state import (
    PAWNS,
    SEEDING,
    TREES,
    WHITE,
    WIDTH,
    open_row,
)

Planes = npt.NDArray[np.float32]

_FACTS = 10
OBSERVATION = (_FACTS + 13, WIDTH, WIDTH)

_PAWN, _TREE = 1 / PAWNS, 1 / TREES


@kernel
def determinize(s: Record, seat: int, seed: np.uint64) -> None:
    """Deal nothing anew, since nothing is hidden."""
    s.rng = seed


@kernel
def observe(s: Record, seat: int, out: Planes) -> None:
    """Write what there is as planes of 20 x 20; cells off a smaller board are 0.

    First the observer's and then the opponent's:

    * 0, 1: pawns; 2, 3: the number of the tree that a pawn belongs to, from 1, / 8
    * 4, 5: cells where a pawn could be placed now, if that player were on turn
    * 6, 7: seeds, each with the number of trees that it is linked to / 8

    Then 8: seeds, or cells where one may be put while players put them, as 1/2; 9: the board.

    The others are the same all over the board: 10, 11: pawns left / 200; 12, 13: trees to spare / 8; 14:
    seeds are being put; 15: a pass was just made; 16: the observer is on turn; 17: the observer is white; 18:
    no pass while a pawn can be placed; 19 to 22: scoring sum2, both_pair, linked_ge2, total.
    """
    for turn in range(2):
        observe_player(s, seat if turn == 0 else 1 - seat, turn, out)
    for row in range(s.side):
        for column in range(s.side):
            out[9, row, column] = 1.0
    for i in range(s.sown):
        out[8, s.seeds[i] // WIDTH, s.seeds[i] % WIDTH] = 1.0
    if s.phase == SEEDING:
        write_mask(s, s.sites, out[8], 0.5)
        fill(s, out[14], 1.0)
    if s.passes == 1:
        fill(s, out[15], 1.0)
    if s.player == seat:
        fill(s, out[16], 1.0)
    if seat == WHITE:
        fill(s, out[17], 1.0)
    if s.must != 0:
        fill(s, out[18], 1.0)
    if s.scoring != 0:
        fill(s, out[18 + s.scoring], 1.0)


@kernel
def observe_player(s: Record, seat: int, turn: int, out: Planes) -> None:
    """Write the planes of one player, `turn` 0 for the observer and 1 for the opponent."""
    for k in range(s.grown[seat]):
        write_mask(s, s.trees[seat, k], out[turn], 1.0)
        write_mask(s, s.trees[seat, k], out[2 + turn], (k + 1) * _TREE)
    if s.placed[seat] < s.supply:
        for row in range(s.side):
            cells = open_row(s, seat, row + 1)
            for column in range(WIDTH):
                out[4 + turn, row, column] = (cells >> column) & 1
    held = np.zeros(TREES, np.int64)
    hold(s, seat, held)
    for i in range(s.sown):
        trees = 0
        for k in range(s.grown[seat]):
            trees += (held[k] >> i) & 1
        out[6 + turn, s.seeds[i] // WIDTH, s.seeds[i] % WIDTH] = trees * _TREE
    fill(s, out[10 + turn], (s.supply - s.placed[seat]) * _PAWN)
    fill(s, out[12 + turn], (s.most - s.grown[seat]) * _TREE)


@kernel
def write_mask(s: Record, mask: npt.NDArray[np.int32], plane: Planes, value: float) -> None:
    """Write a value to the cells of a mask."""
    for row in range(s.side):
        cells = mask[row + 1]
        if cells != 0:
            for column in range(WIDTH):
                if (cells >> column) & 1:
                    plane[row, column] = value


@kernel
def fill(s: Record, plane: Planes, value: float) -> None:
    """Write a value to all cells of the board."""
    for row in range(s.side):
        for column in range(s.side):
            plane[row, column] = value
