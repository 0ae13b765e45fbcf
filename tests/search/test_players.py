"""Players by name: what they are called, that they play by the rules, and that the better ones win."""

import pytest

import parlour
from parlour.core.errors import ParlourError
from parlour.search.players import LEVELS, Greedy, Mcts, Player, PlayerError, Random, names, player
from parlour.search.thinking import Budget, Choice, Thought

GAMES = {"arboretum": 4, "arbos": 2, "golf": 1, "little_spider": 1, "splendor": 3}


def test_players_are_found_by_name():
    assert names() == ("greedy", "mcts", "program", "random")
    assert isinstance(player("random"), Random)
    assert isinstance(player(" greedy "), Greedy)
    assert player("mcts", seed=4).seed == 4
    assert [player(f"mcts:{level}").level for level in LEVELS] == list(LEVELS.values())
    assert player("mcts").level == LEVELS["hard"]
    assert player("mcts:300").level.budget == Budget(iterations=300)
    assert player("mcts:0.5s").level.budget == Budget(seconds=0.5)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("gredy", "there is no player 'gredy'; did you mean 'greedy'?"),
        ("", "there is no player ''; there is greedy, mcts, program, random"),
        ("mcts:hrad", "mcts has no level 'hrad'; did you mean 'hard'?"),
        ("mcts:0", "mcts has no level '0'"),
        ("mcts:-1s", "mcts has no level '-1s'"),
        ("mcts:nans", "mcts has no level 'nans'"),
        ("mcts:infs", "mcts has no level 'infs'"),
        ("greedy:9", "greedy has no settings, but '9' was given"),
    ],
)
def test_a_name_that_means_nothing_is_refused_with_what_there_is(text, why):
    with pytest.raises(PlayerError) as refused:
        player(text)
    assert why in str(refused.value)
    assert isinstance(refused.value, ParlourError)


@pytest.mark.parametrize(("game", "seats"), GAMES.items())
@pytest.mark.parametrize("name", ["random", "greedy", "mcts:easy"])
def test_every_player_plays_every_game_by_the_rules_and_the_same_again(game, seats, name):
    lines = []
    for _ in range(2):
        position, chooser = parlour.new(game, seats, seed=2), player(name, seed=6)
        for _ in range(60):
            if position.is_over:
                break
            action = chooser.choose(position, position.current_player)
            assert action in position.legal_actions
            position.play(action)
        lines.append(position.history)
    assert lines[0] == lines[1]


@pytest.mark.parametrize("name", ["greedy", "mcts:easy", "mcts:60"])
def test_no_player_knows_more_than_its_seat(name):
    position = parlour.new("arboretum", 2, seed=3)
    for _ in range(14):
        seat = position.current_player
        chosen = player(name).choose(position, seat)
        for seed in range(4):
            assert player(name).choose(position.determinize(seat, seed), seat) == chosen
        position.play(chosen)


def test_a_level_without_chance_plays_what_is_worth_more_for_sure(monkeypatch):
    position = parlour.new("splendor", 2, seed=1)
    first, second = position.legal_actions[:2]
    for value, best in ((0.5, first), (0.6, second)):
        found = Thought((Choice(first, 600, 0.5), Choice(second, 400, value)), (0.5, 0.5), 1000, 0.0)
        monkeypatch.setattr(Mcts, "think", lambda *_, found=found: found)
        assert Mcts(LEVELS["hard"]).choose(position, 0) == best


def share(one: Player, other: Player, game: str, games: int) -> float:
    """Return the share of the wins that a player takes from another, both seats on every deal."""
    won = 0.0
    for k in range(games):
        position, seat = parlour.new(game, 2, seed=k // 2), k % 2
        while not position.is_over:
            turn = position.current_player
            position.play((one if turn == seat else other).choose(position, turn))
        won += position.returns[seat]
    return won / games


@pytest.mark.parametrize("game", ["splendor", "arboretum", "arbos"])
def test_better_players_win(game):
    assert share(Greedy(), Random(1), game, 12) > 0.8
    assert share(Mcts(LEVELS["normal"]), Greedy(), game, 6) > 0.6


def test_a_level_with_a_temperature_varies_but_never_throws_a_game_away():
    position = parlour.new("splendor", 2, seed=8)
    drawn = {Mcts(LEVELS["easy"], seed).choose(position, 0) for seed in range(12)}
    assert len(drawn) > 1
    for seed in range(12):
        chooser = Mcts(LEVELS["easy"], seed)
        thought = chooser.think(position, 0)
        chosen = next(one for one in thought.choices if one.action == chooser.choose(position, 0))
        assert chosen.visits
        assert chosen.value >= thought.choices[0].value - LEVELS["easy"].slack


def test_the_budget_of_a_question_goes_before_the_players_own():
    position = parlour.new("splendor", 2, seed=8)
    assert Mcts(LEVELS["expert"]).think(position, 0, Budget(iterations=5)).iterations == 5


def test_searching_pays_in_golf_though_the_stock_is_not_seen():
    def cleared(name):
        found = 0
        for seed in range(100, 112):
            position = parlour.new("golf", seed=seed)
            while not position.is_over:
                position.play(player(name, 1).choose(position, 0))
            found += position.returns[0]
        return found

    assert cleared("mcts:300") >= cleared("greedy") + 3
