"""Hints in matches: for the player on turn alone, from what that seat knows, and without a trace."""

import msgspec
import pytest
from sqlalchemy import func, select

from parlour.table import messages, schema
from parlour.table.errors import Refusal
from parlour.table.sockets import worded
from parlour.table.watcher import Watcher
from tests.table.matches import do, opened, play, started


async def refused(doing) -> str:
    with pytest.raises(Refusal) as caught:
        await doing
    return caught.value.code


async def counted(house, table) -> int:
    """The events in a table's log."""
    log = select(func.count()).where(schema.events.c.table == table.kept.id)
    return await house.store.read(lambda connection: connection.scalar(log))


@pytest.mark.parametrize("game", ["splendor", "arboretum", "arbos"])
async def test_a_hint_names_a_legal_move_with_a_reason_and_leaves_no_trace(house, game):
    table = await started(house, game)
    if game == "arboretum":
        await play(table, "draw deck")
        await play(table, "draw deck")
    ada, ben = table.course.players
    watcher = Watcher(ben, "en", -1)
    table.arrive(watcher)
    queued, before = len(watcher._waiting), (table.rev, table.version, await counted(house, table))
    done = await do(table, ada, messages.Hint)
    assert done.hint[0] in table.state.position.legal_moves
    assert done.advice.second in table.state.position.legal_moves
    said = worded(table, "en", done).say
    assert "wins" in said and said[:1].isupper()
    assert (table.rev, table.version, await counted(house, table)) == before
    assert len(watcher._waiting) == queued, "nobody else hears of it"
    assert msgspec.structs.replace(await do(table, ada, messages.Hint), id=done.id) == done


async def test_people_at_one_screen_are_told_of_seats_by_their_own_names(house):
    shared = await opened(house, "splendor", chairs=("me", "here"))
    apart = await started(house, "splendor")
    assert (shared.course.phase, shared.names_apart) == ("playing", ("", ""))
    assert apart.names_apart == ("Ada", "Ben")
    assert (await do(shared, shared.course.host, messages.Hint)).advice.seat == 0


async def test_hints_are_for_the_player_on_turn_at_a_table_that_is_not_rated(house):
    table = await started(house, "splendor")
    ada, ben = table.course.players
    assert "hint" in table.facts(table.viewer(ada)).may
    assert "hint" not in table.facts(table.viewer(ben)).may
    assert await refused(do(table, ben, messages.Hint)) == "not_your_turn"
    assert await refused(do(table, None, messages.Hint)) == "spectator"
    await do(table, ada, messages.Resign)
    assert await refused(do(table, ada, messages.Hint)) == "over"
    rated = await started(house, "splendor", rated=True)
    ada = rated.course.players[0]
    assert await refused(do(rated, ada, messages.Hint)) == "no_hints"
    assert "hint" not in rated.facts(rated.viewer(ada)).may


async def test_a_hint_that_takes_too_long_is_refused_and_one_for_an_earlier_position_is_stale(
    house, monkeypatch
):
    table = await started(house, "splendor")
    ada = table.course.players[0]
    thinker = table.around.thinker

    async def late(*_):
        raise TimeoutError

    async def overtaken(position, seat, level):
        found = await type(thinker).think(thinker, position, seat, level)
        await play(table, position.legal_moves[0])
        return found

    monkeypatch.setattr(thinker, "think", late)
    assert await refused(do(table, ada, messages.Hint)) == "no_thought"
    monkeypatch.setattr(thinker, "think", overtaken)
    assert await refused(do(table, ada, messages.Hint)) == "stale"
