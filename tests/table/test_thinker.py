"""Thinking for many: in time, in threads that give way, and with a quick answer at the worst."""

import asyncio
import os
import threading
import time

import pytest

import parlour
from parlour.search.players import LEVELS, Greedy
from parlour.table import thinker
from parlour.table.thinker import PATIENCE, Thinker
from parlour.table.warming import warm_search


@pytest.fixture
def thinking():
    warm_search("splendor")
    one = Thinker(2)
    yield one
    one.close()


def position():
    return parlour.new("splendor", seats=2, seed=1)


async def test_all_of_a_pile_of_questions_are_answered_in_time(thinking):
    began = time.perf_counter()
    found = await asyncio.gather(*(thinking.choose(position(), 0, "expert", seed) for seed in range(50)))
    assert time.perf_counter() - began < 10 * PATIENCE
    assert set(found) <= set(position().legal_actions)
    assert thinking._asked == 0


async def test_whoever_waits_too_long_is_answered_by_the_quick_policy(thinking):
    busy = threading.Event()
    for _ in range(2):
        thinking._pool.submit(busy.wait)
    try:
        action = await thinking.choose(position(), 0, "hard", 7, most=0.01)
        assert action == Greedy(7).choose(position(), 0)
        with pytest.raises(TimeoutError):
            await thinking._answer(lambda _: 0, 0.01)
    finally:
        busy.set()


async def test_it_has_less_time_where_more_is_asked_and_never_more_than_is_left(thinking):
    thinking._asked = 1
    assert [thinking._budget("expert", left).seconds for left in (2.0, 0.2)] == [1.0, 0.2]
    thinking._asked = 8
    assert thinking._budget("expert", 2.0).seconds == LEVELS["expert"].budget.seconds / 4
    assert thinking._budget("easy", 0.5).seconds == 0.5


async def test_the_same_is_answered_to_the_same_question(thinking):
    assert await thinking.choose(position(), 0, "easy", 3) == await thinking.choose(position(), 0, "easy", 3)
    thought = await thinking.think(position(), 0, "normal", 3)
    assert sum(thought.chances) == pytest.approx(1)


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="here no thread gives way to another")
async def test_its_threads_give_way(thinking):
    def nice(_: float) -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    mine = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    assert await thinking._answer(nice) == mine + thinker._POLITE
