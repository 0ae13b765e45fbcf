"""The routes at a table. What happens goes through `Table.command`, what is seen through views."""

import re
import time
from typing import Annotated, Any

from litestar import MediaType, Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter

from parlour.core import registry
from parlour.core.record import GameRecord
from parlour.table import export, guests, messages, metrics, texts
from parlour.table.answers import Asked, client_of
from parlour.table.api import tokens
from parlour.table.api.errors import errors
from parlour.table.api.schemas import Guest, Renewal, Seated, SeatToken, SitDown
from parlour.table.errors import MissingError, Refusal
from parlour.table.house import house_of
from parlour.table.match.replay import match_record
from parlour.table.match.table import MatchTable
from parlour.table.sockets import worded
from parlour.table.table import Table

TableId = FromPath[str]
Heard = Annotated[
    int,
    QueryParameter(
        name="heard",
        ge=0,
        le=2**31 - 1,
        description="How many lines of the log you have: `told` goes on after them.",
    ),
]

ANYBODY: list[dict[str, list[str]]] = [{"token": []}, {}]
SOMEBODY: list[dict[str, list[str]]] = [{"token": []}]


async def _table(request: Asked, table_id: str) -> Table:
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", table_id):
        raise MissingError(texts.NO_TABLE)
    return await house_of(request).tables.get(table_id)


async def _look(request: Asked, table_id: str) -> tuple[Table, Any]:
    """Return a table and the class of viewers that asks, after counting the look."""
    token = tokens.bearer(request.headers)
    house_of(request).limit_looks(token, client_of(request))
    table = await _table(request, table_id)
    player = await tokens.player_of(house_of(request), token, table)
    if isinstance(table, MatchTable):
        table.saw(player)
    return table, table.viewer(player)


# At a table


@get("/tables/{table_id:str}", tags=["Playing"], security=ANYBODY, responses=errors(400, 401, 404))
async def look(request: Asked, table_id: TableId, heard: Heard = 0) -> messages.State:
    """Return a table as you see it.

    With the token of a player that is what this player sees, without one what everybody does.
    """
    table, viewer = await _look(request, table_id)
    return table.state_for(viewer, heard)


@post(
    "/tables/{table_id:str}/seats/{seat:int}",
    tags=["Playing"],
    security=ANYBODY,
    responses=errors(400, 401, 403, 404, 409, 413, 503),
)
async def sit_down(
    request: Asked,
    table_id: TableId,
    seat: FromPath[int],
    data: JSONBody[SitDown] = SitDown(),  # noqa: B008 - frozen
) -> Seated:
    """Sit down on a chair of a table that gathers, as the guest of the token or as a new one.

    Asked again by who sits there already, the answer is the same.
    """
    house, token = house_of(request), tokens.bearer(request.headers)
    house.limit_commands(token, client_of(request))
    table = await _match(request, table_id)
    if not 0 <= seat < len(table.terms.chairs):
        raise table.refusal("no_such_seat", texts.NO_SUCH_SEAT)
    known = await tokens.guest_of(house, token) if token else None
    if table.course.phase != "gathering" and not table.course.seats_of(known):
        raise table.refusal("begun", texts.BEGUN)
    made = "" if token else guests.new_token()
    if made:
        house.limit_guests(client_of(request))
    player = await house.seat_name(token or made, data.name)
    if table.course.phase == "gathering" and seat not in table.course.seats_of(player):
        sit = messages.Sit(id=guests.new_id(), rev=table.rev, seat=seat, invite=data.invite)
        await carry_out(table, player, sit)
    at = table.course.seats_of(player)
    return Seated(at[0], table.token(player), Guest(player, made) if made else None)


@post(
    "/tables/{table_id:str}/seats/{seat:int}/invite",
    tags=["Playing"],
    security=SOMEBODY,
    status_code=200,
    responses=errors(400, 401, 403, 404, 409),
)
async def invite(request: Asked, table_id: TableId, seat: FromPath[int]) -> SeatToken:
    """Return the secret of a chair, by which a friend may sit down there. Only the host gets it."""
    table, player = await _player(request, table_id)
    if not isinstance(table, MatchTable):
        raise MissingError(texts.NO_MATCH)
    return SeatToken(table.invitation(player, seat))


@post(
    "/tables/{table_id:str}/seat-token",
    tags=["Playing"],
    security=SOMEBODY,
    status_code=200,
    responses=errors(400, 401, 403, 404, 413, 503),
)
async def seat_token(request: Asked, table_id: TableId, data: JSONBody[Renewal] = Renewal()) -> SeatToken:  # noqa: B008
    """Return the token of your seat, by which another program or device plays it; with `renew` a new one.

    Earlier tokens and links of the seat are void then, and sockets opened with them are closed.
    """
    table, player = await _player(request, table_id)
    return SeatToken(await tokens.seat_token(house_of(request), table, player, renew=data.renew))


@post(
    "/tables/{table_id:str}/commands",
    tags=["Playing"],
    security=SOMEBODY,
    status_code=200,
    responses=errors(400, 401, 403, 404, 409, 413, 503),
)
async def command(request: Asked, table_id: TableId, data: JSONBody[messages.Command]) -> messages.Done:
    """Carry out a command: play, resign, answer a question, undo, ask for a hint and so on.

    `rev` is the revision that you saw; `id` is new for every command and kept for its repeats: sent again, a
    command that was carried out gets its first answer again and is not carried out twice.
    """
    table, player = await _player(request, table_id)
    return await carry_out(table, player, data)


async def _player(request: Asked, table_id: str) -> tuple[Table, str]:
    """Return a table and the player who asks for something there, after counting it."""
    house, token = house_of(request), tokens.bearer(request.headers)
    house.limit_commands(token, client_of(request))
    table = await _table(request, table_id)
    if not token:
        await tokens.guest_of(house, token)
    return table, await tokens.player_of(house, token, table) or ""


async def _match(request: Asked, table_id: str) -> MatchTable:
    table = await _table(request, table_id)
    if not isinstance(table, MatchTable):
        raise MissingError(texts.NO_MATCH)
    return table


async def carry_out(table: Table, player: str, asked: messages.Command) -> messages.Done:
    """Do a command and let everybody see. Raises `Refusal`."""
    kind, began, before = messages.word(asked), time.perf_counter(), table.version
    try:
        done = await table.command(player, asked)
    except Refusal as refusal:
        metrics.COMMANDS.labels(kind, refusal.code).inc()
        raise
    else:
        metrics.COMMANDS.labels(kind, "done").inc()
        metrics.COMMAND_SECONDS.observe(time.perf_counter() - began)
        return worded(table, texts.LANGUAGE, done)
    finally:
        if table.version != before:
            table.publish()


# Afterwards


@get("/tables/{table_id:str}/record", tags=["Playing"], security=ANYBODY, responses=errors(400, 401, 404))
async def record(request: Asked, table_id: TableId) -> GameRecord:
    """Return the record of a game: before its end the log as you were told it, afterwards everything."""
    table, viewer = await _look(request, table_id)
    store = house_of(request).store
    if isinstance(table, MatchTable):
        return await store.read(lambda connection: match_record(connection, table, viewer))
    return await store.read(lambda connection: export.solo_record(connection, table.kept, viewer))


@get(
    "/tables/{table_id:str}/record.sgf",
    tags=["Playing"],
    security=ANYBODY,
    media_type=MediaType.TEXT,
    responses=errors(400, 401, 404),
)
async def record_sgf(request: Asked, table_id: TableId) -> Response[str]:
    """Return the record as SGF, for games that have it and hide nothing."""
    table, _ = await _look(request, table_id)
    game = registry.game(table.kept.game)
    if not isinstance(table, MatchTable) or table.state.position is None or ".sgf" not in game.files:
        raise MissingError(texts.NO_RECORD)
    if not (game.open or table.all_open):
        raise MissingError(texts.NO_RECORD)
    return Response(table.state.position.export(".sgf", table.seat_names), media_type=MediaType.TEXT)


ROUTES = [look, sit_down, invite, seat_token, command, record, record_sgf]
