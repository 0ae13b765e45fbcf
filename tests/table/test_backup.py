"""Copies of the database: taken while it is written to, made before an upgrade, put back."""

import os
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing

import pytest
from sqlalchemy import create_engine, text

from parlour.table import backup as copying
from parlour.table import store as storing
from parlour.table.backup import BackupError, backup, keep_before
from parlour.table.errors import StoreError
from parlour.table.lock import hold
from parlour.table.restore import restore
from parlour.table.settings import sqlite_url
from parlour.table.store import REVISION, migrate, open_store, revisions_in

GUEST = "INSERT INTO players (id, token_hash, created) VALUES (?, ?, 0)"


@pytest.fixture
def database(tmp_path):
    """A database at this release's revision, with one guest."""
    path = tmp_path / "data" / "parlour.db"
    open_store(sqlite_url(path)).close()
    add(path, "first")
    return path


@pytest.fixture
def old(tmp_path):
    """A database of the first release, with one guest."""
    path = tmp_path / "parlour.db"
    engine = create_engine(sqlite_url(path))
    with engine.connect() as connection:
        migrate(connection, "0001")
        connection.commit()
    engine.dispose()
    add(path, "first")
    return path


def add(path, *guests):
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executemany(GUEST, [(guest, guest) for guest in guests])


def guests(path):
    with closing(sqlite3.connect(path)) as connection:
        return [row[0] for row in connection.execute("SELECT id FROM players ORDER BY rowid")]


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_backup_is_one_file_with_everything(database, tmp_path):
    store = open_store(sqlite_url(database))  # whose latest writes are not in the main file yet
    try:
        with store.engine.begin() as connection:
            connection.execute(text(GUEST.replace("?, ?", "'second', 'second'")))
        saved = backup(database, tmp_path / "saved.db")
    finally:
        store.close()
    assert guests(saved) == ["first", "second"]
    assert names(tmp_path) == ["data", "saved.db"]
    if os.name == "posix":
        assert saved.stat().st_mode & 0o777 == 0o600, "it holds the cards of games that go on"
    open_store(sqlite_url(saved)).close()


def test_backups_are_consistent_while_somebody_writes(database, tmp_path):
    """Guests come in pairs; no copy has half a pair."""
    done = threading.Event()

    def write():
        with closing(sqlite3.connect(database, timeout=30)) as connection:
            number = 0
            while not done.is_set():
                with connection:
                    connection.executemany(GUEST, [(f"{number}a",) * 2, (f"{number}b",) * 2])
                number += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        counts = [len(guests(backup(database, tmp_path / f"{n}.db"))) for n in range(5)]
    finally:
        done.set()
        writer.join()
    assert all(count % 2 == 1 for count in counts)
    assert counts == sorted(counts)
    assert counts[-1] > 1


def test_without_a_name_a_backup_is_named_by_its_time(database, tmp_path, monkeypatch):
    monkeypatch.setattr(copying, "stamp", lambda: "2026-11-30-101500")
    monkeypatch.chdir(tmp_path)
    assert backup(database).resolve() == tmp_path / "parlour-2026-11-30-101500.db"
    folder = tmp_path / "backups"
    folder.mkdir()
    assert backup(database, folder) == folder / "parlour-2026-11-30-101500.db"
    with pytest.raises(BackupError, match="exists already"):
        backup(database)


def test_a_folder_that_is_not_there_is_no_file(database, tmp_path):
    with pytest.raises(BackupError, match=r"There is no folder .*backups to put the backup in"):
        backup(database, tmp_path / "backups")


def test_a_backup_overwrites_nothing(database, tmp_path):
    (tmp_path / "letter").write_text("dear")
    with pytest.raises(BackupError, match=r"letter exists already, and a backup overwrites nothing"):
        backup(database, tmp_path / "letter")
    assert (tmp_path / "letter").read_text() == "dear"
    with pytest.raises(BackupError, match="exists already"):
        backup(database, database)


def test_what_cannot_be_saved_is_one_sentence(database, tmp_path):
    with pytest.raises(
        BackupError, match=r"^There is no database .*none\.db: name its folder with --data\.$"
    ):
        backup(tmp_path / "none.db", tmp_path / "saved.db")
    with pytest.raises(BackupError, match=r"^There is no folder .*nowhere to put the backup in\.$"):
        backup(database, tmp_path / "nowhere" / "saved.db")
    (tmp_path / "letter.db").write_bytes(b"dear " * 500)
    with pytest.raises(BackupError, match=r"letter\.db cannot be saved as .*: file is not a database\.$"):
        backup(tmp_path / "letter.db", tmp_path / "saved.db")
    assert names(tmp_path) == ["data", "letter.db"]


def test_a_damaged_database_gives_no_backup(database, tmp_path):
    add(database, *(str(number) for number in range(500)))
    whole = bytearray(database.read_bytes())
    with closing(sqlite3.connect(database)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'players'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    whole[(page - 1) * size : page * size] = bytes(size)
    database.write_bytes(whole)
    with pytest.raises(BackupError, match=r"malformed|is damaged"):
        backup(database, tmp_path / "saved.db")
    assert names(tmp_path) == ["data"]


@pytest.mark.skipif(os.name == "nt", reason="limits of processes")
def test_a_full_disk_leaves_nothing_behind(database, tmp_path):
    """A limit on the size of files stands for the disk."""
    import resource

    add(database, *(f"{number:0100}" for number in range(2000)))
    before = names(database.parent)
    ended = subprocess.run(
        [sys.executable, "-m", "parlour", "backup", "--data", database.parent, "--to", tmp_path / "saved.db"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000)),
    )
    assert ended.returncode == 2
    assert "cannot be saved as" in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert names(tmp_path) == ["data"]
    assert names(database.parent) == before


# -- before an upgrade -------------------------------------------------------------------------------------


def test_a_database_is_copied_before_it_is_upgraded(old, tmp_path, caplog):
    said = []
    open_store(sqlite_url(old), said.append).close()
    copy = tmp_path / f"parlour-before-{REVISION}.db"
    assert said == [f"The database is upgraded; as it was before, it is kept in {copy}."]
    assert "the database is upgraded" in caplog.text
    assert revisions_in(copy) == {"0001"}
    assert revisions_in(old) == {REVISION}
    assert guests(copy) == guests(old) == ["first"]
    open_store(sqlite_url(old), said.append).close()
    assert len(said) == 1
    assert names(tmp_path) == [copy.name, "parlour.db"]


def test_a_new_database_is_not_copied(tmp_path):
    said = []
    open_store(sqlite_url(tmp_path / "parlour.db"), said.append).close()
    assert (said, names(tmp_path)) == ([], ["parlour.db"])


def test_without_a_copy_there_is_no_upgrade(old, tmp_path, monkeypatch):
    def full(*_):
        raise sqlite3.OperationalError("database or disk is full")

    before = old.read_bytes()
    monkeypatch.setattr(copying, "opened", full)
    said = []
    with pytest.raises(StoreError) as refusal:
        open_store(sqlite_url(old), said.append)
    assert str(refusal.value) == (
        f"The database {old} has to be upgraded, and the copy that is made before cannot be: "
        "database or disk is full. Nothing was changed. That copy needs 1 MB in the same folder."
    )
    assert (said, old.read_bytes(), names(tmp_path)) == ([], before, ["parlour.db"])


def test_an_upgrade_that_fails_leaves_the_database_and_its_copy(old, tmp_path, monkeypatch):
    monkeypatch.setattr(
        storing, "migrate", lambda _: (_ for _ in ()).throw(sqlite3.OperationalError("no room"))
    )
    for _ in range(2):
        with pytest.raises(StoreError, match="no room"):
            open_store(sqlite_url(old))
    assert revisions_in(old) == revisions_in(tmp_path / f"parlour-before-{REVISION}.db") == {"0001"}
    monkeypatch.undo()
    open_store(sqlite_url(old)).close()
    assert guests(old) == ["first"]


def test_the_last_three_copies_stay(database):
    folder = database.parent
    (folder / "parlour-before-0001.db.x.part").write_text("of a start that was killed")
    (folder / "parlour-before-christmas.db").write_text("somebody's own")
    for number, revision in enumerate(("0002", "0003", "0004", "0005", "0004")):
        copy = keep_before(database, revision)
        os.utime(copy, (number, number))
    kept = ["parlour-before-0003.db", "parlour-before-0004.db", "parlour-before-0005.db"]
    assert names(folder) == [*kept, "parlour-before-christmas.db", "parlour.db"]


# -- putting back ------------------------------------------------------------------------------------------


def test_a_backup_is_put_back_and_the_database_before_is_kept(database, tmp_path):
    saved = backup(database, tmp_path / "saved.db")
    add(database, "second")
    former = restore(saved, database)
    assert guests(database) == ["first"]
    assert guests(former) == ["first", "second"]
    assert guests(saved) == ["first"]
    open_store(sqlite_url(database)).close()
    assert names(database.parent) == [former.name, "parlour.db", "parlour.db.lock"]


def test_the_log_of_a_killed_server_never_meets_a_backup(database, tmp_path):
    """What was committed but not moved to the main file stays with the database that it belongs to."""
    saved = backup(database, tmp_path / "saved.db")
    script = (
        f"import os, sqlite3; c = sqlite3.connect({str(database)!r}); "
        f"c.execute({GUEST!r}, ('late', 'late')); c.commit(); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", script], timeout=60, check=False)
    assert (database.parent / "parlour.db-wal").stat().st_size > 0
    former = restore(saved, database)
    assert guests(database) == ["first"]
    assert guests(former) == ["first", "late"]


def test_a_backup_is_put_where_there_was_nothing(database, tmp_path):
    saved = backup(database, tmp_path / "saved.db")
    assert restore(saved, tmp_path / "new" / "parlour.db") is None
    assert guests(tmp_path / "new" / "parlour.db") == ["first"]


def test_an_older_backup_is_upgraded_at_the_start(old, database):
    restore(old, database)
    open_store(sqlite_url(database)).close()
    assert revisions_in(database) == {REVISION}
    assert guests(database) == ["first"]


def test_what_cannot_be_put_back_is_one_sentence(database, tmp_path):
    before = database.read_bytes()
    other = tmp_path / "other.db"
    with pytest.raises(BackupError, match=r"^There is no backup .*other\.db\.$"):
        restore(other, database)
    with pytest.raises(BackupError, match="is the database itself"):
        restore(database, database)
    other.write_bytes(b"dear " * 500)
    with pytest.raises(BackupError, match=r"other\.db cannot be restored: file is not a database\.$"):
        restore(other, database)
    other.write_bytes(b"")
    with pytest.raises(BackupError, match=r"other\.db is no database of Parlour\.$"):
        restore(other, database)
    newer = backup(database, tmp_path / "newer.db")
    with closing(sqlite3.connect(newer)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StoreError, match=r"newer Parlour \(revision 9999\)"):
        restore(newer, database)
    assert database.read_bytes() == before
    assert names(database.parent) == ["parlour.db", "parlour.db.lock"]


def test_nothing_is_put_back_under_a_server(database, tmp_path):
    saved = backup(database, tmp_path / "saved.db")
    with hold(database) as note:
        note("http://127.0.0.1:8000/")
        with pytest.raises(
            StoreError, match=r"is in use: Parlour is open already at http://127\.0\.0\.1:8000/"
        ):
            restore(saved, database)
    restore(saved, database)


# -- one server at a time ----------------------------------------------------------------------------------


def test_a_second_server_is_told_where_the_first_is(database):
    with hold(database) as note:
        with pytest.raises(StoreError) as refusal, hold(database):
            pass
        assert str(refusal.value) == (
            f"The database {database} is in use: Parlour is open already (process {os.getpid()}). "
            "Use that one, end it, or name another folder with --data."
        )
        note("http://127.0.0.1:8000/")
        with (
            pytest.raises(StoreError, match=r"already at http://127\.0\.0\.1:8000/ \(process \d+\)\. Use"),
            hold(database),
        ):
            pass
        assert guests(backup(database, database.with_name("saved.db"))) == ["first"]
    with hold(database):
        pass


def test_a_killed_process_holds_no_lock(database):
    script = "import os, signal; from pathlib import Path; from parlour.table.lock import hold\n"
    script += f"with hold(Path({str(database)!r})): print('held', flush=True); signal.pause()"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(StoreError, match=rf"\(process {holder.pid}\)"), hold(database):
            pass
        holder.kill()
        holder.wait(timeout=20)
    with hold(database):
        pass


def test_a_lock_that_cannot_be_is_one_sentence(tmp_path):
    with hold(None) as note:
        note("a database elsewhere needs none")
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be used"), hold(tmp_path / "file" / "parlour.db"):
        pass
    (tmp_path / "parlour.db.lock").mkdir()
    with pytest.raises(StoreError, match="cannot be used"), hold(tmp_path / "parlour.db"):
        pass
