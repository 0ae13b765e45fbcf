"""What every game can do once its rule functions are known, as plain functions that `kernel.bind` makes.

All take arrays of records and work on the first one: passing a record from Python costs several microseconds
a call, an array of one costs half of one. The annotated names without values are the game's own functions,
put in by `bind`.
"""

import numpy as np
import numpy.typing as npt

from parlour.core.kernel import Actions, Kernel, Record, Records, Shares, jump, random_below

setup: Kernel
legal: Kernel
apply: Kernel
returns: Kernel
determinize: Kernel
observe: Kernel
admits: Kernel
sample: Kernel
policy: Kernel
score: Kernel
evaluate: Kernel
idle: Kernel
MAX_LEGAL: int

ILLEGAL = -1
"""What `try_step` and `replay` return instead of a count when an action is not legal."""


def deal(states: Records, seats: int, seed: np.uint64, out: Actions) -> int:
    """Set up a game whose options already stand in the record; write the legal actions, return how many."""
    setup(states[0], seats, seed)
    return legal(states[0], out)


def legal_at(states: Records, out: Actions) -> int:
    """Write the legal actions, ascending, into `out` of length `MAX_LEGAL`; return how many."""
    return legal(states[0], out)


def step(states: Records, action: int, out: Actions) -> int:
    """Play an action known to be legal, then write the legal actions; return how many (0: it is over)."""
    apply(states[0], action)
    return legal(states[0], out)


def observed_step(
    states: Records, action: int, out: Actions, tensor: npt.NDArray[np.float32], mask: npt.NDArray[np.bool_]
) -> int:
    """Do `step`, then write what the seat on turn observes and which actions are legal; return how many.

    `tensor` has the game's `OBSERVATION` shape, `mask` the shape (`ACTIONS`,). When it is over both are
    cleared.
    """
    s = states[0]
    apply(s, action)
    n = legal(s, out)
    tensor[:] = 0
    mask[:] = False
    if n > 0:
        observe(s, s.player, tensor)
    for i in range(n):
        mask[out[i]] = True
    return n


def try_step(states: Records, action: int, acts: Actions, n: int) -> int:
    """Do `step` if `action` is among `acts[:n]` or the game admits it; otherwise change nothing.

    Returns `ILLEGAL` then.
    """
    possible = admits(states[0], action)
    for i in range(n):
        possible |= acts[i] == action
    if not possible:
        return ILLEGAL
    apply(states[0], action)
    return legal(states[0], acts)


def replay(states: Records, line: Actions, count: int, out: Actions) -> int:
    """Play `line[:count]`, checking each action; return the number of legal actions at the end.

    At an action that is not legal it stops and returns `ILLEGAL - k`, k being that action's place in the
    line.
    """
    n = legal(states[0], out)
    for k in range(count):
        n = try_step(states, line[k], out, n)
        if n < 0:
            return ILLEGAL - k
    return n


def random_games(states: Records, games: int, seed: np.uint64) -> int:
    """Play `games` uniformly random games of the kind of `states[0]`; return the number of actions."""
    work = states.copy()
    acts = np.empty(MAX_LEGAL, np.int16)
    steps = 0
    for game in range(games):
        work[0] = states[0]
        s = work[0]
        setup(s, s.seats, jump(seed, game))
        chance = jump(~seed, game)
        while s.over == 0:
            s.rng = chance
            action = sample(s, acts)
            chance = s.rng
            s.rng = np.uint64(0)
            apply(s, action)
            steps += 1
    return steps


def admits_at(states: Records, action: int) -> bool:
    """Say whether an action can happen that is not among the legal ones."""
    return admits(states[0], action)


def returns_at(states: Records, out: Shares) -> None:
    """Write each seat's return, of a game that is over."""
    returns(states[0], out)


def determinize_at(states: Records, seat: int, seed: np.uint64) -> None:
    """Deal anew, uniformly, all that `seat` cannot know."""
    determinize(states[0], seat, seed)


def observe_at(states: Records, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write what `seat` knows into a tensor of the game's `OBSERVATION` shape."""
    out[:] = 0
    observe(states[0], seat, out)


def policy_at(states: Records, acts: Actions, n: int) -> int:
    """Choose a rollout's action among `acts[:n]`; chance comes from `rng`, which it advances."""
    return policy(states[0], acts, n)


def score_at(states: Records, acts: Actions, n: int, out: Shares) -> None:
    """Write how promising each of `acts[:n]` looks; higher is better, softmax makes a prior of it."""
    score(states[0], acts, n, out)


def evaluate_at(states: Records, out: Shares) -> None:
    """Write each seat's estimated share of the win.

    Works on a copy, since an evaluation may play a game to its end.
    """
    work = states.copy()
    evaluate(work[0], out)
    # A record does not keep its array alive: without this last use Numba would free it before the call.
    work[0] = states[0]


def idle_at(states: Records, acts: Actions, n: int) -> int:
    """Choose the least harmful of `acts[:n]` for somebody who is absent."""
    return idle(states[0], acts, n)


# Stand-ins for what a game need not have: actions beside the legal ones, a quicker draw, and a `policy.py`,
# so that it has a player at once.


def admit_nothing(s: Record, action: int) -> bool:
    """Say that nothing can happen beside the legal actions."""
    return False


def sample_listed(s: Record, acts: Actions) -> int:
    """List the legal actions of a game that is not over into `acts` and draw one, uniformly."""
    return int(acts[random_below(s, legal(s, acts))])


def random_policy(s: Record, acts: Actions, n: int) -> int:
    """Choose uniformly."""
    return int(acts[random_below(s, n)])


def even_score(s: Record, acts: Actions, n: int, out: Shares) -> None:
    """Find all actions equally promising."""
    out[:n] = 0.0


def rollout(s: Record, out: Shares) -> None:
    """Evaluate by playing `s` itself to its end with `policy`."""
    acts = np.empty(MAX_LEGAL, np.int16)
    n = legal(s, acts)
    while n > 0:
        apply(s, policy(s, acts, n))
        n = legal(s, acts)
    returns(s, out)


def last_action(s: Record, acts: Actions, n: int) -> int:
    """Stand in for the absent with the highest legal action, which is the pass where a game has one."""
    return int(acts[n - 1])
