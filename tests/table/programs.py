"""Programs that play over the API, as tests need them."""

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

import httpx
from websockets.sync.client import ClientConnection, connect

from parlour.table.house import House


def house_behind(running: Any) -> House:
    """Return the house behind a server that runs in this process."""
    house: House = running._server.config.app._app.state.house
    return house


class Events:
    """A program's socket at a table."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.frames: list[str] = []

    def receive(self, timeout: float = 10) -> dict[str, Any]:
        frame = self.connection.recv(timeout=timeout)
        assert isinstance(frame, str)
        self.frames.append(frame)
        found: dict[str, Any] = json.loads(frame)
        return found

    def until(self, *kinds: str, **facts: object) -> dict[str, Any]:
        """Read on to the next message of one of these kinds of which something is so."""
        while (message := self.receive())["t"] not in kinds or message | facts != message:
            pass
        return message

    def ask(self, t: str, rev: int, **fields: object) -> dict[str, Any]:
        """Send a command and return its answer."""
        command = {"t": t, "id": secrets.token_hex(8), "rev": rev, **fields}
        self.connection.send(json.dumps(command))
        answer = self.until("done", "refused")
        assert answer["id"] == command["id"]
        return answer


class Program:
    """Somebody without a browser: a base address, and a token once there is one."""

    def __init__(self, url: str, token: str = "") -> None:
        self.url = url
        self.http = httpx.Client(base_url=f"{url}/api", timeout=30)
        self.token = token
        self.player = ""

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}

    def get(self, path: str, **params: Any) -> httpx.Response:
        return self.http.get(path, params=params, headers=self.headers)

    def post(self, path: str, body: object = None) -> httpx.Response:
        return self.http.post(path, json={} if body is None else body, headers=self.headers)

    def take(self, path: str, body: object = None) -> dict[str, Any]:
        """Ask for something that is given, and return it."""
        answer = self.post(path, body)
        assert answer.is_success, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def named(self, name: str) -> "Program":
        """Become a guest of this name."""
        made = self.take("/guests", {"name": name})
        self.player, self.token = made["player"], made["token"]
        return self

    def state(self, table: str) -> dict[str, Any]:
        answer = self.get(f"/tables/{table}")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def command(self, table: str, t: str, **fields: object) -> httpx.Response:
        """Send a command, at the present revision unless another is given."""
        rev = fields.pop("rev", None)
        at = self.state(table)["rev"] if rev is None else rev
        return self.post(
            f"/tables/{table}/commands", {"t": t, "id": secrets.token_hex(8), "rev": at, **fields}
        )

    @contextmanager
    def sit(self, table: str, **options: Any) -> Iterator[Events]:
        """Open a table's socket."""
        address = f"{self.url.replace('http', 'ws')}/api/tables/{table}/events"
        with connect(address, additional_headers=self.headers, compression=None, **options) as connection:
            yield Events(connection)


class Programs:
    """Makes programs at a server, and lets all of them go at the end."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._made: list[Program] = []

    def __call__(self, name: str = "", token: str = "") -> Program:
        """Make somebody without a browser, a guest if a name is given."""
        self._made.append(Program(self.url, token))
        return self._made[-1].named(name) if name else self._made[-1]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for one in self._made:
            one.http.close()

    def full_table(self, game: str, seats: int, **fields: object) -> tuple[str, list[Program]]:
        """Open a table and fill it with that many programs, by seat; the seats are not drawn."""
        programs = [self(name) for name in ("Ada", "Ben", "Cem", "Dua")[:seats]]
        options = {"options": {"size": 9, "seeds": 0, "colours": "chosen"}} if game == "arbos" else {}
        asked = {"game": game, "seats": seats, "order": "chosen", **options, **fields}
        table = programs[0].take("/tables", asked)["table"]
        for seat, program in enumerate(programs[1:], 1):
            program.take(f"/tables/{table}/seats/{seat}")
        return table, programs
