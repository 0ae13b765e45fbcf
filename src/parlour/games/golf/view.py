"""What may be known of a game of Golf: all but the order and content of the stock."""

import msgspec

from parlour.core.board import Told
from parlour.core.kernel import Record
from parlour.core.result import Result
from parlour.games._cards.cards import texts
from parlour.games.golf import rules
from parlour.games.golf.options import GolfOptions

_REASONS = {rules.CLEARED: "cleared", rules.STUCK: "stuck"}


class GolfView(msgspec.Struct, frozen=True):
    """A position as a viewer may know it: piles and homecell from bottom to top, the stock as a number."""

    viewer: int | None
    options: GolfOptions
    piles: tuple[tuple[str, ...], ...]
    stock: int
    homecell: tuple[str, ...]
    legal: tuple[str, ...]
    player: int | None
    result: Result | None

    def __str__(self) -> str:
        return diagram(self)


def view(s: Record, viewer: int | None, legal: tuple[str, ...]) -> GolfView:
    """Build the view; spectators see what the player sees, without moves."""
    piles, heights = s.piles.tolist(), s.heights.tolist()
    return GolfView(
        viewer=viewer,
        options=GolfOptions.read(s),
        piles=tuple(texts(pile[:height]) for pile, height in zip(piles, heights, strict=True)),
        stock=int(s.stocked),
        homecell=texts(s.home[: s.homed].tolist()),
        legal=legal,
        player=None if s.over else 0,
        result=result(s) if s.over else None,
    )


def result(s: Record) -> Result:
    """Return the golf score of an ended game: cards left, or minus the stock's cards when cleared."""
    cleared = s.over == rules.CLEARED
    score = -int(s.stocked) if cleared else int(s.heights.sum())
    return Result((float(score),), (1,), (0,) if cleared else (), _REASONS[int(s.over)])


def reveals(view: GolfView, move: str) -> bool:
    """Say that dealing shows a card, unless it is the last one, which is known by what is missing."""
    return move == "deal" and view.stock > 1


def tell(before: GolfView, after: GolfView, move: str) -> Told:
    """Tell a move: `deal` with the card that was turned, or `play` with the card and its pile."""
    card = after.homecell[-1:]
    return Told("deal", card) if move == "deal" else Told("play", card, (move,))


def diagram(view: GolfView) -> str:
    """Draw a view: the piles as in a text board, the stock as a number."""
    head = [f"Stock: {view.stock}", f"Homecell: {' '.join(view.homecell[-5:]) or '-'}"]
    return "\n".join([*head, *(f"{i}: {' '.join(pile) or '-'}" for i, pile in enumerate(view.piles, 1))])
