"""Starting the server: a port, the address on the screen, a browser where there is one."""

import contextlib
import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path

import uvicorn

from parlour.table import logs
from parlour.table.app import create_app
from parlour.table.errors import PortError
from parlour.table.settings import Settings, read_settings

FIRST_PORT = 8000
PORTS = 100
"""How many ports are tried from the first one up."""

FRAME_LIMIT = 64 * 1024
"""Bytes of a socket frame that are read at all. Above `messages.LIMIT` the client is told and let go."""


def serve(
    *, host: str = "127.0.0.1", port: int | None = None, browser: bool = True, data: Path | None = None
) -> None:
    """Serve until interrupted.

    `port` None takes the first free one from 8000 up. `data` names the folder of the database. Raises
    `PortError` when the asked port cannot be had and `StoreError` when the database cannot be used.
    """
    settings = read_settings(host=host, port=port, data=data)
    logs.set_up()
    listening = listen(settings)
    address = address_of(listening)

    def started() -> None:
        sys.stdout.write(f"Parlour is open at {address} (Ctrl-C closes it)\n")
        sys.stdout.flush()
        if browser:
            threading.Thread(target=open_browser, args=(address,), daemon=True).start()

    try:
        app = create_app(settings, started=started)
        with contextlib.suppress(KeyboardInterrupt):  # uvicorn has closed everything by then
            uvicorn.Server(uvicorn_config(app)).run(sockets=[listening])
    finally:
        listening.close()


def uvicorn_config(app: object) -> uvicorn.Config:
    """Return how uvicorn runs the application: no access log, no compression of frames, quick to stop."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        ws="websockets-sansio",
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
    if settings.port is not None:
        try:
            return _bind(settings.host, settings.port)
        except OSError as error:
            raise PortError(
                f"Port {settings.port} of {settings.host} cannot be used: {_why(error)}."
            ) from error
    last: OSError | None = None
    for port in range(FIRST_PORT, FIRST_PORT + PORTS):
        try:
            return _bind(settings.host, port)
        except OSError as error:
            last = error
    raise PortError(
        f"No port from {FIRST_PORT} to {FIRST_PORT + PORTS - 1} is free on {settings.host}."
    ) from last


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


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
