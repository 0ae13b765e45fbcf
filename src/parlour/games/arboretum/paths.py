"""Paths in an arboretum: the best one of a species, and its points.

A path is two or more cards side by side, strictly ascending in value, whose first and last card are of the
scored species. It counts 1 for each card; if all its cards are of the species and they are at least `double`,
1 more for each; 1 more if it starts with a 1 and 2 more if it ends with an 8, where those bonuses count.
"""

import numpy as np

from parlour.core.kernel import Actions, kernel
from parlour.games.arboretum.state import NONE, VALUES, WIDTH


@kernel
def beside(square: int, other: int) -> bool:
    """Say whether two squares lie side by side."""
    apart = abs(square - other)
    return apart in (1, WIDTH)


@kernel
def chart(cards: Actions, squares: Actions, n: int, order: Actions, lower: Actions) -> None:
    """Write the indexes of `n` cards by ascending value, and for each card its lower neighbours.

    `order` has the shape (n,) and `lower` (n, 4), where `NONE` fills up.
    """
    count = 0
    for value in range(VALUES):
        for i in range(n):
            if cards[i] % VALUES == value:
                order[count] = i
                count += 1
    for i in range(n):
        found = 0
        for j in range(n):
            if beside(squares[i], squares[j]) and cards[j] % VALUES < cards[i] % VALUES:
                lower[i, found] = j
                found += 1
        for k in range(found, 4):
            lower[i, k] = NONE


@kernel
def mixed(
    cards: Actions, order: Actions, lower: Actions, species: int, bonus: int, before: Actions
) -> tuple[int, int]:
    """Return the points of the best path of a species without any doubling, and the index of its last card.

    `before` gets the index of the card before each card of it, `NONE` before the first. 0 points: no path.
    """
    n = len(order)
    reach = np.zeros(n, np.int16)
    best, last = 0, NONE
    for k in range(n):
        i = order[k]
        value, own = cards[i] % VALUES, cards[i] // VALUES == species
        before[i] = NONE
        if own:
            reach[i] = 1 + (bonus if value == 0 else 0)
        for neighbour in range(4):
            j = lower[i, neighbour]
            if j != NONE and reach[j] > 0 and reach[j] + 1 > reach[i]:
                reach[i], before[i] = reach[j] + 1, j
        if own and before[i] != NONE:
            points = reach[i] + (2 * bonus if value == VALUES - 1 else 0)
            if points > best:
                best, last = points, i
    return best, last


@kernel
def pure(
    cards: Actions, order: Actions, lower: Actions, species: int, double: int, bonus: int, before: Actions
) -> tuple[int, int]:
    """Return the points of the best path of cards of one species alone that counts double, as `mixed` does.

    Paths from the 1 and paths from other cards are followed apart: whichever is longer may not count more.
    """
    n = len(order)
    best, last = 0, NONE
    length = np.zeros(n, np.int16)
    for from_one in range(2):
        came = np.full(n, NONE, np.int16)
        ended = NONE
        for k in range(n):
            i = order[k]
            value = cards[i] % VALUES
            length[i] = 0
            if cards[i] // VALUES == species:
                length[i] = 1 if (value == 0) == (from_one == 1) else 0
                for neighbour in range(4):
                    j = lower[i, neighbour]
                    if j != NONE and length[j] > 0 and length[j] + 1 > length[i]:
                        length[i], came[i] = length[j] + 1, j
                points = 2 * length[i] + bonus * (from_one + (2 if value == VALUES - 1 else 0))
                if length[i] >= double and points > best:
                    best, last, ended = points, i, i
        if ended != NONE:
            for i in range(n):
                before[i] = came[i]
    return best, last


@kernel
def best_path(
    cards: Actions, squares: Actions, n: int, species: int, double: int, bonus: int, path: Actions
) -> tuple[int, int]:
    """Return the points of the best path of a species among `n` cards on squares, and its length.

    Its indexes are written to `path`, first card first. Both are 0 where there is no path. `bonus` is 1 where
    ends count, else 0.
    """
    order, before = np.empty(n, np.int16), np.empty(n, np.int16)
    lower = np.empty((n, 4), np.int16)
    chart(cards, squares, n, order, lower)
    points, last = mixed(cards, order, lower, species, bonus, before)
    doubled = np.empty(n, np.int16)
    more, end = pure(cards, order, lower, species, double, bonus, doubled)
    length = 0
    if more > points:
        points, last = more, end
        for i in range(n):
            before[i] = doubled[i]
    i = last
    while i != NONE:
        length += 1
        i = before[i]
    i = last
    for k in range(length):
        path[length - 1 - k] = i
        i = before[i]
    return points, length
