"""Learns a game's judgement from self-play: its evaluation from who won, its prior from what was searched."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
import numpy as np
import numpy.typing as npt

from parlour.core.errors import ParlourError
from parlour.core.game import Game
from parlour.core.kernel import Actions, Kernel, Records, bind
from parlour.core.network import UNITS, Features, Fit, Lesson, fits
from parlour.lab.fitting import Choices, Weights, fit, loss
from parlour.lab.selfplay import Decisions

Part = Literal["evaluation", "prior"]
PARTS: tuple[Part, ...] = ("evaluation", "prior")

_OUTCOME = 0.5
"""What the end of a game counts in the target of an evaluation, beside what the search expected there."""

_HELD_OUT = 0.1
"""The part of the games, the last ones, that nothing is learned from."""

_LEAST = 10
"""Games that one can learn from at all."""

_ROUNDS = 12

_DIGITS = ".4g"
"""How exactly weights are written."""

describe: Kernel


class LearningError(ParlourError):
    """Judgement that cannot be learned."""


class Learned(msgspec.Struct, frozen=True):
    """A network that was fitted, and its mean cross-entropy, in nats, in games that it was not fitted to.

    `even` is that of even shares and `before` that of the network in use, if there is one.
    """

    weights: list[list[float]]
    loss: float
    even: float
    before: float | None
    choices: int


def lessons(game: Game) -> dict[Part, Lesson]:
    """Return what a game's judgement is fitted to, by part. Raises `LearningError` if nothing of it is."""
    found = {part: getattr(game.judgement, part.upper(), None) for part in PARTS}
    learned = {part: one for part, one in found.items() if one is not None}
    if not learned:
        raise LearningError(f"{game.title} learns nothing: its policy.py has neither EVALUATION nor PRIOR")
    return learned


def choices(game: Game, part: Part, found: Decisions) -> tuple[Choices, npt.NDArray[np.int64]]:
    """Describe decisions as choices to fit to, seats or actions, and tell the game of each.

    The evaluation shall give each seat what it won and what the search expected, where that was quick; the
    prior each action its part of the visits, where the search was thorough.
    """
    about = lessons(game)[part]
    thorough = found.counts > 0
    if part == "evaluation":
        quick, seats = ~thorough, found.returns.shape[1]
        count = int(quick.sum())
        items, shared = _room(count * seats, about.owned), _room(count, about.shared)
        _bound(game, part)(found.states[quick], seats, items, shared)
        shares = _OUTCOME * found.returns[quick] + (1 - _OUTCOME) * found.shares[quick]
        sizes = np.full(count, seats)
        return Choices(sizes, items, shared, shares.astype(np.float32).ravel()), found.games[quick]
    sizes = found.counts[thorough]
    items, shared = _room(len(found.actions), about.owned), _room(len(sizes), about.shared)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    _bound(game, part)(found.states[thorough], starts, found.actions, items, shared)
    tried = np.repeat(np.add.reduceat(found.visits, starts[:-1]), sizes)
    return Choices(sizes, items, shared, (found.visits / tried).astype(np.float32)), found.games[thorough]


def learn(
    game: Game,
    part: Part,
    found: Decisions,
    *,
    rounds: int = _ROUNDS,
    tell: Callable[[int, int], None] | None = None,
) -> Learned:
    """Fit a network to decisions of self-play at one number of seats; `tell` hears of each round.

    Raises `LearningError` for too few games.
    """
    played = np.unique(found.games)
    if len(played) < _LEAST:
        raise LearningError(f"{len(played)} games teach nothing; at least {_LEAST} are needed")
    all_of_them, games = choices(game, part, found)
    held_out = games > np.quantile(played, 1 - _HELD_OUT)
    learned, tested = all_of_them.only(~held_out), all_of_them.only(held_out)
    rounded: list[list[float]] = []
    for done, weights in enumerate(fit(learned, UNITS, rounds=rounds), 1):
        rounded = [[float(format(one, _DIGITS)) for one in row] for row in weights.table.tolist()]
        if tell is not None:
            tell(done, rounds)
    return Learned(
        weights=rounded,
        loss=loss(Weights(np.array(rounded, np.float32)), tested),
        even=tested.even,
        before=_before(lessons(game)[part], found, tested),
        choices=len(learned.sizes),
    )


def _before(about: Lesson, found: Decisions, tested: Choices) -> float | None:
    known = fits(about.file).get(str(found.returns.shape[1]))
    if known is None:
        return None
    return loss(Weights(np.array(known.weights, np.float32)), tested)


def write(file: Path, seats: int, learned: Learned, command: str) -> None:
    """Put a fit for a number of seats into a file of weights, in place of the one there."""
    known = fits(file)
    known[str(seats)] = Fit(command, round(learned.loss, 4), round(learned.even, 4), learned.weights)
    rows = msgspec.json.encode({key: known[key] for key in sorted(known)}).decode()
    file.write_text(rows.replace("[[", "[\n[").replace("],[", "],\n[").replace("}", "\n}") + "\n")


def _room(rows: int, columns: int) -> Features:
    return np.zeros((rows, columns), np.float32)


@cache
def _bound(game: Game, part: Part) -> Kernel:
    driver = _describe_seats if part == "evaluation" else _describe_actions
    return bind(driver, describe=lessons(game)[part].describe)


def _describe_seats(states: Records, seats: int, features: Features, shared: Features) -> None:
    for k in range(len(states)):
        describe(states[k], features[k * seats : (k + 1) * seats], shared[k])


def _describe_actions(
    states: Records, starts: npt.NDArray[np.int64], acts: Actions, features: Features, shared: Features
) -> None:
    for k in range(len(states)):
        a, b = starts[k], starts[k + 1]
        describe(states[k], acts[a:b], b - a, features[a:b], shared[k])
