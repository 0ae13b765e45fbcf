"""The facts of a single-player table that its panels show beside the view."""

from parlour.core import registry
from parlour.core.board import Sitting, Tally
from parlour.core.position import Position
from parlour.table.kept import Kept
from parlour.table.line import Try
from parlour.table.stats import Facts, day_of


def sitting(
    kept: Kept, position: Position, attempt: Try, facts: Facts, *, seat: int | None, now: int
) -> Sitting:
    """Return the facts of a table for the player in `seat`. Spectators get no statistics and no commands."""
    game = registry.game(kept.game)
    mine = seat is not None
    deal = position.deal
    return Sitting(
        table=kept.id,
        game=kept.game,
        title=game.title,
        preset=kept.preset,
        deal=deal,
        today=deal is not None and deal == game.todays_deal(day_of(now)),
        hole=kept.hole,
        card=facts.card,
        moves=attempt.moves,
        seconds=attempt.seconds(now),
        running=attempt.running,
        can_undo=mine and position.can_undo,
        can_redo=mine and position.can_redo,
        hints=attempt.hints,
        undos=attempt.undos,
        tries=facts.tries,
        clean=facts.first and not attempt.hints and not attempt.undos,
        first_end=_first_end(position, attempt),
        mine=mine,
        tally=facts.tally if mine else Tally(),
    )


def _first_end(position: Position, attempt: Try) -> int | None:
    """Return the score of a try's first end where the table stands at the end of another line."""
    ended = attempt.ended
    if ended is None or not position.is_over or ended.line == position.history:
        return None
    return ended.score
