"""How a game of Arbos stands: points, and who is nearer to the seeds that are left."""

import math

import numpy as np

from parlour.core.kernel import Record, Shares, kernel
from parlour.games.arbos.reach import FAR, FULL, HALF, PARTS, Survey, look_around, tally
from parlour.games.arbos.rules import returns
from parlour.games.arbos.state import SEEDING

FEATURES = 7

SOON = np.exp(-0.9 * np.arange(FAR + 1))
LATER = np.exp(-0.3 * np.arange(FAR + 1))
"""What a seed counts, by the pawns needed to link it."""

_HALF = 0.4
"""What a link counts where the seed makes a point only with another one."""

WEIGHTS = np.array(
    [
        [0.152, -0.033, 0.207, 0.014, 0.069, 0.035, 0.461],
        [1.076, 0.824, 0.817, -0.058, -0.392, -0.001, 1.066],
    ]
)


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
    out[0] = 1.0 / (1.0 + math.exp(-min(40.0, max(-40.0, logit))))
    out[1] = 1.0 - out[0]


@kernel
def progress(s: Record) -> float:
    """Return how far the game is, by the pawns placed, of those there are or that find room."""
    return min(1.0, (s.placed[0] + s.placed[1]) / min(2.0 * s.supply, 0.7 * s.side * s.side))


@kernel
def describe(s: Record, survey: Survey, seat: int, out: Shares) -> None:
    """Write a seat's features, in the order of the columns of `WEIGHTS`."""
    turn = 1 if s.player == seat else 0
    out[0] = tally(s, seat, survey.held[seat])[0]
    for part in range(PARTS):
        parts, away = survey.parts[seat, part], survey.away[seat, part]
        for i in range(s.sown):
            want = (parts[FULL] >> i & 1) + _HALF * (parts[HALF] >> i & 1)
            if want > 0.0:
                rival = min(survey.away[1 - seat, 0, i], survey.away[1 - seat, 1, i])
                out[1] += want * SOON[away[i]]
                out[2] += want * LATER[away[i]]
                if away[i] < FAR and rival > 0 and away[i] < rival + turn:
                    out[3] += want
                if away[i] == FAR:
                    out[4] += want
    out[5] = turn
    out[6] = 0.1 * (s.supply - s.placed[seat])
