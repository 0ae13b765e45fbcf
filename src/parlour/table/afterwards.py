"""What is done with games that were played: they are looked back at, and their records brought here."""

import asyncio
from typing import Any

from litestar import MediaType, Response, get, post
from litestar.datastructures import UploadFile
from litestar.params import FromPath

from parlour import draw
from parlour.core.errors import RecordError
from parlour.draw.pages import RecordPage
from parlour.table import games, guests, records, texts
from parlour.table.answers import Asked, client_of, go, language, remember, show, theme, token_of, viewer_of
from parlour.table.errors import MissingError
from parlour.table.house import House, house_of
from parlour.table.match.review import asked, review_page
from parlour.table.match.table import MatchTable
from parlour.table.past import looking_back, looking_back_alone
from parlour.table.reviews import Job
from parlour.table.sharing import shared_picture, shared_picture_alone
from parlour.table.solo import Solo

_BODY = 2 * records.LARGEST
"""Bytes of the form, so that a file that is a little too large is still refused in words of its own."""


_PICTURE = {
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
}
"""Of pictures: their styles stand in themselves, and they can do nothing."""


@get("/t/{table_id:str}/at/{number:int}")
async def look_back(request: Asked, table_id: FromPath[str], number: FromPath[int]) -> Response[Any]:
    """Answer the fragments of the board as this viewer saw it after so many moves."""
    house, lang = house_of(request), language(request.cookies)
    table = await house.tables.get(table_id)
    house.limit_looks(token_of(request), client_of(request))
    player = await viewer_of(house, request.cookies, table)
    games.find(table.kept.game)
    found: dict[str, Any] | None = None
    if isinstance(table, MatchTable):
        table.saw(player)
        found = await asyncio.to_thread(looking_back, table, table.viewer(player), lang, number)
    elif isinstance(table, Solo):
        found = await asyncio.to_thread(looking_back_alone, table, table.viewer(player), lang, number)
    if found is None:
        raise MissingError(texts.NO_MOVE)
    return Response(found, media_type=MediaType.JSON, headers={"cache-control": "no-store"})


@get("/t/{table_id:str}/picture.svg")
async def picture(request: Asked, table_id: FromPath[str]) -> Response[str]:
    """Hand out a picture of a table as its viewer sees it, with names and points under it."""
    house = house_of(request)
    table = await house.tables.get(table_id)
    house.limit_looks(token_of(request), client_of(request))
    player = await viewer_of(house, request.cookies, table)
    if isinstance(table, MatchTable):
        await house.store.read(table.look_up)
        lang = language(request.cookies)
        drawn = await asyncio.to_thread(shared_picture, table, table.viewer(player), lang)
    elif isinstance(table, Solo):
        seat = table.viewer(player)
        name = await _name_at(house, table, shown=seat is not None)
        drawn = await asyncio.to_thread(shared_picture_alone, table, seat, name)
    else:
        raise MissingError(texts.NO_PICTURE)
    return Response(drawn, media_type="image/svg+xml", headers=_PICTURE)


async def _name_at(house: House, table: Solo, *, shown: bool) -> str:
    """Return the name in a record, else that of the player, if it may be shown; "" where there is none."""
    names = table.kept.names
    if names or not shown:
        return names[0] if names else ""
    return await house.name_of(next(iter(table.kept.players), None))


@get("/t/{table_id:str}/review")
async def review(request: Asked, table_id: FromPath[str]) -> Response[str]:
    """Show the review of a match that is over, or how far it is."""
    house, lang = house_of(request), language(request.cookies)
    table, job = await _review(request, table_id)
    viewer = table.viewer(await viewer_of(house, request.cookies, table))
    await house.store.read(table.look_up)
    page = await asyncio.to_thread(
        review_page, table, viewer, lang, theme(request.cookies), house.reviews, job
    )
    return show(request, page)


@get("/t/{table_id:str}/review/progress")
async def review_progress(request: Asked, table_id: FromPath[str]) -> Response[Any]:
    """Answer how far a review is."""
    _, job = await _review(request, table_id)
    done, total = job.progress
    found = {"done": done, "total": total, "ready": job.done(), "ahead": house_of(request).reviews.ahead(job)}
    return Response(found, media_type=MediaType.JSON, headers={"cache-control": "no-store"})


async def _review(request: Asked, table_id: str) -> tuple[MatchTable, Job]:
    house = house_of(request)
    table = await house.tables.match(table_id)
    house.limit_looks(token_of(request), client_of(request))
    games.find(table.kept.game)
    return table, await asked(house.reviews, table)


@get("/open")
async def choose_record(request: Asked) -> Response[str]:
    """Show the page where a record is brought."""
    return await _choose(request)


async def _choose(request: Asked, problem: str = "") -> Response[str]:
    house = house_of(request)
    guest = await house.name_of(await house.player(token_of(request)))
    page = RecordPage(theme=theme(request.cookies), guest=guest, problem=problem)
    return show(request, page, 400 if problem else 200)


@post("/open", status_code=303, request_max_body_size=_BODY)
async def bring_record(request: Asked) -> Response[Any]:
    """Check a record that was chosen or pasted, and go to its table; else show the page with the reason."""
    house = house_of(request)
    form = await request.form()
    file, text = form.get("file"), form.get("text")
    data = await file.read() if isinstance(file, UploadFile) else b""
    await house.limit_tables(token_of(request), client_of(request))
    try:
        pasted = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else b""
        brought = await asyncio.to_thread(records.bring, data or pasted, house.clock())
        games.find(brought.kept.game)
    except RecordError as error:
        why = texts.sentence(draw.text(language(request.cookies), str(error)))
        return await _choose(request, why)
    token = token_of(request) or guests.new_token()
    owner = await house.welcome(token)
    await house.store.write(*brought.statements(owner, house.clock()))
    return remember(request, go(f"/t/{brought.kept.id}#at=0"), token)


ROUTES = [look_back, picture, review, review_progress, choose_record, bring_record]
