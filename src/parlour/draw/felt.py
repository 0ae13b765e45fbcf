"""A solitaire as a picture: piles of cards on the felt, as an SVG that needs nothing else."""

from collections.abc import Iterator
from itertools import accumulate

from parlour.draw.faces import BACK, SOFT, lying, symbols
from parlour.draw.svg import document, gradient, number, tag
from parlour.games._cards.layout import Layout, Pile

_W, _GAP, _RIM = 112.0, 112 * 0.14, 36.0
"""Width of a card, the room between columns, and that around all of them."""

_H = _W * 1.4
_STRIPS = {"down": (0.0, _W * 0.38), "across": (_W * 0.3, 0.0), "edges": (_W * 0.085, 0.0)}
"""How far a card lies from the one under it, to the right and down, by the way a pile spreads."""

_ROWS, _CAPTION = 34.0, 26.0
"""Room between rows, and that for the labels under one."""

_SHADE = 0.24
_FELT, _EDGE, _LIGHT, _INK, _QUIET = "#dfe7d6", "#cbd7c1", "#e6ead5", "#1f261f", "#4d574c"
_PAPER, _SIDE = "#fbf7ec", "#e6dcc4"
_SANS = "ui-sans-serif,system-ui,'Segoe UI',Roboto,'Noto Sans',sans-serif"

_Row = tuple[Pile, ...]


def draw(layout: Layout) -> str:
    """Return a layout as an SVG."""
    columns = max(sum(pile.width for pile in row) for row in layout.rows)
    width = 2 * _RIM + _across(columns)
    tops = list(accumulate((_high(row) + _ROWS for row in layout.rows), initial=_RIM))
    piles = "".join(
        "".join(_pile(pile, x, top))
        for row, top in zip(layout.rows, tops, strict=False)
        for pile, x in zip(row, _places(row), strict=False)
    )
    height = tops[-1] - _ROWS + _RIM
    definitions = tag("defs", _light() + SOFT + symbols(_cards(layout)))
    return document(
        definitions + _ground(width, height) + piles, (0, 0, width, height), width=width, height=height
    )


def _cards(layout: Layout) -> list[str]:
    """Return the cards that are seen, as the deck's symbols name them."""
    piles = [pile for row in layout.rows for pile in row]
    backs = [BACK] if any(pile.hidden for pile in piles) else []
    return [*(_name(card) for pile in piles for card in pile.cards), *backs]


def _name(card: str) -> str:
    return card[0] + card[1].lower()


# Where things lie


def _across(columns: int) -> float:
    return columns * (_W + _GAP) - _GAP


def _places(row: _Row) -> Iterator[float]:
    """Return where each pile of a row begins."""
    return accumulate((pile.width * (_W + _GAP) for pile in row), initial=_RIM)


def _high(row: _Row) -> float:
    return _H + max(_spread(pile)[1] for pile in row) + _CAPTION * any(pile.label for pile in row)


def _spread(pile: Pile) -> tuple[float, float]:
    """Return how far the top card of a pile lies from its place, to the right and down."""
    right, down = _STRIPS[pile.spread]
    above = max(0, len(pile.cards) - 1)
    return right * above, down * above


# What lies there


def _light() -> str:
    stops = ((0, _LIGHT, 1.0), (0.52, _FELT, 1.0), (1, _EDGE, 1.0))
    return gradient("felt", *stops, cx=".5", cy="-.08", r="1.1")


def _ground(width: float, height: float) -> str:
    """The felt with its border, under a light that falls from above."""
    inner = {"x": 6.0, "y": 6.0, "width": width - 12, "height": height - 12, "rx": 11}
    return tag("rect", width=width, height=height, rx=16, fill=_EDGE) + tag(
        "rect", **inner, fill="url(#felt)", stroke="#000", stroke_opacity=".12"
    )


def _pile(pile: Pile, x: float, y: float) -> Iterator[str]:
    if pile.hidden:
        yield from _stock(pile.hidden, x, y)
    elif not pile.cards:
        yield _place(x, y)
    yield from _faces(pile, x + _W / 2, y + _H / 2)
    if pile.label:
        yield _words(pile.label, x + _spread(pile)[0] + _W / 2, y + _H + 21, 15, fill=_QUIET)


def _faces(pile: Pile, x: float, y: float) -> Iterator[str]:
    """The cards of a pile; shadows of covered ones are fainter the closer they lie, for they add up."""
    right, down = _STRIPS[pile.spread]
    covered = _SHADE * (right + down) / _W
    for n, card in enumerate(pile.cards, 1):
        shade = covered if n < len(pile.cards) else _SHADE
        yield lying((_name(card), x + (n - 1) * right, y + (n - 1) * down, 0), _W, f"{shade:.2g}")


def _place(x: float, y: float) -> str:
    """The outline of a place where no card lies."""
    frame = {"x": x + 1, "y": y + 1, "width": _W - 2, "height": _H - 2, "rx": _W * 0.075}
    line = {"stroke": _INK, "stroke_opacity": ".3", "stroke_width": 1.5, "stroke_dasharray": "6 5"}
    return tag("rect", **frame, fill="#fff", fill_opacity=".16", **line)


def _stock(count: int, x: float, y: float) -> Iterator[str]:
    """Cards faces down: the back of the top one, edges of others under it, and how many there are."""
    for step in (4.0, 2.0)[: min(2, count - 1)]:
        frame = {"x": x + step, "y": y + step, "width": _W, "height": _H, "rx": _W * 0.075}
        yield tag("rect", **frame, fill=_SIDE, stroke="#000", stroke_opacity=".3")
    yield lying((BACK, x + _W / 2, y + _H / 2, 0), _W, f"{_SHADE}")
    left = x + _W - 32
    pill = {"x": left, "y": y + _H - 24, "width": 42, "height": 30, "rx": 15}
    yield tag("rect", **pill, fill=_PAPER, stroke="#000", stroke_opacity=".2")
    yield _words(str(count), left + 21, y + _H - 3, 17, weight=700)


def _words(text: str, x: float, y: float, size: float, *, weight: int = 400, fill: str = _INK) -> str:
    look = f"font:{weight} {number(size)}px {_SANS};fill:{fill}"
    return tag("text", text, x=x, y=y, text_anchor="middle", style=look)
