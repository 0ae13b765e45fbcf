"""Garbage: frames and requests that no page sends. Each frame gets one answer, and only the sound act."""

import json
import logging
import os
import random
from itertools import count
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest

from parlour import draw
from parlour.core import registry
from parlour.core.start import DealStart
from parlour.table import guests, messages
from parlour.table.match.table import MatchTable
from parlour.table.sockets import Seat
from parlour.table.table import SNAPSHOT
from parlour.table.watcher import Watcher
from tests.table.matches import started

SOAK = 20 if "SOAK" in os.environ else 1
FRAMES, REQUESTS = 5000 * SOAK, 400 * SOAK

ODD = (
    None, True, False, 0, -1, 1.5, 1e300, 2**63, -(2**70), "", "x", "\x00", "\u202e", "\ud800", "é" * 70,
    "A" * 5000, [], {}, [[]], [None], {"t": "play"}, ["A1"] * 100, ["timeout"], ["forced"], ["*A1"],
    ["A1", "A1"], "__proto__",
)  # fmt: skip
WORDS = (
    *["play"] * 12, *["undo", "redo", "hint", "offer", "accept", "decline", "say"] * 2,
    "restart", "resign", "rematch", "sit", "stand", "remove", "start", "close", "sync", "hello",
    "computer", "hand_over", "stand_in", "back", "board", "done",
)  # fmt: skip


def frame(dice: random.Random, rev: int, legal: list[str], ids: count) -> str | bytes:
    """Make a command, sound or not, and spoil it."""
    said: dict[str, object] = {
        "t": dice.choice(WORDS),
        "id": f"fuzz-{next(ids):08d}" if dice.random() < 0.95 else dice.choice(("fuzz-00000003", "short", 7)),
        "rev": max(0, rev + dice.choice((0, 0, 0, 0, -1, 1, -(10**6)))),
        "moves": [dice.choice(legal or ["A1"])],
        "seat": dice.choice((0, 1, 9, -1)),
        "phrase": dice.choice((*messages.PHRASES, "insult")),
        "level": dice.choice(("easy", "expert", "godlike")),
    }
    wanted = {
        "play": ["moves"],
        "sit": ["seat"],
        "remove": ["seat"],
        "say": ["phrase"],
        "computer": ["seat", "level"],
    }.get(str(said["t"]), [])
    for name in ("moves", "seat", "phrase", "level"):
        if name not in wanted and dice.random() < 0.97:
            del said[name]
    for _ in range(dice.choice((0, 0, 0, 1, 1, 2))):
        name = dice.choice([*said, "extra"])
        if dice.random() < 0.3:
            said.pop(name, None)
        else:
            said[name] = dice.choice(ODD)
    text = json.dumps(said)
    match dice.randrange(16):
        case 0:
            return text[: dice.randrange(len(text) + 1)]
        case 1:
            at = dice.randrange(len(text))
            return text[:at] + chr(dice.randrange(1, 0xD7FF)) + text[at + 1 :]
        case 2:
            return text.encode() + bytes(dice.randrange(256) for _ in range(dice.randrange(9)))
        case 3:
            return text.replace("{", '{"t":"play",', 1)
        case 4:
            return dice.choice(("[" * 5000, '{"a":' * 3000, "null", "7", '"play"', "", " ", "{}", "NaN"))
        case 5 if dice.random() < 0.1:
            return text + " " * messages.LIMIT
    return text


class Listener:
    """A window at a table, without a network and without a limit of its speed."""

    def __init__(self, table, player: str | None) -> None:
        self.table = table
        self.player = player
        self.form = "page" if table.kept.game in draw.boards() else "program"
        self.open()

    def open(self) -> None:
        self.watcher = Watcher(self.player, "en", SNAPSHOT, self.form)
        self.watcher.bucket.take = lambda: True  # type: ignore[method-assign]
        self.seat = Seat(self.table, self.watcher)
        self.table.arrive(self.watcher)

    def close(self) -> None:
        self.table.leave(self.watcher)

    def taken(self) -> list[dict]:
        """Return what was sent since the last time."""
        found = [json.loads(text) for text in self.watcher._waiting]
        self.watcher._waiting.clear()
        self.watcher._bytes = 0
        return found


def facts(table) -> tuple[object, ...]:
    """Return what a command that was refused must not change."""
    if isinstance(table, MatchTable):
        state = table.state
        return state.rev, state.course, state.position and state.position.key()
    return table.state.rev, table.state.attempt, table.state.position.key()


async def storm(table, players, seed: int, frames: int) -> dict[str, int]:
    """Send garbage from all sides; return how often each answer came."""
    dice, ids, answers = random.Random(seed), count(), {}
    windows = [Listener(table, player) for player in players]
    for number in range(frames):
        window = dice.choice(windows)
        for one in windows:
            one.taken()
        before = facts(table)
        position = table.state.position
        raw = frame(dice, table.rev, list(position.legal_moves) if position is not None else [], ids)
        await window.seat.hear(raw)
        sent = window.taken()
        replies = [one for one in sent if one["t"] in ("done", "refused")]
        boards = [one for one in sent if one["t"] in ("board", "state")]
        assert len(replies) == 1 or (not replies and len(boards) == 1 and "sync" in str(raw)), (
            seed,
            number,
            raw,
            sent,
        )
        for reply in replies:
            code = reply.get("code", "done")
            answers[code] = answers.get(code, 0) + 1
            if code != "done":
                assert facts(table) == before, (seed, number, raw, reply)
                assert reply["why"].endswith((".", "!", "?", ")")) and len(reply["why"]) < 400
        if window.watcher.ending:
            window.close()
            window.open()
    return answers


@pytest.mark.parametrize("game", registry.names())
async def test_frames_of_garbage_get_one_answer_each_and_change_nothing(house, game, caplog):
    answers: dict[str, int] = {}
    share = FRAMES // len(registry.names())
    left, round_ = share, 0
    while left > 0:
        round_ += 1
        if registry.game(game).seats == (1,):
            player = await house.welcome(guests.new_token())
            table = await house.tables.get(await house.tables.create(player, game, None, DealStart("24")))
            players = [player, None]
        else:
            table = await started(house, game)
            players = [*table.course.players, None]
        for code, times in (await storm(table, players, round_, min(left, 300))).items():
            answers[code] = answers.get(code, 0) + times
        left -= 300
        fresh = type(house)(house.settings, house.store, house.clock)
        assert facts(await fresh.tables.get(table.kept.id)) == facts(table), "the log says the same"
    assert answers["unreadable"] > share / 10
    assert answers["done"] > share / 50, "some commands were sound"
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


PATHS = (
    "/", "/new/{game}", "/play/{game}", "/t/{table}", "/t/{table}/sit", "/t/{table}/stand",
    "/t/{table}/start", "/t/{table}/close", "/t/{table}/remove",
    "/t/{table}/seat-link", "/t/{table}/invite", "/t/{table}/take",
    "/t/{table}/at/{number}", "/t/{table}/record.json", "/t/{table}/record.sgf", "/tables", "/me",
    "/me/forget", "/players/{word}", "/leaders/{game}", "/rules/{game}", "/stats", "/{word}",
    "/static/{word}/{word}",
)  # fmt: skip
FIELDS = (
    "name", "seat", "invite", "token", "rev", "command", "preset", "seats", "chair1", "chair2", "clock",
    "clock_minutes", "bank_seconds", "size", "seeds", "deal", "today", "random", "round", "quick", "sure",
    "zero", "order",
)  # fmt: skip
VALUES = (
    "", "0", "1", "-1", "9" * 400, "1e9", "٣", "x" * 3000, "\u202eevil", "\x00", "<script>",
    "standard", "arbos", "me", "open", "move", "bank", "../../etc/passwd", "seat.0.0.AAAA",
    "invite.1.0.AAAA", "%00", "½", "🌳",
)  # fmt: skip


def test_requests_of_garbage_are_answered_and_nothing_breaks(running, caplog):
    dice = random.Random(7)
    owner = running.visitor()
    table = owner.http.post("/new/arbos", data={"name": "Ada", "size": "9", "chair2": "open"}).headers[
        "location"
    ][3:]
    before = owner.http.get(f"/t/{table}").status_code
    clients = [httpx.Client(base_url=running.url) for _ in range(3)]
    for _ in range(REQUESTS):
        fill = {
            "game": dice.choice(("arbos", "golf", "splendor", "chess", "%2e%2e")),
            "table": dice.choice((table, "nowhere", quote(dice.choice(VALUES)[:80]) or "x")),
            "number": dice.choice(("0", "1", "-1", "9" * 30, "x")),
            "word": quote(dice.choice(VALUES)[:200]) or "x",
        }
        form = {dice.choice(FIELDS): dice.choice(VALUES) for _ in range(dice.randrange(5))}
        headers = {
            "origin": dice.choice((running.url, running.url, running.url, "null", "http://evil.example"))
        }
        if dice.random() < 0.2:
            headers["cookie"] = (
                f"parlour_guest={quote(dice.choice(VALUES)[:99])}; lang=xx; seat_{table}=seat.0.0.x"
            )
        if dice.random() < 0.1:
            headers["content-type"] = dice.choice(
                ("application/json", "multipart/form-data; boundary=x", "text/x")
            )
        answer = dice.choice(clients).request(
            dice.choice(("GET", "GET", "POST", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS")),
            dice.choice(PATHS).format(**fill),
            data=form or None,
            params=form if dice.random() < 0.2 else None,
            headers=headers,
        )
        assert answer.status_code < 500, (answer.request.method, answer.request.url, form, answer.text[:300])
        assert "Traceback" not in answer.text
    for client in clients:
        client.close()
    assert owner.http.get(f"/t/{table}").status_code == before == 200
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert Path(running.data, "parlour.db").exists()
