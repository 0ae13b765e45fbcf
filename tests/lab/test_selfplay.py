"""Self-play: what is kept of a game, by whom it is known, and how a folder is gone on with."""

import msgspec
import numpy as np
import pytest

import parlour
from parlour.core.position import Position
from parlour.lab import selfplay
from parlour.lab.selfplay import Folder, SelfPlay, SelfPlayError, play

KIND = SelfPlay("splendor", 3, {}, 16)


def test_a_game_gives_its_decisions():
    found = play(KIND, 4)
    count = len(found.states)
    assert count > 30
    assert found.shares.shape == found.returns.shape == (count, 3)
    assert (found.returns == found.returns[0]).all()
    assert found.returns.sum(axis=1) == pytest.approx(1)
    assert found.shares.sum(axis=1) == pytest.approx(1)
    assert set(found.games) == {4}
    thorough = found.counts > 0
    assert 0 < thorough.sum() < count / 3
    assert len(found.actions) == len(found.visits) == found.counts.sum()
    at = 0
    for state, size in zip(found.states[thorough], found.counts[thorough], strict=True):
        actions = np.empty(parlour.game("splendor").rules.MAX_LEGAL, np.int16)
        legal = parlour.game("splendor").kernels.legal(np.array([state]), actions)
        assert set(found.actions[at : at + size]) == set(actions[:legal])
        assert 8 <= found.visits[at : at + size].sum() <= 16
        at += size


def test_games_differ_by_number_and_seed_alone():
    one, other, again = play(KIND, 1), play(KIND, 2), play(KIND, 1)
    assert one.states.tobytes() == again.states.tobytes() != other.states.tobytes()
    assert one.visits.tolist() == again.visits.tolist()
    assert play(msgspec.structs.replace(KIND, seed=9), 1).states.tobytes() != one.states.tobytes()


def test_hidden_cards_are_dealt_for_the_seat_on_turn_or_for_any_where_the_search_is_quick(monkeypatch):
    asked = []
    dealt = Position.determinize

    def watched(self, seat, seed):
        asked.append(seat == self.current_player)
        return dealt(self, seat, seed)

    monkeypatch.setattr(Position, "determinize", watched)
    found = play(SelfPlay("arboretum", 2, {}, 8), 0)
    searched, kept = np.array(asked).reshape(-1, 2).T
    assert len(kept) == len(found.counts)
    assert searched.all()
    assert kept[found.counts > 0].all()
    assert 0.3 < kept[found.counts == 0].mean() < 0.7


def test_a_folder_is_gone_on_with(tmp_path, monkeypatch):
    monkeypatch.setattr(selfplay, "_GAMES", 2)
    folder = Folder(KIND, tmp_path / "it")
    assert folder.missing(3) == [0, 1]
    folder.fill(0)
    (tmp_path / "it" / "00001.part").write_bytes(b"cut off")
    again = Folder(KIND, tmp_path / "it")
    assert again.missing(4) == [1]
    again.fill(1)
    assert again.missing(4) == []
    found = again.read(4)
    assert sorted(set(found.games)) == [0, 1, 2, 3]
    assert found.states[found.games == 3].tobytes() == play(KIND, 3).states.tobytes()


def test_two_self_plays_are_not_mixed(tmp_path):
    Folder(KIND, tmp_path)
    with pytest.raises(SelfPlayError, match="holds another self-play"):
        Folder(msgspec.structs.replace(KIND, iterations=17), tmp_path)
    (tmp_path / "about.json").write_text("hello")
    with pytest.raises(SelfPlayError, match="or none"):
        Folder(KIND, tmp_path)
