"""Around the whole application: headers on every response, and requests of other sites' pages turned away."""

import json
from collections.abc import Iterable
from typing import Any

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from parlour.table import texts

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)

HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    # Not no-referrer: browsers would then send "Origin: null" with our own forms.
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)

_SAFE = ("GET", "HEAD", "OPTIONS")


class Guard:
    """An ASGI application around another. `origins` may use the table besides its own pages."""

    def __init__(self, app: ASGIApp, origins: Iterable[str] = ()) -> None:
        self._app = app
        self._origins = frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        asked: Any = scope
        if asked["type"] == "http":
            send = _with_headers(send)
            if asked["method"] == "HEAD":
                asked, send = {**asked, "method": "GET"}, _without_body(send)
            if asked["method"] not in _SAFE and not self._is_own(asked):
                await _refuse(send)
                return
        elif asked["type"] == "websocket" and not self._is_own(asked):
            await receive()  # websocket.connect; closing before accepting answers with 403
            await send({"type": "websocket.close", "code": 1008, "reason": "foreign"})
            return
        await self._app(asked, receive, send)

    def _is_own(self, scope: Any) -> bool:
        """Whether the Origin is exactly one of ours. Browsers send it with every POST and every socket.

        Programs need none for the API, which takes tokens and no cookies.
        """
        headers = dict(scope["headers"])
        if b"origin" not in headers and scope["path"].startswith("/api/"):
            return True
        origin = headers.get(b"origin", b"").decode("latin-1")
        if origin in self._origins:
            return True
        scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
        host: str = headers.get(b"host", b"").decode("latin-1")
        return bool(host) and origin == f"{scheme}://{host}"


def _with_headers(send: Send) -> Send:
    async def wrapped(message: Message) -> None:
        if message["type"] == "http.response.start":
            named = {name.lower() for name, _ in message["headers"]}
            extra = [header for header in HEADERS if header[0] not in named]
            message["headers"] = [*message["headers"], *extra]
        await send(message)

    return wrapped


def _without_body(send: Send) -> Send:
    """Answer HEAD with the head of what GET would answer."""

    async def wrapped(message: Message) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

    return wrapped


async def _refuse(send: Send) -> None:
    body = json.dumps({"status": 403, "code": "foreign", "detail": texts.FOREIGN}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
