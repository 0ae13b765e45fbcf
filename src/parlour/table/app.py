"""The application: routes, errors as pages, and what starts and stops with it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, MediaType, Request, Response, WebSocket, websocket
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.params import FromPath
from litestar.types import ASGIApp

from parlour import draw
from parlour.core.errors import ParlourError, UnknownGame
from parlour.draw.pages import ErrorPage
from parlour.table import afterwards, games, guests, lobby, people, texts
from parlour.table.answers import language, linked, show, theme
from parlour.table.api import document, routes
from parlour.table.api import errors as api_errors
from parlour.table.errors import MissingError
from parlour.table.guard import Guard
from parlour.table.house import House, house_of, wall_clock
from parlour.table.pages import ROUTES
from parlour.table.settings import Settings
from parlour.table.sockets import turn_away, watch
from parlour.table.static import asset
from parlour.table.store import open_store
from parlour.table.table import SNAPSHOT, Clock
from parlour.table.watcher import Watcher
from parlour.table.watching import figures, health, robots

logger = logging.getLogger(__name__)

STATUS = {
    "missing": 404,
    "unknown_game": 404,
    "foreign": 403,
    "bad_link": 403,
    "not_seated": 403,
    "not_host": 403,
    "too_many": 429,
    "storage": 503,
    "conflict": 503,
}
"""Of refusals by their code; others are 400."""


@websocket("/t/{table_id:str}/socket")
async def table_socket(socket: WebSocket[Any, Any, Any], table_id: FromPath[str]) -> None:
    """Take a page's socket: `v` and `epoch` in the query say what the page has."""
    house, lang = house_of(socket), language(socket.cookies)
    await socket.accept()
    try:
        table = await house.tables.get(table_id)
        games.find(table.kept.game)
    except (MissingError, UnknownGame) as error:
        await turn_away(socket, lang, error)
        return
    guest = await house.player(socket.cookies.get(guests.COOKIE, ""))
    table = await house.tables.get(table_id)  # it may have been let go meanwhile; from here on it is watched
    player = linked(guest, socket.cookies, table)
    has = socket.query_params.get("v", "")
    watcher = Watcher(player, lang, SNAPSHOT)
    watcher.linked = player is not None and player != guest
    if has.isascii() and has.isdecimal() and len(has) < 12 and int(has) <= table.version:
        watcher.seen, watcher.lineage = int(has), socket.query_params.get("epoch", "")
    await watch(socket, table, watcher)


def create_app(
    settings: Settings, clock: Clock = wall_clock, started: Callable[[], object] = bool
) -> ASGIApp:
    """Return the application. `started` is called once requests are answered.

    The database is opened here, before anything listens. Raises `StoreError`.
    """
    house = House(settings, open_store(settings.database), clock)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncIterator[None]:
        await house.tables.wind_up()
        going = (house.warm_up, house.tidy, house.live, house.count, house.tables.scheduler.run)
        tasks = [asyncio.create_task(one()) for one in going]
        asyncio.get_running_loop().call_soon(started)
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await house.tables.close()
            house.thinker.close()
            house.reviews.close()
            await asyncio.to_thread(house.store.close)

    app = Litestar(
        [
            *ROUTES,
            *lobby.ROUTES,
            *afterwards.ROUTES,
            *people.ROUTES,
            table_socket,
            routes.ROUTES,
            asset,
            health,
            figures,
            robots,
        ],
        state=State({"house": house}),
        exception_handlers={ParlourError: _refused, HTTPException: _http_error, Exception: _failed},
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=6, exclude="^/static/"),
        request_max_body_size=64 * 1024,
        lifespan=[lifespan],
        openapi_config=document.CONFIG,
        include_in_schema=False,
        plugins=[document.Exact()],
        logging_config=None,
    )
    return Guard(app, settings.origins)


def _answer(request: Request[Any, Any, Any], status: int, message: str, code: str) -> Response[Any]:
    """Answer an error as a page, as JSON where a file was asked for, and in plain text if that fails."""
    try:
        return _drawn(request, status, message, code)
    except Exception:
        logger.exception("an error page could not be drawn")
        said = texts.sentence(message or texts.PLAIN)
        return Response(said, status_code=status, media_type=MediaType.TEXT)


def _drawn(request: Request[Any, Any, Any], status: int, message: str, code: str) -> Response[Any]:
    said = texts.sentence(draw.text(language(request.cookies), message)) if message else ""
    if request.url.path.endswith(".json") or "application/json" in request.headers.get("accept", ""):
        return Response(
            {"status": status, "code": code, "detail": said}, status_code=status, media_type=MediaType.JSON
        )
    return show(request, ErrorPage(theme=theme(request.cookies), status=status, message=said), status)


def _refused(request: Request[Any, Any, Any], error: ParlourError) -> Response[Any]:
    return _answer(request, STATUS.get(error.code, 400), str(error), error.code)


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    if request.url.path.startswith("/api/"):
        return api_errors.http_error(request, error)
    large = error.status_code == 413 and request.url.path == "/open"
    return _answer(request, error.status_code, texts.RECORD_LARGE if large else "", "http")


def _failed(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    logger.error("request failed", exc_info=error, extra={"route": request.scope.get("path_template")})
    return _answer(request, 500, "", "failed")
