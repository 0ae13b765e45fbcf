"""What there is to play: the games of this server and its public tables."""

from typing import Any

import msgspec

from parlour import draw
from parlour.core import registry
from parlour.core.game import Game
from parlour.core.options import Option
from parlour.table import computers
from parlour.table.api.schemas import GameInfo, ListedChair, ListedTable, OptionInfo
from parlour.table.profiles import Listed


def game_info(name: str) -> GameInfo:
    """Return what a program needs to know of a game."""
    game = registry.game(name)
    return GameInfo(
        name=game.name,
        title=game.title,
        seats=game.seats,
        presets={preset: msgspec.to_builtins(options) for preset, options in game.presets.items()},
        options=tuple(map(_option, game.described_options)),
        deals=game.deals is not None,
        draws=game.draws,
        board=name in draw.boards(),
        formats=tuple(suffix.removeprefix(".") for suffix in game.files),
    )


def _option(option: Option) -> OptionInfo:
    choice: dict[str, Any] = {"values": option.values, "least": None, "most": None}
    if isinstance(option.values, range):
        choice = {"values": None, "least": option.values[0], "most": option.values[-1]}
    return OptionInfo(name=option.name, default=option.default, summary=option.summary, **choice)


def listed_table(one: Listed) -> ListedTable:
    """Return a public table as a list shows it."""
    gathering, called = one.phase == "gathering", computers.names(seat.player for seat in one.seats)
    return ListedTable(
        table=one.table,
        game=one.game,
        phase="gathering" if gathering else "playing",
        preset=one.preset,
        options=msgspec.json.decode(one.options),
        chairs=tuple(
            ListedChair(
                seat.seat,
                called.get(seat.player or "", seat.name),
                seat.player or "",
                open=gathering and seat.seat in one.free,
                level=computers.level_of(seat.player) or "",
            )
            for seat in one.seats
        ),
        clock=one.terms.clock,
        zero=one.terms.zero,
        rated=one.terms.rated,
    )


def view_types() -> tuple[Any, ...]:
    """Return the structs of views of all games, for the document."""
    return tuple(map(_view_type, map(registry.game, registry.names())))


def _view_type(game: Game) -> Any:
    return game.views.view.__annotations__["return"]
