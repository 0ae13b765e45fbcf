"""The front page's pictures of the card games, as stand-alone SVG files of 400 x 230."""

import math
import random
from functools import cache
from itertools import pairwise

from parlour.draw.faces import SOFT, Placed, lying, symbols
from parlour.draw.svg import document, gradient, number, tag, tidy

WIDTH, HEIGHT = 400, 230


def _sky(*colours: str) -> str:
    """The ground of a picture: light that falls from above its middle."""
    stops = [(offset, colour, 1.0) for offset, colour in zip((0, 0.5, 1), colours, strict=True)]
    return gradient("sky", *stops, cx=".5", cy=".08", r="1.05")


def _picture(definitions: str, scene: str, cards: tuple[Placed, ...], width: float, front: str = "") -> str:
    """Put a picture together: sky, scene, cards, and what stands in front of them."""
    ground = tag("rect", width=WIDTH, height=HEIGHT, fill="url(#sky)")
    deck = "".join(lying(placed, width) for placed in cards)
    return document(
        tag("defs", definitions + SOFT + symbols([card for card, *_ in cards]))
        + ground
        + scene
        + deck
        + front,
        (0, 0, WIDTH, HEIGHT),
    )


GOLF_CARDS: tuple[Placed, ...] = (
    ("8c", 52, 168, -30), ("9d", 96, 112, -17), ("Ts", 150, 83, -5), ("Jh", 210, 86, 9), ("Qc", 265, 116, 24),
)  # fmt: skip

HILLS = """
<circle cx="92" cy="58" r="30" fill="#fff3cf" fill-opacity=".95"/>
<circle cx="92" cy="58" r="48" fill="#fff3cf" fill-opacity=".25"/>
<path d="M0 128Q60 92 132 118T290 100T400 112V230H0Z" fill="#7ea58c" fill-opacity=".75"/>
"""

GREEN = """
<path d="M0 150Q120 118 250 140T400 138V230H0Z" fill="url(#far)"/>
<path d="M150 230C180 176 240 150 318 152S420 170 420 170V230Z" fill="url(#near)"/>
<path d="M0 206Q70 176 150 196T260 230H0Z" fill="#2a5e43"/>
<ellipse cx="58" cy="205" rx="34" ry="9" fill="#efdcae"/>
<ellipse cx="58" cy="203" rx="30" ry="6.5" fill="#e2c88c"/>
<ellipse cx="338" cy="178" rx="15" ry="4.5" fill="#123024"/>
<path d="M338 178V62" stroke="#fdf9ee" stroke-width="3" stroke-linecap="round"/>
<path d="M338 178 372 189" stroke="#123024" stroke-opacity=".35" stroke-width="3" stroke-linecap="round"/>
<path d="M339 62C352 56 362 70 382 64C377 72 378 80 382 90C364 96 354 82 339 90Z" fill="#bf0f2e"/>
<g fill="#fff" fill-opacity=".18">
<path d="M339 62C352 56 362 70 382 64C380 67 379 70 378.5 73C362 78 352 66 339 72Z"/>
</g>
<g fill="none" stroke="#fffaf0" stroke-width="2" stroke-linecap="round" stroke-opacity=".9">
<path d="M30 214C60 40 230 10 336 172" stroke-dasharray="1 8"/>
</g>
"""


@cache
def golf() -> str:
    """A run of cards, eight to queen, flying towards the flag."""
    dice = random.Random(4)  # noqa: S311 - trees, not secrets
    trees = "".join(
        tag(
            "ellipse",
            cx=x,
            cy=122 - 8 * math.sin(x / 44) + dice.uniform(-3, 3),
            rx=dice.uniform(5, 9),
            ry=dice.uniform(7, 15),
            fill="#5c8a70",
            fill_opacity=".8",
        )
        for x in (*range(6, 130, 12), *range(250, 400, 12))
    )
    definitions = (
        _sky("#ffdca0", "#e9b48a", "#7fae9a")
        + gradient("far", (0, "#5f9c62", 1), (1, "#2c6145", 1))
        + gradient("near", (0, "#86bd74", 1), (1, "#3b7a50", 1))
    )
    return _picture(definitions, tidy(HILLS) + trees + tidy(GREEN), GOLF_CARDS, 62)


SPIDER_CARDS: tuple[Placed, ...] = (
    ("Ad", 72, 150, -9),
    ("Ah", 150, 136, -3),
    ("Kc", 230, 136, 3),
    ("Ks", 308, 150, 9),
)


def _web() -> str:
    """Threads from a corner, sagging rings between them, and dew on some knots."""
    x0, y0 = 318, -6
    threads = [math.radians(turn) for turn in (12, 34, 54, 74, 94, 114, 134, 153, 171)]
    line, dew = "", ""
    for turn in threads:
        line += f"M{x0} {y0}L{number(x0 + 480 * math.cos(turn))} {number(y0 + 480 * math.sin(turn))}"
    for ring, radius in enumerate((34, 60, 90, 124, 162, 204, 250, 300, 354)):
        lengths = [radius * (1 + 0.02 * (thread * ring % 3)) for thread in range(len(threads))]
        knots = [(x0 + r * math.cos(a), y0 + r * math.sin(a)) for r, a in zip(lengths, threads, strict=True)]
        line += f"M{number(knots[0][0])} {number(knots[0][1])}"
        for (x1, y1), (x2, y2) in pairwise(knots):
            x, y = x0 + ((x1 + x2) / 2 - x0) * 0.86, y0 + ((y1 + y2) / 2 - y0) * 0.86
            line += f"Q{number(x)} {number(y)} {number(x2)} {number(y2)}"
        wet = [knot for thread, knot in enumerate(knots) if (thread + ring) % 3 == 0]
        dew += "".join(tag("circle", cx=x, cy=y, r=1.7) for x, y in wet)
    return tag("path", d=line, fill="none", stroke="#dbe9f7", stroke_opacity=".42") + tag(
        "g", dew, fill="#eaf4ff", fill_opacity=".85"
    )


def _spider() -> str:
    """A small spider on its thread, a diamond on its back."""
    legs = ""
    for side in (-1, 1):
        for x1, y1, x2, y2 in ((12, -13, 16, -18), (16, -4, 25, -4), (16, 4, 25, 10), (12, 10, 15, 24)):
            legs += f"M190 {number(50 + y1 / 4)}L{190 + side * x1} {50 + y1} {190 + side * x2} {50 + y2}"
    limbs = {"fill": "none", "stroke": "#0c1420", "stroke_width": "2.2", "stroke_linecap": "round"}
    body = """
    <g fill="#0c1420"><ellipse cx="190" cy="56" rx="9" ry="10.5"/><circle cx="190" cy="44" r="6"/></g>
    <path d="M190 49.5l3.4 5.5-3.4 5.5-3.4-5.5Z" fill="#e7b416"/>
    <g fill="#fff"><circle cx="187.8" cy="42.5" r="1.2"/><circle cx="192.2" cy="42.5" r="1.2"/></g>
    """
    thread = tag("path", d="M190 0V40", stroke="#eaf4ff", stroke_opacity=".8")
    return thread + tag("path", d=legs, stroke_linejoin="round", **limbs) + tidy(body)


@cache
def little_spider() -> str:
    """A small spider above two aces and two kings, a web behind."""
    lamp = gradient("lamp", (0, "#fff1c4", 0.34), (1, "#fff1c4", 0), cx=".5", cy=0, r=".9")
    glow = tag("rect", width=WIDTH, height=HEIGHT, fill="url(#lamp)")
    return _picture(_sky("#4a6380", "#263a52", "#111d2e") + lamp, glow + _web(), SPIDER_CARDS, 80, _spider())


PICTURES = {"golf": golf, "little_spider": little_spider}
