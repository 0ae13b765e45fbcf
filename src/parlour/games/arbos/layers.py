"""The board of Arbos on a page: the groups of a picture, written so that a move sends little.

A pawn and its mark are one shape here, a tree's path stands once for its outline and its tint, and barred
cells are joined to strips. What they look like is said once, in `artwork`.
"""

from collections.abc import Iterable

from parlour.games.arbos.artwork import CELL, LETTERS, MARKS, branches, middle, sprite
from parlour.games.arbos.cells import cell_text
from parlour.games.arbos.picture import Window, bars, coordinates, grid
from parlour.games.arbos.state import CELLS, WIDTH
from parlour.games.arbos.view import ArbosView

__all__ = ["AT", "art", "barred", "frame", "grid", "kinds", "last", "pawns", "seeds", "trees"]

AT = {cell_text(cell): cell for cell in range(CELLS)}
"""Cells by their texts."""

KINDS = ("free", "white", "black", "both")
"""Whom a seed is linked to: bit 0 is White, bit 1 Black."""


def art() -> str:
    """Return the definitions that stand once in a page.

    Besides those of a picture they are pawns with their marks, `w1` to `b8`; small trees for lists, `tree-w1`
    to `tree-b8`; and `rim-w` and `rim-b`, which outline a small tree that scores.
    """
    marked = (_marked(letter, k, mark) for letter in LETTERS for k, mark in enumerate(MARKS, 1))
    return "\n".join((sprite(), *marked, *(_rim(letter) for letter in LETTERS)))


_SMALL = "M-14 0H14"


def _marked(letter: str, k: int, mark: str) -> str:
    pawn = f'<use href="#pawn-{letter}"/>'
    return (
        f'<g id="{letter}{k}">{pawn}<use class="mark-in" href="#mark-{mark}"/></g>'
        f'<g id="tree-{letter}{k}" class="m{letter}"><path class="tree pair t{letter}-{k}" d="{_SMALL}"/>'
        f'{pawn}<use href="#mark-{mark}"/></g>'
    )


def _rim(letter: str) -> str:
    paths = "".join(f'<path class="{look}" d="{_SMALL}"/>' for look in ("edge", "line"))
    return f'<g id="rim-{letter}" class="t{letter}">{paths}</g>'


def frame(size: int) -> str:
    """Write the coordinates around a board."""
    return coordinates(Window(0, 0, size - 1, size - 1))


def barred(view: ArbosView, seat: int) -> str:
    """Hatch what is barred to a seat for ever, and dot where a pawn would begin a tree too many."""
    beside, beyond = bars(view, seat)
    return _strips("hatch", beside) + _strips("dots", beyond)


def _strips(pattern: str, cells: Iterable[int]) -> str:
    strips: list[list[int]] = []  # first cell, length
    for cell in cells:
        if strips and cell == sum(strips[-1]) and cell % WIDTH:
            strips[-1][1] += 1
        else:
            strips.append([cell, 1])
    drawn = "".join(
        f"M{cell % WIDTH * CELL} {cell // WIDTH * CELL}h{n * CELL}v{CELL}h-{n * CELL}z" for cell, n in strips
    )
    return f'<path fill="url(#{pattern})" d="{drawn}"/>' if drawn else ""


def trees(view: ArbosView, seat: int) -> str:
    """Draw the tint of each tree of a seat, and the outline of those that score."""
    letter, drawn = LETTERS[seat], []
    for k, tree in enumerate(view.players[seat].trees):
        path, scores = f"t{letter}{k + 1}", k in view.players[seat].pair
        looks = [f"tree{' pair' if scores else ''} t{letter}-{k + 1}"]
        if scores:
            looks = ["edge", "line", *looks] if letter == "w" else ["line", *looks]
        uses = "".join(f'<use class="{look}" href="#{path}"/>' for look in looks)
        lines = "".join(branches({AT[pawn] for pawn in tree.pawns}))
        drawn.append(f'<defs><path id="{path}" d="{lines}"/></defs>{uses}')
    return "".join(drawn)


def kinds(view: ArbosView) -> dict[str, int]:
    """Return whom each seed is linked to, as an index of `KINDS`."""
    white, black = ({seed for tree in player.trees for seed in tree.seeds} for player in view.players)
    return {seed: (seed in white) + 2 * (seed in black) for seed in view.seeds}


def seeds(view: ArbosView) -> str:
    """Draw the seeds."""
    return "".join(_use(f"seed-{KINDS[kind]}", AT[seed]) for seed, kind in kinds(view).items())


def pawns(view: ArbosView, seat: int) -> str:
    """Draw the pawns of a seat, each with the mark of its tree."""
    return "".join(
        _use(f"{LETTERS[seat]}{k}", cell)
        for k, tree in enumerate(view.players[seat].trees, 1)
        for cell in sorted(AT[pawn] for pawn in tree.pawns)
    )


def last(text: str, *, seed: bool) -> str:
    """Mark the last act: a ring around a pawn, a frame around a seed."""
    x, y = middle(AT[text])
    if seed:
        shape = '<rect class="last{}" x="{}" y="{}" width="{}" height="{}" rx="8"/>'
        return shape.format("", x - 17.5, y - 17.5, 35, 35) + shape.format(" rim", x - 19, y - 19, 38, 38)
    ring = '<circle class="last{}" cx="{}" cy="{}" r="{}"/>'
    return ring.format("", x, y, 17.6) + ring.format(" rim", x, y, 19.4)


def _use(name: str, cell: int) -> str:
    x, y = middle(cell)
    return f'<use href="#{name}" x="{x}" y="{y}"/>'
