"""The record of a game of Arbos: its constants, its fields, and what can be read off it at once.

A cell is its row times 20 plus its column, counted from 0, whatever the size of the board. Sets of cells are
bit masks, one number a row: bit c is column c. Masks have an empty guard row before the first row and after
the last, so that the rows around a cell are always there: row r of the board is `mask[r + 1]`.
"""

import numpy as np

from parlour.core.kernel import Record, kernel
from parlour.core.layout import record_dtype

SEATS = (2,)
WHITE, BLACK = 0, 1
WIDTH = 20
CELLS = WIDTH * WIDTH
ROWS = WIDTH + 2
"""Rows of a mask, both guard rows included."""

SEEDS = 40
PAWNS = 200
TREES = 8
"""The most of each that the options allow; pawns and trees are a player's."""

RESTARTS = 1_000
"""How often a set-up that got stuck begins again before it is given up."""

NONE = -1

RANDOM, SPREAD, INTERACTIVE, SYMMETRIC = 0, 1, 2, 3
"""Values of `placement`; those of `late` are the first two."""

UNION2, SUM2, BOTH_PAIR, LINKED_GE2, TOTAL = 0, 1, 2, 3, 4
"""Values of `scoring`."""

SEEDING, PLAYING = 0, 1
"""Phases: the players put seeds, or pawns."""

NO_START, PASSED, STUCK, FORFEITED = -1, 1, 2, 3
"""Values of `over` beside 0: the set-up got stuck; two passes; nobody can place a pawn; an illegal act."""

SEED = CELLS
PASS = SEED + CELLS
FORCED = PASS + 1
TIMEOUT = PASS + 2
ACTIONS = PASS + 3
"""Actions in this order: a pawn on each cell, a seed on each cell, and three kinds of pass."""

MAX_LEGAL = CELLS + 1

State = record_dtype(
    ("sites", np.int32, (ROWS,)),
    ("free", np.int32, (2, ROWS)),
    ("near", np.int32, (2, ROWS)),
    ("trees", np.int32, (2, TREES, ROWS)),
    ("side", np.int16),
    ("wanted", np.int16),
    ("spacing", np.int16),
    ("placement", np.int16),
    ("late", np.int16),
    ("most", np.int16),
    ("supply", np.int16),
    ("scoring", np.int16),
    ("must", np.int16),
    ("strict", np.int16),
    ("colours", np.int16),
    ("phase", np.int16),
    ("passes", np.int16),
    ("loser", np.int16),
    ("sown", np.int16),
    ("seeds", np.int16, (SEEDS,)),
    ("placed", np.int16, (2,)),
    ("pawns", np.int16, (2, PAWNS)),
    ("grown", np.int16, (2,)),
    ("pad", np.int16, (2,)),
)
"""Options first, from `side` to `colours`. `seeds[:sown]` and `pawns[seat, :placed]` are cells, in the order
in which they came; the rest is 0. `trees[seat, :grown]` are masks, the tree with the oldest pawn first.
`sites` are the cells where a seed may still be put, none once pawns are played. `free` are the cells that a
player's pawn may take if trees do not matter: empty, and not beside an opponent's pawn. `near` are the cells
around a player's pawns, themselves included. `passes` are those in a row; `loser` is who forfeited."""


@kernel
def has_cell(mask: np.ndarray, cell: int) -> bool:
    """Say whether a mask has a cell."""
    return (mask[cell // WIDTH + 1] >> (cell % WIDTH)) & 1 == 1


@kernel
def on_board(s: Record, cell: int) -> bool:
    """Say whether a cell of the largest board is on this one."""
    return cell // WIDTH < s.side and cell % WIDTH < s.side


@kernel
def open_row(s: Record, seat: int, row: int) -> int:
    """Return a row of the cells that a seat can place a pawn on while it has one; `row` counts guard rows."""
    if s.grown[seat] < s.most:
        return int(s.free[seat, row])
    return int(s.free[seat, row] & s.near[seat, row])


@kernel
def is_open(s: Record, seat: int, cell: int) -> bool:
    """Say whether a seat can place a pawn on a cell while it has one."""
    return (open_row(s, seat, cell // WIDTH + 1) >> (cell % WIDTH)) & 1 == 1


@kernel
def can_place(s: Record, seat: int) -> bool:
    """Say whether a seat has a pawn and a cell for it."""
    if s.placed[seat] == s.supply:
        return False
    for row in range(1, s.side + 1):  # noqa: SIM110 - a generator would not compile
        if open_row(s, seat, row) != 0:
            return True
    return False


@kernel
def is_legal(s: Record, action: int) -> bool:
    """Say whether an action is among the legal ones of a game that goes on."""
    seat = s.player
    if s.phase == SEEDING:
        return SEED <= action < PASS and has_cell(s.sites, action - SEED)
    if action == PASS:
        return s.must == 0 and can_place(s, seat)
    if action == FORCED:
        return not can_place(s, seat)
    if action >= SEED or s.placed[seat] == s.supply:
        return False
    return is_open(s, seat, action)
