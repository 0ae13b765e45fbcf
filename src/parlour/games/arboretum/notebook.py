"""Arboretum in a notebook: the gardens, and beside them piles, or at the end the score sheet."""

from base64 import b64encode
from collections.abc import Iterator
from html import escape

from parlour.core.kernel import Record
from parlour.core.seats import seat_name
from parlour.games.arboretum.picture import description, draw, species_names, title, turn
from parlour.games.arboretum.sheet import lines
from parlour.games.arboretum.view import ArboretumView, look

_FRAME = "display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start"
_BOARD = "width:min(100%,640px);height:auto"
_TABLE = "border-collapse:collapse;margin:0 0 16px;font-size:13px"
_TEXT = "text-align:left;padding:1px 12px 1px 0"


def html(s: Record) -> str:
    """Draw the whole position as HTML that needs no style sheet, with all hands open."""
    return show(look(s, None, (), everything=True))


def show(view: ArboretumView) -> str:
    """Draw a view as HTML. The gardens are an image, so that its names and styles stay inside."""
    image = b64encode(draw(view).encode()).decode()
    words = escape(f"{title(view)}. {description(view)}")
    rows = "".join(_sheet(view) if view.result is not None else _piles(view))
    return (
        f'<div style="{_FRAME}"><img alt="{words}" style="{_BOARD}" src="data:image/svg+xml;base64,{image}">'
        f'<div><table style="{_TABLE}">{rows}</table><p>{turn(view)}</p></div></div>'
    )


def _row(*cells: str) -> str:
    return "<tr>" + "".join(f'<td style="{_TEXT}">{escape(cell)}</td>' for cell in cells) + "</tr>"


def _piles(view: ArboretumView) -> Iterator[str]:
    """Write a row for the deck, and for each seat its hand as far as it is known, and its pile."""
    yield _row("", "hand", "discards, top last")
    for seat, player in enumerate(view.players):
        known = player.hand if player.hand is not None else player.known
        unseen = player.held - len(known)
        hand = " ".join(known) + (f" and {unseen} unseen" if unseen else "")
        yield _row(seat_name(seat), hand, " ".join(player.discard) or "none")
    yield _row("deck", str(view.deck), "")


def _sheet(view: ArboretumView) -> Iterator[str]:
    """Write a row for each species: sums in hand with a star for the right, then points."""
    seats, names = range(len(view.players)), species_names(view)
    letters = [seat_name(seat) for seat in seats]
    yield _row("", *(f"{letter} holds" for letter in letters), *(f"{letter} scores" for letter in letters))
    for line in lines(view):
        sums = (f"{share.sum}{'*' * share.right}" for share in line.shares)
        yield _row(names[line.species], *sums, *(str(share.points) for share in line.shares))
    if view.result is not None:
        yield _row("total", *("" for _ in seats), *(f"{score:g}" for score in view.result.scores))
