"""Matches to test: players with names, a table they sit at, and commands in their names."""

import secrets

import msgspec

from parlour.core import registry
from parlour.table import guests, messages
from parlour.table.house import House
from parlour.table.match.table import MatchTable
from parlour.table.match.terms import ClockTerms, Terms


async def guest(house: House, name: str) -> str:
    """Return a new player of this name."""
    player = await house.welcome(guests.new_token())
    await house.rename(player, name)
    return player


def command(kind: type, rev: int, **fields: object) -> messages.Command:
    """Make a command with a new id, unless one is given."""
    return msgspec.convert(
        {"t": kind.__struct_config__.tag, "id": secrets.token_hex(8), "rev": rev, **fields}, kind
    )


async def do(table: MatchTable, player: str | None, kind: type, **fields: object) -> messages.Done:
    """Do a command at the table as it stands now."""
    return await table.command(player, command(kind, table.rev, **fields))


async def play(table: MatchTable, *moves: str) -> messages.Done:
    """Play moves for whoever is on turn."""
    position = table.state.position
    assert position is not None and position.current_player is not None
    player = table.course.players[position.current_player]
    return await do(table, player, messages.Play, moves=list(moves))


async def opened(
    house: House,
    game: str = "arbos",
    *,
    chairs=("me", "open"),
    preset: str | None = None,
    options=None,
    **terms,
) -> MatchTable:
    """Open a table whose host is called Ada."""
    played = registry.game(game)
    host = await guest(house, "Ada")
    chosen = played.choose(preset, **(options or {}))
    found = Terms(host=host, chairs=tuple(chairs), **({"order": "chosen"} | terms))
    return await house.tables.open_match(played, preset or next(iter(played.presets)), chosen, found)


async def started(
    house: House, game: str = "arbos", *, seats: int = 2, names=("Ben", "Cem", "Dua"), **fields
) -> MatchTable:
    """Open a table and fill it: Ada has the first seat, then Ben, Cem and Dua."""
    options = {"size": 9, "seeds": 0, "colours": "chosen"} if game == "arbos" else {}
    fields = {"options": options} | fields
    table = await opened(house, game, chairs=("me", *["open"] * (seats - 1)), **fields)
    for chair, name in enumerate(names[: seats - 1], 1):
        await do(table, await guest(house, name), messages.Sit, seat=chair)
    assert table.course.phase == "playing"
    return table


def a_clock(kind: str = "move", seconds: int = 600, increment: int = 0) -> ClockTerms:
    """Return the terms of a clock."""
    return ClockTerms(kind=kind, seconds=seconds, increment=increment)
