"""What computers have to do at a table: they move, and answer what they are asked, whoever is there.

Whichever process logs an event lets the computer think that has to act after it. When that is to be done at
the latest stands in the database as a clock's end does: after a crash whoever sees to the clocks goes on.
"""

import asyncio
import hashlib
import logging
from typing import TYPE_CHECKING, Literal
from weakref import ref

import msgspec

from parlour.core.position import Position
from parlour.search.players import Greedy
from parlour.table.errors import Refusal
from parlour.table.event import Payload
from parlour.table.match import clocks, rulings
from parlour.table.match.clocks import Outages
from parlour.table.match.course import Course, State
from parlour.table.match.rulings import Draft
from parlour.table.thinker import PATIENCE
from parlour.table.warming import SEARCHED, warm_search

if TYPE_CHECKING:
    from parlour.table.match.table import MatchTable

logger = logging.getLogger(__name__)

PAUSE = 700
"""Milliseconds from what happened before to what a computer does: people want to see what was done."""

COURTESY = 20_000
"""The same while people have still to answer a question, which a move would put aside."""

SLACK = 5000
"""Milliseconds after that pause in which a computer has acted at the latest."""

_PART = 20
"""A computer takes at most one so-manieth of the time that its clock has left."""


class Duty(msgspec.Struct, frozen=True):
    """What a computer has to do at a seat: to move, or to answer the question of revision `asked`.

    `moved` is the latest event that changed the position.
    """

    what: Literal["move", "answer"]
    seat: int
    moved: int
    asked: int = 0

    @property
    def pause(self) -> int:
        """Milliseconds that it lets pass first."""
        return COURTESY if self.what == "move" and self.asked else PAUSE


def duty(state: State) -> Duty | None:
    """Return what a computer has to do, if one has."""
    course, position = state.course, state.position
    if course.phase != "playing" or position is None:
        return None
    asked = 0
    if course.asked is not None:
        asked = course.asked.since
        for seat in course.asked.waiting:
            if course.level(seat):
                return Duty("answer", seat, course.moved, asked)
    turn = position.current_player
    return None if turn is None or not course.level(turn) else Duty("move", turn, course.moved, asked)


def latest(state: State, outages: Outages) -> int | None:
    """Return when a computer has acted at the latest, if one has to."""
    due = duty(state)
    at = state.latest.at if state.latest is not None else 0
    return None if due is None else outages.later(at, due.pause + SLACK)


def fallback(position: Position, seat: int) -> str:
    """Return a legal move that takes no search: what the game's quick policy plays, or its idle act."""
    if position.game.name not in SEARCHED:  # to compile the policy would hold everybody up
        return position.idle()
    try:
        return position.text(Greedy().choose(position, seat))
    except Exception:
        logger.exception("the quick policy failed", extra={"game": position.game.name})
        return position.idle()


class Turns:
    """The computers of one table in memory. They do one thing at a time."""

    def __init__(self, table: "MatchTable") -> None:
        self._of = ref(table)
        self._under_way: Duty | None = None
        self._began = 0
        self._task: asyncio.Task[None] | None = None

    @property
    def _table(self) -> "MatchTable":
        """The table, which nothing here keeps in memory but what is under way."""
        table = self._of()
        if table is None:
            raise ReferenceError("this table is not in memory any more")
        return table

    @property
    def latest(self) -> int | None:
        """When a computer has acted at the latest: later where it began to think only here and now."""
        state = self._table.state
        found = latest(state, self._table.around.outages)
        if found is None or self._under_way is None or self._under_way != duty(state):
            return found
        return max(found, self._began + self._under_way.pause + SLACK)

    def go_on(self) -> None:
        """Let the computer act that has to, and none that no longer has to."""
        due = duty(self._table.state)
        if due == self._under_way:
            return
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()  # it only thinks: who logs has the table's turn, as this has
        self._under_way, self._began, self._task = due, self._table.clock(), None
        if due is not None:
            self._task = self._table.around.tend(self._act(self._table, due))

    def overdue(self) -> Draft | None:
        """Return what is done for a computer whose time is over, `None` if it did not even begin here."""
        state, due = self._table.state, duty(self._table.state)
        if due is None or due != self._under_way or state.position is None:
            return None
        logger.warning("a computer was too slow", extra={"table": self._table.kept.id, "what": due.what})
        if due.what == "answer":
            return rulings.answer(state.course, due.seat, agreed=False)
        return _play(state.course, state.position, due.seat, fallback(state.position, due.seat))

    async def _act(self, table: "MatchTable", due: Duty) -> None:
        """Do what is to be done, which keeps the table in memory meanwhile."""
        try:
            draft = await (self._decide(due) if due.what == "move" else self._reply(due))
            wait = self._wait(due)
            if wait > 0:
                await asyncio.sleep(wait / 1000)
            await table.act(due, draft)
        except Refusal as error:  # the scheduler tries again
            if error.code != "stale":
                logger.warning("a computer could not act", extra={"table": table.kept.id, "why": str(error)})
        except Exception:
            logger.exception("a computer could not act", extra={"table": table.kept.id})

    def _wait(self, due: Duty) -> float:
        """Return how many milliseconds of the pause are left."""
        table, left = self._table, self._left(due.seat)
        at = table.state.latest.at if table.state.latest is not None else 0
        pause = due.pause if left is None else min(due.pause, left / _PART)
        return min(pause, at + pause - table.clock())

    def _left(self, seat: int) -> int | None:
        """Return the milliseconds that a seat's clock has, `None` without one, or after its time was up."""
        table, course = self._table, self._table.course
        if course.clocks is None or seat in course.stand_ins:
            return None
        end = clocks.deadline(table.terms.clock, course.clocks, seat, table.around.outages)
        return None if end is None else max(0, end - table.clock())

    async def _decide(self, due: Duty) -> Draft:
        """Return the move of the computer at a seat. One that fails plays something legal at once."""
        table, state = self._table, self._table.state
        level, left = state.course.level(due.seat), self._left(due.seat)
        if state.position is None or level is None:
            raise LookupError("no computer is on turn")
        position, most = state.position.copy(), PATIENCE if left is None else left / 1000 / _PART
        try:
            await asyncio.to_thread(warm_search, position.game.name)
            action = await table.around.thinker.choose(position, due.seat, level, self._seed(due), most)
            return _play(state.course, position, due.seat, position.text(action))
        except Exception:
            logger.exception("a computer player failed", extra={"table": table.kept.id, "level": level})
        return _play(state.course, position, due.seat, fallback(state.position, due.seat))

    async def _reply(self, due: Duty) -> Draft:
        """Return the answer of the computer at a seat: a draw it takes unless it stands better than even."""
        table, state = self._table, self._table.state
        asked, position, level = state.course.asked, state.position, state.course.level(due.seat)
        if asked is None or position is None or level is None:
            raise LookupError("no computer was asked")
        agreed = asked.what == "undo"
        turn = position.current_player
        if asked.what == "draw" and turn is not None:
            known = position.copy() if turn == due.seat else position.determinize(due.seat, self._seed(due))
            try:
                await asyncio.to_thread(warm_search, position.game.name)
                thought = await table.around.thinker.think(known, turn, level, self._seed(due))
                agreed = thought.chances[due.seat] <= 1 / position.seats
            except Exception:
                logger.exception("a computer player failed", extra={"table": table.kept.id, "level": level})
        return rulings.answer(state.course, due.seat, agreed=agreed)

    def _seed(self, due: Duty) -> int:
        """Return what a computer's chance comes from: the same when it comes to a position again."""
        known = f"{self._table.kept.id} {due.seat}".encode()
        return int.from_bytes(hashlib.sha256(known).digest()[:7])


def _play(course: Course, position: Position, seat: int, move: str) -> Draft:
    walk = position.copy()
    walk.play(move)
    return Draft("play", seat, Payload(moves=(move, *rulings.settle(walk, course.idle))))
