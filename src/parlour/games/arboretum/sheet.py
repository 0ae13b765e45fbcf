"""The score sheet of Arboretum, worked out from a view: sums in hand, rights, best paths."""

from collections.abc import Iterator
from functools import lru_cache

import msgspec
import numpy as np

from parlour.games.arboretum.cards import LETTERS, find_card, square_at
from parlour.games.arboretum.options import ArboretumOptions
from parlour.games.arboretum.paths import best_path
from parlour.games.arboretum.state import GARDEN, IN_PLAY, VALUES
from parlour.games.arboretum.view import ArboretumView, Tree


class Way(msgspec.Struct, frozen=True):
    """The best path of a species: which trees, in the order of planting, and points after each of them."""

    trees: tuple[int, ...]
    running: tuple[int, ...]

    @property
    def points(self) -> int:
        """Return the points of the whole path."""
        return self.running[-1]


class Share(msgspec.Struct, frozen=True):
    """What a seat has of a species at the end.

    Its cards in hand and their sum; the card of another's that takes its 8 out; whether it has the right; its
    best path.
    """

    hand: tuple[str, ...]
    sum: int
    cancelled: bool
    cancels: bool
    right: bool
    way: Way | None

    @property
    def points(self) -> int:
        """Return what the species brings to the seat."""
        return self.way.points if self.right and self.way else 0


class Line(msgspec.Struct, frozen=True):
    """A species in the sheet, with the share of each seat."""

    species: str
    shares: tuple[Share, ...]


def species_in_play(view: ArboretumView) -> str:
    """Return the letters of the species that a game of so many seats has."""
    return LETTERS[: int(IN_PLAY[len(view.players)])]


def ways(view: ArboretumView, seat: int) -> tuple[tuple[str, Way | None], ...]:
    """Return the best path of each species in a seat's arboretum."""
    trees = view.players[seat].arboretum
    return tuple((one, best_way(trees, one, view.options)) for one in species_in_play(view))


@lru_cache(maxsize=1024)
def best_way(trees: tuple[Tree, ...], species: str, options: ArboretumOptions) -> Way | None:
    """Return the best path of a species among trees."""
    if sum(tree.card[0] == species for tree in trees) < 2:
        return None
    cards, squares = np.zeros(GARDEN, np.int16), np.zeros(GARDEN, np.int16)
    for i, tree in enumerate(trees):
        cards[i], squares[i] = find_card(tree.card) or 0, square_at(tree.row, tree.column) or 0
    path = np.empty(GARDEN, np.int16)
    _, length = best_path(
        cards,
        squares,
        len(trees),
        LETTERS.index(species),
        int(options.double_from),
        int(options.end_bonuses),
        path,
    )
    found = tuple(int(i) for i in path[:length])
    return Way(found, tuple(_running([trees[i].card for i in found], options))) if found else None


def _running(cards: list[str], options: ArboretumOptions) -> Iterator[int]:
    """Give the points after each card of a path."""
    pure = len({card[0] for card in cards}) == 1 and len(cards) >= options.double_from
    points = 0
    for card in cards:
        points += 2 if pure else 1
        if options.end_bonuses:
            points += (card == cards[0] and card[1] == "1") + 2 * (
                card == cards[-1] and card[1] == str(VALUES)
            )
        yield points


def lines(view: ArboretumView) -> tuple[Line, ...]:
    """Return the sheet of a game that is over: all hands are open."""
    return tuple(_line(view, one) for one in species_in_play(view))


def _line(view: ArboretumView, species: str) -> Line:
    hands = [tuple(card for card in player.hand or () if card[0] == species) for player in view.players]
    one, eight = f"{species}1", f"{species}{VALUES}"
    with_one = next((seat for seat, hand in enumerate(hands) if one in hand), None)
    cancelled = [
        view.options.one_cancels_eight and eight in hand and with_one not in (None, seat)
        for seat, hand in enumerate(hands)
    ]
    sums = [
        sum(int(card[1]) for card in hand if not (out and card == eight))
        for hand, out in zip(hands, cancelled, strict=True)
    ]
    return Line(
        species,
        tuple(
            Share(
                hand=hand,
                sum=sums[seat],
                cancelled=cancelled[seat],
                cancels=any(cancelled) and seat == with_one,
                right=sums[seat] == max(sums),
                way=best_way(view.players[seat].arboretum, species, view.options),
            )
            for seat, hand in enumerate(hands)
        ),
    )
