"""The socket of a page: the board first, one answer to every command, then the board for all."""

import asyncio
import contextlib
import time
from typing import Any

import msgspec
from litestar import WebSocket

from parlour import draw
from parlour.core.errors import ParlourError
from parlour.games._seats.people import Who
from parlour.table import messages, metrics, texts
from parlour.table.errors import Refusal
from parlour.table.messages import Done, Refused, Sync
from parlour.table.table import SNAPSHOT, Table
from parlour.table.watcher import STRIKES, Watcher

CLOSE_CODES = {
    "flood": 1008,
    "too_large": 1009,
    "slow": 1013,
    "bad_token": 4401,
    "renewed": 4403,
    "missing": 4404,
}
"""By which a client learns why the server ended its socket; after those above 4000 it need not try again."""

Socket = WebSocket[Any, Any, Any]


class Seat:
    """A watcher at a table: reads what its client sends and answers."""

    def __init__(self, table: Table, watcher: Watcher) -> None:
        self.table = table
        self.watcher = watcher

    def refuse(self, command: str | None, code: str, why: str, rev: int | None = None) -> None:
        """Answer that something was not done."""
        at = self.table.rev if rev is None else rev
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
            self.watcher.seen, self.watcher.heard = SNAPSHOT, 0
            self.watcher.put(self.table.news(self.watcher))
            return
        await self._carry_out(message)

    async def _carry_out(self, command: messages.Command) -> None:
        """Do a command, answer it, and let everybody see."""
        kind, began, before = messages.word(command), time.perf_counter(), self.table.version
        try:
            with self.table.showing.command():
                done = await self.table.command(self.watcher.player, command)
        except Refusal as refusal:
            metrics.COMMANDS.labels(kind, refusal.code).inc()
            self.refuse(command.id, refusal.code, str(refusal), refusal.rev)
            if self.watcher.seen != self.table.version:  # it was refused for what its client has not seen
                self.watcher.put(self.table.news(self.watcher))
            return
        metrics.COMMANDS.labels(kind, "done").inc()
        metrics.COMMAND_SECONDS.observe(time.perf_counter() - began)
        self.watcher.put(messages.encode(worded(self.table, self.watcher.lang, done)))
        if self.table.version != before:
            self.table.announce()


def worded(table: Table, lang: str, done: Done) -> Done:
    """Return an answer with its hint in words, if it has one."""
    if done.advice is not None:
        asker = done.advice.seat
        people = tuple(Who(seat, name, seat == asker) for seat, name in enumerate(table.names_apart))
        said = draw.counsel(table.kept.game, lang, done.advice, people)
        return msgspec.structs.replace(done, say=said)
    if done.hint is None:
        return done
    return msgspec.structs.replace(done, say=draw.advice(table.kept.game, lang, done.hint[0]))


async def watch(socket: Socket, table: Table, watcher: Watcher) -> None:
    """Serve an accepted socket until either side ends it."""
    seat = Seat(table, watcher)
    table.arrive(watcher)
    metrics.SOCKETS.inc()
    sending = asyncio.create_task(_send(socket, watcher))
    watcher.abandon = sending.cancel
    try:
        while (raw := await _receive(socket)) is not None:
            await seat.hear(raw)
            await asyncio.sleep(0)  # many may have come at once: let each answer go before the next one
    finally:
        table.leave(watcher)
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


async def turn_away(socket: Socket, lang: str, error: ParlourError) -> None:
    """Tell a client that there is no such table, or that its token leads nowhere."""
    refused = Refused(None, error.code, texts.sentence(draw.text(lang, str(error))), 0)
    with contextlib.suppress(OSError):
        await socket.send({"type": "websocket.send", "bytes": None, "text": messages.encode(refused)})
        await socket.close(CLOSE_CODES.get(error.code, 1008), error.code)
