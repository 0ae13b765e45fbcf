"""Read positions that somebody wrote down: their JSON, or text boards."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from parlour.core.beginning import from_dict
from parlour.core.errors import PositionError
from parlour.core.game import Game
from parlour.core.position import Position
from parlour.core.registry import game, games


def from_json(text: str | bytes) -> Position:
    """Read a position from its JSON.

    Raises `PositionError` naming what is wrong, `UnknownGame` or `OptionsError`.
    """
    try:
        data = msgspec.json.decode(text)
    except RecursionError:
        raise PositionError(_TOO_DEEP) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise PositionError(f"this is not JSON: {error}") from None
    return from_object(data)


_TOO_DEEP = "this is not JSON of a position: it is nested too deeply"


def from_object(data: Any) -> Position:
    """Read a position from the built-in types of its JSON. Raises as `from_json` does."""
    if not isinstance(data, dict):
        raise PositionError(f"a position is a JSON object with the field 'game', not {type(data).__name__}")
    name = data.get("game")
    if not isinstance(name, str):
        raise PositionError("a position needs the field 'game' with the game's name")
    return from_dict(game(name), data)


def read(text: str, name: str | None = None) -> list[Position]:
    """Read all positions of a text: JSON objects one after the other, or a stream of text boards.

    Raises `PositionError`; where `name` is not given and the shape of a board fits no game, with every game's
    reason.
    """
    text = text.removeprefix(_MARK)
    if text.lstrip().startswith(("{", "[")):
        positions = [from_object(data) for data in _objects(text)]
        if name is not None and any(position.game is not game(name) for position in positions):
            raise PositionError(f"not all of these positions are of {game(name).title}")
        return positions
    if not text.strip():
        raise PositionError("there is nothing to read; give a position JSON or a text board")
    reasons = []
    for candidate in [game(name)] if name is not None else _by_labels(text):
        try:
            return parse_boards(candidate, text)
        except PositionError as error:
            reasons.append(f"{candidate.title}: {error}")
    raise PositionError("; ".join(reasons))


_MARK = "\ufeff"
"""What some editors put before a text."""


def _by_labels(text: str) -> list[Game]:
    """Return the games whose boards have just the labels of this text, or else all games with boards."""
    with_boards = [g for g in games() if g.deals is not None]
    labels = {line.partition(":")[0].strip().lower() for line in text.splitlines() if ":" in line}
    return [g for g in with_boards if set(g.notation.BOARD_LABELS) == labels] or with_boards


def _objects(text: str) -> Iterator[Any]:
    decoder, at = json.JSONDecoder(), _after_space(text, 0)
    while at < len(text):
        try:
            data, at = decoder.raw_decode(text, at)
        except RecursionError:
            raise PositionError(_TOO_DEEP) from None
        except json.JSONDecodeError as error:
            raise PositionError(f"this is not JSON: {error}") from None
        yield data
        at = _after_space(text, at)


def _after_space(text: str, at: int) -> int:
    return next((i for i in range(at, len(text)) if not text[i].isspace()), len(text))


def parse_boards(played: Game, text: str) -> list[Position]:
    """Read a stream of text boards of one game with its standard options.

    Raises `PositionError` naming board and line.
    """
    if played.deals is None:
        raise PositionError(f"{played.title} has no text boards; give a position JSON")
    parts = played.notation.parse_boards(text)
    positions = []
    for number, part in enumerate(parts, 1):
        try:
            positions.append(from_dict(played, {"game": played.name, **part}))
        except PositionError as error:
            raise PositionError(f"board {number}: {error}" if len(parts) > 1 else str(error)) from None
    return positions
