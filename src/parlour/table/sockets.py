"""The socket of a page: the board first, one answer to every command, then the board for all."""

import asyncio
import contextlib
import time
from typing import Any

import msgspec
from litestar import WebSocket

from parlour import draw
from parlour.table import messages, metrics, texts
from parlour.table.errors import MissingError, Refusal
from parlour.table.fragments import Drawn
from parlour.table.messages import Board, Done, Refused, Sync
from parlour.table.table import Table
from parlour.table.watcher import STRIKES, Watcher

SNAPSHOT = -1
"""The revision before every fragment."""

CLOSE_CODES = {"flood": 1008, "too_large": 1009, "slow": 1013, "missing": 4404}
"""By which a client learns why the server ended its socket; after `missing` it need not try again."""

Socket = WebSocket[Any, Any, Any]


def board(table: Table, watcher: Watcher, epoch: str) -> Board:
    """Return what a watcher has not seen, and note that it has."""
    drawn = table.drawn(watcher.seat, watcher.lang)
    since, watcher.seen = watcher.seen, table.state.rev
    return _since(table, drawn, since, epoch)


def _since(table: Table, drawn: Drawn, since: int, epoch: str, say: str = "") -> Board:
    legal = tuple((source.move, source.origin, source.target) for source in drawn.legal)
    over = table.state.position.is_over
    return Board(table.state.rev, since, epoch, drawn.since(since), legal, over, say)


def publish(table: Table, epoch: str) -> None:
    """Send the board to all who watch. Each class of viewers is drawn once, each state of it written once."""
    classes: dict[tuple[int | None, str], tuple[Drawn, str]] = {}
    written: dict[tuple[int | None, str, int], str] = {}
    for watcher in table.watchers:
        kind = (watcher.seat, watcher.lang)
        if kind not in classes:
            drawn = table.drawn(*kind)
            classes[kind] = drawn, _said(table, drawn)
        state = (*kind, watcher.seen)
        if state not in written:
            drawn, say = classes[kind]
            written[state] = messages.encode(_since(table, drawn, watcher.seen, epoch, say))
        watcher.seen = table.state.rev
        watcher.put(written[state])


def _said(table: Table, drawn: Drawn) -> str:
    match table.state.latest:
        case "undo":
            return draw.text(drawn.lang, texts.UNDONE)
        case "restart":
            return draw.text(drawn.lang, texts.RESTARTED)
        case "hint":
            return ""
    return drawn.last_told()


class Seat:
    """A watcher at a table: reads what its client sends and answers."""

    def __init__(self, table: Table, watcher: Watcher, epoch: str) -> None:
        self.table = table
        self.watcher = watcher
        self.epoch = epoch

    def refuse(self, command: str | None, code: str, why: str, rev: int | None = None) -> None:
        """Answer that something was not done."""
        at = self.table.state.rev if rev is None else rev
        said = texts.sentence(draw.text(self.watcher.lang, why))
        self.watcher.put(messages.encode(Refused(command, code, said, at)))

    async def hear(self, raw: str | bytes) -> None:
        """Take one message from the client."""
        if len(raw) > messages.LIMIT:
            self.refuse(None, "too_large", texts.TOO_LARGE)
            self.watcher.end("too_large")
            return
        if not self.watcher.bucket.take():
            self.refuse(messages.command_id(raw), "too_fast", texts.TOO_FAST)
            self.watcher.strikes += 1
            if self.watcher.strikes > STRIKES:
                self.watcher.end("flood")
            return
        self.watcher.strikes = max(0, self.watcher.strikes - 1)
        try:
            message = messages.decode(raw)
        except messages.UNREADABLE:
            self.refuse(messages.command_id(raw), "unreadable", texts.UNREADABLE)
            return
        if isinstance(message, Sync):
            self.watcher.seen = SNAPSHOT
            self.watcher.put(messages.encode(board(self.table, self.watcher, self.epoch)))
            return
        await self._carry_out(message)

    async def _carry_out(self, command: messages.Command) -> None:
        """Do a command, answer it, and let everybody see; nothing else comes between these."""
        kind, began, before = messages.kind_of(command), time.perf_counter(), self.table.state.rev
        try:
            done = await self.table.command(self.watcher.seat, command)
        except Refusal as refusal:
            metrics.COMMANDS.labels(kind, refusal.code).inc()
            self.refuse(command.id, refusal.code, str(refusal), refusal.rev)
            if self.watcher.seen != self.table.state.rev:  # it was refused for what its client has not seen
                self.watcher.put(messages.encode(board(self.table, self.watcher, self.epoch)))
            return
        metrics.COMMANDS.labels(kind, "done").inc()
        metrics.COMMAND_SECONDS.observe(time.perf_counter() - began)
        self.watcher.put(messages.encode(self._worded(done)))
        if self.table.state.rev != before:
            publish(self.table, self.epoch)

    def _worded(self, done: Done) -> Done:
        if done.hint is None:
            return done
        say = draw.advice(self.table.kept.game, self.watcher.lang, done.hint[0])
        return msgspec.structs.replace(done, say=say)


async def watch(socket: Socket, table: Table, watcher: Watcher, epoch: str) -> None:
    """Serve an accepted socket until either side ends it."""
    seat = Seat(table, watcher, epoch)
    table.watchers.add(watcher)
    metrics.SOCKETS.inc()
    watcher.put(messages.encode(board(table, watcher, epoch)))
    sending = asyncio.create_task(_send(socket, watcher))
    watcher.abandon = sending.cancel
    try:
        while (raw := await _receive(socket)) is not None:
            await seat.hear(raw)
    finally:
        table.watchers.discard(watcher)
        metrics.SOCKETS.dec()
        sending.cancel()


async def _receive(socket: Socket) -> str | bytes | None:
    event: dict[str, Any] = await socket.receive()  # type: ignore[assignment]
    if event["type"] == "websocket.disconnect":
        return None
    return event.get("text") or event.get("bytes") or ""


async def _send(socket: Socket, watcher: Watcher) -> None:
    """Send what is queued; when the server ends this socket, close it with the reason."""
    with contextlib.suppress(OSError):  # the client has gone; the reader learns of it by itself
        try:
            await watcher.pump(
                lambda text: socket.send({"type": "websocket.send", "bytes": None, "text": text})
            )
        except asyncio.CancelledError:
            if not watcher.ending:
                raise
        await socket.close(CLOSE_CODES[watcher.ending], watcher.ending)


async def turn_away(socket: Socket, lang: str, error: MissingError) -> None:
    """Tell a client that there is no such table."""
    refused = Refused(None, error.code, draw.text(lang, str(error)), 0)
    with contextlib.suppress(OSError):
        await socket.send({"type": "websocket.send", "bytes": None, "text": messages.encode(refused)})
        await socket.close(CLOSE_CODES["missing"], error.code)
