"""Games that a search plays against itself, kept with all that it found: what judgement is learned from."""

import random
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

import parlour
from parlour.core.errors import ParlourError
from parlour.core.kernel import Records, jump
from parlour.lab.processes import share_out
from parlour.search.thinking import Budget, Choice, Thought, think

_OPENING = 4
"""Decisions of each seat at the beginning that are drawn by chance more often, so that games differ."""

_DRAWN, _DRAWN_LATER = 0.75, 0.25
"""How many decisions are drawn by their visits, in the opening and after it; the others are the best."""


_RARE = 8
"""One decision in so many is searched thoroughly, the others as much less: many games tell more of who wins,
and few decisions of one game as much as many of which action is best (Wu, Accelerating self-play learning in
Go, 2019)."""

_GAMES = 20
"""Games in a file."""


class SelfPlayError(ParlourError):
    """Self-play that cannot be as asked, or a folder that holds another one."""


class SelfPlay(msgspec.Struct, frozen=True):
    """Which games are played: `options` by name, so many iterations a decision; `seed` moves on to others."""

    game: str
    seats: int
    options: dict[str, Any]
    iterations: int
    seed: int = 0


class Decisions(msgspec.Struct, frozen=True):
    """Decisions with more than one legal action, and what the search found of each.

    `states` are positions as a seat could believe them to be (what it cannot know is dealt anew), shape (n,)
    of the game's `State`: the seat on turn where the search was thorough, elsewhere any. `shares` are what
    the search expected each seat to win, (n, seats), and `returns` what they won, (n, seats); `games` the
    numbers of their games, (n,). `counts` are the numbers of legal actions, (n,), 0 after a quick search;
    `actions` and `visits` have these actions and how often each was tried, one decision after the other.
    """

    states: Records
    shares: npt.NDArray[np.float64]
    returns: npt.NDArray[np.float64]
    games: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]
    actions: npt.NDArray[np.int16]
    visits: npt.NDArray[np.int32]

    @classmethod
    def together(cls, parts: Sequence["Decisions"]) -> "Decisions":
        """Return the decisions of all parts, one after the other."""
        each = {name: [getattr(part, name) for part in parts] for name in cls.__struct_fields__}
        return cls(**{name: np.concatenate(arrays) for name, arrays in each.items()})


def play(kind: SelfPlay, number: int) -> Decisions:
    """Play a game and return its decisions."""
    seed = int(jump(np.uint64(kind.seed), number))
    chance, viewers = random.Random(seed), random.Random(~seed)  # noqa: S311 - play, not secrets
    position = parlour.new(kind.game, kind.seats, seed=seed, **kind.options)
    states, shares = [], []
    counts: list[int] = []
    found: list[Choice] = []
    while (seat := position.current_player) is not None:
        legal = position.legal_actions
        if len(legal) == 1:
            position.play(legal[0])
            continue
        thorough = chance.random() < 1 / _RARE
        budget = Budget(kind.iterations if thorough else max(1, kind.iterations // _RARE))
        thought = think(position, seat, budget, seed=chance.getrandbits(63))
        if thorough:
            found += thought.choices
        counts.append(len(thought.choices) if thorough else 0)
        # In a search, too, either may be on turn, the one that searches or one whose hand is made up.
        viewer = seat if thorough else viewers.randrange(kind.seats)
        states.append(position.determinize(viewer, chance.getrandbits(63)).states)
        shares.append(thought.chances)
        position.play(_chosen(thought, len(states) <= _OPENING * kind.seats, chance))
    return Decisions(
        states=np.concatenate(states),
        shares=np.array(shares),
        returns=np.tile(position.returns or (), (len(states), 1)),
        games=np.full(len(states), number),
        counts=np.array(counts),
        actions=np.array([each.action for each in found], np.int16),
        visits=np.array([each.visits for each in found], np.int32),
    )


def _chosen(thought: Thought, opening: bool, chance: random.Random) -> int:  # noqa: FBT001
    if chance.random() < (_DRAWN if opening else _DRAWN_LATER):
        weights = [each.visits for each in thought.choices]
        return chance.choices([each.action for each in thought.choices], weights)[0]
    return thought.best_two[0].action


class Folder:
    """A folder of self-play, so many games a file; a second run goes on where the first one ended."""

    def __init__(self, kind: SelfPlay, path: Path) -> None:
        """Open a folder of this self-play or begin one. Raises `SelfPlayError` for one of another."""
        self.kind, self.path = kind, path
        path.mkdir(parents=True, exist_ok=True)
        about = path / "about.json"
        if not about.exists():
            about.write_bytes(msgspec.json.format(msgspec.json.encode(kind)) + b"\n")
        elif _known(about) != kind:
            raise SelfPlayError(f"{path} holds another self-play, or none; its about.json tells which")

    def missing(self, games: int) -> list[int]:
        """Return which files lack of those that hold the first `games` games, or some more."""
        return [number for number in range(-(-games // _GAMES)) if not self._file(number).exists()]

    def play(self, files: Sequence[int], processes: int) -> Iterator[int]:
        """Play the games of files; give the number of each when it is there."""
        yield from share_out(partial(_play_and_keep, self), files, processes)

    def fill(self, number: int) -> None:
        """Play the games of a file and write it, whole or not at all."""
        games = range(number * _GAMES, (number + 1) * _GAMES)
        part = self._file(number).with_suffix(".part")
        with part.open("wb") as file:
            found = Decisions.together([play(self.kind, game) for game in games])
            np.savez_compressed(file, **msgspec.structs.asdict(found))
        part.replace(self._file(number))

    def read(self, games: int) -> Decisions:
        """Return the decisions of the files that hold the first `games` games."""
        return Decisions.together([self._read(number) for number in range(-(-games // _GAMES))])

    def _read(self, number: int) -> Decisions:
        with np.load(self._file(number)) as file:
            return Decisions(**file)

    def _file(self, number: int) -> Path:
        return self.path / f"{number:05d}.npz"


def _known(about: Path) -> SelfPlay | None:
    try:
        return msgspec.json.decode(about.read_bytes(), type=SelfPlay)
    except msgspec.MsgspecError:
        return None


def _play_and_keep(folder: Folder, number: int) -> int:
    folder.fill(number)
    return number
