"""Reviews: a planted blunder is found and nothing else, the same twice, and from what was known alone."""

import msgspec
import pytest

import parlour
from parlour import Position
from parlour.core.record import Event
from parlour.core.start import SeedStart
from parlour.search.review import SURE, Effort, ReviewError, chosen, review
from parlour.search.thinking import Budget, Settings, compare, think


def blundered() -> tuple[Position, str]:
    """A game of Splendor by good moves whose last one does not buy the card that wins."""
    position = parlour.new("splendor", seats=2, seed=6)
    while True:
        seat = position.current_player
        assert seat is not None
        thought = think(position, seat, Budget(1000), Settings(nodes=1 << 16))
        best = position.text(thought.choices[0].action)
        ahead = position.copy()
        ahead.play(best)
        if seat == 1 and ahead.view(None).players[1].points >= 15:
            position.play(next(move for move in position.legal_moves if move.startswith("take")))
            return position, best
        position.play(best)


def test_a_planted_blunder_is_the_one_turning_point_and_the_better_move_is_named():
    position, best = blundered()
    seen = review(position)
    (turn,) = [seen.decisions[index] for index in seen.turns]
    assert (turn.number, turn.seat, turn.best) == (len(position.history), 1, best)
    assert turn.loss > 0.5 and turn.loss > SURE * turn.error
    assert turn.reason is not None and turn.reason.kind == "goal"
    assert len(seen.chances) == len(position.history) + 1
    assert all(sum(shares) == pytest.approx(1) for shares in seen.chances)
    mean = sum(one.loss for one in seen.decisions if one.seat == 0) / seen.accuracy[0].decisions
    assert seen.accuracy[0].loss == pytest.approx(mean)
    assert review(position) == seen


@pytest.mark.parametrize(("game", "seats"), [("arboretum", 3), ("splendor", 4)])
def test_a_review_judges_by_what_each_seat_could_know(game, seats):
    """The last decision of two worlds that differ for its seat only in what it cannot see is judged alike."""
    position = parlour.new(game, seats=seats, seed=2)
    kernels = position.game.kernels
    for _ in range(40):
        position.play(int(kernels.policy(position._states, position._acts, position._count)))
    while len(position.legal_actions) < 2:
        position.play(position.legal_actions[0])
    seat = position.current_player
    judged = []
    for seed in (1, 2):
        world = Position(position.game, position.determinize(seat, seed).states, SeedStart(1))
        world.play(position.legal_actions[-1])
        judged.append(review(world, Effort(64, 64)))
    assert judged[0].decisions == judged[1].decisions
    assert judged[0].chances == judged[1].chances


def test_what_nobody_chose_is_not_judged_and_forced_moves_neither():
    position = parlour.new("arboretum", seats=3, seed=4)
    for _ in range(30):
        position.play(position.legal_actions[0])
    record = position.record()
    left = Event("resign", seat=1)
    events = (*record.events[:10], left, *record.events[10:], Event("undo"))
    record = msgspec.structs.replace(record, events=events)
    flags = chosen(record)
    assert len(flags) == 29
    assert flags[:10] == tuple(event.seat for event in record.events[:10])
    assert 1 not in flags[10:] and None in flags[10:]
    seen = review(record, Effort(16, 16))
    late = [one for one in seen.decisions if one.number > 10]
    assert late and all(one.seat != 1 for one in late)
    assert all(number != 1 for number in (one.number for one in seen.decisions)), "the first draw is forced"
    assert seen.accuracy[0] is not None and seen.accuracy[0].decisions <= 10


def test_comparing_a_move_with_itself_finds_no_difference_and_the_better_one_more():
    position = parlour.new("splendor", seats=2, seed=3)
    one, other = position.legal_actions[0], position.legal_actions[-1]
    same = compare(position, 0, (one, one), 320)
    assert (same.more, same.error) == (0.0, 0.0)
    there, back = compare(position, 0, (one, other), 320), compare(position, 0, (other, one), 320)
    assert there.more == -back.more != 0.0
    assert there.first == back.second
    assert there.error > 0


def test_a_game_for_one_and_one_without_a_move_have_no_review():
    with pytest.raises(ReviewError, match="is for one"):
        review(parlour.new("golf", deal=1))
    with pytest.raises(ReviewError, match="nothing was played"):
        review(parlour.new("splendor", seats=2))
