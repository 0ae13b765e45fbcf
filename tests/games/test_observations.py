"""What a position looks like to a network: the same whether asked for or written along with a step."""

import numpy as np
import pytest

import parlour
from parlour.core.registry import names
from parlour.testing import observation


@pytest.mark.kernel
@pytest.mark.parametrize("name", names())
def test_a_step_writes_what_the_next_seat_sees_and_may_do(name):
    p, chance = parlour.new(name, seed=3), np.random.default_rng(3)
    rules, kernels, states = p.game.rules, p.game.kernels, p.states
    tensor, mask = np.full(rules.OBSERVATION, 9, np.float32), np.ones(rules.ACTIONS, np.bool_)
    while not p.is_over:
        action = int(chance.choice(p.legal_actions))
        p.play(action)
        count = kernels.observed_step(states, action, p.game.acts(), tensor, mask)
        assert states.tobytes() == p.key() and count == len(p.legal_actions)
        assert tuple(np.flatnonzero(mask)) == p.legal_actions
        if p.current_player is not None:
            assert np.array_equal(tensor, observation(p, p.current_player))
    assert not tensor.any() and not mask.any()
