"""Small helpers to write SVG by hand: numbers, tags, symbols, references."""

import re


def number(value: float) -> str:
    """Shortest text of `value` to one decimal place: `12.0` is `12`."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def tag(name: str, content: str = "", /, **attributes: object) -> str:
    """One element. Underscores in names become hyphens, floats are shortened, `None` is left out."""
    words = [name]
    for key, value in attributes.items():
        if value is not None:
            text = number(value) if isinstance(value, float) else str(value)
            words.append(f'{key.rstrip("_").replace("_", "-")}="{text}"')
    opening = " ".join(words)
    return f"<{opening}>{content}</{name}>" if content else f"<{opening}/>"


def symbol(
    identity: str, box: tuple[float, float, float, float], content: str, /, **attributes: object
) -> str:
    """A `<symbol>`; `box` is its view box (left, top, width, height)."""
    view = " ".join(number(side) for side in box)
    return tag("symbol", content, id=identity, viewBox=view, **attributes)


def use(
    identity: str, x: float, y: float, width: float, height: float | None = None, /, **attributes: object
) -> str:
    """A `<use>` of the symbol `identity` of the same document; square when `height` is left out."""
    return tag(
        "use",
        href=f"#{identity}",
        x=float(x),
        y=float(y),
        width=float(width),
        height=float(width if height is None else height),
        **attributes,
    )


def gradient(identity: str, *stops: tuple[float, str, float], **shape: object) -> str:
    """A gradient of (offset, colour, opacity) stops: radial when `shape` has a radius, else downwards."""
    inside = "".join(
        tag(
            "stop",
            offset=number(at) if at in {0, 1} else f"{at:g}",
            stop_color=colour,
            stop_opacity=f"{opacity:g}",
        )
        for at, colour, opacity in stops
    )
    if "r" in shape:
        return tag("radialGradient", inside, id=identity, **shape)
    return tag("linearGradient", inside, id=identity, x2=0, y2=1)


def document(
    content: str, box: tuple[float, float, float, float] | None = None, /, **attributes: object
) -> str:
    """A stand-alone SVG file; without `box` a sprite, whose symbols other pages refer to."""
    view = None if box is None else " ".join(number(side) for side in box)
    return tag("svg", content, xmlns="http://www.w3.org/2000/svg", viewBox=view, **attributes) + "\n"


def tidy(markup: str) -> str:
    """`markup` without the line breaks and indentation that its source text has for readers."""
    return re.sub(r"\s*\n\s*", "", markup.strip())
