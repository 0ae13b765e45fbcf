"""The force of a player of Arbos in ops, 0 to 20, and who has white by it.

Whoever never played has 0, and 10 is the average: hundreds of games against players of the same force, and at
least 40 % of them won. It is a ladder, a function of nothing but the games in their order:

* A game counts, for both players, if their ops at its start differ by at most 1, unless it was left before
  each of them had placed a second pawn.
* A player's window holds the latest 20 games that counted since the last change: whether each was won. A
  draw is not won, and a forfeit is lost.
* Whenever the window is full, its wins lead a step up or down, or leave the player where they are. After a
  step the window is empty. There is no step below 0 or above 20; the window then goes on.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec

MOST = 20
WINDOW = 20
AVERAGE = 10

UP = (8, 12)
STAY = (5, 8)
"""With so many wins in a window a player goes up, or at least stays: below the average, and from it up."""

NEAR = 1
"""How far apart the ops of two players may be for their game to count."""

BEGUN = 2
"""Pawns that each player has placed in a game that counts even if it was left."""

Outcome = Literal["won", "drawn", "lost"]


class Standing(msgspec.Struct, frozen=True):
    """A player's ops, and the window: for each game, the oldest first, whether it was won."""

    ops: int = 0
    window: tuple[bool, ...] = ()


class RatedResult(msgspec.Struct, frozen=True):
    """A game as one of its players had it.

    `opponent` is the other player's ops at its start. `left_at` are the pawns that the two had placed when
    one of them left, `None` if neither did.
    """

    opponent: int
    outcome: Outcome
    left_at: tuple[int, int] | None = None


class RatedGame(msgspec.Struct, frozen=True):
    """A game between two players, who are known by their names here, White first.

    `winner` is 0 for White, 1 for Black, and `None` for a draw; whoever left or forfeited a game has lost it.
    `left_at` is as in `RatedResult`.
    """

    players: tuple[str, str]
    winner: Literal[0, 1] | None
    left_at: tuple[int, int] | None = None


def force(results: Iterable[RatedResult]) -> int:
    """Return the ops of a player after all results, the oldest first."""
    standing = Standing()
    for result in results:
        standing = after(standing, result)
    return standing.ops


def after(standing: Standing, result: RatedResult) -> Standing:
    """Return where a player stands after one more result."""
    if not counts(standing.ops, result):
        return standing
    window = (*standing.window, result.outcome == "won")[-WINDOW:]
    ops = standing.ops + (step(standing.ops, sum(window)) if len(window) == WINDOW else 0)
    return Standing(standing.ops, window) if ops == standing.ops else Standing(ops)


def counts(ops: int, result: RatedResult) -> bool:
    """Say whether a game counts for a player who had so many ops at its start."""
    begun = result.left_at is None or min(result.left_at) >= BEGUN
    return begun and abs(ops - result.opponent) <= NEAR


def step(ops: int, wins: int) -> int:
    """Return 1, 0 or -1: where a full window with so many wins leads from a force."""
    high = ops >= AVERAGE
    if wins >= UP[high]:
        return 1 if ops < MOST else 0
    return -1 if wins < STAY[high] and ops > 0 else 0


def ladder(games: Iterable[RatedGame]) -> dict[str, Standing]:
    """Return where everybody stands after all games, the oldest first; each starts where those before it led.

    A game against oneself counts for nothing.
    """
    standings: dict[str, Standing] = {}
    for game in games:
        before = [standings.setdefault(player, Standing()) for player in game.players]
        if game.players[0] == game.players[1]:
            continue
        for seat, player in enumerate(game.players):
            result = RatedResult(before[1 - seat].ops, _outcome(game, seat), game.left_at)
            standings[player] = after(before[seat], result)
    return standings


def _outcome(game: RatedGame, seat: int) -> Outcome:
    if game.winner is None:
        return "drawn"
    return "won" if game.winner == seat else "lost"


def white(ops: tuple[int, int], coin: Literal[0, 1]) -> Literal[0, 1]:
    """Return which of two players has white: the one with fewer ops; at equal ops the coin says it.

    >>> white((3, 5), coin=1), white((5, 3), coin=0), white((4, 4), coin=1)
    (0, 1, 1)
    """
    if ops[0] == ops[1]:
        return coin
    return 0 if ops[0] < ops[1] else 1
