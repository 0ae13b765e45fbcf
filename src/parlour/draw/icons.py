"""Line icons, the games' glyphs and the house's mark (a lamp over a table)."""

from functools import cache

from parlour.draw.shapes import GOLD
from parlour.draw.svg import document, symbol, tag

# Interface icons on a 24 x 24 grid; the page's `.i` draws them with a pen of 1.8.
ICONS = {
    "undo": '<path d="M8.5 4 4 8.5 8.5 13M4.5 8.5H14a5.5 5.5 0 0 1 0 11H9"/>',
    "redo": '<path d="m15.5 4 4.5 4.5-4.5 4.5M19.5 8.5H10a5.5 5.5 0 0 0 0 11h5"/>',
    "hint": (
        '<path d="M9 17.5h6M10 21h4M12 3a6.2 6.2 0 0 0-3.6 11.2c.6.5.9 1.1.9'
        ' 1.8v1.5h5.4V16c0-.7.3-1.3.9-1.8A6.2 6.2 0 0 0 12 3Z"/>'
    ),
    "restart": '<path d="M4.5 12a7.5 7.5 0 1 0 2.6-5.7M4.5 4.5V9H9"/>',
    "new": (
        '<rect x="4" y="6.5" width="10.5" height="14" rx="2"/>'
        '<path d="M9 3.5h8.5a2.5 2.5 0 0 1 2.5 2.5v10.5M9.2 10.5v6M6.2 13.5h6"/>'
    ),
    "share": '<path d="M12 15V3.5M8 7.3l4-4 4 4M6.5 11H5v9.5h14V11h-1.5"/>',
    "deal": '<path d="M9.5 4 7.5 20M16.5 4l-2 16M4.5 9h16M3.5 15h16"/>',
    "people": (
        '<circle cx="9" cy="8" r="3.5"/><path d="M2.5 20c.3-4 2.9-6.3 6.5-6.3s6.2 2.3 6.5 6.3M15.5'
        ' 4.9a3.5 3.5 0 0 1 0 6.2M17.5 14.2c2.4.7 3.8 2.8 4 5.8"/>'
    ),
    "person": '<circle cx="12" cy="8" r="3.7"/><path d="M5 20.5c.4-4.3 3.2-6.8 7-6.8s6.6 2.5 7 6.8"/>',
    "clock": '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5.3l3.3 2"/>',
    "moon": '<path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z"/>',
    "sun": (
        '<circle cx="12" cy="12" r="4"/><path d="M12 2.5v2.3M12 19.2v2.3M2.5 12h2.3M19.2 12h2.3M5.3'
        ' 5.3l1.6 1.6M17.1 17.1l1.6 1.6M5.3 18.7l1.6-1.6M17.1 6.9l1.6-1.6"/>'
    ),
    "computer": (
        '<rect x="7" y="7" width="10" height="10" rx="2"/><path d="M10 7V3.5M14 7V3.5M10 20.5V17M14 20.5V17M7'
        ' 10H3.5M7 14H3.5M20.5 10H17M20.5 14H17M10.7 12h2.6"/>'
    ),
    "device": '<rect x="3.5" y="5" width="17" height="11.5" rx="2"/><path d="M9 20h6M12 16.5V20"/>',
    "picture": (
        '<rect x="3.5" y="4.5" width="17" height="15" rx="2"/><circle cx="15.7" cy="9.2" r="1.6"/>'
        '<path d="m4 17 5-5.5 4 4.2 2.3-2.2 4.7 4.5"/>'
    ),
    "up": '<path d="M12 19.5v-15M6.5 10 12 4.5l5.5 5.5"/>',
    "down": '<path d="M12 4.5v15M6.5 14l5.5 5.5 5.5-5.5"/>',
    "go": '<path d="M5 12h14M13.5 6.5 19 12l-5.5 5.5"/>',
    "keys": (
        '<rect x="2.5" y="6" width="19" height="12" rx="2.5"/>'
        '<path d="M6 10h.01M10 10h.01M14 10h.01M18 10h.01M7 14h10"/>'
    ),
    "chart": '<path d="M4 20h16M7 16.5v-5M12 16.5v-10M17 16.5v-7.5"/>',
    "book": (
        '<path d="M12 6.5C9.5 4.8 6.5 4.5 3.5 5v13.5c3-.5 6-.2 8.5 1.5 2.5-1.7 5.5-2'
        ' 8.5-1.5V5c-3-.5-6-.2-8.5 1.5ZM12 6.5V20"/>'
    ),
    "flag": '<path d="M7 21V3.5M7 4.5c4-2 6.5 2 11 0v8c-4.5 2-7-2-11 0"/>',
    "link": (
        '<path d="M10 14a4 4 0 0 0 5.7 0l3.1-3.1a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0L5.2'
        ' 13.1a4 4 0 0 0 5.7 5.7L12 17.7"/>'
    ),
    "eye": (
        '<path d="M2.5 12C4.6 7.9 8 5.8 12 5.8s7.4 2.1 9.5 6.2c-2.1 4.1-5.5 6.2-9.5 6.2S4.6 16.1 2.5 12Z"/>'
        '<circle cx="12" cy="12" r="2.9"/>'
    ),
    "leave": '<path d="M10 4H5.5v16H10M10 12h10M15.5 7.5 20 12l-4.5 4.5"/>',
    "record": '<path d="M6 3.5h8l4.5 4.5v12.5H6Z"/><path d="M14 3.5V8h4.5M9 12.5h6M9 16h6"/>',
    "plus": '<path d="M12 5v14M5 12h14"/>',
    "equal": '<path d="M5.5 9.5h13M5.5 14.5h13"/>',
    "check": '<path d="m5 12.6 4.6 4.6L19.2 7"/>',
    "trophy": (
        '<path d="M8 4h8v5.5a4 4 0 0 1-8 0ZM8 5.5H4.5c0 3 1.2 4.6 3.7 5M16 5.5h3.5c0 3-1.2 4.6-3.7'
        ' 5M12 13.5v4M8.5 20.5h7M9.5 20.5c0-2 .9-3 2.5-3s2.5 1 2.5 3"/>'
    ),
    "first": '<path d="M18 5.5v13L9 12ZM6 5.5v13"/>',
    "prev": '<path d="M15.5 5.5v13l-9-6.5Z"/>',
    "next": '<path d="M8.5 5.5v13l9-6.5Z"/>',
    "last": '<path d="M6 5.5v13l9-6.5ZM18 5.5v13"/>',
    "skip": '<path d="M4 12h11M10.5 6.5 16 12l-5.5 5.5M20 5.5v13"/>',
    "save": '<path d="M12 4v11M7.5 11l4.5 4.5L16.5 11M5 17.5v2.5h14v-2.5"/>',
    "say": '<path d="M4 5.5h16v10.5h-8.5L7 20v-4H4Z"/>',
    "menu": '<path d="M4 6.5h16M4 12h16M4 17.5h16"/>',
    "bell": (
        '<path d="M6 16.5c1-1.2 1.3-2.7 1.3-5.2a4.7 4.7 0 0 1 9.4 0c0 2.5.3 4 1.3 5.2ZM10 19.5a2.2 2.2 0 0'
        ' 0 4 0"/>'
    ),
    "close": '<path d="m6 6 12 12M18 6 6 18"/>',
    "none": '<path d="M6 6l12 12"/><circle cx="12" cy="12" r="8.5"/>',
}

# One glyph a game, drawn with a pen of 1.6.
GLYPHS = {
    "splendor": (
        '<path d="M5 9h14L12 20.5ZM5 9l3.5-4.5h7L19 9M9.5 9 12 20M14.5 9 12 20M8.5 4.5 9.5 9 12 4.5'
        ' 14.5 9l1-4.5"/>'
    ),
    "arboretum": (
        '<path d="M12 21v-7M12 17l3-2.5M12 3.5c4.4 0 7 2.6 7 5.7s-2.8 5.3-7 5.3-7-2.2-7-5.3 2.6-5.7 7-5.7Z"/>'
    ),
    "arbos": (
        '<circle cx="7" cy="7" r="3.3"/><circle cx="17" cy="17.5" r="3.3"/><g fill="currentColor">'
        '<circle cx="17" cy="7" r="3.3"/><circle cx="12" cy="12.5" r="2.2"/>'
        '<circle cx="7" cy="17.5" r="3.3"/></g>'
    ),
    "golf": '<path d="M8 20V3.5M8 4.5c4-2 6 2 10 0v7c-4 2-6-2-10 0M4 20.5h9"/>',
    "little_spider": (
        '<path d="M12 2.5V8M12 8a2.6 2.6 0 1 1 0 5.2A2.6 2.6 0 0 1 12 8ZM12 13.2a3.4 3.4 0 1 1 0 6.8'
        " 3.4 3.4 0 0 1 0-6.8ZM9.3 12 5 9.5V6M14.7 12 19 9.5V6M8.7 15.5 4.5 14M15.3 15.5l4.2-1.5M8.8"
        ' 18.2 5 21M15.2 18.2 19 21"/>'
    ),
}


def mark() -> str:
    """The lamp over a table: ink is the page's text colour, the bulb and its light are golden."""
    return (
        tag("path", d="M8 17h16l5.5 10.5h-27Z", fill=GOLD, fill_opacity=".22")
        + tag("path", d="M15.2 0h1.6v7h-1.6ZM16 5.5c6.7 0 11.2 4.5 11.8 10.8H4.2C4.8 10 9.3 5.5 16 5.5Z")
        + tag("path", d="M12.3 17.7h7.4a3.7 3.7 0 0 1-7.4 0Z", fill=GOLD)
        + tag("ellipse", cx=16, cy=28, rx=13, ry=3)
    )


@cache
def sprite() -> str:
    """All icons as one SVG file: `undo`, `redo`, ..., `game-golf`, ..., `mark`."""
    symbols = [
        *(symbol(name, (0, 0, 24, 24), drawing) for name, drawing in ICONS.items()),
        *(symbol(f"game-{name}", (0, 0, 24, 24), drawing) for name, drawing in GLYPHS.items()),
        symbol("mark", (0, 0, 32, 32), mark(), fill="currentColor"),
    ]
    return document("\n".join(symbols))


@cache
def badge() -> str:
    """The mark on a dark tile, as the icon of a browser's tab."""
    tile = tag("rect", width=32, height=32, rx=7, fill="#18231d")
    lamp = tag("g", mark(), transform="translate(4 3.5) scale(.75)", fill="#f1efe6")
    return document(tile + lamp, (0, 0, 32, 32))
