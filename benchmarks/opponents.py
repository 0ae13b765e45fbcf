"""Opponents of known kinds to measure players against; `parlour arena` finds them where this folder is.

python -m parlour arena arbos --players mcts:hard benchmarks.opponents.flat:500
python -m parlour arena arboretum --players greedy benchmarks.opponents.deck_random
"""

import math
from functools import cache

import numpy as np
import numpy.typing as npt

from parlour.core.game import Game
from parlour.core.kernel import Kernel, Records, Shares, jump
from parlour.core.position import Position
from parlour.search.players import Player, PlayerError, chance
from parlour.search.thinking import Budget

FROM_DECK = "draw deck"
"""How Arboretum writes it."""


class DeckRandom:
    """Plays Arboretum: draws from the deck while it can, and does all else at random."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, position: Position, seat: int, budget: Budget | None = None) -> int:  # noqa: ARG002
        """Return the draw from the deck, or else draw a legal action."""
        moves = position.legal_moves
        if FROM_DECK in moves:
            return position.legal_actions[moves.index(FROM_DECK)]
        return chance(self.seed, position, seat).choice(position.legal_actions)


def deck_random(text: str, seed: int) -> Player:
    """Make one; it has no settings."""
    if text:
        raise PlayerError("deck_random has no settings")
    return DeckRandom(seed)


class Flat:
    """Tries actions by playing games to their end, without a tree: what Monte Carlo alone is worth."""

    def __init__(self, playouts: int, seed: int) -> None:
        self.playouts = playouts
        self.seed = seed

    def choose(self, position: Position, seat: int, budget: Budget | None = None) -> int:
        """Return the action with the best mean, of several the one that was tried most."""
        legal, playouts = np.array(position.legal_actions, np.int16), self.playouts
        if len(legal) == 1:
            return int(legal[0])
        if budget is not None and budget.iterations is not None:
            playouts = budget.iterations
        visits, won = np.zeros(len(legal), np.int64), np.zeros(len(legal))
        seed = np.uint64(chance(self.seed, position, seat).getrandbits(63))
        _spread(position.game)(position.states, seat, seed, playouts, visits, won)
        return int(legal[np.lexsort((visits, won / np.maximum(visits, 1)))[-1]])


def flat(text: str, seed: int) -> Player:
    """Make one with so many playouts a choice, 500 where nothing is given."""
    if text and not (text.isascii() and text.isdigit() and int(text)):
        raise PlayerError('flat has a number of playouts, such as "flat:500"')
    return Flat(int(text or 500), seed)


@cache
def _spread(game: Game) -> Kernel:
    return game.kernels.bind(spread)


# Compiled over a game's own functions, which `bind` puts in.

legal: Kernel
apply: Kernel
returns: Kernel
determinize: Kernel
policy: Kernel
MAX_LEGAL: int


def spread(
    states: Records, seat: int, seed: np.uint64, playouts: int, visits: npt.NDArray[np.int64], won: Shares
) -> None:
    """Spread playouts over the legal actions by UCB1; count them, and sum what the seat won.

    Each deals anew what the seat cannot know, plays an action, and goes on by the game's quick `policy` to
    the end. Auer, Cesa-Bianchi and Fischer, Finite-time analysis of the multiarmed bandit problem (2002).
    """
    work = states.copy()
    s = work[0]
    acts, gain = np.empty(MAX_LEGAL, np.int16), np.empty(s.seats)
    for k in range(playouts):
        work[0] = states[0]
        determinize(s, seat, jump(seed, k))
        n, chosen, most = legal(s, acts), 0, -1.0
        for i in range(n):
            hope = 1e9 - i  # each once, in order
            if visits[i] > 0:
                hope = won[i] / visits[i] + math.sqrt(2.0 * math.log(k) / visits[i])
            if hope > most:
                chosen, most = i, hope
        apply(s, acts[chosen])
        n = legal(s, acts)
        while n > 0:
            apply(s, policy(s, acts, n))
            n = legal(s, acts)
        returns(s, gain)
        visits[chosen] += 1
        won[chosen] += gain[seat]
    # A record does not keep its array alive: without this last use Numba would free it before the calls.
    work[0] = states[0]
