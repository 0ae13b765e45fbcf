"""`parlour play`: a game typed line by line, here through a pipe."""

import os
import re
import subprocess
import sys
from pathlib import Path

import parlour


def test_moves_undo_and_redo(command):
    played = command("play", "golf", "--deal", 24, text="deal\n1\nundo\nredo\nq\n")
    assert played.exit_code == 0
    homecells = re.findall(r"Homecell: (.*)", played.stdout)
    assert homecells == ["-", "J♥", "J♥ T♣", "J♥", "J♥ T♣"]


def test_the_end_of_the_input_ends_the_game_quietly(command):
    played = command("play", "golf", "--deal", 24, text="deal\n")
    assert (played.exit_code, played.stderr) == (0, "")


def test_legal_moves_are_listed(command):
    assert "Moves: deal, 1, 2, 5\n" in command("play", "golf", "--deal", 24, text="deal\n?\n").stdout


def test_a_hint_is_a_legal_move(command):
    hint = re.search(r"Try (\S+)\.", command("play", "golf", "--deal", 24, text="hint\n").stdout)
    assert hint
    assert hint[1] in parlour.new("golf", deal=24).legal_moves


def test_a_restart_deals_the_same_cards(command):
    boards = command("play", "golf", "--deal", 24, text="deal\n1\nrestart\n").stdout.split("Stock: ")
    assert boards[-1].strip() == boards[1].strip()


def test_the_stock_stays_hidden(command):
    """Until a card is dealt, none of the 17 in the stock is printed."""
    shown = command("play", "golf", "--deal", 24, text="?\nhint\nhelp\n4\nundo\n").stdout
    printed = set(re.findall(r"[A2-9TJQK][♣♦♥♠]", shown))
    hidden = {card[0] + dict(zip("CDHS", "♣♦♥♠", strict=True))[card[1]] for card in _stock(24)}
    assert len(hidden) == 17
    assert not printed & hidden


def _stock(deal: int) -> list[str]:
    return parlour.new("golf", deal=deal).to_dict()["stock"]


def test_refusals_leave_the_game_as_it_was(command):
    played = command("play", "golf", "--deal", 24, text="4\nundo\nredo\nnonsense\n9\n\ndeal\n")
    assert played.exit_code == 0
    assert re.findall(r"Homecell: (.*)", played.stdout) == ["-", "J♥"]


def test_a_mistyped_word_is_told_what_was_meant(command):
    assert "did you mean 'undo'?" in command("play", "golf", "--deal", 24, text="udno\n").stdout


def test_options_of_the_game(command):
    heading = command("play", "golf", "--deal", 24, "--rule", "dead_king").stdout.splitlines()[0]
    assert heading.startswith("Golf, deal 24, dead_king.")


def test_a_game_can_be_finished_and_taken_back(command):
    lost = command("play", "golf", "--deal", 24, text="deal\n" * 17 + "undo\n?\n").stdout
    assert re.search(r"Lost: stuck, score \d+\.", lost) or "Moves:" in lost


def test_saving_overwrites_nothing(command, tmp_path):
    file = tmp_path / "precious.txt"
    file.write_text("precious")
    played = command("play", "golf", "--deal", 24, text=f"save {file}\n")
    assert "exists already; choose another name" in played.stdout
    assert file.read_text() == "precious"


def test_a_saved_game_replays(command, tmp_path):
    file = tmp_path / "game.json"
    saved = command("play", "golf", "--deal", 24, text=f"deal\n1\nsave {file}\n")
    assert f"Saved to {file}." in saved.stdout
    assert parlour.load(file).replay().moves == ("deal", "1")


def test_a_game_is_saved_in_the_format_of_its_suffix(command, tmp_path):
    game = ("play", "arbos", "--size", 9, "--seed", 3)
    for name in ("game.sgf", "two.SGF", "game.json", "game.txt"):
        file = tmp_path / name
        saved = command(*game, text=f"I1\npass\nsave {file}\n")
        assert f"Saved to {file}." in saved.stdout
        assert file.read_text().startswith("(;FF[4]" if name.lower().endswith("sgf") else '{"format":1')
        assert parlour.load(file).replay().moves == ("I1", "pass")


def test_a_format_that_the_game_does_not_have(command, tmp_path):
    file = tmp_path / "game.sgf"
    refused = command("play", "golf", "--deal", 24, text=f"save {file}\n")
    assert "Golf is not written as '.sgf', but as JSON" in refused.stdout
    assert not file.exists()


def test_a_file_that_cannot_be_written(command, tmp_path):
    played = command("play", "golf", "--deal", 24, text=f"save\nsave {tmp_path}/no/game.json\nq\n")
    assert played.exit_code == 0
    assert "save needs the name of a file" in played.stdout
    assert "cannot write" in played.stdout


def test_bytes_that_are_no_text_are_refused_like_any_word():
    played = subprocess.run(
        [Path(sys.executable).with_name("parlour"), "play", "golf", "--deal", "24"],
        input=b"deal \xff\n",
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
    )
    assert (played.returncode, played.stderr) == (0, b"")
    assert "is no move of Golf" in played.stdout.decode()
