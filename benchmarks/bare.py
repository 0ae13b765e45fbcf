"""A server that only carries: as many sockets and bytes as the table's, without rules, log or drawing.

`python -m benchmarks.bare PORT BOARD WHOLE`: every message is answered, and a board of BOARD bytes goes to
both sockets of its table; a socket's first board has WHOLE bytes. It runs as the table's server does.
"""

import asyncio
import json
import sys
from collections import defaultdict
from typing import Any

import uvicorn

from parlour.table.serve import uvicorn_config


class Bare:
    """The ASGI application."""

    def __init__(self, board: int, whole: int) -> None:
        self.board = self._message(board)
        self.whole = self._message(whole)
        self.rooms: defaultdict[str, set[Any]] = defaultdict(set)

    @staticmethod
    def _message(size: int) -> str:
        head = '{"t":"board","f":"'
        return head + "x" * (size - len(head) - 2) + '"}'

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve a socket, or say that all is well."""
        if scope["type"] == "lifespan":
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.complete"})
        elif scope["type"] == "http":
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"ok"})
        else:
            await self._socket(self.rooms[scope["path"]], receive, send)

    async def _socket(self, room: set[Any], receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": self.whole})
        room.add(send)
        while (event := await receive())["type"] != "websocket.disconnect":
            asked = json.loads(event["text"])
            answer = {"t": "done", "id": asked["id"], "rev": asked["rev"] + 1}
            await send({"type": "websocket.send", "text": json.dumps(answer, separators=(",", ":"))})
            for each in tuple(room):
                await each({"type": "websocket.send", "text": self.board})
        room.discard(send)


async def main() -> None:
    """Serve until told to end."""
    port, board, whole = map(int, sys.argv[1:])
    config = uvicorn_config(Bare(board, whole))
    config.port = port
    await uvicorn.Server(config).serve()


if __name__ == "__main__":
    asyncio.run(main())
