"""The example of `docs/how-to/add-a-game.md` is a game like any other once its package is installed."""

import pytest

import parlour
from parlour.testing import CheckFailed, check_game


@pytest.mark.kernel
def test_conforms(high_card):
    check_game("high_card", compare_jit=False)


def test_a_seat_sees_its_own_hand_and_nobody_elses(high_card):
    p = parlour.new("high_card", 3, seed=5)
    hands = [set(p.view(seat).hand) for seat in range(3)]
    assert all(len(hand) == 4 for hand in hands) and len(set.union(*hands)) == 12
    assert p.view(None).hand == ()


def test_seats_outside_the_range_are_refused(high_card):
    with pytest.raises(parlour.OptionsError, match="2 to 4 seats, not 5"):
        parlour.new("high_card", 5)


def test_a_leaking_view_is_found(high_card, monkeypatch):
    honest = high_card.views.view

    def leaking(s, viewer, legal):
        seen = honest(s, 0 if viewer is None else viewer, legal)
        return type(seen)(
            viewer, seen.options, tuple(map(int, s.hands[1])), *list(seen.__struct_fields__[3:])
        )

    monkeypatch.setattr(high_card.views, "view", leaking)
    with pytest.raises(CheckFailed, match="determinize changed the view"):
        check_game("high_card", 1, compare_jit=False)


def test_an_endless_game_is_found(high_card, monkeypatch):
    monkeypatch.setattr("parlour.testing.LONGEST", 5)
    with pytest.raises(CheckFailed, match="did not end"):
        check_game("high_card", 1, compare_jit=False)


def test_texts_that_read_back_to_another_action_are_found(high_card, monkeypatch):
    monkeypatch.setattr(high_card.notation, "parse_action", lambda s, text: 0)
    with pytest.raises(CheckFailed, match="is read as action 0"):
        check_game("high_card", 1, compare_jit=False)
