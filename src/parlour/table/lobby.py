"""Tables of several seats over HTTP: opened, joined, begun; links to seats."""

from typing import Any

import msgspec
from litestar import MediaType, Response, post
from litestar.params import FromPath

from parlour import draw
from parlour.core.errors import ParlourError
from parlour.core.game import Game
from parlour.draw.pages import LobbyPage, MatchPage, NewMatchPage
from parlour.table import games, guests, messages, profiles, texts
from parlour.table.answers import (
    Asked,
    client_of,
    fields_of,
    go,
    language,
    remember,
    seat_cookie,
    show,
    theme,
    token_of,
    viewer_of,
)
from parlour.table.errors import Refusal
from parlour.table.house import House, house_of
from parlour.table.kept import options_text
from parlour.table.match import facts, form
from parlour.table.match.table import MatchTable
from parlour.table.match.terms import Seat, Terms


async def opening_page(
    request: Asked, game: Game, typed: dict[str, str] | None = None, problem: str = ""
) -> Response[str]:
    """Show the form that opens a table, with what was typed and why it was refused."""
    house = house_of(request)
    page = NewMatchPage(
        theme=theme(request.cookies),
        guest=await house.name_of(await house.player(token_of(request))),
        game=game.name,
        seats=game.seats,
        presets=game.presets,
        options=game.described_options,
        clock=form.pace(form.usual_clock(game)),
        passes=bool(game.clock_actions),
        typed=typed or {name: value for name, value in request.query_params.items() if name == "preset"},
        problem=problem,
    )
    return show(request, page, 400 if problem else 200)


async def open_table(request: Asked, game: Game, fields: dict[str, str]) -> Response[Any]:
    """Open a table, or for who asks for the quickest way to play: find an open one first."""
    house = house_of(request)
    token = token_of(request) or guests.new_token()
    try:
        await house.limit_tables(token_of(request), client_of(request))
        player = await house.seat_name(token, fields.get("name", ""))
        if fields.get("quick"):
            table = await _quick(house, game, player)
        elif fields.get("computer"):
            terms = form.alone(game, fields, player)
            table = await house.tables.open_match(game, next(iter(game.presets)), game.choose(), terms)
        else:
            preset, options = form.read_options(game, fields)
            terms = form.read_terms(game, fields, player)
            table = await house.tables.open_match(game, preset, options, terms)
    except ParlourError as error:
        if error.code not in ("bad_options", "bad_name"):
            raise
        why = texts.sentence(draw.text(language(request.cookies), str(error)))
        return await opening_page(request, game, fields, why)
    return remember(request, go(f"/t/{table.kept.id}"), token)


async def _quick(house: House, game: Game, player: str) -> MatchTable:
    """Return a table with a chair for this player: an open one by the usual rules and clock, or a new one."""
    usual = options_text(game.choose())
    for listed in await house.store.read(profiles.open_tables):
        if listed.game != game.name or listed.options != usual or not listed.free:
            continue
        if listed.terms.clock != form.usual_clock(game):  # whoever comes in haste has not read that
            continue
        table = await house.tables.match(listed.table)
        if table.course.seats_of(player):
            return table
        try:
            await table.command(player, messages.Sit(id=guests.new_id(), rev=table.rev, seat=listed.free[0]))
        except Refusal:
            continue
        table.publish()
        return table
    chairs: list[Seat] = ["me", *["open"] * (game.seats[0] - 1)]  # type: ignore[list-item]
    terms = Terms(host=player, chairs=tuple(chairs), clock=form.usual_clock(game), public=True)
    return await house.tables.open_match(game, next(iter(game.presets)), game.choose(), terms)


async def match_page(
    request: Asked, table: MatchTable, problem: str = "", status: int = 200
) -> Response[str]:
    """Show a table of several seats: the lobby before the match, then the board."""
    house, lang = house_of(request), language(request.cookies)
    player = await viewer_of(house, request.cookies, table)
    await house.store.read(table.look_up)
    table.saw(player)
    viewer = table.viewer(player)
    game = games.find(table.kept.game)
    drawn = table.drawn(viewer, lang)
    options = msgspec.json.decode(table.kept.options, type=game.options_type)
    nearest = game.presets[table.kept.preset]
    common: dict[str, Any] = {
        "theme": theme(request.cookies),
        "guest": await house.name_of(player),
        "clock": form.pace(table.terms.clock),
        "rev": table.rev,
        "v": table.version,
        "epoch": table.lineage(viewer),
        "now": house.clock(),
    }
    changed = draw.changed_rules(game.name, lang, nearest, options)
    if table.state.position is None or table.course.phase == "closed":
        page: LobbyPage | MatchPage = LobbyPage(
            **common,
            lobby=facts.lobby(table, viewer, lang),
            preset=table.kept.preset,
            changed=changed,
            zero="" if game.clock_actions or table.terms.clock.kind == "none" else table.terms.zero,
            public=table.terms.public,
            rated=table.terms.rated,
            by_lot=facts.by_lot(table),
            rematch_of=table.terms.rematch_of or "",
            command=guests.new_id(),
            problem=problem,
        )
    else:
        page = MatchPage(
            **common,
            match=table.facts(viewer, lang),
            fragments={name: piece.html for name, piece in drawn.pieces.items()},
            options=changed,
            say=drawn.last_told(),
            problem=problem,
            host=table.course.host == player,
            spectators=table.spectators,
            covers=len(viewer.seats) > 1 and not game.open,
            record=table.kept.names is not None,
        )
    return show(request, page, status)


@post("/t/{table_id:str}/sit", status_code=303)
async def sit(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """Sit down on a chair, with a name."""
    house = house_of(request)
    table = await house.tables.match(table_id)
    fields = fields_of(await request.form())
    token = token_of(request) or guests.new_token()
    await house.limit_newcomers(token_of(request), client_of(request))
    try:
        if table.course.phase != "gathering":  # then nobody's name is changed either
            raise table.refusal("begun", texts.BEGUN)
        player = await house.seat_name(token, fields.get("name", ""))
        await _do(table, player, _command("sit", fields, table))
    except ParlourError as error:
        why = texts.sentence(draw.text(language(request.cookies), str(error)))
        return remember(request, await match_page(request, table, why, 409), token)
    return remember(request, go(f"/t/{table_id}"), token)


@post(
    [
        "/t/{table_id:str}/stand",
        "/t/{table_id:str}/start",
        "/t/{table_id:str}/close",
        "/t/{table_id:str}/remove",
        "/t/{table_id:str}/computer",
    ],
    status_code=303,
)
async def change(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """Stand up; as host begin the match, close the table, free a chair, or let a computer sit there."""
    house = house_of(request)
    table = await house.tables.match(table_id)
    fields = fields_of(await request.form()) | {"level": request.query_params.get("level", "")}
    player = await viewer_of(house, request.cookies, table)
    asked = _command(request.url.path.rpartition("/")[2], fields, table)
    try:
        await _do(table, player, asked)
    except ParlourError as error:
        why = texts.sentence(draw.text(language(request.cookies), str(error)))
        return await match_page(request, table, why, 409)
    return go(f"/t/{table_id}")


def _command(verb: str, fields: dict[str, str], table: MatchTable) -> dict[str, Any]:
    """Return the command of a form. Sent twice it has the same id."""
    rev, command = fields.get("rev", ""), fields.get("command") or guests.new_id()
    at = int(rev) if rev.isascii() and rev.isdigit() and len(rev) < 10 else table.rev
    belonging = {"sit": ("seat", "invite"), "computer": ("seat", "level")}.get(verb, ("seat",))
    about = {name: fields[name] for name in belonging if fields.get(name)}
    return {"t": verb, "id": f"{command}-{verb}{about.get('seat', '')}", "rev": min(at, table.rev), **about}


async def _do(table: MatchTable, player: str | None, asked: dict[str, Any]) -> None:
    try:
        command: messages.Command = msgspec.convert(asked, messages.Command, strict=False)
    except msgspec.ValidationError:
        raise Refusal("unreadable", texts.UNREADABLE) from None
    await table.command(player, command)
    table.publish()


# Links


@post("/t/{table_id:str}/seat-link", status_code=200)
async def seat_link(request: Asked, table_id: FromPath[str]) -> Response[dict[str, str]]:
    """Answer the link by which another device plays this seat; with `renew` all earlier ones are void."""
    house = house_of(request)
    table = await house.tables.match(table_id)
    player = await viewer_of(house, request.cookies, table) or ""
    fields = fields_of(await request.form())
    token = await table.renew_link(player) if fields.get("renew") else table.token(player)
    return _link(request, table, f"seat={token}")


@post("/t/{table_id:str}/invite", status_code=200)
async def invite(request: Asked, table_id: FromPath[str]) -> Response[dict[str, str]]:
    """Answer the link to a chair that is kept for a friend."""
    house = house_of(request)
    table = await house.tables.match(table_id)
    fields = fields_of(await request.form())
    seat = fields.get("seat", "")
    player = await viewer_of(house, request.cookies, table) or ""
    token = table.invitation(player, int(seat) if seat.isascii() and seat.isdigit() and len(seat) < 3 else -1)
    return _link(request, table, f"invite={token}")


def _link(request: Asked, table: MatchTable, fragment: str) -> Response[dict[str, str]]:
    base = house_of(request).settings.public_url or str(request.base_url).rstrip("/")
    return Response(
        {"url": f"{base}/t/{table.kept.id}#{fragment}"},
        media_type=MediaType.JSON,
        headers={"cache-control": "no-store"},
    )


@post("/t/{table_id:str}/take", status_code=200)
async def take(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """Take a seat over by its link: this browser plays it from now on."""
    table = await house_of(request).tables.match(table_id)
    fields = fields_of(await request.form())
    table.player_by(fields.get("token", ""))
    answer: Response[Any] = Response({"table": table_id}, media_type=MediaType.JSON)
    return remember(request, answer, fields["token"], seat_cookie(table_id))


ROUTES = [sit, change, seat_link, invite, take]
