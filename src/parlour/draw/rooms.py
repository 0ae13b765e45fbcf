"""Where the house and each registered game keep their templates and style sheets."""

import importlib
import importlib.util
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Protocol, cast

from parlour.core import registry
from parlour.core.board import Fragment, Match, Sitting, Source, Told
from parlour.core.result import Result
from parlour.games._cards.layout import Layout

HOUSE = Path(__file__).resolve().parent.parent
"""The folder of the package itself."""


class Board(Protocol):
    """What a game's `board.py` offers.

    It may also have `STYLE`, rules that end the style sheet of its pages; `ART`, the definitions that its
    drawings refer to, inside each page; and `SPRITE`, a whole SVG file of such, which browsers keep.
    """

    def fragments(self, view: Any, log: tuple[Told, ...], facts: Sitting | Match) -> dict[str, Fragment]:
        """Return every fragment of the board, by DOM id, from the facts of a table for one or several."""

    def sources(self, view: Any) -> tuple[Source, ...]:
        """Return the legal moves as places; none where the board says in a fragment what is legal."""

    def progress(self, view: Any) -> int:
        """Return one number that says how far the game has come, for the list of unfinished tables."""

    def best(self, result: Result, moves: int) -> int | None:
        """Return the figure that statistics keep the lowest of, if this end has one. Solitaires only."""


class Picture(Protocol):
    """What a game's `picture.py` offers, where it has one: how a view is drawn to be shared.

    It has `draw`, or `lay` where all that is seen is piles of cards; `drawing` makes an SVG by either.
    """

    def draw(self, view: Any) -> str:
        """Return an SVG that needs nothing else and says its width and height."""

    def lay(self, view: Any) -> Layout:
        """Return how cards lie on the felt, which the house draws."""

    def title(self, view: Any) -> str:
        """Say what it shows."""

    def points(self, view: Any) -> str:
        """Return the score as the board writes it. Solitaires only."""


@cache
def _packages() -> Mapping[str, str]:
    """Name of each registered game -> its package, without importing it."""
    return {entry.name: entry.module for entry in entry_points(group="parlour.games")}


@cache
def rooms() -> Mapping[str, Path]:
    """Return the folder of each registered game, by name."""
    found = {}
    for name, package in sorted(_packages().items()):
        spec = importlib.util.find_spec(package)
        if spec is not None and spec.submodule_search_locations:
            found[name] = Path(spec.submodule_search_locations[0])
    return found


@cache
def boards() -> frozenset[str]:
    """Return the names of the games whose room has a board to draw."""
    return frozenset(name for name, room in rooms().items() if (room / "board.html").is_file())


@cache
def matches() -> frozenset[str]:
    """Return the names of those among them that are for several."""
    return frozenset(name for name in boards() if registry.game(name).seats[-1] > 1)


@cache
def board(game: str) -> Board:
    """Return the game's `board` module. Raises `KeyError` for an unknown game."""
    return cast(Board, importlib.import_module(f"{_packages()[game]}.board"))


@cache
def picture(game: str) -> Picture | None:
    """Return the game's `picture` module, `None` where it has none."""
    name = f"{_packages()[game]}.picture"
    return cast(Picture, importlib.import_module(name)) if importlib.util.find_spec(name) else None
