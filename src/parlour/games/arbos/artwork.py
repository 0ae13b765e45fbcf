"""What the pieces of Arbos look like: colours, pawns, seeds, the marks of trees, hatching and dots."""

from collections.abc import Iterator
from typing import NamedTuple

from parlour.games.arbos.state import WIDTH

CELL = 40

LETTERS = "wb"
MARKS = {
    "dot": ("\u25cf", '<circle r="3.4"/>'),
    "bar": ("\u25ac", '<rect x="-6" y="-1.7" width="12" height="3.4" rx="1.7"/>'),
    "triangle": ("\u25b2", '<path d="M0-5.4L5 3.4H-5z"/>'),
    "square": ("\u25a0", '<rect x="-4" y="-4" width="8" height="8"/>'),
    "ring": ("\u25cb", '<circle r="4.4" fill="none" stroke-width="2.2"/>'),
    "plus": ("\u271a", '<path d="M0-5.6V5.6M-5.6 0H5.6" fill="none" stroke-width="3"/>'),
    "diamond": ("\u25c6", '<path d="M0-6.4L5 0L0 6.4L-5 0z"/>'),
    "cross": ("\u2716", '<path d="M-4.4-4.4L4.4 4.4M4.4-4.4L-4.4 4.4" fill="none" stroke-width="3"/>'),
}
"""What marks the pawns of a player's first tree, second tree and so on, as a sign in text and drawn."""

_TINTS = {
    "w": ("#f6e389", "#f0c9b2", "#c4dbe4", "#cbdfa6", "#dac8e8", "#f2cdd9", "#dcdad0", "#b4dfd0"),
    "b": ("#6a829b", "#93667f", "#66804f", "#8f6a41", "#4f7f80", "#7a6ba3", "#6c6f74", "#a0604f"),
}
_FONT = 'ui-sans-serif, system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif'
_RULES = (
    (".co", f"font: 500 14px {_FONT}; fill: #5a4520; text-anchor: middle"),
    *((f".wood-{n}", f"stop-color: {stop}") for n, stop in enumerate(("#eddcb5", "#e3cfa2", "#c9ae79"))),
    (".lines", "fill: none; stroke: #5a4520; stroke-opacity: .3"),
    (".bold", "fill: none; stroke: #5a4520; stroke-opacity: .58; stroke-width: 1.6"),
    (".tree, .line, .edge", "stroke-linecap: round; stroke-linejoin: round; stroke-width: 31"),
    (".tree", "opacity: .85"),
    (".pair", "opacity: 1; stroke-width: 32.5"),
    (".line", "stroke-width: 38"),
    (".edge", "stroke-width: 40.5; fill: #8f7a4d; stroke: #8f7a4d"),
    (".tw .line", "fill: #fffdf4; stroke: #fffdf4"),
    (".tb .line", "fill: #20242c; stroke: #20242c"),
    (".mw", "fill: #6d5b38; stroke: #6d5b38; stroke-width: 0; stroke-linecap: round"),
    (".mb", "fill: #e9e4d4; stroke: #e9e4d4; stroke-width: 0; stroke-linecap: round"),
    *(
        (f".t{letter}-{k}", f"fill: {tint}; stroke: {tint}")
        for letter, tints in _TINTS.items()
        for k, tint in enumerate(tints, 1)
    ),
)
_DARK = tuple(
    (f".wood-{n}", f"stop-color: {stop}") for n, stop in enumerate(("#dcc898", "#cfb886", "#a98f5e"))
)
"""The board stays wood in the dark, under a weaker light."""


def _sheet(rules: tuple[tuple[str, str], ...], scope: str) -> str:
    scoped = ((", ".join(scope + one for one in selectors.split(", ")), what) for selectors, what in rules)
    return "\n".join(f"{selector} {{ {what} }}" for selector, what in scoped)


_WITHIN = ".arbos "
STYLE = f"{_sheet(_RULES, _WITHIN)}\n@media (prefers-color-scheme: dark) {{\n{_sheet(_DARK, _WITHIN)}\n}}"
"""A style sheet for what is drawn, whose rules hold inside of the class `arbos` only."""

SHAPES = _sheet(_RULES, "")
"""The same rules for a page that uses one shape in several places, where it has no ancestor of that class."""

_DEFS = """\
<radialGradient id="wood" cx=".42" cy=".36" r=".86"><stop class="wood-0"/><stop offset=".45" class="wood-1"/>\
<stop offset="1" class="wood-2"/></radialGradient>
<radialGradient id="pale" cx=".36" cy=".3" r=".8"><stop stop-color="#fffef9"/>\
<stop offset=".6" stop-color="#f7f0dd"/><stop offset="1" stop-color="#ddd0b0"/></radialGradient>
<radialGradient id="deep" cx=".36" cy=".3" r=".8"><stop stop-color="#5a606c"/>\
<stop offset=".5" stop-color="#2b3039"/><stop offset="1" stop-color="#14171c"/></radialGradient>
<pattern id="hatch" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
<path d="M0 0V8" stroke="#5a4520" stroke-opacity=".46" stroke-width="2.4"/></pattern>
<pattern id="dots" width="10" height="10" patternUnits="userSpaceOnUse">\
<circle cx="5" cy="5" r="1.3" fill="#5a4520" fill-opacity=".36"/></pattern>"""


class _Pawn(NamedTuple):
    fill: str
    stroke: str


class _Seed(NamedTuple):
    tile: str
    half: str
    stroke: str
    dash: str
    stem: str
    leaves: tuple[str, str]
    soil: str


_PAWNS = {"w": _Pawn("pale", "#7d6d4c"), "b": _Pawn("deep", "#05070a")}
_SEEDS = {
    "free": _Seed("#e2dcae", "", "#4d7a3c", "4.4 3.2", "#2c7a3d", ("#2f8a45", "#3fa257"), "#6b5426"),
    "white": _Seed("#fffbee", "", "#7d6d4c", "", "#2b7a3d", ("#2b8643", "#3a9c52"), "#8a744a"),
    "black": _Seed("#262b34", "", "#05070a", "", "#6fce88", ("#5cc47a", "#7fdc97"), "#8b95a3"),
    "both": _Seed("#fffbee", "#262b34", "#3a3322", "", "#4a9d60", ("#2b8643", "#7fdc97"), "#8a8a7c"),
}
"""How a seed looks by who is linked to it."""


def sprite() -> str:
    """Return the definitions that the groups use: gradients, patterns, pawns, marks and seeds."""
    pawns = (
        f'<g id="pawn-{letter}">'
        '<circle cx=".8" cy="2" r="14.6" stroke="none" fill="#000" fill-opacity=".27"/>'
        f'<circle r="14.2" fill="url(#{pawn.fill})" stroke="{pawn.stroke}" stroke-width="1.1"/></g>'
        for letter, pawn in _PAWNS.items()
    )
    marks = (f'<g id="mark-{name}">{shape}</g>' for name, (_, shape) in MARKS.items())
    seeds = (f'<g id="seed-{kind}">{_seed(seed)}</g>' for kind, seed in _SEEDS.items())
    return "\n".join((_DEFS, *pawns, *marks, *seeds))


def _seed(seed: _Seed) -> str:
    tile = '<rect x="-16.5" y="-16.5" width="33" height="33" rx="7"'
    dash = f' stroke-dasharray="{seed.dash}"' if seed.dash else ""
    half = f'<path d="M0-16.5H9.5A7 7 0 0 1 16.5-9.5V9.5A7 7 0 0 1 9.5 16.5H0z" fill="{seed.half}"/>'
    return (
        f'{tile} fill="{seed.tile}"/>{half if seed.half else ""}'
        f'{tile} fill="none" stroke="{seed.stroke}" stroke-width="1.6"{dash}/>'
        f'<path d="M-.2 11C-.6 6-.4 2.4 0-1.2" fill="none" stroke="{seed.stem}" stroke-width="2.2"'
        ' stroke-linecap="round"/>'
        f'<path d="M-.3 .4C-5.6 1.2-10.4-1.6-11.4-8.4C-5.4-9.6-.6-6.4-.3 .4z" fill="{seed.leaves[0]}"/>'
        f'<path d="M.3-1.6C.2-7.8 4.4-11.8 11-11.6C11.6-5.4 7-1 .3-1.6z" fill="{seed.leaves[1]}"/>'
        '<path d="M-1.6-1.2C-3.8-3.4-6-5.2-8.6-6.4M1.8-3.2C3.6-5.6 5.8-7.6 8.4-9" fill="none" stroke="#fff"'
        ' stroke-opacity=".4" stroke-width=".9" stroke-linecap="round"/>'
        f'<path d="M-5.6 12.2C-3.4 9.4 3.4 9.4 5.6 12.2z" fill="{seed.soil}"/>'
    )


def middle(cell: int) -> tuple[int, int]:
    """Return the middle of a cell."""
    row, column = divmod(cell, WIDTH)
    return column * CELL + CELL // 2, row * CELL + CELL // 2


SQUARE = -1
"""Instead of a step: a full square, whose upper left cell it is."""


def strokes(tree: set[int]) -> Iterator[tuple[int, int]]:
    """Give the lines of a tree, each as a cell and the step to a neighbour, and its full squares.

    Lines run aslant only where no other way is as short. A single pawn has a line without a step.
    """
    for cell in sorted(tree):
        column = cell % WIDTH
        right = column < WIDTH - 1 and cell + 1 in tree
        below = cell + WIDTH in tree
        if len(tree) == 1:
            yield cell, 0
        if right:
            yield cell, 1
        if below:
            yield cell, WIDTH
        if column < WIDTH - 1 and not right and not below and cell + WIDTH + 1 in tree:
            yield cell, WIDTH + 1
        if column > 0 and not below and cell + WIDTH - 1 in tree and cell - 1 not in tree:
            yield cell, WIDTH - 1
        if right and below and cell + WIDTH + 1 in tree:
            yield cell, SQUARE


_DRAWN = {
    0: "h0",
    1: f"h{CELL}",
    WIDTH: f"v{CELL}",
    WIDTH + 1: f"l{CELL} {CELL}",
    WIDTH - 1: f"l-{CELL} {CELL}",
    SQUARE: f"h{CELL}v{CELL}h-{CELL}z",
}


def stroke(cell: int, step: int) -> str:
    """Draw a stroke."""
    x, y = middle(cell)
    return f"M{x} {y}{_DRAWN[step]}"


def branches(tree: set[int]) -> Iterator[str]:
    """Draw a tree: its lines and its full squares."""
    return (stroke(cell, step) for cell, step in strokes(tree))
