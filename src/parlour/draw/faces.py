"""Cards of the deck as they lie in a picture that stands alone, and the symbols that it needs for them."""

from collections.abc import Collection

from parlour.draw.cards import back, face, parts
from parlour.draw.shapes import CROWNS
from parlour.draw.svg import number, symbol, tag, use

BACK = "back"
"""Stands for a card that lies on its face."""

SUIT_COLOURS = {"c": "#14573f", "d": "#b45000", "h": "#bf0f2e", "s": "#20242c"}
Placed = tuple[str, float, float, float]
"""A card such as "7h", the place of its middle, and its turn in degrees."""

SOFT = tag(
    "filter",
    tag("feGaussianBlur", stdDeviation=4),
    id="soft",
    x="-40%",
    y="-40%",
    width="180%",
    height="180%",
)
"""The filter of shadows, which a picture defines once."""


def lying(placed: Placed, width: float, shade: str = ".5") -> str:
    """Draw a card lying in the picture, with its shadow, which is as dark as `shade`.

    Its outline is within the card: lines of cards that lie close would add up beside them.
    """
    card, x, y, turn = placed
    height = width * 1.4
    frame = {"x": -width / 2, "y": -height / 2, "width": float(width), "height": height, "rx": width * 0.075}
    shadow = {**frame, "x": 1 - width / 2, "y": 4 - height / 2}
    line = {"x": 0.5 - width / 2, "y": 0.5 - height / 2, "width": width - 1.0, "height": height - 1}
    drawing = (
        tag("rect", **shadow, fill="#0a1210", fill_opacity=shade, filter="url(#soft)")
        + tag("rect", **frame, fill="#fdf9ee")
        + tag(
            "g", use(f"card-{card}", -width / 2, -height / 2, width, height), color=SUIT_COLOURS.get(card[1])
        )
        + tag("rect", **line, rx=frame["rx"] - 0.5, fill="none", stroke="#000", stroke_opacity=".13")
    )
    return tag("g", drawing, transform=f"translate({number(x)} {number(y)}) rotate({number(turn)})")


def symbols(cards: Collection[str]) -> str:
    """Return only those symbols of the deck that these cards need."""
    names = [(card[0], card[1]) for card in cards if card != BACK]
    needed = {f"rk-{rank}" for rank, _ in names} | {f"su-{suit}" for _, suit in names}
    needed |= {f"{part}-{rank}" for rank, _ in names if rank in CROWNS for part in ("ct", "ct-field")}
    kept = [part for part in parts() if part.split('"')[1] in needed]
    faces = [face(rank, suit) for rank, suit in names]
    return "".join((*kept, *faces, symbol("card-back", (0, 0, 100, 140), back()) if BACK in cards else ""))
