"""A game of Little Spider as a picture: what lies on the felt, and what is said of it."""

from parlour.games._cards.cards import DECK
from parlour.games._cards.layout import Layout, Pile
from parlour.games.little_spider.board import RANKS, SUITS, progress
from parlour.games.little_spider.view import LittleSpiderView

_ORDER = "DHCS"
"""The homecells from left to right: the two that climb, then the two that come down."""


def lay(view: LittleSpiderView) -> Layout:
    """Say how a view lies: the four homecells, each over two of the eight piles."""
    homes = dict(zip(SUITS, view.homecells, strict=True))
    return Layout(
        (
            tuple(_home(homes[suit]) for suit in _ORDER),
            tuple(map(Pile, view.piles)),
        )
    )


def _home(cards: tuple[str, ...]) -> Pile:
    return Pile(cards, "edges", width=2, label=f"{len(cards)} of {len(RANKS)}")


def title(view: LittleSpiderView) -> str:
    """Say what a picture of a view shows."""
    home = progress(view)
    if home < DECK:
        return f"Little Spider: {home} of {DECK} home"
    return f"Little Spider: all home in {view.moves} move{'s' * (view.moves != 1)}"


def points(view: LittleSpiderView) -> str:
    """Write the score as the board does: the moves of a win, else how many of all cards are home."""
    home = progress(view)
    return str(view.moves) if home == DECK else f"{home}/{DECK}"
