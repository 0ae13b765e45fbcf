"""What a pawn would bring: the points of a seat after placing on each cell that is open to it."""

from typing import get_args

import numpy as np

from parlour.games.arbos import survey
from parlour.games.arbos.layers import AT
from parlour.games.arbos.options import Scoring
from parlour.games.arbos.view import ArbosView


def gains(view: ArbosView, seat: int) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Return points other than today's with the open cells that would make them, fewest points first."""
    player = view.players[seat]
    bits = {seed: 1 << i for i, seed in enumerate(view.seeds)}
    points = np.empty(len(player.open), np.int64)
    survey.prospects(
        get_args(Scoring).index(view.options.scoring),
        np.array([sum(bits[seed] for seed in tree.seeds) for tree in player.trees], np.int64),
        np.array([AT[pawn] for tree in player.trees for pawn in tree.pawns], np.int16),
        np.array([k for k, tree in enumerate(player.trees) for _ in tree.pawns], np.int16),
        np.array([AT[seed] for seed in view.seeds], np.int16),
        np.array([AT[cell] for cell in player.open], np.int16),
        points,
    )
    found: dict[int, list[str]] = {}
    for n in np.flatnonzero(points != player.points).tolist():
        found.setdefault(int(points[n]), []).append(player.open[n])
    return tuple((total, tuple(cells)) for total, cells in sorted(found.items()))
