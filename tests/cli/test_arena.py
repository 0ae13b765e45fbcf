"""`parlour arena`: who won how often, in a table and as JSON."""

import json


def test_a_match_prints_its_standings(command):
    done = command("arena", "splendor", "--players", "greedy", "random", "--games", "4", "--jobs", "1")
    assert done.exit_code == 0
    assert done.stdout.startswith("splendor: 4 games of")
    assert "greedy" in done.stdout
    assert "100.0 %" in done.stdout
    assert "even share" not in done.stdout


def test_more_seats_say_what_an_even_share_is(command):
    done = command("arena", "splendor", "--seats", "3", "greedy", "random", "--games", "3", "--jobs", "1")
    assert "an even share is 33.3 %" in done.stdout


def test_json_has_the_match_and_its_rules(command):
    done = command(
        "arena", "splendor", "--players", "greedy", "random", "--preset", "house", "--games", 2, "--jobs", 1,
        "--json",
    )  # fmt: skip
    found = json.loads(done.stdout)
    assert found["match"]["options"]["returns"] == "taken"
    assert [one["player"] for one in found["standings"]] == ["greedy", "random"]


def test_a_run_goes_on_where_it_was(command, tmp_path):
    file = tmp_path / "it.jsonl"
    for count in ("2", "4"):
        done = command(
            "arena",
            "golf",
            "--players",
            "greedy",
            "random",
            "--games",
            count,
            "--jobs",
            "1",
            "--out",
            str(file),
        )
        assert f"golf: {count} games" in done.stdout
    assert len(file.read_text().splitlines()) == 5


def test_what_cannot_be_played_is_refused(command):
    for words, why in (
        (("splendor", "greedy"), "has 2 players, not 1"),
        (("splendor", "greedy", "random", "--games", "0"), "0 is not in the range"),
        (("golf", "--deal", "3", "greedy"), "by --seed instead of --deal"),
        (("splendor", "--players", "mcts:hrad", "greedy"), "did you mean 'hard'?"),
        (("chess", "greedy"), "there is no game 'chess'"),
    ):
        done = command("arena", *words)
        assert done.exit_code == 2
        assert why in done.stderr
