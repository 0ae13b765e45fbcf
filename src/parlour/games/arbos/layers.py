"""The board of Arbos on a page: the groups of a picture, written so that a move sends little.

A pawn and its mark are one shape here, a tree is one long line that stands once for outline and tint, and
what grows is cut into parts, of which a move changes one. What all looks like is said once, in `artwork`.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache

from parlour.games.arbos.artwork import LETTERS, MARKS, branches, middle, sprite
from parlour.games.arbos.cells import cell_text
from parlour.games.arbos.picture import Window, coordinates, grid
from parlour.games.arbos.state import CELLS
from parlour.games.arbos.view import ArbosView, Player, Tree

__all__ = ["AT", "art", "frame", "grid", "kinds", "last", "pawns", "seeds", "trees"]

AT = {cell_text(cell): cell for cell in range(CELLS)}
"""Cells by their texts."""

KINDS = ("free", "white", "black", "both")
"""Whom a seed is linked to: bit 0 is White, bit 1 Black."""


PART = 16
"""How many pawns, or seeds, are one part."""


def art() -> str:
    """Return the definitions that stand once in a page.

    Besides those of a picture they are pawns with their marks, `w1` to `b8`; the same on a piece of a tree
    for lists, `lw1` to `lb8`, outlined `rw1` to `rb8`; and seeds by whom they are linked to, `s0` to `s3`.
    """
    marked = (_marked(letter, k, mark) for letter in LETTERS for k, mark in enumerate(MARKS, 1))
    seeds = (f'<g id="s{k}"><use href="#seed-{kind}"/></g>' for k, kind in enumerate(KINDS))
    return "\n".join((sprite(), *marked, *seeds))


_PIECE = "M-14 0H14"


def _marked(letter: str, k: int, mark: str) -> str:
    pawn = f'<use href="#pawn-{letter}"/>'
    rims = "".join(f'<path class="{look}" d="{_PIECE}"/>' for look in ("edge", "line"))
    listed = (
        f'<symbol id="{{}}{letter}{k}" class="t{letter}" viewBox="-34 -22 68 44">{{}}'
        f'<path class="tree pair t{letter}-{k}" d="{_PIECE}"/>'
        f'<g class="m{letter}">{pawn}<use href="#mark-{mark}"/></g></symbol>'
    )
    whole = f'<g id="{letter}{k}">{pawn}<use class="mark-in" href="#mark-{mark}"/></g>'
    return whole + listed.format("l", "") + listed.format("r", rims)


@cache
def frame(size: int) -> str:
    """Write the coordinates around a board."""
    return coordinates(Window(0, 0, size - 1, size - 1))


def trees(letter: str, player: Player) -> list[str]:
    """Draw each tree of a player: its tint, and the outline of those that score."""
    drawn = []
    for k, tree in enumerate(player.trees):
        path, scores = f"p{letter}{k + 1}", k in player.pair
        looks = [f"tree{' pair' if scores else ''} t{letter}-{k + 1}"]
        if scores:
            looks = ["edge", "line", *looks] if letter == "w" else ["line", *looks]
        uses = "".join(f'<use class="{look}" href="#{path}"/>' for look in looks)
        drawn.append(f'<defs><g id="{path}">{_lines(tree.pawns)}</g></defs>{uses}')
    return drawn


@lru_cache(maxsize=1024)
def _lines(pawns: tuple[str, ...]) -> str:
    """Draw a tree, full squares apart. A move changes one tree, and several viewers see the same."""
    strokes = list(branches({AT[pawn] for pawn in pawns}))
    squares = "".join(stroke for stroke in strokes if stroke.endswith("z"))
    lines = joined([stroke for stroke in strokes if not stroke.endswith("z")])
    return f'<path fill="none" d="{lines}"/>' + (f'<path d="{squares}"/>' if squares else "")


_MOVE = re.compile(r"M(\d+) (\d+)([hvl])(-?\d+)(?: (\d+))?")


def joined(strokes: list[str]) -> str:
    """Join lines from cell to cell to long ones: where one ends another goes on.

    >>> joined(["M20 20h40", "M60 20l40 40", "M100 60l40 40", "M60 20v40"])
    'M20 20h40v40M60 20l40 40 40 40'
    """
    ends: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for across, down, way, step, further in _MOVE.findall("".join(strokes)):
        here = int(across), int(down)
        right, below = (int(step), int(further or 0)) if way != "v" else (0, int(step))
        if not right and not below:
            return strokes[0]  # a single pawn
        there = here[0] + right, here[1] + below
        ends.setdefault(here, []).append(there)
        ends.setdefault(there, []).append(here)
    whole = []
    for start in sorted(ends, key=lambda point: (len(ends[point]) % 2 == 0, point)):
        while ends[start]:
            whole.append(_trail(start, ends))
    return "".join(whole)


def _trail(here: tuple[int, int], ends: dict[tuple[int, int], list[tuple[int, int]]]) -> str:
    """Walk along unused lines as far as it goes."""
    line, way = f"M{here[0]} {here[1]}", ""
    while ends[here]:
        there = ends[here].pop()
        ends[there].remove(here)
        right, down = there[0] - here[0], there[1] - here[1]
        now = "h" if down == 0 else "v" if right == 0 else "l"
        steps = (right,) if now == "h" else (down,) if now == "v" else (right, down)
        for k, step in enumerate(steps):
            first = k == 0 and now != way
            line += f"{now}{step}" if first else f"{'' if step < 0 else ' '}{step}"
        way, here = now, there
    return line


def kinds(view: ArbosView) -> dict[str, int]:
    """Return whom each seed is linked to, as an index of `KINDS`."""
    white, black = ({seed for tree in player.trees for seed in tree.seeds} for player in view.players)
    return {seed: (seed in white) + 2 * (seed in black) for seed in view.seeds}


def seeds(kinds: dict[str, int]) -> list[str]:
    """Draw the seeds, in parts."""
    return _parts([_use(f"s{kind}", AT[seed]) for seed, kind in kinds.items()])


@lru_cache(maxsize=1024)
def pawns(letter: str, placed: tuple[str, ...], trees: tuple[Tree, ...]) -> list[str]:
    """Draw the pawns of a player, each with the mark of its tree, in parts as they came."""
    name = {pawn: f"{letter}{k}" for k, tree in enumerate(trees, 1) for pawn in tree.pawns}
    return _parts([_use(name[pawn], AT[pawn]) for pawn in placed])


def _parts(uses: Sequence[str]) -> list[str]:
    return ["".join(uses[first : first + PART]) for first in range(0, len(uses), PART)]


def last(text: str, *, seed: bool) -> str:
    """Mark the last act: a ring around a pawn, a frame around a seed."""
    x, y = middle(AT[text])
    if seed:
        shape = '<rect class="last{}" x="{}" y="{}" width="{}" height="{}" rx="8"/>'
        return shape.format("", x - 17.5, y - 17.5, 35, 35) + shape.format(" rim", x - 19, y - 19, 38, 38)
    ring = '<circle class="last{}" cx="{}" cy="{}" r="{}"/>'
    return ring.format("", x, y, 17.6) + ring.format(" rim", x, y, 19.4)


@lru_cache(maxsize=8192)
def _use(name: str, cell: int) -> str:
    x, y = middle(cell)
    return f'<use href="#{name}" x="{x}" y="{y}"/>'
