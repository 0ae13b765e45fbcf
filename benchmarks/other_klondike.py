"""The baseline: OpenSpiel's Klondike. Runs in an environment of its own and prints one JSON object.

Steps count cards turned by chance too, in OpenSpiel's favour. `random` is driven by its C++ loop, `python`
applies recorded actions and asks for the legal ones after each, as a program in Python would.
"""

import json
import statistics
import sys
import time

import pyspiel

REPEATS = 5


def random_steps(games: int) -> float:
    """Play random games in C++ and return steps a second."""
    klondike = pyspiel.load_game("solitaire")
    bot = pyspiel.make_uniform_random_bot(0, 1)
    steps, began = 0, time.perf_counter()
    for seed in range(games):
        state = klondike.new_initial_state()
        pyspiel.evaluate_bots(state, [bot], seed)
        steps += len(state.history())
    return steps / (time.perf_counter() - began)


def python_steps(games: int) -> float:
    """Apply recorded random games from Python and return steps a second."""
    klondike = pyspiel.load_game("solitaire")
    bot = pyspiel.make_uniform_random_bot(0, 1)
    lines = []
    for seed in range(games):
        state = klondike.new_initial_state()
        pyspiel.evaluate_bots(state, [bot], seed)
        lines.append(state.history())
    steps = sum(len(line) for line in lines)
    states = [klondike.new_initial_state() for _ in lines]
    began = time.perf_counter()
    for state, line in zip(states, lines, strict=True):
        for action in line:
            state.apply_action(action)
            state.legal_actions()
    return steps / (time.perf_counter() - began)


if __name__ == "__main__":
    count = int(sys.argv[1])
    found = {"random": [random_steps(count) for _ in range(REPEATS)]}
    found["python"] = [python_steps(count) for _ in range(REPEATS)]
    print(json.dumps({name: statistics.median(rates) for name, rates in found.items()}))
