"""Deal numbers: the same cards as in PySolFC, through the library `pysol_cards`."""

import datetime as dt
import secrets

from pysol_cards.deal_game import Game as PysolGame
from pysol_cards.random_base import RandomBase

from parlour.core.errors import DealError

LAST = 10**20 - 1
"""The highest deal number; the lowest is 1."""

_PYSOL_SUITS = "CSHD"
_OURS = {"C": 0, "D": 13, "H": 26, "S": 39}
_RANDOM = 1_000_000


def deal_number(number: object) -> str:
    """Return a deal number as digits without leading zeros.

    Raises `DealError` for words and numbers outside 1 to 10^20 - 1.
    """
    if isinstance(number, int) and not isinstance(number, bool):
        value = number
    elif (
        isinstance(number, str)
        and number.strip().isascii()
        and number.strip().isdigit()
        and len(number) <= 100
    ):
        value = int(number)
    else:
        raise DealError(f"a deal number is a whole number from 1 to {LAST}, not {_short(number)}")
    if not 1 <= value <= LAST:
        raise DealError(f"deal numbers go from 1 to {LAST}; {_short(value)} is outside")
    return str(value)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:20]}... ({len(text)} characters)"


def golf_deck(number: str) -> list[int]:
    """Return the 52 card ids in the order in which PySolFC deals Golf number `number`."""
    game = PysolGame("golf", int(number), RandomBase.DEALS_PYSOLFC)
    game.deal()
    return [_OURS[_PYSOL_SUITS[card.suit]] + card.rank - 1 for card in game.cards]


def random_deal() -> str:
    """Draw a deal number that is short enough to tell somebody: 1 to 1,000,000."""
    return str(1 + secrets.randbelow(_RANDOM))


def todays_deal(day: dt.date) -> str:
    """Return the deal of a day: its date as YYYYMMDD. The day is meant in UTC."""
    return day.strftime("%Y%m%d")
