"""Who asks: a guest, or a seat's player, by the token in the `Authorization` header. No cookie counts."""

from collections.abc import Mapping

from sqlalchemy import select

from parlour.table import schema, texts
from parlour.table.api.errors import TokenError
from parlour.table.errors import Refusal
from parlour.table.house import House
from parlour.table.match import links, rows
from parlour.table.match.table import MatchTable
from parlour.table.table import Table


def bearer(headers: Mapping[str, str]) -> str:
    """Return the token of a request, "" without one. Raises `TokenError` for a header of another kind."""
    scheme, _, token = headers.get("authorization", "").strip().partition(" ")
    if not scheme:
        return ""
    if scheme.lower() != "bearer" or not token.strip():
        raise TokenError(texts.NO_BEARER)
    return token.strip()


async def guest_of(house: House, token: str) -> str:
    """Return the player of a guest's token. Raises `TokenError`."""
    if not token:
        raise TokenError(texts.NO_TOKEN, "no_token")
    player = await house.player(token)
    if player is None:
        raise TokenError(texts.BAD_TOKEN)
    return player


async def player_of(house: House, token: str, table: Table) -> str | None:
    """Return whose token this is at a table, `None` without one: a spectator. Raises `TokenError`."""
    if not token:
        return None
    player = await house.player(token)
    if player is not None:
        return player
    try:
        return table.player_by(token) if isinstance(table, MatchTable) else await _owner(house, table, token)
    except Refusal as refusal:
        raise TokenError(texts.BAD_TOKEN) from refusal


async def _owner(house: House, table: Table, token: str) -> str:
    kept = table.kept
    for seat, player in enumerate(kept.players):
        claim = links.read(house.tables.secret, kept.id, token, player or "")
        if player and claim == links.Claim("seat", seat, await _link(house, table, seat)):
            return player
    raise table.refusal("bad_link", texts.BAD_LINK)


async def _link(house: House, table: Table, seat: int) -> int:
    column = schema.seats.c
    query = select(column.link).where(column.table == table.kept.id, column.seat == seat)
    return int(await house.store.read(lambda connection: connection.scalars(query).one()))


async def seat_token(house: House, table: Table, player: str | None, *, renew: bool = False) -> str:
    """Return the token of a player's seats at a table; with `renew` earlier ones are void.

    Raises `Refusal` if there are none.
    """
    if isinstance(table, MatchTable):
        return await table.renew_link(player or "") if renew else table.token(player or "")
    seat = table.kept.seat_of(player)
    if seat is None or player is None:
        raise table.refusal("not_seated", texts.NOT_SEATED)
    if renew:
        await house.store.write(rows.renewal(table.kept.id, (seat,)))
        table.end_links(player)
    claim = links.Claim("seat", seat, await _link(house, table, seat))
    return links.sign(house.tables.secret, table.kept.id, claim, player)
