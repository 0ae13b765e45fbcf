"""Judgement that was learned: networks with one hidden layer, small enough for every node of a search.

Each judges items side by side, the seats of a game or the actions of a choice; the softmax of what it says of
them is the answer. Their weights are data, made by `parlour fit` and read from files of JSON.
"""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt

from parlour.core.kernel import Kernel, Shares, kernel

UNITS = 15
"""Hidden units. With the answer beside them they fill whole registers of every processor, and a loop of known
length takes half the time."""

_WIDTH = UNITS + 1

Network = npt.NDArray[np.float32]
"""Shape (inputs + 2, UNITS + 1): what each input weighs in the hidden units, and in the last column what it
adds to the answer at once; the next to last row is added to the units, the last one what they weigh."""

Features = npt.NDArray[np.float32]
"""Shape (items, inputs of an item), and (inputs that all items share,)."""


_LEAST = -50.0
"""Logits are cut off so far below the greatest."""


class Fit(msgspec.Struct, frozen=True):
    """A network, the command that made it, and what it was worth.

    `loss` is its mean cross-entropy, in nats, in games that it was not made from; `even` that of even shares.
    """

    command: str
    loss: float
    even: float
    weights: list[list[float]]


class Lesson(NamedTuple):
    """What a network can be fitted to: how items are described, and where the weights are.

    `describe(s, features, shared)` describes seats, `describe(s, acts, n, features, shared)` actions. `owned`
    and `shared` are the numbers of inputs; the file has a fit for each number of seats.
    """

    describe: Kernel
    owned: int
    shared: int
    file: Path


def fits(file: Path) -> dict[str, Fit]:
    """Read a file of weights: a fit for each number of seats; there is none if the file is not there."""
    if not file.exists():
        return {}
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Fit])


def networks(file: Path, inputs: int, seats: Sequence[int]) -> Network:
    """Return networks for numbers of seats, from a file: shape (numbers of seats, inputs + 2, UNITS + 1).

    Where the file has no fit all items are judged alike, so that one can be made from nothing. Raises
    `ValueError` for weights of other inputs.
    """
    found = fits(file)
    out = np.zeros((len(seats), inputs + 2, UNITS + 1), np.float32)
    for whole, count in zip(out, seats, strict=True):
        if str(count) in found:
            weights = np.array(found[str(count)].weights, np.float32)
            if weights.shape != whole.shape:
                raise ValueError(f"{file} has weights of shape {weights.shape}, not {whole.shape}: fit anew")
            whole[:] = weights
    return out


@kernel
def judge(net: Network, features: Features, n: int, shared: Features, out: Shares) -> None:
    """Write what a network says of the first `n` items, as logits.

    Four items at a time: so a processor need not wait for one sum before it goes on with the next.
    """
    inputs, last = features.shape[1], len(net) - 1
    together, units = np.empty(_WIDTH, np.float32), np.empty((4, _WIDTH), np.float32)
    for j in range(_WIDTH):
        together[j] = net[last - 1, j]
    for k in range(len(shared)):
        for j in range(_WIDTH):
            together[j] += shared[k] * net[inputs + k, j]
    for i in range(0, n, 4):
        i1, i2, i3 = min(i + 1, n - 1), min(i + 2, n - 1), min(i + 3, n - 1)
        for j in range(_WIDTH):
            units[0, j] = units[1, j] = units[2, j] = units[3, j] = together[j]
        for k in range(inputs):
            x0, x1, x2, x3 = features[i, k], features[i1, k], features[i2, k], features[i3, k]
            for j in range(_WIDTH):
                weight = net[k, j]
                units[0, j] += x0 * weight
                units[1, j] += x1 * weight
                units[2, j] += x2 * weight
                units[3, j] += x3 * weight
        for m in range(4):
            total = units[m, UNITS]
            for j in range(UNITS):
                total += max(units[m, j], np.float32(0.0)) * net[last, j]
            out[min(i + m, n - 1)] = total


@kernel
def greatest(features: Features, n: int, own: int) -> None:
    """Write behind the first `own` features of each item the greatest of the other items."""
    for i in range(n):
        for k in range(own):
            most = np.float32(-1e9)
            for other in range(n):
                if other != i:
                    most = max(most, features[other, k])
            features[i, own + k] = most


@kernel
def softmax(out: Shares, n: int) -> None:
    """Make shares of the first `n` logits."""
    top = out[0]
    for i in range(1, n):
        top = max(top, out[i])
    total = 0.0
    for i in range(n):
        out[i] = math.exp(max(out[i] - top, _LEAST))
        total += out[i]
    for i in range(n):
        out[i] /= total
