"""The search tree: one structured array of nodes, and the steps of a search that need no game.

A node stands for a line of actions, whatever the cards that the searching seat cannot see; its children are a
linked list, for other cards allow other actions. Values are summed returns of the seat that acted to get
there.
"""

import math

import numpy as np
import numpy.typing as npt

from parlour.core.kernel import Actions, Shares, kernel

Node = np.dtype(
    [
        ("value", np.float64),
        ("prior", np.float64),
        ("visits", np.int32),
        ("available", np.int32),
        ("action", np.int32),
        ("first", np.int32),
        ("next", np.int32),
        ("pad", np.int32),
    ]
)
"""`value` sums returns over `visits`; `available` counts how often the action could have been chosen; `first`
is the first child and `next` the next sibling, `NONE` for none."""

Tree = np.ndarray[tuple[int], np.dtype[np.void]]
"""Nodes; the first is the root."""
Numbers = npt.NDArray[np.int32]

NONE = -1
ROOT = 0

FLOOR = -6.0
"""Scores are cut off so far below the best one."""


@kernel
def plant(tree: Tree) -> int:
    """Make an array a tree of nothing but its root; return the number of its nodes."""
    clear(tree, ROOT, 0, 1.0)
    return 1


@kernel
def clear(tree: Tree, node: int, action: int, prior: float) -> None:
    """Make a node new."""
    one = tree[node]
    one.value, one.prior = 0.0, prior
    one.visits, one.available, one.action = 0, 0, action
    one.first, one.next = NONE, NONE


@kernel
def soften(scores: Shares, n: int, even: float) -> None:
    """Make priors of the first `n` scores: their softmax, with a part `even` spread over all alike."""
    top = scores[0]
    for i in range(1, n):
        top = max(top, scores[i])
    total = 0.0
    for i in range(n):
        scores[i] = math.exp(max(scores[i] - top, FLOOR))
        total += scores[i]
    for i in range(n):
        scores[i] = (1.0 - even) * scores[i] / total + even / n


@kernel
def note(tree: Tree, node: int, children: Numbers) -> None:
    """Write each child of a node at the place of its action."""
    k = tree[node].first
    while k != NONE:
        children[tree[k].action] = k
        k = tree[k].next


@kernel
def forget(tree: Tree, node: int, children: Numbers) -> None:
    """Take back what `note` wrote."""
    k = tree[node].first
    while k != NONE:
        children[tree[k].action] = NONE
        k = tree[k].next


@kernel
def lacks(acts: Actions, n: int, children: Numbers) -> bool:
    """Say whether some of `acts[:n]` has no node yet."""
    known = True
    for i in range(n):
        known &= children[acts[i]] != NONE
    return not known


@kernel
def attach(tree: Tree, used: int, node: int, acts: Actions, n: int, priors: Shares, children: Numbers) -> int:
    """Give a node the children that it lacks, of which there is room for all; return the nodes in use."""
    for i in range(n):
        if children[acts[i]] == NONE:
            clear(tree, used, acts[i], priors[i])
            tree[used].next = tree[node].first
            tree[node].first = used
            children[acts[i]] = used
            used += 1
    return used


@kernel
def choose(
    tree: Tree, acts: Actions, n: int, children: Numbers, even: float, explore: float, shy: float
) -> int:
    """Return which of `acts[:n]` to follow, all of which have nodes: PUCT with availability counts.

    An action that was never tried counts as the mean of those that were, less `shy`; before any was, as
    `even`. Silver et al., Mastering the game of Go without human knowledge (2017); availability: Cowling,
    Powley and Whitehouse, Information set Monte Carlo tree search (2012).
    """
    tried, worth, weight = 0, 0.0, 0.0
    for i in range(n):
        one = tree[children[acts[i]]]
        one.available += 1
        tried += one.visits
        worth += one.value
        weight += one.prior
    mean = worth / tried if tried else even
    best, most = 0, -1e9
    for i in range(n):
        one = tree[children[acts[i]]]
        found = one.value / one.visits if one.visits else mean - shy
        eager = explore * one.prior / weight * math.sqrt(one.available) / (1 + one.visits)
        if found + eager > most:
            best, most = i, found + eager
    return best


@kernel
def credit(tree: Tree, path: Numbers, movers: Numbers, depth: int, gain: Shares) -> None:
    """Add the returns of an iteration to the nodes of its path, each for the seat that acted."""
    tree[ROOT].visits += 1
    for d in range(depth):
        tree[path[d]].visits += 1
        tree[path[d]].value += gain[movers[d]]


@kernel
def count(tree: Tree, visits: npt.NDArray[np.int64], values: Shares) -> None:
    """Write visits and mean values of the root's children at the places of their actions."""
    visits[:] = 0
    values[:] = 0.0
    k = tree[ROOT].first
    while k != NONE:
        one = tree[k]
        visits[one.action] = one.visits
        values[one.action] = one.value / max(1, one.visits)
        k = one.next
