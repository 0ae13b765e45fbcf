"""Our own playing cards as one SVG sprite.

Every card has two faces on a 100 x 140 field: `card-7h` (index and pips, or index and court panel) for cards of 54
pixels and more, `mini-7h` (big index and one mark) below. The page picks one by the card's width.

Suit colours arrive as `currentColor` from the page; whatever is the same on every page (paper, gold, the back's red)
is fixed here. All looks are presentation attributes and nothing refers to a gradient, pattern or clip path by URL:
styles of a page do not reach into an external sprite, and browsers disagree on such references in one.
"""

import math
from collections.abc import Iterable
from functools import cache

from parlour.draw.svg import document, number, symbol, tag, use

RANKS = "A23456789TJQK"
SUITS = "cdhs"
PAPER, GOLD, BACK, CREAM = "#fbf7ec", "#e7b416", "#6b2431", "#f1dcb4"

# Rank -> (width, strokes) on a cap height of 24, drawn with a pen of 4.2. The ace is a filled outline.
GLYPHS: dict[str, tuple[float, str]] = {
    "A": (
        20,
        '<path stroke="none" fill="currentColor" fill-rule="evenodd" '
        'd="M0 24 7.4 0h5.2L20 24h-4.7l-1.5-5.2H6.2L4.7 24Zm7.3-9h5.4L10 5.6Z"/>',
    ),
    "2": (16, '<path d="M2.1 8.4C2.1 4.4 4.7 2.1 8.2 2.1c3.7 0 6 2.3 6 5.5 0 2.5-1.4 4.3-3.7 6.5L3 21.3M.8 21.9h14.6"/>'),
    "3": (16.4, '<path d="M1.6 2.1H13.4L7.9 9.6c4 0 6.4 2.5 6.4 6.1 0 3.8-2.6 6.2-6.4 6.2-3.4 0-5.8-1.9-6.3-4.9"/>'),
    "4": (17, '<path d="M11.6 24V0M11.2 1 2.6 16.9H17"/>'),
    "5": (
        16.4,
        '<path d="M13.9 2.1H4.2L3.3 11.2c1.2-1.2 2.9-1.9 4.8-1.9 3.7 0 6.2 2.5 6.2 6.2 0 3.8-2.6 6.4-6.4 6.4'
        '-3.3 0-5.6-1.9-6.2-4.7"/>',
    ),
    "6": (16.4, '<path d="M11.6 .9C5.6 4.5 2.1 9.6 2.1 15.7"/><circle cx="8.2" cy="15.8" r="6.1"/>'),
    "7": (15.4, '<path d="M.6 2.1H13L5.6 24"/>'),
    "8": (16.4, '<circle cx="8.2" cy="6.7" r="4.7"/><circle cx="8.2" cy="16.4" r="5.6"/>'),
    "9": (
        16.4,
        '<g transform="rotate(180 8.2 12)"><path d="M11.6 .9C5.6 4.5 2.1 9.6 2.1 15.7"/>'
        '<circle cx="8.2" cy="15.8" r="6.1"/></g>',
    ),
    "T": (22.6, '<path d="M.4 6.6 4.3 2.9V24"/><rect x="10.6" y="2.1" width="9.9" height="19.8" rx="4.95"/>'),
    "J": (13.4, '<path d="M10.6 0v16c0 3.8-2 5.9-4.7 5.9-2.4 0-4-1.5-4.4-4.3"/>'),
    "Q": (18, '<rect x="2.1" y="2.1" width="12.8" height="19.8" rx="6.2"/><path d="m9.2 15.2 7.6 8"/>'),
    "K": (17, '<path d="M2.1 0v24M15 .8 3.6 14M7.4 9.8 15.4 24"/>'),
}

# Suit marks on a 24 x 24 field.
MARKS = {
    "c": (
        '<circle cx="12" cy="6" r="5.1"/><circle cx="6.2" cy="13.9" r="5.1"/><circle cx="17.8" cy="13.9" r="5.1"/>'
        '<path d="M9.5 9h5l1.5 5-2.7 1c.1 3.7.9 6.4 2.9 8.3H7.8c2-1.9 2.8-4.6 2.9-8.3L8 14Z"/>'
    ),
    "d": (
        '<path d="M12 .4c2.2 4.3 5.2 8.4 8.8 11.6C17.2 15.2 14.2 19.3 12 23.6 9.8 19.3 6.8 15.2 3.2 12'
        ' 6.8 8.8 9.8 4.7 12 .4Z"/>'
    ),
    "h": (
        '<path d="M12 22.6C9.2 18.8 1.1 14 1.1 7.8c0-3.5 2.6-6 5.7-6 2.4 0 4.2 1.4 5.2 3.6 1-2.2 2.8-3.6 5.2-3.6'
        ' 3.1 0 5.7 2.5 5.7 6 0 6.2-8.1 11-10.9 14.8Z"/>'
    ),
    "s": (
        '<path d="M12 .7c2.5 4.7 10.6 8.7 10.6 14.3 0 3-2.2 5-4.9 5-1.9 0-3.5-.9-4.5-2.4.2 2.5 1 4.3 2.9 5.7H7.9'
        'c1.9-1.4 2.7-3.2 2.9-5.7-1 1.5-2.6 2.4-4.5 2.4-2.7 0-4.9-2-4.9-5C1.4 9.4 9.5 5.4 12 .7Z"/>'
    ),
}

# Crowns on a 40 x 28 field: the golden body, then the marks in the suit's colour (the jack wears a feathered cap).
_BODY = {"fill": GOLD, "stroke": "currentColor", "stroke_width": 1.5, "stroke_linejoin": "round"}
CROWNS = {
    "K": (
        "M6.5 20.5 3 6.5l8.6 6L20 2l8.4 10.5 8.6-6-3.5 14Z M6.5 22h27v4h-27Z",
        '<circle cx="2.8" cy="5.2" r="2.2"/><circle cx="37.2" cy="5.2" r="2.2"/>'
        '<path d="M18.9-3.2h2.2V-1h2.2v2.2h-2.2V4h-2.2V1.2h-2.2V-1h2.2Zm1.1 15.6 2.5 3.3-2.5 3.3-2.5-3.3Z"/>'
        '<circle cx="12.2" cy="17" r="1.3"/><circle cx="27.8" cy="17" r="1.3"/>',
    ),
    "Q": (
        "M7.5 20.5C6.5 15.5 5 11.5 3 8.5c3.6 1.7 6.8 1.2 8.6-3.5 1.3 4.2 5.8 4 8.4-2.5 2.6 6.5 7.1 6.7 8.4 2.5"
        " 1.8 4.7 5 5.2 8.6 3.5-2 3-3.5 7-4.5 12Z M7.5 22h25v4h-25Z",
        '<circle cx="2.8" cy="7" r="2"/><circle cx="11.6" cy="3.4" r="2"/><circle cx="20" cy="0" r="2.4"/>'
        '<circle cx="28.4" cy="3.4" r="2"/><circle cx="37.2" cy="7" r="2"/><circle cx="20" cy="15.6" r="2.1"/>'
        '<circle cx="13.6" cy="16.6" r="1.2"/><circle cx="26.4" cy="16.6" r="1.2"/>',
    ),
    "J": (
        "M6 20.5C5.5 10.5 12.5 4.5 20.5 5.5c8.5 1 13.5 7 13.5 15Z M4.5 22h31v4h-31Z",
        '<path d="M25.5 20.5C23 11 27.5.5 39-2.5 40.5 7 35.5 16.5 28.5 20.5Z"/>'
        f'<path d="M27.2 20C28.5 12 32 5.5 37 .5" fill="none" stroke="{PAPER}" stroke-width="1.2" stroke-linecap="round"/>'
        '<circle cx="13.5" cy="15" r="1.7"/>',
    ),
}

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
        + tag("rect", x=14, y=40, width=72, height=92, rx=5, fill="none", stroke="currentColor", stroke_width="1.1")
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
    chevrons = "".join(f"M0 {y}l36-18 36 18" for y in heights) + "".join(f"M0 {92 - y}l36 18 36-18" for y in heights)
    yield symbol("ct-field-J", box, tag("path", d=chevrons), **line)


LAMP = (
    '<path d="M15.2 1h1.6v6h-1.6Z"/><path d="M16 6c6.6 0 11 4.4 11.5 10.5h-23C5 10.4 9.4 6 16 6Z"/>'
    '<path d="M12.6 18h6.8a3.4 3.4 0 0 1-6.8 0Z"/>'
    '<path d="M16 24.4c6.6 0 11.5 1.4 11.5 3.3S22.6 31 16 31 4.5 29.6 4.5 27.7s4.9-3.3 11.5-3.3Z"/>'
)


def lattice(left: float, top: float, width: float, height: float, step: float = 12) -> str:
    """Lozenges of the card back with a dot in each and smaller ones where they meet, cut to the given field."""
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
        + tag("circle", cx=50, cy=70, r=18.5, fill="none", stroke=CREAM, stroke_width=".55", stroke_opacity=".6")
        + tag("g", LAMP, transform="translate(36 55) scale(.875)", fill=CREAM)
    )


def parts() -> Iterable[str]:
    """The symbols that faces are put together from: ranks, suits, crowns, grounds."""
    for rank, (width, strokes) in GLYPHS.items():
        yield symbol(f"rk-{rank}", (0, 0, width, 24), strokes, fill="none", stroke="currentColor", stroke_width="4.2")
    for suit, mark in MARKS.items():
        yield symbol(f"su-{suit}", (0, 0, 24, 24), mark, fill="currentColor", overflow="visible")
    for rank, (body, marks) in CROWNS.items():
        crown = tag("path", d=body, **_BODY) + tag("g", marks, fill="currentColor")
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
