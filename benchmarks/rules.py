"""How fast rules run: games in compiled code, with and without observations, and moves from Python."""

import statistics
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

import parlour
from parlour.core.kernel import Actions, Kernel, Records, Shares, bind, jump, random_below

REPEATS = 5


def median_rate(run: Callable[[], int]) -> float:
    """Return the median of units a second over some repeats of `run`, which returns how many units it did."""
    rates = []
    for _ in range(REPEATS):
        began = time.perf_counter()
        units = run()
        rates.append(units / (time.perf_counter() - began))
    return statistics.median(rates)


def _states(game: str, seats: int) -> Records:
    return parlour.new(game, seats, seed=1).states


def kernel_steps(game: str, seats: int, games: int) -> float:
    """Play random games in compiled code, shuffle included; return steps a second."""
    random_games, states = parlour.game(game).kernels.random_games, _states(game, seats)
    random_games(states, 1, np.uint64(1))
    return median_rate(lambda: int(random_games(states, games, np.uint64(1))))


def kernel_games(game: str, seats: int, games: int) -> float:
    """Do the same and return games a second."""
    random_games, states = parlour.game(game).kernels.random_games, _states(game, seats)
    random_games(states, 1, np.uint64(1))

    def run() -> int:
        random_games(states, games, np.uint64(1))
        return games

    return median_rate(run)


# Compiled loops over a game's own functions, which `bind` puts in.

setup: Kernel
legal: Kernel
apply: Kernel
sample: Kernel
returns: Kernel
policy: Kernel
observe: Kernel


def _scored_games(states: Records, games: int, acts: Actions, out: Shares) -> float:
    """Play random games and score each end; return white's share of the wins, so that nothing is left out."""
    work, won = states.copy(), 0.0
    for game in range(games):
        work[0] = states[0]
        s = work[0]
        setup(s, s.seats, jump(np.uint64(1), game))
        chance = jump(np.uint64(2), game)
        while s.over == 0:
            s.rng = chance
            action = sample(s, acts)
            chance = s.rng
            s.rng = np.uint64(0)
            apply(s, action)
        returns(s, out)
        won += out[0]
    return won


def _listed(states: Records, acts: Actions, times: int) -> int:
    """List the legal actions of positions."""
    total = 0
    for _ in range(times):
        for i in range(len(states)):
            total += legal(states[i], acts)
    return total


def _policy_games(states: Records, games: int, acts: Actions) -> None:
    """Play games where `policy` chooses for all seats."""
    work = states.copy()
    for game in range(games):
        work[0] = states[0]
        s = work[0]
        setup(s, s.seats, jump(np.uint64(1), game))
        chance = jump(np.uint64(2), game)
        n = legal(s, acts)
        while n > 0:
            s.rng = chance
            action = policy(s, acts, n)
            chance = s.rng
            s.rng = np.uint64(0)
            apply(s, action)
            n = legal(s, acts)


def _observed_games(
    states: Records,
    games: int,
    acts: Actions,
    tensor: npt.NDArray[np.float32],
    mask: npt.NDArray[np.bool_],
) -> None:
    """Play random games and write the tensor of the seat on turn and the mask of its actions at each step."""
    work = states.copy()
    for game in range(games):
        work[0] = states[0]
        s = work[0]
        setup(s, s.seats, jump(np.uint64(1), game))
        chance = jump(np.uint64(2), game)
        n = legal(s, acts)
        while n > 0:
            tensor[:] = 0
            observe(s, s.player, tensor)
            mask[:] = False
            for i in range(n):
                mask[acts[i]] = True
            s.rng = chance
            pick = random_below(s, n)
            chance = s.rng
            s.rng = np.uint64(0)
            apply(s, acts[pick])
            n = legal(s, acts)


def _bound(game: str, loop: Callable[..., Any]) -> Kernel:
    rules, own = parlour.game(game).rules, import_module(f"parlour.games.{game}.policy")
    used = ("setup", "legal", "sample", "apply", "observe", "returns")
    names = {name: getattr(rules, name) for name in used if hasattr(rules, name)}
    return bind(loop, **names, policy=own.policy)


def scored_games(game: str, seats: int, games: int) -> float:
    """Play random games that draw without a list, and score each; return games a second."""
    loop, states, acts = _bound(game, _scored_games), _states(game, seats), parlour.game(game).acts()
    out = np.zeros(seats)
    loop(states, 1, acts, out)

    def run() -> int:
        loop(states, games, acts, out)
        return games

    return median_rate(run)


def lists(game: str, seats: int, times: int) -> float:
    """List the legal actions along a random game; return lists a second."""
    loop, acts = _bound(game, _listed), parlour.game(game).acts()
    ((p, line),) = _lines(game, seats, 1)
    passed = [p.states]
    for action in line[:-1]:
        p.play(action)
        passed.append(p.states)
    states = np.concatenate(passed)
    loop(states, acts, 1)

    def run() -> int:
        loop(states, acts, times)
        return times * len(states)

    return median_rate(run)


def policy_games(game: str, seats: int, games: int) -> float:
    """Play games in compiled code where the game's quick policy chooses; return games a second."""
    loop, states, acts = _bound(game, _policy_games), _states(game, seats), parlour.game(game).acts()
    loop(states, 1, acts)

    def run() -> int:
        loop(states, games, acts)
        return games

    return median_rate(run)


def observed_games(game: str, seats: int, games: int) -> float:
    """Play random games with an observation and a mask at each step; return games a second."""
    loop, states, acts = _bound(game, _observed_games), _states(game, seats), parlour.game(game).acts()
    tensor = np.zeros(parlour.game(game).rules.OBSERVATION, np.float32)
    mask = np.zeros(parlour.game(game).rules.ACTIONS, np.bool_)
    loop(states, 1, acts, tensor, mask)

    def run() -> int:
        loop(states, games, acts, tensor, mask)
        return games

    return median_rate(run)


def garden_scores(games: int) -> float:
    """Find the best path of each species in the arboreta of ended games; return arboreta a second."""
    rules = import_module("parlour.games.arboretum.rules")
    states = np.concatenate([_ended("arboretum", 2, seed) for seed in range(games)])
    loop = bind(_garden_scores, path_points=rules.path_points)
    loop(states, 6)

    def run() -> int:
        loop(states, 6)
        return 2 * games

    return median_rate(run)


def _ended(game: str, seats: int, seed: int) -> Records:
    p, chance = parlour.new(game, seats, seed=seed), np.random.default_rng(seed)
    while not p.is_over:
        p.play(int(chance.choice(p.legal_actions)))
    return p.states


path_points: Kernel


def _garden_scores(states: Records, species: int) -> int:
    """Score the arboreta of both seats in all species; return the sum, so that nothing is left out."""
    total = 0
    for i in range(len(states)):
        for seat in range(2):
            for one in range(species):
                total += path_points(states[i], seat, one)
    return total


# From Python, move by move.


def _lines(game: str, seats: int, games: int) -> list[tuple[parlour.Position, list[int]]]:
    """Return starts of games with the actions of a random game each."""
    chance, lines = np.random.default_rng(1), []
    for seed in range(games):
        p = parlour.new(game, seats, seed=seed)
        while not p.is_over:
            p.play(int(chance.choice(p.legal_actions)))
        lines.append((p.restart(), list(p.history)))
    return lines


def position_moves(game: str, seats: int, games: int) -> float:
    """Play recorded games with `Position.play`; return moves a second."""
    lines = _lines(game, seats, games)

    def run() -> int:
        for p, line in starts.pop():
            for action in line:
                p.play(action)
        return sum(len(line) for _, line in lines)

    starts = [[(p.copy(), line) for p, line in lines] for _ in range(REPEATS)]
    return median_rate(run)


def fused_steps(game: str, seats: int, games: int) -> float:
    """Play recorded games with the fused array kernel `step`, called from Python; return steps a second."""
    lines = _lines(game, seats, games)
    step, out = parlour.game(game).kernels.step, parlour.game(game).acts()

    def run() -> int:
        for states, line in starts.pop():
            for action in line:
                step(states, action, out)
        return sum(len(line) for _, line in lines)

    starts = [[(p.states, line) for p, line in lines] for _ in range(REPEATS)]
    step(lines[0][0].states, lines[0][1][0], out)
    return median_rate(run)


def observed_steps(game: str, seats: int, games: int) -> float:
    """Do the same with the kernel that also writes an observation and a mask; return steps a second."""
    lines, rules = _lines(game, seats, games), parlour.game(game).rules
    step, out = parlour.game(game).kernels.observed_step, parlour.game(game).acts()
    tensor, mask = np.zeros(rules.OBSERVATION, np.float32), np.zeros(rules.ACTIONS, np.bool_)

    def run() -> int:
        for states, line in starts.pop():
            for action in line:
                step(states, action, out, tensor, mask)
        return sum(len(line) for _, line in lines)

    starts = [[(p.states, line) for p, line in lines] for _ in range(REPEATS)]
    step(lines[0][0].states, lines[0][1][0], out, tensor, mask)
    return median_rate(run)
