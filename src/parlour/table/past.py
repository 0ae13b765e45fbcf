"""A table as it was after so many moves: with its viewer's own eyes, once a match is over with all open."""

from typing import Any

from parlour import draw
from parlour.core.board import Match, Sitting
from parlour.core.position import Position
from parlour.table.fragments import Log
from parlour.table.match.facts import Viewer
from parlour.table.match.table import MatchTable
from parlour.table.solo import Solo


def looking_back(table: MatchTable, viewer: Viewer, lang: str, number: int) -> dict[str, Any] | None:
    """Return a match's board after so many moves as fragments, and what was told last; `None` if none."""
    position = table.state.position
    if position is None:
        return None
    return _past(
        position, number, viewer.facing(position), table.facts(viewer, lang), lang, all_open=table.all_open
    )


def looking_back_alone(table: Solo, seat: int | None, lang: str, number: int) -> dict[str, Any] | None:
    """Return the same of the line that stands on a solitaire's table."""
    return _past(table.state.position, number, seat, table.sitting(seat), lang)


def _past(
    position: Position,
    number: int,
    seat: int | None,
    facts: Match | Sitting,
    lang: str,
    *,
    all_open: bool = False,
) -> dict[str, Any] | None:
    if not 0 <= number <= len(position.history):
        return None
    past = position.restart()
    for action in position.history[:number]:
        past.play(action)
    game, log = position.game.name, Log()
    view = log.sync(past, seat, all_open=all_open)
    fragments = draw.board(game).fragments(view, tuple(log.lines), facts)
    drawn = {name: draw.fragment(game, lang, *fragment) for name, fragment in fragments.items()}
    return {"n": number, "f": drawn, "say": draw.told(game, lang, log.lines[-1]) if log.lines else ""}
