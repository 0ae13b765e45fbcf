"""The table of a solitaire: its player undoes, redoes and restarts at will, and asks for hints."""

import asyncio

import msgspec
from sqlalchemy import Connection

from parlour import draw
from parlour.core.board import Sitting
from parlour.core.errors import IllegalMove
from parlour.core.position import Position
from parlour.table import messages, stats, texts
from parlour.table.event import Event, Kind, Payload
from parlour.table.fragments import Drawn
from parlour.table.kept import Kept, read_events
from parlour.table.line import Try, advance, follow
from parlour.table.messages import Board, Command, Done, Hint, Patience, Play, kind_of
from parlour.table.moves import written
from parlour.table.showing import Showing
from parlour.table.sitting import sitting
from parlour.table.store import Store
from parlour.table.table import SNAPSHOT, Clock, Table


class State(msgspec.Struct, frozen=True):
    """A table after revision `rev`, an event of kind `latest`: swapped as a whole, never changed."""

    position: Position
    attempt: Try = Try()
    rev: int = 0
    latest: Kind = "restart"

    def after(self, event: Event, position: Position) -> "State":
        """Return the state after an event that led to `position`."""
        return State(position, follow(self.attempt, event, position), event.rev, event.kind)


class Solo(Table):
    """The table of a solitaire. Its viewers are its player, as seat 0, and everybody else."""

    def __init__(self, kept: Kept, store: Store, clock: Clock, epoch: str, showing: Showing) -> None:
        super().__init__(kept, store, clock, epoch, showing)
        self.state = State(kept.begin())
        self.facts = stats.Facts()

    @property
    def rev(self) -> int:
        """The number of the latest event."""
        return self.state.rev

    @property
    def version(self) -> int:
        """The number of the drawing: only events change it."""
        return self.state.rev

    def viewer(self, player: str | None) -> int | None:
        """Return the player's seat, `None` for a spectator."""
        return self.kept.seat_of(player)

    def catch_up(self, connection: Connection) -> None:
        """Fold the events that are in the log and not yet here."""
        state = self.state
        for event in read_events(connection, self.kept.id, state.rev):
            state = state.after(event, advance(state.position.copy(), event))
        self.state = state
        self.look_up(connection)

    def look_up(self, connection: Connection) -> None:
        """Read the facts beside the log anew."""
        self.facts = self._read_facts(connection, self.state.attempt)

    def _read_facts(self, connection: Connection, attempt: Try) -> stats.Facts:
        if not self.kept.players:  # nobody's: a record that was brought here
            return stats.Facts()
        return stats.read_facts(connection, self.kept.subject(0), attempt.number, self.kept.round)

    # -- commands ------------------------------------------------------------------------------------------

    async def _carry_out(self, player: str | None, command: Command) -> Done:
        seat = self.viewer(player)
        if seat is None:
            raise self.refusal("spectator", texts.SPECTATOR)
        if not isinstance(command, Patience):
            raise self.refusal("not_here", texts.NOT_HERE)
        if command.rev != self.state.rev:
            raise self.refusal("stale", texts.STALE)
        event = await self._event(seat, command)
        before = self.state
        try:
            after = before.after(event, advance(before.position.copy(), event))
        except IllegalMove as error:
            raise self.refusal(error.code, str(error)) from error
        await self._append((event,), *stats.record(self.kept.subject(seat), before.attempt, after.attempt))
        facts = self.facts
        if before.attempt.milestones != after.attempt.milestones:
            facts = await self.store.read(lambda connection: self._read_facts(connection, after.attempt))
        self.state, self.facts = after, facts  # together: a drawing's number stands for both
        return self._done(player, event)

    def _is_own(self, player: str | None, event: Event) -> bool:
        return self.viewer(player) == event.seat

    async def _event(self, seat: int, command: Patience) -> Event:
        """Return the event that a command would become. Raises `Refusal`."""
        position, attempt = self.state.position, self.state.attempt
        kind = kind_of(command)
        moves: tuple[str, ...] = ()
        if isinstance(command, Play):
            try:
                moves, _ = written(position, command.moves)
            except IllegalMove as error:
                raise self.refusal(error.code, str(error)) from error
        elif isinstance(command, Hint):
            hint = await asyncio.to_thread(position.copy().hint)
            if hint is None:
                raise self.refusal("over", texts.OVER)
            moves = (hint,)
        elif kind == "restart" and attempt.opened is None:
            raise self.refusal("untouched", texts.UNTOUCHED)
        at = max(self.clock(), attempt.last)
        return Event(self.state.rev + 1, at, seat, command.id, kind, Payload(moves=moves))

    def _done(self, player: str | None, event: Event) -> Done:  # noqa: ARG002 - one player alone asks here
        if event.kind != "hint":
            return Done(event.command, event.rev)
        sources = draw.board(self.kept.game).sources(self.state.position.view(event.seat))
        found = next((source for source in sources if source.move == event.moves[0]), None)
        hint = (event.moves[0], "", "") if found is None else (found.move, found.origin, found.target)
        return Done(event.command, event.rev, hint)

    # -- what viewers see ----------------------------------------------------------------------------------

    def drawn(self, viewer: int | None, lang: str) -> Drawn:
        """Return what a class of viewers sees now."""
        view = self.views.get((viewer, lang))
        if view is None:
            view = self.views[viewer, lang] = Drawn(self.kept.game, lang)
        view.sync(self.state.position, self.version, viewer, self.sitting(viewer))
        return view

    def board(self, viewer: int | None, lang: str, since: int) -> Board:
        """Return what a class of viewers sees now that it did not in drawing `since`."""
        drawn = self.drawn(viewer, lang)
        return Board(
            rev=self.rev,
            v=self.version,
            since=since,
            epoch=self.lineage(viewer),
            f=drawn.since(since),
            legal=drawn.places,
            over=self.state.position.is_over,
            say=self._said(drawn) if since != SNAPSHOT else "",
        )

    def state_for(self, viewer: int | None, heard: int) -> messages.State:
        """Return what a class of viewers sees now as data, with the log from move `heard` + 1 on."""
        lines = self.drawn(viewer, texts.LANGUAGE).log.lines
        heard = min(heard, len(lines))
        view = self.state.position.view(viewer)
        return messages.State(
            rev=self.rev,
            phase="over" if self.state.position.is_over else "playing",
            facts=self.sitting(viewer),
            view=view,
            legal=view.legal,
            first=heard + 1,
            told=tuple(lines[heard:]),
            now=self.clock(),
        )

    def _said(self, drawn: Drawn) -> str:
        match self.state.latest:
            case "undo":
                return draw.text(drawn.lang, texts.UNDONE)
            case "restart":
                return draw.text(drawn.lang, texts.RESTARTED)
            case "hint":
                return ""
        return drawn.last_told()

    def sitting(self, seat: int | None) -> Sitting:
        """Return the facts beside the view, as they are now."""
        state = self.state
        return sitting(self.kept, state.position, state.attempt, self.facts, seat=seat, now=self.clock())
