"""Our own playing cards as one SVG sprite.

Every card has two faces on a 100 x 140 field: `card-7h` (index and pips, or index and court panel) for cards
of 54 pixels and more, `mini-7h` (big index and one mark) below. The page picks one by the card's width.

Suit colours arrive as `currentColor` from the page; what is the same on every page (paper, gold, the back's
red) is fixed here. All looks are presentation attributes, and nothing refers to a gradient, pattern or clip
path by URL: a page's styles do not reach into an external sprite, and browsers disagree on such references.
"""

import math
from collections.abc import Iterable
from functools import cache

from parlour.draw.shapes import CROWNS, GLYPHS, GOLD, LAMP, MARKS, PAPER
from parlour.draw.svg import document, number, symbol, tag, use

RANKS = "A23456789TJQK"
SUITS = "cdhs"
BACK, CREAM = "#6b2431", "#f1dcb4"

LEFT, CENTRE, RIGHT = 27.5, 50.0, 72.5
TOP, BOTTOM = 53.0, 122.0
MIDDLE = (TOP + BOTTOM) / 2
UPPER, LOWER = TOP + (BOTTOM - TOP) / 3, BOTTOM - (BOTTOM - TOP) / 3


def _pairs(*heights: float) -> list[tuple[float, float]]:
    """A pip on the left and one on the right at each height."""
    return [(x, y) for y in heights for x in (LEFT, RIGHT)]


def _column(*heights: float) -> list[tuple[float, float]]:
    """A pip in the middle column at each height."""
    return [(CENTRE, y) for y in heights]


PIPS = {
    "2": _column(TOP, BOTTOM),
    "3": _column(TOP, MIDDLE, BOTTOM),
    "4": _pairs(TOP, BOTTOM),
    "5": _pairs(TOP, BOTTOM) + _column(MIDDLE),
    "6": _pairs(TOP, MIDDLE, BOTTOM),
    "7": _pairs(TOP, MIDDLE, BOTTOM) + _column((TOP + MIDDLE) / 2),
    "8": _pairs(TOP, MIDDLE, BOTTOM) + _column((TOP + MIDDLE) / 2, (MIDDLE + BOTTOM) / 2),
    "9": _pairs(TOP, UPPER, LOWER, BOTTOM) + _column(MIDDLE),
    "T": _pairs(TOP, UPPER, LOWER, BOTTOM) + _column((TOP + UPPER) / 2, (LOWER + BOTTOM) / 2),
}


def index(rank: str, suit: str, top: float, height: float, mark: float, gap: float) -> str:
    """The corner of a face: rank of the given height, then the suit's mark of size `mark`."""
    width = GLYPHS[rank][0] * height / 24
    glyph = use(f"rk-{rank}", 9, top, width, height)
    return glyph + use(f"su-{suit}", 9 + width + gap, top + (height - mark) / 2, mark)


def pips(rank: str, suit: str) -> str:
    """The pips of a number card; those below the middle stand on their heads."""
    size = 18.5 if rank in "9T" else 21.0
    marks = []
    for x, y in PIPS[rank]:
        turn = f"rotate(180 {number(x)} {number(y)})" if y > MIDDLE + 0.1 else None
        marks.append(use(f"su-{suit}", x - size / 2, y - size / 2, size, transform=turn))
    return "".join(marks)


def ace(suit: str) -> str:
    """One large mark with a double outline."""
    line = {"stroke": "currentColor", "stroke_width": 3}
    gap = {"stroke": PAPER, "stroke_width": 2, "color": PAPER}
    layers = "".join(use(f"su-{suit}", 26, 60, 48, **look) for look in (line, gap, {}))
    return tag("g", layers, stroke_linejoin="round")


def court(rank: str, suit: str) -> str:
    """A framed panel: patterned ground, the crown twice (head and foot), the suit on a disc between."""
    crown = f"ct-{rank}"
    return (
        tag("rect", x=14, y=40, width=72, height=92, rx=5, fill="currentColor", fill_opacity=".06")
        + use(f"ct-field-{rank}", 17, 43, 66, 86)
        + tag(
            "rect",
            x=14,
            y=40,
            width=72,
            height=92,
            rx=5,
            fill="none",
            stroke="currentColor",
            stroke_width="1.1",
        )
        + tag(
            "rect",
            x=17,
            y=43,
            width=66,
            height=86,
            rx=3,
            fill="none",
            stroke="currentColor",
            stroke_width=".5",
            stroke_opacity=".55",
        )
        + use(crown, 28, 45, 44, 35.2)
        + use(crown, 28, 45, 44, 35.2, transform="rotate(180 50 86)")
        + tag("circle", cx=50, cy=86, r=15.5, fill=PAPER, stroke="currentColor")
        + use(f"su-{suit}", 39.5, 75.8, 21)
    )


def court_fields() -> Iterable[str]:
    """Grounds of the court panels: rays behind the king, rings behind the queen, chevrons behind the jack.

    They are cut to the panel's inner frame by their view box.
    """
    box = (3, 3, 66, 86)
    line = {"fill": "none", "stroke": "currentColor", "stroke_width": ".6", "stroke_opacity": ".3"}
    turns = [math.radians(degrees) for degrees in range(0, 360, 10)]
    rays = "".join(f"M36 46 {number(36 + 80 * math.cos(a))} {number(46 + 80 * math.sin(a))}" for a in turns)
    yield symbol("ct-field-K", box, tag("path", d=rays), **line)
    rings = "".join(tag("circle", cx=36, cy=46, r=radius) for radius in range(20, 60, 5))
    yield symbol("ct-field-Q", box, rings, **line)
    heights = range(-2, 46, 6)
    chevrons = "".join(f"M0 {y}l36-18 36 18" for y in heights) + "".join(
        f"M0 {92 - y}l36 18 36-18" for y in heights
    )
    yield symbol("ct-field-J", box, tag("path", d=chevrons), **line)


def lattice(left: float, top: float, width: float, height: float, step: float = 12) -> str:
    """Lozenges of the card back with a dot in each, and smaller ones where they meet, cut to the field."""
    half = step / 2
    columns, rows = math.ceil(width / step) + 1, math.ceil(height / step) + 1
    lozenges, dots, knots = "", "", ""
    for row in range(rows):
        for column in range(columns):
            x, y = column * step - 8, row * step
            lozenges += f"M{number(x + half)} {number(y)}l6 6-6 6-6-6Z"
            dots += f"M{number(x + half)} {number(y + half)}h0"
            knots += f"M{number(x)} {number(y)}h0"
    dot = {"fill": "none", "stroke": CREAM, "stroke_opacity": ".75", "stroke_linecap": "round"}
    inside = (
        tag("path", d=lozenges, fill="none", stroke=CREAM, stroke_width=".55", stroke_opacity=".6")
        + tag("path", d=dots, stroke_width="2.2", **dot)
        + tag("path", d=knots, stroke_width="1.4", **dot)
    )
    return tag("svg", inside, x=left, y=top, width=width, height=height)


def back() -> str:
    """The back of every card: a lattice around a medallion with the lamp of the house."""
    frame = {"fill": "none", "stroke": CREAM, "stroke_width": ".9"}
    return (
        tag("rect", x=6, y=6, width=88, height=128, rx=5, fill=BACK)
        + lattice(10, 10, 80, 120)
        + tag("rect", x=10, y=10, width=80, height=120, rx=2, **frame)
        + tag("circle", cx=50, cy=70, r=23, fill=BACK)
        + tag("circle", cx=50, cy=70, r=21, **frame)
        + tag(
            "circle", cx=50, cy=70, r=18.5, fill="none", stroke=CREAM, stroke_width=".55", stroke_opacity=".6"
        )
        + tag("g", LAMP, transform="translate(36 55) scale(.875)", fill=CREAM)
    )


def parts() -> Iterable[str]:
    """The symbols that faces are put together from: ranks, suits, crowns, grounds."""
    for rank, (width, strokes) in GLYPHS.items():
        yield symbol(
            f"rk-{rank}", (0, 0, width, 24), strokes, fill="none", stroke="currentColor", stroke_width="4.2"
        )
    for suit, mark in MARKS.items():
        yield symbol(f"su-{suit}", (0, 0, 24, 24), mark, fill="currentColor", overflow="visible")
    for rank, (body, marks) in CROWNS.items():
        crown = tag(
            "path", d=body, fill=GOLD, stroke="currentColor", stroke_width=1.5, stroke_linejoin="round"
        ) + tag("g", marks, fill="currentColor")
        yield symbol(f"ct-{rank}", (-1, -4, 42, 33.6), crown, overflow="visible")
    yield from court_fields()


def face(rank: str, suit: str) -> str:
    """The large face of a card, as symbol `card-7h`."""
    field = ace(suit) if rank == "A" else court(rank, suit) if rank in CROWNS else pips(rank, suit)
    return symbol(f"card-{rank}{suit}", (0, 0, 100, 140), index(rank, suit, 9, 23, 21, 4.5) + field)


def small_face(rank: str, suit: str) -> str:
    """The face for narrow cards, as symbol `mini-7h`."""
    mark = use(f"ct-{rank}", 17, 68, 66, 52.8) if rank in CROWNS else use(f"su-{suit}", 22, 70, 56)
    return symbol(f"mini-{rank}{suit}", (0, 0, 100, 140), index(rank, suit, 11, 40, 31, 5) + mark)


@cache
def sprite() -> str:
    """The whole deck as one SVG file."""
    deck = [(rank, suit) for rank in RANKS for suit in SUITS]
    symbols = [
        *parts(),
        *(face(rank, suit) for rank, suit in deck),
        *(small_face(rank, suit) for rank, suit in deck),
        symbol("card-back", (0, 0, 100, 140), back()),
    ]
    return document("\n".join(symbols))
