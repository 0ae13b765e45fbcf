"""What an operator asks: is it well, what does it do; and what crawlers may visit."""

from typing import Any

from litestar import MediaType, Request, Response, get
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from parlour.table.house import house_of


@get("/healthz")
async def health(request: Request[Any, Any, Any]) -> Response[dict[str, str]]:
    """Say whether the database answers, and whether it took the latest write."""
    house = house_of(request)
    try:
        await house.store.read(lambda connection: connection.execute(text("SELECT 1")).one())
    except SQLAlchemyError:
        return Response({"status": "no database"}, status_code=503)
    if house.store.writer.failing or not house.store.writer.alive:
        return Response({"status": "no writes"}, status_code=503)
    return Response({"status": "ok"})


@get("/metrics", sync_to_thread=False)
def figures() -> Response[bytes]:
    """Return counters and timings for Prometheus."""
    return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST.partition("; charset")[0])


@get("/robots.txt", sync_to_thread=False, media_type=MediaType.TEXT)
def robots() -> str:
    """Keep crawlers to the pages that are the same for everybody."""
    return "User-agent: *\nDisallow: /t/\nDisallow: /play/\nDisallow: /new/\n"
