"""Errors of the API: their status by their code, and as the document describes them."""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from litestar import Response
from litestar.datastructures import ResponseHeader
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec

from parlour.core.errors import ParlourError
from parlour.table import texts
from parlour.table.answers import Asked
from parlour.table.api.schemas import Error
from parlour.table.errors import Refusal

logger = logging.getLogger(__name__)


class TokenError(ParlourError):
    """A token is missing or leads to nobody."""

    code = "bad_token"


class BodyError(ParlourError):
    """The body of a request is not what is asked for."""

    code = "unreadable"


STATUS = {
    "unreadable": 400,
    "not_here": 400,
    "no_token": 401,
    "bad_token": 401,
    "nobody": 401,
    "spectator": 403,
    "not_seated": 403,
    "not_host": 403,
    "kept": 403,
    "bad_link": 403,
    "foreign": 403,
    "missing": 404,
    "unknown_game": 404,
    "no_such_seat": 404,
    "too_many": 429,
    "storage": 503,
    "conflict": 503,
}
"""Of errors by their code. What a table refuses otherwise is 409, whatever else was asked wrongly 400."""

_HTTP = {
    400: ("unreadable", texts.UNREADABLE),
    404: ("missing", texts.NO_ADDRESS),
    405: ("method", texts.NO_METHOD),
    413: ("too_large", texts.TOO_LARGE),
}

_DESCRIBED = {
    400: "The request cannot be read, or asks for what there is not.",
    401: "The token is missing or leads to nobody.",
    403: "You may not do this: another player may, or nobody.",
    404: "There is no such thing here.",
    409: "The table refuses this as it stands now; nothing was changed.",
    413: "The body is larger than 16 KiB.",
    429: "Too much was asked in too short a time. Wait a moment.",
    503: "The server cannot save anything just now; nothing was changed.",
}


def errors(*statuses: int) -> dict[int, ResponseSpec]:
    """Describe the errors that a route may answer. Each may answer 429."""
    return {
        status: ResponseSpec(Error, description=_DESCRIBED[status], generate_examples=False)
        for status in sorted({*statuses, 429})
    }


def refused(_: Asked, error: ParlourError) -> Response[Error]:
    """Answer what the table or the house refused."""
    usual = 409 if isinstance(error, Refusal) else 400
    rev = error.rev if isinstance(error, Refusal) else None
    return _answer(STATUS.get(error.code, usual), error.code, str(error), rev)


def http_error(_: Asked, error: HTTPException) -> Response[Error]:
    """Answer what was refused before any route took it."""
    status = error.status_code
    code, detail = _HTTP.get(status, ("http", HTTPStatus(status).phrase))
    found = error.extra[0] if status == 400 and isinstance(error.extra, list) and error.extra else None
    if isinstance(found, dict):  # a parameter of the path or the query
        detail = f"{found.get('key', 'the request')}: {found.get('message', detail)}"
    return _answer(status, code, detail, headers=error.headers)


def failed(request: Asked, error: Exception) -> Response[Error]:
    """Answer what nobody foresaw."""
    logger.error("request failed", exc_info=error, extra={"route": request.scope.get("path_template")})
    return _answer(500, "failed", texts.PLAIN)


def _answer(
    status: int, code: str, detail: str, rev: int | None = None, headers: Mapping[str, Any] | None = None
) -> Response[Error]:
    known = {name: value for name, value in (headers or {}).items() if name.lower() == "allow"}
    if status == 401:
        known["www-authenticate"] = "Bearer"
    return Response(Error(code, texts.sentence(detail), rev), status_code=status, headers=known)


HANDLERS: dict[Any, Any] = {ParlourError: refused, HTTPException: http_error, Exception: failed}
UNCACHED = [ResponseHeader(name="cache-control", value="no-store")]
