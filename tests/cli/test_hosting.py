"""What a host types: serve, backup, restore."""

import sqlite3
from contextlib import closing

import pytest

from parlour.table.lock import hold
from parlour.table.settings import Settings, sqlite_url
from parlour.table.store import open_store


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """No settings but the test's own."""
    for variable in ("DATABASE_URL", "PARLOUR_DATA", "PARLOUR_CONFIG", "PARLOUR_ORIGINS"):
        monkeypatch.delenv(variable, raising=False)


@pytest.fixture
def served(monkeypatch):
    """The settings that were served."""
    calls = []
    monkeypatch.setattr("parlour.table.serve.serve", calls.append)
    return calls


@pytest.fixture
def data(tmp_path):
    """The folder of a database."""
    open_store(sqlite_url(tmp_path / "data" / "parlour.db")).close()
    return tmp_path / "data"


def test_serve_takes_options_variables_and_a_file(command, served, monkeypatch, tmp_path):
    (tmp_path / "parlour.toml").write_text("cached = 7\nopen_hours = 8\n")
    monkeypatch.setenv("PARLOUR_OPEN_HOURS", "9")
    public = "https://games.example.org"
    options = ("--host", "0.0.0.0", "--data", tmp_path, "--public-url", f"{public}/", "--no-browser")  # noqa: S104
    assert command("serve", *options).exit_code == 0
    (settings,) = served
    database = sqlite_url(tmp_path / "parlour.db")
    assert settings == Settings(
        database=database,
        host="0.0.0.0",  # noqa: S104
        port=8000,
        public_url=public,
        origins=(public,),
        cached=7,
        open_hours=9,
    )
    assert settings.secure


def test_serve_listens_where_a_proxy_finds_it(command, served, tmp_path):
    command("serve", "--data", tmp_path)
    command("serve", "--data", tmp_path, "--port", 9000)
    assert [settings.port for settings in served] == [8000, 9000]


def test_the_settings_in_force_are_shown(command, served, monkeypatch, tmp_path):
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:hush@h/d")
    config = tmp_path / "my.toml"
    config.write_text("port = 9000\n")
    shown = command("serve", "--config", config, "--show-config")
    assert (shown.exit_code, shown.stderr, served) == (0, "", [])
    assert [line.split() for line in shown.stdout.splitlines()][:3] == [
        ["database", "postgresql://me:***@h/d", "DATABASE_URL"],
        ["host", "127.0.0.1", "default"],
        ["port", "9000", str(config)],
    ]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--port", "eight"), "parlour: --port is 'eight', but must be a whole number from 1 to 65535.\n"),
        (("--host", ""), "parlour: --host is '', but must be an address to listen on"),
        (("--public-url", "games.example.org"), "but must be the address of a site without a path"),
        (("--config", "none.toml"), "parlour: --config names none.toml, but there is no such file.\n"),
    ],
)
def test_what_cannot_be_served_is_one_sentence(command, served, arguments, said):
    refused = command("serve", *arguments)
    assert (refused.exit_code, served, refused.stdout) == (2, [], "")
    assert said in refused.stderr
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["parlour", "serve"])
def test_a_folder_that_cannot_be_is_one_sentence(command, monkeypatch, tmp_path, name):
    monkeypatch.setattr("parlour.table.logs.set_up", bool)
    (tmp_path / "file").write_text("")
    options = ("--data", tmp_path / "file" / "x", "--no-browser")
    refused = command(*(options if name == "parlour" else (name, *options)))
    assert refused.exit_code == 2
    assert "cannot be used: " in refused.stderr
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["serve", "backup", "restore"])
def test_options_of_a_command_stand_after_it(command, name):
    refused = command("--data", "x", name, "file")
    assert (refused.exit_code, refused.stderr) == (2, f"parlour: --data is written after {name}\n")


def test_a_backup_is_made_and_put_back(command, data, tmp_path):
    saved = tmp_path / "saved.db"
    with hold(data / "parlour.db"):  # while a server is there
        made = command("backup", "--data", data, "--to", saved)
    assert (made.exit_code, made.stderr) == (0, "")
    assert made.stdout.startswith(f"{data / 'parlour.db'} is saved as {saved} (0.")
    with closing(sqlite3.connect(data / "parlour.db")) as connection, connection:
        connection.execute("INSERT INTO players (id, token_hash, created) VALUES ('a', 'a', 0)")
    put = command("restore", saved, "--data", data)
    assert put.exit_code == 0
    first, second = put.stdout.splitlines()
    assert first == f"{data / 'parlour.db'} is now what {saved} was."
    assert second.startswith(f"The database before is kept as {data / 'parlour-replaced-'}")
    with closing(sqlite3.connect(data / "parlour.db")) as connection:
        assert connection.execute("SELECT count(*) FROM players").fetchone() == (0,)


def test_a_backup_is_named_by_its_time(command, data, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PARLOUR_DATA", str(data))
    assert command("backup").exit_code == 0
    (saved,) = tmp_path.glob("parlour-20??-??-??-??????.db")
    assert saved.stat().st_size > 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("backup", "--data", "none"), "There is no database "),
        (("backup", "--to", "nowhere/saved.db"), "There is no folder nowhere to put the backup in."),
        (("restore", "none.db"), "There is no backup none.db."),
    ],
)
def test_what_cannot_be_saved_or_put_back_is_one_sentence(
    command, data, monkeypatch, tmp_path, arguments, said
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PARLOUR_DATA", str(data))
    refused = command(*arguments)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.startswith(f"parlour: {said}")
    assert refused.stderr.count("\n") == 1


def test_nothing_is_put_back_under_a_server(command, data, tmp_path):
    command("backup", "--data", data, "--to", tmp_path / "saved.db")
    with hold(data / "parlour.db"):
        refused = command("restore", "--data", data, tmp_path / "saved.db")
    assert refused.exit_code == 2
    assert "is in use: Parlour is open already" in refused.stderr


@pytest.mark.parametrize(("arguments", "tool"), [(("backup",), "pg_dump"), (("restore", "x"), "pg_restore")])
def test_postgresql_has_tools_of_its_own(command, monkeypatch, arguments, tool):
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:hush@h/d")
    refused = command(*arguments)
    assert refused.exit_code == 2
    assert tool in refused.stderr
    assert "hush" not in refused.stderr
    assert refused.stderr.count("\n") == 1
