"""The board of Arbos on a page: the groups of a picture, written so that a move sends little.

A pawn and its mark are one shape here, a tree is one long line that stands once for outline and tint, and
what grows is cut into parts, of which a move changes one. What all looks like is said once, in `artwork`.
"""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from parlour.games.arbos.artwork import CELL, LETTERS, MARKS, SQUARE, middle, sprite, stroke, strokes
from parlour.games.arbos.cells import cell_text
from parlour.games.arbos.picture import Window, coordinates, grid
from parlour.games.arbos.state import CELLS, WIDTH
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
    found = list(strokes({AT[pawn] for pawn in pawns}))
    squares = "".join(stroke(cell, step) for cell, step in found if step == SQUARE)
    return f'<path fill="none" d="{joined(found)}"/>' + (f'<path d="{squares}"/>' if squares else "")


_WAYS = {
    1: ("h", f"{CELL}"),
    -1: ("h", f"-{CELL}"),
    WIDTH: ("v", f"{CELL}"),
    -WIDTH: ("v", f"-{CELL}"),
    WIDTH + 1: ("l", f"{CELL} {CELL}"),
    -WIDTH - 1: ("l", f"-{CELL}-{CELL}"),
    WIDTH - 1: ("l", f"-{CELL} {CELL}"),
    1 - WIDTH: ("l", f"{CELL}-{CELL}"),
}
"""How a step from a cell to its neighbour is drawn."""


def joined(lines: Iterable[tuple[int, int]]) -> str:
    """Draw the lines among strokes as long ones: where one ends another goes on.

    >>> joined(strokes({AT["A1"], AT["A2"], AT["B2"], AT["C3"], AT["D4"]}))
    'M20 20h40v40l40 40 40 40'
    """
    ends: dict[int, list[int]] = {}
    for cell, step in lines:
        if step == 0:
            return stroke(cell, step)
        if step != SQUARE:
            ends.setdefault(cell, []).append(cell + step)
            ends.setdefault(cell + step, []).append(cell)
    odd, trails = [cell for cell, others in ends.items() if len(others) % 2], []
    for start in (*odd, *ends):
        while ends[start]:
            trails.append(_trail(start, ends))
    return "".join(trails)


def _trail(here: int, ends: dict[int, list[int]]) -> str:
    """Walk along unused lines as far as it goes."""
    x, y = middle(here)
    line, way = [f"M{x} {y}"], ""
    while ends[here]:
        there = ends[here].pop()
        ends[there].remove(here)
        letter, step = _WAYS[there - here]
        if letter != way:
            line.append(letter)
        elif step[0] != "-":
            line.append(" ")
        line.append(step)
        way, here = letter, there
    return "".join(line)


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
