"""Houses to test in: without a network and with a clock of their own, or behind a real server in a thread."""

import json
import secrets
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import httpx
import pytest
import uvicorn
from websockets.sync.client import ClientConnection, connect

from parlour.table import games, guests
from parlour.table.app import create_app
from parlour.table.house import House
from parlour.table.serve import uvicorn_config
from parlour.table.settings import Settings, sqlite_url
from parlour.table.store import open_store
from parlour.table.warming import warm
from tests.table.server import free_port

NOON = 1_767_960_000_000
"""9 January 2026, 12:00 UTC, in milliseconds."""


class Clock:
    """Time that passes only when a test says so."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> int:
        return self.now

    def tick(self, seconds: float) -> None:
        self.now += round(seconds * 1000)


@pytest.fixture(scope="session", autouse=True)
def rules():
    """Compile the rules of all games that have a board before anything is timed."""
    for name in games.names():
        warm(name)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def house(tmp_path, clock) -> AsyncIterator[House]:
    """A house without a server."""
    settings = Settings(database=sqlite_url(tmp_path / "parlour.db"), cached=4)
    one = House(settings, open_store(settings.database), clock)
    yield one
    await one.tables.close()
    one.thinker.close()
    one.store.close()


@pytest.fixture
def player() -> str:
    """The token of a guest."""
    return guests.new_token()


class Socket:
    """A page's socket, as a script sees it."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.frames: list[str] = []

    def receive(self, timeout: float = 5) -> dict[str, Any]:
        frame = self.connection.recv(timeout=timeout)
        assert isinstance(frame, str)
        self.frames.append(frame)
        found: dict[str, Any] = json.loads(frame)
        return found

    def until(self, *kinds: str) -> dict[str, Any]:
        """Read on to the next message of one of these kinds."""
        while (message := self.receive())["t"] not in kinds:
            pass
        return message

    def send(self, t: str, rev: int, moves: list[str] | None = None, command: str | None = None) -> str:
        """Send a command and return its id."""
        chosen = command or secrets.token_hex(8)
        message = {"t": t, "id": chosen, "rev": rev, **({"moves": moves} if moves else {})}
        self.connection.send(json.dumps(message))
        return chosen

    def ask(
        self, t: str, rev: int, moves: list[str] | None = None, command: str | None = None
    ) -> dict[str, Any]:
        """Send a command and return its answer."""
        chosen = self.send(t, rev, moves, command)
        answer = self.until("done", "refused")
        assert answer["id"] == chosen
        return answer


class Visitor:
    """A browser profile at a running house."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, headers={"origin": url})

    def new(self, game: str = "golf", **fields: str) -> str:
        """Begin a table and return its id."""
        answer = self.http.post(f"/new/{game}", data=fields)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].rpartition("/")[2]

    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    @contextmanager
    def sit(self, table: str, query: str = "") -> Iterator[Socket]:
        """Open a table's socket."""
        address = f"{self.url.replace('http', 'ws')}/t/{table}/socket{query}"
        headers = {"cookie": self.cookie()} if self.http.cookies else {}
        with connect(address, origin=self.url, additional_headers=headers, compression=None) as connection:
            yield Socket(connection)


class Running:
    """A house behind a real server on a port of its own."""

    def __init__(self, data: Path, clock: Clock) -> None:
        self.data = data
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        settings = Settings(database=sqlite_url(data / "parlour.db"))
        config = uvicorn_config(create_app(settings, clock))
        config.port = self.port
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run)
        self._visitors: list[Visitor] = []

    def visitor(self) -> Visitor:
        self._visitors.append(Visitor(self.url))
        return self._visitors[-1]

    def __enter__(self) -> Self:
        self._thread.start()
        while not self._server.started:
            self._thread.join(0.02)
            assert self._thread.is_alive()
        return self

    def __exit__(self, *_: object) -> None:
        for visitor in self._visitors:
            visitor.http.close()
        self._server.should_exit = True
        self._thread.join()


@pytest.fixture
def running(tmp_path, clock) -> Iterator[Running]:
    with Running(tmp_path, clock) as one:
        yield one
