"""The opponents of `benchmarks/` play by the rules, and the table of strengths is kept and gone on with."""

import pytest

import parlour
from benchmarks import strength
from benchmarks.opponents import Flat
from parlour.lab.arena import ArenaError
from parlour.search.players import PlayerError, player
from parlour.search.thinking import Budget


def test_deck_random_takes_no_discarded_card_while_there_is_a_deck():
    position, chooser = parlour.new("arboretum", 2, seed=3), player(strength.DECK_RANDOM, seed=1)
    drawn, other = 0, set()
    while not position.is_over:
        moves = position.legal_moves
        position.play(chooser.choose(position, position.current_player))
        drawn += position.moves[-1] == "draw deck"
        assert position.moves[-1] == "draw deck" or "draw deck" not in moves
        other.add(position.moves[-1].split()[0])
    assert drawn > 20
    assert {"play", "at", "discard"} <= other


@pytest.mark.parametrize(("game", "options"), [("arboretum", {}), ("arbos", {"size": 6, "seeds": 3})])
def test_flat_plays_games_to_their_end_and_knows_no_more_than_its_seat(game, options):
    position, chooser = parlour.new(game, 2, seed=3, **options), Flat(30, 5)
    for _ in range(6):
        seat = position.current_player
        chosen = chooser.choose(position, seat)
        assert chosen in position.legal_actions
        assert {chooser.choose(position.determinize(seat, seed), seat) for seed in range(3)} == {chosen}
        position.play(chosen)


def test_flat_wins_where_it_can():
    position = parlour.new("arbos", size=5, seeds=1, placement="interactive")
    for move in ("*C3", "B2", "pass"):
        position.play(move)
    assert position.text(Flat(100, 1).choose(position, 0)) == "pass", "it wins at once"
    assert len({Flat(9, seed).choose(position, 0, Budget(iterations=60)) for seed in range(3)}) == 1


def test_names_in_modules_are_looked_up_and_refused():
    assert player("benchmarks.opponents.flat:7", 3).playouts == 7
    assert player(strength.FLAT).playouts == 500
    for name, why in (
        ("benchmarks.opponents.flat:-1", "number of playouts"),
        ("benchmarks.opponents.deck_random:1", "no settings"),
        ("benchmarks.opponents.deep", "has no attribute 'deep'"),
        ("benchmarks.nobody.deep", "No module named"),
        (".deep", "there is no player '.deep'"),
    ):
        with pytest.raises(PlayerError, match=why):
            player(name)


def test_every_pairing_can_be_played_and_has_a_file_of_its_own():
    names = [pairing.name for pairing in strength.PAIRINGS]
    assert len(set(names)) == len(names)
    for pairing in strength.PAIRINGS:
        pairing.match.check()


def test_the_table_is_gone_on_with_and_shown(tmp_path):
    wanted = "splendor greedy random"
    assert strength.run(tmp_path, wanted, None, 1, show=True).count("\n") == 1
    for games in (2, 4):
        table = strength.run(tmp_path, wanted, games, 1, show=False)
        assert f"`parlour arena splendor --players greedy random --games {games}`" in table
    assert strength.run(tmp_path, "", None, 1, show=True) == table
    row = table.splitlines()[2].split(" | ")
    assert row[:3] == ["| splendor greedy against random", "4", "100.0 %"]
    assert row[4] == "99 %"
    with pytest.raises(ArenaError, match="no pairing has 'chess' in its name"):
        strength.run(tmp_path, "chess", 2, 1, show=False)
