"""Matches: who may sit, play, resign, offer and take back, and what stands in the log afterwards."""

import asyncio
import re

import pytest
from sqlalchemy import select

from parlour.core.errors import OptionsError
from parlour.table import forgetting, messages, ratings, schema
from parlour.table.errors import Refusal
from parlour.table.house import House
from parlour.table.kept import read_events
from parlour.table.match.table import MatchTable
from parlour.table.store import open_store
from parlour.table.watcher import Watcher
from tests.table.matches import a_clock, command, do, guest, opened, play, started


async def refused(doing) -> str:
    """Return the code by which something is refused."""
    with pytest.raises(Refusal) as caught:
        await doing
    assert str(caught.value)
    return caught.value.code


async def again(house: House, table: MatchTable) -> MatchTable:
    """Return the table as another server finds it in the database."""
    other = House(house.settings, house.store, house.clock)
    return await other.tables.match(table.kept.id)


# Before the match


async def test_a_table_gathers_and_begins_when_the_last_chair_is_taken(house):
    table = await opened(house, options={"size": 9, "seeds": 0, "colours": "chosen"})
    assert (table.course.phase, table.rev) == ("gathering", 1)
    ben = await guest(house, "Ben")
    await do(table, ben, messages.Sit, seat=1)
    assert (table.course.phase, table.rev) == ("playing", 3)
    assert [chair.name for chair in table.facts(table.viewer(ben)).chairs] == ["Ada", "Ben"]
    assert table.facts(table.viewer(ben)).mine == (1,)
    assert table.facts(table.viewer(None)).mine == ()


async def test_the_host_begins_a_table_that_waits_for_that(house):
    table = await opened(house, "splendor", chairs=("me", "open", "open"), full_starts=False)
    ada, ben = table.course.host, await guest(house, "Ben")
    assert await refused(do(table, ada, messages.Begin)) == "too_few"
    await do(table, ben, messages.Sit, seat=2)
    assert await refused(do(table, ben, messages.Begin)) == "not_host"
    await do(table, ada, messages.Begin)
    assert table.course.players == (ada, ben), "chairs that stayed empty are no seats"
    assert table.state.position.seats == 2
    assert await refused(do(table, ben, messages.Stand)) == "begun"


async def test_chairs_are_for_those_they_are_kept_for(house):
    table = await opened(house, "splendor", chairs=("me", "friend", "open"), full_starts=False)
    ada, ben, cem = table.course.host, await guest(house, "Ben"), await guest(house, "Cem")
    assert await refused(do(table, ben, messages.Sit, seat=1)) == "kept"
    assert await refused(do(table, ben, messages.Sit, seat=1, invite="invite.1.0.forged")) == "kept"
    assert await refused(do(table, ben, messages.Sit, seat=7)) == "no_such_seat"
    assert await refused(do(table, ben, messages.Sit, seat=0)) == "taken"
    link = table.invitation(ada, 1)
    await do(table, ben, messages.Sit, seat=1, invite=link)
    assert await refused(do(table, ben, messages.Sit, seat=2)) == "seated"
    await do(table, ada, messages.Remove, seat=1)
    assert await refused(do(table, cem, messages.Sit, seat=1, invite=link)) == "kept", "the link is void"
    await do(table, cem, messages.Sit, seat=1, invite=table.invitation(ada, 1))
    assert await refused(do(table, None, messages.Sit, seat=2)) == "nobody"


async def test_a_host_who_leaves_hands_the_table_on_and_the_last_one_closes_it(house):
    table = await opened(house, "splendor", chairs=("me", "open", "open"), full_starts=False)
    ada, ben = table.course.host, await guest(house, "Ben")
    await do(table, ben, messages.Sit, seat=1)
    await do(table, ada, messages.Stand)
    assert (table.course.host, table.course.phase) == (ben, "gathering")
    await do(table, ben, messages.Stand)
    assert table.course.phase == "closed"
    assert await refused(do(table, ada, messages.Sit, seat=0)) == "begun"


async def test_a_full_table_says_so(house):
    table = await opened(house, "splendor", chairs=("me", "open"), full_starts=False)
    await do(table, await guest(house, "Ben"), messages.Sit, seat=1)
    with pytest.raises(Refusal, match="Every chair of this table is taken"):
        await do(table, await guest(house, "Cem"), messages.Sit, seat=1)


@pytest.mark.parametrize(
    ("game", "terms", "why"),
    [
        ("arbos", {"chairs": ("me", "open", "open")}, "for 2 to 2 players|for 2 players"),
        ("arbos", {"zero": "forfeit"}, "the clock passes"),
        ("arbos", {"chairs": ("me", "here"), "rated": True}, "cannot be rated"),
        ("arbos", {"chairs": ("open", "here")}, "need you"),
        ("splendor", {"chairs": ("me",)}, "2 to 4 players"),
        ("splendor", {"clock": a_clock("move", 2)}, "5 seconds"),
        ("splendor", {"clock": a_clock("bank", 5)}, "10 seconds"),
        ("splendor", {"clock": a_clock("days", 90_000)}, "whole days"),
        ("splendor", {"clock": a_clock("none", 90)}, "neither"),
    ],
)
async def test_terms_that_cannot_be_played_are_refused(house, game, terms, why):
    with pytest.raises(OptionsError, match=why):
        await opened(house, game, **terms)


async def test_two_people_at_one_screen_play_both_seats(house):
    table = await opened(house, chairs=("me", "here"), options={"size": 9, "seeds": 0})
    ada = table.course.host
    assert table.course.players == (ada, ada)
    await play(table, "A1")
    await play(table, "E5")
    assert table.state.position.current_player == 0
    assert table.facts(table.viewer(ada)).mine == (0, 1)


async def test_the_weaker_player_has_white(house):
    table = await opened(house, options={"size": 9, "seeds": 0}, full_starts=False)
    ada, ben = table.course.host, await guest(house, "Ben")
    strong = {"mu": 25.0, "sigma": 8.0, "games": 30, "ops": 4, "window": ""}
    await house.store.write(schema.ratings.insert().values(game="arbos", player=ada, **strong))
    await do(table, ben, messages.Sit, seat=1)
    await do(table, ada, messages.Begin)
    assert table.course.players == (ben, ada)


# Playing


async def test_moves_go_through_the_log_and_everybody_sees_them(house):
    table = await started(house)
    await play(table, "A1")
    await play(table, "E5")
    other = await again(house, table)
    assert other.state.position == table.state.position
    assert other.course == table.course
    assert other.facts(other.viewer(table.course.host)) == table.facts(table.viewer(table.course.host))


async def test_who_is_not_on_turn_or_not_at_the_table_is_refused(house):
    table = await started(house)
    ada, ben = table.course.players
    assert await refused(do(table, ben, messages.Play, moves=["A1"])) == "not_your_turn"
    stranger = await guest(house, "Cem")
    assert await refused(do(table, stranger, messages.Play, moves=["A1"])) == "spectator"
    assert await refused(do(table, None, messages.Play, moves=["A1"])) == "spectator"
    assert await refused(do(table, ada, messages.Play, moves=["timeout"])) == "clock_only"
    assert await refused(do(table, ada, messages.Play, moves=["Z99"])) == "unreadable"
    assert await refused(do(table, ada, messages.Restart)) == "not_here"
    assert await refused(table.command(ada, command(messages.Play, 99, moves=["A1"]))) == "stale"
    assert table.rev == 3


async def test_several_decisions_are_played_all_or_none(house):
    table = await started(house, "splendor")
    ada = table.course.players[0]
    before = table.state
    assert await refused(do(table, ada, messages.Play, moves=["take WUG", "take WUG"])) == "not_your_turn"
    assert table.state is before
    await do(table, ada, messages.Play, moves=["take WUG"])
    assert table.state.position.current_player == 1


async def test_a07_a_repeated_command_gets_its_first_answer(house):
    table = await started(house)
    ada, ben = table.course.players
    move = command(messages.Play, table.rev, moves=["A1"])
    done = await table.command(ada, move)
    assert await table.command(ada, move) == done
    await play(table, "E5")
    assert await table.command(ada, move) == done
    assert await refused(table.command(ben, move)) == "stale", "another's command is not answered"
    resign = command(messages.Resign, table.rev)
    first = await table.command(ben, resign)
    assert await table.command(ben, resign) == first
    answers = await asyncio.gather(*(table.command(ada, move) for _ in range(5)))
    assert answers == [done] * 5


async def test_a07_a_phrase_that_is_sent_again_is_heard_once(house):
    table = await started(house)
    ada, ben = table.course.players
    hearing = Watcher(ben, "en", -1)
    table.watchers.add(hearing)
    word = command(messages.Say, table.rev, phrase="thanks")
    first = await table.command(ada, word)
    await play(table, "A1")
    assert await table.command(ada, word) == first
    assert [text for text in hearing._waiting if "said" in text] == [
        '{"t":"said","seat":0,"phrase":"thanks"}'
    ]
    for _ in range(100):
        await do(table, ben, messages.Say, phrase="luck")
        hearing._waiting.clear()
    await table.command(ada, word)
    assert len(hearing._waiting) == 1, "so long ago that it is forgotten"
    assert len(table._spoken) <= 64


async def test_what_others_say_does_not_make_a_move_stale(house):
    table = await started(house)
    ada, ben = table.course.players
    move = command(messages.Play, table.rev, moves=["A1"])
    await do(table, ben, messages.Offer)
    await table.command(ada, move)
    assert table.course.asked is None, "a move is an answer, too"


# Ending


async def test_of_two_players_the_one_who_resigns_has_lost(house):
    table = await started(house, rated=True)
    _, ben = table.course.players
    for move in ("A1", "E5", "A3", "E7"):
        await play(table, move)
    await do(table, ben, messages.Resign)
    end = table.course.end
    assert (end.ended, end.by, end.result.ranks, end.result.winners) == ("resigned", 1, (1, 2), (0,))
    assert await refused(play(table, "C7")) == "over"
    rows = await house.store.read(lambda c: c.execute(select(schema.results)).all())
    found = sorted((row.seat, row.rank, row.winner, row.ended, row.rated) for row in rows)
    assert found == [(0, 1, True, "resigned", True), (1, 2, False, "resigned", True)]
    assert await house.store.read(ratings.check) == []


async def test_a_match_that_was_given_up_at_once_is_not_said_to_count(house):
    table = await started(house, rated=True)
    ada, ben = table.course.players
    assert table.facts(table.viewer(ada)).rated
    await do(table, ada, messages.Resign)
    with house.store.engine.connect() as connection:
        ratings_after = connection.scalars(select(schema.results.c.mu)).all()
    assert ratings_after == [None, None]
    assert not table.facts(table.viewer(ada)).rated
    assert not table.facts(table.viewer(ben)).rated


async def test_of_three_players_the_others_go_on(house):
    table = await started(house, "splendor", seats=3)
    _, ben, _ = table.course.players
    await do(table, ben, messages.Resign)
    assert (table.course.phase, table.course.left) == ("playing", (1,))
    await play(table, table.state.position.legal_moves[0])
    assert table.state.position.current_player == 2, "the clock of nobody waits for who left"
    other = await again(house, table)
    assert other.state.position == table.state.position
    await do(table, table.course.players[2], messages.Resign)
    end = table.course.end
    assert (end.ended, end.result.ranks, end.result.winners) == ("left", (1, 3, 2), (0,))
    assert await refused(do(table, ben, messages.Play, moves=["take WUG"])) == "over"


async def test_who_left_ranks_last_at_the_end_by_the_rules(house):
    table = await started(house, "splendor", seats=3)
    await do(table, table.course.players[0], messages.Resign)
    while table.course.phase == "playing":
        position = table.state.position
        await play(
            table,
            position.text(
                int(position.game.kernels.policy(position._states, position._acts, position._count))
            ),
        )
    end = table.course.end
    assert end.ended == "game"
    assert end.result.ranks[0] == 3
    assert sorted(end.result.ranks) in ([1, 1, 3], [1, 2, 3])
    assert 0 not in end.result.winners


async def test_a_draw_needs_both(house):
    table = await started(house)
    ada, ben = table.course.players
    await do(table, ada, messages.Offer)
    assert await refused(do(table, ada, messages.Accept)) == "own_offer"
    assert await refused(do(table, ben, messages.Offer)) == "asked"
    assert "accept" in table.facts(table.viewer(ben)).may
    assert "accept" not in table.facts(table.viewer(ada)).may
    await do(table, ben, messages.Decline)
    assert await refused(do(table, ada, messages.Offer)) == "offered"
    await play(table, "A1")
    await play(table, "E5")
    await do(table, ada, messages.Offer)
    await do(table, ben, messages.Accept)
    assert (table.course.end.ended, table.course.end.result.winners) == ("agreed", ())
    other = await again(house, table)
    assert other.course == table.course


async def test_an_answer_is_for_the_question_that_was_seen(house):
    table = await started(house)
    ada, ben = table.course.players
    await play(table, "A1")
    await play(table, "E5")
    await do(table, ada, messages.Undo)
    seen = table.rev
    await do(table, ada, messages.Decline)
    await do(table, ada, messages.Offer)
    assert await refused(table.command(ben, command(messages.Accept, seen))) == "stale"
    assert table.course.phase == "playing" and table.course.asked.what == "draw"
    await do(table, ben, messages.Accept)
    assert table.course.end.ended == "agreed"


async def test_some_games_know_no_draw(house):
    table = await started(house, "splendor")
    assert await refused(do(table, table.course.players[0], messages.Offer)) == "no_draws"


async def test_a15_all_seats_of_a_player_who_is_forgotten_are_given_up(house):
    table = await opened(house, "splendor", chairs=("me", "here", "open", "open"))
    ada, ben, cem = table.course.host, await guest(house, "Ben"), await guest(house, "Cem")
    await do(table, ben, messages.Sit, seat=2)
    await do(table, cem, messages.Sit, seat=3)
    assert table.course.players == (ada, ada, ben, cem)
    await forgetting.forget(house, ada)
    assert table.course.left == (0, 1)
    assert table.course.phase == "playing"
    assert table.state.position.current_player == 2, "nobody waits for who is gone"


# Taking back


async def test_a_move_that_nobody_saw_is_taken_back_at_once(house):
    table = await started(house, rated=True)
    ada, _ = table.course.players
    start = table.state.position.copy()
    table._seen.clear()
    await play(table, "A1")
    await do(table, ada, messages.Undo)
    assert table.state.position == start
    assert table.state.position.current_player == 0
    assert not table.facts(table.viewer(ada)).rated, "a match with moves taken back is not rated"


async def test_a_move_that_was_seen_is_taken_back_by_consent(house):
    table = await started(house)
    ada, ben = table.course.players
    watching = Watcher(ben, "en", -1)
    table.watchers.add(watching)
    await play(table, "A1")
    await play(table, "E5")
    await do(table, ada, messages.Undo)
    asked = table.facts(table.viewer(ben)).asked
    assert (asked.what, asked.by, asked.waiting, asked.moves) == ("undo", 0, (1,), 2)
    await do(table, ben, messages.Accept)
    assert table.state.position.moves == ()
    assert (await again(house, table)).course == table.course
    assert await refused(do(table, ada, messages.Undo)) == "nothing_to_undo"


async def test_who_has_answered_a_move_is_asked_though_they_have_no_window_open(house):
    table = await started(house)
    ada, ben = table.course.players
    await play(table, "A1")
    await play(table, "E5")
    await do(table, ada, messages.Undo)
    assert table.course.asked is not None and table.course.asked.waiting == (1,)
    assert table.state.position.moves == ("A1", "E5")
    await do(table, ben, messages.Decline)


async def test_who_was_declined_asks_again_only_after_the_next_move(house):
    table = await started(house)
    ada, ben = table.course.players
    await play(table, "A1")
    await play(table, "E5")
    for answer in (ben, ada):
        await do(table, ada, messages.Undo)
        await do(table, answer, messages.Decline)
        assert await refused(do(table, ada, messages.Undo)) == "pleaded"
        await do(table, ben, messages.Undo)
        await do(table, ada, messages.Accept)
        assert table.state.position.moves == ("A1",)
        await play(table, "E5")
    assert (await again(house, table)).course == table.course


async def test_a05_nothing_is_taken_back_once_it_showed_something(house):
    table = await started(house, "arboretum")
    ada, _ = table.course.players
    await do(table, ada, messages.Play, moves=["draw deck"])
    assert await refused(do(table, ada, messages.Undo)) == "revealed"
    splendor = await started(house, "splendor")
    await play(splendor, "reserve 11")
    assert await refused(do(splendor, splendor.course.players[0], messages.Undo)) == "revealed"


# Again


async def test_a_rematch_keeps_the_chairs_and_turns_the_seats(house):
    table = await started(house)
    ada, ben = table.course.players
    assert await refused(do(table, ada, messages.Rematch)) == "not_over"
    await do(table, ben, messages.Resign)
    done = await do(table, ben, messages.Rematch)
    assert done.go == f"/t/{table.course.rematch}"
    following = await house.tables.match(table.course.rematch)
    assert following.course.players == (ben, None)
    assert (await do(table, ada, messages.Rematch)).go == done.go
    assert following.course.phase == "playing"
    assert following.course.players == (ben, ada), "seats turn"
    stranger = await guest(house, "Cem")
    assert await refused(do(table, stranger, messages.Rematch)) == "spectator"


# Links


async def test_a11_a_seat_link_leads_back_to_the_seat(house):
    table = await started(house)
    ada, ben = table.course.players
    token = table.token(ada)
    assert table.player_by(token) == ada
    for wrong in (
        "",
        "seat.0.0",
        token[:-1],
        token + "x",
        token.replace("seat.0", "seat.1"),
        "seat.٣.0.x",
        "é.é",
    ):
        with pytest.raises(Refusal, match="leads to no seat"):
            table.player_by(wrong)
    fresh = await table.renew_link(ada)
    assert table.player_by(fresh) == ada
    with pytest.raises(Refusal, match="leads to no seat"):
        table.player_by(token)
    other = await started(house)
    with pytest.raises(Refusal, match="leads to no seat"):
        other.player_by(table.token(ben))


@pytest.mark.parametrize("renewed", [True, False])
async def test_links_of_chairs_go_on_leading_to_their_players_when_seats_are_drawn(
    house, monkeypatch, renewed
):
    table = await opened(house, options={"size": 9, "seeds": 0, "colours": "random"}, full_starts=False)
    ada, ben = table.course.host, await guest(house, "Ben")
    await do(table, ben, messages.Sit, seat=1)
    if renewed:
        await table.renew_link(ben)
    before = {player: table.token(player) for player in (ada, ben)}
    monkeypatch.setattr("secrets.SystemRandom.sample", lambda self, players, count: [*reversed(players)])
    await do(table, ada, messages.Begin)
    assert table.course.players == (ben, ada)
    for player in (ada, ben):
        assert table.player_by(table.token(player)) == player
        assert table.player_by(before[player]) == player, "not the other, who has that seat now"


# The log


async def test_the_seed_is_in_nothing_that_anybody_is_sent_before_the_end(house):
    table = await started(house, "splendor")
    seed = str(table.kept.start.seed)
    sent = messages.encode(table.state_for(table.viewer(table.course.players[0]), 0))
    assert seed not in sent


async def test_every_event_is_one_row_with_its_command(house):
    table = await started(house)
    await play(table, "A1")
    events = await house.store.read(lambda c: list(read_events(c, table.kept.id)))
    assert [event.rev for event in events] == list(range(1, table.rev + 1))
    assert [event.kind for event in events] == ["sit", "sit", "start", "play"]
    assert len({event.command for event in events}) == len(events)


async def test_two_servers_over_one_database_agree(house, tmp_path):
    table = await started(house)
    ada, ben = table.course.players
    store = open_store(house.settings.database)
    try:
        second = House(house.settings, store, house.clock)
        other = await second.tables.match(table.kept.id)
        await play(other, "A1")
        assert await refused(do(table, ada, messages.Play, moves=["A3"])) == "stale"
        assert table.state.position == other.state.position, "the loser reads what came first"
        await do(table, ben, messages.Play, moves=["E5"])
    finally:
        store.close()


async def test_a_table_in_memory_follows_what_another_process_wrote(house, clock):
    table = await started(house)
    ada, ben = table.course.players
    watching = Watcher(ben, "en", -1)
    table.arrive(watching)
    clock.tick(1)
    await forgetting.forget(House(house.settings, house.store, house.clock), ada)
    assert table.course.phase == "playing", "nobody has said anything here yet"
    await house._beat()
    assert table.course.phase == "over" and table.course.end.result.winners == (1,)
    assert table.facts(table.viewer(ben)).chairs[0].name == ""
    assert '"phase":"over"' in watching._waiting[-1]
    before = table.version
    await house._beat()
    assert table.version == before, "there is nothing new"


async def test_a_command_that_cannot_be_written_changes_nothing(house, monkeypatch):
    from parlour.table.errors import WriteError

    table = await started(house)
    before, version = table.state, table.version

    async def fail(*_):
        raise WriteError("full")

    monkeypatch.setattr(table.store, "write", fail)
    assert await refused(do(table, table.course.players[0], messages.Play, moves=["A1"])) == "storage"
    assert (table.state, table.version) == (before, version)


async def test_one_seed_is_not_called_seeds(house):
    table = await started(house, options={"size": 5, "seeds": 1, "colours": "chosen"})
    for move in table.state.position.legal_moves:
        tried = table.state.position.copy()
        tried.play(move)
        if tried.view(None).players[0].points == 1:
            break
    await play(table, move)
    pieces = table.drawn(table.viewer(None), "en").pieces
    words = [re.sub("<[^>]+>", " ", pieces[f"score-{seat}"].html).split() for seat in (0, 1)]
    assert " ".join(words[0]) == "1 seed linked by the outlined tree seed"
    assert " ".join(words[1]) == "0 no tree yet seeds"


async def test_after_a_rematch_was_closed_another_can_be_opened(house):
    table = await started(house)
    ada, ben = table.course.players
    await do(table, ada, messages.Resign)
    await do(table, ada, messages.Rematch)
    first = await house.tables.match(table.course.rematch)
    assert table.facts(table.viewer(ben)).rematch == first.kept.id
    await do(first, ada, messages.Close)
    assert table.facts(table.viewer(ben)).rematch == ""
    done = await do(table, ben, messages.Rematch)
    assert done.go == f"/t/{table.course.rematch}" and table.course.rematch != first.kept.id
    again = await house.tables.match(table.course.rematch)
    assert again.course.host == ben
