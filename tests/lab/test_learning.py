"""Learning: decisions become choices of seats and actions, and a fit is put where the game reads it."""

import msgspec
import numpy as np
import pytest

import parlour
from parlour.core.network import fits, networks
from parlour.lab.learning import PARTS, LearningError, choices, learn, lessons, write
from parlour.lab.selfplay import Decisions, SelfPlay, play

GAMES = "arboretum", "arbos", "splendor"
SPLENDOR = parlour.game("splendor")


@pytest.fixture(scope="module")
def found():
    return Decisions.together([play(SelfPlay("splendor", 2, {}, 32), number) for number in range(12)])


def test_seats_shall_get_what_they_won_and_what_was_expected(found):
    made, games = choices(SPLENDOR, "evaluation", found)
    quick = found.counts == 0
    assert made.sizes.tolist() == [2] * quick.sum()
    assert made.items.shape == (2 * quick.sum(), lessons(SPLENDOR)["evaluation"].owned)
    expected = (found.returns + found.shares)[quick] / 2
    assert made.shares.reshape(-1, 2) == pytest.approx(expected, abs=1e-6)
    assert games.tolist() == found.games[quick].tolist()
    points = found.states["points"][quick, :2] / 12
    assert made.items[:, 0].reshape(-1, 2).tolist() == points.tolist()


def test_actions_shall_get_their_part_of_the_visits(found):
    made, games = choices(SPLENDOR, "prior", found)
    assert made.sizes.tolist() == found.counts[found.counts > 0].tolist()
    assert len(games) == len(made.sizes) < len(found.states)
    starts = np.cumsum(made.sizes) - made.sizes
    assert np.add.reduceat(made.shares, starts) == pytest.approx(1, abs=1e-5)
    assert made.shares[: made.sizes[0]] * found.visits[: made.sizes[0]].sum() == pytest.approx(
        found.visits[: made.sizes[0]], abs=1e-3
    )


@pytest.mark.parametrize("part", PARTS)
def test_what_is_learned_is_better_than_even_shares(found, part, tmp_path):
    told = []
    learned = learn(SPLENDOR, part, found, rounds=60, tell=lambda done, of: told.append((done, of)))
    assert told == [(done, 60) for done in range(1, 61)]
    assert learned.loss < learned.even
    assert learned.before < learned.even
    file = tmp_path / "it.json"
    write(file, 2, learned, "parlour fit splendor")
    write(file, 3, msgspec.structs.replace(learned, loss=0.5), "parlour fit splendor --seats 3")
    assert {seats: fit.command for seats, fit in fits(file).items()} == {
        "2": "parlour fit splendor",
        "3": "parlour fit splendor --seats 3",
    }
    about = lessons(SPLENDOR)[part]
    two, three = networks(file, about.owned + about.shared, (2, 3))
    assert two.tolist() == three.tolist() == np.array(learned.weights, np.float32).tolist()


def test_too_little_and_games_that_cannot_learn_are_refused(found):
    one = Decisions(**{name: getattr(found, name)[:0] for name in Decisions.__struct_fields__})
    with pytest.raises(LearningError, match="at least 10"):
        learn(SPLENDOR, "evaluation", one)
    with pytest.raises(LearningError, match="Golf learns nothing"):
        lessons(parlour.game("golf"))


@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_seats_has_a_fit_that_beats_even_shares(name):
    game = parlour.game(name)
    for about in lessons(game).values():
        shipped = fits(about.file)
        assert sorted(shipped) == [str(seats) for seats in game.seats]
        for seats, fit in shipped.items():
            assert fit.loss < fit.even
            assert fit.command.startswith(f"parlour fit {name} --seats {seats} ")
