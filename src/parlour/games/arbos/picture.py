"""Arbos as a picture: an SVG that needs nothing else, for pages, notebooks and the rules.

Seeds are square tiles with a sprout and pawns are round, so that shape alone tells them apart. A tree has a
tint under its pawns and a mark in each of them; the scoring pair is outlined in its owner's colour.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from typing import Literal, NamedTuple

from parlour.core.errors import NotationError, shown
from parlour.games.arbos.artwork import CELL, LETTERS, MARKS, STYLE, branches, middle, sprite
from parlour.games.arbos.cells import cell_text, find_cell, neighbours
from parlour.games.arbos.state import CELLS, WIDTH
from parlour.games.arbos.view import SEAT_NAMES, ArbosView

Barred = Literal["turn", "white", "black", "nobody"]

_RIM = 28
"""How far the wood reaches beyond the cells, with the coordinates on it."""
_LIP = 5
"""How far a part of the board shows what lies beyond it."""
_BOLD = 5
"""Every fifth line is stronger."""


_CELLS = {cell_text(cell): cell for cell in range(CELLS)}
_SEATS = {"white": 0, "black": 1}


class Window(NamedTuple):
    """The rows and columns that are drawn, counted from 0, last ones included."""

    top: int
    left: int
    bottom: int
    right: int

    def has(self, cell: int) -> bool:
        """Say whether a cell lies in it."""
        row, column = divmod(cell, WIDTH)
        return self.top <= row <= self.bottom and self.left <= column <= self.right

    def box(self) -> tuple[int, int, int, int]:
        """Return left, top, width and height."""
        rows, columns = self.bottom - self.top + 1, self.right - self.left + 1
        return self.left * CELL, self.top * CELL, columns * CELL, rows * CELL


def draw(
    view: ArbosView, *, crop: str | None = None, barred: Barred = "turn", last: str | None = "latest"
) -> str:
    """Return a view as an SVG.

    `crop` is the part to draw by two of its corners, as in "B2:F9"; `barred` says for whom the cells that no
    pawn may take are shown; `last` is the cell to mark as the last act, `None` for none, and otherwise what
    the view tells. Raises `NotationError` for a `crop` or `last` that is not on the board.
    """
    window = _window(view, crop)
    marked = _latest(view) if last == "latest" else last
    if marked is not None:
        _on_board(view, marked)
    left, top, width, height = window.box()
    frame = (left - _RIM, top - _RIM, width + 2 * _RIM, height + 2 * _RIM)
    size = f'viewBox="{_numbers(frame)}" width="{frame[2]}" height="{frame[3]}"'
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="arbos" role="img" {size}>',
        f"<title>{escape(title(view))}</title>",
        f"<desc>{escape(description(view))}</desc>",
        f"<style>\n{STYLE}\n</style>",
        f"<defs>\n{sprite()}\n</defs>",
        _wood(frame),
        coordinates(window),
        _opened(view, window),
        stones(view, window, barred=barred, last=marked),
        "</svg>",
        "</svg>",
    )
    return "\n".join(parts) + "\n"


def stones(view: ArbosView, window: Window, *, barred: Barred, last: str | None) -> str:
    """Return what lies on the board as named groups, the lowest first: one `g` named `stones`."""
    seat = _SEATS.get(barred, view.player)
    groups = (
        ("grid", "", grid(view.options.size)),
        ("barred", "", "" if barred == "nobody" or seat is None else _barred(view, seat)),
        ("trees-w", "tw", _trees(view, 0)),
        ("trees-b", "tb", _trees(view, 1)),
        ("seeds", "", _seeds(view, window)),
        ("pawns-w", "mw", _pawns(view, 0, window)),
        ("pawns-b", "mb", _pawns(view, 1, window)),
        ("last", "", _last(view, last) if last else ""),
    )
    drawn = (
        f'<g id="{name}"' + (f' class="{kind}"' if kind else "") + f">{body}</g>"
        for name, kind, body in groups
    )
    return "\n".join(('<g id="stones">', *drawn, "</g>"))


# In words


def title(view: ArbosView) -> str:
    """Say what a picture of a view shows."""
    return f"Arbos on {view.options.size} by {view.options.size} cells"


def turn(view: ArbosView) -> str:
    """Say whose turn it is."""
    if view.player is None:
        return "The game is over."
    return f"{SEAT_NAMES[view.player]} is to {'put a seed' if view.phase == 'seeds' else 'play'}."


def description(view: ArbosView) -> str:
    """Say what lies where, and whose turn it is."""
    seeds = f"Seeds: {', '.join(view.seeds) or 'none'}."
    return " ".join((turn(view), seeds, *(line for seat in range(2) for line in _told(view, seat))))


def _told(view: ArbosView, seat: int) -> Iterator[str]:
    player = view.players[seat]
    yield f"{SEAT_NAMES[seat]}, points: {player.points}."
    for k, (mark, tree) in enumerate(zip(MARKS, player.trees, strict=False)):
        yield (
            f"Tree {k + 1} ({mark}{', scores' if k in player.pair else ''}): {', '.join(tree.pawns)};"
            f" linked to {', '.join(tree.seeds) or 'no seed'}."
        )


# The window


def _on_board(view: ArbosView, text: str) -> int:
    cell, size = find_cell(text), view.options.size
    if cell is None or max(divmod(cell, WIDTH)) >= size:
        raise NotationError(f"{shown(text)} is no cell of this board of {size} x {size}")
    return cell


def _window(view: ArbosView, crop: str | None) -> Window:
    last = view.options.size - 1
    if crop is None:
        return Window(0, 0, last, last)
    ends = crop.split(":")
    if len(ends) != 2:
        raise NotationError(f"{shown(crop)} is no part of a board; write two corners, as in 'B2:F9'")
    rows, columns = zip(*(divmod(_on_board(view, end), WIDTH) for end in ends), strict=True)
    return Window(min(rows), min(columns), max(rows), max(columns))


def _latest(view: ArbosView) -> str | None:
    """Return the cell of the last act where the view tells it: not after a pass, nor at the end."""
    if view.phase == "over" or view.passes:
        return None
    placed = view.players[1 - (view.player or 0)].pawns
    put = view.seeds if view.options.placement == "interactive" else ()
    return next(iter((*placed[-1:], *put[-1:])), None)


# Wood, lines and coordinates


def _numbers(values: Iterable[int]) -> str:
    return " ".join(map(str, values))


def _wood(frame: tuple[int, int, int, int]) -> str:
    x, y, width, height = frame
    return (
        f'<rect x="{x + 0.5}" y="{y + 0.5}" width="{width - 1}" height="{height - 1}" rx="12"'
        ' fill="url(#wood)" stroke="#5a4520" stroke-opacity=".35"/>'
    )


def coordinates(window: Window) -> str:
    """Write the letters of rows on both sides and the numbers of columns above and below."""
    left, top, width, height = window.box()
    rows = range(window.top, window.bottom + 1)
    columns = range(window.left, window.right + 1)
    texts = [(x, row * CELL + 25, chr(65 + row)) for row in rows for x in (left - 14, left + width + 14)]
    texts += [(n * CELL + CELL // 2, y, str(n + 1)) for n in columns for y in (top - 9, top + height + 19)]
    drawn = "".join(f'<text x="{x}" y="{y}">{text}</text>' for x, y, text in texts)
    return f'<g class="co" aria-hidden="true">{drawn}</g>'


def _opened(view: ArbosView, window: Window) -> str:
    """Open the inner SVG, which cuts off what lies outside the window; a cut side shows a little more."""
    last = view.options.size - 1
    x, y, width, height = window.box()
    west, north = _LIP * (window.left > 0), _LIP * (window.top > 0)
    east, south = _LIP * (window.right < last), _LIP * (window.bottom < last)
    x, y, width, height = x - west - 1, y - north - 1, width + west + east + 2, height + north + south + 2
    box = f'x="{x}" y="{y}" width="{width}" height="{height}"'
    return f'<svg {box} viewBox="{_numbers((x, y, width, height))}">'


@cache
def grid(size: int) -> str:
    """Draw the lines between the cells of a board."""
    end = size * CELL

    def lines(numbers: Iterable[int]) -> str:
        return "".join(f"M{n * CELL} 0V{end}M0 {n * CELL}H{end}" for n in numbers)

    bold = sorted({*range(0, size, _BOLD), size})
    thin = [n for n in range(size) if n not in bold]
    return f'<path class="lines" d="{lines(thin)}"/><path class="bold" d="{lines(bold)}"/>'


# What lies on the board


def _cells(texts: Iterable[str]) -> list[int]:
    return [_CELLS[text] for text in texts]


def _use(name: str, cell: int) -> str:
    x, y = middle(cell)
    return f'<use href="#{name}" x="{x}" y="{y}"/>'


class Bars(NamedTuple):
    """Empty cells that a seat may not take: for ever, or since a pawn there would begin a tree too many."""

    beside: list[int]
    beyond: list[int]


def bars(view: ArbosView, seat: int) -> Bars:
    """Return the cells barred to a seat; while seeds are put, those too near to one."""
    size = view.options.size
    taken = {*_cells(view.seeds), *_cells(view.players[0].pawns), *_cells(view.players[1].pawns)}
    cells = [row * WIDTH + column for row in range(size) for column in range(size)]
    empty = [cell for cell in cells if cell not in taken]
    if view.phase == "seeds":
        sites = set(_cells(view.sites))
        return Bars([cell for cell in empty if cell not in sites], [])
    player = view.players[seat]
    beside = set(_cells(player.barred))
    beyond: list[int] = []
    if player.left and len(player.trees) == view.options.max_trees:
        near = {cell for pawn in _cells(player.pawns) for cell in neighbours(pawn)}
        beyond = [cell for cell in empty if cell not in beside and cell not in near]
    return Bars([cell for cell in empty if cell in beside], beyond)


def _barred(view: ArbosView, seat: int) -> str:
    """Hatch the cells beside the opponent's pawns, or too near to a seed; dot those of a tree too many."""
    beside, beyond = bars(view, seat)
    return _filled("hatch", beside) + _filled("dots", beyond)


def _filled(pattern: str, cells: list[int]) -> str:
    corners = ((cell % WIDTH * CELL, cell // WIDTH * CELL) for cell in cells)
    squares = "".join(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z" for x, y in corners)
    return f'<path fill="url(#{pattern})" d="{squares}"/>' if squares else ""


def _trees(view: ArbosView, seat: int) -> str:
    drawn = []
    for k, tree in enumerate(view.players[seat].trees):
        path = "".join(branches(set(_cells(tree.pawns))))
        if k in view.players[seat].pair:
            edge = f'<path class="edge" d="{path}"/>' if seat == 0 else ""
            drawn.append(f'{edge}<path class="line" d="{path}"/>')
        kind = "tree pair" if k in view.players[seat].pair else "tree"
        drawn.append(f'<path class="{kind} t{LETTERS[seat]}-{k + 1}" d="{path}"/>')
    return "".join(drawn)


def _seeds(view: ArbosView, window: Window) -> str:
    white, black = ({seed for tree in player.trees for seed in tree.seeds} for player in view.players)
    kinds = ("free", "white", "black", "both")
    return "".join(
        _use(f"seed-{kinds[(seed in white) + 2 * (seed in black)]}", _CELLS[seed])
        for seed in view.seeds
        if window.has(_CELLS[seed])
    )


def _pawns(view: ArbosView, seat: int, window: Window) -> str:
    return "".join(
        _use(f"pawn-{LETTERS[seat]}", cell) + _use(f"mark-{mark}", cell)
        for mark, tree in zip(MARKS, view.players[seat].trees, strict=False)
        for cell in sorted(_cells(tree.pawns))
        if window.has(cell)
    )


def _last(view: ArbosView, text: str) -> str:
    """Mark the last act with a ring, or with a square if it is a seed."""
    x, y = middle(_CELLS[text])
    if text in view.seeds:
        return "".join(
            f'<rect fill="none" x="{x - r}" y="{y - r}" width="{2 * r}" height="{2 * r}" rx="8" {pen}/>'
            for r, pen in ((17.5, 'stroke="#fffdf4" stroke-width="2.4"'), (19, 'stroke="#20242c"'))
        )
    return (
        f'<circle fill="none" cx="{x}" cy="{y}" r="17.6" stroke="#fffdf4" stroke-width="2.6"/>'
        f'<circle fill="none" cx="{x}" cy="{y}" r="19.4" stroke="#20242c" stroke-width="1.4"/>'
    )
