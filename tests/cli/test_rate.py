"""`parlour rate`: players on one scale."""

import json
import sys
from pathlib import Path

RATE = "rate", "splendor", "random", "greedy", "--games", 4, "--jobs", 1


def test_players_are_listed_by_strength(command):
    done = command(*RATE)
    assert done.exit_code == 0
    assert done.stdout.index("greedy") < done.stdout.index("random")
    assert "+0 (+0 to +0)" in done.stdout


def test_json_has_every_pair(command):
    found = json.loads(command(*RATE, "mcts:5", "--json").stdout)
    assert [(one["first"], one["second"]) for one in found["pairings"]] == [
        ("random", "greedy"),
        ("greedy", "mcts:5"),
        ("random", "mcts:5"),
    ]
    assert found["elo"]["greedy"] == [0, 0, 0]


def test_a_run_goes_on_where_it_was(command, tmp_path):
    first = command(*RATE, "--out", tmp_path / "new").stdout
    (file,) = (tmp_path / "new").iterdir()
    lines = file.read_text().splitlines()
    assert len(lines) == 5
    file.write_text("\n".join(lines[:3]) + "\n")
    assert command(*RATE, "--out", tmp_path / "new").stdout == first
    assert len(file.read_text().splitlines()) == 5


def test_a_program_with_whatever_arguments_has_a_file_and_a_row(command, tmp_path):
    bot = Path(__file__).parents[2] / "examples" / "line_bot.py"
    program = f"program:{sys.executable} -S -E {bot} '{{[b]}}'"
    done = command("rate", "splendor", program, "random", "--games", 2, "--jobs", 1, "--out", tmp_path)
    assert done.exit_code == 0, done.output
    assert len(list(tmp_path.iterdir())) == 1
    assert "{[b]}" in "".join(done.stdout.split())


def test_what_cannot_be_rated_is_refused(command):
    for words, why in (
        (("golf",), "in games of two"),
        (("splendor", "--seats", 3), "in games of two"),
        (("splendor", "greedy", "greedy"), "at least two players"),
        (("splendor", "greedy", "gredy"), "did you mean 'greedy'?"),
    ):
        done = command("rate", *words)
        assert done.exit_code == 2
        assert why in done.stderr
