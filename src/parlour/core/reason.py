"""Why a move is good, in the game's own terms: data that the drawing layer turns into a sentence."""

from typing import Any, Protocol

import msgspec

from parlour.core.board import Told


class Reason(msgspec.Struct, frozen=True, gc=False):
    """One thing that a move does.

    `kind` selects the sentence in the game's templates; numbers, cards, places and seats stand in it.
    `weight` says how much it counts, in about points of the game; below 0 it is what the move costs.
    """

    kind: str
    weight: float
    numbers: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()


class Advice(msgspec.Struct, frozen=True, gc=False):
    """What a search advises a seat: the best move, the second best, and why the one is better.

    Each move is there as its text and as the game tells it. `value` and `second_value` are the shares of the
    win that their tries came to, `None` for one that was hardly tried. `reason` speaks of the best move, or,
    with `instead`, of what would come of the second. `then` is what the seat does best after the best move,
    where it is on turn still and has learnt nothing new.
    """

    seat: int
    move: str
    told: Told
    value: float | None = None
    second: str = ""
    second_told: Told | None = None
    second_value: float | None = None
    reason: Reason | None = None
    instead: bool = False
    then: str = ""
    then_told: Told | None = None


class Reasons(Protocol):
    """`reasons.py` of a game. A game without it is advised about by its numbers alone."""

    def option(self, view: Any, move: str) -> Told:
        """Tell a legal move of a view before it is played."""

    def reasons(self, before: Any, after: Any, move: str) -> tuple[Reason, ...]:
        """Return what a move does for the seat on turn, whose views these are.

        `after` is one of the positions that it may lead to: what was hidden `before` is made up there, and
        no reason may depend on it.
        """
