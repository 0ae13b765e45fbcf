"""Pages about people and their tables: the guest's own, players, leaders, tables to join and to watch."""

from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath
from sqlalchemy import Connection

from parlour import draw
from parlour.core import registry
from parlour.core.errors import ParlourError
from parlour.draw.pages import (
    EndedMatch,
    Leader,
    LeadersPage,
    MatchStats,
    PlayerPage,
    ProfilePage,
    TablesPage,
)
from parlour.table import computers, forgetting, games, guests, lists, profiles, stats, texts
from parlour.table.answers import Asked, client_of, fields_of, go, language, remember, show, theme, token_of
from parlour.table.errors import MissingError
from parlour.table.house import House, house_of
from parlour.table.profiles import Finished

PAGE = 20
"""Finished matches on one page."""


@get("/tables")
async def tables(request: Asked) -> Response[str]:
    """Show the public tables: those to join and those to watch."""
    house = house_of(request)
    player = await house.player(token_of(request))
    page = TablesPage(
        theme=theme(request.cookies),
        guest=await house.name_of(player),
        games=tuple(games.several()),
        open=await lists.open_tables(house, player, 30),
        running=await lists.running_tables(house, language(request.cookies)),
    )
    return show(request, page)


def _stats(connection: Connection, player: str) -> tuple[MatchStats, ...]:
    found = []
    for name in games.several():
        tally = profiles.tally(connection, player, name)
        found.append(
            MatchStats(
                game=name,
                played=tally.played,
                won=tally.won,
                drawn=tally.drawn,
                rating=tally.force,
                best=tally.best,
                ladder=registry.game(name).ops is not None,
                history=tuple(mark.force for mark in profiles.history(connection, player, name, 100)),
            )
        )
    return tuple(found)


def _ended(
    connection: Connection, player: str, before: int | None, lang: str, *, own: bool
) -> tuple[tuple[EndedMatch, ...], int]:
    """Return a page of finished matches, and the number to go on below; 0 if there are no more.

    Others are shown only those at public tables.
    """
    rows = profiles.finished(connection, player, PAGE + 1, before)
    shown = tuple(
        EndedMatch(
            table=row.table,
            game=row.game,
            others=_others(row, lang),
            outcome="won" if row.winner else "drawn" if row.rank == 1 else "lost",
            date=stats.day_of(row.at),
            ended=row.ended,
            rating=row.force,
            ladder=registry.game(row.game).ops is not None,
        )
        for row in rows[:PAGE]
        if row.game in games.names() and (own or row.public)
    )
    return shown, rows[PAGE - 1].number if len(rows) > PAGE else 0


def _others(row: Finished, lang: str) -> tuple[str, ...]:
    called = computers.names((one.player for one in row.opponents), lang)
    return tuple(called.get(one.player or "", one.name) for one in row.opponents)


def _before(request: Asked) -> int | None:
    asked = request.query_params.get("before", "")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 10 else None


@get("/me")
async def profile(request: Asked) -> Response[str]:
    """Show the guest's own page."""
    return await _profile(request)


async def _profile(
    request: Asked, *, saved: bool = False, problem: str = "", typed: str = "", player: str | None = None
) -> Response[str]:
    house, lang = house_of(request), language(request.cookies)
    player = player or await house.player(token_of(request))
    ended, older = (
        ((), 0)
        if player is None
        else await house.store.read(lambda c: _ended(c, player, _before(request), lang, own=True))
    )
    page = ProfilePage(
        theme=theme(request.cookies),
        guest=await house.name_of(player),
        games=await house.store.read(lambda c: _stats(c, player or "")),
        matches=await lists.own_matches(house, request.cookies, player),
        ended=ended,
        older=f"/me?before={older}" if older else "",
        saved=saved,
        problem=problem,
        typed=typed,
    )
    return show(request, page, 400 if problem else 200)


@post("/me", status_code=200)
async def rename(request: Asked) -> Response[Any]:
    """Give the guest a name."""
    house = house_of(request)
    name = fields_of(await request.form()).get("name", "")
    token = token_of(request) or guests.new_token()
    await house.limit_newcomers(token_of(request), client_of(request))
    try:
        clean = guests.clean_name(name)
        player = await house.welcome(token)
        await house.rename(player, clean)
    except ParlourError as error:
        why = texts.sentence(draw.text(language(request.cookies), str(error)))
        return await _profile(request, problem=why, typed=name)
    return remember(request, await _profile(request, saved=True, player=player), token)


@post("/me/forget", status_code=303)
async def forget(request: Asked) -> Response[Any]:
    """Delete what is known of the guest, and the cookie."""
    house = house_of(request)
    player = await house.player(token_of(request))
    if not fields_of(await request.form()).get("sure"):
        return go("/me")
    if player is not None:
        await forgetting.forget(house, player)
    answer = go("/")
    answer.delete_cookie(guests.COOKIE)
    return answer


@get("/players/{player:str}")
async def player_page(request: Asked, player: FromPath[str]) -> Response[str]:
    """Show what everybody may see of a player."""
    house, lang = house_of(request), language(request.cookies)
    names = await house.store.read(lambda connection: guests.read_names(connection, [player]))
    if player not in names or computers.level_of(player):
        raise MissingError(texts.NO_PLAYER)
    ended, older = await house.store.read(lambda c: _ended(c, player, _before(request), lang, own=False))
    page = PlayerPage(
        theme=theme(request.cookies),
        guest=await house.name_of(await house.player(token_of(request))),
        name=names[player],
        mine=player == await house.player(token_of(request)),
        games=await house.store.read(lambda connection: _stats(connection, player)),
        ended=ended,
        older=f"/players/{player}?before={older}" if older else "",
    )
    return show(request, page)


@get("/leaders/{game:str}")
async def leaders(request: Asked, game: FromPath[str]) -> Response[str]:
    """Show who is best at a game."""
    house = house_of(request)
    played = games.find(game)
    if played.name not in games.several():
        raise MissingError(texts.NO_LEADERS)
    player = await house.player(token_of(request))
    rows = await house.store.read(lambda connection: profiles.leaders(connection, played.name))
    shown = tuple(
        Leader(row.rank, row.player, row.name, row.force, row.games, mine=row.player == player)
        for row in rows
    )
    page = LeadersPage(
        theme=theme(request.cookies),
        guest=await house.name_of(player),
        game=played.name,
        games=tuple(games.several()),
        ladder=played.ops is not None,
        settled=profiles.SETTLED,
        leaders=shown,
        own=None if any(row.mine for row in shown) else await _own_place(house, played.name, player),
    )
    return show(request, page)


async def _own_place(house: House, game: str, player: str | None) -> Leader | None:
    """Return the row of a player who is not among the first."""
    if player is None:
        return None
    tally = await house.store.read(lambda connection: profiles.tally(connection, player, game))
    if tally.force is None:
        return None
    games_rated = await house.store.read(lambda connection: profiles.rated_games(connection, player, game))
    return Leader(None, player, await house.name_of(player), tally.force, games_rated, mine=True)


ROUTES = [tables, profile, rename, forget, player_page, leaders]
