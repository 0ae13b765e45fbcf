"""Which move is advised: what was tried most, unless another is worth more beyond what chance does."""

import pytest

import parlour
from parlour.search.advice import advise
from parlour.search.thinking import Choice, Thought


@pytest.mark.parametrize(
    ("visits", "values", "second_first"),
    [
        ((600, 400), (0.50, 0.45), False),
        ((600, 400), (0.50, 0.505), False),
        ((600, 400), (0.50, 0.60), True),
        ((600, 20), (0.50, 0.60), False),
        ((600, 0), (0.50, 0.0), False),
    ],
)
def test_the_most_tried_move_is_advised_unless_the_next_is_worth_more_for_sure(visits, values, second_first):
    position = parlour.new("arbos", size=5, seed=1)
    actions = position.legal_actions[:2]
    choices = tuple(Choice(*one) for one in zip(actions, visits, values, strict=True))
    found = advise(position, 0, Thought(choices, (0.5, 0.5), sum(visits), 0.0))
    moves = [position.text(action) for action in actions]
    assert [found.move, found.second] == (moves[::-1] if second_first else moves)
