"""Style sheets, scripts and art: compressed once, kept by browsers for ever."""

import gzip
from functools import lru_cache
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath

from parlour import draw
from parlour.table import texts
from parlour.table.errors import MissingError

FOR_EVER = "public, max-age=31536000, immutable"


@lru_cache(maxsize=256)
def _packed(name: str) -> bytes:
    return gzip.compress(draw.assets()[name].body, 9, mtime=0)


@get("/static/{version:str}/{name:str}", sync_to_thread=False)
def asset(request: Request[Any, Any, Any], version: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """Send an asset; under another version than today's it is sent all the same, but not to be kept."""
    found = draw.assets().get(name)
    if found is None:
        raise MissingError(texts.NO_PAGE)
    headers = {
        "cache-control": FOR_EVER if version == draw.static_version() else "no-cache",
        "vary": "accept-encoding",
    }
    body = found.body
    if "gzip" in request.headers.get("accept-encoding", ""):
        body = _packed(name)
        headers["content-encoding"] = "gzip"
    kind = found.media_type.partition(";")[0]
    return Response(body, media_type=kind, headers=headers)
