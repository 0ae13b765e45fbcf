"""`parlour fit`: plays, learns, says what it is worth, and writes the weights where it is told to."""

import json

from parlour.core.network import fits


def test_a_run_learns_both_judgements_and_goes_on(command, tmp_path):
    folder, out = tmp_path / "games", tmp_path / "weights"
    out.mkdir()
    words = "fit", "splendor", "--iterations", "8", "--games", "20", "--jobs", "1", "--folder", str(folder)
    done = command(*words, "--out", str(out))
    assert done.exit_code == 0
    assert done.stdout.startswith("splendor at 2 seats: 20 games,")
    assert "evaluation" in done.stdout
    assert "prior" in done.stdout
    kept = (folder / "00000.npz").stat().st_mtime_ns
    command_line = "parlour fit splendor --seats 2 --games 20 --iterations 8"
    for name in ("evaluation", "prior"):
        assert fits(out / f"{name}.json")["2"].command == command_line
    again = command(*words, "--json")
    assert (folder / "00000.npz").stat().st_mtime_ns == kept, "what was played is not played again"
    found = json.loads(again.stdout)
    assert found["evaluation"]["loss"] < found["evaluation"]["even"] < 0.6932
    assert found["prior"]["weights"] == fits(out / "prior.json")["2"].weights


def test_the_command_is_kept_with_what_is_not_the_standard(command, tmp_path):
    more = "--jobs", "1", "--folder", str(tmp_path / "games"), "--out", str(tmp_path)
    command(
        "fit", "splendor", "--preset", "house", "--seed", "4", "--iterations", "8", "--games", "20", *more
    )
    found = fits(tmp_path / "prior.json")["2"].command
    assert found.startswith("parlour fit splendor --seats 2 --games 20 --iterations 8 --")
    assert "--returns taken" in found
    assert found.endswith(" --seed 4")


def test_what_cannot_be_learned_is_refused(command, tmp_path):
    for words, why in (
        (("golf",), "Golf learns nothing"),
        (("splendor", "--games", "3"), "3 is not in the range"),
        (("splendor", "--out", str(tmp_path / "nowhere")), "does not exist"),
    ):
        done = command("fit", *words, "--folder", str(tmp_path / "games"))
        assert done.exit_code == 2
        assert why in done.stderr
    assert not (tmp_path / "games").exists()
