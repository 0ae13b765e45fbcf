"""Commands without a network: the log is the truth, and time and statistics follow from it."""

import asyncio
import random
import secrets

import pytest
from sqlalchemy import func, select, text

import parlour
from parlour.core.start import DealStart, PositionStart
from parlour.games._cards.panels import Actions, actions_of
from parlour.table import front, messages, schema, stats, texts
from parlour.table.errors import Refusal
from parlour.table.house import House
from parlour.table.settings import Settings
from parlour.table.store import open_store


class Hand:
    """The player of a table, commanding it from its latest revision."""

    def __init__(self, house: House, table: str) -> None:
        self.house = house
        self.id = table

    async def table(self):
        return await self.house.tables.get(self.id)

    async def do(self, kind: type, *moves: str, rev: int | None = None, command: str | None = None):
        table = await self.table()
        fields = {"moves": moves} if moves else {}
        at = table.state.rev if rev is None else rev
        return await table.command(
            table.kept.players[0], kind(id=command or secrets.token_hex(8), rev=at, **fields)
        )

    async def play(self, *moves: str):
        return await self.do(messages.Play, *moves)

    async def finish(self, seed: int = 1) -> None:
        """Play at random to the end."""
        chance = random.Random(seed)
        while legal := (await self.table()).state.position.legal_moves:
            await self.play(chance.choice(legal))


async def sit(house: House, token: str, deal: int = 24, game: str = "golf", **more) -> Hand:
    player = await house.welcome(token)
    return Hand(house, await house.tables.create(player, game, None, DealStart(str(deal)), **more))


async def reload(hand: Hand) -> Hand:
    """Return the same table in a house that starts now over the same database."""
    settings = hand.house.settings
    other = House(settings, open_store(settings.database), hand.house.clock)
    return Hand(other, hand.id)


@pytest.mark.parametrize("game", ["golf", "little_spider"])
async def test_replaying_the_log_gives_the_position(house, player, clock, game):
    hand = await sit(house, player, game=game)
    chance = random.Random(3)
    for _ in range(60):
        clock.tick(chance.random() * 400)
        state = (await hand.table()).state
        kinds = [messages.Undo, messages.Redo, messages.Hint, messages.Restart]
        if state.position.is_over or chance.random() < 0.4:
            kind, moves = chance.choice(kinds), ()
        else:
            kind, moves = messages.Play, (chance.choice(state.position.legal_moves),)
        try:
            await hand.do(kind, *moves)
        except Refusal:
            assert (await hand.table()).state is state
    again = await reload(hand)
    old, new = await hand.table(), await again.table()
    assert new.state.position == old.state.position
    assert new.state.position.history == old.state.position.history
    assert new.state.position.can_redo == old.state.position.can_redo
    assert (new.state.rev, new.state.attempt, new.state.latest) == (
        old.state.rev,
        old.state.attempt,
        old.state.latest,
    )
    assert new.sitting(0) == old.sitting(0)
    assert {k: p.html for k, p in new.drawn(0, "en").pieces.items()} == {
        k: p.html for k, p in old.drawn(0, "en").pieces.items()
    }
    again.house.store.close()


async def test_a_repeat_after_a_restart_gets_the_first_answer(house, player):
    hand = await sit(house, player)
    first = await hand.do(messages.Play, "deal", rev=0, command="the-command")
    again = await reload(hand)
    assert await again.do(messages.Play, "deal", rev=0, command="the-command") == first
    with pytest.raises(Refusal) as stale:
        await again.do(messages.Play, "deal", rev=0)
    assert (stale.value.code, stale.value.rev) == ("stale", 1)
    again.house.store.close()


async def test_two_processes_the_first_to_commit_wins(house, player):
    hand = await sit(house, player)
    other = await reload(hand)
    await hand.table(), await other.table()
    await hand.play("deal")
    with pytest.raises(Refusal) as stale:
        await other.do(messages.Play, "deal", rev=0)
    assert (stale.value.code, stale.value.rev) == ("stale", 1)
    await other.play("deal")
    assert (await other.table()).state.rev == 2
    other.house.store.close()


async def test_commands_at_once_are_done_one_after_the_other(house, player):
    hand = await sit(house, player)
    answers = await asyncio.gather(
        *(hand.do(messages.Play, "deal", rev=0) for _ in range(20)), return_exceptions=True
    )
    assert [answer.rev for answer in answers if not isinstance(answer, Refusal)] == [1]
    assert all(answer.code == "stale" for answer in answers if isinstance(answer, Refusal))


async def test_nobody_sees_what_is_not_committed(house, player, monkeypatch):
    hand = await sit(house, player)
    table = await hand.table()
    seen = []
    write = house.store.write

    async def slow(*statements):
        seen.append(dict(table.drawn(0, "en").since(-1)))
        await write(*statements)

    monkeypatch.setattr(house.store, "write", slow)
    before = table.drawn(0, "en").since(-1)
    await hand.play("deal")
    assert seen == [before]


async def test_a_full_disk_refuses_and_loses_nothing(house, player):
    hand = await sit(house, player)
    await hand.play("deal")
    with house.store.engine.connect() as connection:  # the pool hands the same connection to the writer
        connection.execute(text("PRAGMA max_page_count = 1"))
    with pytest.raises(Refusal) as full:  # noqa: PT012
        while (await hand.table()).state.rev < 300:
            await hand.do(messages.Hint)
    assert full.value.code == "storage"
    assert "disk" in str(full.value)
    assert house.store.writer.failing
    assert (await hand.table()).state.rev == full.value.rev
    state = (await hand.table()).state
    with house.store.engine.connect() as connection:
        connection.execute(text("PRAGMA max_page_count = 1000000"))
    await hand.play("deal")
    assert not house.store.writer.failing
    assert (await hand.table()).state.rev == state.rev + 1
    again = await reload(hand)
    assert (await again.table()).state.position == (await hand.table()).state.position
    again.house.store.close()


async def test_several_moves_are_played_all_or_none(house, player):
    hand = await sit(house, player)
    await hand.play("deal")
    with pytest.raises(Refusal, match="3S does not fit"):
        await hand.play("5", "7")
    assert (await hand.table()).state.rev == 1
    await hand.play("1", "Deal")
    state = (await hand.table()).state
    assert (state.rev, state.position.moves) == (2, ("deal", "1", "deal"))


@pytest.mark.parametrize("following", ["deal", "1", "3", "7", "nonsense"])
async def test_nothing_follows_a_move_that_shows_a_card(house, player, following):
    hand = await sit(house, player)
    with pytest.raises(Refusal) as refusal:
        await hand.play("deal", following)
    assert (refusal.value.code, str(refusal.value)) == ("reveals", texts.REVEALS)
    assert (await hand.table()).state.rev == 0


async def test_the_clock_runs_from_the_first_move_to_the_end_and_pauses(house, player, clock):
    hand = await sit(house, player)
    clock.tick(1000)
    assert (await hand.table()).sitting(0).seconds == 0
    await hand.play("deal")
    clock.tick(10)
    assert (await hand.table()).sitting(0).seconds == 10
    await hand.play("deal")
    clock.tick(3600)
    assert (await hand.table()).sitting(0).seconds == 10 + 300
    await hand.do(messages.Undo)
    again = await reload(hand)
    clock.tick(7)
    assert (await again.table()).sitting(0).seconds == 10 + 300 + 7
    await again.finish()
    ended = (await again.table()).sitting(0)
    clock.tick(50)
    assert not ended.running
    assert (await again.table()).sitting(0).seconds == ended.seconds
    again.house.store.close()


async def test_a_clock_that_goes_backwards_does_not(house, player, clock):
    hand = await sit(house, player)
    await hand.play("deal")
    clock.tick(-100)
    await hand.play("deal")
    assert (await hand.table()).state.attempt.millis == 0


async def tally(house: House, token: str, game: str = "golf"):
    player = await house.player(token)
    return await house.store.read(lambda connection: stats.read_tally(connection, player, game))


LOST_THEN = ["deal"] * 17


async def test_the_first_end_is_frozen(house, player):
    hand = await sit(house, player)
    await hand.play(*LOST_THEN[:1])
    while not (await hand.table()).state.position.is_over:
        moves = (await hand.table()).state.position.legal_moves
        await hand.play("deal" if "deal" in moves else moves[0])
    first = await tally(house, player)
    assert (first.played, first.won, first.streak) == (1, 0, 0)
    ended = (await hand.table()).state.attempt.ended
    await hand.do(messages.Undo)
    await hand.do(messages.Undo)
    await hand.do(messages.Hint)
    assert (await hand.table()).state.attempt.ended == ended
    assert await tally(house, player) == first
    assert (await hand.table()).sitting(0).clean


async def won(house: House, token: str, deal: int, clock, seconds: int = 60, **more) -> Hand:
    from tests.browser.lines import golf_line

    hand = await sit(house, token, deal, **more)
    line = golf_line(deal)
    for move in line[:-1]:
        await hand.play(move)
    clock.tick(seconds)
    await hand.play(line[-1])
    return hand


async def test_streaks_count_clean_first_tries_only(house, player, clock):
    await won(house, player, 1, clock)
    second = await won(house, player, 2, clock, 30)
    now = await tally(house, player)
    assert (now.played, now.won, now.streak, now.longest, now.time) == (2, 2, 2, 2, 30)
    assert now.best is not None and now.best <= 0
    await second.do(messages.Restart)
    assert (await second.table()).sitting(0).tries == 2
    assert not (await second.table()).sitting(0).clean
    await second.finish()
    assert ((await tally(house, player)).streak, (await tally(house, player)).played) == (2, 3)
    hinted = await sit(house, player, 3)
    await hinted.do(messages.Hint)
    assert not (await hinted.table()).sitting(0).clean
    await hinted.finish()
    assert (await tally(house, player)).streak == 2
    repeated = await sit(house, player, 1)
    await repeated.finish()
    assert (await tally(house, player)).streak == 2
    lost = await sit(house, player, 5)
    while not (await lost.table()).state.position.is_over:
        moves = (await lost.table()).state.position.legal_moves
        await lost.play("deal" if "deal" in moves else moves[0])
    final = await tally(house, player)
    assert (final.streak, final.longest, final.won) == (0, 2, now.won + (final.won - now.won))


async def test_a_hint_before_the_first_move_spoils_the_next_try_too(house, player):
    hand = await sit(house, player, game="little_spider")
    await hand.do(messages.Hint)
    await hand.do(messages.Restart)
    await hand.play((await hand.table()).state.position.legal_moves[0])
    assert not (await hand.table()).sitting(0).clean
    assert (await tally(house, player, "little_spider")).played == 1


async def test_spectators_see_no_statistics_and_no_commands(house, player):
    hand = await sit(house, player)
    await hand.play("deal")
    seen = (await hand.table()).sitting(None)
    assert (seen.can_undo, seen.can_redo, seen.tally.played) == (False, False, 0)


async def test_a_round_keeps_nine_holes_together(house, player, clock):
    owner = await house.welcome(player)
    hole = Hand(house, await house.tables.open_round(owner, "golf", "classic"))
    scores = []
    for number in range(1, 10):
        facts = (await hole.table()).sitting(0)
        assert (facts.hole, facts.preset, len(facts.card)) == (number, "classic", 9)
        clock.tick(1)
        await hole.finish(number)
        scores.append(round((await hole.table()).state.position.result.scores[0]))
        assert (await hole.table()).sitting(0).card[:number] == tuple(scores)
        if number < 9:
            following = await house.tables.next_hole(owner, hole.id)
            assert following == await house.tables.next_hole(owner, hole.id)
            hole = Hand(house, following)
    with pytest.raises(parlour.ParlourError):
        await house.tables.next_hole(owner, hole.id)


async def test_the_next_hole_waits_for_this_one(house, player):
    owner = await house.welcome(player)
    first = await house.tables.open_round(owner, "golf", None)
    with pytest.raises(parlour.ParlourError):
        await house.tables.next_hole(owner, first)


async def test_opening_a_deal_again_finds_the_table(house, player):
    owner = await house.welcome(player)
    first = await house.tables.open_deal(owner, "golf", None, "24")
    assert await house.tables.open_deal(owner, "golf", "standard", "024") == first
    assert await house.tables.open_deal(owner, "golf", "classic", "24") != first
    assert await house.tables.open_deal(owner, "little_spider", None, "24") != first
    assert await house.tables.open_deal(await house.welcome("another"), "golf", None, "24") != first
    await Hand(house, first).finish()
    assert await house.tables.open_deal(owner, "golf", None, "24") != first


async def test_a_table_starts_from_any_position(house, player):
    owner = await house.welcome(player)
    middle = parlour.new("little_spider", deal=5, preset="open")
    for _ in range(8):
        middle.play(middle.legal_moves[0])
    start = PositionStart(middle.to_dict())
    table = await house.tables.get(await house.tables.create(owner, "little_spider", None, start))
    assert table.state.position == middle
    assert table.kept.preset == "open"


async def test_memory_holds_few_tables_and_the_log_all(house, player):
    hands = [await sit(house, player, n) for n in range(1, 12)]
    for hand in hands:
        await hand.play("deal")
    assert len(house.tables._held) == house.settings.cached
    watched = await hands[0].table()
    watched.watchers.add(object())
    for hand in hands:
        assert (await hand.table()).state.rev == 1
    assert await hands[0].table() is watched


async def test_a_try_is_written_with_its_first_event_only(house, player):
    hand = await sit(house, player)

    async def tries() -> int:
        return await house.store.read(lambda c: c.scalar(select(func.count()).select_from(schema.tries)))

    assert await tries() == 0
    await hand.play("deal")
    await hand.do(messages.Restart)
    assert await tries() == 1
    await hand.do(messages.Hint)
    assert await tries() == 2


def test_settings_from_the_environment(tmp_path):
    from parlour.table.settings import read_settings

    assert read_settings(environ={"DATABASE_URL": "postgresql://h/d"}).database == "postgresql://h/d"
    assert (
        read_settings(environ={"PARLOUR_DATA": str(tmp_path)}).database == f"sqlite:///{tmp_path}/parlour.db"
    )
    asked = read_settings(
        data=tmp_path, environ={"DATABASE_URL": "postgresql://h/d", "PARLOUR_ORIGINS": "https://a https://b"}
    )
    assert asked == Settings(database=f"sqlite:///{tmp_path}/parlour.db", origins=("https://a", "https://b"))
    assert read_settings(environ={}).database.endswith("parlour.db")


async def rows(house: House) -> list[tuple[int, int | None, int, int]]:
    """Number, start, hints and undos of every try."""
    mine = schema.tries.c
    query = select(mine.number, mine.started, mine.hints, mine.undos).order_by(mine.number)
    return [tuple(row) for row in await house.store.read(lambda c: c.execute(query).all())]


async def test_a_restart_is_taken_back_by_undo(house, player, clock):
    hand = await sit(house, player)
    await hand.play("deal")
    await hand.play("deal")
    await hand.do(messages.Undo)
    clock.tick(10)
    before = (await hand.table()).sitting(0)
    await hand.do(messages.Restart)
    empty = (await hand.table()).sitting(0)
    assert actions_of(empty, over=False) == Actions(undo=True, redo=False, hint=True, restart=False)
    with pytest.raises(Refusal, match="nothing to restart"):
        await hand.do(messages.Restart)
    clock.tick(5)
    await hand.do(messages.Undo)
    state = (await hand.table()).state
    assert (state.position.moves, state.position.can_redo, state.attempt.number) == (("deal",), True, 1)
    now = (await hand.table()).sitting(0)
    assert (now.seconds, now.undos, now.tries) == (before.seconds + 5, 1, 1), "the try goes on"
    assert len(await rows(house)) == 1
    again = await reload(hand)
    assert (await again.table()).state.attempt == state.attempt
    assert (await again.table()).sitting(0) == now
    again.house.store.close()


async def test_a_restart_with_a_hint_is_taken_back_and_the_hint_stays(house, player):
    hand = await sit(house, player)
    await hand.play("deal")
    await hand.do(messages.Restart)
    await hand.do(messages.Hint)
    assert len(await rows(house)) == 2
    await hand.do(messages.Undo)
    assert [row[2:] for row in await rows(house)] == [(1, 0)]
    await hand.do(messages.Restart)
    await hand.play("deal")
    await hand.do(messages.Undo)
    assert [row[0] for row in await rows(house)] == [1, 2]
    assert not (await hand.table()).sitting(0).can_undo, "the restart stands: something was played since"


async def test_an_ended_try_stays_ended_when_its_restart_is_taken_back(house, player):
    hand = await sit(house, player)
    await hand.finish()
    ended, first = (await hand.table()).state.attempt.ended, await tally(house, player)
    await hand.do(messages.Restart)
    await hand.do(messages.Undo)
    table = await hand.table()
    assert (table.state.position.is_over, table.state.attempt.ended) == (True, ended)
    assert not table.sitting(0).running
    assert await tally(house, player) == first


async def test_a_record_replays_what_was_restarted_and_taken_back(house, player):
    from parlour.core.record import GameRecord
    from parlour.table.export import record_json

    hand = await sit(house, player)
    await hand.play("deal")
    await hand.do(messages.Restart)
    await hand.do(messages.Undo)
    await hand.finish()
    table = await hand.table()
    text = await house.store.read(lambda c: record_json(c, table.kept, 0))
    assert GameRecord.from_json(text).replay() == table.state.position


async def test_the_panel_knows_which_end_counts(house, player):
    hand = await sit(house, player)
    await hand.finish()
    table = await hand.table()
    first = table.state.attempt.ended.score
    assert table.sitting(0).first_end is None
    await hand.do(messages.Undo)
    await hand.do(messages.Redo)
    assert table.sitting(0).first_end is None, "the same end again"
    for seed in range(40):
        while table.state.position.can_undo:
            await hand.do(messages.Undo)
        await hand.finish(seed)
        if table.state.position.history != table.state.attempt.ended.line:
            break
    assert table.sitting(0).first_end == first
    assert table.sitting(None).mine is False


async def listed(house: House, token: str):
    return await front.unfinished(house, await house.player(token))


async def test_home_finds_a_round_between_its_holes(house, player, clock):
    owner = await house.welcome(player)
    hole = Hand(house, await house.tables.open_round(owner, "golf", None))
    (entry,) = await listed(house, player)
    assert (entry.table, entry.hole, entry.holes, entry.to_par) == (hole.id, 1, 9, None)
    total = 0
    for number in range(1, 10):
        clock.tick(1)
        await hole.finish(number)
        total += (await hole.table()).state.attempt.ended.score
        if number == 9:
            break
        (entry,) = await listed(house, player)
        assert (entry.hole, entry.to_par, entry.following) == (number + 1, total - 5 * number, True)
        assert entry.table == hole.id
        hole = Hand(house, await house.tables.next_hole(owner, hole.id))
        (entry,) = await listed(house, player)
        assert (entry.table, entry.hole, entry.following) == (hole.id, number + 1, False)
    assert await listed(house, player) == ()


async def test_home_lists_rounds_and_tables_by_the_latest_move(house, player, clock):
    owner = await house.welcome(player)
    hole = Hand(house, await house.tables.open_round(owner, "golf", None))
    clock.tick(1)
    hand = await sit(house, player)
    await hand.play("deal")
    assert [one.table for one in await listed(house, player)] == [hole.id, hand.id][::-1]
    clock.tick(1)
    await hole.play("deal")
    assert [one.table for one in await listed(house, player)] == [hole.id, hand.id]
    assert await listed(house, "another") == ()


async def test_todays_deal_is_open_then_begun_then_done(house, player):
    owner = await house.welcome(player)
    deal = parlour.game("golf").todays_deal(house.today())
    hand = Hand(house, await house.tables.open_deal(owner, "golf", None, deal))
    day = await front.daily(house, owner)
    assert (day.begun, day.score, day.days[-1].state) == (False, None, "open")
    await hand.play("deal")
    assert (await front.daily(house, owner)).begun
    await hand.do(messages.Restart)
    await Hand(house, await house.tables.open_deal(owner, "golf", "dead_king", deal)).finish()
    assert (await front.daily(house, owner)).score is None, "other rules are another game"
    await hand.finish()
    day, ended = await front.daily(house, owner), (await hand.table()).state.attempt.ended
    assert (day.begun, day.score, day.days[-1].state) == (False, ended.score, "won" if ended.won else "lost")


async def test_statistics_name_the_hole_of_a_round(house, player):
    owner = await house.welcome(player)
    hole = Hand(house, await house.tables.open_round(owner, "golf", None))
    await hole.finish()
    page = await front.statistics(house, owner, "")
    golf = next(one for one in page.games if one.game == "golf")
    assert [(one.table, one.hole) for one in golf.recent] == [(hole.id, 1)]
