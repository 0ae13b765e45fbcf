"""A table of several seats in memory: it gathers, plays and ends, and all see it from their own seats."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol
from weakref import ref

from sqlalchemy import Connection, select

from parlour import draw
from parlour.core import registry
from parlour.core.board import Match
from parlour.core.errors import ParlourError
from parlour.table import computers, messages, ratings, schema, texts
from parlour.table.errors import MissingError, Refusal
from parlour.table.event import HOUSE, Event, Payload
from parlour.table.fragments import Drawn, Log
from parlour.table.guests import new_id, read_names
from parlour.table.kept import Kept, read_events
from parlour.table.log import Statement
from parlour.table.match import advice, clocks, links, opening, presence, rows, rulings, turns
from parlour.table.match.clocks import Outages
from parlour.table.match.course import Course, State, follow
from parlour.table.match.facts import Viewer, lobby, match_facts
from parlour.table.match.links import LinkedTable
from parlour.table.match.presence import Presence
from parlour.table.match.rulings import Draft
from parlour.table.match.terms import Terms
from parlour.table.match.turns import Duty, Turns
from parlour.table.messages import Board, Command, Done
from parlour.table.showing import Showing
from parlour.table.store import Store
from parlour.table.table import SNAPSHOT, Clock
from parlour.table.thinker import Thinker
from parlour.table.watcher import Watcher

SPOKEN = 64
"""Phrases that are remembered, so that none is heard twice when its command is sent again."""

AWAY_AFTER = 3.0
"""Seconds without a window after which a player is away."""


class Surroundings(Protocol):
    """What a match needs of the house around it."""

    @property
    def outages(self) -> Outages:
        """The times that no clock counts."""

    @property
    def secret(self) -> str:
        """What links are signed with."""

    @property
    def showing(self) -> Showing:
        """By which boards are sent."""

    @property
    def thinker(self) -> Thinker:
        """Who answers what takes thought."""

    def due(self, table: str, deadline: int | None) -> None:
        """Take note of when a table's clock runs out, or that none runs."""

    def tend(self, business: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """See to it that something is done meanwhile, unless the server stops."""

    async def join_again(self, table: str, player: str) -> None:
        """Let a player sit down at a rematch."""

    async def rematch_closed(self, before: str) -> None:
        """Let the players of a match know that its rematch was closed."""


class MatchTable(LinkedTable):
    """The table of a match. `Viewer` is the class of its viewers."""

    def __init__(self, kept: Kept, store: Store, clock: Clock, epoch: str, around: Surroundings) -> None:
        super().__init__(kept, store, clock, epoch, around.showing)
        self.terms: Terms = kept.agreed
        self.around = around
        self.state = State(Course.of(self.terms))
        self.names: dict[str, str] = {}
        self.forces: dict[str, int | None] = {}
        self.links: dict[int, int] = {}
        self.rematch = ""
        """The table of the rematch, unless it was closed before it began."""
        self._version = 0
        self.here: frozenset[str] = frozenset()
        """The players who have the table open."""
        self.gone: frozenset[str] = frozenset()
        """Those who have been away for long."""
        self._presence = Presence(clock)
        self._looking = False
        self.turns = Turns(self)
        self._seen: set[str] = set()
        """The players who know the position as it is now."""
        self._logs: dict[Viewer, Log] = {}
        self.advised: advice.Advised | None = None
        """The latest hint: whoever asks again has the same."""
        self._spoken: dict[tuple[str | None, str], Done] = {}
        """Answers to the latest commands that said something: those are in no log."""

    @property
    def rev(self) -> int:
        """The number of the latest event."""
        return self.state.rev

    @property
    def version(self) -> int:
        """The number of the drawing as it is now."""
        return self._version

    @property
    def course(self) -> Course:
        """How the match stands beside its position."""
        return self.state.course

    @property
    def secret(self) -> str:
        """What links are signed with."""
        return self.around.secret

    @property
    def all_open(self) -> bool:
        """Whether nothing is hidden from anybody: the match has ended, however it did, or is a record."""
        return self.course.phase == "over" or self.kept.names is not None

    @property
    def seat_names(self) -> tuple[str, ...]:
        """The names of those who play, by seat; "" where nobody is known."""
        if self.kept.names is not None:
            return self.kept.names
        return tuple(self.called(player) for player in self.course.players)

    def called(self, player: str | None, lang: str = texts.LANGUAGE) -> str:
        """Return what a player here is called in a language, "" where nobody is known."""
        found = computers.names(self.course.players, lang)
        return found.get(player or "") or self.names.get(player or "", "")

    @property
    def names_apart(self) -> tuple[str, ...]:
        """The names of those who play, by seat; "" for the seats of one who plays several."""
        players = [player for player in self.course.players if player is not None]
        alone = [player is None or players.count(player) == 1 for player in self.course.players]
        return tuple(name if own else "" for name, own in zip(self.seat_names, alone, strict=True))

    @property
    def deadline(self) -> int | None:
        """When the time of the seat on turn runs out, or that of a computer, in milliseconds since 1970."""
        return _first(self._time(self.state), self.turns.latest)

    def _time(self, state: State) -> int | None:
        """Return when the time of the person on turn runs out; a computer has its own."""
        course, position = state.course, state.position
        if course.phase != "playing" or position is None or course.clocks is None:
            return None
        turn = position.current_player
        if turn is None or course.level(turn):
            return None
        return clocks.deadline(self.terms.clock, course.clocks, turn, self.around.outages)

    # -- the log -------------------------------------------------------------------------------------------

    def catch_up(self, connection: Connection) -> None:
        """Fold the events that are in the log and not yet here."""
        state = self.state
        for event in read_events(connection, self.kept.id, state.rev):
            state = follow(state, event, self.kept, self.around.outages)
            if event.rev == state.course.moved:
                self._seen = {player for player in state.course.players if player is not None}
        self.state = state
        self._version += 1
        self.look_up(connection)

    async def follow_others(self, touched: int) -> None:
        """Fold what another process wrote, if the log was last written at a time that this has not seen."""
        async with self._turn:
            latest = self.state.latest
            if latest is None or latest.at >= touched:
                return
            await self.store.read(self.catch_up)
            self.wind()
        self.publish()

    def wind(self) -> None:
        """Let the clock be known that runs now."""
        self.around.due(self.kept.id, self.deadline)

    def look_up(self, connection: Connection) -> None:
        """Read names, ratings and the numbers of links anew."""
        course = self.course
        players = {one for one in (*course.players, course.host, *self.terms.reserved) if one is not None}
        names = read_names(connection, players)
        forces = ratings.force(connection, self.kept.game, sorted(players))
        seats = select(schema.seats.c.seat, schema.seats.c.link).where(schema.seats.c.table == self.kept.id)
        self.links = {row.seat: row.link for row in connection.execute(seats)}
        phase = select(schema.tables.c.phase).where(schema.tables.c.id == course.rematch)
        going = bool(course.rematch) and connection.scalar(phase) not in (None, "closed")
        rematch = course.rematch if going else ""
        if (names, forces, rematch) != (self.names, self.forces, self.rematch):
            self.names, self.forces, self.rematch = names, forces, rematch
            self._version += 1

    async def command(self, player: str | None, command: Command) -> Done:
        """Carry out a command. Raises `Refusal`. For a hint, which changes nothing, no other one waits."""
        if isinstance(command, messages.Hint):
            return await advice.hint(self, player, command)
        return await super().command(player, command)

    async def _carry_out(self, player: str | None, command: Command) -> Done:
        """Do a command. Raises `Refusal`."""
        if command.rev > self.rev:
            raise self.refusal("stale", texts.STALE)
        try:
            if isinstance(command, messages.Say):
                return self._say(player, command)
            if isinstance(command, messages.Rematch):
                return await self._rematch(player, command)
            drafts = await self._drafts(player, command)
        except Refusal as refusal:
            raise self.refusal(refusal.code, str(refusal)) from refusal
        await self._log(drafts, command.id)
        self.saw(player)
        return Done(command.id, self.rev - len(drafts) + 1)

    async def _drafts(self, player: str | None, command: Command) -> tuple[Draft, ...]:
        course = self.course
        if isinstance(command, messages.Begin):
            if player is None or course.phase != "gathering":
                raise Refusal("begun", texts.BEGUN)
            rulings.check_host(course, player)
            return (await self._begin(course),)
        if isinstance(command, messages.Gathering):
            if player is None:
                raise Refusal("nobody", texts.NO_NAME)
            invited = isinstance(command, messages.Sit) and self._invited(command)
            draft = rulings.gather(course, self.kept, player, command, invited=invited)
            if draft.kind == "sit" and self.terms.full_starts:
                full = follow(self.state, self._event(draft, 1, ""), self.kept, self.around.outages).course
                if None not in full.players:
                    return (draft, await self._begin(full))
            return (draft,)
        if isinstance(command, messages.Handing):
            return (self._handing(player, command),)
        seen = bool(self._seen - {player})
        draft = rulings.play(self.state, self.terms, player, command, seen=seen)
        if draft.kind == "play" and draft.seat in course.stand_ins:
            return (self._handing(player, messages.Back(command.id, command.rev)), draft)
        return (draft,)

    def _handing(self, player: str | None, command: messages.Handing) -> Draft:
        """Return what becomes of a command of who plays for whom. Raises `Refusal`."""
        course, position = self.course, self.state.position
        if position is None:
            raise Refusal("not_begun", texts.NOT_BEGUN)
        turn = position.current_player
        match command:
            case messages.HandOver():
                return rulings.hand_over(course, self.terms, player, turn)
            case messages.StandIn():
                if command.rev < course.moved:
                    raise Refusal("stale", texts.STALE)
                away = turn is not None and self._is_gone(course.players[turn])
                return rulings.stand_in(course, self.terms, player, turn, away=away)
        draft = rulings.back(course, player, turn)
        if course.clocks is not None:
            terms, now, on_turn = self.terms.clock, self.clock(), draft.seat == turn
            outages = self.around.outages
            if clocks.used_up(terms, course.clocks, draft.seat, now, outages, on_turn=on_turn):
                raise Refusal("no_time", texts.NO_TIME if not course.clocks.banks else texts.NO_TIME_LEFT)
        return draft

    async def _begin(self, course: Course) -> Draft:
        players = sorted({player for player in course.players if player is not None})
        forces = await self.store.read(lambda c: ratings.force(c, self.kept.game, players))
        return rulings.begin(course, self.kept, lambda player: forces.get(player) or 0)

    def _invited(self, command: messages.Sit) -> bool:
        claim = links.read(self.around.secret, self.kept.id, command.invite)
        return claim == links.Claim("invite", command.seat, self.links.get(command.seat, 0))

    def _event(self, draft: Draft, ahead: int, command: str) -> Event:
        latest = self.state.latest
        at = max(self.clock(), latest.at if latest is not None else 0)
        return Event(self.rev + ahead, at, draft.seat, command, draft.kind, draft.payload)

    async def _log(self, drafts: tuple[Draft, ...], command: str, *beside: Statement) -> None:
        """Append what was decided, then let it be so. Raises `Refusal`."""
        state, events = self.state, []
        for ahead, draft in enumerate(drafts, 1):
            event = self._event(draft, ahead, command if ahead == 1 else new_id())
            try:
                state = follow(state, event, self.kept, self.around.outages)
            except ParlourError as error:
                raise self.refusal(error.code, str(error)) from error
            events.append(event)
        until = _first(self._time(state), turns.latest(state, self.around.outages))
        await self._append(tuple(events), *rows.beside(self.kept, self.state, state, events, until), *beside)
        moved = state.course.moved != self.course.moved
        self.state = state
        self.here = self._present()
        self._version += 1
        if moved:
            self._seen = {one for one in (watcher.player for watcher in self.watchers) if one is not None}
        self.turns.go_on()
        self.wind()
        if any(event.kind not in ("play", "timeout", "undo") for event in events) or state.course.end:
            await self.store.read(self.look_up)
        if state.course.phase == "closed" and self.terms.rematch_of:
            await self.around.rematch_closed(self.terms.rematch_of)

    def _is_own(self, player: str | None, event: Event) -> bool:
        told = (event.payload.player, event.payload.by)
        return player is not None and (player in told or event.seat in self.course.seats_of(player))

    def _done(self, player: str | None, event: Event) -> Done:  # noqa: ARG002 - the answer is the same for all
        go = f"/t/{event.payload.table}" if event.kind == "rematch" else ""
        return Done(event.command, event.rev, go=go)

    # -- what is not decided on the board ------------------------------------------------------------------

    def _say(self, player: str | None, command: messages.Say) -> Done:
        seats = self.course.seats_of(player)
        if not seats:
            raise Refusal("spectator", texts.ONLY_PLAYERS)
        done = Done(command.id, self.rev)
        first = self._spoken.setdefault((player, command.id), done)
        if first is not done:
            return first
        if len(self._spoken) > SPOKEN:
            del self._spoken[next(iter(self._spoken))]
        said = messages.encode(messages.Said(seats[0], command.phrase))
        for watcher in self.watchers:
            watcher.put(said)
        return done

    async def _rematch(self, player: str | None, command: messages.Rematch) -> Done:
        seats = self.course.seats_of(player)
        if player is None or not seats:
            raise Refusal("spectator", texts.ONLY_PLAYERS)
        if self.course.phase != "over":
            raise Refusal("not_over", texts.NOT_OVER)
        await self.store.read(self.look_up)
        if not self.rematch:
            kept = opening.again(self.kept, self.state, player)
            events, _ = opening.opening(kept, self.clock())
            draft = Draft("rematch", seats[0], Payload(table=kept.id))
            await self._log((draft,), command.id, *opening.statements(kept, events, self.clock()))
            await self.around.join_again(kept.id, player)
        else:
            await self.around.join_again(self.rematch, player)
        return Done(command.id, self.rev, go=f"/t/{self.course.rematch}")

    async def time_up(self) -> bool:
        """Do what the clock does, if it has run out; say whether anything was done. Raises `Refusal`."""
        async with self._turn:
            draft = await self._overdue()
            if draft is None:
                self.wind()
                return False
            await self._log((draft,), new_id())
        self.announce()
        return True

    async def _overdue(self) -> Draft | None:
        """Return what is to be done because somebody's time is up, a computer's or that of a person."""
        now, latest, time = self.clock(), self.turns.latest, self._time(self.state)
        if latest is not None and latest <= now:
            draft = self.turns.overdue()
            if draft is None:  # it was to act elsewhere, in a process that may be gone
                await self.store.read(self.catch_up)
                self.turns.go_on()
            return draft
        position = self.state.position
        if position is None or time is None or time > now:
            return None
        return rulings.time_up(self.course, self.terms, position)

    async def act(self, due: Duty, draft: Draft) -> None:
        """Log what a computer decided, if it has still to be done. Raises `Refusal`."""
        async with self._turn:
            if turns.duty(self.state) != due:
                return
            await self._log((draft,), new_id())
        self.announce()

    def go_on(self) -> None:
        """Let a clock be seen that no longer stands where it stood: an outage was counted out."""
        self.wind()
        if self.deadline is not None:
            self._version += 1
            self.publish()

    async def expire(self) -> None:
        """Close the table, since nobody has come here for long. Raises `Refusal`."""
        async with self._turn:
            if self.course.phase in ("gathering", "playing"):
                await self._log((Draft("close", HOUSE),), new_id())
        self.publish()

    # -- what viewers see ----------------------------------------------------------------------------------

    def viewer(self, player: str | None) -> Viewer:
        """Return the class of viewers that a player (`None`: a stranger) belongs to now."""
        course = self.course
        seats = course.seats_of(player)
        if course.phase in ("gathering", "closed"):
            known = player if player in self.terms.reserved or seats else None
            return Viewer(seats, course.host == player, known)
        return Viewer(seats)

    def drawn(self, viewer: Viewer, lang: str) -> Drawn:
        """Return what a class of viewers sees now. Raises `MissingError` for a game without a board."""
        drawn = self.views.get((viewer, lang))
        if drawn is None:
            drawn = self.views[viewer, lang] = Drawn(self.kept.game, lang, self._log_of(viewer))
        position = self.state.position
        if position is None or self.course.phase == "closed":
            drawn.gather(lobby(self, viewer, lang), self._version)
        elif self.kept.game in draw.boards():
            seat, facts = viewer.facing(position), self.facts(viewer, lang)
            drawn.sync(position, self._version, seat, facts, all_open=self.all_open)
        else:
            raise MissingError(texts.NO_BOARD)
        return drawn

    def _log_of(self, viewer: Viewer) -> Log:
        """Return the log that a class of viewers is told: where nothing is hidden, one for all."""
        return self._logs.setdefault(Viewer() if registry.game(self.kept.game).open else viewer, Log())

    def board(self, viewer: Viewer, lang: str, since: int) -> Board:
        """Return what a class of viewers sees now that it did not in drawing `since`."""
        drawn, position = self.drawn(viewer, lang), self.state.position
        turn = position.current_player if position is not None and self.course.phase == "playing" else None
        latest = self.state.latest
        moved = latest is not None and latest.rev == self.course.moved
        return Board(
            rev=self.rev,
            v=self._version,
            since=since,
            epoch=self.lineage(viewer),
            f=drawn.since(since),
            legal=drawn.places,
            over=self.course.phase == "over",
            say=drawn.last_told() if moved and since != SNAPSHOT else "",
            phase=self.course.phase,
            turn=turn,
            mine=turn is not None and turn in viewer.seats,
            now=self.clock(),
        )

    def state_for(self, viewer: Viewer, heard: int) -> messages.State:
        """Return what a class of viewers sees now as data, with the log from move `heard` + 1 on."""
        position, view, lines = self.state.position, None, []
        if position is not None:
            log = self._log_of(viewer)
            view = log.sync(position, viewer.facing(position), all_open=self.all_open)
            lines = log.lines
        heard = min(heard, len(lines))
        playing = self.course.phase == "playing" and view is not None
        return messages.State(
            rev=self.rev,
            phase=self.course.phase,
            facts=self.facts(viewer),
            view=view,
            legal=view.legal if playing and view is not None else (),
            first=heard + 1,
            told=tuple(lines[heard:]),
            now=self.clock(),
            lobby=lobby(self, viewer) if self.course.phase in ("gathering", "closed") else None,
        )

    def facts(self, viewer: Viewer, lang: str = texts.LANGUAGE) -> Match:
        """Return the facts beside the view, in a language."""
        return match_facts(self, viewer, lang)

    # -- whoever watches -----------------------------------------------------------------------------------

    def saw(self, player: str | None) -> None:
        """Note that somebody knows the position as it is now: from now on they are asked before an undo."""
        if player is not None:
            self._seen.add(player)
            self._presence.note([player])

    def arrive(self, watcher: Watcher) -> None:
        """Take a watcher in, the board first; the others see that a player is here."""
        self.watchers.add(watcher)
        self.saw(watcher.player)
        self.look_around()
        self._look_later()
        watcher.put(self.news(watcher))

    def leave(self, watcher: Watcher) -> None:
        """Let a watcher go. That a player is away is seen a moment later: a page may be reloading."""
        super().leave(watcher)
        self._presence.note([watcher.player] if watcher.player is not None else [])
        asyncio.get_running_loop().call_later(AWAY_AFTER, self.look_around)
        self._look_later()

    def _look_later(self) -> None:
        """Look around again once those who are away now have been so for long."""
        if not self._looking and self.course.phase == "playing" and not self.terms.rated:
            self._looking = True
            asyncio.get_running_loop().call_later(presence.LONG + 1, _look_again, ref(self))

    def look_again(self) -> None:
        """Look around, and later once more if somebody may then have been away for long."""
        self._looking = False
        self.look_around()
        if {one for one in self.course.players if one is not None} - self.here - self.gone:
            self._look_later()

    @property
    def spectators(self) -> int:
        """How many windows without a seat have the table open."""
        return sum(one.player not in self.course.players for one in self.watchers)

    def _present(self) -> frozenset[str]:
        players = {one for one in self.course.players if one is not None}
        return frozenset(one.player for one in self.watchers if one.player in players)

    def _is_gone(self, player: str | None) -> bool:
        """Say whether a player has been away for long."""
        if player is None or computers.level_of(player) or player in self._present():
            return False
        return self._presence.gone(player)

    def look_around(self) -> None:
        """See who of the players is here, and tell everybody when that has changed."""
        here = self._present()
        self._presence.note(here)
        gone = frozenset(one for one in self.course.players if one is not None and self._is_gone(one))
        if (here, gone) != (self.here, self.gone):
            self.here, self.gone = here, gone
            self._version += 1
            self.announce()

    async def tell(self, *, looking_up: bool = False) -> None:
        """Let all see what changed beside the log: a name, a link."""
        if looking_up:
            await self.store.read(self.look_up)
        self.publish()


def _first(*times: int | None) -> int | None:
    """Return the earliest of some times that there may be."""
    return min((time for time in times if time is not None), default=None)


def _look_again(table: "ref[MatchTable]") -> None:
    found = table()
    if found is not None:
        found.look_again()
