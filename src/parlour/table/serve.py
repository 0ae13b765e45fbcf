"""Starting the server: a port, the address on the screen, a browser where there is one."""

import contextlib
import errno
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Iterator

import uvicorn

from parlour.table import logs
from parlour.table.address import sqlite_path
from parlour.table.app import create_app
from parlour.table.errors import PortError
from parlour.table.lock import hold
from parlour.table.readers import Reader
from parlour.table.settings import Settings
from parlour.table.store import open_store

FIRST_PORT = 8000
PORTS = 100
"""How many ports are tried from the first one up."""

FRAME_LIMIT = 64 * 1024
"""Bytes of a socket frame that are read at all. Above `messages.LIMIT` the client is told and let go."""

STOP_SECONDS = 1.0
"""How long computation may go on once everything is written and closed: it has nobody left to tell."""

SWITCH = 0.0001
"""Seconds after which a thread that computes lets another go on. Python's own 0.005 is longer than to draw a
board, and a commit, which waits for its turn several times, would take as long as several boards."""


def serve(settings: Settings, *, browser: bool = False) -> None:
    """Serve until interrupted, or told to terminate.

    Raises `StoreError` when the database cannot be used, or is in use by another server, and `PortError`
    when the address cannot be listened on.
    """
    logs.set_up()
    sys.setswitchinterval(SWITCH)
    with contextlib.ExitStack() as closing:
        closing.enter_context(_ended_by_signals())
        note = closing.enter_context(hold(sqlite_path(settings.database)))
        listening = closing.enter_context(listen(settings))
        address = address_of(listening)
        note(address)

        def started() -> None:
            _say(f"Parlour is open at {_told(settings.public_url, address)}(Ctrl-C closes it)")
            if browser:
                threading.Thread(target=open_browser, args=(address,), daemon=True).start()

        open_store(settings.database, _say).close()  # an upgrade is told on the screen
        _Server(uvicorn_config(create_app(settings, started=started))).run(sockets=[listening])


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


def _told(public_url: str, address: str) -> str:
    return f"{public_url}/, behind {address} " if public_url else f"{address} "


@contextlib.contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Let SIGTERM end what Ctrl-C ends, both quietly: uvicorn repeats them when it has closed everything."""
    former = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with contextlib.suppress(KeyboardInterrupt):
            yield
    finally:
        signal.signal(signal.SIGTERM, former)


class _Server(uvicorn.Server):
    """A server that waits for sockets to be closed and for writes to be committed, and for nothing else.

    Rules that are compiled, or a computer player's search, cannot be interrupted, and Python would wait for
    their threads.
    """

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close sockets with code 1012, so that pages come back, and let the application close the store."""
        await super().shutdown(sockets)
        impatience = threading.Timer(STOP_SECONDS, os._exit, (0,))
        impatience.daemon = True
        impatience.start()


def uvicorn_config(app: object) -> uvicorn.Config:
    """Return how uvicorn runs the application: no access log, no compression of frames, quick to stop."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        ws=Reader,
        ws_max_size=FRAME_LIMIT,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
    )


def listen(settings: Settings) -> socket.socket:
    """Return a listening socket. Raises `PortError`."""
    ports = range(FIRST_PORT, FIRST_PORT + PORTS) if settings.port is None else (settings.port,)
    for port in ports:
        try:
            return _bind(settings.host, port)
        except (OSError, UnicodeError) as error:  # the latter for what cannot be a name
            if settings.port is None and getattr(error, "errno", None) in _TAKEN:
                continue
            raise PortError(f"Port {port} of {settings.host} cannot be used: {_why(error)}.") from error
    raise PortError(f"No port from {ports[0]} to {ports[-1]} is free on {settings.host}.")


_TAKEN = (errno.EADDRINUSE, errno.EACCES)
"""What the system says of a port that it keeps for somebody else."""


def _why(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()


def _bind(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listening = socket.socket(family, kind, protocol)
    try:
        if os.name == "posix":  # elsewhere this option would share a port with whoever has it
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(1024)
    except OSError:
        listening.close()
        raise
    return listening


def address_of(listening: socket.socket) -> str:
    """Return the address to type into a browser on this computer."""
    host, port = listening.getsockname()[:2]
    everywhere = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  # noqa: S104 (read, not bound)
    shown = everywhere.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def open_browser(address: str) -> bool:
    """Open a browser window, if there is a screen for one; say whether that was tried."""
    if sys.platform.startswith("linux") and not (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    ):
        return False
    try:
        return webbrowser.open(address)
    except (webbrowser.Error, OSError):
        return False
