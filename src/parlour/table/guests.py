"""Guests: a random token in a cookie, only its hash in the database; a name if they like, no account."""

import asyncio
import hashlib
import re
import secrets
import unicodedata
from collections.abc import Collection
from functools import partial

from sqlalchemy import Connection, Executable, insert, select, update

from parlour.draw.pages import NAME_LENGTH
from parlour.table import texts
from parlour.table.errors import BadName, ConflictError
from parlour.table.schema import players
from parlour.table.store import Store

COOKIE = "parlour_guest"
COOKIE_DAYS = 400
"""Browsers keep cookies no longer."""

MOST = 500
"""Tokens that are looked for at once at most."""

TOKEN = re.compile(r"[A-Za-z0-9_-]{32}", re.ASCII)
"""What a token looks like."""


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


def _known(connection: Connection, hashes: Collection[str]) -> dict[str, str]:
    query = select(players.c.token_hash, players.c.id).where(players.c.token_hash.in_(hashes))
    return {row.token_hash: row.id for row in connection.execute(query)}


class Roll:
    """Finds players by their tokens. Whoever asks while it looks is answered by its next look, all by one.

    When a line breaks all come back at once.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._asked: dict[str, asyncio.Future[str | None]] = {}
        """By the hash of the token."""
        self._task: asyncio.Task[None] | None = None

    async def player_of(self, token: str) -> str | None:
        """Return the player whose token this is, if there is one."""
        if not token:
            return None
        loop = asyncio.get_running_loop()
        found = self._asked.setdefault(token_hash(token), loop.create_future())
        if self._task is None or self._task.done():
            self._task = loop.create_task(self._look())
        return await asyncio.shield(found)

    async def _look(self) -> None:
        while self._asked:
            asked = {one: self._asked.pop(one) for one in list(self._asked)[:MOST]}
            try:
                known = await self._store.read(partial(_known, hashes=tuple(asked)))
            except Exception as error:  # noqa: BLE001 - each who asked is told
                for found in asked.values():
                    found.set_exception(error)
                continue
            for one, found in asked.items():
                found.set_result(known.get(one))


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


# Names

_JOINERS = "\u200c\u200d"
"""Invisible, but part of how Persian and other words are written."""

_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Unicode categories of what must not be in a name, such as controls and turns of the writing direction."""


def clean_name(name: str) -> str:
    """Return a name as it is kept: in one form of Unicode, with single spaces.

    Raises `BadName` for one that is empty, too long, or has characters that are not seen.
    """
    if len(name) > 4 * NAME_LENGTH:
        raise BadName(texts.NAME_LONG)
    found = " ".join(unicodedata.normalize("NFC", name).split())
    if any(unicodedata.category(one) in _UNSEEN and one not in _JOINERS for one in found):
        raise BadName(texts.NAME_UNSEEN)
    found = found.strip(_JOINERS)
    if not any(unicodedata.category(one)[0] in "LNPS" for one in found):
        raise BadName(texts.NAME_EMPTY)
    if len(found) > NAME_LENGTH:
        raise BadName(texts.NAME_LONG)
    return found


def read_names(connection: Connection, ids: Collection[str]) -> dict[str, str]:
    """Return the names of players by their ids."""
    query = select(players.c.id, players.c.name).where(players.c.id.in_(ids))
    return {row.id: row.name for row in connection.execute(query)}


def naming(player: str, name: str) -> Executable:
    """Return the statement that gives a player a clean name."""
    return update(players).where(players.c.id == player).values(name=name)
