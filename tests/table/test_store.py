"""The database: made, checked, shared by many moves a commit, and left alone when it is not ours to write."""

import asyncio
import sqlite3
import time

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import func, insert, select, text

from parlour.table import schema
from parlour.table.errors import ConflictError, StoreError
from parlour.table.settings import sqlite_url
from parlour.table.store import MIGRATIONS, REVISION, open_store


@pytest.fixture
def url(tmp_path):
    return sqlite_url(tmp_path / "deep" / "parlour.db")


@pytest.fixture
def store(url):
    one = open_store(url)
    yield one
    one.close()


def test_migrations_make_what_the_schema_says(store):
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), schema.metadata) == []


def test_the_newest_migration_is_the_one_that_is_expected():
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [REVISION]


def test_sqlite_is_set_up_to_outlive_power_cuts(store):
    with store.engine.connect() as connection:
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(text("PRAGMA synchronous")) == 2
        assert connection.scalar(text("PRAGMA foreign_keys")) == 1


def test_a_database_of_a_newer_version_is_not_touched(url, tmp_path):
    open_store(url).close()
    path = tmp_path / "deep" / "parlour.db"
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"newer Parlour \(revision 9999\)"):
        open_store(url)
    assert path.read_bytes() == before


def test_what_is_no_database_is_said_so(url, tmp_path):
    path = tmp_path / "deep" / "parlour.db"
    path.parent.mkdir()
    path.write_bytes(b"hello, I am a letter " * 100)
    with pytest.raises(StoreError, match="cannot be used"):
        open_store(url)
    assert path.read_bytes().startswith(b"hello")


def test_a_folder_that_cannot_be_made_is_said_so(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be used"):
        open_store(sqlite_url(tmp_path / "file" / "parlour.db"))


def guest(name: str):
    return insert(schema.players).values(id=name, token_hash=name, created=0)


async def test_writes_share_commits_and_one_conflict_fails_alone(store):
    await store.write(guest("a"))
    writes = [store.write(guest(name)) for name in ("b", "a", "c", "b", "d")]
    done = await asyncio.gather(*writes, return_exceptions=True)
    assert [isinstance(answer, ConflictError) for answer in done] == [False, True, False, True, False]
    count = await store.read(lambda c: c.scalar(select(func.count()).select_from(schema.players)))
    assert count == 4


async def test_statements_of_one_write_stand_or_fall_together(store):
    await store.write(guest("a"))
    with pytest.raises(ConflictError):
        await store.write(guest("b"), guest("a"))
    assert await store.read(lambda c: c.scalars(select(schema.players.c.id)).all()) == ["a"]


async def test_values_of_one_statement_are_written_together_and_everything_else_in_its_order(store):
    add, order = insert(schema.players), []

    def row(name):
        return add, {"id": name, "token_hash": name, "created": 1}

    def note(connection):
        order.append(connection.scalars(select(schema.players.c.id).order_by(schema.players.c.id)).all())

    def hold(_):
        time.sleep(0.2)

    first = asyncio.ensure_future(store.write(hold))
    await asyncio.sleep(0.05)  # the others wait for it, and so share a commit
    writes = [(row("a"),), (row("b"), note), (row("c"), row("a")), (row("d"),)]
    done = await asyncio.gather(first, *(store.write(*one) for one in writes), return_exceptions=True)
    assert [type(answer) for answer in done] == [
        type(None),
        type(None),
        type(None),
        ConflictError,
        type(None),
    ]
    assert order == [["a", "b"], ["a", "b"]]  # once together, and once each by itself
    assert await store.read(lambda c: c.scalars(select(schema.players.c.id)).all()) == ["a", "b", "d"]


async def test_closing_commits_what_waits(url):
    store = open_store(url)
    waiting = [asyncio.ensure_future(store.write(guest(str(n)))) for n in range(50)]
    await asyncio.sleep(0)
    await asyncio.to_thread(store.close)
    await asyncio.gather(*waiting)


def test_a_first_start_that_is_cut_off_leaves_nothing_half_made(url, monkeypatch):
    from alembic import op

    create, made = op.create_table, []

    def full_disk(*args, **options):
        if len(made) == 3:
            raise sqlite3.OperationalError("database or disk is full")
        made.append(args[0])
        return create(*args, **options)

    monkeypatch.setattr(op, "create_table", full_disk)
    with pytest.raises(StoreError, match="database or disk is full"):
        open_store(url)
    monkeypatch.undo()
    open_store(url).close()


def test_somebody_elses_file_is_refused_and_left_as_it_was(tmp_path):
    path = tmp_path / "parlour.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE tables (legs INTEGER)")
    connection.close()
    for _ in range(2):
        with pytest.raises(StoreError, match="table tables already exists"):
            open_store(sqlite_url(path))
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("tables",)]
    connection.close()


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("not a url", "no address of a database"),
        ("", "no address of a database"),
        ("sqlite+nodriver://", "cannot be used"),
    ],
)
def test_a_malformed_address_is_refused_with_one_sentence(address, reason):
    with pytest.raises(StoreError, match=reason) as refusal:
        open_store(address)
    assert "\n" not in str(refusal.value)


async def test_a_read_that_goes_wrong_leaves_no_old_view_of_the_database_behind(store):
    def join(name):
        return insert(schema.players).values(id=name, token_hash=name, created=0)

    async def count():
        return await store.read(lambda connection: connection.scalar(select(func.count(schema.players.c.id))))

    kept = []

    def broken(connection):
        kept.append(iter(connection.execute(select(schema.players.c.id))))
        next(kept[0])
        raise RuntimeError

    await store.write(join("ada"), join("ben"))
    with store.engine.connect(), pytest.raises(RuntimeError):  # so that there are two connections
        await store.read(broken)
    for number, name in enumerate(("cem", "dua", "eve"), 3):
        await store.write(join(name))
        assert [await count(), await count()] == [number, number]
