"""How a server is set up: arguments first, then the environment, then a file, then defaults."""

import contextlib
import os
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec
from platformdirs import user_data_path

from parlour.core.errors import did_you_mean, shown
from parlour.table.address import sqlite_url, without_secrets
from parlour.table.values import KEYS, Found, SettingsError, found

FILE = "parlour.toml"
"""The settings in the folder of the database."""

DATABASE = "parlour.db"

_OF_FILE = "PARLOUR_CONFIG"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Where the server keeps its data, listens, and whom it answers.

    `database` is an SQLAlchemy URL. `port` None means the first free one from 8000 up. `public_url` is the
    address that people use where it differs, as behind a proxy: scheme, host and port, without a slash at
    the end; "" where each uses the address that reached them. `origins` are further origins whose pages may
    play here; `public_url` is always among them, and the server's own is always allowed.

    `cached` tables stay in memory beside those that somebody watches. Tables that have not ended are closed
    after `expire_days` without a touch, those that never began after `open_hours`.
    """

    database: str
    host: str = "127.0.0.1"
    port: int | None = None
    public_url: str = ""
    origins: tuple[str, ...] = ()
    cached: int = 1000
    expire_days: int = 30
    open_hours: int = 24

    def __post_init__(self) -> None:
        """Let pages of `public_url` play."""
        if self.public_url and self.public_url not in self.origins:
            msgspec.structs.force_setattr(self, "origins", (*self.origins, self.public_url))

    @property
    def secure(self) -> bool:
        """Whether people come by https only, so that cookies must never travel without it."""
        return self.public_url.startswith("https://")


class Configuration(msgspec.Struct, frozen=True):
    """Settings, and for each of their fields the argument, variable or file that it comes from."""

    settings: Settings
    sources: dict[str, str]

    def lines(self) -> list[str]:
        """Return the settings in force with their sources, one on a line, without secrets."""
        rows = [(name, self._said(name), source) for name, source in self.sources.items()]
        wide = max(len(value) for _, value, _ in rows)
        return [f"{name:<11}  {value:<{wide}}  {source}" for name, value, source in rows]

    def _said(self, name: str) -> str:
        value = getattr(self.settings, name)
        if name == "database":
            return without_secrets(value)
        if name == "port" and value is None:
            return "the first free one from 8000 up"
        return (" ".join(value) if isinstance(value, tuple) else str(value)) or "none"


def read_settings(
    *, config: Path | None = None, environ: Mapping[str, str] = os.environ, **arguments: object
) -> Settings:
    """Return the settings in force, as `configure` finds them."""
    return configure(arguments, config=config, environ=environ).settings


def configure(
    arguments: Mapping[str, object],
    *,
    config: Path | None = None,
    environ: Mapping[str, str] = os.environ,
    defaults: Mapping[str, object] | None = None,
) -> Configuration:
    """Gather the settings of the arguments (None: not given), the environment, a file and `defaults`.

    The file is `config`, that of `PARLOUR_CONFIG`, or `parlour.toml` in the folder of the data, if there is
    one. `data` names the folder of an SQLite database; without it, and without the address of a `database`,
    that is the user's data folder. Raises `SettingsError`.
    """
    argued = {
        name: found(name, value, f"--{name.replace('_', '-')}")
        for name, value in arguments.items()
        if value is not None
    }
    variables = _from_environment(environ, shared="data" not in argued)
    home = user_data_path("parlour", appauthor=False)
    folder = next((level["data"].value for level in (argued, variables) if "data" in level), home)
    levels = (argued, variables, _from_file(config, environ, folder))
    chosen: dict[str, Found] = {}
    for level in map(_with_database, levels):
        chosen = level | chosen
    standard = {"database": sqlite_url(home / DATABASE), **(defaults or {})}
    chosen = {name: Found(value, "default") for name, value in standard.items()} | chosen
    settings = Settings(**{name: entry.value for name, entry in chosen.items()})
    sources = {
        name: chosen[name].source if name in chosen else "default" for name in Settings.__struct_fields__
    }
    if settings.public_url and "origins" not in chosen:
        sources["origins"] = "public_url"
    return Configuration(settings, sources)


def _with_database(level: dict[str, Found]) -> dict[str, Found]:
    """Put the database in the folder of the data in its place, unless one is named beside it."""
    rest = dict(level)
    if data := rest.pop("data", None):
        rest.setdefault("database", Found(sqlite_url(data.value / DATABASE), data.source))
    return rest


def _from_environment(environ: Mapping[str, str], *, shared: bool) -> dict[str, Found]:
    """Read the variables; those that other programs use too only if `shared`, and empty ones not at all."""
    known = {variable: name for name, key in KEYS.items() for variable in key.variables}
    for variable in environ:
        if variable.startswith("PARLOUR_") and variable not in known and variable != _OF_FILE:
            raise _unknown(variable, variable.removeprefix("PARLOUR_").lower(), (*KEYS, "config"))
    taken: dict[str, Found] = {}
    for variable, name in known.items():
        value = environ.get(variable, "")
        if value and name not in taken and (shared or variable.startswith("PARLOUR_")):
            taken[name] = found(name, value, variable)
    return taken


def _unknown(place: str, name: str, known: Iterable[str]) -> SettingsError:
    return SettingsError(f"{place}: there is no setting {shown(name)}{did_you_mean(name, known)}")


def _from_file(config: Path | None, environ: Mapping[str, str], folder: Path) -> dict[str, Found]:
    """Read the file that was asked for, which must be there, or the one in the folder of the data."""
    source, asked = "--config", config
    if asked is None and environ.get(_OF_FILE):
        source, asked = _OF_FILE, Path(environ[_OF_FILE])
    file = asked or folder / FILE
    with contextlib.suppress(RuntimeError):  # "~name" of nobody stays as it is
        file = file.expanduser()
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        if asked is None:
            return {}
        raise SettingsError(f"{source} names {asked}, but there is no such file.") from None
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {(error.strerror or str(error)).lower()}.") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{file} cannot be read: it is no text in UTF-8.") from None
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"{file} is no TOML, whose lines are like port = 8000: {error}.") from None
    return _checked(values, file)


def _checked(values: dict[str, object], file: Path) -> dict[str, Found]:
    for name in values:
        if name not in KEYS:
            raise _unknown(str(file), name, KEYS)
    if {"data", "database"} <= values.keys():
        raise SettingsError(f"{file}: name data, a folder, or database, an address, but not both.")
    taken = {name: found(name, value, f"{file}: {name}", str(file)) for name, value in values.items()}
    if "data" in taken:
        taken["data"] = Found(file.resolve().parent / taken["data"].value, str(file))
    return taken
