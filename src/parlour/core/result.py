"""How a game ended."""

import msgspec


class Result(msgspec.Struct, frozen=True, gc=False):
    """The end of a game, seat by seat.

    `ranks` count from 1 and are equal for a tie; `winners` are seats, `()` when nobody won.

    For one seat `winners` is `(0,)` when won. `reason` is a word of the game's rules, such as "cleared" or
    "stuck".
    """

    scores: tuple[float, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
