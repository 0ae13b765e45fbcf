"""How sure a result is: intervals of shares and of differences in Elo."""

import math
from typing import NamedTuple

Z95 = 1.959964
"""Standard deviations on both sides that hold 95 % of a normal distribution."""


class Interval(NamedTuple):
    """An estimate with the ends of its 95 % interval."""

    estimate: float
    low: float
    high: float


def wilson(won: float, games: int) -> Interval:
    """Return the share of games won with its 95 % interval; half a win counts half.

    Wilson, Probable inference, the law of succession, and statistical inference (1927). With shared wins the
    interval is a little wider than need be. Raises `ValueError` without games.
    """
    if games < 1:
        raise ValueError("there is no share of no games")
    share, weight = won / games, Z95 * Z95 / games
    middle = (share + weight / 2) / (1 + weight)
    half = Z95 * math.sqrt(share * (1 - share) / games + weight / (4 * games)) / (1 + weight)
    # Rounding must not leave an end beside 0 or 1: in Elo that would be some thousands instead of endless.
    low = 0.0 if share <= 0 else max(0.0, middle - half)
    return Interval(share, low, 1.0 if share >= 1 else min(1.0, middle + half))


def elo(share: Interval) -> Interval:
    """Return the difference in Elo that a share of the wins between two stands for, with its interval.

    Nothing but wins is an endless difference. Elo, The rating of chessplayers, past and present (1978).
    """
    return Interval(*map(_elo, share))


def _elo(share: float) -> float:
    if share <= 0:
        return -math.inf
    return math.inf if share >= 1 else 400 * math.log10(share / (1 - share))
