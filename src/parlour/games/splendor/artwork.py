"""The art of Splendor: symbols of `splendor.svg`, which pages refer to and pictures carry in themselves.

Symbols are `gem-w` (a stone), `cost-w` (a quiet one, under a number), `chip-w` and `chips-w` (a token, large
and small), `pile-w3` (three tokens on each other), `art-w1` to `art-w3` (a card's plate, by level),
`back-1` to `back-3`, and `noble-0` to `noble-9`. The letters are w, u, g, r, k, and o for gold.
"""

import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from parlour.games.splendor.cards import BONUS, LEVEL

_CROPS = (
    ("0 0 100 140", "7 9 93 130.2", "12 14 88 123.2"),
    ("0 0 100 140", "6 14 90 126", "2 6 86 120.4"),
    ("0 0 100 140", "6 5 94 131.6"),
)
"""Parts of the plates of each level, as view boxes, so that cards of a kind are not all alike."""

_SYMBOL = re.compile(r'<symbol id="([^"]+)" viewBox="([^"]+)">(.*)</symbol>')


class Crop(NamedTuple):
    """The part of a plate that a card shows, and whether it is seen in a mirror."""

    box: str
    flip: bool


def crop(card: int) -> Crop:
    """Return how a card shows its plate, by its place among those of its kind."""
    level = int(LEVEL[card])
    place = int(((LEVEL[:card] == level) & (BONUS[:card] == BONUS[card])).sum())
    doubled = level == 1
    boxes = _CROPS[level]
    return Crop(boxes[(place // 2 if doubled else place) % len(boxes)], doubled and place % 2 == 1)


class Symbol(NamedTuple):
    """A drawing: its view box and what stands in it."""

    box: str
    body: str


@cache
def symbols() -> dict[str, Symbol]:
    """Read all symbols, by name."""
    text = files("parlour.games.splendor").joinpath("splendor.svg").read_text(encoding="utf-8")
    return {name: Symbol(box, body) for name, box, body in _SYMBOL.findall(text)}


def needed(names: set[str]) -> str:
    """Return the definitions of symbols and of those that they refer to, for a drawing of its own."""
    found, queue = set(), sorted(names)
    while queue:
        name = queue.pop()
        if name not in found:
            found.add(name)
            queue += re.findall(r'href="#([^"]+)"', symbols()[name].body)
    return "\n".join(
        f'<symbol id="{name}" viewBox="{symbols()[name].box}">{symbols()[name].body}</symbol>'
        for name in sorted(found)
    )
