"""A picture to be shared: a game's drawing on a sheet, and under it who played, their points and who won."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

import msgspec

from parlour.draw import felt
from parlour.draw.rooms import picture
from parlour.draw.svg import number, tag

_PAD, _ROW, _LEAST = 28, 44, 560
"""Room around the drawing, height of a line, and width of a sheet at least."""

_SHEET, _INK, _QUIET, _RULE, _WON = "#f7f4ea", "#1f261f", "#4d574c", "#d3cfbf", "#b7791f"
_SANS = "ui-sans-serif,system-ui,'Segoe UI',Roboto,'Noto Sans',Vazirmatn,'Noto Sans Arabic',sans-serif"
_SERIF = "ui-serif,'Iowan Old Style','Palatino Linotype',Georgia,'Noto Serif',serif"
_STAR = "M0-9 2.7-3.2 9-2.6 4.2 1.7 5.7 8 0 4.7-5.7 8-4.2 1.7-9-2.6-2.7-3.2Z"

_SIZE = re.compile(r'<svg [^>]*?\bwidth="([\d.]+)" height="([\d.]+)"')


class Line(msgspec.Struct, frozen=True):
    """A line under the drawing: what the seat is called, by whom it was played, with how many points.

    Where one plays alone the seat has no name.
    """

    seat: str = ""
    name: str = ""
    points: str = ""
    won: bool = False


def drawing(game: str, view: Any) -> str | None:
    """Return a view as an SVG that needs nothing else, `None` where the game has no picture."""
    found = picture(game)
    if found is None:
        return None
    return felt.draw(found.lay(view)) if hasattr(found, "lay") else found.draw(view)


def sheet(drawing: str, title: str, heading: str, lines: Sequence[Line]) -> str:
    """Return a whole SVG with the drawing of a game, which is one, too, and `lines` under it."""
    found = _SIZE.search(drawing)
    if found is None:
        raise ValueError("the drawing says neither width nor height")
    wide, high = map(float, found.groups())
    width = max(wide, _LEAST) + 2 * _PAD
    top = _PAD + high + 20
    height = top + _ROW * len(lines) + 52
    left = (width - wide) / 2
    inner = drawing.replace("<svg ", f'<svg x="{number(left)}" y="{_PAD}" ', 1)
    corners = tag("rect", x=left, y=_PAD, width=wide, height=high, rx=16)
    size = {"viewBox": f"0 0 {number(width)} {number(height)}", "width": width, "height": height}
    foot = _text(heading, _PAD, height - 20, 14, fill=_QUIET, width=width - 120)
    word = _text("Parlour", width - _PAD, height - 20, 15, fill=_QUIET, anchor="end", face=_SERIF)
    body = (
        f"<title>{escape(title)}</title>",
        tag("rect", width=width, height=height, fill=_SHEET),
        tag("defs", tag("clipPath", corners, id="sheet-corners")),
        tag("g", inner.strip(), clip_path="url(#sheet-corners)"),
        *(_line(line, top + _ROW * n, width) for n, line in enumerate(lines)),
        foot + word,
    )
    return tag("svg", "\n".join(body), xmlns="http://www.w3.org/2000/svg", role="img", **size) + "\n"


def spoken(title: str, lines: Sequence[Line]) -> str:
    """Say in plain text what a sheet shows: "Splendor: Ada 15, Ben 12"."""
    return f"{title}: " + ", ".join(
        " ".join(filter(None, (one.name or one.seat, one.points))) for one in lines
    )


def _line(line: Line, y: float, width: float) -> str:
    return "".join(_pieces(line, y, width))


def _pieces(line: Line, y: float, width: float) -> Iterator[str]:
    base = y + 29
    yield tag("path", d=f"M{_PAD} {number(y + _ROW)}H{number(width - _PAD)}", stroke=_RULE)
    if line.won:
        yield tag("path", d=_STAR, transform=f"translate({_PAD + 10} {number(y + 22)})", fill=_WON)
    yield _text(line.seat, _PAD + 30, base, 16, fill=_QUIET, width=64)
    left = _PAD + (104 if line.seat else 30 if line.won else 0)
    yield _text(line.name, left, base, 20, weight=600, width=width - _PAD - left - 90)
    yield _text(line.points, width - _PAD, base + 1, 24, weight=600, anchor="end", face=_SERIF)


def _text(  # noqa: PLR0913 - how a text looks
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    fill: str = _INK,
    weight: int = 400,
    anchor: str = "start",
    face: str = _SANS,
    width: float = 0,
) -> str:
    """Write a text, smaller where it would be wider than `width`; it keeps the place of its start or end."""
    if not text:
        return ""
    needed = size * sum(_ems(one) for one in text)
    fitting = size * min(1, width / needed) if width else size
    look = f"font:{weight} {number(fitting)}px {face};fill:{fill}"  # the drawing has rules for texts, too
    words = f"\u2068{escape(text)}\u2069"  # a name is set in its own direction
    return tag("text", words, x=float(x), y=float(y), text_anchor=anchor, style=look)


def _ems(one: str) -> float:
    """Return how wide a character is at most, about, in the size of its font."""
    if unicodedata.east_asian_width(one) in "WF" or one in "MWmw@%":
        return 1
    return 0 if unicodedata.combining(one) else 0.8 if one.isupper() else 0.6
