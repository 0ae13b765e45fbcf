"""What a pawn would bring: the points of a seat after placing on each cell that is open to it."""

from collections.abc import Iterable
from itertools import combinations

from parlour.games.arbos.cells import neighbours
from parlour.games.arbos.layers import AT
from parlour.games.arbos.options import Scoring
from parlour.games.arbos.state import CELLS
from parlour.games.arbos.view import ArbosView


def gains(view: ArbosView, seat: int) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return points other than today's with the open cells that would make them, fewest points first."""
    player, scoring = view.players[seat], view.options.scoring
    bits = {seed: 1 << i for i, seed in enumerate(view.seeds)}
    held = [sum(bits[seed] for seed in tree.seeds) for tree in player.trees]
    linked = _spread((seed, bits[seed]) for seed in view.seeds)
    joined = _spread((pawn, 1 << k) for k, tree in enumerate(player.trees) for pawn in tree.pawns)
    reached: dict[tuple[int, int], int] = {}
    """The points by what is newly linked and which trees are touched: many cells have both alike."""
    found: dict[int, list[str]] = {}
    for text in player.open:
        cell = AT[text]
        grown, touched = linked[cell], joined[cell]
        if not grown and touched.bit_count() < 2:
            continue
        total = reached.get((grown, touched))
        if total is None:
            total = reached[grown, touched] = _after(scoring, held, grown, touched)
        if total != player.points:
            found.setdefault(total, []).append(text)
    return tuple((total, tuple(cells)) for total, cells in sorted(found.items()))


def _after(scoring: Scoring, held: list[int], grown: int, touched: int) -> int:
    """Return the points once the touched trees are one, linked to what they were and to `grown`."""
    rest = []
    for k, seeds in enumerate(held):
        if touched >> k & 1:
            grown |= seeds
        else:
            rest.append(seeds)
    return points(scoring, [*rest, grown])


def _spread(marked: Iterable[tuple[str, int]]) -> list[int]:
    """Return the bits of all that neighbours a cell, by cell."""
    spread = [0] * CELLS
    for text, bit in marked:
        for cell in neighbours(AT[text]):
            spread[cell] |= bit
    return spread


def points(scoring: Scoring, held: list[int]) -> int:
    """Return the points of trees that hold those seeds, each a set of bits."""
    once = twice = 0
    for seeds in held:
        twice |= once & seeds
        once |= seeds
    match scoring:
        case "total":
            return once.bit_count()
        case "linked_ge2":
            return twice.bit_count()
        case "both_pair":
            return max(((a & b).bit_count() for a, b in combinations(held, 2)), default=0)
        case "sum2":
            pairs = (a.bit_count() + b.bit_count() for a, b in combinations(held, 2))
        case _:
            pairs = ((a | b).bit_count() for a, b in combinations(held, 2))
    return max(pairs, default=once.bit_count())
