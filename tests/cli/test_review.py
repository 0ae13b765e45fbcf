"""`parlour review`: what a record is said to hold."""

import json
from pathlib import Path

RECORDS = Path(__file__).parents[1] / "data" / "records"
REVIEW = "review", RECORDS / "splendor.json", "--iterations", 32


def test_a_review_names_players_turning_points_and_chances(command):
    done = command(*REVIEW)
    assert done.exit_code == 0
    for words in ("splendor, 103 moves", "Ada", "Turning points", "mean cost", "█"):
        assert words in done.stdout
    assert command(*REVIEW).stdout == done.stdout


def test_json_has_every_decision(command):
    found = json.loads(command(*REVIEW, "--json").stdout)
    assert len(found["chances"]) == found["moves"] + 1 == 104
    assert all(found["decisions"][index]["loss"] >= 0.05 for index in found["turns"])


def test_what_cannot_be_reviewed_is_refused(command, tmp_path):
    done = command("review", RECORDS / "golf.json")
    assert (done.exit_code, "is for one" in done.stderr) == (2, True)
    assert command("review", tmp_path / "none.json").exit_code == 2
