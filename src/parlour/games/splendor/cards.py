"""The 90 development cards and ten noble tiles, read from the room's own tables.

A card's id is its row in `cards.csv`, a noble tile's its row in `nobles.csv`, both from 0. Cards are listed
level by level. Colours everywhere stand in the order of `COLOURS`, gold last.
"""

import csv
from importlib.resources import files

import numpy as np

COLOURS = "WUGRK*"
"""White (diamond), blue (sapphire), green (emerald), red (ruby), black (onyx), gold."""

NAMES = ("white", "blue", "green", "red", "black", "gold")


def _rows(name: str) -> list[dict[str, str]]:
    lines = files("parlour.games.splendor").joinpath(name).read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(lines))


_CARDS, _NOBLES = _rows("cards.csv"), _rows("nobles.csv")

LEVEL = np.array([int(row["level"]) - 1 for row in _CARDS], np.int64)
"""The level of each card, from 0."""

BONUS = np.array([NAMES.index(row["bonus"]) for row in _CARDS], np.int64)
"""The colour that each card gives."""

POINTS = np.array([int(row["points"]) for row in _CARDS], np.int64)
"""The points of each card."""

COST = np.array([[int(row[name]) for name in NAMES[:5]] for row in _CARDS], np.int64)
"""Tokens that each card costs, by colour."""

NOBLE_COST = np.array([[int(row[name]) for name in NAMES[:5]] for row in _NOBLES], np.int64)
"""Bonuses that each noble tile asks for, by colour."""

FIRST = np.array([int((level > LEVEL).sum()) for level in range(4)], np.int64)
"""The first card of each level, and the number of cards after the last."""
