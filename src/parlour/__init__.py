"""Parlour: exact rules of five games as a fast library, and a table to play them at.

>>> import parlour
>>> p = parlour.new("golf", deal=24)
>>> p.legal_moves
('deal',)
"""

from pathlib import Path
from typing import Any

import parlour.games  # noqa: F401 - before games() below, which loading that package would replace
from parlour.core import reading
from parlour.core.beginning import begin
from parlour.core.errors import (
    DealError,
    IllegalMove,
    NotationError,
    OptionsError,
    ParlourError,
    PositionError,
    RecordError,
    UnknownGame,
)
from parlour.core.game import Game
from parlour.core.position import Position
from parlour.core.reading import from_json
from parlour.core.record import Event, GameRecord
from parlour.core.registry import game, games
from parlour.core.result import Result
from parlour.core.start import DealStart, SeedStart, Start, random_seed

__version__ = "0.1.0"

__all__ = [
    "DealError",
    "Event",
    "Game",
    "GameRecord",
    "IllegalMove",
    "NotationError",
    "OptionsError",
    "ParlourError",
    "Position",
    "PositionError",
    "RecordError",
    "Result",
    "UnknownGame",
    "__version__",
    "from_json",
    "game",
    "games",
    "load",
    "new",
    "read",
]


def new(
    name: str,
    seats: int | None = None,
    *,
    seed: int | None = None,
    deal: int | str | None = None,
    preset: str | None = None,
    **options: Any,
) -> Position:
    """Start a game.

    `seed` (0 to 2^64 - 1) shuffles by the game's own generator; a solitaire may be started by `deal` number
    instead. Without either the shuffle is random. `preset` names a set of options, single `options` change
    it.

    Raises `UnknownGame`, `OptionsError` or `DealError`, each saying what there is.
    """
    played = game(name)
    chosen = played.choose(preset, **options)
    count = played.check_seats(seats, chosen)
    if seed is not None and deal is not None:
        raise OptionsError("a game starts from a seed or from a deal number, not from both")
    start: Start
    if deal is not None:
        start = DealStart(played.deal_number(deal))
    else:
        start = SeedStart(random_seed() if seed is None else seed)
    return begin(played, start, chosen, count)


def load(path: str | Path) -> GameRecord:
    """Read a game record from a file. Raises `RecordError`, or `OSError` where the file cannot be read."""
    return GameRecord.load(path)


def read(text: str, name: str | None = None) -> list[Position]:
    """Read positions: JSON, one or more of them, or a stream of text boards.

    Text boards do not name their game: it is told by their shape, or given as `name`. Raises `PositionError`.
    """
    return reading.read(text, name)
