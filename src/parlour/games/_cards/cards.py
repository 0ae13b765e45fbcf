"""Cards of the standard deck: ids 0 to 51 (suit times 13 plus rank, the ace rank 0), texts such as "TD"."""

from collections.abc import Iterable
from typing import Any

from parlour.core.errors import PositionError, did_you_mean

RANKS = "A23456789TJQK"
SUITS = "CDHS"
DECK = 52
NONE = -1
"""Stands in a record where no card is."""


def card_text(card: int) -> str:
    """Write a card id as rank and suit: 22 is "TD"."""
    return RANKS[card % 13] + SUITS[card // 13]


_TEXTS = tuple(map(card_text, range(DECK)))


def texts(cards: Iterable[Any]) -> tuple[str, ...]:
    """Write several cards."""
    return tuple(_TEXTS[card] for card in cards)


def parse_card(word: object, where: str) -> int:
    """Read a card, also "10d" for "TD". Raises `PositionError` naming `where`."""
    if isinstance(word, str):
        text = word.strip().upper().replace("10", "T")
        if len(text) == 2 and text[0] in RANKS and text[1] in SUITS:
            return SUITS.index(text[1]) * 13 + RANKS.index(text[0])
    raise PositionError(
        f"{where}: {word!r} is no card; write a rank of {RANKS} and a suit of {SUITS}, such as TD"
    )


def parse_cards(words: object, where: str, most: int) -> list[int]:
    """Read a list of at most `most` cards. Raises `PositionError` naming `where`."""
    if not isinstance(words, list | tuple):
        raise PositionError(f"{where} must be a list of cards, not {words!r}")
    if len(words) > most:
        raise PositionError(f"{where} holds {len(words)} cards, and at most {most} fit")
    return [parse_card(word, where) for word in words]


def parse_piles(data: dict[str, Any], count: int, most: int) -> list[list[int]]:
    """Read the field `piles` of a position JSON: `count` lists, bottom card first. Raises `PositionError`."""
    piles = data.get("piles")
    if not isinstance(piles, list | tuple) or len(piles) != count:
        raise PositionError(f"piles must be a list of {count} lists of cards, bottom card first")
    return [parse_cards(pile, f"pile {number}", most) for number, pile in enumerate(piles, 1)]


_COMMON = ("game", "options", "deal")
"""Fields of every solitaire's position JSON."""


def check_fields(data: dict[str, Any], known: tuple[str, ...]) -> None:
    """Raise `PositionError` for a field that the position JSON does not have."""
    for name in data:
        if name not in known:
            raise PositionError(f"a position has no field {name!r}{did_you_mean(name, (*known, *_COMMON))}")


def check_deck(cards: Iterable[int]) -> None:
    """Raise `PositionError` unless `cards` are the 52 of the deck, naming those twice there or missing."""
    held = list(cards)
    twice = sorted({card for card in held if held.count(card) > 1})
    if twice:
        raise PositionError(
            f"{' '.join(texts(twice))} {'is' if len(twice) == 1 else 'are'} there more than once"
        )
    missing = sorted(set(range(DECK)) - set(held))
    if missing:
        named = " ".join(texts(missing[:5])) + (" ..." if len(missing) > 5 else "")
        raise PositionError(f"there are {len(held)} cards, not {DECK}; missing: {named}")
