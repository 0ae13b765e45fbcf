"""Random games of Arbos in plain Python, with sets of cells as bits of big integers: a baseline for `run.py`.

It plays the standard rules without voluntary passes, draws cells until one is legal, and scores the end.
"""

import random
from itertools import combinations_with_replacement

SIZE, SEEDS, TREES, PAWNS = 20, 21, 3, 80


def _around(cell: int, steps: list[tuple[int, int]]) -> int:
    row, column = divmod(cell, SIZE)
    return sum(
        1 << (row + down) * SIZE + column + right
        for down, right in steps
        if 0 <= row + down < SIZE and 0 <= column + right < SIZE
    )


_NINE = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
_FIVE = [(down, right) for down, right in _NINE if not down or not right]
CELLS = range(SIZE * SIZE)
NEAR = [_around(cell, _NINE) for cell in CELLS]
BESIDE = [_around(cell, _FIVE) for cell in CELLS]


def _draw(cells: int, chance: random.Random) -> int:
    while True:
        cell = int(chance.random() * SIZE * SIZE)
        if cells >> cell & 1:
            return cell


def _score(trees: list[int], seeds: list[int]) -> int:
    linked = [{seed for seed in seeds if NEAR[seed] & tree} for tree in trees]
    return max((len(a | b) for a, b in combinations_with_replacement(linked, 2)), default=0)


def random_game(chance: random.Random) -> tuple[int, int]:
    """Play a game; return the points of white and black."""
    free, seeds = (1 << SIZE * SIZE) - 1, []
    empty = free
    for _ in range(SEEDS):
        seed = _draw(free, chance)
        seeds.append(seed)
        free &= ~NEAR[seed]
        empty &= ~(1 << seed)
    cells, near, left = [empty, empty], [0, 0], [PAWNS, PAWNS]
    trees: list[list[int]] = [[], []]
    seat, passes = 0, 0
    while passes < 2:
        legal = cells[seat] & near[seat] if len(trees[seat]) == TREES else cells[seat]
        if legal and left[seat]:
            cell = _draw(legal, chance)
            touched = [tree for tree in trees[seat] if tree & NEAR[cell]]
            grown = 1 << cell
            for tree in touched:
                grown |= tree
            trees[seat] = [tree for tree in trees[seat] if tree not in touched] + [grown]
            cells[seat] &= ~(1 << cell)
            cells[1 - seat] &= ~BESIDE[cell]
            near[seat] |= NEAR[cell]
            left[seat] -= 1
            passes = 0
        else:
            passes += 1
        seat = 1 - seat
    return _score(trees[0], seeds), _score(trees[1], seeds)


def random_games(games: int) -> int:
    """Play games; return their number."""
    chance = random.Random(1)  # noqa: S311 - random games need no cryptography
    for _ in range(games):
        random_game(chance)
    return games
