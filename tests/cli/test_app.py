"""The root command: help that teaches, names that are nearly right, and quiet exits."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import parlour
from parlour.cli import patience
from parlour.table.settings import Settings, sqlite_url


def test_help_names_every_command_with_examples(command):
    shown = command("--help").stdout
    for word in ("play", "show", "replay", "games", "Examples:", "parlour play golf --deal 24"):
        assert word in shown


def test_help_of_a_game_lists_its_options(command):
    for game in parlour.games():
        shown = command("play", game.name, "--help").stdout
        for option in game.described_options:
            assert f"--{option.name.replace('_', '-')}" in shown


def test_games_lists_seats_presets_and_options(command):
    shown = command("games").stdout
    for game in parlour.games():
        for word in (
            game.name,
            game.title,
            *game.presets,
            *(o.name.replace("_", "-") for o in game.described_options),
        ):
            assert word in shown


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["shw"], "show"),
        (["show", "gulf"], "golf"),
        (["play", "little-spyder"], "little_spider"),
        (["show", "golf", "--preset", "standart"], "standard"),
        (["show", "golf", "--rul", "wrap"], "--rule"),
        (["show", "golf", "--rule", "wrp"], "wrap"),
    ],
)
def test_wrong_names_are_told_what_there_is(command, arguments, meant):
    refused = command(*arguments)
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert meant in refused.stderr


def test_options_of_the_table_are_not_for_commands(command):
    refused = command("--port", "9000", "games")
    assert (refused.exit_code, refused.stderr) == (
        2,
        "parlour: --port is for the table, which opens without a command\n",
    )


def test_without_a_command_the_table_opens(command, monkeypatch, tmp_path):
    calls = []
    monkeypatch.setattr("parlour.table.serve.serve", lambda settings, **more: calls.append((settings, more)))
    monkeypatch.setattr("parlour.table.settings.user_data_path", lambda *_, **__: tmp_path / "home")
    assert command("--port", 9000, "--no-browser", "--data", tmp_path).exit_code == 0
    assert command().exit_code == 0
    assert calls == [
        (Settings(database=sqlite_url(tmp_path / "parlour.db"), port=9000), {"browser": False}),
        (Settings(database=sqlite_url(tmp_path / "home" / "parlour.db")), {"browser": True}),
    ]


def test_a_table_that_cannot_open_says_why(command, monkeypatch):
    def refuse(*_: object, **__: object) -> None:
        raise parlour.ParlourError("port 9000 is in use")

    monkeypatch.setattr("parlour.table.serve.serve", refuse)
    refused = command("--port", 9000)
    assert (refused.exit_code, refused.stderr) == (2, "parlour: port 9000 is in use\n")


def test_version(command):
    assert command("--version").stdout == f"Parlour {parlour.__version__}\n"


def test_a_pipeline(process):
    board = process("show", "golf", "--deal", "24").stdout
    again = process("show", "-", text=board)
    assert (again.returncode, again.stdout, again.stderr) == (0, board, "")


def test_a_terminal_without_suit_signs_gets_letters(process):
    shown = process("play", "golf", "--deal", "24", text="q\n", PYTHONIOENCODING="ascii")
    assert shown.returncode == 0
    assert "4C 7S 5S KH TC" in shown.stdout


def test_a_closed_pipe_is_quiet():
    """The reader leaves after one line, long before the writer is done."""
    program = Path(sys.executable).with_name("parlour")
    lines = "deal\nundo\n" * 2000
    with subprocess.Popen(
        [program, "play", "golf", "--deal", "24"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Tests that run in the background have Ctrl-C ignored, and so would the program.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads here
    ) as playing:
        assert playing.stdin
        assert playing.stdout
        assert playing.stderr
        playing.stdin.write(lines)
        playing.stdin.flush()
        playing.stdout.readline()
        playing.stdout.close()
        playing.stdin.close()
        assert playing.stderr.read() == ""
        playing.wait(timeout=60)


@pytest.mark.skipif(os.name == "nt", reason="signals of a terminal")
def test_ctrl_c_is_quiet():
    program = Path(sys.executable).with_name("parlour")
    with subprocess.Popen(
        [program, "play", "golf", "--deal", "24"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Tests that run in the background have Ctrl-C ignored, and so would the program.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - no threads here
    ) as playing:
        assert playing.stdout
        assert playing.stderr
        while not playing.stdout.readline().startswith("7: "):
            pass
        time.sleep(0.5)  # the board stands; by now it waits for a move
        playing.send_signal(signal.SIGINT)
        assert playing.wait(timeout=60) == 130
        assert "Traceback" not in playing.stderr.read()


def test_who_waits_is_told_why(monkeypatch, capsys):
    monkeypatch.setattr(patience, "SECONDS", 0.01)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with patience.patience():
        time.sleep(0.3)
    with patience.patience():
        pass
    assert capsys.readouterr().err == "Compiling the rules; this happens once ...\n"
