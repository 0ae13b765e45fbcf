"""How promising a pawn in Arbos looks: by the seeds that it brings nearer, and by the ways that it bars."""

from pathlib import Path

import numpy as np
import numpy.typing as npt

from parlour.core.kernel import Actions, Record, Shares, kernel
from parlour.core.network import Features, Lesson, judge, networks
from parlour.games.arbos.evaluation import is_usual
from parlour.games.arbos.reach import (
    AWAY,
    DEPTH,
    FAR,
    FULL,
    HALF,
    HELD,
    MEMBERS,
    PART,
    PARTS,
    Rows,
    Survey,
    flood,
    look_around,
)
from parlour.games.arbos.rules import lowest
from parlour.games.arbos.scoring import Numbers, tally
from parlour.games.arbos.state import FORCED, PASS, ROWS, SEATS, SEEDING, TOTAL, TREES, WIDTH

# Weights of `score`, in points: found by an evolution strategy (CMA-ES) in about 200,000 games by the
# standard rules against earlier weights.

_SHARPNESS = 10.0
"""Logits a point: in the first half of a game the softmax is then spread over some 10 to 30 actions."""

OWN, SHARED = 11, 4
"""Features of an action, and of a choice."""

_FILE = Path(__file__).with_name("prior.json")
NETWORKS = networks(_FILE, OWN + SHARED, SEATS)

NEAR = np.exp(-0.2 * np.arange(FAR + 1))
"""What a seed is worth, of a point, by the pawns still needed to link it."""

_HALF = 0.4
"""What a link counts where the seed makes a point only with another one."""

_RACE = 0.8
"""How much more a seed counts that both players are equally near to, give or take a pawn."""

_CUT, _SEAL, _BAR = 1.0, 0.09, 0.3
"""What it is worth, of the opponent's step, to bar all shortest ways of his to a seed, or one cell among
others of theirs; and of his prospect of a seed, to bar the last cells beside it."""

_WATCH = 8
"""The most pawns that the opponent needs to a seed for his ways to it to matter."""

_SPARE, _MERGE = 0.04, 0.5
"""What a tree beside the best pair counts, of what it would count in it; and what counts a point that is won
or lost because trees become one."""

_CRADLE = 4
"""How near to a seed a tree can begin, in pawns that link it."""

_ENDING = 100.0
"""The second of two passes, for or against who is ahead."""

_PASSING = -0.1
"""Any other pass."""

STEP, BEGIN, WAY, CUT, MAPS = 0, 2, 4, 5, 6
"""Maps of worths by cell: steps and beginnings for each part; the opponent's ways, and what cuts them off."""

Maps = npt.NDArray[np.float64]
"""Shape (`MAPS`, `ROWS`, `ROWS`); a cell's column counts from 1, like its row."""


@kernel
def score(s: Record, acts: Actions, n: int, out: Shares) -> None:
    """Score each action by what it brings the seat on turn; softmax of it is a fair prior.

    By a network where the rules are usual, else by hand-made weights, which also rate the pass that ends all.
    """
    features, shared = np.empty((n, OWN), np.float32), np.empty(SHARED, np.float32)
    describe_actions(s, acts, n, features, shared)
    if is_usual(s) and s.phase != SEEDING and acts[0] != FORCED:
        judge(NETWORKS[0], features, n, shared, out)
        if s.passes > 0 and acts[n - 1] == PASS:
            out[n - 1] = _SHARPNESS * features[n - 1, 0]
    else:
        for i in range(n):
            out[i] = _SHARPNESS * features[i, 0]


@kernel
def describe_actions(s: Record, acts: Actions, n: int, features: Features, shared: Features) -> None:
    """Describe pawns and a pass; seeds and a forced pass look all alike.

    First of all comes what hand-made weights make of it, in points. Shared are how far the game is, the
    seeds, the lead of the seat on turn, and its trees.
    """
    if s.phase == SEEDING or acts[0] == FORCED:
        features[:], shared[:] = 0.0, 0.0
        return
    survey, maps = look_around(s), np.zeros((MAPS, ROWS, ROWS))
    for seat in range(2):
        for part in range(PARTS):
            chart(s, survey, seat, part, maps)
    describe_pawns(s, acts, n, survey, maps, features)
    ahead = lead(s, survey)
    if acts[n - 1] == PASS:
        features[n - 1] = 0.0
        features[n - 1, 0], features[n - 1, 1] = rate_pass(s, ahead), 1.0
    shared[0], shared[1] = s.placed[0] + s.placed[1], s.sown
    shared[2], shared[3] = ahead, s.grown[s.player]


# Maps


@kernel
def chart(s: Record, survey: Survey, seat: int, part: int, maps: Maps) -> None:
    """Add what the seeds mean to a part of a seat: steps and beginnings of its own, or ways to bar."""
    layers, away = survey.layers[2 * seat + part], survey.facts[seat, AWAY + part]
    scratch = np.zeros((3, DEPTH + 2, ROWS), np.int32)
    ways, begun, cuts = scratch[0], scratch[1], scratch[2]
    mine, begins = seat == s.player, s.grown[seat] < s.most or s.grown[seat] > PARTS
    for i in range(s.sown):
        want = wish(s, survey, seat, part, i)
        if want > 0.0:
            cell = int(s.seeds[i])
            row, bit = cell // WIDTH + 1, 1 << (cell % WIDTH)
            if away[i] < FAR and (mine or away[i] <= _WATCH):
                trace(s, row, bit, layers, away[i], ways)
                if mine:
                    add(s, ways[1], row, away[i], want * step(away[i]), maps[STEP + part])
                else:
                    chart_bars(s, row, want, away[i], ways, cuts, maps)
            if mine and begins:
                begun[0, row] = bit
                count = flood(s, seat, min(away[i], _CRADLE, int(s.supply - s.placed[seat])), begun)
                begun[0, row] = 0
                for k in range(1, count):
                    worth = NEAR[k - 1] - NEAR[away[i]]
                    add(s, begun[k], row, k, want * worth, maps[BEGIN + part])


@kernel
def wish(s: Record, survey: Survey, seat: int, part: int, i: int) -> float:
    """Return what linking a seed to a part is worth to a seat: the more in a race for it."""
    mine, theirs = survey.facts[seat, PART + part], survey.facts[1 - seat]
    full, half = mine[FULL] >> i & 1, mine[HALF] >> i & 1
    lead = min(theirs[AWAY, i], theirs[AWAY + 1, i]) - survey.facts[seat, AWAY + part, i]
    return float((full + _HALF * half) * (1.0 + (_RACE if abs(lead) <= 1 else 0.0)))


@kernel
def step(away: int) -> float:
    """Return what the next pawn to a seed is worth, by the pawns needed to link it."""
    return float(NEAR[away - 1] - NEAR[away])


@kernel
def trace(s: Record, row: int, bit: int, layers: Rows, away: int, ways: Rows) -> None:
    """Write the cells of all shortest ways to a seed, from those for the first pawn in `ways[1]`.

    Guard rows of `ways` are empty.
    """
    for other in range(1, s.side + 1):
        ways[away + 1, other] = 0
    ways[away + 1, row] = bit
    for k in range(away, 0, -1):
        spread(s, ways[k + 1], layers[k], ways[k])


@kernel
def spread(s: Record, mask: Rows, within: Rows, out: Rows) -> None:
    """Write the cells of `within` that touch a cell of a mask, or are one."""
    for row in range(1, s.side + 1):
        column = mask[row - 1] | mask[row] | mask[row + 1]
        out[row] = (column | column << 1 | column >> 1) & within[row]


@kernel
def add(s: Record, mask: Rows, middle: int, reach: int, worth: float, out: Shares) -> None:
    """Add a worth to the cells of a mask, no more than `reach` rows from `middle`."""
    for row in range(max(1, middle - reach), min(int(s.side), middle + reach) + 1):
        cells = int(mask[row])
        while cells != 0:
            out[row, lowest(cells) + 1] += worth
            cells &= cells - 1


@kernel
def chart_bars(s: Record, row: int, want: float, away: int, ways: Rows, cuts: Rows, maps: Maps) -> None:
    """Add what it is worth to bar the opponent's ways to a seed in `row`: a cell of them, or all."""
    for other in range(ROWS):
        cuts[0, other] = cuts[1, other] = 0
    for k in range(1, away + 1):
        reach = away + 1 - k
        count = cover(s, ways[k], row, reach, cuts[0])
        add(s, ways[k], row, reach, _BAR * want * step(away) / count, maps[WAY])
    spread(s, ways[away + 1], s.free[1 - s.player], ways[0])
    cover(s, ways[0], row, away, cuts[1])
    add(s, cuts[0], row, away + 1, _CUT * want * step(away), maps[CUT])
    add(s, cuts[1], row, away + 1, _SEAL * want * NEAR[away], maps[CUT])


@kernel
def cover(s: Record, mask: Rows, middle: int, reach: int, out: Rows) -> int:
    """Add to `out` the cells whose pawn would bar all cells of a mask, and return how many those are.

    All are no more than `reach` rows from `middle`.
    """
    first, count = 0, 0
    over = at = under = -1
    for row in range(max(1, middle - reach), min(int(s.side), middle + reach) + 1):
        cells = int(mask[row])
        if first == 0 and cells != 0:
            first = row
        while cells != 0:
            bit = cells & -cells
            around = bit | bit << 1 | bit >> 1
            over &= bit if row == first else 0
            at &= around if row == first else bit if row == first + 1 else 0
            under &= around if row == first + 1 else bit if row - first in (0, 2) else 0
            cells &= cells - 1
            count += 1
    out[first - 1] |= over
    out[first] |= at
    out[first + 1] |= under
    return count


# Actions


@kernel
def describe_pawns(s: Record, acts: Actions, n: int, survey: Survey, maps: Maps, features: Features) -> None:
    """Describe the pawns among the actions.

    After what they are worth by hand and whether it is a pass: what they bar, what they bring nearer, points
    by trees that become one, whether they touch none; then the maps at their cells.
    """
    seat = int(s.player)
    seen, change = -1, 0
    around, facts = np.zeros((TREES, ROWS), np.int32), survey.facts[seat]
    for tree in range(s.grown[seat]):
        spread(s, s.trees[seat, tree], s.free[seat], around[tree])
    for i in range(n):
        cell = int(acts[i])
        if cell != PASS:
            row, column = cell // WIDTH + 1, cell % WIDTH
            touched = touching(s, around, row, column)
            if touched != seen:
                seen = touched
                change = merger(s, seat, facts, touched) if touched & (touched - 1) != 0 else 0
            barred = barring(row, column + 1, maps)
            grown = growth(s, facts, touched, row, column + 1, maps)
            at = maps[:, row, column + 1]
            out = features[i]
            out[0], out[1], out[2] = barred + grown + _MERGE * change, 0.0, barred
            out[3], out[4], out[5] = grown, change, touched == 0
            out[6], out[7], out[8], out[9] = at[CUT], at[WAY], at[STEP], at[STEP + 1]
            out[10] = max(at[BEGIN], at[BEGIN + 1])


@kernel
def touching(s: Record, around: Rows, row: int, column: int) -> int:
    """Return the trees of the seat on turn that a pawn would touch, as bits."""
    touched = 0
    for tree in range(s.grown[s.player]):
        touched |= (around[tree, row] >> column & 1) << tree
    return touched


@kernel
def barring(row: int, column: int, maps: Maps) -> float:
    """Return what a pawn is worth by the cells that it bars."""
    ways = maps[WAY]
    beside = ways[row - 1, column] + ways[row + 1, column] + ways[row, column - 1] + ways[row, column + 1]
    return float(maps[CUT, row, column] + ways[row, column] + beside)


@kernel
def growth(s: Record, facts: Numbers, touched: int, row: int, column: int, maps: Maps) -> float:
    """Return what a pawn is worth by the seeds that it brings nearer to the trees that it touches."""
    value, counts = 0.0, 0
    for part in range(PARTS):
        if touched & facts[PART + part, MEMBERS] != 0:
            value += maps[STEP + part, row, column]
            counts += 1
    if counts == 0:
        value = max(maps[BEGIN, row, column], maps[BEGIN + 1, row, column])
        if s.grown[s.player] >= PARTS and s.scoring != TOTAL:
            value *= _SPARE
    return value


@kernel
def merger(s: Record, seat: int, facts: Numbers, touched: int) -> int:
    """Return how many points it brings that the trees touched become one."""
    held, merged = facts[HELD], np.zeros(TREES, np.int64)
    home, whole = -1, 0
    for k in range(TREES):
        merged[k] = held[k]
        if touched >> k & 1:
            whole |= held[k]
            merged[k] = 0
            home = k
    merged[home] = whole
    return tally(s, seat, merged)[0] - tally(s, seat, held)[0]


@kernel
def lead(s: Record, survey: Survey) -> int:
    """Return by how many points the seat on turn is ahead."""
    mine, theirs = survey.facts[s.player, HELD], survey.facts[1 - s.player, HELD]
    return int(tally(s, s.player, mine)[0] - tally(s, 1 - s.player, theirs)[0])


@kernel
def rate_pass(s: Record, ahead: int) -> float:
    """Rate a pass: the second in a row ends the game."""
    if s.passes == 0:
        return _PASSING
    return _ENDING if ahead > 0 else -_ENDING if ahead < 0 else 2.0 * _PASSING


PRIOR = Lesson(describe_actions, OWN, SHARED, _FILE)
