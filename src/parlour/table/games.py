"""The games that can be played at this table: those registered whose room has a board for the browser."""

from parlour import draw
from parlour.core import registry
from parlour.core.errors import UnknownGame
from parlour.core.game import Game


def names() -> tuple[str, ...]:
    """Return the names of the games with a board, sorted."""
    return tuple(name for name in registry.names() if name in draw.boards())


def several() -> dict[str, tuple[int, ...]]:
    """Return the games with a board that are for more than one, with their seat counts."""
    found = {name: registry.game(name).seats for name in names()}
    return {name: seats for name, seats in found.items() if seats[-1] > 1}


def find(name: str) -> Game:
    """Return a game that has a board. Raises `UnknownGame` otherwise, with what can be done instead."""
    try:
        game = registry.game(name)
    except UnknownGame:
        titles = ", ".join(registry.game(one).title for one in names())
        raise UnknownGame(f"There is no game {name[:40]!r} here, but there are these: {titles}.") from None
    if game.name not in draw.boards():
        raise UnknownGame(
            f"{game.title} has no board yet; in a terminal, `parlour play {game.name}` plays it"
        )
    return game
