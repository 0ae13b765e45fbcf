"""How a game of Arbos stands: points, and who is nearer to the seeds that are left."""

import math
from pathlib import Path

import numpy as np

from parlour.core.kernel import Record, Shares, kernel
from parlour.core.network import Features, Lesson, greatest, judge, networks, softmax
from parlour.games.arbos.reach import AWAY, FAR, FULL, HALF, HELD, PART, PARTS, Survey, look_around
from parlour.games.arbos.rules import returns
from parlour.games.arbos.scoring import tally
from parlour.games.arbos.state import SEATS, SEEDING, UNION2

OWN = 7
"""Features of a seat; those of the other follow, `OWN` more."""

SHARED = 2

SOON = np.exp(-0.9 * np.arange(FAR + 1))
LATER = np.exp(-0.3 * np.arange(FAR + 1))
"""What a seed counts, by the pawns needed to link it."""

_HALF = 0.4
"""What a link counts where the seed makes a point only with another one."""

_FILE = Path(__file__).with_name("evaluation.json")
NETWORKS = networks(_FILE, 2 * OWN + SHARED, SEATS)

_TRIED = 5
WEIGHTS = np.array([[0.186, 0.000, 0.220, 0.000, 0.096], [1.117, 1.083, 0.717, -0.400, 0.024]])
"""Logits by the first features of a seat, at the beginning and at the end of a game, by logistic regression
on 8,000 games, none against its sense. They judge where the rules or the board are not those of the network's
games, which knows of nothing else."""

_USUAL_SEEDS, _USUAL_TREES = 21, 3
_LEAST_SIDE, _LEAST_SEEDS = 15, 10
"""What is like the standard rules: the seeds of those games, with fewer of which each counts more; trees; and
the least board and seeds."""

_ROOM = 0.7
"""The part of the board that is filled in the end, if there are pawns enough."""


@kernel
def evaluate(s: Record, out: Shares) -> None:
    """Estimate each seat's share of the win; a finished game gives its returns."""
    if s.over != 0:
        returns(s, out)
        return
    out[0] = out[1] = 0.5
    if s.phase == SEEDING:
        return
    features, shared = np.empty((2, 2 * OWN), np.float32), np.empty(SHARED, np.float32)
    describe_seats(s, features, shared)
    if is_usual(s):
        judge(NETWORKS[0], features, 2, shared, out)
    else:
        weigh(features, progress(s), out)
    certain = math.sqrt(_USUAL_SEEDS / max(1, s.sown))
    out[0], out[1] = certain * out[0], certain * out[1]
    softmax(out, 2)


@kernel
def is_usual(s: Record) -> bool:
    """Say whether rules and board are like those of the games that judgement was learned from."""
    same = s.scoring == UNION2 and s.most == _USUAL_TREES
    return bool(same and s.side >= _LEAST_SIDE and s.sown >= _LEAST_SEEDS)


@kernel
def weigh(features: Features, time: float, out: Shares) -> None:
    """Write logits by the weights that need no network."""
    for seat in range(2):
        out[seat] = 0.0
        for i in range(_TRIED):
            out[seat] += (WEIGHTS[0, i] * (1.0 - time) + WEIGHTS[1, i] * time) * features[seat, i]


@kernel
def describe_seats(s: Record, features: Features, shared: Features) -> None:
    """Describe both seats, each by its own features and those of the other."""
    survey = look_around(s)
    for seat in range(2):
        describe_seat(s, survey, seat, features[seat])
    greatest(features, 2, OWN)
    shared[0], shared[1] = progress(s), s.sown / _USUAL_SEEDS


@kernel
def progress(s: Record) -> float:
    """Return how far the game is, by the pawns placed, of those that there are or that find room."""
    return min(1.0, (s.placed[0] + s.placed[1]) / min(2.0 * s.supply, _ROOM * s.side * s.side))


@kernel
def describe_seat(s: Record, survey: Survey, seat: int, out: Features) -> None:
    """Write a seat's own features.

    Points; seeds that can be linked, those soon and those later; seeds out of reach; being on turn; seeds
    that the next pawn links; trees.
    """
    for i in range(OWN):
        out[i] = 0.0
    out[0] = tally(s, seat, survey.facts[seat, HELD])[0]
    for part in range(PARTS):
        parts, away = survey.facts[seat, PART + part], survey.facts[seat, AWAY + part]
        for i in range(s.sown):
            want = (parts[FULL] >> i & 1) + _HALF * (parts[HALF] >> i & 1)
            if want > 0.0:
                out[1] += want * SOON[away[i]]
                out[2] += want * LATER[away[i]]
                if away[i] == FAR:
                    out[3] += want
                if away[i] == 1:
                    out[5] += want
    out[4] = 1 if s.player == seat else 0
    out[6] = s.grown[seat]


EVALUATION = Lesson(describe_seats, 2 * OWN, SHARED, _FILE)
