"""Text boards as other solvers write them: `Talon:`, `Foundations:`, then a line a pile; many in a stream."""

from collections.abc import Sequence
from typing import Any

from parlour.core.errors import PositionError

_HEADS = ("talon", "foundations")
EMPTY = "-"


class Board:
    """One board of a stream: its labelled lines and its piles, as words, with the line where it starts."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.heads: dict[str, list[str]] = {}
        self.piles: list[list[str]] = []

    def require(self, heads: Sequence[str], piles: int, title: str) -> None:
        """Raise `PositionError` unless the board has exactly these labelled lines and so many piles."""
        here = f"board at line {self.line}"
        for head in heads:
            if head not in self.heads:
                raise PositionError(f"{here}: a board of {title} has a line '{head.capitalize()}:'")
        for head in self.heads:
            if head not in heads:
                raise PositionError(f"{here}: a board of {title} has no line '{head.capitalize()}:'")
        if len(self.piles) != piles:
            raise PositionError(
                f"{here}: a board of {title} has {piles} lines of piles, not {len(self.piles)}"
            )


def split_boards(text: str) -> list[Board]:
    """Split a stream into boards: a labelled line after piles begins the next one.

    Raises `PositionError` for two alike.
    """
    boards: list[Board] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        if not words:
            continue
        head, colon, rest = line.strip().partition(":")
        label = head.strip().lower() if colon else ""
        if colon and label not in _HEADS:
            raise PositionError(
                f"line {number}: only 'Talon:' and 'Foundations:' are labels, not {head.strip()!r}"
            )
        if not boards or (label and boards[-1].piles):
            boards.append(Board(number))
        board = boards[-1]
        if not label:
            board.piles.append(_cards(words))
        elif label in board.heads:
            raise PositionError(f"line {number}: this board has two lines '{label.capitalize()}:'")
        else:
            board.heads[label] = _cards(rest.split())
    if not boards:
        raise PositionError("there is no board in this text")
    return boards


def _cards(words: list[str]) -> list[str]:
    return [] if words == [EMPTY] else words


def board_lines(heads: dict[str, Sequence[str]], piles: Sequence[Sequence[str]]) -> str:
    """Write a board; an empty list of cards is a dash."""
    lines = [f"{head}: {' '.join(cards) or EMPTY}" for head, cards in heads.items()]
    return "\n".join([*lines, *(" ".join(pile) or EMPTY for pile in piles)]) + "\n"


Part = dict[str, Any]
"""The game's part of a position JSON."""
