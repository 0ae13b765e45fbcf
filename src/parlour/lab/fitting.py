"""Fits networks with one hidden layer to choices: items side by side, and the share that each shall have."""

from collections.abc import Iterator

import msgspec
import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float32]

_RATE, _MOMENTUM, _SQUARES, _TINY = 3e-3, 0.9, 0.999, 1e-8
"""Step, and decays of means, of Kingma and Ba, Adam: a method for stochastic optimization (2015)."""


class Choices(msgspec.Struct, frozen=True):
    """Choices, the items of one after the other.

    `sizes` are the numbers of items of each choice, shape (n,); `items` their own inputs, (all items, owned);
    `shared` the inputs of each choice, (n, shared); `shares` the targets, (all items,), which sum to 1 in
    each choice.
    """

    sizes: npt.NDArray[np.int64]
    items: Numbers
    shared: Numbers
    shares: Numbers

    def only(self, kept: npt.NDArray[np.bool_]) -> "Choices":
        """Return some of the choices."""
        rows = np.repeat(kept, self.sizes)
        return Choices(self.sizes[kept], self.items[rows], self.shared[kept], self.shares[rows])

    @property
    def even(self) -> float:
        """The cross-entropy of even shares."""
        return float(np.log(self.sizes).mean())


class Weights:
    """The weights of a network, as `core.network.judge` reads them."""

    def __init__(self, table: Numbers) -> None:
        self.table = table

    @classmethod
    def random(cls, inputs: int, units: int, seed: int) -> "Weights":
        """Begin with small weights by chance, and with no direct ones."""
        rng = np.random.default_rng(seed)
        table = np.zeros((inputs + 2, units + 1), np.float32)
        table[:inputs, :units] = rng.normal(0.0, np.sqrt(1.0 / inputs), (inputs, units))
        table[inputs + 1, :units] = rng.normal(0.0, 0.1, units)
        return cls(table)

    def judge(self, inputs: Numbers) -> tuple[Numbers, Numbers]:
        """Return the logits of items, shape (n,), and what their hidden units give, (n, units)."""
        found = inputs @ self.table[:-2] + self.table[-2]
        units = np.maximum(found[:, :-1], 0.0)
        return found[:, -1] + units @ self.table[-1, :-1], units

    def slope(self, inputs: Numbers, units: Numbers, wrong: Numbers) -> Numbers:
        """Return how the loss grows with each weight, where `wrong` says how it does with each logit."""
        slope = np.zeros_like(self.table)
        behind = np.concatenate([wrong[:, None] * self.table[-1, :-1] * (units > 0), wrong[:, None]], axis=1)
        slope[:-2] = inputs.T @ behind
        slope[-2] = behind.sum(axis=0)
        slope[-1, :-1] = wrong @ units
        return slope


def shares_of(logits: Numbers, sizes: npt.NDArray[np.int64]) -> Numbers:
    """Return the softmax of the items of each choice."""
    starts = np.cumsum(sizes) - sizes
    raised = np.exp(logits - np.repeat(np.maximum.reduceat(logits, starts), sizes))
    found: Numbers = raised / np.repeat(np.add.reduceat(raised, starts), sizes)
    return found


def _inputs(choices: Choices) -> Numbers:
    return np.concatenate([choices.items, np.repeat(choices.shared, choices.sizes, axis=0)], axis=1)


def loss(weights: Weights, choices: Choices) -> float:
    """Return the mean cross-entropy of a network's shares, in nats."""
    found = shares_of(weights.judge(_inputs(choices))[0], choices.sizes)
    return float(-(choices.shares * np.log(found + 1e-12)).sum() / len(choices.sizes))


def fit(
    choices: Choices, units: int, *, rounds: int = 12, batch: int = 256, shrink: float = 1e-5, seed: int = 0
) -> Iterator[Weights]:
    """Fit a network to choices, and give what it is after each round through all of them.

    Inputs are brought to one size before, and what that takes is put into the weights. The step gets smaller
    from round to round; `shrink` pulls all weights towards 0.
    """
    sized = _Scale(choices)
    inputs = sized.scaled(_inputs(choices))
    weights = Weights.random(inputs.shape[1], units, seed)
    starts = np.cumsum(choices.sizes) - choices.sizes
    mean, square, step = np.zeros_like(weights.table), np.zeros_like(weights.table), 0
    rng = np.random.default_rng(seed)
    steps = rounds * -(-len(starts) // batch)
    for _ in range(rounds):
        order = rng.permutation(len(starts))
        for at in range(0, len(order), batch):
            chosen = np.sort(order[at : at + batch])
            sizes = choices.sizes[chosen]
            rows = np.repeat(starts[chosen] - (np.cumsum(sizes) - sizes), sizes) + np.arange(sizes.sum())
            logits, active = weights.judge(inputs[rows])
            wrong = (shares_of(logits, sizes) - choices.shares[rows]) / len(chosen)
            slope = weights.slope(inputs[rows], active, wrong) + shrink * weights.table
            step += 1
            mean += (1 - _MOMENTUM) * (slope - mean)
            square += (1 - _SQUARES) * (slope**2 - square)
            rate = _RATE * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * step / steps)))
            rate *= np.sqrt(1 - _SQUARES**step) / (1 - _MOMENTUM**step)
            weights.table -= (rate * mean / (np.sqrt(square) + _TINY)).astype(np.float32)
        yield sized.unscaled(weights)


class _Scale:
    def __init__(self, choices: Choices) -> None:
        inputs = _inputs(choices)
        self.middle = inputs.mean(axis=0)
        spread = inputs.std(axis=0)
        self.spread = np.where(spread > 1e-6, spread, 1.0).astype(np.float32)

    def scaled(self, inputs: Numbers) -> Numbers:
        scaled: Numbers = (inputs - self.middle) / self.spread
        return scaled

    def unscaled(self, weights: Weights) -> Weights:
        """Return weights that do on inputs as they are what these do on scaled ones."""
        table = weights.table.copy()
        table[:-2] /= self.spread[:, None]
        table[-2] -= self.middle @ table[:-2]
        return Weights(table)
