"""What may be set, by which variables of the environment, and what each setting may be."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from parlour.core.errors import ParlourError, shown
from parlour.table.address import sqlite_path


class SettingsError(ParlourError):
    """A setting that cannot be; the sentence names where it stands and what would be right."""

    code = "settings"


class Key(NamedTuple):
    """A setting: its `variables` by precedence, what is `right`, and how a value is read.

    `take` raises ValueError, TypeError or RuntimeError. Arguments and variables are texts, a file has types.
    """

    variables: tuple[str, ...]
    right: str
    take: Callable[[Any], object]


class Found(NamedTuple):
    """A value, and the argument, variable or file that it comes from."""

    value: Any
    source: str


def found(name: str, value: object, place: str, source: str = "") -> Found:
    """Return a value that was checked; `place` is what a refusal names. Raises `SettingsError`."""
    key = KEYS[name]
    try:
        return Found(key.take(value), source or place)
    except (ValueError, TypeError, RuntimeError):
        # What stands in the address of a database may be a password.
        is_what = "is no such thing" if name == "database" else f"is {shown(value)}"
        raise SettingsError(f"{place} {is_what}, but must be {key.right}.") from None


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise ValueError
    return value.strip()


def _folder(value: Any) -> Path:
    return (value if isinstance(value, Path) else Path(_text(value))).expanduser()


def _number(least: int, most: int) -> Key:
    """Make a setting that is a whole number; its variable is filled in below."""

    def take(value: Any) -> int:
        is_digits = isinstance(value, str) and value.isascii() and value.isdecimal()
        number = int(value[:20]) if is_digits else value
        if not isinstance(number, int) or isinstance(number, bool) or not least <= number <= most:
            raise ValueError
        return number

    return Key((), f"a whole number from {least} to {most}", take)


def _database(value: Any) -> str:
    address = _text(value)
    try:
        kind = make_url(address).get_backend_name()
    except ArgumentError:
        raise ValueError from None
    if kind != "postgresql" and not sqlite_path(address):
        raise ValueError
    return address


_PORTS = {"http": 80, "https": 443}
_HOST = re.compile(r"[a-z0-9_.-]+|[0-9a-f.:]+")


def _origin(value: Any) -> str:
    """Write the address of a site as browsers write an origin."""
    address = _text(value).lower()
    parts = urlsplit(address)
    host = parts.hostname or ""
    bare = f"{parts.scheme}://{parts.netloc}" == address.rstrip("/")
    if parts.scheme not in _PORTS or "@" in parts.netloc or not bare or not _HOST.fullmatch(host):
        raise ValueError
    bracketed = f"[{host}]" if ":" in host else host
    port = "" if parts.port in (None, _PORTS[parts.scheme]) else f":{parts.port}"
    return f"{parts.scheme}://{bracketed}{port}"


def _public_url(value: Any) -> str:
    return "" if value == "" else _origin(value)


def _origins(value: Any) -> tuple[str, ...]:
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(words, list):
        raise TypeError
    return tuple(dict.fromkeys(map(_origin, words)))


_SITE = "https://games.example.org"

KEYS: dict[str, Key] = {
    "host": Key(("PARLOUR_HOST",), "an address to listen on, like 127.0.0.1, or 0.0.0.0 for all", _text),
    "port": _number(1, 65_535)._replace(variables=("PARLOUR_PORT",)),
    "data": Key(("PARLOUR_DATA",), "a folder", _folder),
    "database": Key(
        ("PARLOUR_DATABASE", "DATABASE_URL"),
        "an address like sqlite:////folder/parlour.db or postgresql://user:password@host/name",
        _database,
    ),
    "public_url": Key(
        ("PARLOUR_PUBLIC_URL",), f"the address of a site without a path, like {_SITE}", _public_url
    ),
    "origins": Key(("PARLOUR_ORIGINS",), f"addresses of sites without a path, each like {_SITE}", _origins),
    "cached": _number(1, 100_000)._replace(variables=("PARLOUR_CACHED",)),
    "expire_days": _number(1, 36_500)._replace(variables=("PARLOUR_EXPIRE_DAYS",)),
    "open_hours": _number(1, 876_000)._replace(variables=("PARLOUR_OPEN_HOURS",)),
}
"""All settings, but for the name of the file that holds them."""
