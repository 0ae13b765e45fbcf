"""The games there are: whatever this package and others register as entry points of `parlour.games`."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from parlour.core.errors import UnknownGame, did_you_mean, shown
from parlour.core.game import Game

GROUP = "parlour.games"


@cache
def _registered() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name)}


def names() -> tuple[str, ...]:
    """Return the names of all games, sorted."""
    return tuple(_registered())


@cache
def _loaded(name: str) -> Game:
    found = _registered()[name].load()
    if not isinstance(found, Game):
        raise TypeError(f"the entry point {name!r} of {GROUP} must name a Game, not a {type(found).__name__}")
    return found


def game(name: str) -> Game:
    """Return a game by its name. Raises `UnknownGame`, with the nearest name."""
    key = name.strip().lower().replace("-", "_").replace(" ", "_")
    if key not in _registered():
        raise UnknownGame(f"there is no game {shown(name)}{did_you_mean(name, names())}")
    return _loaded(key)


def games() -> tuple[Game, ...]:
    """Return all games, by name."""
    return tuple(_loaded(name) for name in names())
