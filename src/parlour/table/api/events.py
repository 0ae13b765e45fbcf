"""The socket of a program: the same seat at the table as a page has, with data instead of a drawing."""

import asyncio
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.params import FromPath

from parlour.core.errors import ParlourError
from parlour.table import messages, texts
from parlour.table.api import tokens
from parlour.table.api.errors import TokenError
from parlour.table.api.schemas import Hello
from parlour.table.house import house_of
from parlour.table.sockets import turn_away, watch
from parlour.table.table import SNAPSHOT
from parlour.table.watcher import Watcher

PATIENCE = 10.0
"""Seconds that a client without the header may take to say who it is."""

_hello = msgspec.json.Decoder(Hello).decode

Socket = WebSocket[Any, Any, Any]


@websocket("/tables/{table_id:str}/events")
async def events(socket: Socket, table_id: FromPath[str]) -> None:
    """Take a program's socket. Who it is says its header, or else its first message."""
    house = house_of(socket)
    await socket.accept()
    try:
        table = await house.tables.get(table_id)
        token = await _token(socket)
        if token is None:
            return
        player = await tokens.player_of(house, token, table)
        guest = await house.player(token)
        table = await house.tables.get(table_id)  # it may have been let go meanwhile
    except ParlourError as error:
        await turn_away(socket, texts.LANGUAGE, error)
        return
    watcher = Watcher(player, texts.LANGUAGE, SNAPSHOT, form="program")
    watcher.linked = player is not None and guest is None
    await watch(socket, table, watcher)


async def _token(socket: Socket) -> str | None:
    """Return the token of a socket, "" for a spectator, `None` if it has gone. Raises `TokenError`."""
    if "authorization" in socket.headers:
        return tokens.bearer(socket.headers)
    try:
        async with asyncio.timeout(PATIENCE):
            event: dict[str, Any] = await socket.receive()  # type: ignore[assignment]
    except TimeoutError:
        raise TokenError(texts.NO_HELLO) from None
    if event["type"] == "websocket.disconnect":
        return None
    raw = event.get("text") or event.get("bytes") or ""
    if len(raw) > messages.LIMIT:
        raise TokenError(texts.TOO_LARGE, "too_large")
    try:
        return _hello(raw).token
    except messages.UNREADABLE:
        raise TokenError(texts.NO_HELLO) from None
