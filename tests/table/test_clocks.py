"""Clocks in virtual time: what they do at zero, that nobody need be there, and what an outage is worth."""

import asyncio
import sqlite3
from contextlib import closing, suppress

import pytest
from sqlalchemy import event

from parlour.core.board import Time
from parlour.table import messages
from parlour.table.house import House
from parlour.table.life import GAP
from parlour.table.match.clocks import Clocks, Outages, allowance, begin, deadline, times, turned
from parlour.table.match.terms import DAY, ClockTerms
from parlour.table.scheduler import Scheduler
from tests.table.matches import a_clock, do, play, started

# Arithmetic


def test_outages_are_cut_out_of_any_span():
    outages = Outages([(100, 200), (300, 350)])
    assert outages.between(0, 1000) == 150
    assert outages.between(150, 320) == 70
    assert outages.between(200, 300) == 0
    assert outages.later(0, 90) == 90, "over before it began"
    assert outages.later(0, 150) == 250
    assert outages.later(150, 100) == 300, "ends as the next one begins"
    assert outages.later(150, 101) == 351
    assert outages.later(320, 10) == 360


def test_a_bank_runs_on_its_own_turn_and_gets_the_increment_after_it():
    terms = ClockTerms("bank", 60, 5)
    clocks = begin(terms, 2, 1000, None)
    assert deadline(terms, clocks, 0, Outages()) == 61_000
    clocks = turned(terms, clocks, 0, 21_000, None, Outages())
    assert clocks.banks == (45_000, 60_000)
    assert times(terms, clocks, 2, 1, Outages()) == (Time(45_000, 60_000), Time(60_000, 60_000, 81_000))
    clocks = turned(terms, clocks, 1, 200_000, None, Outages())
    assert clocks.banks == (45_000, 5_000), "never below zero"


def test_an_outage_takes_nothing_from_a_bank():
    terms = ClockTerms("bank", 60)
    clocks = begin(terms, 2, 0, None)
    assert turned(terms, clocks, 0, 50_000, None, Outages([(10_000, 40_000)])).banks == (40_000, 60_000)


def test_what_the_rules_give_goes_before_what_was_agreed_and_costs_no_bank():
    clocks = Clocks(0, (60_000, 60_000), 5_000)
    assert allowance(ClockTerms("bank", 60), clocks, 0) == 5_000
    assert allowance(ClockTerms("days", 3 * DAY), clocks, 0) == 3 * DAY * 1000, "who has days has days"
    assert allowance(ClockTerms(), clocks, 0) is None
    assert turned(ClockTerms("bank", 60), clocks, 0, 4_000, None, Outages()).banks == (60_000, 60_000)


# At the table


async def passed(house: House, clock, seconds: float) -> int:
    """Let time pass and whatever is due then happen; return how many tables that were."""
    clock.tick(seconds)
    return await house.tables.scheduler.fire_due()


async def test_nobody_takes_back_what_the_clock_did_without_asking(house, clock):
    table = await started(house, clock=a_clock("move", 60))
    ada, ben = table.course.players
    table._seen.clear()
    clock.tick(61)
    assert await table.time_up()
    await do(table, ada, messages.Undo)
    assert table.state.position.moves == ("timeout",), "nobody gives themselves time again"
    assert table.course.asked is not None and table.course.asked.waiting == (1,)
    await do(table, ben, messages.Accept)
    assert table.state.position.moves == ()


async def test_nobody_fills_a_bank_by_taking_moves_back(house, clock):
    table = await started(house, clock=a_clock("bank", 60, 30))
    ada, _ = table.course.players
    table._seen.clear()
    for _ in range(5):
        clock.tick(2)
        await play(table, "A1")
        await do(table, ada, messages.Undo)
    assert table.course.clocks.banks == (50_000, 60_000)
    assert table.deadline == clock() + 50_000


async def test_a13_a_clock_runs_out_with_nobody_there(house, clock):
    table = await started(house, clock=a_clock("move", 600))
    assert not table.watchers
    assert await passed(house, clock, 599.9) == 0
    assert await passed(house, clock, 0.1) == 1
    assert table.state.latest.kind == "timeout"
    assert table.state.position.current_player == 1
    assert table.deadline == clock() + 600_000, "and the next one runs"


async def living(house: House, clock, seconds: int) -> None:
    """Let time pass with a server there that gives its signs of life, but sees to no clock."""
    for _ in range(seconds // 5):
        clock.tick(5)
        assert not await house.tables.life.beat()


async def test_a13_clocks_are_wound_up_again_after_a_restart(house, clock):
    table = await started(house, clock=a_clock("move", 600))
    await play(table, "A1")
    await living(house, clock, 700)
    other = House(house.settings, house.store, clock)
    await other.tables.wind_up()
    assert other.tables.scheduler.next == clock() - 100_000
    assert await passed(other, clock, 0) == 1
    assert (await other.tables.match(table.kept.id)).state.latest.kind == "timeout"


async def test_in_arbos_two_timeouts_end_the_game(house, clock):
    table = await started(house, clock=a_clock("move", 60))
    await passed(house, clock, 60)
    await passed(house, clock, 60)
    assert table.course.phase == "over"
    assert table.deadline is None
    assert house.tables.scheduler.next is None


@pytest.mark.parametrize("game", ["splendor", "arboretum"])
@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_a15_an_absent_player_is_played_for_until_the_turn_is_over(house, clock, game, seats):
    table = await started(house, game, seats=seats, clock=a_clock("move", 30))
    for turn in range(1, 2 * seats + 1):
        assert await passed(house, clock, 30) == 1
        assert table.state.position.current_player == turn % seats
    assert table.course.phase == "playing"


async def test_a15_at_zero_the_player_may_have_lost(house, clock):
    table = await started(house, "splendor", clock=a_clock("bank", 100), zero="forfeit")
    clock.tick(40)
    await play(table, table.state.position.legal_moves[0])
    assert await passed(house, clock, 100) == 1
    assert (table.course.end.ended, table.course.end.by, table.course.end.result.ranks) == ("time", 1, (1, 2))


async def test_a15_of_more_than_two_the_one_without_time_is_played_on_and_ranks_last(house, clock):
    table = await started(house, "splendor", seats=3, clock=a_clock("bank", 100), zero="forfeit")
    await passed(house, clock, 100)
    assert (table.course.phase, table.course.left) == ("playing", (0,))
    assert table.state.position.current_player == 1
    await play(table, table.state.position.legal_moves[0])
    await play(table, table.state.position.legal_moves[0])
    assert table.state.position.current_player == 1, "nobody waits for the seat that left"


async def test_seeds_have_the_five_seconds_of_the_rules(house, clock):
    options = {"size": 9, "seeds": 4, "placement": "interactive", "colours": "chosen"}
    table = await started(house, options=options, clock=a_clock("move", 600))
    assert await passed(house, clock, 4.9) == 0
    assert await passed(house, clock, 0.1) == 1
    assert len(table.state.position.view(None).seeds) == 1, "a random seed was put"
    assert table.deadline == clock() + 5_000
    free = await started(house, options=options)
    assert free.deadline is None, "without a clock there is all the time"


async def test_days_are_days(house, clock):
    table = await started(house, "splendor", clock=a_clock("days", 3 * DAY))
    assert await passed(house, clock, 3 * DAY - 1) == 0
    assert await passed(house, clock, 1) == 1
    assert table.state.latest.kind == "timeout"


async def test_a12_no_time_comes_from_a_client(house, clock):
    table = await started(house, clock=a_clock("move", 600))
    clock.tick(10)
    await play(table, "A1")
    assert table.state.latest.at == clock()
    with pytest.raises(Exception, match="unknown field"):
        messages.decode(b'{"t":"play","id":"12345678","rev":3,"moves":["A1"],"at":5}')
    clock.tick(-3600)
    await play(table, "E5")
    assert table.state.latest.at == clock() + 3600_000, "a clock set back does not turn the log around"


async def test_a14_an_outage_is_counted_for_nobody(house, clock):
    table = await started(house, clock=a_clock("move", 600))
    await living(house, clock, 100)
    clock.tick(5000)  # nobody was there
    other = House(house.settings, house.store, clock)
    await other.tables.wind_up()
    found = await other.tables.match(table.kept.id)
    assert found.deadline == clock() + 500_000
    assert other.tables.scheduler.next == found.deadline
    assert await passed(other, clock, 499) == 0
    await do(found, found.course.players[0], messages.Play, moves=["A1"])
    assert await passed(other, clock, 599) == 0
    assert await passed(other, clock, 1) == 1


async def test_a14_a_short_gap_is_no_outage(house, clock):
    await house.tables.life.beat()
    clock.tick(GAP / 1000)
    assert not await house.tables.life.beat()
    clock.tick(GAP / 1000 + 1)
    assert await house.tables.life.beat(), "a server that was held up was not there either"
    assert house.tables.outages.between(0, clock()) == GAP + 1000


async def test_a_sign_of_life_is_given_while_another_process_writes(house):
    engine = house.store.engine

    def meanwhile(_connection, _cursor, statement, *_):
        if statement.startswith("SELECT"):
            path = engine.url.database
            with (
                suppress(sqlite3.OperationalError),
                closing(sqlite3.connect(path, timeout=0)) as other,
                other,
            ):
                other.execute("UPDATE house SET alive = alive + 1")

    event.listen(engine, "after_cursor_execute", meanwhile)
    try:
        assert not await house.tables.life.beat()
    finally:
        event.remove(engine, "after_cursor_execute", meanwhile)


async def test_a_resigned_game_has_no_clock(house, clock):
    table = await started(house, clock=a_clock("move", 600))
    await do(table, table.course.players[0], messages.Resign)
    assert await passed(house, clock, 10_000) == 0


# The scheduler


async def test_the_scheduler_fires_in_order_and_tries_again_what_failed(clock):
    fired = []

    async def fire(table):
        fired.append(table)
        if fired.count("sad") == 1 and table == "sad":
            raise RuntimeError("not now")

    scheduler = Scheduler(clock, fire)
    scheduler.load({"c": clock() + 3000, "a": clock() + 1000, "b": clock() + 2000})
    scheduler.due("b", clock() + 9000)
    scheduler.due("c", None)
    clock.tick(5)
    assert await scheduler.fire_due() == 1
    assert fired == ["a"]
    clock.tick(5)
    await scheduler.fire_due()
    assert fired == ["a", "b"]


async def test_the_scheduler_wakes_up_by_itself():
    now = [0]
    fired = asyncio.Event()

    async def fire(_):
        fired.set()

    scheduler = Scheduler(lambda: now[0], fire)
    running = asyncio.create_task(scheduler.run())
    await asyncio.sleep(0)
    scheduler.due("late", 60_000)
    scheduler.due("soon", 10)
    now[0] = 11
    async with asyncio.timeout(2.5):  # ten times what it may take
        await fired.wait()
    running.cancel()


async def test_many_changes_of_a_deadline_leave_no_heap_behind(clock):
    async def fire(_):
        pass

    scheduler = Scheduler(clock, fire)
    for number in range(10_000):
        scheduler.due("one", clock() + number)
    assert len(scheduler._heap) < 200


async def test_a15_a_table_whose_clock_runs_is_not_closed_for_standing_still(house, clock):
    slow = await started(house, clock=a_clock("days", 14 * 24 * 3600))
    still = await started(house)
    clock.tick(8 * 24 * 3600)
    await house.tables.sweep(24, 7)
    assert still.course.phase == "closed"
    assert slow.course.phase == "playing", "there are six days left for the move"
    clock.tick(6 * 24 * 3600)
    assert await slow.time_up()
