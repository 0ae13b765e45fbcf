"""Putting a backup in the place of a database that no server has open."""

import sqlite3
from pathlib import Path

from parlour.table.backup import BackupError, stamp, write_copy
from parlour.table.lock import hold
from parlour.table.store import revisions_in


def restore(saved: Path, database: Path) -> Path | None:
    """Put a copy of `saved` in the place of `database`; return where the one before it is kept, if any was.

    Raises `BackupError` if that cannot be, `StoreError` while a server has the database open or where
    `saved` is of a newer Parlour; the database then stays as it was.
    """
    if not saved.is_file():
        raise BackupError(f"There is no backup {saved}.")
    if database.exists() and saved.samefile(database):
        raise BackupError(f"{saved} is the database itself, and not a backup of it.")
    with hold(database):
        fresh = database.with_name(f"{database.name}.restored")
        try:
            if not revisions_in(saved):
                raise BackupError(f"{saved} is no database of Parlour.")
            write_copy(saved, fresh)
            former = _set_aside(database)
            fresh.replace(database)
        except (OSError, sqlite3.Error) as error:
            raise BackupError(f"{saved} cannot be restored: {error}.") from error
        finally:
            fresh.unlink(missing_ok=True)
    return former


def _set_aside(database: Path) -> Path | None:
    """Rename a database with the log of its latest writes, which must never meet another database."""
    former = database.with_name(f"{database.stem}-replaced-{stamp()}.db")
    if former.exists():
        raise BackupError(f"{former} exists already: try again in a second.")
    for ending in ("", "-wal", "-shm"):
        file = database.with_name(database.name + ending)
        if file.exists():
            file.replace(former.with_name(former.name + ending))
    return former if former.exists() else None
