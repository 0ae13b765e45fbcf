"""A page's side of the socket as wire.js is, for tests: an outbox, fragments kept, all asked for after a gap.

It knows no network: `open` is given something that sends a frame, and `receive` every frame that comes.
"""

import json
import secrets
from collections import Counter
from collections.abc import Callable
from typing import Any

Frame = dict[str, Any]


class Wire:
    """One window. `f` are the fragments on its page, drawn at revision `rev` as drawing `v` of an epoch."""

    def __init__(self) -> None:
        self.rev = self.v = self.due = 0
        self.epoch = ""
        self.f: dict[str, str] = {}
        self.board: Frame = {}
        """The latest board that was taken."""
        self.state: Frame = {}
        """The latest state, if this is a program."""
        self.told: list[Any] = []
        self.waiting: Frame | None = None
        """The command that waits for its answer."""
        self.answers: dict[str, list[Frame]] = {}
        """All answers, by the command's id."""
        self.nameless: list[Frame] = []
        """Refusals of what could not be read."""
        self.said: list[Frame] = []
        self.gaps = 0
        self.fresh = False
        self.asked: Counter[str] = Counter()
        """How often each command was sent over the present socket."""
        self.answered: Counter[str] = Counter()
        """How often each was answered over it."""
        self._line: Callable[[str], object] | None = None

    def load(self, rev: int, v: int, epoch: str, f: dict[str, str]) -> None:
        """Be a page that was just loaded; what is in the outbox stays, as in a browser's session storage."""
        self.rev = self.due = rev
        self.v, self.epoch, self.f = v, epoch, dict(f)

    @property
    def query(self) -> str:
        """What the socket's address says of the page."""
        return f"?v={self.v}&epoch={self.epoch}"

    # -- the socket ----------------------------------------------------------------------------------------

    def open(self, line: Callable[[str], object]) -> None:
        """Go on over a new socket: the outbox is sent again."""
        self._line, self.fresh = line, True
        self.asked.clear()
        self.answered.clear()
        self.flush()

    def close(self) -> None:
        """Note that the socket has ended."""
        self._line = None

    @property
    def is_open(self) -> bool:
        """Whether there is a socket."""
        return self._line is not None

    def put(self, message: Frame) -> None:
        """Send a message as it is."""
        assert self._line is not None
        if "id" in message:
            self.asked[message["id"]] += 1
        self._line(json.dumps(message))

    # -- commands ------------------------------------------------------------------------------------------

    @property
    def busy(self) -> bool:
        """Whether an answer is awaited, or the board that it spoke of."""
        return self.waiting is not None or self.rev < self.due

    def send(self, t: str, **fields: Any) -> str | None:
        """Send a command and return its id; `None` while another one waits."""
        if self.busy:
            return None
        self.waiting = {"t": t, "id": secrets.token_hex(12), "rev": self.rev, **fields}
        name: str = self.waiting["id"]
        self.flush()
        return name

    def flush(self) -> None:
        """Send what is in the outbox."""
        if self.waiting is not None and self.is_open:
            self.put(self.waiting)

    # -- what comes ----------------------------------------------------------------------------------------

    def receive(self, text: str) -> Frame:
        """Take a frame, and return it as it was read."""
        message: Frame = json.loads(text)
        if self.fresh:
            assert message["t"] in ("board", "state"), f"the first message is no board: {text[:200]}"
            self.fresh = False
        match message["t"]:
            case "board":
                self._take(message)
            case "state":
                self._hear(message)
            case "said":
                self.said.append(message)
            case _:
                self._settle(message)
        return message

    def _take(self, board: Frame) -> None:
        """Take a board, unless something is missing before it: then ask for all of it."""
        whole = board["since"] < 0
        if not whole and (board["epoch"] != self.epoch or board["since"] > self.v):
            self.gaps += 1
            self.put({"t": "sync"})
            return
        if not whole and board["v"] < self.v:
            return
        if board["epoch"] != self.epoch:
            self.due = board["rev"]
        self.rev, self.v, self.epoch = board["rev"], board["v"], board["epoch"]
        self.f = dict(board["f"]) if whole else self.f | board["f"]
        self.board = board

    def _hear(self, state: Frame) -> None:
        first = state["first"]
        assert first <= len(self.told) + 1, "lines of the log are missing"
        self.told = [*self.told[: first - 1], *state["told"]]
        self.rev, self.state = state["rev"], state

    def _settle(self, answer: Frame) -> None:
        name = answer["id"]
        if name is None:
            self.nameless.append(answer)
            return
        self.answers.setdefault(name, []).append(answer)
        self.answered[name] += 1
        if self.waiting is not None and self.waiting["id"] == name:
            self.waiting = None
        self.due = max(self.due, answer["rev"])
