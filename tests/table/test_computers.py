"""Computers at a table, in virtual time: they move with nobody there, after errors and restarts."""

import asyncio

import pytest
from sqlalchemy import select

from parlour.core.errors import OptionsError
from parlour.search.players import Greedy
from parlour.search.thinking import Thought
from parlour.table import computers, forgetting, messages, profiles, schema
from parlour.table.errors import Refusal
from parlour.table.house import House
from parlour.table.kept import read_events
from parlour.table.match import presence, turns
from parlour.table.match.links import Claim, sign
from parlour.table.match.terms import DAY
from parlour.table.ratings import check
from parlour.table.table import SNAPSHOT
from parlour.table.watcher import Watcher
from tests.table.matches import a_clock, command, do, guest, opened, play

SMALL = {"arbos": {"size": 7, "seeds": 3, "colours": "chosen"}}


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Let nobody wait for the looks of it."""
    monkeypatch.setattr(turns, "PAUSE", 0)


async def rest(table) -> None:
    """Wait until no computer has anything to do any more."""
    async with asyncio.timeout(60):
        while (task := table.turns._task) is not None and not task.done():
            await asyncio.wait([task])


def likely(position) -> str:
    """Return what the game's quick policy plays."""
    return position.text(Greedy().choose(position, position.current_player))


async def log(house, table):
    """Return the events of a table."""
    return await house.store.read(lambda connection: list(read_events(connection, table.kept.id)))


async def against(house, game="arbos", chairs=("me", "easy"), **terms):
    """Open a table with computers, where Ada has the first seat, and see them through their first moves."""
    table = await opened(house, game, chairs=chairs, options=SMALL.get(game), **terms)
    await rest(table)
    return table


async def passed(house: House, clock, seconds: float) -> int:
    clock.tick(seconds)
    return await house.tables.scheduler.fire_due()


class Held:
    """A thinker that answers only when it is told to."""

    def __init__(self, table) -> None:
        self.asked, self.go, self.most, self.does = asyncio.Event(), asyncio.Event(), [], "its best"
        self._choose = table.around.thinker.choose
        table.around.thinker.choose = self.choose

    async def choose(self, position, seat, level, seed, most=2.0):
        self.most.append(most)
        self.asked.set()
        await self.go.wait()
        if self.does == "other":
            return position.legal_actions[-2]
        return await self._choose(position, seat, level, seed, most)


def failing(table, error: Exception) -> None:
    async def fail(*_):
        raise error

    table.around.thinker.choose = table.around.thinker.think = fail


# Sitting down


async def test_a_table_with_computers_begins_at_once_and_names_them(house):
    table = await opened(house, "splendor", chairs=("me", "hard", "easy", "hard"))
    assert table.course.phase == "playing"
    assert table.course.players[1:] == ("cpu-hard-1", "cpu-easy-1", "cpu-hard-2")
    assert table.seat_names == ("Ada", "Computer 1 (hard)", "Computer (easy)", "Computer 2 (hard)")
    chairs = table.facts(table.viewer(None)).chairs
    assert [chair.level for chair in chairs] == ["", "hard", "easy", "hard"]
    assert [chair.here for chair in chairs] == [False, True, True, True]


@pytest.mark.parametrize(
    ("game", "terms", "why"),
    [
        ("arbos", {"chairs": ("me", "easy"), "rated": True}, "cannot be rated"),
        ("arbos", {"chairs": ("easy", "hard")}, "somebody has to play"),
        ("arbos", {"chairs": ("me", "open"), "zero": "computer"}, "no computer takes over"),
        ("splendor", {"chairs": ("me", "open"), "zero": "computer", "rated": True}, "people alone"),
    ],
)
async def test_terms_without_sense_are_refused(house, game, terms, why):
    with pytest.raises(OptionsError, match=why):
        await opened(house, game, **terms)


async def test_a_host_lets_computers_sit_down_and_frees_their_chairs(house):
    table = await opened(house, "splendor", chairs=("me", "open", "hard"))
    ada, ben = table.course.host, await guest(house, "Ben")
    for player, seat, code in ((ben, 1, "not_host"), (ada, 2, "taken"), (ada, 3, "no_such_seat")):
        with pytest.raises(Refusal) as refused:
            await do(table, player, messages.SeatComputer, seat=seat, level="easy")
        assert refused.value.code == code
    await do(table, ada, messages.Remove, seat=2)
    with pytest.raises(Refusal, match="kept"):
        await do(table, ben, messages.Sit, seat=2)
    invite = sign(table.secret, table.kept.id, Claim("invite", 2, table.links[2]))
    await do(table, ben, messages.Sit, seat=2, invite=invite)
    await do(table, ada, messages.SeatComputer, seat=1, level="easy")
    assert table.course.phase == "playing", "every chair is taken"
    assert set(table.course.players) == {ada, ben, "cpu-easy-1"}


async def test_computers_alone_do_not_begin(house):
    table = await opened(house, "splendor", chairs=("open", "hard"))
    host = table.course.host
    with pytest.raises(Refusal) as refused:
        await do(table, host, messages.SeatComputer, seat=0, level="easy")
    assert refused.value.code == "no_person"
    rated = await opened(house, "splendor", rated=True)
    with pytest.raises(Refusal) as refused:
        await do(rated, rated.course.host, messages.SeatComputer, seat=1, level="easy")
    assert refused.value.code == "rated"
    left = await opened(house, "splendor", chairs=("me", "hard", "open"))
    await do(left, left.course.host, messages.Stand)
    assert left.course.phase == "closed", "a table is handed on to people"


# Playing


@pytest.mark.parametrize(
    ("game", "seats"),
    [("arbos", 2), ("splendor", 2), ("splendor", 4), ("arboretum", 3)],
)
async def test_a16_whole_games_are_played_with_no_window_open(house, game, seats):
    tables = [await opened(house, game, chairs=("me", *["easy"] * (seats - 1)), options=SMALL.get(game))
              for _ in range(2)]  # fmt: skip
    while True:
        await asyncio.gather(*map(rest, tables))
        going = [table for table in tables if table.course.phase == "playing"]
        for table in going:
            position = table.state.position
            assert table.course.level(position.current_player) is None, "the computers have moved"
            await play(table, likely(position))
        if not going:
            break
    for table in tables:
        assert table.course.end.ended == "game"
        assert not table.watchers
    with house.store.engine.connect() as connection:
        assert check(connection) == []
        ada = tables[0].course.host
        assert profiles.tally(connection, ada, game) == profiles.Tally(), "it counts nowhere"
        assert len(profiles.finished(connection, ada)) == 1, "but it can be looked at"
        assert profiles.leaders(connection, game) == []
        assert forgetting.find(connection, "cpu-easy-1") == []


async def test_a16_a_player_that_fails_plays_something_legal_at_once(house, caplog):
    table = await against(house)
    failing(table, RuntimeError("out of its mind"))
    await play(table, table.state.position.legal_moves[0])
    await rest(table)
    assert table.state.position.current_player == 0
    assert "out of its mind" in caplog.text


async def test_a16_where_the_quick_policy_fails_too_the_idle_act_is_played(house, monkeypatch):
    table = await against(house, "splendor")
    failing(table, RuntimeError("out of its mind"))
    monkeypatch.setattr(turns, "Greedy", None)
    await play(table, table.state.position.legal_moves[0])
    expected = table.state.position.idle()
    await rest(table)
    assert table.state.position.moves[1] == expected


async def test_a16_whoever_thinks_too_long_is_played_for(house, clock, caplog):
    table = await against(house)
    other = await against(house)
    held = Held(table)
    await play(table, table.state.position.legal_moves[0])
    await held.asked.wait()
    assert await passed(house, clock, 4.9) == 0
    assert await passed(house, clock, 0.2) == 1, "and no clock was held up by it"
    assert len(table.state.position.history) == 2
    assert "too slow" in caplog.text
    held.go.set()
    await rest(table)
    assert len(table.state.position.history) == 2, "it came too late"
    assert not other.state.position.history


@pytest.mark.parametrize("follows", [False, True])
async def test_a16_a_restart_in_the_middle_of_a_computers_turn_resumes_it(house, clock, follows):
    table = await against(house)
    held = Held(table)
    await play(table, table.state.position.legal_moves[0])
    await held.asked.wait()
    other = House(house.settings, house.store, clock)
    await other.tables.wind_up()
    found = await other.tables.match(table.kept.id)
    assert found.turns._task is None, "who only follows does not think"
    assert await passed(other, clock, 5) == 1
    await rest(found)
    assert len(found.state.position.history) == 2
    held.does = "other"
    if follows:
        await table.follow_others(clock())
    held.go.set()
    await rest(table)
    assert table.state.position.history == found.state.position.history, "it moved once"
    await other.tables.close()
    other.thinker.close()


async def test_a16_a_server_that_resumed_it_keeps_the_hard_deadline(house, clock):
    table = await against(house)
    held = Held(table)
    await play(table, table.state.position.legal_moves[0])
    await held.asked.wait()
    other = House(house.settings, house.store, clock)
    other.thinker.choose = held.choose
    await other.tables.wind_up()
    await passed(other, clock, 60)
    assert await passed(other, clock, 4.9) == 0
    assert await passed(other, clock, 0.2) == 1
    assert len((await other.tables.match(table.kept.id)).state.position.history) == 2
    await other.tables.close()


async def test_a_server_that_stops_waits_for_no_computer(house):
    table = await against(house)
    held = Held(table)
    await play(table, table.state.position.legal_moves[0])
    await held.asked.wait()
    await house.tables.close()
    held.go.set()
    await rest(table)
    assert not house.tables._business
    assert len(table.state.position.history) == 1


async def test_commands_that_come_while_it_thinks_change_nothing_but_what_they_may(house):
    table = await against(house)
    held = Held(table)
    seen = table.rev
    await play(table, table.state.position.legal_moves[0])
    await held.asked.wait()
    ada, at = table.course.host, table.rev
    for kind, fields in (
        (messages.Play, {"moves": ["A1"]}),
        (messages.Play, {"moves": ["A1"], "rev": seen}),
        (messages.Accept, {}),
        (messages.Back, {}),
        (messages.StandIn, {}),
        (messages.SeatComputer, {"seat": 1, "level": "easy"}),
        (messages.Redo, {}),
    ):
        with pytest.raises(Refusal):
            await table.command(ada, command(kind, **({"rev": table.rev} | fields)))
    assert table.rev == at
    await do(table, ada, messages.Say, phrase="moment")
    held.go.set()
    await rest(table)
    assert table.rev == at + 1
    assert table.state.latest.kind == "play" and table.state.latest.seat == 1


async def test_taking_back_asks_people_alone_and_stops_a_computer_that_thinks(house):
    table = await against(house)
    ada = table.course.host
    held = Held(table)
    first = table.state.position.legal_moves[0]
    await play(table, first)
    await held.asked.wait()
    await do(table, ada, messages.Undo)
    assert (table.state.position.moves, table.course.asked) == ((), None)
    held.go.set()
    await rest(table)
    assert table.state.position.moves == ()
    await play(table, first)
    await rest(table)
    assert len(table.state.position.moves) == 2
    table._seen = set(table.course.players)  # as after a restart
    await do(table, ada, messages.Undo)
    assert table.state.position.moves == (), "its answer is taken back, too, without a question"


async def test_while_people_have_to_answer_no_computer_puts_the_question_aside(house):
    table = await opened(house, "splendor", chairs=("me", "open", "easy"))
    await do(table, await guest(house, "Ben"), messages.Sit, seat=1)
    ada, ben, _ = table.course.players
    await play(table, table.state.position.legal_moves[0])
    held = Held(table)
    await play(table, table.state.position.legal_moves[0])
    table.saw(ben)
    await held.asked.wait()
    await do(table, ada, messages.Undo)
    assert table.course.asked.waiting == (1,), "the computer is not asked"
    due = turns.duty(table.state)
    assert table.turns._wait(due) == turns.COURTESY
    assert table.deadline == table.clock() + turns.COURTESY + turns.SLACK
    await do(table, ben, messages.Decline)
    held.go.set()
    await rest(table)
    assert len(table.state.position.history) == 3


@pytest.mark.parametrize(("stands", "agreed"), [(0.2, True), (0.5, True), (0.6, False), (None, False)])
async def test_a_draw_is_answered_by_how_the_computer_stands(house, stands, agreed):
    table = await against(house)

    async def think(position, seat, level, seed):
        if stands is None:
            raise TimeoutError
        return Thought((), (1 - stands, stands), 1, 0.0)

    table.around.thinker.think = think
    await do(table, table.course.host, messages.Offer)
    await rest(table)
    assert table.course.asked is None
    assert (table.course.end is not None) == agreed


async def test_an_answer_that_is_due_outlives_a_restart(house, clock):
    table = await against(house, clock=a_clock("move", 600))
    failing(table, asyncio.CancelledError())
    await do(table, table.course.host, messages.Offer)
    await rest(table)
    other = House(house.settings, house.store, clock)
    await other.tables.wind_up()
    await passed(other, clock, 5)
    found = await other.tables.match(table.kept.id)
    await rest(found)
    assert found.course.asked is None
    await other.tables.close()
    other.thinker.close()


async def test_whoever_leaves_computers_alone_ends_the_game(house):
    table = await against(house, "splendor", chairs=("me", "easy", "easy"))
    await do(table, table.course.host, messages.Resign)
    assert (table.course.end.ended, table.course.end.result.ranks) == ("left", (3, 1, 1))


async def test_computers_sit_down_again_for_a_rematch(house):
    table = await against(house, "splendor", chairs=("me", "easy", "hard"))
    ada = table.course.host
    await do(table, ada, messages.Resign)
    await do(table, ada, messages.Rematch)
    following = await house.tables.match(table.course.rematch)
    assert following.course.phase == "playing"
    assert following.course.players == ("cpu-easy-1", "cpu-hard-1", ada)


# Clocks


async def test_it_takes_no_more_than_a_part_of_its_clock(house, clock, monkeypatch):
    monkeypatch.setattr(turns, "PAUSE", 700)
    table = await opened(house, chairs=("me", "easy"), options=SMALL["arbos"], clock=a_clock("bank", 10))
    held = Held(table)
    clock.tick(4)
    await play(table, table.state.position.legal_moves[0])
    await held.asked.wait()
    assert held.most == [10 / 20]
    assert table.turns._wait(turns.duty(table.state)) == 500
    free = await opened(house, chairs=("me", "easy"), options=SMALL["arbos"])
    await play(free, free.state.position.legal_moves[0])
    clock.tick(0.3)
    assert free.turns._wait(turns.duty(free.state)) == 400, "of the pause that people see"


async def test_a15_at_zero_the_computer_plays_on_until_the_player_comes_back(house, clock):
    table = await against(house, "splendor", ("me", "easy"), clock=a_clock("move", 60), zero="computer")
    ada = table.course.host
    assert await passed(house, clock, 60) == 1
    await rest(table)
    # From now on both seats are a computer's, so the game goes on to its end, or until she comes back.
    assert [event.kind for event in await log(house, table)][3] == "takeover"
    assert table.course.end.ended == "game"
    assert table.course.stand_ins == (0,)
    assert table.facts(table.viewer(ada)).chairs[0].stand_in


async def test_a15_a_move_takes_the_seat_back(house, clock):
    table = await sitting(house, clock=a_clock("move", 60), zero="computer")
    await passed(house, clock, 60)
    assert table.state.latest.kind == "takeover"
    with pytest.raises(Refusal) as refused:
        await play(table, table.state.position.legal_moves[0])
    assert refused.value.code == "no_time", "the clock was first"
    await rest(table)
    assert table.state.position.current_player == 1, "the computer has moved for her"
    Held(table)
    await play(table, table.state.position.legal_moves[0])
    assert table.course.level(0) == "normal", "it still plays for her"
    await play(table, table.state.position.legal_moves[0])
    assert [event.kind for event in await log(house, table)][-2:] == ["back", "play"]
    assert table.course.stand_ins == ()


async def sitting(house, **terms):
    """Return a game of Splendor between Ada and Ben, who sit there as chosen."""
    table = await opened(house, "splendor", **terms)
    await do(table, await guest(house, "Ben"), messages.Sit, seat=1)
    return table


async def test_a15_whose_bank_is_empty_stays_with_the_computer(house, clock):
    table = await sitting(house, clock=a_clock("bank", 60), zero="computer")
    await passed(house, clock, 60)
    await rest(table)
    with pytest.raises(Refusal) as refused:
        await do(table, table.course.players[0], messages.Back)
    assert refused.value.code == "no_time"


async def test_a15_a_seat_that_left_is_played_on_by_the_computer_and_ranks_last(house):
    table = await against(house, "splendor", ("me", "open", "open"), zero="computer")
    for seat, name in ((1, "Ben"), (2, "Cem")):
        await do(table, await guest(house, name), messages.Sit, seat=seat)
    await do(table, table.course.players[0], messages.Resign)
    await rest(table)
    assert (table.course.phase, table.state.position.current_player) == ("playing", 1)
    assert table.state.latest.kind == "play" and table.state.latest.seat == 0
    while table.course.phase == "playing":
        await play(table, likely(table.state.position))
        await rest(table)
    assert table.course.end.result.ranks[0] == 3
    acts = [event for event in await log(house, table) if event.kind == "play" and event.seat == 0]
    assert len(acts) > 5, "it thought about every one"


# Handing over


async def test_somebody_lets_the_computer_play_for_them_and_comes_back(house):
    table = await sitting(house)
    ada, ben = table.course.players
    assert "hand_over" in table.facts(table.viewer(ada)).may
    await do(table, ada, messages.HandOver)
    assert "back" in table.facts(table.viewer(ada)).may
    await rest(table)
    assert table.state.position.current_player == 1
    await do(table, ada, messages.Back)
    await play(table, table.state.position.legal_moves[0])
    await rest(table)
    assert table.state.position.current_player == 0, "she plays herself"
    with pytest.raises(Refusal) as refused:
        await do(table, ben, messages.Back)
    assert refused.value.code == "not_handed"


async def test_others_hand_a_seat_over_when_its_player_has_been_away_for_long(house, clock):
    table = await sitting(house)
    _, ben = table.course.players
    table.saw(ben)
    with pytest.raises(Refusal) as refused:
        await do(table, ben, messages.StandIn)
    assert refused.value.code == "not_away"
    clock.tick(presence.LONG)
    table.saw(ben)
    table.look_around()
    assert "stand_in" in table.facts(table.viewer(ben)).may
    assert "stand_in" not in table.facts(table.viewer(None)).may
    await do(table, ben, messages.StandIn)
    await rest(table)
    assert table.state.position.current_player == 1
    with pytest.raises(Refusal) as refused:
        await do(table, ben, messages.StandIn)
    assert refused.value.code == "not_away", "it is his own turn"


async def test_whoever_waits_is_told_when_they_may_hand_a_seat_over(house, clock, monkeypatch):
    table, later = await sitting(house), []
    ben = table.course.players[1]
    loop = asyncio.get_running_loop()
    monkeypatch.setattr(loop, "call_later", lambda wait, do, *given: later.append((wait, do, given)))
    table.arrive(Watcher(ben, "en", SNAPSHOT))
    assert "stand_in" not in table.facts(table.viewer(ben)).may
    clock.tick(presence.LONG + 1)
    for _, look, given in [one for one in later if one[0] == presence.LONG + 1]:
        look(*given)
    assert "stand_in" in table.facts(table.viewer(ben)).may


@pytest.mark.parametrize(
    ("terms", "code"), [({"rated": True}, "rated"), ({"clock": a_clock("days", DAY)}, "slow")]
)
async def test_nobody_is_handed_over_in_rated_or_slow_games(house, clock, terms, code):
    table = await sitting(house, **terms)
    clock.tick(presence.LONG)
    table.look_around()
    ben = table.course.players[1]
    assert "stand_in" not in table.facts(table.viewer(ben)).may
    with pytest.raises(Refusal) as refused:
        await do(table, ben, messages.StandIn)
    assert refused.value.code == code


# Beside the table


async def test_computers_have_rows_that_no_token_leads_to(house):
    await against(house)
    with house.store.engine.connect() as connection:
        rows = connection.execute(select(schema.players).where(schema.players.c.id.in_(computers.IDS))).all()
    assert [row.id for row in rows] == ["cpu-easy-1"]
    assert len(rows[0].token_hash) != 64, "it is the hash of nothing"
