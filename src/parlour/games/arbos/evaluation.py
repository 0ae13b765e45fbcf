"""How a game of Arbos stands: points, and who is nearer to the seeds that are left."""

import math

import numpy as np

from parlour.core.kernel import Record, Shares, kernel
from parlour.games.arbos.reach import AWAY, FAR, FULL, HALF, HELD, PART, PARTS, Survey, look_around
from parlour.games.arbos.rules import returns
from parlour.games.arbos.scoring import tally
from parlour.games.arbos.state import SEEDING

# Weights by logistic regression on positions of 8,000 games, half of them played by `policy`, half by the
# best `score` with one action in 16 by chance; none against its sense. In 2,000 other games the log loss is
# 0.44 (0.66 in the first fifth of the game, 0.44 in the middle, 0.20 in the last); even shares have 0.69.
# Who is first at a seed tells nothing more, since both may link it.

FEATURES = 5

SOON = np.exp(-0.9 * np.arange(FAR + 1))
LATER = np.exp(-0.3 * np.arange(FAR + 1))
"""What a seed counts, by the pawns needed to link it."""

_HALF = 0.4
"""What a link counts where the seed makes a point only with another one."""

WEIGHTS = np.array([[0.186, 0.000, 0.220, 0.000, 0.096], [1.117, 1.083, 0.717, -0.400, 0.024]])
"""Logits by features, at the beginning and at the end of a game.

Points; seeds that can be linked, those soon and those later; seeds out of reach; being on turn.
"""

_USUAL_SEEDS = 21
"""The seeds of those games; with fewer of them each counts more."""

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
    survey, features = look_around(s), np.zeros((2, FEATURES))
    for seat in range(2):
        describe(s, survey, seat, features[seat])
    early, late = WEIGHTS[0], WEIGHTS[1]
    time, logit = progress(s), 0.0
    for i in range(FEATURES):
        logit += (early[i] * (1.0 - time) + late[i] * time) * (features[0, i] - features[1, i])
    logit *= math.sqrt(_USUAL_SEEDS / max(1, s.sown))
    out[0] = 1.0 / (1.0 + math.exp(-min(40.0, max(-40.0, logit))))
    out[1] = 1.0 - out[0]


@kernel
def progress(s: Record) -> float:
    """Return how far the game is, by the pawns placed, of those that there are or that find room."""
    return min(1.0, (s.placed[0] + s.placed[1]) / min(2.0 * s.supply, _ROOM * s.side * s.side))


@kernel
def describe(s: Record, survey: Survey, seat: int, out: Shares) -> None:
    """Write a seat's features, in the order of the columns of `WEIGHTS`."""
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
    out[4] = 1 if s.player == seat else 0
