"""Matches: fair seats, the same results whoever plays them, and files that a second run goes on with."""

import msgspec
import pytest

from parlour.core.errors import ParlourError
from parlour.lab import arena
from parlour.lab.arena import ArenaError, Match, Results, games, play, standings


def match(game="splendor", seats=2, players=("greedy", "random"), **more):
    return Match(game, seats, {}, players, **more)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_has_every_seat_of_every_deal(seats):
    one = match("arboretum", seats)
    for deal in range(3):
        numbers = range(deal * seats, (deal + 1) * seats)
        assert len({one.deal(number) for number in numbers}) == 1
        assert sorted(one.seating(number).index(0) for number in numbers) == list(range(seats))
        assert all(one.seating(number).count(1) == seats - 1 for number in numbers)
    assert len({one.deal(number) for number in range(0, 30 * seats, seats)}) == 30
    assert one.deal(0) != match("arboretum", seats, seed=1).deal(0)


def test_solitaires_are_played_by_one_after_the_other():
    one = match("golf", 1, ("greedy", "random", "mcts:easy"))
    assert [one.seating(number) for number in range(4)] == [(0,), (1,), (2,), (0,)]
    assert one.deal(0) == one.deal(2) != one.deal(3)


@pytest.mark.parametrize(
    ("seats", "players", "why"),
    [
        (2, ("greedy",), "a match at 2 seats has 2 players, not 1"),
        (3, ("greedy", "random", "greedy", "random"), "a match at 3 seats has 2 to 3 players, not 4"),
        (2, ("greedy", "gredy"), "there is no player 'gredy'"),
        (1, (), "a match at 1 seats has"),
    ],
)
def test_players_that_do_not_fit_are_refused(seats, players, why):
    with pytest.raises(ParlourError, match=why):
        match("splendor", seats, players).check()


def test_a_game_comes_out_the_same_in_any_process():
    one = match(players=("mcts:20", "greedy"))
    alone = {found.number: found for found in games(one, range(4))}
    shared = {found.number: found for found in games(one, range(4), processes=2)}
    assert sorted(alone) == sorted(shared) == [0, 1, 2, 3]
    for number, found in alone.items():
        other = shared[number]
        assert (found.returns, found.moves, found.choices) == (other.returns, other.moves, other.choices)
        assert sum(found.returns) == pytest.approx(1)


def test_players_have_chosen_once_before_a_choice_is_timed(monkeypatch):
    asked = []

    class Slow:
        def choose(self, position, seat, budget=None):
            asked.append(len(position.history))
            return position.legal_actions[0]

    monkeypatch.setattr(arena, "player", lambda _name, _seed=0: Slow())
    one = match("arboretum", 2, ("slow", "slower"))
    assert list(games(one, [])) == []
    assert asked == []
    found = next(games(one, [0]))
    assert asked[0] == asked[1], "both were asked at one position that no game counts"
    assert len(asked) == 2 + sum(found.choices)


def test_standings_count_for_each_player_what_was_won_at_its_seats():
    one = match("arboretum", 3, ("greedy", "random"))
    played = [play(one, number) for number in range(6)]
    first, second = standings(one, played)
    won = sum(found.returns[one.seating(found.number).index(0)] for found in played)
    assert first.score.estimate == pytest.approx(won / 6)
    assert first.score.estimate + 2 * second.score.estimate == pytest.approx(1)
    assert first.elo is None
    assert (first.player, first.games) == ("greedy", 6)
    assert first.choices > 20
    assert first.milliseconds > 0


def test_standings_of_two_say_the_difference():
    one = match()
    played = [play(one, number) for number in range(8)]
    first, second = standings(one, played)
    assert first.score.estimate > 0.8
    assert first.elo.low > 0 > second.elo.high


def test_results_are_kept_and_gone_on_with(tmp_path):
    one, file = match(), tmp_path / "match.jsonl"
    results = Results(one, file)
    assert results.missing(3) == [0, 1, 2]
    for number in (0, 2):
        results.add(play(one, number))
    again = Results(one, file)
    assert again.missing(4) == [1, 3]
    assert again.played == results.played


def test_a_line_that_was_cut_off_is_played_again(tmp_path):
    one, file = match(), tmp_path / "match.jsonl"
    results = Results(one, file)
    for number in (0, 1):
        results.add(play(one, number))
    file.write_bytes(file.read_bytes()[:-9])
    again = Results(one, file)
    assert again.missing(2) == [1]
    again.add(play(one, 1))
    assert Results(one, file).missing(2) == []


def test_results_of_another_match_are_not_mixed(tmp_path):
    file = tmp_path / "match.jsonl"
    Results(match(), file)
    before = file.read_bytes()
    with pytest.raises(ArenaError, match="holds another match"):
        Results(match(players=("random", "greedy")), file)
    assert file.read_bytes() == before
    file.write_text("hello\n")
    with pytest.raises(ArenaError, match="no results of a match"):
        Results(match(), file)
    file.write_bytes(msgspec.json.encode(match()) + b"\nnonsense\n")
    with pytest.raises(ArenaError, match="line 2"):
        Results(match(), file)
