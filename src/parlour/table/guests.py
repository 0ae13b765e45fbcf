"""Guests: a random token in a cookie, only its hash in the database; no name, no account."""

import hashlib
import secrets

from sqlalchemy import Connection, insert, select

from parlour.table.errors import ConflictError
from parlour.table.schema import players
from parlour.table.store import Store

COOKIE = "parlour_guest"
COOKIE_DAYS = 400
"""Browsers keep cookies no longer."""


def new_id() -> str:
    """Return an id that nobody can guess: 96 random bits."""
    return secrets.token_urlsafe(12)


def new_token() -> str:
    """Return a fresh guest's token: 192 random bits."""
    return secrets.token_urlsafe(24)


def token_hash(token: str) -> str:
    """Return what is stored of a token. It is random, so that a plain hash cannot be searched."""
    return hashlib.sha256(token.encode()).hexdigest()


def find(connection: Connection, token: str) -> str | None:
    """Return the player's id, `None` for a token that never began a table."""
    return connection.scalar(select(players.c.id).where(players.c.token_hash == token_hash(token)))


async def player_of(store: Store, token: str) -> str | None:
    """Return the player whose token this is, if there is one."""
    return await store.read(lambda connection: find(connection, token)) if token else None


async def welcome(store: Store, token: str, now: int) -> str:
    """Return the player with this token, made now if there was none."""
    player = await player_of(store, token)
    if player is not None:
        return player
    player = new_id()
    try:
        await store.write(insert(players).values(id=player, token_hash=token_hash(token), created=now))
    except ConflictError:  # two first requests of one browser at once
        found = await player_of(store, token)
        if found is None:
            raise
        return found
    return player
