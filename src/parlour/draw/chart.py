"""The chart of a review: where its lines, marks and labels lie. The template draws them."""

from collections.abc import Sequence

import msgspec

LEFT, TOP, BOTTOM = 44, 40, 28
"""Room beside the lines: for per cents, for the numbers of turning points, for the numbers of moves."""

BADGE = 21
"""Between the middles of two numbers of turning points, at least."""

LABEL = 16
"""Between the lines of two labels, at least."""

_SHAPES = 5
"""How often a line bears the mark of its seat."""

Shares = tuple[tuple[float, ...], ...]


class Point(msgspec.Struct, frozen=True):
    """A place in the chart."""

    x: float
    y: float


class Badge(msgspec.Struct, frozen=True):
    """The number of a turning point, above the lines, and the point that it belongs to."""

    number: int
    x: float
    at: Point


class Line(msgspec.Struct, frozen=True):
    """A seat's chances: the points of a polyline, its marks, and where its label stands at the end."""

    seat: int
    points: str
    marks: tuple[Point, ...]
    label: Point
    last: float


class Chart(msgspec.Struct, frozen=True):
    """A chart of so many units; `steps` are the numbers of moves that are written below it."""

    width: int
    height: int
    right: float
    floor: float
    lines: tuple[Line, ...]
    badges: tuple[Badge, ...]
    steps: tuple[tuple[int, float], ...]
    shares: tuple[tuple[float, float], ...]


def chart(chances: Shares, turns: Sequence[tuple[int, int]], width: int, height: int, room: int) -> Chart:
    """Lay out chances by moves played. `turns` are moves with the seat that turned there.

    `room` is left for labels on the right.
    """
    moves, right, floor = len(chances) - 1, float(width - room), float(height - BOTTOM)

    def at(n: float, share: float) -> Point:
        across = (right - LEFT) * n / max(1, moves)
        return Point(round(LEFT + across, 1), round(floor - (floor - TOP) * share, 1))

    seats = range(len(chances[0]))
    ends = _apart([at(moves, chances[-1][seat]).y for seat in seats], LABEL, TOP, floor)
    lines = []
    for seat in seats:
        path = [at(n, shares[seat]) for n, shares in enumerate(chances)]
        where = {round(moves * (k + (1 + seat) / (1 + len(seats))) / _SHAPES) for k in range(_SHAPES)}
        lines.append(
            Line(
                seat=seat,
                points=" ".join(f"{point.x:g},{point.y:g}" for point in path),
                marks=tuple(path[n] for n in sorted(where) if n <= moves),
                label=Point(right + 8, ends[seat]),
                last=chances[-1][seat],
            )
        )
    points = [at(n, chances[n][seat]) for n, seat in turns]
    above = _apart([point.x for point in points], BADGE, LEFT, right)
    return Chart(
        width=width,
        height=height,
        right=right,
        floor=floor,
        lines=tuple(lines),
        badges=tuple(Badge(k, x, point) for k, (x, point) in enumerate(zip(above, points, strict=True), 1)),
        steps=tuple((n, at(n, 0).x) for n in _steps(moves, int((right - LEFT) / 56))),
        shares=tuple((share, at(0, share).y) for share in (0.0, 0.25, 0.5, 0.75, 1.0)),
    )


def _apart(wished: list[float], least: float, low: float, high: float) -> list[float]:
    """Return places as near to those wished as fits, each at least so far from the next."""
    order = sorted(range(len(wished)), key=lambda k: wished[k])
    found, last = list(wished), low - least
    for k in order:
        found[k] = last = max(wished[k], last + least)
    last = high + least
    for k in reversed(order):
        found[k] = last = min(found[k], last - least)
    return [round(one, 1) for one in found]


def _steps(moves: int, most: int) -> list[int]:
    """Return round numbers of moves, no more than so many, and the last."""
    sizes = (size * scale for scale in (1, 10, 100, 1000) for size in (1, 2, 5))
    size = next((one for one in sizes if moves / one <= max(1, most)), moves)
    return [n for n in range(0, moves + 1, max(1, size)) if n == 0 or moves - n >= size / 2] + [moves]
