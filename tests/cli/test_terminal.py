"""At a real terminal: prompts, colours, stepping through a record."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import parlour

pty = pytest.importorskip("pty", reason="pseudo-terminals are a thing of POSIX")


@pytest.fixture
def terminal():
    """Run `parlour` at a terminal, type lines at it, and return all that it showed."""

    def run(*arguments: str, typed: str) -> str:
        mine, theirs = pty.openpty()
        program = Path(sys.executable).with_name("parlour")
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "PYTHONIOENCODING": "utf-8"}
        environment.pop("NO_COLOR", None)
        with subprocess.Popen(
            [program, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
        ) as running:
            os.close(theirs)
            os.write(mine, typed.encode())
            shown = b""
            while True:
                try:
                    piece = os.read(mine, 4096)
                except OSError:  # what Linux says when the other side has closed
                    break
                if not piece:
                    break
                shown += piece
            assert running.wait(timeout=60) == 0
        os.close(mine)
        return shown.decode()

    return run


def test_cards_are_coloured_and_moves_are_asked_for(terminal):
    shown = terminal("play", "golf", "--deal", "24", typed="deal\nq\n")
    assert "\x1b[1;31mK♥" in shown
    assert "0> " in shown
    assert "1> " in shown


def test_a_record_is_stepped_through(terminal, tmp_path):
    p = parlour.new("golf", deal=24)
    for move in ("deal", "1", "deal"):
        p.play(move)
    file = tmp_path / "game.json"
    file.write_text(p.record().to_json(), encoding="utf-8")
    shown = terminal("replay", str(file), typed="\nq\n")
    assert "1. deal" in shown
    assert "2. 1" not in shown
    assert "3. deal" in terminal("replay", str(file), "--all", typed="")
