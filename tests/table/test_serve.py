"""Starting, stopping, and starting again after the worst."""

import os
import signal
import socket
import subprocess
import sys
import time

import httpx
import pytest
from sqlalchemy import create_engine, event
from websockets.exceptions import ConnectionClosed

from parlour.table import serve
from parlour.table.errors import PortError
from parlour.table.life import BEAT
from parlour.table.settings import Settings, sqlite_url
from parlour.table.store import REVISION, migrate
from tests.browser.lines import golf_line
from tests.table.conftest import Running, Visitor
from tests.table.server import Server, free_port


@pytest.fixture
def server(tmp_path):
    one = Server(tmp_path)
    one.start()
    yield one
    one.stop()


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_told_to_end_it_sends_pages_away_for_a_restart_and_ends_well(server, how):
    visitor = Visitor(server.url)
    table, line = visitor.new(deal="1"), golf_line(1)
    with (
        visitor.sit(table) as seat,
        visitor.sit(table) as idle,
        socket.create_connection(("127.0.0.1", server.port)) as half,
    ):
        half.sendall(b"GET / HTTP/1.1\r\n")
        seat.receive(), idle.receive()
        assert seat.ask("play", 0, [line[0]])["t"] == "done"
        seat.send("play", 1, [line[1]])  # may be under way
        server.process.send_signal(how)
        for page in (seat, idle):
            with pytest.raises(ConnectionClosed) as closed:
                page.until("the end")
            assert closed.value.rcvd.code == 1012
        assert server.process.wait(timeout=10) == 0
    visitor.http.close()
    with pytest.raises(httpx.ConnectError):
        httpx.get(server.url)
    server.stop()
    server.start()
    with visitor.sit(table) as seat:
        assert seat.receive()["rev"] in (1, 2)


def test_rules_that_are_being_compiled_do_not_hold_it_up(tmp_path):
    """A first start, stopped at once: compilation cannot be interrupted."""
    command = [sys.executable, "-m", "parlour", "serve", "--port", str(free_port()), "--data", str(tmp_path)]
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert "Parlour is open" in process.stdout.readline()
        time.sleep(1)
        process.terminate()
        assert process.wait(timeout=10) == 0


def test_a_second_server_is_refused_until_the_first_has_gone(server):
    command = [
        sys.executable,
        "-m",
        "parlour",
        "serve",
        "--port",
        str(free_port()),
        "--data",
        str(server.data),
    ]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 2
    assert ended.stderr == (
        f"parlour: The database {server.data / 'parlour.db'} is in use: "
        f"Parlour is open already at {server.url}/ (process {server.process.pid}). "
        "Use that one, end it, or name another folder with --data.\n"
    )
    httpx.get(f"{server.url}/healthz").raise_for_status()
    server.kill()
    server.start()


def test_it_serves_what_a_file_says_and_tells_the_public_address(tmp_path):
    port = free_port()
    (tmp_path / "parlour.toml").write_text(f'port = {port}\npublic_url = "https://games.example.org"\n')
    command = [sys.executable, "-m", "parlour", "serve", "--data", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        told = process.stdout.readline()
        assert told == (
            f"Parlour is open at https://games.example.org/, behind http://127.0.0.1:{port}/ "
            "(Ctrl-C closes it)\n"
        )
        answers = [
            httpx.post(f"http://127.0.0.1:{port}/new/golf", headers={"origin": origin}).status_code
            for origin in ("https://games.example.org", "https://example.org")
        ]
        process.terminate()
        assert process.wait(timeout=10) == 0
    assert answers[0] != 403
    assert answers[1] == 403


def test_an_upgrade_is_told_on_the_screen_and_in_the_log(tmp_path):
    engine = create_engine(sqlite_url(tmp_path / "parlour.db"))
    with engine.connect() as connection:
        migrate(connection, "0001")
        connection.commit()
    engine.dispose()
    command = [sys.executable, "-m", "parlour", "serve", "--port", str(free_port()), "--data", str(tmp_path)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, text=True, **pipes) as process:
        copy = tmp_path / f"parlour-before-{REVISION}.db"
        told = process.stdout.readline()
        assert told == f"The database is upgraded; as it was before, it is kept in {copy}.\n"
        assert "Parlour is open" in process.stdout.readline()
        process.terminate()
        assert process.wait(timeout=10) == 0
        assert '"message":"the database is upgraded"' in process.stderr.read()
    assert copy.is_file()


# -- health ------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits of another process")
def test_health_tells_of_a_full_disk_and_of_room_again(server):
    """A limit on the size of files stands for the disk."""
    import resource

    visitor = Visitor(server.url)
    table, line = visitor.new(deal="1"), golf_line(1)
    log = server.data / "parlour.db-wal"
    _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)

    def health() -> tuple[int, str]:
        answer = httpx.get(f"{server.url}/healthz")
        return answer.status_code, answer.json()["status"]

    with visitor.sit(table) as seat:
        seat.receive()
        assert health() == (200, "ok")
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (log.stat().st_size, most))
        assert seat.ask("play", 0, [line[0]])["code"] == "storage"
        assert health() == (503, "no writes")
        figures = httpx.get(f"{server.url}/metrics").text
        assert "\nparlour_failed_writes_total 0.0" not in figures
        size = sum(path.stat().st_size for path in (log, server.data / "parlour.db"))
        assert f"\nparlour_database_bytes {float(size)}\n" in figures
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))
        until = time.monotonic() + BEAT / 1000 + 10
        while health() != (200, "ok"):
            assert time.monotonic() < until
            time.sleep(0.2)
        assert seat.ask("play", 0, [line[0]])["t"] == "done"
    visitor.http.close()


def test_health_tells_of_a_database_that_can_only_be_read(tmp_path, clock):
    """The server's own signs of life find that out, though nobody plays."""
    with Running(tmp_path, clock) as running, httpx.Client(base_url=running.url) as http:
        assert http.get("/healthz").json() == {"status": "ok"}
        engine = running._server.config.app._app.state.house.store.engine
        event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA query_only = ON"))
        engine.dispose()
        until = time.monotonic() + BEAT / 1000 + 10
        while (answer := http.get("/healthz")).status_code != 503:
            assert time.monotonic() < until
            time.sleep(0.2)
        assert answer.json() == {"status": "no writes"}


# -- addresses ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["nobody.invalid", "a" * 64 + ".example", "192.0.2.1", "http://0.0.0.0"])
def test_an_address_that_is_not_ours_is_one_sentence(host):
    for port in (None, free_port()):
        with pytest.raises(PortError, match=r"^Port \d+ of .* cannot be used: .*\.$"):
            serve.listen(Settings(database="", host=host, port=port))


def test_a_port_in_use_is_one_sentence(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(
            PortError, match=rf"^Port {port} of 127\.0\.0\.1 cannot be used: address already in use\.$"
        ):
            serve.listen(Settings(database="", port=port))
        command = [sys.executable, "-m", "parlour", "--no-browser", "--port", str(port), "--data", tmp_path]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode != 0
    assert "already in use" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_the_first_free_port_is_taken(monkeypatch):
    first = free_port()
    monkeypatch.setattr(serve, "FIRST_PORT", first)
    settings = Settings(database="")
    with serve.listen(settings) as one, serve.listen(settings) as two:
        assert one.getsockname()[1] == first
        assert two.getsockname()[1] > first
        assert serve.address_of(one) == f"http://127.0.0.1:{first}/"
        monkeypatch.setattr(serve, "PORTS", 1)
        with pytest.raises(PortError, match="No port"):
            serve.listen(settings)


def test_an_address_is_one_that_can_be_typed():
    with serve.listen(Settings(database="", host="0.0.0.0", port=free_port())) as everywhere:  # noqa: S104
        assert serve.address_of(everywhere).startswith("http://127.0.0.1:")


def test_no_browser_is_no_failure(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert serve.open_browser("http://127.0.0.1:1/") is False
    monkeypatch.setenv("DISPLAY", ":0")

    def none(_: str) -> bool:
        raise serve.webbrowser.Error

    monkeypatch.setattr(serve.webbrowser, "open", none)
    assert serve.open_browser("http://127.0.0.1:1/") is False
