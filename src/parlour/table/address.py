"""Addresses of databases: SQLAlchemy URLs of PostgreSQL, or of an SQLite file."""

import re
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError


def sqlite_url(path: Path) -> str:
    """Return the SQLAlchemy URL of an SQLite file."""
    return f"sqlite:///{path.expanduser().resolve()}"


def sqlite_path(address: str) -> Path | None:
    """Return the file of an SQLite database; `None` for any other kind, or one that is no plain file."""
    try:
        url = make_url(address)
    except ArgumentError:
        return None
    if url.get_backend_name() != "sqlite" or not url.database or url.database.startswith((":", "file:")):
        return None
    return Path(url.database).resolve()


def without_secrets(address: str) -> str:
    """Return an address as it may be shown, also one that cannot be read."""
    try:
        url = make_url(address)
    except ArgumentError:
        return re.sub(r":.*@", ":***@", address, flags=re.DOTALL)
    secret = [name for name in url.query if re.search("pass|secret|key|token", name, re.IGNORECASE)]
    return url.update_query_dict(dict.fromkeys(secret, "***")).render_as_string(hide_password=True)
