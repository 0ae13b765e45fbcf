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


def test_a_missing_file(command, tmp_path):
    refused = command("replay", tmp_path / "no.json")
    assert refused.exit_code == 2
    assert "No such file" in refused.stderr
