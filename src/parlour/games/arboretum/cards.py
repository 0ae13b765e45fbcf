"""Cards and squares of Arboretum in text: a species' letter and a value, `a1`; rows and columns, `N01E02`."""

import re
from collections.abc import Iterable
from typing import Any

from parlour.games.arboretum.state import HOME, REACH, VALUES, WIDTH

LETTERS = "abcdjmortw"

NAMES = (
    "cassia",
    "blue spruce",
    "cherry blossom",
    "dogwood",
    "jacaranda",
    "maple",
    "oak",
    "royal poinciana",
    "tulip poplar",
    "willow",
)

_SQUARE = re.compile(r"(?:([NS])([0-9]{2})|C00)(?:([EW])([0-9]{2})|C00)", re.ASCII | re.IGNORECASE)


def card_text(card: int) -> str:
    """Write a card: species letter and value."""
    return f"{LETTERS[card // VALUES]}{card % VALUES + 1}"


def texts(cards: Iterable[Any]) -> tuple[str, ...]:
    """Write several cards."""
    return tuple(card_text(int(card)) for card in cards)


def find_card(word: str) -> int | None:
    """Return the card of a text such as "a1", or `None`."""
    if len(word) == 2 and word[0] in LETTERS and word[1] in "12345678":
        return LETTERS.index(word[0]) * VALUES + int(word[1]) - 1
    return None


def place_of(square: int) -> tuple[int, int]:
    """Return row and column of a square, north and east from the first card."""
    return square // WIDTH - REACH, square % WIDTH - REACH


def square_at(row: int, column: int) -> int | None:
    """Return the square of a row and a column, `None` beyond what any arboretum can reach."""
    if abs(row) > REACH or abs(column) > REACH:
        return None
    return HOME + row * WIDTH + column


def _away(distance: int, forward: str, back: str) -> str:
    return f"{forward if distance > 0 else back}{abs(distance):02}" if distance else "C00"


def square_text(square: int) -> str:
    """Write a square: rows north or south, columns east or west of the first card, `C00` for none."""
    row, column = place_of(square)
    return _away(row, "N", "S") + _away(column, "E", "W")


def find_square(word: str) -> int | None:
    """Return the square of a text such as "N01E02", in any case, or `None`."""
    found = _SQUARE.fullmatch(word)
    if found is None:
        return None
    vertical, rows, horizontal, columns = found.groups()
    row = int(rows or 0) * (-1 if (vertical or "").upper() == "S" else 1)
    column = int(columns or 0) * (-1 if (horizontal or "").upper() == "W" else 1)
    if (vertical and not row) or (horizontal and not column):
        return None
    return square_at(row, column)
