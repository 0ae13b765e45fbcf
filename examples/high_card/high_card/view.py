"""What a viewer may know of High Card: the own hand, the open trick, the tricks taken."""

import msgspec

from high_card import rules
from high_card.options import HighCardOptions
from parlour.core.board import Told
from parlour.core.kernel import Record
from parlour.core.result import Result


class HighCardView(msgspec.Struct, frozen=True):
    """A position as one viewer may know it."""

    viewer: int | None
    options: HighCardOptions
    hand: tuple[int, ...]
    held: tuple[int, ...]
    played: tuple[int | None, ...]
    tricks: tuple[int, ...]
    legal: tuple[str, ...]
    player: int | None
    result: Result | None


def view(s: Record, viewer: int | None, legal: tuple[str, ...]) -> HighCardView:
    """Build the view from what is allowed, never by leaving things out of the record."""
    seats = range(int(s.seats))
    return HighCardView(
        viewer=viewer,
        options=HighCardOptions.read(s),
        hand=() if viewer is None else tuple(int(c) for c in s.hands[viewer] if c != rules.NONE),
        held=tuple(int((s.hands[seat] != rules.NONE).sum()) for seat in seats),
        played=tuple(int(c) if c != rules.NONE else None for c in s.played[: s.seats]),
        tricks=tuple(int(s.tricks[seat]) for seat in seats),
        legal=legal,
        player=None if s.over else int(s.player),
        result=result(s) if s.over else None,
    )


def result(s: Record) -> Result:
    """Return tricks as scores."""
    tricks = [int(s.tricks[seat]) for seat in range(int(s.seats))]
    ranks = tuple(1 + sum(other > mine for other in tricks) for mine in tricks)
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == 1)
    return Result(tuple(map(float, tricks)), ranks, winners, "most tricks")


def reveals(view: HighCardView, move: str) -> bool:
    """Say that a card played from the own hand is no news to its player."""
    return False


def tell(before: HighCardView, after: HighCardView, move: str) -> Told:
    """Tell a move."""
    return Told("play", (), (move,))


def diagram(view: HighCardView) -> str:
    """Draw a view."""
    trick = " ".join("-" if card is None else str(card + 1) for card in view.played)
    return f"Trick: {trick}\nTricks: {view.tricks}\nHand: {' '.join(str(card + 1) for card in view.hand)}"
