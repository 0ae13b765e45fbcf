"""A match as a picture to be shared: its board as the viewer sees it, with names and points."""

from parlour import draw
from parlour.core import registry
from parlour.table.errors import MissingError
from parlour.table.eyes import Eyes
from parlour.table.match.facts import Viewer
from parlour.table.match.table import MatchTable
from parlour.table.texts import NO_PICTURE


def shared_picture(table: MatchTable, viewer: Viewer) -> str:
    """Return the SVG. Raises `MissingError` before the match has begun, or where a game has no picture."""
    position, picture = table.state.position, draw.picture(table.kept.game)
    if position is None or picture is None or table.course.phase == "closed":
        raise MissingError(NO_PICTURE)
    game = registry.game(table.kept.game)
    view = Eyes(viewer.facing(position), table.all_open).view(position)
    end = table.course.end
    lines = [
        draw.Line(
            seat=game.seat_name(seat),
            name=name,
            points=f"{end.result.scores[seat]:.4g}" if end is not None and end.result.scores else "",
            won=end is not None and seat in end.result.winners,
        )
        for seat, name in enumerate(table.seat_names)
    ]
    return draw.sheet(picture.draw(view), draw.spoken(game.title, lines), picture.title(view), lines)
