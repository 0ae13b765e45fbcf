"""What an arboretum's paths come to in Arboretum: charted once for all species, then asked card by card."""

import numpy as np
import numpy.typing as npt

from parlour.core.kernel import Actions, Record, kernel
from parlour.games.arboretum.paths import beside
from parlour.games.arboretum.state import GARDEN, IN_PLAY, NONE, SPECIES, VALUES

Chart = npt.NDArray[np.int64]
"""Shape (`GARDEN` + 1, 3, `SPECIES`), what `chart_paths` writes of an arboretum.

For its card i, bonuses for ends included:

* `[i, UP, species]`: the points of the best path from a card of the species up to card i; 0: none
* `[i, DOWN, species]`: the points of the best path from card i up to a card of the species; 0: none
* `[i, PURE, UP or DOWN]`: the best of these along the card's own species alone, as if it counted double:
  points times 16, and its length

In the last row `[WHOLE, POINTS, species]` is the best path's points, as `rules.path_points` has them; the
rest of it belongs to `look`, which writes there what `UP` and `DOWN` would be for a new card.
"""

UP, DOWN, PURE, POINTS = 0, 1, 2, 2
WHOLE = GARDEN

_LONGER = 33
"""One more card in an entry of `PURE`: 2 points, in sixteenths, and 1 in length."""


@kernel
def new_charts(count: int) -> Chart:
    """Make room for so many charts, one after the other."""
    return np.empty((count, GARDEN + 1, 3, SPECIES), np.int64)


@kernel
def chart_paths(s: Record, seat: int, chart: Chart) -> None:
    """Chart the paths of a seat's arboretum."""
    n, bonus = int(s.planted[seat]), int(s.bonuses)
    cards = s.garden[seat]
    near = np.empty((GARDEN, 5), np.int64)
    link(cards, s.squares[seat], n, near)
    climb(cards, near, n, UP, bonus, int(IN_PLAY[s.seats]), chart)
    climb(cards, near, n, DOWN, 2 * bonus, int(IN_PLAY[s.seats]), chart)
    best = chart[WHOLE, POINTS]
    for species in range(SPECIES):
        best[species] = 0
    for i in range(n):
        species, value = int(cards[i]) // VALUES, int(cards[i]) % VALUES
        top = 2 * bonus if value == VALUES - 1 else 0
        points = chart[i, UP, species]
        if points > 1 + (bonus if value == 0 else 0):
            best[species] = max(best[species], points + top)
        if chart[i, PURE, UP] % 16 >= s.double:
            best[species] = max(best[species], chart[i, PURE, UP] // 16 + top)


@kernel
def link(cards: Actions, squares: Actions, n: int, near: Chart) -> None:
    """Write the neighbours of each card, `NONE` after the last, and in column 4 the order by value."""
    for i in range(n):
        at = i
        while at > 0 and cards[near[at - 1, 4]] % VALUES > cards[i] % VALUES:
            near[at, 4] = near[at - 1, 4]
            at -= 1
        near[at, 4] = i
        found, square = 0, squares[i]
        for j in range(n):
            if beside(square, squares[j]):
                near[i, found] = j
                found += 1
        if found < 4:
            near[i, found] = NONE


@kernel
def climb(cards: Actions, near: Chart, n: int, way: int, bonus: int, kinds: int, chart: Chart) -> None:
    """Write one way, `UP` or `DOWN`; a path that starts at the first value of that way has a bonus."""
    for k in range(n):
        i = near[k, 4] if way == UP else near[n - 1 - k, 4]
        value, own = int(cards[i]) % VALUES, int(cards[i]) // VALUES
        row = chart[i, way]
        for species in range(kinds):
            row[species] = 0
        first = bonus if value == (0 if way == UP else VALUES - 1) else 0
        row[own] = 1 + first
        alone = 16 * (2 + first) + 1
        for m in range(4):
            j = near[i, m]
            if j == NONE:
                break
            other = int(cards[j]) % VALUES
            if other != value and (other < value) == (way == UP):
                lift(chart[j, way], row, kinds)
                if cards[j] // VALUES == own:
                    alone = max(alone, chart[j, PURE, way] + _LONGER)
        chart[i, PURE, way] = alone


@kernel
def lift(below: Chart, row: Chart, kinds: int) -> None:
    """Raise each entry of `row` to one more than that of `below`, where there is a path."""
    for species in range(kinds):
        if below[species] > 0:
            row[species] = max(row[species], below[species] + 1)


@kernel
def look(s: Record, seat: int, card: int, square: int, chart: Chart) -> tuple[int, int]:
    """Look at the paths that a card would make at a free square of a charted arboretum.

    `UP` and `DOWN` of the last row get what these would be there. Returned are the points of the best path
    through it of its own species alone that counts double, 0 if there is none, and the free squares around.
    """
    cards, squares = s.garden[seat], s.squares[seat]
    value, own, kinds = card % VALUES, card // VALUES, int(IN_PLAY[s.seats])
    low, high = chart[WHOLE, UP], chart[WHOLE, DOWN]
    for species in range(kinds):
        low[species] = high[species] = 0
    first = int(s.bonuses) if value == 0 else 0
    last = 2 * int(s.bonuses) if value == VALUES - 1 else 0
    low[own], high[own] = 1 + first, 1 + last
    before, after, free = 16 * (2 + first) + 1, 16 * (2 + last) + 1, 4
    for i in range(s.planted[seat]):
        if beside(square, squares[i]):
            free -= 1
            other = int(cards[i]) % VALUES
            same = cards[i] // VALUES == own
            if other < value:
                lift(chart[i, UP], low, kinds)
                if same:
                    before = max(before, chart[i, PURE, UP] + _LONGER)
            elif other > value:
                lift(chart[i, DOWN], high, kinds)
                if same:
                    after = max(after, chart[i, PURE, DOWN] + _LONGER)
    if before % 16 + after % 16 - 1 < s.double:
        return 0, free
    return before // 16 + after // 16 - 2, free


@kernel
def points_through(species: int, card: int, low: int, high: int, bonus: int) -> int:
    """Return the points of the best path of a species through a card with these `UP` and `DOWN`; 0: none."""
    if low == 0 or high == 0:
        return 0
    if card // VALUES == species:
        ends = (1 if card % VALUES == 0 else 0) + (2 if card % VALUES == VALUES - 1 else 0)
        if low + high - 1 == 1 + bonus * ends:
            return 0
    return low + high - 1
