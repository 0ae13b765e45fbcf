"""A program that plays any game over the API of a Parlour server. It needs `pip install websockets`.

    python examples/api_bot.py http://127.0.0.1:8000 splendor 4         # four of it against each other
    python examples/api_bot.py http://127.0.0.1:8000 TABLE SEAT_TOKEN   # one of it at a table of yours

It plays at random: write your own `choose`.
"""

import json
import random
import sys
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from websockets.sync.client import connect

PAUSE = 0.05  # seconds between moves, since a socket may send 20 messages a second


def choose(state: dict[str, Any]) -> str:
    """Return a move for the seat on turn; `state["view"]` is all that it may know."""
    return str(random.choice(state["legal"]))  # noqa: S311 - nothing here is secret


def post(url: str, token: str = "", **body: Any) -> dict[str, Any]:
    """Ask for something to be done, and return the answer."""
    headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return dict(json.load(answer))


def play(base: str, table: str, token: str) -> dict[str, Any]:
    """Play a seat until the game is over, and return how the table stands then."""
    address = f"{base.replace('http', 'ws', 1)}/api/tables/{table}/events"
    with connect(address, additional_headers={"Authorization": f"Bearer {token}"}) as socket:
        for text in socket:
            state = json.loads(text)
            if state["t"] == "state" and state["phase"] in ("over", "closed"):
                return dict(state)
            if state["t"] == "state" and state["legal"]:
                time.sleep(PAUSE)
                command = {"t": "play", "id": f"{table}-{state['rev']}", "rev": state["rev"]}
                socket.send(json.dumps({**command, "moves": [choose(state)]}))
    raise ConnectionError("the server has ended the connection")


def play_alone(base: str, game: str, **seats: int) -> dict[str, Any]:
    """Open a table, play all its seats (the fewest that the game has, or `seats`), and return how it ends."""
    host = post(f"{base}/api/guests", name="Bot 1")["token"]
    opened = post(f"{base}/api/tables", host, game=game, **seats)
    table, chairs = opened["table"], len(opened["state"]["facts"].get("chairs", [host]))
    others = [post(f"{base}/api/tables/{table}/seats/{n}", name=f"Bot {n + 1}") for n in range(1, chairs)]
    tokens = [host, *(seated["token"] for seated in others)]
    with ThreadPoolExecutor(chairs) as pool:
        return next(iter(pool.map(lambda token: play(base, table, token), tokens)))


if __name__ == "__main__":
    base, what, last = (*sys.argv[1:], "")[:3]
    if last.isdigit() or not last:
        end = play_alone(base, what, **({"seats": int(last)} if last else {}))
    else:
        end = play(base, what, last)
    print(json.dumps(end["facts"].get("result") or end["view"]["result"]))
