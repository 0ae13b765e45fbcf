"""How a server is set up: read from arguments and the environment."""

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec
from platformdirs import user_data_path


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Where the server keeps its data, listens, and whom it answers.

    `database` is an SQLAlchemy URL. `port` None means the first free one from 8000 up. `origins` are further
    origins whose pages may play here ("https://cards.example.org", for a proxy that changes the Host header);
    the server's own is always allowed. `cached` tables stay in memory beside those that somebody watches.
    """

    database: str
    host: str = "127.0.0.1"
    port: int | None = None
    origins: tuple[str, ...] = ()
    cached: int = 400


def read_settings(
    *,
    host: str = "127.0.0.1",
    port: int | None = None,
    data: Path | None = None,
    environ: Mapping[str, str] = os.environ,
) -> Settings:
    """Return the settings of the arguments, of `DATABASE_URL`, `PARLOUR_DATA` and `PARLOUR_ORIGINS`.

    `data` and `PARLOUR_DATA` name the folder of an SQLite database; without any of them it is the user's data
    folder.
    """
    url = environ.get("DATABASE_URL", "")
    if data is not None or not url:
        folder = data or Path(environ.get("PARLOUR_DATA") or user_data_path("parlour", appauthor=False))
        url = sqlite_url(folder / "parlour.db")
    origins = tuple(environ.get("PARLOUR_ORIGINS", "").split())
    return Settings(database=url, host=host, port=port, origins=origins)


def sqlite_url(path: Path) -> str:
    """Return the SQLAlchemy URL of an SQLite file."""
    return f"sqlite:///{path.expanduser().resolve()}"
