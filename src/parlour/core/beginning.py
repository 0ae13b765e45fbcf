"""How a position comes about: from a start, or from the built-in types of its JSON."""

from typing import Any

import numpy as np

from parlour.core.errors import OptionsError, PositionError
from parlour.core.game import Game
from parlour.core.kernel import open_record, records
from parlour.core.options import GameOptions
from parlour.core.position import Position
from parlour.core.start import DealStart, PositionStart, SeedStart, Start, check_seed


def begin(game: Game, start: Start, options: GameOptions, seats: int) -> Position:
    """Make the position that a game starts from.

    Raises `DealError` for a bad deal number, `OptionsError` for a bad seed or options that allow no start,
    `PositionError` for a malformed position.
    """
    states = game.blank(options, seats)
    match start:
        case PositionStart(position=data):
            return from_dict(game, data)
        case SeedStart(seed=seed):
            game.kernels.deal(states, seats, np.uint64(check_seed(seed)), game.acts())
            if states["over"][0] < 0:
                raise OptionsError(f"{game.title}: {options.no_start()}")
        case DealStart(deal=number):
            game.notation.deal(open_record(states), game.deal_number(number))
    return Position(game, states, start)


def from_dict(game: Game, data: dict[str, Any]) -> Position:
    """Read a position from the built-in types of its JSON.

    Raises `PositionError` naming what is wrong, or `OptionsError`.
    """
    given = data.get("options", {})
    if not isinstance(given, dict):
        raise PositionError(f"options must be an object of names and values, not {given!r}")
    options = game.choose(None, **{str(name): value for name, value in given.items()})
    part = {name: value for name, value in data.items() if name not in ("game", "options", "deal")}
    label = data.get("deal")
    if label is not None and game.deals is not None:
        label = game.deal_number(label)
    states = records(game.rules.State)
    s = open_record(states)
    options.write(s)
    game.notation.decode(part, s)
    if isinstance(label, str):
        dealt = game.blank(options, 1)
        game.notation.deal(open_record(dealt), label)
        if not game.notation.stems_from(s, open_record(dealt)):
            raise PositionError(f"deal: these cards do not come from deal {label}; leave the field out")
    return Position(game, states, PositionStart({**data, "deal": label} if label is not None else data))
