"""What may be taken back: games say it twice, for those on turn and for everybody, and both must agree."""

import random

import pytest

import parlour
from parlour.core import registry
from parlour.table.match.undoing import revealed

SEVERAL = [name for name in registry.names() if registry.game(name).seats[-1] > 1]


@pytest.mark.parametrize("name", SEVERAL)
def test_what_a_move_reveals_to_its_player_was_shown_by_it(name):
    game = registry.game(name)
    if game.open:
        return
    told = kept = 0
    for seed in range(3):
        position, dice = parlour.new(name, game.seats[-1], seed=seed), random.Random(seed)
        while not position.is_over:
            mover, move = position.current_player, dice.choice(position.legal_moves)
            before = position.view(mover)
            reveals = game.views.reveals(before, move)
            position.play(move)
            news = game.views.shown(position.view(mover)) - game.views.shown(before)
            assert bool(news) == reveals, (seed, move, news)
            told += reveals
            if dice.random() < 0.1:
                again = not revealed(position, 1)
                assert not (again and reveals)
                kept += again
    assert told and kept, "some moves can be taken back, and some cannot"


def test_a_card_from_the_hand_shows_the_others_something():
    position = parlour.new("arboretum", 2, seed=1)
    for move in ("draw deck", "draw deck"):
        position.play(move)
    card = position.legal_moves[0]
    position.play(card)
    position.play(position.legal_moves[0])
    assert revealed(position, 2)


def test_a_game_that_does_not_say_what_is_hidden_takes_nothing_back():
    position = parlour.new("golf", deal=24)
    position.play("deal")
    assert revealed(position, 1)
