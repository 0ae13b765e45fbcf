"""Matches between computer players: the same deals for everybody, seats in turn, games in all processes.

A game is named by its number, from which follow deal and seats; what comes of it does not depend on which
process plays it, nor on how many there are.
"""

import time
from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

import parlour
from parlour.core.errors import ParlourError
from parlour.core.kernel import jump
from parlour.lab.intervals import Interval, elo, wilson
from parlour.lab.processes import share_out
from parlour.search.players import player


class ArenaError(ParlourError):
    """A match that cannot be played as asked, or results that belong to another one."""


class Match(msgspec.Struct, frozen=True):
    """Who plays what: `options` by name, and players by theirs. `seed` moves on to other deals."""

    game: str
    seats: int
    options: dict[str, Any]
    players: tuple[str, ...]
    seed: int = 0

    def check(self) -> None:
        """Raise `ArenaError` or `PlayerError` for players that do not exist or are too many."""
        for name in self.players:
            player(name)
        least, most = (1, len(self.players)) if self.seats == 1 else (2, self.seats)
        if not least <= len(self.players) <= most:
            wanted = f"{least} to {most} players" if least < most else f"{least} players"
            raise ArenaError(f"a match at {self.seats} seats has {wanted}, not {len(self.players)}")

    @property
    def turns(self) -> int:
        """How many games are played of each deal, until everybody had every seat."""
        return len(self.players) if self.seats == 1 else self.seats

    def deal(self, number: int) -> int:
        """Return the seed of a game's deal."""
        return int(jump(np.uint64(self.seed), number // self.turns))

    def seating(self, number: int) -> tuple[int, ...]:
        """Return which of the players sits at each seat in a game."""
        turn, last = number % self.turns, len(self.players) - 1
        if self.seats == 1:
            return (turn,)
        return tuple(min((seat + turn) % self.seats, last) for seat in range(self.seats))


class Played(msgspec.Struct, frozen=True):
    """A game that was played: its number, and what each seat won; choices and seconds of each player."""

    number: int
    returns: tuple[float, ...]
    moves: int
    choices: tuple[int, ...]
    seconds: tuple[float, ...]


class Standing(msgspec.Struct, frozen=True):
    """How a player did: the mean share of the win at a seat of theirs, with its interval, over `games` games.

    `elo` is the difference from the others, between two players only. `choices` had more than one legal
    action; `milliseconds` is their mean.
    """

    player: str
    games: int
    score: Interval
    elo: Interval | None
    choices: int
    milliseconds: float


def play(match: Match, number: int) -> Played:
    """Play a game of a match."""
    position = parlour.new(match.game, match.seats, seed=match.deal(number), **match.options)
    seating = match.seating(number)
    seated = [player(match.players[who], match.deal(number) + seat) for seat, who in enumerate(seating)]
    choices, seconds = [0] * len(match.players), [0.0] * len(match.players)
    while (seat := position.current_player) is not None:
        legal = position.legal_actions
        action = legal[0]
        if len(legal) > 1:
            began = time.perf_counter()
            action = seated[seat].choose(position, seat)
            seconds[seating[seat]] += time.perf_counter() - began
            choices[seating[seat]] += 1
        position.play(action)
    return Played(number, position.returns or (), len(position.history), tuple(choices), tuple(seconds))


def warm_up(match: Match) -> None:
    """Let every player choose once, so that no choice of a match counts the loading of machine code."""
    position = parlour.new(match.game, match.seats, seed=match.seed, **match.options)
    while len(position.legal_actions) == 1:
        position.play(position.legal_actions[0])
    if (seat := position.current_player) is not None:
        for name in match.players:
            player(name).choose(position, seat)


@cache
def _warm_up_once(match: bytes) -> None:
    warm_up(msgspec.json.decode(match, type=Match))


def _play_warm(match: Match, number: int) -> Played:
    # Not by the pool's initializer, which would hide why a player fails.
    _warm_up_once(msgspec.json.encode(match))
    return play(match, number)


def games(match: Match, numbers: Sequence[int], processes: int = 1) -> Iterator[Played]:
    """Play games of a match and give them as they end, in any order."""
    if not numbers:
        return
    if processes == 1:
        warm_up(match)
        yield from (play(match, number) for number in numbers)
        return
    yield from share_out(partial(_play_warm, match), numbers, processes)


def standings(match: Match, played: Sequence[Played]) -> tuple[Standing, ...]:
    """Return how each player did. Raises `ValueError` if nothing was played."""
    found = []
    for who, name in enumerate(match.players):
        shares = [
            [share for share, one in zip(game.returns, match.seating(game.number), strict=True) if one == who]
            for game in played
        ]
        means = [sum(own) / len(own) for own in shares if own]
        score = wilson(sum(means), len(means))
        choices = sum(game.choices[who] for game in played)
        seconds = sum(game.seconds[who] for game in played)
        found.append(
            Standing(
                player=name,
                games=len(means),
                score=score,
                elo=elo(score) if match.seats == 2 else None,
                choices=choices,
                milliseconds=1000 * seconds / max(1, choices),
            )
        )
    return tuple(found)


class Results:
    """Games of a match; in a file, one a line after the match itself, a second run goes on where it ended."""

    def __init__(self, match: Match, path: Path | None = None) -> None:
        """Open a file of this match or begin one. Raises `ArenaError` for one of another match."""
        self.path = path
        self.played: dict[int, Played] = {}
        if path is None:
            return
        if path.exists() and path.stat().st_size:
            self._read(match, path)
        else:
            path.write_bytes(msgspec.json.encode(match) + b"\n")

    def _read(self, match: Match, path: Path) -> None:
        first, *lines = path.read_bytes().split(b"\n")
        try:
            known = msgspec.json.decode(first, type=Match)
        except msgspec.MsgspecError:
            raise ArenaError(f"{path} holds no results of a match") from None
        if known != match:
            raise ArenaError(f"{path} holds another match: {msgspec.json.encode(known).decode()}")
        for at, line in enumerate(lines[:-1], 2):  # what follows the last end of a line was cut off
            try:
                one = msgspec.json.decode(line, type=Played)
            except msgspec.MsgspecError as error:
                raise ArenaError(f"{path}, line {at}: {error}") from None
            self.played[one.number] = one
        whole = len(first) + 1 + sum(len(line) + 1 for line in lines[:-1])
        with path.open("r+b") as file:
            file.truncate(whole)

    def add(self, one: Played) -> None:
        """Keep a game."""
        self.played[one.number] = one
        if self.path is not None:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(one) + b"\n")

    def missing(self, count: int) -> list[int]:
        """Return which of the first `count` games have not been played."""
        return [number for number in range(count) if number not in self.played]
