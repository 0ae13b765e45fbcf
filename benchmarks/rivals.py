"""Programs that play against computers by the JSON API, so that these always have something to think of."""

import json
import threading
import time
from types import TracebackType
from typing import Any, Self
from urllib.request import Request, urlopen

LOOK = 0.1
"""Seconds between two looks at a table."""


class Rivals:
    """So many games of Arbos against `expert`, each in a thread of its own, as long as the context lasts."""

    def __init__(self, address: str, count: int) -> None:
        self._address = address
        self._threads = [threading.Thread(target=self._play, daemon=True) for _ in range(count)]
        self._over = threading.Event()
        self.answered = 0
        """Moves of computers that were seen."""

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _play(self) -> None:
        token = self._ask("guests", {"name": "Rival"}, "")["token"]
        while not self._over.is_set():
            opened = self._ask("tables", {"game": "arbos", "chairs": ["me", "expert"]}, token)
            self._match(opened["table"], token)

    def _match(self, table: str, token: str) -> None:
        waiting = False
        while not self._over.is_set():
            state = self._ask(f"tables/{table}", None, token)
            if state["phase"] != "playing":
                return
            if not state["legal"]:
                waiting = True
                time.sleep(LOOK)
                continue
            self.answered += waiting
            waiting = False
            play = {"t": "play", "id": f"rival-{state['rev']:05}", "rev": state["rev"]}
            self._ask(f"tables/{table}/commands", play | {"moves": [state["legal"][0]]}, token)

    def _ask(self, path: str, body: dict[str, Any] | None, token: str) -> Any:
        head = {"Authorization": f"Bearer {token}"} if token else {}
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(f"{self._address}/api/{path}", data, head), timeout=30) as answer:  # noqa: S310
            return json.load(answer)
