"""A hole of Golf as a picture: what lies on the felt, and what is said of it."""

from parlour.games._cards.layout import Layout, Pile
from parlour.games.golf.board import progress
from parlour.games.golf.view import GolfView

LATEST = 20
"""Cards of the homecell that are shown: as many of the latest as lie side by side with their ranks seen."""


def lay(view: GolfView) -> Layout:
    """Say how a view lies: the piles, and under them the stock and the cards that went home last."""
    piles = tuple(Pile(cards) for cards in view.piles)
    stock = Pile(hidden=view.stock, label="Stock")
    home = Pile(view.homecell[-LATEST:], "across", width=len(piles) - 1, label="Homecell")
    return Layout((piles, (stock, home)))


def title(view: GolfView) -> str:
    """Say what a picture of a view shows."""
    left = progress(view)
    return f"Golf: {left} card{'s' * (left != 1)} left" if left else "Golf: cleared"


def points(view: GolfView) -> str:
    """Write the score as the board does; before the end it is the number of cards left."""
    score = progress(view) or -view.stock
    return f"\N{MINUS SIGN}{-score}" if score < 0 else str(score)
