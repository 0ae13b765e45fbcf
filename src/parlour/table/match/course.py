"""What an event of the log does to a match: its position, who sits where, offers, clocks, and the end."""

from typing import Literal

import msgspec

from parlour.core.board import Ending
from parlour.core.position import Position
from parlour.core.result import Result
from parlour.table import computers
from parlour.table.event import HOUSE, Event
from parlour.table.kept import Kept
from parlour.table.match import clocks, ending
from parlour.table.match.clocks import Clocks, Outages
from parlour.table.match.terms import Terms

Phase = Literal["gathering", "playing", "over", "closed"]


class Request(msgspec.Struct, frozen=True, gc=False):
    """What a seat has asked of the others, who of them still has to answer; `count` moves to take back.

    `since` is the revision at which it was asked: what was said to an earlier question is no answer to it.
    """

    what: Literal["draw", "undo"]
    by: int
    waiting: tuple[int, ...]
    since: int
    count: int = 0


class Act(msgspec.Struct, frozen=True, gc=False):
    """What one event did on the board: whose it was, how many moves, and whether they were `chosen`.

    `gain` is what the seat's bank was given for it, in milliseconds. `stand_in`: the computer played for the
    seat's player.
    """

    seat: int
    moves: int
    chosen: bool
    gain: int = 0
    stand_in: bool = False


class End(msgspec.Struct, frozen=True, gc=False):
    """How a match came to its end. `by` is the seat that resigned or lost on time."""

    at: int
    ended: Ending
    result: Result
    by: int | None = None


class Course(msgspec.Struct, frozen=True, gc=False):
    """How a match stands beside its position.

    `players` sit on the chairs while they gather, and at the seats of the game afterwards. `left` are the
    seats whose players gave up, in that order, `stand_ins` those that the computer plays for their players.
    `line` has each act on the board. `moved` is the latest event that changed the position:
    what was decided on an earlier one is stale. `offered` is how many moves had been played when each seat
    last asked for a draw, `pleaded` are the seats that have asked to take back since the board last changed.
    `undone` says that a move was taken back.
    """

    host: str
    players: tuple[str | None, ...]
    phase: Phase = "gathering"
    left: tuple[int, ...] = ()
    stand_ins: tuple[int, ...] = ()
    line: tuple[Act, ...] = ()
    moved: int = 0
    asked: Request | None = None
    offered: tuple[int, ...] = ()
    pleaded: tuple[int, ...] = ()
    clocks: Clocks | None = None
    undone: bool = False
    end: End | None = None
    rematch: str = ""

    @classmethod
    def of(cls, terms: Terms) -> "Course":
        """Return how a table stands before its first event."""
        return cls(host=terms.host, players=(None,) * len(terms.chairs))

    def seats_of(self, player: str | None) -> tuple[int, ...]:
        """Return the chairs or seats of a player."""
        if player is None:
            return ()
        return tuple(seat for seat, one in enumerate(self.players) if one == player)

    def others(self, seat: int) -> tuple[int, ...]:
        """Return the seats of other players that are still in the game, computers among them."""
        return tuple(
            other
            for other, player in enumerate(self.players)
            if player != self.players[seat] and other not in self.left
        )

    def people(self, seat: int) -> tuple[int, ...]:
        """Return the seats of other people that are still in the game, and play for themselves."""
        return tuple(other for other in self.others(seat) if self.level(other) is None)

    def level(self, seat: int) -> computers.Level | None:
        """Return the level at which the computer plays a seat, `None` where its player does."""
        return computers.STAND_IN if seat in self.stand_ins else computers.level_of(self.players[seat])

    @property
    def idle(self) -> tuple[int, ...]:
        """The seats that were left and are not played on by the computer."""
        return tuple(seat for seat in self.left if seat not in self.stand_ins)

    def deserted(self, left: tuple[int, ...]) -> bool:
        """Say whether nobody has a game any more, with these seats left: one plays on, or computers alone."""
        playing = [player for seat, player in enumerate(self.players) if seat not in left]
        return len(playing) <= 1 or all(map(computers.level_of, playing))


class State(msgspec.Struct, frozen=True):
    """A match after revision `rev`: swapped as a whole. Before it begins `position` is `None`."""

    course: Course
    position: Position | None = None
    rev: int = 0
    latest: Event | None = None


def follow(state: State, event: Event, kept: Kept, outages: Outages) -> State:
    """Return the state after an event. Raises `IllegalMove` for moves that are not possible."""
    course, position = state.course, state.position
    match event.kind:
        case "sit":
            course = _seated(course, event.seat, event.payload.player)
        case "stand" | "remove":
            course = _seated(course, event.seat, None)
            if event.payload.player is not None:
                course = msgspec.structs.replace(course, host=event.payload.player)
        case "close":
            course = msgspec.structs.replace(course, phase="closed", moved=event.rev, asked=None)
        case "rematch":
            course = msgspec.structs.replace(course, rematch=event.payload.table)
        case "start":
            position = kept.begin(len(event.payload.players))
            course = _started(course, event, kept, position)
        case _ if position is not None:
            position = position.copy()
            course = _played(course, event, kept, position, outages)
    return State(course, position, event.rev, event)


def _seated(course: Course, chair: int, player: str | None) -> Course:
    players = list(course.players)
    players[chair] = player
    return msgspec.structs.replace(course, players=tuple(players))


def _started(course: Course, event: Event, kept: Kept, position: Position) -> Course:
    players = tuple(player or None for player in event.payload.players)
    timed = kept.names is None
    return msgspec.structs.replace(
        course,
        phase="playing",
        players=players,
        moved=event.rev,
        offered=(-1,) * len(players),
        clocks=clocks.begin(kept.agreed.clock, len(players), event.at, _own(position)) if timed else None,
    )


def _own(position: Position) -> int | None:
    """Return the milliseconds that the rules give for the next decision."""
    seconds = position.turn_time
    return None if seconds is None else seconds * 1000


def _played(course: Course, event: Event, kept: Kept, position: Position, outages: Outages) -> Course:
    """Return the course after an event of the match, done to `position` in place."""
    match event.kind:
        case "offer" | "ask" | "accept" | "decline":
            return _talked(course, event, position)
        case "takeover" | "back":
            return _handed(course, event)
        case "agree":
            end = End(event.at, "agreed", ending.agreed(position.seats))
            return msgspec.structs.replace(course, phase="over", end=end, asked=None, moved=event.rev)
        case "undo":
            for _ in range(event.payload.count):
                position.undo()
            course = _taken_back(course, event, position)
        case "resign" | "forfeit":
            course = msgspec.structs.replace(course, left=(*course.left, event.seat))
            if kept.agreed.zero == "computer":
                course = _handed(course, event)
    turn = position.current_player
    seats = [turn]
    for move in event.moves:
        position.play(move)
        seats.append(position.current_player)
    ticking, gain = course.clocks, 0
    if ticking is not None and turn is not None and len(set(seats)) > 1:
        if ticking.banks and ticking.own is None:
            gain = kept.agreed.clock.increment * 1000
        ticking = clocks.turned(kept.agreed.clock, ticking, turn, event.at, _own(position), outages)
    if event.moves:
        actor = HOUSE if event.kind in ("resign", "forfeit") else event.seat
        stand_in = event.seat in course.stand_ins
        act = Act(actor, len(event.moves), event.kind == "play", gain, stand_in)
        course = msgspec.structs.replace(course, line=(*course.line, act), clocks=ticking)
    course = msgspec.structs.replace(course, asked=None, pleaded=(), moved=event.rev)
    return _ended(course, event, position)


def _talked(course: Course, event: Event, position: Position) -> Course:
    """Return the course after something was asked or answered; nothing moves on the board."""
    match event.kind:
        case "offer":
            others = course.others(event.seat)
            offered = list(course.offered)
            offered[event.seat] = len(position.history)
            asked = Request("draw", event.seat, others, event.rev)
            return msgspec.structs.replace(course, asked=asked, offered=tuple(offered))
        case "ask":
            others = course.people(event.seat)
            asked = Request("undo", event.seat, others, event.rev, event.payload.count)
            return msgspec.structs.replace(course, asked=asked, pleaded=(*course.pleaded, event.seat))
        case "accept" if course.asked is not None:
            player = course.players[event.seat]
            waiting = tuple(seat for seat in course.asked.waiting if course.players[seat] != player)
            return msgspec.structs.replace(
                course, asked=msgspec.structs.replace(course.asked, waiting=waiting)
            )
    return msgspec.structs.replace(course, asked=None)


def _handed(course: Course, event: Event) -> Course:
    """Return the course after the computer began to play for somebody, or they came back."""
    others = tuple(seat for seat in course.stand_ins if seat != event.seat)
    stand_ins = others if event.kind == "back" else (*others, event.seat)
    return msgspec.structs.replace(course, stand_ins=stand_ins)


def _taken_back(course: Course, event: Event, position: Position) -> Course:
    """Return the course after moves were taken back. The turn begins anew, but what was spent stays spent."""
    line, count = list(course.line), event.payload.count
    ticking = course.clocks
    banks = list(ticking.banks) if ticking is not None else []
    while count > 0:
        act = line.pop()
        count -= act.moves
        if act.gain and act.seat != HOUSE:
            banks[act.seat] = max(0, banks[act.seat] - act.gain)
    if ticking is not None:
        ticking = Clocks(event.at, tuple(banks), _own(position))
    return msgspec.structs.replace(course, line=tuple(line), undone=True, clocks=ticking)


def _ended(course: Course, event: Event, position: Position) -> Course:
    """Return the course with its end, if this event led there."""
    seats, how = position.seats, {"resign": "resigned", "forfeit": "time"}
    end: End | None = None
    if event.kind in how and seats == 2:
        ended: Ending = "resigned" if event.kind == "resign" else "time"
        end = End(event.at, ended, ending.given_up(seats, event.seat, ended), event.seat)
    elif position.result is not None:
        end = End(event.at, "game", ending.with_leavers(position.result, seats, course.left))
    elif course.left and course.deserted(course.left):
        end = End(event.at, "left", ending.with_leavers(None, seats, course.left), event.seat)
    return course if end is None else msgspec.structs.replace(course, phase="over", end=end)
