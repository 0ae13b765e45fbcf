"""The database: opened, checked and brought up to date; read in threads, so that the event loop goes on."""

import asyncio
import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from parlour.core.errors import ParlourError
from parlour.table import metrics
from parlour.table.address import without_secrets
from parlour.table.backup import keep_before, opened
from parlour.table.errors import StoreError
from parlour.table.log import Writer

T = TypeVar("T")

logger = logging.getLogger(__name__)

REVISION = "0002"
"""The newest migration. A database that stands here already is opened without loading Alembic."""

MIGRATIONS = Path(__file__).parent / "migrations"


class Store:
    """An open database, at this release's revision: `read` and `write`. Close it at the end."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.writer = Writer(engine)
        self.write = self.writer.write

    async def read(self, query: Callable[[Connection], T]) -> T:
        """Return what `query` finds. It runs in a thread, on a connection of its own.

        A connection on which something unforeseen went wrong is not used again: rows that were not fetched
        would keep its view of the database as it was then, whoever has it next.
        """

        def run() -> T:
            with self.engine.connect() as connection:
                try:
                    return query(connection)
                except ParlourError:
                    raise
                except BaseException:
                    connection.invalidate()
                    raise

        return await asyncio.to_thread(run)

    def close(self) -> None:
        """Finish the writes under way and let the database go."""
        self.writer.close()
        self.engine.dispose()


def open_store(address: str, say: Callable[[str], object] = bool) -> Store:
    """Open the database at an SQLAlchemy URL, making or upgrading it as needed.

    An SQLite file is copied beside itself before it is upgraded; `say` is then called with one sentence
    about that. Raises `StoreError` if the database cannot be used, above all if a newer Parlour wrote it, or
    if that copy cannot be made; then nothing in it was touched.
    """
    try:
        url = make_url(address)
    except ArgumentError:
        raise StoreError(
            f"{without_secrets(address)!r} is no address of a database; "
            "write it like sqlite:////folder/parlour.db."
        ) from None
    sqlite = url.get_backend_name() == "sqlite"
    try:
        if sqlite and url.database:
            path = Path(url.database)
            path.parent.mkdir(parents=True, exist_ok=True)
            if revisions_in(path) - {REVISION}:
                _keep(path, say)
            metrics.DATABASE_BYTES.set_function(lambda: size_of(path))
        engine = create_engine(url)
        if sqlite:
            event.listen(engine, "connect", _set_up_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
        _bring_up_to_date(engine, url)
    except ModuleNotFoundError as error:
        raise StoreError(
            f"The database {_name(url)} needs the Python package {error.name}, which is not installed."
        ) from error
    except (OSError, SQLAlchemyError, sqlite3.Error) as error:
        why = getattr(error, "orig", None) or error
        raise StoreError(f"The database {_name(url)} cannot be used: {why}.") from error
    return Store(engine)


def _name(url: URL) -> str:
    return (
        url.database or "" if url.get_backend_name() == "sqlite" else url.render_as_string(hide_password=True)
    )


def _set_up_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = (
        None  # the driver would begin late, and commit before each change of the schema
    )
    cursor = connection.cursor()
    cursor.execute("PRAGMA busy_timeout = 5000")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = FULL")  # an answered move outlives a power cut
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def revisions_in(path: Path) -> set[str]:
    """Return the migrations that an SQLite file stands at, of which there is one; none if it is not ours.

    Raises `StoreError` if a newer Parlour wrote it, and `sqlite3.Error`. Nothing in it is touched: even
    setting WAL mode would.
    """
    if not path.exists():
        return set()
    with closing(opened(path, "ro")) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchone():
            return set()
        found = {str(row[0]) for row in connection.execute("SELECT version_num FROM alembic_version")}
    _refuse_unknown(found, str(path))
    return found


def _keep(path: Path, say: Callable[[str], object]) -> None:
    """Copy a database that is to be upgraded, and say so."""
    try:
        copy = keep_before(path, REVISION)
    except (OSError, sqlite3.Error, ParlourError) as error:
        needed = size_of(path) // 1_000_000 + 1
        raise StoreError(
            f"The database {path} has to be upgraded, and the copy that is made before cannot be: "
            f"{str(error).rstrip('.')}. Nothing was changed. That copy needs {needed} MB in the same folder."
        ) from error
    logger.warning("the database is upgraded", extra={"revision": REVISION, "copy": str(copy)})
    say(f"The database is upgraded; as it was before, it is kept in {copy}.")


def size_of(path: Path) -> int:
    """Return the bytes of an SQLite file and of the log of its latest writes."""
    files = (path, path.with_name(f"{path.name}-wal"))
    return sum(file.stat().st_size for file in files if file.exists())


def _refuse_unknown(found: set[str], name: str) -> None:
    known = {file.name.split("_")[0] for file in (MIGRATIONS / "versions").glob("*.py")}
    if not found <= known:
        newer = ", ".join(sorted(found - known))
        raise StoreError(
            f"The database {name} was written by a newer Parlour (revision {newer}): "
            "start that version, or name another folder with --data."
        )


def _bring_up_to_date(engine: Engine, url: URL) -> None:
    with engine.connect() as connection:
        found: set[str] = set()
        if inspect(connection).has_table("alembic_version"):
            found = set(connection.scalars(text("SELECT version_num FROM alembic_version")))
        _refuse_unknown(found, _name(url))
        if found != {REVISION}:
            migrate(connection)
            connection.commit()


def migrate(connection: Connection, to: str = "head") -> None:
    """Run the migrations that this database has not seen, up to one of them."""
    from alembic import command  # noqa: PLC0415 (a quarter of a second, needed once)
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
