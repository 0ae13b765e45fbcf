"""The form that opens a table of several seats, as it comes from a browser."""

from collections.abc import Mapping
from typing import Any, cast

import msgspec

from parlour.core.errors import OptionsError
from parlour.core.game import Game
from parlour.core.options import GameOptions
from parlour.draw.opening import given_options
from parlour.draw.pages import Pace
from parlour.table.computers import LEVELS
from parlour.table.match.terms import DAY, MINUTE, ClockTerms, Seat, Terms

KINDS = ("me", "here", "friend", "open", "computer")
"""Of chairs, as the form has them; a computer's level is a field of its own."""


def usual_clock(game: Game) -> ClockTerms:
    """Return the clock that a new table gets if nobody chooses: ten minutes a turn where the clock passes."""
    return ClockTerms("move", 10 * MINUTE) if game.clock_actions else ClockTerms()


def pace(clock: ClockTerms) -> Pace:
    """Return a clock as pages show it."""
    return Pace(clock.kind, clock.seconds, clock.increment)


def read_options(game: Game, fields: Mapping[str, str]) -> tuple[str, GameOptions]:
    """Return the preset and the options of a form. Raises `OptionsError`."""
    preset = fields.get("preset") or next(iter(game.presets))
    game.choose(preset)
    return preset, game.choose(preset, **given_options(game.presets, fields))


def read_terms(game: Game, fields: Mapping[str, str], host: str) -> Terms:
    """Return the terms of a form. Raises `OptionsError`."""
    seats = _number(fields, "seats", game.seats[0])
    if seats not in game.seats or seats < 2:
        raise OptionsError(f"{game.title} is not for {seats} players")
    chairs = [fields.get(f"chair{n}") or ("me" if n == 1 else "open") for n in range(1, seats + 1)]
    for n, chair in enumerate(chairs, 1):
        if chair not in KINDS:
            raise OptionsError(f"a chair is for {', '.join(KINDS)}, not {chair[:20]!r}")
        if chair == "computer":
            chairs[n - 1] = _level(fields.get(f"level{n}") or "normal")
    given: dict[str, Any] = {
        "host": host,
        "chairs": tuple(cast(Seat, chair) for chair in chairs),
        "clock": _clock(game, fields),
        "zero": "idle" if game.clock_actions else fields.get("zero") or "idle",
        "order": fields.get("order") or "random",
        "public": "public" in fields,
        "rated": "rated" in fields,
        "full_starts": "full_starts" in fields,
    }
    try:
        return msgspec.convert(given, Terms)
    except msgspec.ValidationError as error:
        raise OptionsError(f"this table cannot be opened: {error}") from None


def alone(game: Game, fields: Mapping[str, str], host: str) -> Terms:
    """Return the terms of a game against the computer, of the level `computer`. Raises `OptionsError`."""
    others = [_level(fields.get("computer", ""))] * (game.seats[0] - 1)
    return Terms(host=host, chairs=("me", *others))


def _level(text: str) -> Seat:
    if text not in LEVELS:
        raise OptionsError(f"the computer plays {', '.join(LEVELS)}, not {text[:20]!r}")
    return cast(Seat, text)


def _clock(game: Game, fields: Mapping[str, str]) -> ClockTerms:
    match fields.get("clock"):
        case None | "":
            return usual_clock(game)
        case "none":
            return ClockTerms()
        case "move":
            return ClockTerms("move", MINUTE * _number(fields, "clock_minutes", 10))
        case "bank":
            return ClockTerms(
                "bank", MINUTE * _number(fields, "bank_minutes", 15), _number(fields, "bank_seconds", 10)
            )
        case "days":
            return ClockTerms("days", DAY * _number(fields, "clock_days", 3))
    raise OptionsError("a clock is none, move, bank or days")


def _number(fields: Mapping[str, str], name: str, usual: int) -> int:
    text = fields.get(name) or str(usual)
    if not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise OptionsError(f"{name.replace('_', ' ')} is a whole number, not {text[:20]!r}")
    return int(text)
