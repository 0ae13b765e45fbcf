"""Compile what the tests of each game call, a process a game: `python tests/compile_all.py JOBS`.

Under coverage the compiler takes twice as long, so that this goes before the tests.
"""

import sys
from concurrent.futures import ProcessPoolExecutor

import numpy as np

import parlour
from parlour.core.registry import names


def compile_game(name: str) -> None:
    """Call each kernel once."""
    p = parlour.new(name, seed=1)
    kernels, states, rules = p.game.kernels, p.states, p.game.rules
    acts, n, shares = np.array(p.legal_actions, np.int16), len(p.legal_actions), np.zeros(p.seats)
    kernels.score(states, acts, n, np.zeros(n))
    kernels.evaluate(states, shares)
    for choose in (kernels.policy, kernels.idle):
        choose(states, acts, n)
    kernels.determinize(states, 0, np.uint64(1))
    kernels.random_games(states, 1, np.uint64(1))
    kernels.returns(states, shares)
    tensor, mask = np.zeros(rules.OBSERVATION, np.float32), np.zeros(rules.ACTIONS, np.bool_)
    kernels.observe(states, 0, tensor)
    p.play(p.legal_moves[0])
    p.undo()
    kernels.step(p.states, p.legal_actions[0], p.game.acts())
    kernels.observed_step(p.states, p.legal_actions[0], p.game.acts(), tensor, mask)
    kernels.admits(p.states, 0)


if __name__ == "__main__":
    with ProcessPoolExecutor(int(sys.argv[1])) as pool:
        list(pool.map(compile_game, names()))
