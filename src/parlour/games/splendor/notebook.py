"""Splendor in a notebook: the table as a picture, and the account of the seats."""

from base64 import b64encode
from html import escape

from parlour.core.kernel import Record
from parlour.core.seats import seat_name
from parlour.games.splendor.picture import description, draw, title, turn
from parlour.games.splendor.view import Player, SplendorView, look

_FRAME = "display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start"
_BOARD = "width:min(100%,880px);height:auto"
_TABLE = "border-collapse:collapse;margin:0 0 16px;font-size:13px"
_TEXT = "text-align:left;padding:1px 12px 1px 0"
_HEAD = ("", "points", "cards", "nobles", "tokens", "reserved")


def html(s: Record) -> str:
    """Draw a position as HTML that needs no style sheet."""
    return show(look(s, None, (), everything=True))


def show(view: SplendorView) -> str:
    """Draw a view as HTML. The table is an image, so that its names and styles stay inside."""
    image = b64encode(draw(view).encode()).decode()
    words = escape(f"{title(view)}. {description(view)}")
    head = "".join(f'<th scope="col" style="{_TEXT}">{name}</th>' for name in _HEAD)
    rows = "".join(_row(seat, player) for seat, player in enumerate(view.players))
    return (
        f'<div style="{_FRAME}">'
        f'<img alt="{words}" style="{_BOARD}" src="data:image/svg+xml;base64,{image}">'
        f'<div><table style="{_TABLE}"><tr>{head}</tr>{rows}</table><p>{turn(view)}</p></div></div>'
    )


def _row(seat: int, player: Player) -> str:
    cells = (
        f"{player.points:g}",
        len(player.cards),
        len(player.nobles),
        sum(player.tokens),
        len(player.reserved),
    )
    name = f'<th scope="row" style="{_TEXT}">{seat_name(seat)}</th>'
    return f"<tr>{name}" + "".join(f'<td style="{_TEXT}">{cell}</td>' for cell in cells) + "</tr>"
