"""The routes of the API: who plays, what there is to play, and all those at a table."""

from typing import Annotated

from litestar import Router, get, post
from litestar.params import JSONBody, QueryParameter

from parlour.core import registry
from parlour.table import guests, messages, profiles
from parlour.table.answers import Asked, client_of
from parlour.table.api import playing, tokens
from parlour.table.api.errors import HANDLERS, UNCACHED, errors
from parlour.table.api.events import events
from parlour.table.api.listing import game_info, listed_table
from parlour.table.api.opening import open_table
from parlour.table.api.playing import SOMEBODY
from parlour.table.api.schemas import Games, Guest, NewGuest, Opened, Opening, TableList
from parlour.table.api.strict import Strict
from parlour.table.house import house_of
from parlour.table.match.table import MatchTable

LISTED = 100
"""Tables in one list at most."""


@post("/guests", tags=["Guests"], responses=errors(400, 413, 503))
async def make_guest(request: Asked, data: JSONBody[NewGuest]) -> Guest:
    """Make a guest, who can open tables and sit down at them.

    Keep the token: it is the only way back to this guest, and nobody can look it up.
    """
    house, token = house_of(request), guests.new_token()
    house.limit_guests(client_of(request))
    return Guest(await house.seat_name(token, guests.clean_name(data.name)), token)


@get("/games", tags=["Tables"], responses=errors(), sync_to_thread=False)
def list_games(request: Asked) -> Games:
    """List the games with their seats, presets and options."""
    house_of(request).limit_looks("", client_of(request))
    return Games(tuple(map(game_info, registry.names())))


@get("/tables", tags=["Tables"], responses=errors(400))
async def list_tables(
    request: Asked,
    game: Annotated[str | None, QueryParameter(name="game", description="Only tables of this game.")] = None,
) -> TableList:
    """List the public tables where players gather or play."""
    house = house_of(request)
    house.limit_looks("", client_of(request))
    found = [
        *await house.store.read(lambda connection: profiles.open_tables(connection, LISTED, game)),
        *await house.store.read(lambda connection: profiles.watchable(connection, LISTED, game)),
    ]
    return TableList(tuple(listed_table(one) for one in found if one.game in registry.names()))


@post("/tables", tags=["Tables"], security=SOMEBODY, responses=errors(400, 401, 404, 413, 503))
async def open_a_table(request: Asked, data: JSONBody[Opening]) -> Opened:
    """Open a table as a guest, who sits down at it.

    At a table of several seats the match begins by itself once every chair is taken, unless `full_starts` is
    false. Of a solitaire you get your table of that deal, if its first try has not ended yet, else a new one.
    """
    house, token = house_of(request), tokens.bearer(request.headers)
    player = await tokens.guest_of(house, token)
    await house.limit_tables(token, client_of(request))
    table = await open_table(house, registry.game(data.game), player, data)
    mine: tuple[int, ...] = (0,)
    invites: dict[str, str] = {}
    if isinstance(table, MatchTable):
        mine = table.course.seats_of(player)
        waits = table.course.phase == "gathering"
        kept = [chair for chair, kind in enumerate(table.terms.chairs) if kind == "friend" and waits]
        invites = {str(chair): table.invitation(player, chair) for chair in kept}
    seat_token = await tokens.seat_token(house, table, player)
    state = table.state_for(table.viewer(player), 0)
    return Opened(table.kept.id, {str(seat): seat_token for seat in mine}, invites, state)


ROUTES = Router(
    "/api",
    route_handlers=[make_guest, list_games, list_tables, open_a_table, *playing.ROUTES, events],
    dto=Strict,
    return_dto=None,
    exception_handlers=HANDLERS,
    include_in_schema=True,
    request_max_body_size=messages.LIMIT,
    response_headers=UNCACHED,
)
