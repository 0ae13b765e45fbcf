"""Which moves show something new."""

import pytest

import parlour
from parlour.testing import CheckFailed, check_game


def test_dealing_shows_a_card_unless_it_is_the_last():
    p = parlour.new("golf", deal=24)
    assert p.reveals("deal")
    p.play("deal")
    assert not p.reveals("1")
    while p.view(0).stock > 1:
        p.play("deal")
    assert not p.reveals("deal")


def test_a_game_that_hides_what_its_moves_show_is_found(monkeypatch):
    monkeypatch.setattr(parlour.game("golf").views, "reveals", lambda view, move: False)
    with pytest.raises(CheckFailed, match="shows seat 0 something new"):
        check_game("golf", 1, compare_jit=False)
