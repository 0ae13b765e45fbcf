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

_WIPE = "\x1b[H\x1b[2J\x1b[3J"
"""Go to the corner, erase the screen, erase the lines that have left it."""


class Painter:
    """Prints positions, as the seat on turn sees them, and the sentences around them."""

    def __init__(self) -> None:
        self._console = Console(highlight=False, soft_wrap=True)

    def show(self, position: Position) -> None:
        """Print what the seat on turn may see, under its name where there are several.

        Once the game is over that is what a spectator may see, or the only seat.
        """
        seat = position.current_player
        if position.seats > 1 and seat is not None:
            self.say(f"{position.game.seat_name(seat)} to move", "bold")
        self.show_to(0 if position.seats == 1 else seat, position)

    def show_to(self, seat: int | None, position: Position) -> None:
        """Print what `seat` may see (`None`: a spectator)."""
        self._console.print(self._diagram(position.game, position.view(seat)))

    def _diagram(self, game: Game, view: Any) -> Text:
        """Draw a view in the game's own styles; in card games suits become signs where there are such."""
        plain = game.views.diagram(view)
        if game.deals is None:
            painted = Text(plain)
            for pattern, style in getattr(game.views, "STYLES", {}).items():
                painted.highlight_regex(pattern, style)
            return painted
        signs = _SIGNS if self._console.encoding.startswith("utf") else {suit: suit for suit in _SIGNS}
        painted, at = Text(), 0
        for card in _CARD.finditer(plain):
            rank, suit = card.groups()
            painted.append(plain[at : card.start()]).append(rank + signs[suit], _STYLES[suit])
            at = card.end()
        return painted.append(plain[at:])

    def clear(self) -> None:
        """Wipe a terminal's screen and what can be scrolled back to; one without codes scrolls a page on."""
        console = self._console
        without_codes = console.is_dumb_terminal or console.legacy_windows
        console.file.write("\n" * console.height if without_codes else _WIPE)
        console.file.flush()

    def say(self, text: str, style: str = "") -> None:
        """Print a sentence."""
        self._console.print(Text(text, style))

    def close(self, position: Position) -> None:
        """Print how a game ended, if it has."""
        if position.result is not None:
            self.say(
                ending(position.game, position.result), "bold green" if position.result.winners else "bold"
            )


def ending(game: Game, result: Result) -> str:
    """Return how a game ended: "Won: cleared, score -3.", "B wins: 15 points. A 12, B 15."."""
    scores = [f"{score:g}" for score in result.scores]
    if len(scores) == 1:
        return f"{'Won' if result.winners else 'Lost'}: {result.reason}, score {scores[0]}."
    listed = ", ".join(f"{game.seat_name(seat)} {score}" for seat, score in enumerate(scores))
    return f"{_outcome(game, result.winners)}: {result.reason}. {listed}."


def _outcome(game: Game, winners: tuple[int, ...]) -> str:
    if not winners:
        return "No winner"
    *others, last = map(game.seat_name, winners)
    return f"{', '.join(others)} and {last} share the win" if others else f"{last} wins"
