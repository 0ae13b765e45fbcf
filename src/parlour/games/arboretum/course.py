"""Reads the strings of the university course version, with a reason for everything that is malformed.

`strings.py` says what the strings are. Every text of a refusal begins with the string that is wrong, such as
`shared[1], arboretum of A`, and where in it; characters count from 1.
"""

import re
from collections.abc import Container
from itertools import pairwise
from typing import NamedTuple

from parlour.core.errors import PositionError, shown
from parlour.core.seats import seat_name
from parlour.games.arboretum import state
from parlour.games.arboretum.cards import LETTERS, card_text, find_card

WELL_FORMED = (0, 7, 8, 9)
"""Sizes of hands that are well formed."""

SCORED = range(10)
"""Sizes of hands that can be scored."""

_CARD, _PLACEMENT = 2, 8
_SQUARE = re.compile(r"(C00|[NS](?!00)[0-9]{2})(C00|[EW](?!00)[0-9]{2})", re.ASCII)
_SIGNS = {"C": 0, "N": 1, "E": 1, "S": -1, "W": -1}


class Placed(NamedTuple):
    """A planted card; row and column count north and east."""

    card: int
    row: int
    column: int


class Sheet(NamedTuple):
    """What shared and hidden strings say, seat by seat; `turn` is the seat of the turn letter."""

    turn: int
    gardens: tuple[tuple[Placed, ...], ...]
    piles: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.hands)


Shared = tuple[int, tuple[tuple[Placed, ...], ...], tuple[tuple[int, ...], ...]]
Hidden = tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]


def read_state(shared: object, hidden: object, sizes: Container[int] | None = WELL_FORMED) -> Sheet:
    """Read both states, with hands of these sizes, or any. Raises `PositionError` for what is malformed."""
    turn, gardens, piles = read_shared(shared)
    deck, hands = read_hidden(hidden, sizes)
    if len(hands) != len(gardens):
        raise PositionError(
            f"shared has {len(gardens)} seats and hidden has {len(hands)}; both must be alike"
        )
    return Sheet(turn, gardens, piles, deck, hands)


def read_shared(shared: object) -> Shared:
    """Read a shared state: the turn, and each seat's arboretum and discards.

    Raises `PositionError` for what is malformed.
    """
    what = "the turn, then arboretum and discards of each of 2 to 4 seats"
    texts = _texts(shared, "shared", {1 + 2 * seats: seats for seats in state.SEATS}, what)
    seats = len(texts) // 2
    names = [seat_name(seat) for seat in range(seats)]
    if texts[0] not in names:
        raise PositionError(f"shared[0], the turn, must be {_either(names)}, not {shown(texts[0])}")
    gardens, piles = [], []
    for seat, name in enumerate(names):
        garden, pile = 1 + 2 * seat, 2 + 2 * seat
        gardens.append(_placements(texts[garden], f"shared[{garden}], arboretum of {name}", name, seats))
        where = f"shared[{pile}], discards of {name}"
        piles.append(_cards(_after_id(texts[pile], where, name), where, seats, 2))
    return names.index(texts[0]), tuple(gardens), tuple(piles)


def read_hidden(hidden: object, sizes: Container[int] | None = WELL_FORMED) -> Hidden:
    """Read a hidden state: the deck and each seat's hand.

    Raises `PositionError` for what is malformed.
    """
    what = "the deck, then the hand of each of 2 to 4 seats"
    texts = _texts(hidden, "hidden", {1 + seats: seats for seats in state.SEATS}, what)
    seats = len(texts) - 1
    deck = _sorted(texts[0], "hidden[0], the deck", seats, 1)
    hands = []
    for seat in range(seats):
        where = f"hidden[{seat + 1}], hand of {seat_name(seat)}"
        hand = _sorted(_after_id(texts[seat + 1], where, seat_name(seat)), where, seats, 2)
        if sizes is not None and len(hand) not in sizes:
            fitting = ", ".join(str(size) for size in range(10) if size in sizes)
            raise PositionError(f"{where}, has {len(hand)} cards, and it can have {fitting}")
        hands.append(hand)
    return deck, tuple(hands)


def read_deck(deck: object) -> tuple[int, ...]:
    """Read a deck of any number of seats. Raises `PositionError` for what is malformed."""
    return _sorted(_text(deck, "deck"), "deck", state.MOST, 1)


def read_card(card: object, where: str, seats: int) -> int:
    """Read a card of a game of so many seats. Raises `PositionError`."""
    text = _text(card, where)
    found = find_card(text)
    if found is None:
        raise PositionError(f"{where}: {shown(text)} is no card; a card is a species and a value, such as a1")
    if found >= state.IN_PLAY[seats] * state.VALUES:
        raise PositionError(f"{where}: {text} is not in a game of {seats}")
    return found


def read_placement(placement: object, where: str, seats: int) -> Placed:
    """Read a placement, such as a4N01C00. Raises `PositionError`."""
    text = _text(placement, where)
    card = read_card(text[:_CARD], where, seats)
    found = _SQUARE.fullmatch(text, _CARD)
    if found is None:
        raise PositionError(
            f"{where}: {shown(text)} is no placement; after the card come row and column, such as N01C00"
        )
    row, column = (_SIGNS[word[0]] * int(word[1:]) for word in found.groups())
    return Placed(card, row, column)


def read_seat(player: object, seats: int) -> int:
    """Read a seat's letter. Raises `PositionError`."""
    names = [seat_name(seat) for seat in range(seats)]
    if not isinstance(player, str) or player not in names:
        raise PositionError(f"player must be {_either(names)}, not {shown(player)}")
    return names.index(player)


def read_species(species: object, seats: int) -> int:
    """Read the letter of a species in play. Raises `PositionError`."""
    letters = list(LETTERS[: state.IN_PLAY[seats]])
    if not isinstance(species, str) or species not in letters:
        raise PositionError(f"species must be {_either(letters)}, not {shown(species)}")
    return letters.index(species)


def _texts(value: object, name: str, counts: dict[int, int], what: str) -> list[str]:
    """Return the strings of a state, whose number must be one of `counts`."""
    if not isinstance(value, list | tuple):
        raise PositionError(f"{name} must be a list of strings ({what}), not {shown(value)}")
    if len(value) not in counts:
        lengths = _either([str(count) for count in counts])
        raise PositionError(f"{name} must have {lengths} strings ({what}), not {len(value)}")
    return [_text(text, f"{name}[{number}]") for number, text in enumerate(value)]


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise PositionError(f"{where} must be a string, not {shown(value)}")
    return value


def _after_id(text: str, where: str, name: str) -> str:
    if not text.startswith(name):
        raise PositionError(f"{where}, must begin with the letter {name}, not {shown(text[:1])}")
    return text[1:]


def _cards(text: str, where: str, seats: int, first: int) -> tuple[int, ...]:
    """Read cards one after the other; the text begins at character `first` of its string."""
    return tuple(
        read_card(text[at : at + _CARD], f"{where}, from character {first + at}", seats)
        for at in range(0, len(text), _CARD)
    )


def _sorted(text: str, where: str, seats: int, first: int) -> tuple[int, ...]:
    cards = _cards(text, where, seats, first)
    for number, (card, following) in enumerate(pairwise(cards), 1):
        if following < card:
            raise PositionError(
                f"{where}, from character {first + number * _CARD}: cards must be sorted, and"
                f" {card_text(following)} comes before {card_text(card)}"
            )
    return cards


def _placements(text: str, where: str, name: str, seats: int) -> tuple[Placed, ...]:
    placed = _after_id(text, where, name)
    return tuple(
        read_placement(placed[at : at + _PLACEMENT], f"{where}, from character {at + 2}", seats)
        for at in range(0, len(placed), _PLACEMENT)
    )


def _either(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
