"""Many players in one process: the other end of `benchmarks/load.py`, which talks to it in lines of JSON.

It has moves laid ready and looks at each frame no longer than it must, so that it takes a small part of a
core: what is measured is the server. Its sockets are plain asyncio and a few lines of RFC 6455.
"""

import asyncio
import json
import sys
import time
from collections import deque
from typing import Any, NamedTuple

SEATS = 2
IN_FLIGHT = 500
"""Sockets that are being opened at the same time at most."""

LAST, PAUSE = 10.0, 0.002
"""Seconds to wait for answers at the end of a run, and between two looks."""


class Frames(asyncio.Protocol):
    """A socket of one seat at one table."""

    def __init__(self, crowd: "Crowd", table: "Table", seat: int) -> None:
        self.crowd = crowd
        self.table = table
        self.seat = seat
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done with the first board."""
        self._wire: asyncio.Transport | None = None
        self._unread = b""
        self._open = False

    def connection_made(self, transport: Any) -> None:
        """Ask for the socket."""
        self._wire = transport
        crowd, plan = self.crowd, self.table.plan
        transport.write(
            (
                f"GET /t/{plan['id']}/socket HTTP/1.1\r\nHost: {crowd.host}:{crowd.port}\r\n"
                f"Origin: http://{crowd.host}:{crowd.port}\r\nCookie: {plan['cookies'][self.seat]}\r\n"
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
            ).encode()
        )

    def data_received(self, data: bytes) -> None:
        """Take frames apart. The server sends each message as one, and masks none."""
        data = self._unread + data if self._unread else data
        at = 0
        if not self._open:
            at = data.find(b"\r\n\r\n") + 4
            if at < 4:
                self._unread = data
                return
            self._open = data.startswith(b"HTTP/1.1 101 ")
            if not self._open:
                self.crowd.fail(f"no socket: {data[:12].decode()}")
                self.close()
                return
        while len(data) - at >= 2:
            kind, size, begin = data[at] & 15, data[at + 1], at + 2
            if size == 126:
                size, begin = int.from_bytes(data[at + 2 : at + 4]), at + 4
            elif size == 127:
                size, begin = int.from_bytes(data[at + 2 : at + 10]), at + 10
            if begin > len(data) or begin + size > len(data):
                break
            at = begin + size
            if kind == 1:
                self._hear(data[begin:at])
            elif kind == 9:
                self._put(0x8A, data[begin:at])
            elif kind == 8:
                self.crowd.fail(f"closed with {int.from_bytes(data[begin : begin + 2])}")
        self._unread = data[at:]

    def _hear(self, text: bytes) -> None:
        crowd = self.crowd
        crowd.heard += len(text)
        if text.startswith(b'{"t":"board"'):
            if self.ready.done():
                self.table.shown(self.seat)
            else:
                crowd.whole += len(text)
                self.ready.set_result(None)
        elif text.startswith((b'{"t":"done"', b'{"t":"refused"')):
            self.table.answered(json.loads(text))

    def send(self, text: str) -> None:
        """Send a short message."""
        self._put(0x81, text.encode())

    def _put(self, head: int, body: bytes) -> None:
        # The mask is four zeros: as good as any to the server, and no work here.
        if self._wire is not None:
            self._wire.write(bytes((head, 0x80 | len(body), 0, 0, 0, 0)) + body)

    def close(self) -> None:
        """Leave, without a word."""
        if self._wire is not None:
            self._wire.close()
            self._wire = None

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - there is nothing to add
        """Take note if that was not our doing."""
        if self._wire is not None:
            self._wire = None
            if not self.crowd.dropping:
                self.crowd.fail("connection lost")
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("no board"))


class Table:
    """A table with its two sockets: moves are due, sent one after the other, and answered."""

    def __init__(self, crowd: "Crowd", plan: dict[str, Any]) -> None:
        self.crowd = crowd
        self.plan = plan
        self.seats = [Frames(crowd, self, seat) for seat in range(SEATS)]
        self.rev: int = plan["rev"]
        self.played = 0
        self.due: deque[float] = deque()
        """When the moves were due that are not yet answered; the first of them is on its way."""
        self._unseen: float | None = None
        """When the move was due that the other side has not seen yet."""
        self._mover = 0

    @property
    def over(self) -> bool:
        """Whether no move is left."""
        return self.played + len(self.due) >= len(self.plan["moves"])

    async def open(self) -> None:
        """Open both sockets."""
        loop, crowd = asyncio.get_running_loop(), self.crowd
        for seat in self.seats:
            async with crowd.opening:
                await loop.create_connection(lambda seat=seat: seat, crowd.host, crowd.port)  # type: ignore[misc]
                await seat.ready

    def close(self) -> None:
        """Close both."""
        for seat in self.seats:
            seat.close()

    def play(self, due: float) -> None:
        """Play the next move now, or once those before it are answered."""
        self.due.append(due)
        if len(self.due) == 1:
            self._send()

    def _send(self) -> None:
        seat, move = self.plan["moves"][self.played]
        self._mover, now = seat, time.perf_counter()
        self.crowd.late.append(now - self.due[0])
        self._unseen = self.due[0]
        command = f"{self.plan['id']}-{self.played}"
        message = f'{{"t":"play","id":"{command}","rev":{self.rev},"moves":["{move}"]}}'
        self.seats[seat].send(message)

    def answered(self, answer: dict[str, Any]) -> None:
        """Take the answer to the move that is on its way."""
        now, due = time.perf_counter(), self.due.popleft()
        self.rev = answer["rev"]
        self.played += 1
        if answer["t"] == "done":
            self.crowd.times.append(now - due)
        else:
            self.crowd.fail(f"refused: {answer['code']}")
        if self.due:
            self._send()
        elif self.crowd.hasty == "answered" or (self.crowd.hasty == "seen" and self._unseen is None):
            self._hurry(now)

    def shown(self, seat: int) -> None:
        """Take note of when the other side sees a move."""
        if self._unseen is not None and seat != self._mover:
            now = time.perf_counter()
            self.crowd.seen.append(now - self._unseen)
            self._unseen = None
            if self.crowd.hasty == "seen" and not self.due:
                self._hurry(now)

    def _hurry(self, now: float) -> None:
        """Play on at once."""
        if not self.over:
            self.play(now)


class Spread(NamedTuple):
    """Milliseconds: median, the 99th of a hundred, and the longest."""

    median: float
    p99: float
    longest: float


def spread(seconds: list[float]) -> Spread:
    """Return what lies in the middle, nearly at the end and at the end."""
    ranked = sorted(seconds) or [0.0]
    return Spread(*(ranked[min(len(ranked) - 1, int(len(ranked) * part))] * 1000 for part in (0.5, 0.99, 1)))


class Crowd:
    """All tables, and what their players have seen."""

    def __init__(self, host: str, port: int) -> None:
        self.host = host
        self.port = port
        self.opening = asyncio.Semaphore(IN_FLIGHT)
        self.tables: list[Table] = []
        self.spare: deque[dict[str, Any]] = deque()
        self.dropping = False
        self.hasty = ""
        self.whole = 0
        """Bytes of first boards."""
        self.errors: dict[str, int] = {}
        self._changes: set[asyncio.Task[None]] = set()
        self._begin()

    def _begin(self) -> None:
        self.times: list[float] = []
        self.seen: list[float] = []
        self.late: list[float] = []
        self.heard = 0
        self.errors = {}
        self._began, self._worked = time.perf_counter(), time.process_time()

    def fail(self, why: str) -> None:
        """Count something that should not be."""
        self.errors[why] = self.errors.get(why, 0) + 1

    def _found(self) -> dict[str, Any]:
        lasted = time.perf_counter() - self._began
        return {
            "moves": len(self.times),
            "seconds": lasted,
            "done": spread(self.times),
            "seen": spread(self.seen),
            "late": spread(self.late),
            "bytes": self.heard,
            "busy": (time.process_time() - self._worked) / lasted,
            "errors": self.errors,
        }

    # What can be asked

    async def open(self, plans: list[dict[str, Any]], spare: list[dict[str, Any]]) -> dict[str, Any]:
        """Open the sockets of tables; return how long that took until all had their boards."""
        self._begin()
        self.dropping = False
        before = self.whole
        self.tables = [Table(self, plan) for plan in plans]
        self.spare = deque(spare)
        for outcome in await asyncio.gather(*(table.open() for table in self.tables), return_exceptions=True):
            if isinstance(outcome, BaseException):
                self.fail(type(outcome).__name__)
        return self._found() | {"whole": self.whole - before, "sockets": len(self.tables) * SEATS}

    def close(self) -> dict[str, Any]:
        """Close all sockets."""
        self.dropping = True
        for table in self.tables:
            table.close()
        return {}

    def expect(self) -> dict[str, Any]:
        """Be told that the server will end."""
        self.dropping = True
        return {}

    async def pace(self, rate: float, seconds: float) -> dict[str, Any]:
        """Play so many moves a second, whatever the answers: each table in turn. Ended games are replaced."""
        self._begin()
        for number in range(round(rate * seconds)):
            due = self._began + number / rate
            wait = due - time.perf_counter()
            if wait > 0.0005:
                await asyncio.sleep(wait)
            elif not number % 20:
                await asyncio.sleep(0)
            slot = number % len(self.tables)
            if self.tables[slot].over:
                self._replace(slot)
                continue
            self.tables[slot].play(due)
        await self._answers()
        return self._found()

    def _replace(self, slot: int) -> None:
        """Let the players of an ended game leave and others come."""
        old = self.tables[slot]
        if old.due or not self.spare:
            return
        old.close()
        following = self.tables[slot] = Table(self, self.spare.popleft())
        following.played = len(following.plan["moves"])  # none may be sent before the sockets are open

        async def change() -> None:
            await following.open()
            following.played = 0

        task = asyncio.create_task(change())
        self._changes.add(task)
        task.add_done_callback(self._changes.discard)

    async def rush(self, seconds: float, after: str) -> dict[str, Any]:
        """Play at every table as soon as the move before is "answered", or "seen" by the other side."""
        self._begin()
        self.hasty = after
        for table in self.tables:
            if not table.over:
                table.play(time.perf_counter())
        await asyncio.sleep(seconds)
        found = self._found()
        self.hasty = ""
        await self._answers()
        return found

    async def _answers(self) -> None:
        """Wait until all moves are answered."""
        for _ in range(round(LAST / PAUSE)):
            if not any(table.due for table in self.tables):
                return
            await asyncio.sleep(PAUSE)
        self.fail(f"{sum(len(table.due) for table in self.tables)} not answered")


async def main() -> None:
    """Do what is asked, line by line, until there is no more."""
    loop = asyncio.get_running_loop()
    crowd = Crowd(sys.argv[1], int(sys.argv[2]))
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        asked = json.loads(line)
        match asked.pop("do"):
            case "open":
                found = await crowd.open(**asked)
            case "close":
                found = crowd.close()
            case "expect":
                found = crowd.expect()
            case "pace":
                found = await crowd.pace(**asked)
            case "rush":
                found = await crowd.rush(**asked)
            case other:
                raise ValueError(other)
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
