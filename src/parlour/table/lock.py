"""One server at a time on an SQLite file: a lock that the system lets go of however a process ends."""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from parlour.table.errors import StoreError

if sys.platform == "win32":
    import msvcrt

    def _grab(file: int) -> None:
        os.lseek(file, _FAR, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _grab(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


_FAR = 1 << 30
"""Where Windows locks a byte: what stands before it can still be read."""

_BUSY = (BlockingIOError, PermissionError)
"""What the systems say when another process has the lock."""


@contextlib.contextmanager
def hold(database: Path | None) -> Iterator[Callable[[str], None]]:
    """Hold the lock of a database file; None, a database that is no file of ours, needs none.

    Yields a function that notes an address beside the lock, for the sentence that another process is refused
    with. Raises `StoreError` when another process holds the lock, or where there can be none. The lock is a
    file beside the database, so that whoever only reads, as a backup does, is not hindered.
    """
    if database is None:
        yield lambda _: None
        return
    path = database.with_name(f"{database.name}.lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise StoreError(f"The database {database} cannot be used: {error}.") from error
    try:
        _take(file, database)
        _note(file, "")
        yield lambda address: _note(file, address)
    finally:
        os.close(file)


def _take(file: int, database: Path) -> None:
    try:
        _grab(file)
    except _BUSY:
        noted = os.read(file, 200).decode(errors="replace")
        process, _, address = "".join(filter(str.isprintable, noted)).partition(" ")
        where = f" at {address}" if address else ""
        raise StoreError(
            f"The database {database} is in use: Parlour is open already{where} (process {process or '?'}). "
            "Use that one, end it, or name another folder with --data."
        ) from None
    except OSError as error:
        raise StoreError(f"The database {database} cannot be locked: {error}.") from error


def _note(file: int, address: str) -> None:
    with contextlib.suppress(OSError):  # a full disk has no room for it, and nothing depends on it
        os.lseek(file, 0, os.SEEK_SET)
        os.ftruncate(file, 0)
        os.write(file, f"{os.getpid()} {address}\n".encode())
