"""Tables of Arbos in a database, some way into their games, and the moves that follow."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from sqlalchemy import Connection, insert

from parlour.core import registry
from parlour.core.start import SeedStart
from parlour.table import guests, schema
from parlour.table.address import sqlite_url
from parlour.table.event import HOUSE, Event, Payload
from parlour.table.house import wall_clock
from parlour.table.kept import Kept, insertion
from parlour.table.log import Statement
from parlour.table.match import clocks, opening, rows
from parlour.table.match.clocks import Outages
from parlour.table.match.course import State, follow
from parlour.table.match.rulings import settle
from parlour.table.match.terms import ClockTerms, Terms
from parlour.table.store import open_store

CLOCK = ClockTerms("bank", 3600, 5)
"""An hour for each side: clocks run, and nobody's time is up."""

GAMES = 20
"""Different games; tables share them, each from some move on."""

Move = tuple[int, str, tuple[str, ...]]
"""A seat, the text of its move, and the passes that follow of themselves."""

Plan = dict[str, Any]
"""What players need of a table: its `id`, `cookies` by seat, `rev`, and its next `moves` as [seat, text]."""


def lay(folder: Path, count: int, begun: int) -> list[Plan]:
    """Put tables for two into the database of a folder; return what their players need.

    Up to `begun` moves are played at them, each number as often as another: so all stages of a game meet.
    """
    store = open_store(sqlite_url(folder / "parlour.db"))
    try:
        with store.engine.begin() as connection:
            return [_table(connection, number % GAMES, begun * number // count) for number in range(count)]
    finally:
        store.close()


def _table(connection: Connection, seed: int, begun: int) -> Plan:
    now, tokens = wall_clock(), [guests.new_token() for _ in range(2)]
    players = tuple(guests.new_id() for _ in tokens)
    for player, token, name in zip(players, tokens, ("Ada", "Ben"), strict=True):
        values = {"id": player, "token_hash": guests.token_hash(token), "created": now, "name": name}
        connection.execute(insert(schema.players).values(values))
    kept, moves = _game(seed)
    terms = msgspec.structs.replace(kept.agreed, host=players[0])
    kept = msgspec.structs.replace(kept, id=guests.new_id(), terms=terms)
    events, state = opening.opening(kept, now)
    _execute(connection, opening.statements(kept, events, now))
    following = (*_beginning(players), *(_play(move) for move in moves[:begun]))
    _begin(connection, kept, state, [Event(state.rev + n, now, *one) for n, one in enumerate(following, 1)])
    return {
        "id": kept.id,
        "cookies": [f"{guests.COOKIE}={token}" for token in tokens],
        "rev": state.rev + len(following),
        "moves": [(seat, text) for seat, text, _ in moves[begun:]],
    }


def _beginning(players: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
    """Let the second player sit down and the game begin."""
    yield 1, guests.new_id(), "sit", Payload(player=players[1])
    yield HOUSE, guests.new_id(), "start", Payload(players=players)


def _play(move: Move) -> tuple[Any, ...]:
    seat, text, forced = move
    return seat, guests.new_id(), "play", Payload(moves=(text, *forced))


@lru_cache(GAMES)
def _game(seed: int) -> tuple[Kept, list[Move]]:
    """Return a table without players, and a whole game at it by the quick policy."""
    game = registry.game("arbos")
    terms = Terms(host="", chairs=("me", "open"), clock=CLOCK, public=True)
    kept = opening.plan(game, next(iter(game.presets)), game.choose(), terms)
    kept = msgspec.structs.replace(kept, start=SeedStart(seed))
    walk, policy, chance = kept.begin(2), game.kernels.policy, np.random.default_rng(seed)
    moves: list[Move] = []
    while (seat := walk.current_player) is not None:
        states, legal = walk.states, np.array(walk.legal_actions, np.int16)
        states["rng"] = chance.integers(1 << 63)
        action = int(policy(states, legal, len(legal)))
        text = walk.text(action)
        walk.play(action)
        moves.append((seat, text, settle(walk, ())))
    return kept, moves


def _begin(connection: Connection, kept: Kept, state: State, events: list[Event]) -> None:
    """Write a game as far as it has gone, as the server would have."""
    before = state
    for event in events[:2]:
        state = follow(state, event, kept, Outages())
    ends = None
    course, position = state.course, state.position
    if course.clocks is not None and position is not None:
        for event in events[2:]:
            for move in event.moves:
                position.play(move)
        ends = clocks.deadline(CLOCK, course.clocks, position.current_player or 0, Outages())
    _execute(connection, [insertion(kept.id, event) for event in events])
    _execute(connection, rows.beside(kept, before, state, events, ends))


def _execute(connection: Connection, statements: Sequence[Statement]) -> None:
    for statement in statements:
        if isinstance(statement, tuple):
            connection.execute(*statement)
        elif callable(statement):
            statement(connection)
        else:
            connection.execute(statement)
