"""Settings: arguments before the environment, before a file, before defaults; what cannot be is refused."""

from pathlib import Path

import pytest

from parlour.table.address import sqlite_path, sqlite_url, without_secrets
from parlour.table.settings import Settings, configure, read_settings
from parlour.table.values import KEYS, SettingsError


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """A user's data folder of the test's own."""
    monkeypatch.setattr("parlour.table.settings.user_data_path", lambda *_, **__: tmp_path / "home")
    return tmp_path / "home"


@pytest.fixture
def file(tmp_path):
    """Write a configuration and return its path."""

    def write(text: str, path: Path = tmp_path / "some.toml") -> Path:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_without_anything_there_are_defaults(home):
    found = configure({}, environ={})
    assert found.settings == Settings(database=sqlite_url(home / "parlour.db"))
    assert (found.settings.host, found.settings.port, found.settings.cached) == ("127.0.0.1", None, 1000)
    assert (found.settings.expire_days, found.settings.open_hours) == (30, 24)
    assert (found.settings.public_url, found.settings.origins, found.settings.secure) == ("", (), False)
    assert set(found.sources.values()) == {"default"}


def test_an_argument_goes_before_a_variable_before_the_file(file):
    config = file('host = "10.0.0.1"\nport = 1\ncached = 1\nexpire_days = 1\n')
    environ = {
        "PARLOUR_HOST": "10.0.0.2",
        "PARLOUR_PORT": "2",
        "PARLOUR_CACHED": "2",
        "PARLOUR_OPEN_HOURS": "",
    }
    found = configure(
        {"host": "10.0.0.3", "port": None}, config=config, environ=environ, defaults={"port": 8000}
    )
    assert (found.settings.host, found.settings.port) == ("10.0.0.3", 2)
    assert (found.settings.cached, found.settings.expire_days, found.settings.open_hours) == (2, 1, 24)
    assert found.sources == {
        "database": "default",
        "host": "--host",
        "port": "PARLOUR_PORT",
        "public_url": "default",
        "origins": "default",
        "cached": "PARLOUR_CACHED",
        "expire_days": str(config),
        "open_hours": "default",
    }


def test_every_setting_can_be_in_a_file_and_in_the_environment(file):
    named = {
        "host": "::1",
        "port": 9000,
        "database": "postgresql://h/d",
        "public_url": "https://games.example.org",
        "origins": ["https://a", "http://b:81"],
        "cached": 5,
        "expire_days": 6,
        "open_hours": 7,
    }
    config = file("".join(f"{name} = {value!r}\n" for name, value in named.items()))
    in_file = configure({}, config=config, environ={})
    environ = {
        KEYS[name].variables[0]: " ".join(value) if isinstance(value, list) else str(value)
        for name, value in named.items()
    }
    in_environment = configure({}, environ=environ)
    assert in_file.settings == in_environment.settings
    assert set(in_file.sources.values()) == {str(config)}
    assert set(in_environment.sources.values()) == set(environ)
    assert in_file.settings.origins == ("https://a", "http://b:81", "https://games.example.org")


@pytest.mark.parametrize(
    ("arguments", "environ", "text", "expected"),
    [
        ({}, {"DATABASE_URL": "postgresql://h/d"}, "", "postgresql://h/d"),
        (
            {},
            {"DATABASE_URL": "postgresql://h/d", "PARLOUR_DATABASE": "postgresql://h/e"},
            "",
            "postgresql://h/e",
        ),
        ({}, {"DATABASE_URL": "postgresql://h/d", "PARLOUR_DATA": "/v"}, 'data = "/f"', "postgresql://h/d"),
        ({"data": Path("/a")}, {"DATABASE_URL": "postgresql://h/d"}, "", "sqlite:////a/parlour.db"),
        ({"data": Path("/a")}, {"DATABASE_URL": "mysql://of-another-program"}, "", "sqlite:////a/parlour.db"),
        ({"data": Path("/a")}, {"PARLOUR_DATABASE": "postgresql://h/d"}, "", "sqlite:////a/parlour.db"),
        ({}, {"PARLOUR_DATA": "/v"}, 'database = "postgresql://h/d"', "sqlite:////v/parlour.db"),
        ({}, {}, 'database = "postgresql://h/d"', "postgresql://h/d"),
        ({}, {}, 'data = "/f"', "sqlite:////f/parlour.db"),
    ],
)
def test_the_database_is_the_one_named_first(file, arguments, environ, text, expected):
    assert configure(arguments, config=file(text), environ=environ).settings.database == expected


def test_a_folder_in_a_file_is_beside_it(file, tmp_path):
    settings = configure({}, config=file('data = "games"'), environ={}).settings
    assert settings.database == sqlite_url(tmp_path / "games" / "parlour.db")


def test_the_file_in_the_folder_of_the_data_is_read_unless_another_is_named(file, tmp_path, home):
    usual = file("port = 1001", tmp_path / "data" / "parlour.toml")
    file("port = 1002", home / "parlour.toml")
    other = file("port = 1003")
    data = str(usual.parent)
    assert read_settings(data=usual.parent, environ={}).port == 1001
    assert read_settings(environ={"PARLOUR_DATA": data}).port == 1001
    assert read_settings(environ={}).port == 1002
    assert read_settings(environ={"PARLOUR_DATA": data, "PARLOUR_CONFIG": str(other)}).port == 1003
    assert read_settings(config=usual, environ={"PARLOUR_CONFIG": str(other)}).port == 1001


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("host", ""),
        ("host", " "),
        ("host", "a\nb"),
        ("port", "eight"),
        ("port", "0"),
        ("port", "65536"),
        ("port", "-1"),
        ("port", "8000.0"),
        ("port", "٨"),
        ("port", "9" * 5000),
        ("cached", "0"),
        ("expire_days", "never"),
        ("expire_days", "0"),
        ("open_hours", "1h"),
        ("database", "parlour.db"),
        ("database", "mysql://h/d"),
        ("database", "sqlite://"),
        ("database", "sqlite:///:memory:"),
        ("database", "sqlite:///file:x?uri=true"),
        ("public_url", "games.example.org"),
        ("public_url", "ftp://games.example.org"),
        ("public_url", "https://"),
        ("public_url", "https://games.example.org/table"),
        ("public_url", "https://games.example.org?x=1"),
        ("public_url", "https://games.example.org/#x"),
        ("public_url", "https://me@games.example.org"),
        ("public_url", "https://games.example.org:99999"),
        ("public_url", "https://games example.org"),
        ("public_url", "https://spiele-müller.example"),
        ("public_url", "https://[::1"),
        ("origins", "*"),
        ("origins", "https://a https://b/path"),
    ],
)
def test_a_value_that_cannot_be_is_one_sentence(file, name, value):
    variable = KEYS[name].variables[0]
    if value:
        with pytest.raises(SettingsError, match=rf"^{variable} .*, but must be .*\.$") as refusal:
            read_settings(environ={variable: value})
        assert "\n" not in str(refusal.value)
        assert len(str(refusal.value)) < 300
    escaped = value.replace("\n", "\\n")
    config = file(f'{name} = "{escaped}"' if name != "origins" else f"{name} = {value.split()!r}")
    with pytest.raises(SettingsError, match=rf"some\.toml: {name} .*, but must be .*\.$"):
        read_settings(config=config, environ={})
    if name in ("host", "port", "public_url"):
        with pytest.raises(SettingsError, match=rf"^--{name.replace('_', '-')} .*, but must be"):
            read_settings(**{name: value}, environ={})


@pytest.mark.parametrize(
    "line",
    [
        "host = 5",
        "port = true",
        "port = 8000.0",
        "port = [8000]",
        "data = 1",
        "data = ''",
        "data = '~nobody-of-this-name/games'",
        "database = 1",
        "public_url = false",
        "origins = 1",
        "origins = [1]",
        "origins = {a = 1}",
        "cached = nan",
        "expire_days = 2026-11-30",
    ],
)
def test_a_value_of_another_type_is_one_sentence(file, line):
    name = line.partition(" ")[0]
    with pytest.raises(SettingsError, match=rf"some\.toml: {name} is .*, but must be .*\.$"):
        read_settings(config=file(line), environ={})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("prot = 1", r"some\.toml: there is no setting 'prot'; did you mean 'port'\?$"),
        ("public-url = 'https://a'", r"'public-url'; did you mean 'public_url'\?$"),
        ("[server]\nport = 1", r"there is no setting 'server'"),
        ("port 8000", r"some\.toml is no TOML, whose lines are like port = 8000: .*line 1.*\.$"),
        ("port = 1\nport = 2", r"is no TOML"),
        ("port = 1" + "0" * 5000, r"is no TOML"),
        ("data = 'x'\ndatabase = 'postgresql://h/d'", r"but not both\.$"),
    ],
)
def test_a_file_that_cannot_be_is_one_sentence(file, text, said):
    with pytest.raises(SettingsError, match=said):
        read_settings(config=file(text), environ={})


def test_a_file_that_cannot_be_read_is_one_sentence(file, tmp_path):
    with pytest.raises(SettingsError, match=r"^--config names .*none\.toml, but there is no such file\.$"):
        read_settings(config=tmp_path / "none.toml", environ={})
    with pytest.raises(SettingsError, match=r"^PARLOUR_CONFIG names .*, but there is no such file"):
        read_settings(environ={"PARLOUR_CONFIG": str(tmp_path / "none.toml")})
    with pytest.raises(SettingsError, match=r"names ~nobody-of-this-name/x, but there is no such file"):
        read_settings(config=Path("~nobody-of-this-name/x"), environ={})
    with pytest.raises(SettingsError, match=r"cannot be read: is a directory\.$"):
        read_settings(config=tmp_path, environ={})
    config = file("", tmp_path / "data" / "parlour.toml")
    config.write_bytes("host = 'münchen'".encode("latin-1"))
    with pytest.raises(SettingsError, match="no text in UTF-8"):
        read_settings(data=config.parent, environ={})
    assert read_settings(data=config / "below-a-file", environ={}).port is None


def test_a_variable_that_nobody_reads_is_refused():
    with pytest.raises(SettingsError, match=r"^PARLOUR_ORIGIN: .*did you mean 'origins'\?$"):
        read_settings(environ={"PARLOUR_ORIGIN": "https://a"})
    with pytest.raises(SettingsError, match=r"there is no setting 'xyz'; there is host, port, data"):
        read_settings(environ={"PARLOUR_XYZ": ""})


@pytest.mark.parametrize(
    ("given", "origin"),
    [
        ("https://games.example.org/", "https://games.example.org"),
        ("HTTPS://Games.Example.org:443", "https://games.example.org"),
        ("http://localhost:80", "http://localhost"),
        ("http://192.168.1.5:8000", "http://192.168.1.5:8000"),
        ("http://[2001:DB8::1]:8000/", "http://[2001:db8::1]:8000"),
        ("https://xn--spiele-mller-klb.example", "https://xn--spiele-mller-klb.example"),
    ],
)
def test_the_public_address_is_written_as_browsers_write_origins(given, origin):
    found = configure({"public_url": given}, environ={"PARLOUR_ORIGINS": "https://a, https://a"})
    assert found.settings.public_url == origin
    assert found.settings.origins == ("https://a", origin)
    assert found.settings.secure is origin.startswith("https:")


def test_what_is_in_force_is_told_without_secrets():
    address = "postgresql://me:hush@h/d?sslpassword=hush&sslmode=require"
    found = configure({"public_url": "https://a"}, environ={"DATABASE_URL": address})
    told = "\n".join(found.lines())
    assert "hush" not in told
    assert "sslmode=require" in told
    assert found.lines()[0].endswith(" DATABASE_URL")
    assert "origins      https://a " in told
    assert told.count("\n") == len(Settings.__struct_fields__) - 1
    with pytest.raises(SettingsError) as refusal:
        read_settings(environ={"DATABASE_URL": "postgres//me:hush@h/d"})
    assert "hush" not in str(refusal.value)


def test_addresses_of_databases():
    assert sqlite_path("sqlite:////a/b.db") == Path("/a/b.db")
    for other in ("sqlite://", "postgresql://h/d", "no address", "sqlite:///:memory:"):
        assert sqlite_path(other) is None
    assert without_secrets("postgresql:me:hush@h/d") == "postgresql:***@h/d"
