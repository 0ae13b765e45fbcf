"""How fast the rules of Golf run: random games in the kernel, moves driven from Python."""

import statistics
import time
from collections.abc import Callable

import numpy as np

import parlour

REPEATS = 5


def median_rate(run: Callable[[], int]) -> float:
    """Return the median of units a second over some repeats of `run`, which returns how many units it did."""
    rates = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        units = run()
        rates.append(units / (time.perf_counter() - began))
    return statistics.median(rates)


def kernel_steps(games: int) -> float:
    """Play random games in compiled code, shuffle included; return steps a second."""
    golf, states = parlour.game("golf"), parlour.new("golf", seed=1).states
    golf.kernels.random_games(states, 1, np.uint64(1))
    return median_rate(lambda: int(golf.kernels.random_games(states, games, np.uint64(1))))


def _lines(games: int) -> list[tuple[parlour.Position, list[int]]]:
    """Return starts of games with the actions of a random game each."""
    chance, lines = np.random.default_rng(1), []
    for seed in range(games):
        p = parlour.new("golf", seed=seed)
        while not p.is_over:
            p.play(int(chance.choice(p.legal_actions)))
        lines.append((p.restart(), list(p.history)))
    return lines


def position_moves(games: int) -> float:
    """Play recorded games with `Position.play`; return moves a second."""
    lines = _lines(games)

    def run() -> int:
        for p, line in starts.pop():
            for action in line:
                p.play(action)
        return sum(len(line) for _, line in lines)

    starts = [[(p.copy(), line) for p, line in lines] for _ in range(REPEATS)]
    return median_rate(run)


def fused_steps(games: int) -> float:
    """Play recorded games with the fused array kernel `step`, called from Python; return steps a second."""
    golf, lines = parlour.game("golf"), _lines(games)
    step, out = golf.kernels.step, golf.acts()

    def run() -> int:
        for states, line in starts.pop():
            for action in line:
                step(states, action, out)
        return sum(len(line) for _, line in lines)

    starts = [[(p.states, line) for p, line in lines] for _ in range(REPEATS)]
    step(lines[0][0].states, 0, out)
    return median_rate(run)
