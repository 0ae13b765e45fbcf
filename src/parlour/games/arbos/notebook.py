"""Arbos in a notebook: the board, and beside it the account of trees and points."""

from base64 import b64encode
from collections.abc import Iterator
from html import escape

from parlour.core.kernel import Record
from parlour.games.arbos.artwork import MARKS
from parlour.games.arbos.picture import description, draw, title, turn
from parlour.games.arbos.view import SEAT_NAMES, ArbosView, view

_FRAME = "display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start"
_BOARD = "width:min(100%,{}px);height:auto"
_WIDEST = 560
_TABLE = "border-collapse:collapse;margin:0 0 16px;font-size:13px"
_TEXT = "text-align:left;padding:1px 12px 1px 0"


def html(s: Record) -> str:
    """Draw a position as HTML that needs no style sheet."""
    return show(view(s, None, ()))


def show(view: ArbosView) -> str:
    """Draw a view as HTML. The board is an image, so that its names and styles stay inside."""
    image = b64encode(draw(view).encode()).decode()
    words = escape(f"{title(view)}. {description(view)}")
    account = "".join(_account(view, seat) for seat in range(2))
    width = min(_WIDEST, 40 * view.options.size + 56)
    return (
        f'<div style="{_FRAME}">'
        f'<img alt="{words}" style="{_BOARD.format(width)}" src="data:image/svg+xml;base64,{image}">'
        f"<div>{account}<p>{turn(view)}</p></div></div>"
    )


def _account(view: ArbosView, seat: int) -> str:
    player = view.players[seat]
    points = f"{player.points} point{'s' * (player.points != 1)}"
    head = f"<b>{SEAT_NAMES[seat]}: {points}</b>, {player.left} of {view.options.pawns} pawns left"
    rows = "".join(_rows(view, seat))
    return f'<p style="margin:0 0 4px">{head}</p><table style="{_TABLE}">{rows}</table>'


def _rows(view: ArbosView, seat: int) -> Iterator[str]:
    """Write a row for each tree: its mark, its size, whether it scores, its seeds."""
    player = view.players[seat]
    for k, ((sign, _), tree) in enumerate(zip(MARKS.values(), player.trees, strict=False)):
        size = f"{len(tree.pawns)} pawn{'s' * (len(tree.pawns) != 1)}"
        scores = "scores" if k in player.pair else ""
        cells = (sign, size, scores, " ".join(tree.seeds) or "no seed")
        yield "<tr>" + "".join(f'<td style="{_TEXT}">{escape(cell)}</td>' for cell in cells) + "</tr>"
