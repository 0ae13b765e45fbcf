"""Boards are sent one table after the other, and what players ask for goes on in between."""

import asyncio
import json
import secrets
import time
from contextlib import ExitStack

import pytest

from parlour.table.showing import CROWD, SHARE, STEPS, Showing
from parlour.table.sockets import Seat
from parlour.table.watcher import Watcher
from tests.table.matches import started


def play(rev, move):
    return json.dumps({"t": "play", "id": secrets.token_hex(8), "rev": rev, "moves": [move]})


def kinds(text):
    return json.loads(text)["t"]


async def test_a_table_that_waits_is_shown_once():
    shown, showing = [], Showing()
    for table in ("a", "b", "a"):
        showing.ask(table, lambda table=table: shown.append(table))
    assert shown == []
    await asyncio.sleep(0.01)
    assert shown == ["a", "b"]
    showing.ask("a", lambda: shown.append("a again"))
    await asyncio.sleep(0.01)
    assert shown == ["a", "b", "a again"]


async def test_a_command_comes_to_its_answer_between_two_tables():
    happened, showing = [], Showing()
    for table in "abc":
        showing.ask(table, lambda table=table: happened.append(table))

    async def other():
        for number in range(2 * STEPS):
            happened.append(number)
            await asyncio.sleep(0)

    await asyncio.gather(other(), asyncio.sleep(0.01))
    first, second, third = (happened.index(table) for table in "abc")
    assert second - first > STEPS
    assert third - second > STEPS - 1


@pytest.mark.parametrize(("commands", "waits"), [(CROWD - 1, False), (CROWD, True)])
async def test_drawing_makes_room_for_a_crowd_of_commands(commands, waits):
    shown, showing, took = [], Showing(), 0.02

    def show():
        shown.append(time.perf_counter())
        time.sleep(took)

    with ExitStack() as under_way:
        for _ in range(commands):
            under_way.enter_context(showing.command())
        showing.ask("a", show)
        showing.ask("b", show)
        while len(shown) < 2:  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.001)
    first, second = shown
    assert (second - first >= took * (1 + SHARE)) == waits


async def test_one_that_fails_keeps_no_other_from_being_shown(caplog):
    shown, showing = [], Showing()
    showing.ask("a", lambda: 1 // 0)
    showing.ask("b", lambda: shown.append("b"))
    await asyncio.sleep(0.01)
    assert shown == ["b"]
    assert "could not be shown" in caplog.text


async def test_moves_of_a_busy_moment_are_answered_one_by_one_and_seen_together(house, monkeypatch):
    table = await started(house)
    watchers = [Watcher(player, "en", -1) for player in table.course.players]
    for watcher in watchers:
        table.arrive(watcher)
    await asyncio.sleep(0.01)
    asked, seen = [], table.version
    monkeypatch.setattr(table.showing, "ask", lambda *show: asked.append(show))
    for watcher, move in zip(watchers, ("A1", "I9"), strict=True):
        watcher._waiting.clear()
        await Seat(table, watcher).hear(play(table.rev, move))
        assert [kinds(text) for text in watcher._waiting] == ["done"]
    assert asked == [(table.kept.id, table.publish)] * 2
    table.publish()
    for watcher in watchers:
        board = json.loads(watcher._waiting[-1])
        assert (board["t"], board["since"], board["rev"]) == ("board", seen, table.rev)
        assert board["f"]["moves"] == "2"
