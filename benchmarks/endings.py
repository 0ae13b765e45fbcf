"""Endings of Arbos on 5 x 5, solved by trying everything.

    python -m benchmarks.endings 60 > tests/data/arbos_endings.jsonl
    python -m benchmarks.endings --ask mcts:hard < tests/data/arbos_endings.jsonl

Each line has a position, what it is worth to the seat on turn (1 won, 0.5 shared), and the moves that keep it
so. Half of the moves or more do not.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from itertools import count
from typing import Any

import msgspec
import numpy as np

import parlour
from parlour.core.game import Game
from parlour.core.kernel import Records, copied
from parlour.core.position import Position
from parlour.core.reading import from_object
from parlour.games.arbos.state import SEED
from parlour.search.players import Greedy, player

_MOST = 50_000
"""Positions that are looked at of one ending; larger ones are left out."""

Key = tuple[int, int, int, int]
"""White's and black's pawns as sets of cells, who is on turn, and passes in a row: all that matters then."""


class Ending(msgspec.Struct, frozen=True):
    """A position on an open line, its worth to the seat on turn, and the moves that keep it."""

    position: dict[str, Any]
    worth: float
    best: tuple[str, ...]


class TooLargeError(Exception):
    """An ending has more positions than are looked at."""


class Solver:
    """Negamax over the rules, with every position looked at once."""

    def __init__(self, game: Game) -> None:
        self._step, self._returns = game.kernels.step, game.kernels.returns
        self._acts = game.acts
        self._known: dict[Key, float] = {}

    def worths(self, position: Position) -> dict[int, float]:
        """Return what each legal action is worth to the seat on turn. Raises `TooLargeError`."""
        states, pawns = position.states, position.to_dict()
        key = (
            sum(1 << position.action(cell) for cell in pawns["white"]),
            sum(1 << position.action(cell) for cell in pawns["black"]),
            position.current_player or 0,
            pawns["passes"],
        )
        return {action: self._after(states, key, action) for action in position.legal_actions}

    def _after(self, states: Records, key: Key, action: int) -> float:
        """Return what an action is worth to whoever plays it."""
        white, black, seat, passes = key
        after, acts = copied(states), self._acts()
        n = self._step(after, action, acts)
        if n == 0:
            shares = np.empty(2)
            self._returns(after, shares)
            return float(shares[seat])
        if action >= SEED:
            new = white, black, 1 - seat, passes + 1
        elif seat == 0:
            new = white | 1 << action, black, 1, 0
        else:
            new = white, black | 1 << action, 0, 0
        if new not in self._known:
            if len(self._known) >= _MOST:
                raise TooLargeError
            best = 0.0
            for other in acts[:n].tolist():
                best = max(best, self._after(after, new, other))
                if best == 1.0:
                    break
            self._known[new] = best
        return 1.0 - self._known[new]


def endings() -> Iterator[Ending]:
    """Find endings in which it matters what is played: won and even ones in turn, one of a game at most."""
    for seed in count():
        chance, greedy = random.Random(seed), Greedy(seed)  # noqa: S311 - play, not secrets
        position = parlour.new("arbos", size=5, seeds=chance.randint(3, 6), seed=seed)
        while not position.is_over:
            if len(position.legal_actions) <= 12:
                found = solved(position)
                if found and found.worth == (0.5, 1.0)[seed % 2] and matters(position, found):
                    yield found
                    break
            wild, seat = chance.random() < 0.5, position.current_player or 0
            position.play(chance.choice(position.legal_actions) if wild else greedy.choose(position, seat))


def matters(position: Position, found: Ending) -> bool:
    """Say whether at least as many moves are mistakes as are not."""
    return 2 * len(found.best) <= len(position.legal_actions)


def solved(position: Position) -> Ending | None:
    """Solve a position; return nothing for one that is too large."""
    try:
        worths = Solver(position.game).worths(position)
    except TooLargeError:
        return None
    worth = max(worths.values())
    best = tuple(position.text(action) for action, one in worths.items() if one == worth)
    return Ending(position.to_dict(), worth, best)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.endings", description="Solve endings of Arbos."
    )
    parser.add_argument("count", type=int, nargs="?", default=60, help="how many are found and written")
    parser.add_argument("--ask", metavar="PLAYER", help="read endings instead, and say what a player misses")
    given = parser.parse_args()
    if given.ask is None:
        for _, ending in zip(range(given.count), endings(), strict=False):
            print(msgspec.json.encode(ending).decode(), flush=True)
        return
    asked = [msgspec.json.decode(line, type=Ending) for line in sys.stdin]
    missed = 0
    for number, ending in enumerate(asked, 1):
        position = from_object(ending.position)
        move = position.text(player(given.ask, number).choose(position, position.current_player or 0))
        if move not in ending.best:
            missed += 1
            print(f"line {number}: {move} instead of {', '.join(ending.best)}")
    print(f"{given.ask}: {len(asked) - missed} of {len(asked)}")


if __name__ == "__main__":
    main()
