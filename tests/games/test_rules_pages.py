"""The players' rules pages say what the games do: their options, presets, moves and examples are true.

What a test finds in a page, by its form alone:

* a table whose heading begins with "Move": each text in backticks in its first column is a move;
* a table whose heading begins with "Preset": a row says the value of each option that heads a column;
* a block marked `json` is a position, exactly as Parlour writes it, or a shortened one if it has "..." in it;
* a block marked `text` is a text board, or, for a game without those, the drawing of a `json` position there.
"""

import json
import re
from pathlib import Path

import msgspec
import pytest

import parlour
from parlour.core.registry import game, names

PAGES = Path(__file__).parents[2] / "docs" / "rules"
README = PAGES.parents[1] / "README.md"
GAMES = names()


def page(name):
    return (PAGES / f"{name}.md").read_text(encoding="utf-8")


def blocks(name, kind):
    return re.findall(rf"^```{kind}\n(.*?)^```$", page(name), re.DOTALL | re.MULTILINE)


def tables(name, heading):
    """The tables whose heading begins with a word: heading and rows, each a list of cells."""
    found = re.findall(rf"^\| {heading} \|.*\n(?:\|.*\n)+", page(name), re.MULTILINE)
    rows = [
        [[cell.strip() for cell in row[1:-1].split("|")] for row in table.splitlines()] for table in found
    ]
    return [(head, body) for head, _, *body in rows]


def spoken(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def open_positions(name):
    return [parlour.from_json(text) for text in blocks(name, "json") if '"..."' not in text]


@pytest.mark.parametrize("name", GAMES)
def test_each_option_value_and_preset_is_named(name):
    played, text = game(name), page(name)
    for option in played.described_options:
        values = option.values
        for word in (option.name, *((values[0], values[-1]) if isinstance(values, range) else values)):
            assert f"`{spoken(word)}`" in text, f"the option {option.name}: {word}"
    for preset in played.presets:
        assert f"`{preset}`" in text, f"the preset {preset}"


@pytest.mark.parametrize("name", GAMES)
def test_tables_of_presets_are_true(name):
    played = game(name)
    for head, rows in tables(name, "Preset"):
        assert head[1:] == [f"`{option.name}`" for option in played.described_options]
        assert rows == [
            [f"`{word}`" for word in (preset, *map(spoken, msgspec.structs.astuple(options)))]
            for preset, options in played.presets.items()
        ]


@pytest.mark.parametrize("name", GAMES)
def test_moves_of_the_tables_are_read(name):
    position = parlour.new(name, seed=1)
    texts = [
        text for _, rows in tables(name, "Move") for row in rows for text in re.findall("`(.+?)`", row[0])
    ]
    assert texts
    for text in texts:
        position.action(text)


@pytest.mark.parametrize("name", GAMES)
def test_position_json_is_as_parlour_writes_it(name):
    written = blocks(name, "json")
    assert written
    fields = parlour.new(name, seed=1).to_dict().keys()
    for text in written:
        data = json.loads(text)
        assert data.keys() == fields
        game(name).choose(**data["options"])
        if '"..."' not in text:
            assert json.loads(parlour.from_json(text).to_json()) == data


@pytest.mark.parametrize("name", GAMES)
def test_drawings_are_real(name):
    drawings = [text.rstrip("\n") for text in blocks(name, "text") if "..." not in text]
    assert drawings
    for text in drawings:
        if game(name).deals is not None:
            assert [p.board_text().rstrip("\n") for p in parlour.read(text, name)] == [text]
        else:
            views = [str(p.view(seat)) for p in open_positions(name) for seat in (None, *range(p.seats))]
            assert text in views


@pytest.mark.parametrize("name", GAMES)
def test_the_page_is_found_from_the_readme(name):
    assert f"[{game(name).title}](docs/rules/{name}.md)" in README.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GAMES)
def test_links_of_the_page_lead_somewhere(name):
    for target in re.findall(r"\]\(([^)#:]+)[^)]*\)", page(name)):
        assert (PAGES / target).exists(), target
