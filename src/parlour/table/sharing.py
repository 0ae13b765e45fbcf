"""A table as a picture to be shared: its board as the viewer sees it, with names and points."""

from typing import Any

from parlour import draw
from parlour.core.position import Position
from parlour.table.errors import MissingError
from parlour.table.eyes import Eyes
from parlour.table.match.facts import Viewer
from parlour.table.match.table import MatchTable
from parlour.table.solo import Solo
from parlour.table.texts import NO_PICTURE


def shared_picture(table: MatchTable, viewer: Viewer, lang: str) -> str:
    """Return a match as an SVG, with names in a language.

    Raises `MissingError` before it has begun, or where a game has no picture.
    """
    position = table.state.position
    if position is None or table.course.phase == "closed":
        raise MissingError(NO_PICTURE)
    view = Eyes(viewer.facing(position), table.all_open).view(position)
    drawing, picture = _drawn(position, view)
    game, end = position.game, table.course.end
    lines = [
        draw.Line(
            seat=game.seat_name(seat),
            name=name,
            points=f"{end.result.scores[seat]:.4g}" if end is not None and end.result.scores else "",
            won=end is not None and seat in end.result.winners,
        )
        for seat, name in enumerate(chair.name for chair in table.facts(viewer, lang).chairs)
    ]
    return draw.sheet(drawing, draw.spoken(game.title, lines), picture.title(view), lines)


def shared_picture_alone(table: Solo, seat: int | None, name: str) -> str:
    """Return a solitaire as an SVG; `name` is its player's, "" where it is not known.

    Raises `MissingError` where a game has no picture.
    """
    position = table.state.position
    view = position.view(seat)
    drawing, picture = _drawn(position, view)
    won = view.result is not None and bool(view.result.winners)
    line = draw.Line(name=name or position.game.title, points=picture.points(view), won=won)
    heading = picture.title(view) + (f", deal {position.deal}" if position.deal else "")
    return draw.sheet(drawing, heading, heading, [line])


def _drawn(position: Position, view: Any) -> tuple[str, draw.Picture]:
    game = position.game.name
    drawing, picture = draw.drawing(game, view), draw.picture(game)
    if drawing is None or picture is None:
        raise MissingError(NO_PICTURE)
    return drawing, picture
