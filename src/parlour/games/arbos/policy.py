"""Quick judgement in Arbos: a choice for rollouts, and one for absent players."""

import numpy as np

from parlour.core.kernel import Actions, Record, kernel, random_below
from parlour.games.arbos.evaluation import EVALUATION, evaluate
from parlour.games.arbos.merit import PRIOR, score
from parlour.games.arbos.rules import lowest
from parlour.games.arbos.scoring import bits
from parlour.games.arbos.seeding import random_site, spread_site
from parlour.games.arbos.state import NONE, PASS, SEED, SEEDING, SPREAD, TIMEOUT, WIDTH

__all__ = ["EVALUATION", "PRIOR", "evaluate", "idle", "policy", "score"]

_CHANCE = 8
"""One placement in so many is drawn from all."""

_USEFUL_TREES = 2
"""How many trees are begun on purpose, since a pair counts."""


@kernel
def policy(s: Record, acts: Actions, n: int) -> int:
    """Link any seed, or else go towards one, both by chance; never pass where a pawn can be placed."""
    if n == 1 or s.phase == SEEDING or s.sown == 0:
        return int(acts[random_below(s, n)])
    draw = int(np.int64(random_below(s, _CHANCE * s.sown)))
    choice = NONE if draw % _CHANCE == 0 else approach(s, draw // _CHANCE)
    return choice if choice != NONE else int(acts[random_below(s, n - (acts[n - 1] == PASS))])


@kernel
def approach(s: Record, start: int) -> int:
    """Return a cell that links a seed, else one that is nearest to a seed; seeds are tried from `start` on.

    `NONE` if no seed can be linked any more.
    """
    for reach in range(1, s.side):
        missing = 0
        for k in range(s.sown):
            cell = int(s.seeds[start + k if start + k < s.sown else start + k - s.sown])
            if is_missing(s, cell // WIDTH + 1, cell % WIDTH):
                missing += 1
                found = draw_around(s, cell, reach)
                if found != NONE:
                    return found
                if reach > 1:
                    break
        if missing == 0:
            break
    return NONE


@kernel
def is_missing(s: Record, row: int, column: int) -> bool:
    """Say whether the seat on turn has not linked a seed that it can still link; `row` counts guard rows."""
    if (s.near[s.player, row] >> column) & 1:
        return False
    free = s.free[s.player]
    return bool((free[row - 1] | free[row] | free[row + 1]) & ((7 << column) >> 1) != 0)


@kernel
def draw_around(s: Record, cell: int, reach: int) -> int:
    """Draw one of the cells for a pawn within so many rows and columns of a cell, or return `NONE`."""
    row, window = cell // WIDTH + 1, (((1 << (2 * reach + 1)) - 1) << (cell % WIDTH)) >> reach
    first, last = max(1, row - reach), min(int(s.side), row + reach)
    count = 0
    for other in range(first, last + 1):
        count += bits(useful_row(s, other) & window)
    if count == 0:
        return NONE
    drawn = int(np.int64(random_below(s, count)))
    for other in range(first, last + 1):
        cells = useful_row(s, other) & window
        count = bits(cells)
        if drawn < count:
            for _ in range(drawn):
                cells &= cells - 1
            return (other - 1) * WIDTH + lowest(cells)
        drawn -= count
    return NONE


@kernel
def useful_row(s: Record, row: int) -> int:
    """Return a row of the cells for a pawn that joins a tree, or begins one of the first two."""
    seat = s.player
    if s.grown[seat] < min(_USEFUL_TREES, s.most):
        return int(s.free[seat, row])
    return int(s.free[seat, row] & s.near[seat, row])


# Absence


@kernel
def idle(s: Record, acts: Actions, n: int) -> int:
    """Let the clock pass; put a seed where the game would."""
    if s.phase != SEEDING:
        return TIMEOUT
    return SEED + (spread_site(s) if s.late == SPREAD else random_site(s))
