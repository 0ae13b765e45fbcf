"""Starting, stopping, and starting again after the worst."""

import random
import socket
import subprocess
import sys

import httpx
import pytest

from parlour.table import serve
from parlour.table.errors import PortError
from parlour.table.settings import Settings
from tests.browser.lines import golf_line
from tests.table.conftest import Visitor
from tests.table.server import Server, free_port


@pytest.fixture
def server(tmp_path):
    one = Server(tmp_path)
    one.start()
    yield one
    one.stop()


def test_kill_nine_at_random_points_loses_no_answered_move(server):
    chance = random.Random(5)
    visitor = Visitor(server.url)
    table = visitor.new(deal="1")
    line, done = golf_line(1), 0
    for _ in range(3):
        with visitor.sit(table) as seat:
            assert seat.receive()["rev"] == done
            for _ in range(chance.randrange(3, 12)):
                assert seat.ask("play", done, [line[done]])["t"] == "done"
                done += 1
            sent = seat.send("play", done, [line[done]])  # whether it is answered is not known
            server.kill()
        server.start()
        with visitor.sit(table) as seat:
            seat.receive()
            answer = seat.ask("play", done, [line[done]], sent)
            done += 1
            assert answer == {"t": "done", "id": sent, "rev": done}
    visitor.http.close()


def test_a_port_in_use_is_one_sentence():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(
            PortError, match=rf"^Port {port} of 127\.0\.0\.1 cannot be used: address already in use\.$"
        ):
            serve.listen(Settings(database="", port=port))
        command = [sys.executable, "-m", "parlour", "--no-browser", "--port", str(port)]
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


def test_a_data_folder_that_is_a_file_is_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    command = [
        sys.executable,
        "-m",
        "parlour",
        "--no-browser",
        "--port",
        str(free_port()),
        "--data",
        str(tmp_path / "file" / "x"),
    ]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode != 0
    assert "cannot be used" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_it_stops_at_once_though_sockets_are_open(tmp_path):
    server = Server(tmp_path)
    server.start()
    visitor = Visitor(server.url)
    with visitor.sit(visitor.new()) as seat:
        seat.receive()
        server.stop(within=5)
    visitor.http.close()
    with pytest.raises(httpx.ConnectError):
        httpx.get(server.url)
