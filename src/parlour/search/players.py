"""Computer players by name: `random`, `greedy` and `mcts`, in levels; and those that other packages add."""

import hashlib
import math
import random
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Protocol, cast

import msgspec
import numpy as np

from parlour.core.errors import ParlourError, did_you_mean, shown
from parlour.core.position import Position
from parlour.search.thinking import Budget, Choice, Settings, Thought, think

GROUP = "parlour.players"


class PlayerError(ParlourError):
    """A player that does not exist, or not in this way."""


class Player(Protocol):
    """Who can be asked for actions."""

    def choose(self, position: Position, seat: int, budget: Budget | None = None) -> int:
        """Return a legal action of the seat on turn, by what it may know, within a budget or the own one.

        The same player gives the same answer in the same position, unless its budget is in seconds.
        """


Make = Callable[[str, int], Player]
"""What makes a player: called with what follows the colon of its name, and a seed."""


class Random:
    """Plays any legal action, all equally likely."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, position: Position, seat: int, budget: Budget | None = None) -> int:
        """Draw a legal action."""
        return chance(self.seed, position, seat).choice(position.legal_actions)


class Greedy:
    """Plays as rollouts do: the game's quick `policy`, which does not look ahead."""

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, position: Position, seat: int, budget: Budget | None = None) -> int:
        """Return the policy's choice in a position that the seat could be in."""
        states = position.determinize(seat, chance(self.seed, position, seat).getrandbits(63)).states
        legal = np.array(position.legal_actions, np.int16)
        return int(position.game.kernels.policy(states, legal, len(legal)))


class Level(msgspec.Struct, frozen=True):
    """How strong a search plays, in the way that is `usual` for a game unless `settings` say otherwise.

    With a `temperature` above 0 it does not always play the best action, but draws one, each by
    its visits to the power of 1 / temperature; never one that it thinks worse than the best by `slack`.
    """

    budget: Budget
    settings: Settings | None = None
    temperature: float = 0.0
    slack: float = 0.1


LEVELS = {
    "easy": Level(Budget(iterations=40), temperature=1.0, slack=0.2),
    "normal": Level(Budget(iterations=250), temperature=0.4),
    "hard": Level(Budget(iterations=2000)),
    "expert": Level(Budget(iterations=100_000, seconds=1.0)),
}
"""The levels that every game has."""


class Mcts:
    """Plays by tree search over all that its seat cannot know."""

    def __init__(self, level: Level = LEVELS["hard"], seed: int = 0) -> None:
        self.level = level
        self.seed = seed

    def choose(self, position: Position, seat: int, budget: Budget | None = None) -> int:
        """Return the best action, or one drawn from the better ones."""
        thought = self.think(position, seat, budget)
        if not self.level.temperature or not thought.iterations:
            return thought.best_two[0].action
        good = _good(thought, self.level.slack)
        weights = [one.visits ** (1 / self.level.temperature) for one in good]
        return chance(self.seed, position, seat).choices([one.action for one in good], weights)[0]

    def think(self, position: Position, seat: int, budget: Budget | None = None) -> Thought:
        """Return what the search finds, for hints and reviews."""
        seed = chance(self.seed, position, seat).getrandbits(63)
        return think(position, seat, budget or self.level.budget, self.level.settings, seed=seed)


def _good(thought: Thought, slack: float) -> list[Choice]:
    tried = [one for one in thought.choices if one.visits]
    return [one for one in tried if one.value >= tried[0].value - slack]


def chance(seed: int, position: Position, seat: int) -> random.Random:
    """Return the chance of a player at one choice: what it draws depends on its seed and what it may know."""
    known = hashlib.sha256(f"{seed} ".encode() + position.determinize(seat, 0).key())
    return random.Random(known.digest())  # noqa: S311 - play, not secrets


def random_player(text: str, seed: int) -> Player:
    """Make a random player; it has no settings."""
    _nothing("random", text)
    return Random(seed)


def greedy(text: str, seed: int) -> Player:
    """Make a greedy player; it has no settings."""
    _nothing("greedy", text)
    return Greedy(seed)


def mcts(text: str, seed: int) -> Player:
    """Make a searcher: of a level, of so many iterations ("3000"), or of so many seconds a move ("0.5s")."""
    word = text or "hard"
    if word in LEVELS:
        return Mcts(LEVELS[word], seed)
    number, timed = word.removesuffix("s"), word.endswith("s")
    try:
        budget = Budget(seconds=float(number)) if timed else Budget(iterations=int(number))
    except ValueError:
        budget = Budget()
    if not 0 < (budget.seconds or budget.iterations or 0) < math.inf:
        levels = ", ".join(LEVELS)
        raise PlayerError(
            f"mcts has no level {shown(word)}{did_you_mean(word, LEVELS)}; there are {levels}, a number of"
            ' iterations such as "mcts:3000", and seconds a move such as "mcts:0.5s"'
        )
    return Mcts(Level(budget), seed)


def _nothing(name: str, text: str) -> None:
    if text:
        raise PlayerError(f"{name} has no settings, but {shown(text)} was given")


@cache
def _registered() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


def names() -> tuple[str, ...]:
    """Return the names of all kinds of players, sorted."""
    return tuple(_registered())


def player(text: str, seed: int = 0) -> Player:
    """Return a player by its name and what follows a colon: "greedy", "mcts:hard", "mcts:3000".

    A name with a dot in it is that of a function in a module, "my.bots.best", called as `mcts` is. So names
    are for whoever may run code here, not for those who visit a server.

    Raises `PlayerError`, with the nearest name or with what there is.
    """
    name, _, rest = text.strip().partition(":")
    if "." in name:
        return _imported(name)(rest.strip(), seed)
    if name not in _registered():
        raise PlayerError(f"there is no player {shown(name)}{did_you_mean(name, names())}")
    make = cast(Make, _registered()[name].load())
    return make(rest.strip(), seed)


def _imported(name: str) -> Make:
    module, _, function = name.rpartition(".")
    try:
        return cast(Make, getattr(import_module(module), function))
    except (ImportError, AttributeError, ValueError) as error:
        raise PlayerError(f"there is no player {shown(name)}: {error}") from None
