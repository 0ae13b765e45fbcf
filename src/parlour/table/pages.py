"""The pages. Those that only show something never write to the database."""

from typing import Any
from urllib.parse import urlencode

from litestar import MediaType, Response, get, post
from litestar.params import FromPath

from parlour import draw
from parlour.core import registry
from parlour.core.errors import OptionsError, ParlourError
from parlour.draw.pages import HomePage, RulesPage, StartPage, TablePage
from parlour.table import games, guests, lists, lobby, profiles, texts
from parlour.table.answers import (
    Asked,
    client_of,
    fields_of,
    go,
    language,
    remember,
    show,
    theme,
    token_of,
    viewer_of,
)
from parlour.table.errors import MissingError
from parlour.table.export import record_json
from parlour.table.front import daily, statistics, unfinished
from parlour.table.house import House, house_of
from parlour.table.match.replay import match_record
from parlour.table.match.table import MatchTable
from parlour.table.solo import Solo


@get("/")
async def home(request: Asked) -> Response[str]:
    """Show the games, the guest's unfinished tables and today's deal."""
    house = house_of(request)
    player = await house.player(token_of(request))
    page = HomePage(
        theme=theme(request.cookies),
        guest=await house.name_of(player),
        games=games.names(),
        several=games.several(),
        tables=await unfinished(house, player),
        matches=await lists.own_matches(house, request.cookies, player),
        ended=player is not None and await house.store.read(lambda c: bool(profiles.finished(c, player, 1))),
        open=await lists.open_tables(house, player, 5),
        daily=await daily(house, player),
    )
    return show(request, page)


@get("/new/{game:str}")
async def choose_deal(request: Asked, game: FromPath[str]) -> Response[str]:
    """Show the choice of a deal, or the form that opens a table of several seats."""
    played = games.find(game)
    if played.seats[-1] > 1:
        return await lobby.opening_page(request, played)
    query = request.query_params
    return show(request, _start_page(request, game, query.get("preset", ""), query.get("deal", "")))


def _start_page(request: Asked, game: str, preset: str, deal: str, problem: str = "") -> StartPage:
    played = games.find(game)
    presets = tuple(played.presets)
    return StartPage(
        theme=theme(request.cookies),
        game=played.name,
        presets=presets,
        preset=preset if preset in presets else presets[0],
        deal=deal[:40],
        problem=problem,
    )


@post("/new/{game:str}", status_code=303)
async def begin(request: Asked, game: FromPath[str]) -> Response[Any]:
    """Begin a table and go there: a round or its next hole, today's deal, any deal, or one by its number."""
    house = house_of(request)
    form = fields_of(await request.form())
    played = games.find(game)
    if played.seats[-1] > 1:
        return await lobby.open_table(request, played, form)
    fields = {name: form.get(name, "") for name in ("today", "random", "deal", "preset", "round")}
    await house.limit_tables(token_of(request), client_of(request))
    token = token_of(request) or guests.new_token()
    try:
        table = await _begin(house, await house.welcome(token), game, fields)
    except ParlourError as error:
        if error.code not in _CHOICES:
            raise
        why = texts.sentence(draw.text(language(request.cookies), str(error)))
        return show(request, _start_page(request, game, fields["preset"], fields["deal"], why), 400)
    return remember(request, go(f"/t/{table}"), token)


_CHOICES = ("bad_deal", "bad_options")
"""Errors that the page of the choice shows, so that it can be put right there."""


async def _begin(house: House, player: str, game: str, fields: dict[str, str]) -> str:
    played = games.find(game)
    preset = fields["preset"] or None
    if fields["round"]:
        if fields["round"] != "new":
            return await house.tables.next_hole(player, fields["round"])
        if game != "golf":
            raise OptionsError("only Golf is played in rounds of nine holes")
        return await house.tables.open_round(player, game, preset)
    if fields["today"]:
        deal = played.todays_deal(house.today())
    elif fields["random"] or not fields["deal"]:
        deal = played.random_deal()
    else:
        deal = fields["deal"]
    return await house.tables.open_deal(player, game, preset, deal)


@get("/play/{game:str}")
async def share_link(request: Asked, game: FromPath[str]) -> Response[Any]:
    """Open a shared deal.

    A visitor without the cookie is given it first and sent here again, so that crawlers, which keep no
    cookies, leave no tables behind.
    """
    house = house_of(request)
    query = request.query_params
    played = games.find(game)
    deal, preset = query.get("deal") or played.todays_deal(house.today()), query.get("preset") or None
    played.choose(preset)
    played.deal_number(deal)
    token = token_of(request)
    if not token:
        if "again" in query:
            raise OptionsError(texts.NO_COOKIE)
        asked = {"deal": deal, **({"preset": preset} if preset else {}), "again": "1"}
        return remember(request, go(f"/play/{played.name}?{urlencode(asked)}"), guests.new_token())
    await house.limit_tables(token, client_of(request))
    table = await house.tables.open_deal(await house.welcome(token), game, preset, deal)
    return go(f"/t/{table}")


@get("/t/{table_id:str}")
async def table_page(request: Asked, table_id: FromPath[str]) -> Response[str]:
    """Show a table, to its player or to a spectator."""
    house = house_of(request)
    table = await house.tables.get(table_id)
    if isinstance(table, MatchTable):
        return await lobby.match_page(request, table)
    if not isinstance(table, Solo):
        raise MissingError(texts.NO_TABLE)
    await house.store.read(table.look_up)
    seat = table.viewer(await house.player(token_of(request)))
    drawn = table.drawn(seat, language(request.cookies))
    page = TablePage(
        theme=theme(request.cookies),
        sitting=table.sitting(seat),
        fragments={name: piece.html for name, piece in drawn.pieces.items()},
        presets=tuple(games.find(table.kept.game).presets),
        legal=drawn.legal,
        rev=table.rev,
        v=table.version,
        epoch=table.lineage(seat),
        seat="" if seat is None else str(seat),
        say=drawn.last_told(),
        record=table.kept.names,
    )
    return show(request, page)


@get("/t/{table_id:str}/record.json")
async def record(request: Asked, table_id: FromPath[str]) -> Response[str]:
    """Hand out the record of a table: what its viewer saw, once it is over everything."""
    house = house_of(request)
    table = await house.tables.get(table_id)
    if isinstance(table, MatchTable):
        viewer = table.viewer(await viewer_of(house, request.cookies, table))
        text = (await house.store.read(lambda c: match_record(c, table, viewer))).to_json()
    else:
        seat = table.kept.seat_of(await house.player(token_of(request)))
        text = await house.store.read(lambda connection: record_json(connection, table.kept, seat))
    return _file(text, f"{table.kept.game}.json", MediaType.JSON)


@get("/t/{table_id:str}/record.sgf")
async def sgf_record(request: Asked, table_id: FromPath[str]) -> Response[str]:
    """Hand out a game in the format of Go programs, where it has that and as far as nothing is hidden."""
    house = house_of(request)
    table = await house.tables.match(table_id)
    position, game = table.state.position, registry.game(table.kept.game)
    if position is None or ".sgf" not in game.files or not (game.open or table.all_open):
        raise MissingError(texts.NO_PAGE)
    return _file(position.export(".sgf", table.seat_names), f"{game.name}.sgf", MediaType.TEXT)


def _file(text: str, name: str, kind: MediaType) -> Response[str]:
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(text, media_type=kind, headers=headers)


@get("/stats")
async def stats_page(request: Asked) -> Response[str]:
    """Show the guest's statistics."""
    house = house_of(request)
    player = await house.player(token_of(request))
    return show(request, await statistics(house, player, theme(request.cookies)))


@get("/rules/{game:str}")
async def rules(request: Asked, game: FromPath[str]) -> Response[str]:
    """Show how a game is played."""
    played = games.find(game)
    return show(
        request, RulesPage(theme=theme(request.cookies), game=played.name, presets=tuple(played.presets))
    )


ROUTES = [home, choose_deal, begin, share_link, table_page, record, sgf_record, stats_page, rules]
