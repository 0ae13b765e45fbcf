"""Quick judgement in Golf, from what shows alone: which move looks good, and how the game stands."""

import numpy as np

from parlour.core.kernel import Actions, Record, Shares, kernel, random_below
from parlour.games.golf.rules import DEAL, HEIGHT, NONE, PILES, cards_left, fits, top_home

SEARCH = {"explore": 0.5, "rollout": 60}
"""Each line is played to its end, which `evaluate` cannot tell; no game has more than 51 actions.

Of 60 uniform deals with wrap a search of 1,000 iterations clears 30 so, and 9 of 40 with 300 iterations that
judge at once; 17 of 40 where `explore` is 1, 22 where it is 0.5.
"""

LINKS = 6
"""How many links of a chain are looked ahead."""


@kernel
def chain(s: Record, pile: int) -> int:
    """Return the length of the longest chain that begins with a pile's top card, counted to at most `LINKS`.

    Depth first without recursion, which Numba's disk cache does not survive: `taken` are the piles of the
    chain so far.
    """
    heights = np.empty(PILES, np.int16)
    for i in range(PILES):
        heights[i] = s.heights[i]
    taken = np.empty(LINKS, np.int16)
    cards = np.empty(LINKS, np.int16)
    longest, links, following = 0, 0, pile
    while True:
        if links < LINKS and following < PILES:
            height = heights[following]
            card = s.piles[following, height - 1] if height > 0 else NONE
            if height > 0 and (links == 0 or fits(s.rule, card, cards[links - 1])):
                taken[links], cards[links] = following, card
                heights[following] -= 1
                links += 1
                longest = max(longest, links)
                following = 0
                continue
            if links > 0:
                following += 1
                continue
        if links <= 1:
            return longest
        links -= 1
        heights[taken[links]] += 1
        following = taken[links] + 1


@kernel
def promise(s: Record, pile: int) -> float:
    """Return the length of the chain that a pile's top card begins, and a little for the pile's height."""
    return float(chain(s, pile) + 0.1 * s.heights[pile] / HEIGHT)


@kernel
def score(s: Record, acts: Actions, n: int, out: Shares) -> None:
    """Score a card by the longest chain it begins, then by the height of its pile; dealing comes last."""
    for i in range(n):
        out[i] = 0.0 if acts[i] == DEAL else promise(s, acts[i] - 1)


@kernel
def policy(s: Record, acts: Actions, n: int) -> int:
    """Begin the longest chain, from the highest pile of such; one choice in 16 is by chance."""
    if n == 1:
        return int(acts[0])
    if random_below(s, 16) == 0:
        return int(acts[random_below(s, n)])
    best, most = int(acts[0]), -1.0
    for i in range(n):
        if acts[i] != DEAL:
            value = promise(s, acts[i] - 1)
            if value > most:
                best, most = int(acts[i]), value
    return best


@kernel
def evaluate(s: Record, out: Shares) -> None:
    """Estimate the chance to clear the tableau: logistic in cards left, stock cards and what fits now."""
    fitting = 0
    for pile in range(PILES):
        height = s.heights[pile]
        if height > 0 and top_home(s) != NONE and fits(s.rule, s.piles[pile, height - 1], top_home(s)):
            fitting += 1
    out[0] = 1.0 / (1.0 + np.exp(0.35 * (cards_left(s) - 2.0 * s.stocked - fitting)))


@kernel
def idle(s: Record, acts: Actions, n: int) -> int:
    """Take the lowest pile that fits; deal only when nothing does."""
    return acts[1] if n > 1 and acts[0] == DEAL else acts[0]
