"""One table in memory. A command goes through the log before anybody sees what it did."""

import asyncio
import zlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable
from typing import Any

from sqlalchemy import Connection

from parlour.table import messages, texts
from parlour.table.errors import ConflictError, Refusal, WriteError
from parlour.table.event import Event
from parlour.table.fragments import Drawn
from parlour.table.kept import Kept, insertion, read_answered
from parlour.table.log import Statement
from parlour.table.messages import Board, Command, Done, State
from parlour.table.showing import Showing
from parlour.table.store import Store
from parlour.table.watcher import Watcher

Clock = Callable[[], int]
"""Returns the time in milliseconds since 1970."""

SNAPSHOT = -1
"""The drawing before every fragment."""


class Table(ABC):
    """A table, whoever watches it, and what each class of viewers sees.

    Viewers of one class see the same: `viewer` names the class of a player. A drawing's number `version`
    grows with everything that changes what somebody sees, `rev` with the log alone.
    """

    def __init__(self, kept: Kept, store: Store, clock: Clock, epoch: str, showing: Showing) -> None:
        self.kept = kept
        self.store = store
        self.clock = clock
        self.epoch = epoch
        self.showing = showing
        self.watchers: set[Watcher] = set()
        self.views: dict[tuple[Hashable, str], Drawn] = {}
        self._turn = asyncio.Lock()

    @property
    def idle(self) -> bool:
        """Whether nobody watches and nothing is under way."""
        return not self.watchers and not self._turn.locked()

    @property
    @abstractmethod
    def rev(self) -> int:
        """The number of the latest event."""

    @property
    @abstractmethod
    def version(self) -> int:
        """The number of the drawing as it is now."""

    @property
    def names_apart(self) -> tuple[str, ...]:
        """By which names seats are told apart at a table of several; "" for those called as the game does."""
        return ()

    def lineage(self, viewer: Hashable) -> str:
        """Return the name of a class's drawings in this life of the server: only those can be compared."""
        return f"{self.epoch}-{zlib.crc32(repr(viewer).encode()):x}"

    @abstractmethod
    def viewer(self, player: str | None) -> Any:
        """Return the class of viewers that a player (`None`: a stranger) belongs to now."""

    @abstractmethod
    def catch_up(self, connection: Connection) -> None:
        """Fold the events that are in the log and not yet here."""

    def wind(self) -> None:  # noqa: B027 - not every table has a clock
        """Let the clock be known that runs now, after `catch_up`."""

    @abstractmethod
    def look_up(self, connection: Connection) -> None:
        """Read the facts beside the log anew."""

    @abstractmethod
    def drawn(self, viewer: Any, lang: str) -> Drawn:
        """Return what a class of viewers sees now."""

    @abstractmethod
    def board(self, viewer: Any, lang: str, since: int) -> Board:
        """Return what a class of viewers sees now that it did not in drawing `since`."""

    @abstractmethod
    def state_for(self, viewer: Any, heard: int) -> State:
        """Return what a class of viewers sees now as data, with the log from move `heard` + 1 on."""

    # -- commands ------------------------------------------------------------------------------------------

    async def command(self, player: str | None, command: Command) -> Done:
        """Carry out a command: tried on a copy, committed, then seen.

        Raises `Refusal`, the position unchanged. A command that is in the log already gets its first answer
        again.
        """
        async with self._turn:
            try:
                return await self._carry_out(player, command)
            except Refusal:
                event = await self.store.read(
                    lambda connection: read_answered(connection, self.kept.id, command.id)
                )
                if event is None or not self._is_own(player, event):
                    raise
                return self._done(player, event)

    @abstractmethod
    async def _carry_out(self, player: str | None, command: Command) -> Done:
        """Do a command. Raises `Refusal`."""

    @abstractmethod
    def _is_own(self, player: str | None, event: Event) -> bool:
        """Say whether an event in the log may be a command of this player."""

    @abstractmethod
    def _done(self, player: str | None, event: Event) -> Done:
        """Return the answer to the command that became an event."""

    async def _append(self, events: tuple[Event, ...], *beside: Statement) -> None:
        """Append events and write what stands beside them, all or nothing. Raises `Refusal`."""
        try:
            await self.store.write(*(insertion(self.kept.id, event) for event in events), *beside)
        except ConflictError:
            await self.store.read(self.catch_up)
            self.wind()
            raise self.refusal("stale", texts.STALE) from None
        except WriteError as error:
            raise self.refusal(error.code, texts.STORAGE) from error

    def refusal(self, code: str, message: str) -> Refusal:
        """Return a refusal that says where the table stands."""
        return Refusal(code, message, self.rev)

    # -- whoever watches -----------------------------------------------------------------------------------

    def arrive(self, watcher: Watcher) -> None:
        """Take a watcher in, the board first."""
        self.watchers.add(watcher)
        watcher.put(self.news(watcher))

    def leave(self, watcher: Watcher) -> None:
        """Let a watcher go."""
        self.watchers.discard(watcher)

    def end_links(self, player: str) -> None:
        """Let those go who came by a link to this player's seats that is void now."""
        for watcher in self.watchers:
            if watcher.linked and watcher.player == player:
                watcher.end("renewed")

    def news(self, watcher: Watcher) -> str:
        """Write down what a watcher has not seen, and note that it has."""
        viewer = self._look_at(watcher)
        message: Board | State
        if watcher.form == "page":
            message = self.board(viewer, watcher.lang, watcher.seen)
        else:
            message = self.state_for(viewer, watcher.heard)
            watcher.heard = message.first + len(message.told) - 1
        watcher.seen = self.version
        return messages.encode(message)

    def _look_at(self, watcher: Watcher) -> Any:
        """Return the class that a watcher belongs to now; in a new one it has seen nothing yet."""
        viewer = self.viewer(watcher.player)
        lineage = self.lineage(viewer)
        if watcher.lineage != lineage:
            watcher.lineage, watcher.seen = lineage, SNAPSHOT
        return viewer

    def announce(self) -> None:
        """Have the board sent to all who watch, soon."""
        self.showing.ask(self.kept.id, self.publish)

    def publish(self) -> None:
        """Send the board to all who watch. Each class of viewers is drawn once, each message written once."""
        written: dict[Hashable, str] = {}
        for watcher in [one for one in self.watchers if one.seen != self.version]:
            if watcher.form == "program":
                watcher.put(self.news(watcher))
                continue
            known = (self._look_at(watcher), watcher.lang, watcher.seen)
            if known not in written:
                written[known] = self.news(watcher)
            watcher.seen = self.version
            watcher.put(written[known])
