"""Hints in a match: for the player on turn alone, where nothing is rated. They leave no trace."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from parlour.core.position import Position
from parlour.core.reason import Advice
from parlour.search.advice import advise, following, go_on
from parlour.table import texts
from parlour.table.errors import Refusal
from parlour.table.match import rulings
from parlour.table.messages import Done, Hint

if TYPE_CHECKING:
    from parlour.table.match.table import MatchTable

LEVEL = "hard"
"""How well is thought about a hint."""


class Advised(msgspec.Struct, frozen=True):
    """A position, and the hint for it, which is thought about once however often it is asked for."""

    position: Position
    task: asyncio.Task[Advice]


def hinted(table: "MatchTable") -> bool:
    """Say whether hints are given in a match."""
    return not table.terms.rated and table.kept.names is None


async def hint(table: "MatchTable", player: str | None, command: Hint) -> Done:
    """Return a move that helps the player on turn, from what that seat may know. Raises `Refusal`."""
    try:
        found = await _advice(table, player, command)
    except Refusal as refusal:
        raise table.refusal(refusal.code, str(refusal)) from refusal
    return Done(command.id, table.rev, hint=(found.move, "", ""), advice=found)


async def _advice(table: "MatchTable", player: str | None, command: Hint) -> Advice:
    position, seat = _turn(table, player, command)
    known = table.advised
    if known is None or known.position is not position:
        known = table.advised = Advised(position, asyncio.create_task(_think(table, position, seat)))
    try:
        found = await asyncio.shield(known.task)
    except TimeoutError:
        table.advised = None
        raise Refusal("no_thought", texts.NO_THOUGHT) from None
    if table.state.position is not position:
        raise Refusal("stale", texts.STALE)
    return found


async def _think(table: "MatchTable", position: Position, seat: int) -> Advice:
    """Think about a position, and about what follows the best move. Raises `TimeoutError`."""
    thinker = table.around.thinker
    found = advise(position, seat, await thinker.think(position, seat, LEVEL))
    ahead = following(position, seat, found.move)
    if ahead is not None:
        with suppress(TimeoutError):
            found = go_on(found, ahead, seat, await thinker.think(ahead, seat, LEVEL))
    return found


def _turn(table: "MatchTable", player: str | None, command: Hint) -> tuple[Position, int]:
    """Return the position and the seat on turn, if it is this player's and may have a hint."""
    course, position = table.course, table.state.position
    if course.phase == "gathering" or position is None:
        raise Refusal("not_begun", texts.NOT_BEGUN)
    playing = rulings.playing(course, player)
    if not hinted(table):
        raise Refusal("no_hints", texts.NO_HINTS)
    seat = position.current_player
    if seat is None or seat not in playing:
        raise Refusal("not_your_turn", texts.NOT_YOUR_TURN)
    if not course.moved <= command.rev <= table.rev:
        raise Refusal("stale", texts.STALE)
    return position, seat
