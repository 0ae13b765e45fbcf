"""The Python face of a position."""

import copy

import numpy as np
import pytest

import parlour
from parlour.core.beginning import begin
from parlour.core.start import PositionStart, SeedStart


@pytest.fixture
def p():
    position = parlour.new("golf", deal=24)
    for move in ("deal", "1", "deal"):
        position.play(move)
    return position


def test_history_and_moves(p):
    assert p.moves == ("deal", "1", "deal") and p.history == (0, 1, 0)
    assert repr(p) == "<Position of golf: 3 moves played, 1 legal>" or "3 moves played" in repr(p)


def test_moves_by_text_and_by_id_are_one(p):
    other = parlour.new("golf", deal=24)
    for action in (0, np.int64(1), 0):
        other.play(action)
    assert other == p and other.legal_actions == p.legal_actions


@pytest.mark.parametrize("action", [-1, 8, 10**30, -(10**30)])
def test_ids_outside_the_game_are_refused(p, action):
    with pytest.raises(parlour.IllegalMove, match="actions 0 to 7"):
        p.play(action)


@pytest.mark.parametrize("move", [1.0, None, b"1", ["1"]])
def test_what_is_no_move_at_all_is_a_type_error(p, move):
    before = p.key()
    with pytest.raises(TypeError):
        p.play(move)
    assert p.key() == before


def test_undo_and_redo_run_through_the_whole_line(p):
    keys = [p.key()]
    while p.can_undo:
        p.undo()
        keys.append(p.key())
    assert p == parlour.new("golf", deal=24) and p.moves == ()
    with pytest.raises(parlour.IllegalMove, match="nothing to take back"):
        p.undo()
    for key in reversed(keys[:-1]):
        p.redo()
        assert p.key() == key
    with pytest.raises(parlour.IllegalMove, match="nothing to play again"):
        p.redo()


def test_another_move_ends_the_line_that_was_taken_back(p):
    p.undo()
    p.undo()
    p.play("deal")
    assert p.moves == ("deal", "deal") and not p.can_redo


def test_a_copy_keeps_the_line_and_what_can_be_redone(p):
    p.undo()
    for twin in (p.copy(), copy.copy(p), copy.deepcopy(p)):
        assert twin == p and twin.can_redo and twin.moves == p.moves
        twin.redo()
        assert twin != p and p.can_redo


def test_equality_is_of_the_state_alone(p):
    detour = p.copy()
    detour.undo()
    detour.redo()
    assert detour == p and detour.key() == p.key()
    assert parlour.from_json(p.to_json()) == p
    assert p != parlour.new("little_spider", deal=24) and p != "golf"
    with pytest.raises(TypeError, match="unhashable"):
        hash(p)


def test_restart_is_the_start_of_this_very_position(p):
    assert p.restart() == parlour.new("golf", deal=24) and p.restart().moves == ()
    later = parlour.from_json(p.to_json())
    later.play("deal")
    assert later.restart() == p and later.deal == "24"


def test_undo_right_after_a_restart_leads_back(p):
    p.undo()
    line, fresh = p.moves, p.restart()
    assert fresh.can_undo and not fresh.can_redo
    twin = fresh.copy()
    fresh.undo()
    assert fresh == p and fresh.moves == line and fresh.can_redo
    twin.play("deal")
    twin.undo()
    assert not twin.can_undo, "once something was played the restart stands"


def test_restarts_are_taken_back_one_by_one():
    p = parlour.new("golf", deal=24)
    assert not p.restart().can_undo, "nothing was played, so there is nothing to lead back to"
    p.play("deal")
    twice = p.restart().restart()
    twice.undo()
    assert twice.history == () and twice.can_undo
    twice.undo()
    assert twice == p and twice.history == p.history


def test_starts():
    assert parlour.new("golf", seed=7).start == SeedStart(7)
    assert parlour.new("golf").start != parlour.new("golf").start
    golf = parlour.game("golf")
    whole = parlour.new("golf", deal=3, preset="classic").to_dict()
    again = begin(golf, PositionStart(whole), golf.choose(), 1)
    assert again == parlour.new("golf", deal=3, preset="classic") and again.deal == "3"


@pytest.mark.parametrize("seed", [-1, 2**64, "7", 1.0, True])
def test_bad_seeds(seed):
    with pytest.raises(parlour.OptionsError, match="0 to 18446744073709551615"):
        parlour.new("golf", seed=seed)


def test_seeds_use_all_64_bits():
    assert parlour.new("golf", seed=2**64 - 1) != parlour.new("golf", seed=2**63 - 1)


def test_seed_and_deal_exclude_each_other():
    with pytest.raises(parlour.OptionsError, match="not from both"):
        parlour.new("golf", seed=1, deal=1)


def test_views_are_for_seats_that_exist(p):
    assert p.view(0).legal == p.legal_moves and p.view(None).legal == () and p.view() == p.view(None)
    for seat in (1, -1):
        with pytest.raises(parlour.PositionError, match="seats 0 to 0"):
            p.view(seat)


def test_the_log_as_a_viewer_saw_it(p):
    told = p.told(0)
    assert [line.kind for line in told] == ["deal", "play", "deal"]
    assert told[0].cards == ("JH",) and told[1].cards == ("TC",) and told[1].places == ("1",)


def test_notebooks_get_html(p):
    page = p._repr_html_()
    assert page.count("<span") == 52 and "10\u2663" in page
    assert "\u2665" in parlour.new("little_spider", deal=1)._repr_html_()


def test_the_record_array_is_a_copy(p):
    states = p.states
    states["over"] = 1
    assert not p.is_over


def test_a_move_may_say_whose_it_is(high_card):
    p = parlour.new("high_card", 3, seed=5)
    card = p.legal_moves[0]
    with pytest.raises(parlour.IllegalMove, match="it is A's decision, not C's") as refusal:
        p.play(card, seat=2)
    assert refusal.value.code == "not_your_turn" and p.history == ()
    for seat in (3, -1):
        with pytest.raises(parlour.PositionError, match="seats 0 to 2"):
            p.play(card, seat=seat)
    p.play(card, seat=0)
    assert p.moves == (card,) and p.current_player == 1


def test_whose_move_it_is_comes_before_what_it_is(high_card):
    """Else the refusal would tell what the seat on turn holds."""
    p = parlour.new("high_card", seed=5)
    refusals = set()
    for move in ("nonsense", *map(str, range(1, 25))):
        with pytest.raises(parlour.IllegalMove) as refusal:
            p.play(move, seat=1)
        refusals.add(str(refusal.value))
    assert len(refusals) == 1


def test_after_the_end_it_is_nobodys_turn(high_card):
    p = parlour.new("high_card", seed=5)
    while not p.is_over:
        p.play(p.legal_moves[0], seat=p.current_player)
    for seat in (None, 0, 1):
        with pytest.raises(parlour.IllegalMove, match="the game is over"):
            p.play("1", seat=seat)


def test_an_endless_text_is_refused_in_short():
    with pytest.raises(parlour.NotationError, match="at most 100 characters") as refusal:
        parlour.new("golf", deal=24).play("x" * 100_000)
    assert len(str(refusal.value)) < 200
