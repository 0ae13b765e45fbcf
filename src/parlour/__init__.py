"""Parlour: exact rules of five games as a fast library, and a table to play them at.

>>> import parlour
>>> p = parlour.new("golf", deal=24)
>>> p.legal_moves
('deal',)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

import parlour.games  # noqa: F401 - before games() below, which loading that package would replace
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

if TYPE_CHECKING:
    from parlour.core.face import load, new
    from parlour.core.game import Game
    from parlour.core.position import Position
    from parlour.core.reading import from_json, read
    from parlour.core.record import Event, GameRecord
    from parlour.core.registry import game
    from parlour.core.result import Result
    from parlour.search.players import player

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
    "player",
    "read",
]

_LATE = {
    "Event": "core.record",
    "Game": "core.game",
    "GameRecord": "core.record",
    "Position": "core.position",
    "Result": "core.result",
    "from_json": "core.reading",
    "game": "core.registry",
    "load": "core.face",
    "new": "core.face",
    "player": "search.players",
    "read": "core.reading",
}
"""Modules that are imported when one of these names is first used; most bring the compiler along."""


def __getattr__(name: str) -> Any:
    """Find a late name, so that `import parlour` and `parlour --help` take a moment and not a second."""
    if name not in _LATE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return globals().setdefault(name, getattr(import_module(f"parlour.{_LATE[name]}"), name))


def games() -> "tuple[Game, ...]":
    """Return all games, by name."""
    from parlour.core import registry  # noqa: PLC0415 - late, as above

    return registry.games()
