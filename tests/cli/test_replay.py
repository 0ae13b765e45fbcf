"""`parlour replay`: steps through a record, refuses a damaged one."""

import pytest

import parlour


@pytest.fixture
def record(tmp_path):
    p = parlour.new("golf", deal=24)
    p.play("deal")
    p.play("1")
    file = tmp_path / "game.json"
    file.write_text(p.record().to_json(), encoding="utf-8")
    return file


@pytest.mark.parametrize("form", [[], ["--all"]])
def test_every_position_is_printed(command, record, form):
    replayed = command("replay", record, *form)
    assert replayed.exit_code == 0
    assert [line for line in replayed.stdout.splitlines() if line.startswith("Homecell")] == [
        "Homecell: -",
        "Homecell: J♥",
        "Homecell: J♥ T♣",
    ]
    assert "\n1. deal\n" in replayed.stdout


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"move":"1"', '"move":"4"'),
        ('"move":"1"', '"move":"?"'),
        ('"golf"', '"gulf"'),
        ('"deal":"24"', '"deal":"0"'),
        ('"format":1', '"format":99'),
        ('"result":null', '"result":{"scores":[0],"ranks":[1],"winners":[0],"reason":"cleared"}'),
        ("}", ""),
    ],
)
def test_a_damaged_record_is_refused_in_one_sentence(command, record, old, new):
    text = record.read_text(encoding="utf-8")
    assert old in text
    record.write_text(text.replace(old, new), encoding="utf-8")
    refused = command("replay", record)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.startswith("parlour: ")
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"null", b"[]"])
def test_what_is_no_record_is_refused(command, tmp_path, content):
    file = tmp_path / "x"
    file.write_bytes(content)
    assert command("replay", file).exit_code == 2


def test_a_file_of_go_programs_is_replayed(command, tmp_path):
    p = parlour.new("arbos", size=9, seed=3)
    p.play("A2")
    p.play("pass")
    file = tmp_path / "game.sgf"
    file.write_text(p.export(".sgf"), encoding="utf-8")
    replayed = command("replay", file)
    assert replayed.exit_code == 0
    assert "\n1. A2\n" in replayed.stdout and "\n2. pass\n" in replayed.stdout
    assert "White to place a pawn or pass (a pass now ends the game)" in replayed.stdout
    file.write_text("(;GM[1]SZ[19];B[dd])", encoding="utf-8")
    refused = command("replay", file)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.startswith("parlour: ARBOS is missing")


def test_a_missing_file(command, tmp_path):
    refused = command("replay", tmp_path / "no.json")
    assert refused.exit_code == 2
    assert "No such file" in refused.stderr
