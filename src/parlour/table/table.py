"""One table in memory. A command goes through the log before anybody sees what it did."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection

from parlour import draw
from parlour.core.board import Sitting
from parlour.core.errors import IllegalMove
from parlour.core.position import Position
from parlour.table import stats, texts
from parlour.table.errors import ConflictError, Refusal, WriteError
from parlour.table.fragments import Drawn
from parlour.table.kept import Kept, insertion, read_answered, read_events
from parlour.table.line import Event, Try, advance, follow
from parlour.table.messages import Command, Done, Hint, Kind, Play, kind_of
from parlour.table.sitting import sitting
from parlour.table.store import Store

Clock = Callable[[], int]
"""Returns the time in milliseconds since 1970."""


class State(msgspec.Struct, frozen=True):
    """A table after revision `rev`, an event of kind `latest`: swapped as a whole, never changed."""

    position: Position
    attempt: Try = Try()
    rev: int = 0
    latest: Kind = "restart"

    def after(self, event: Event, position: Position) -> "State":
        """Return the state after an event that led to `position`."""
        return State(position, follow(self.attempt, event, position), event.rev, event.kind)


class Table:
    """A table, whoever watches it, and what each class of viewers sees."""

    def __init__(self, kept: Kept, store: Store, clock: Clock) -> None:
        self.kept = kept
        self.store = store
        self.clock = clock
        self.state = State(kept.begin())
        self.facts = stats.Facts()
        self.watchers: set[Any] = set()
        self.views: dict[tuple[int | None, str], Drawn] = {}
        self._turn = asyncio.Lock()

    @property
    def idle(self) -> bool:
        """Whether nobody watches and nothing is under way."""
        return not self.watchers and not self._turn.locked()

    def catch_up(self, connection: Connection) -> None:
        """Fold the events that are in the log and not yet here."""
        state = self.state
        for event in read_events(connection, self.kept.id, state.rev):
            state = state.after(event, advance(state.position.copy(), event))
        self.state = state
        self.look_up(connection)

    def look_up(self, connection: Connection) -> None:
        """Read the facts beside the log anew."""
        kept = self.kept
        self.facts = stats.read_facts(connection, kept.subject(0), self.state.attempt.number, kept.round)

    # -- commands ------------------------------------------------------------------------------------------

    async def command(self, seat: int | None, command: Command) -> Done:
        """Carry out a command: tried on a copy, committed, then seen.

        Raises `Refusal`, the position unchanged. A command that is in the log already gets its first answer
        again.
        """
        async with self._turn:
            if seat is None:
                raise self._refusal("spectator", texts.SPECTATOR)
            if command.rev != self.state.rev:
                return await self._answer_again(seat, command)
            event = await self._event(seat, command)
            try:
                before, after = (
                    self.state,
                    self.state.after(event, advance(self.state.position.copy(), event)),
                )
            except IllegalMove as error:
                raise self._refusal(error.code, str(error)) from error
            tried = stats.record(self.kept.subject(seat), before.attempt, after.attempt)
            try:
                await self.store.write(insertion(self.kept.id, event), *tried)
            except ConflictError:
                await self.store.read(self.catch_up)
                return await self._answer_again(seat, command)
            except WriteError as error:
                raise self._refusal(error.code, texts.STORAGE) from error
            self.state = after
            if before.attempt.milestones != after.attempt.milestones:
                await self.store.read(self.look_up)
            return self._done(event)

    async def _event(self, seat: int, command: Command) -> Event:
        """Return the event that a command would become. Raises `Refusal`."""
        position, attempt = self.state.position, self.state.attempt
        kind = kind_of(command)
        moves: tuple[str, ...] = ()
        if isinstance(command, Play):
            try:
                moves = _canonical(position, command.moves)
            except IllegalMove as error:
                raise self._refusal(error.code, str(error)) from error
        elif isinstance(command, Hint):
            hint = await asyncio.to_thread(position.copy().hint)
            if hint is None:
                raise self._refusal("over", texts.OVER)
            moves = (hint,)
        elif kind == "restart" and attempt.opened is None:
            raise self._refusal("untouched", texts.UNTOUCHED)
        return Event(self.state.rev + 1, max(self.clock(), attempt.last), seat, command.id, kind, moves)

    async def _answer_again(self, seat: int, command: Command) -> Done:
        event = await self.store.read(
            lambda connection: read_answered(connection, self.kept.id, seat, command.id)
        )
        if event is None:
            raise self._refusal("stale", texts.STALE)
        return self._done(event)

    def _refusal(self, code: str, message: str) -> Refusal:
        return Refusal(code, message, self.state.rev)

    def _done(self, event: Event) -> Done:
        if event.kind != "hint":
            return Done(event.command, event.rev)
        sources = draw.board(self.kept.game).sources(self.state.position.view(event.seat))
        found = next((source for source in sources if source.move == event.moves[0]), None)
        hint = (event.moves[0], "", "") if found is None else (found.move, found.origin, found.target)
        return Done(event.command, event.rev, hint)

    # -- what viewers see ----------------------------------------------------------------------------------

    def drawn(self, seat: int | None, lang: str) -> Drawn:
        """Return what a class of viewers sees now."""
        view = self.views.get((seat, lang))
        if view is None:
            view = self.views[seat, lang] = Drawn(self.kept.game, seat, lang)
        view.sync(self.state.position, self.state.rev, self.sitting(seat))
        return view

    def sitting(self, seat: int | None) -> Sitting:
        """Return the facts beside the view, as they are now."""
        state = self.state
        return sitting(self.kept, state.position, state.attempt, self.facts, seat=seat, now=self.clock())


def _canonical(position: Position, moves: tuple[str, ...]) -> tuple[str, ...]:
    """Return move texts as the log keeps them. Raises `IllegalMove` at the first that is not legal."""
    walk = position.copy()
    written = []
    for move in moves:
        here = walk.copy()
        action = walk.action(move)
        walk.play(action)
        written.append(here.text(action))
        if len(written) < len(moves) and here.reveals(written[-1]):
            # Whether the next move is legal would tell, or its refusal, what nobody has seen yet.
            raise IllegalMove("reveals", texts.REVEALS)
    return tuple(written)
