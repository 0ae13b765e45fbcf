"""One open socket: what waits to be sent to it, bounded, and how fast it may ask."""

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Literal

from parlour.table import metrics

MOST_MESSAGES = 64
MOST_BYTES = 256 * 1024
"""What may wait for one reader. One further behind is dropped: it would fill the memory."""

RATE = 20.0
BURST = 60.0
"""Messages a second that a client may send, and how many at once."""

STRIKES = 200
"""Refusals for haste, less messages taken, after which the socket is closed."""


class Bucket:
    """A token bucket: `take` says whether one more message is allowed now."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._tokens = burst
        self._at = clock()

    def take(self) -> bool:
        """Take a token if there is one."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Watcher:
    """A viewer's socket: its player (`None`: a stranger), its language, the drawing it has seen, what waits.

    `form` says who reads at the other end: a page, or a program that wants data.
    """

    def __init__(
        self, player: str | None, lang: str, seen: int, form: Literal["page", "program"] = "page"
    ) -> None:
        self.player = player
        self.lang = lang
        self.seen = seen
        self.form = form
        self.lineage = ""
        """Of which drawings it has seen one: those of its class of viewers, in this life of the server."""
        self.heard = 0
        """How many lines of the log a program was sent."""
        self.linked = False
        """Whether its client came by the token of a seat, and goes when that is void."""
        self.bucket = Bucket(RATE, BURST)
        self.strikes = 0
        self.ending = ""
        """Why the server ends this socket, once it does."""
        self.abandon: Callable[[], object] = bool
        """Called to stop a send that a slow reader holds up."""
        self._waiting: deque[str] = deque()
        self._bytes = 0
        self._news = asyncio.Event()

    def put(self, text: str) -> None:
        """Queue a message; a reader that is too far behind is given up instead."""
        if self.ending:
            return
        if len(self._waiting) >= MOST_MESSAGES or self._bytes + len(text) > MOST_BYTES:
            self._waiting.clear()
            self.end("slow")
            self.abandon()
            return
        self._waiting.append(text)
        self._bytes += len(text)
        self._news.set()

    def end(self, reason: str) -> None:
        """Take no more messages; `pump` returns when the queue is empty."""
        if not self.ending:
            self.ending = reason
            metrics.DROPPED_SOCKETS.labels(reason).inc()
        self._news.set()

    async def pump(self, send: Callable[[str], Awaitable[None]]) -> None:
        """Send what is queued, until the end."""
        while self._waiting or not self.ending:
            if not self._waiting:
                await self._news.wait()
                self._news.clear()
                continue
            text = self._waiting.popleft()
            await send(text)
            self._bytes -= len(text)
            del text  # it may be long, and the next one far away
