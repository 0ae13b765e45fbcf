"""The baseline for Splendor: `vis-intern`, an engine for four seats on PyPI, compiled by Numba too.

Runs in an environment of its own and prints one JSON object. Its functions are called in a compiled loop,
each game to its end at 15 points; it takes tokens one by one, which counts as a step each.
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from vis_intern import Splendor_v2 as engine

REPEATS = 3

# Numba's decorators carry no types.
njit: Callable[[Callable[..., int]], Callable[..., int]] = numba.njit


def _compiled(function: Any) -> Any:
    return function if hasattr(function, "py_func") else njit(function)


start, look, step, ended = map(
    _compiled, (engine.initEnv, engine.getAgentState, engine.stepEnv, engine.checkEnded)
)
legal = _compiled(engine.getValidActions)
_TURN = 100
"""Where the engine keeps the number of the turn."""

_LAST_TURN = 400


@njit
def random_games(games: int) -> int:
    """Play random games and return the number of steps."""
    steps = 0
    for _ in range(games):
        state, deck_1, deck_2, deck_3 = start()
        while state[_TURN] <= _LAST_TURN and ended(state) == 0:
            actions = np.where(legal(look(state, deck_1, deck_2, deck_3)) == 1)[0]
            action = actions[np.random.randint(len(actions))]  # noqa: NPY002 - what Numba has
            state, deck_1, deck_2, deck_3 = step(action, state, deck_1, deck_2, deck_3)
            steps += 1
    return steps


def rates(games: int) -> dict[str, float]:
    """Return games and steps a second."""
    random_games(1)
    found, steps = [], 0
    for _ in range(REPEATS):
        began = time.perf_counter()
        steps = random_games(games)
        found.append(games / (time.perf_counter() - began))
    rate = statistics.median(found)
    return {"games": rate, "steps": rate * steps / games}


if __name__ == "__main__":
    print(json.dumps(rates(int(sys.argv[1]))))
