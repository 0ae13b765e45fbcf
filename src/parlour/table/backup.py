"""Copies of an SQLite database: consistent while a server writes to it, checked, whole or not at all."""

import contextlib
import datetime as dt
import glob
import os
import sqlite3
import tempfile
from pathlib import Path

from parlour.core.errors import ParlourError

KEPT = 3
"""How many copies from before an upgrade stay."""


class BackupError(ParlourError):
    """A database that cannot be copied or put back; nothing was changed or left behind."""

    code = "backup"


def backup(database: Path, to: Path | None = None) -> Path:
    """Copy a database to the file `to`, or into that folder, and return the file.

    Without it that is the current folder. There the name tells the time. A name without a suffix is that of a
    folder. Raises `BackupError`.
    """
    if not database.is_file():
        raise BackupError(f"There is no database {database}: name its folder with --data.")
    target = to or Path()
    if target.is_dir() or not (target.suffix or target.exists()):
        target /= f"parlour-{stamp()}.db"
    if not target.parent.is_dir():
        raise BackupError(f"There is no folder {target.parent} to put the backup in.")
    if target.exists():
        raise BackupError(f"{target} exists already, and a backup overwrites nothing: name another file.")
    try:
        write_copy(database, target)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(f"{database} cannot be saved as {target}: {error}.") from error
    return target


def stamp() -> str:
    """Return the present time, for the name of a file."""
    return f"{dt.datetime.now().astimezone():%Y-%m-%d-%H%M%S}"


def keep_before(database: Path, revision: str) -> Path:
    """Copy a database that is to be upgraded to `revision` beside itself, and return the copy.

    The last three such copies stay. Raises `BackupError`, `OSError` or `sqlite3.Error`.
    """
    folder, name = database.parent, f"{database.stem}-before-"
    for torn in folder.glob(f"{glob.escape(name)}*.part"):  # of a start that was killed
        torn.unlink()
    copy = folder / f"{name}{revision}.db"
    write_copy(database, copy)
    copies = sorted(folder.glob(f"{glob.escape(name)}[0-9]*.db"), key=lambda path: path.stat().st_mtime_ns)
    for old in copies[:-KEPT]:
        old.unlink()
    return copy


def write_copy(database: Path, target: Path) -> None:
    """Write what is committed in a database to a file that only its owner reads, replacing what is there.

    Others may write to the database meanwhile. Raises `BackupError` if it is damaged, and `OSError` or
    `sqlite3.Error`; then nothing has changed.
    """
    handle, name = tempfile.mkstemp(prefix=f"{target.name}.", suffix=".part", dir=target.parent)
    os.close(handle)
    part = Path(name)
    try:
        # Opened to read and write, it is left as it was found; reading only would leave files beside it.
        with contextlib.closing(opened(database, "rw")) as original:
            original.execute("VACUUM INTO ?", (str(part.resolve()),))
        with contextlib.closing(sqlite3.connect(part)) as copy:
            found = [row[0] for row in copy.execute("PRAGMA integrity_check(1)")]
        if found != ["ok"]:
            raise BackupError(f"The database {database} is damaged, so it was not copied: {found[0]}.")
        _to_disk(part)
        part.replace(target)
        _to_disk(target.parent)
    finally:
        part.unlink(missing_ok=True)


def opened(database: Path, mode: str) -> sqlite3.Connection:
    """Open a database that is there, to read only (`ro`) or to write too (`rw`)."""
    return sqlite3.connect(f"{database.absolute().as_uri()}?mode={mode}", uri=True, timeout=30)


def _to_disk(path: Path) -> None:
    """Have a file, or the names in a folder, outlive a power cut. SQLite leaves that to us."""
    if path.is_dir() and os.name == "nt":  # which cannot
        return
    file = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(file)
    finally:
        os.close(file)
