"""A view in the terminal: the game's own text diagram, cards in colour, drawn from views only."""

import re
from typing import Any

from rich.console import Console
from rich.text import Text

from parlour.core.game import Game
from parlour.core.position import Position
from parlour.core.result import Result

_CARD = re.compile(r"\b([A2-9TJQK])([CDHS])\b")
_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_STYLES = {"C": "bold", "S": "bold", "D": "bold red", "H": "bold red"}


class Painter:
    """Prints positions, as the seat on turn sees them, and the sentences around them."""

    def __init__(self) -> None:
        self._console = Console(highlight=False, soft_wrap=True)

    def show(self, position: Position) -> None:
        """Print what the seat on turn may see; once the game is over, what the first seat may."""
        view = position.view(position.current_player or 0)
        self._console.print(self._diagram(position.game, view))

    def _diagram(self, game: Game, view: Any) -> Text:
        """Draw a view. In games of cards, suits become signs and colours where the terminal has them."""
        plain = game.views.diagram(view)
        if game.deals is None:
            return Text(plain)
        signs = _SIGNS if self._console.encoding.startswith("utf") else {suit: suit for suit in _SIGNS}
        painted, at = Text(), 0
        for card in _CARD.finditer(plain):
            rank, suit = card.groups()
            painted.append(plain[at : card.start()]).append(rank + signs[suit], _STYLES[suit])
            at = card.end()
        return painted.append(plain[at:])

    def say(self, text: str, style: str = "") -> None:
        """Print a sentence."""
        self._console.print(Text(text, style))

    def close(self, position: Position) -> None:
        """Print how a game ended, if it has."""
        if position.result is not None:
            self.say(ending(position.result), "bold green" if position.result.winners else "bold")


def ending(result: Result) -> str:
    """Return the end of a game in one sentence: "Won: cleared, score -3."."""
    scores = ", ".join(f"{score:g}" for score in result.scores)
    return f"{'Won' if result.winners else 'Lost'}: {result.reason}, score {scores}."
