"""Information-set Monte Carlo tree search, bound to each game.

Each iteration deals anew all that the searching seat cannot know, follows the tree to its edge, judges the
position there, and credits every seat on the way with its own return.
"""

import numpy as np

from parlour.core.kernel import Kernel, Records, Shares, jump
from parlour.search.tree import NONE, ROOT, Tree, attach, choose, credit, forget, lacks, note, soften

legal: Kernel
apply: Kernel
returns: Kernel
determinize: Kernel
policy: Kernel
score: Kernel
evaluate: Kernel
ACTIONS: int
MAX_LEGAL: int

DEEPEST = 400
"""Actions below the root that an iteration follows at most; what is deeper is judged there."""


Plan = np.dtype(
    [
        ("seed", np.uint64),
        ("explore", np.float64),
        ("shy", np.float64),
        ("even", np.float64),
        ("rollout", np.int64),
        ("used", np.int64),
        ("done", np.int64),
    ]
)
"""How a tree grows, and how far it has grown.

`explore`, `shy` and `even` are as in `choose` and `soften`; the edge is judged after `rollout` actions of the
game's `policy`. `used` counts nodes and `done` iterations; both stand at what `plant` returns and 0 at first.
"""


def grow(states: Records, seat: int, tree: Tree, plans: Records, gains: Shares, iterations: int) -> None:
    """Add iterations to a tree, and what each seat got in them to `gains`.

    What `seat` cannot know is never looked at: the first thing that an iteration does is to deal it anew. A
    tree that is full grows no more, but goes on learning.
    """
    plan = plans[0]
    work = states.copy()
    s = work[0]
    children = np.full(ACTIONS, NONE, np.int32)
    acts, priors = np.empty(MAX_LEGAL, np.int16), np.empty(MAX_LEGAL)
    path, movers = np.empty(DEEPEST, np.int32), np.empty(DEEPEST, np.int32)
    gain = np.empty(s.seats)
    for _ in range(iterations):
        work[0] = states[0]
        determinize(s, seat, jump(plan.seed, plan.done))
        plan.done += 1
        node, depth, fresh = ROOT, 0, False
        n = legal(s, acts)
        while n > 0 and not fresh and depth < DEEPEST:
            note(tree, node, children)
            if lacks(acts, n, children):
                if plan.used + n > len(tree):
                    forget(tree, node, children)
                    break
                score(s, acts, n, priors)
                soften(priors, n, plan.even)
                plan.used = attach(tree, plan.used, node, acts, n, priors, children)
            i = choose(tree, acts, n, children, 1.0 / s.seats, plan.explore, plan.shy)
            chosen = children[acts[i]]
            forget(tree, node, children)
            node = chosen
            fresh = tree[node].visits == 0
            path[depth], movers[depth] = node, s.player
            depth += 1
            apply(s, acts[i])
            n = legal(s, acts)
        for _ in range(plan.rollout):
            if n == 0:
                break
            apply(s, policy(s, acts, n))
            n = legal(s, acts)
        if n == 0:
            returns(s, gain)
        else:
            evaluate(s, gain)
        credit(tree, path, movers, depth, gain)
        gains += gain
    # A record does not keep its array alive: without this last use Numba would free it before the calls.
    work[0] = states[0]
