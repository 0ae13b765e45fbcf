"""The sheet of a picture that is shared: names fit, whatever they are, and cannot break out of it."""

import re
from xml.etree import ElementTree as ET

import pytest

from parlour.draw.sharing import Line, sheet, spoken

DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50" width="100" height="50"></svg>'
SVG = "{http://www.w3.org/2000/svg}"


def drawn(*lines):
    return ET.fromstring(sheet(DRAWING, "A & B", "A board", lines))  # noqa: S314 - our own


@pytest.mark.parametrize(
    "name", ["Ada", "W" * 32, "한" * 32, "سارا رضایی", "</text><script>", "a&b", "🙂" * 32]
)
def test_a_name_fits_in_its_line(name):
    svg = drawn(Line("White", name, "12", won=True), Line("Black", "Ben", "9"))
    text = next(one for one in svg.iter(f"{SVG}text") if one.text == f"\u2068{name}\u2069")
    size = float(re.search(r"(\d[\d.]*)px", text.get("style"))[1])
    most = float(svg.get("width")) - 28 - 90 - float(text.get("x"))
    widest = {"W": 1, "한": 1, "🙂": 1}.get(name[0], 0.5)
    assert size * widest * len(name) <= most + 20
    assert len(list(svg.iter(f"{SVG}script"))) == 0


def test_the_sheet_is_as_large_as_it_says():
    few, many = drawn(Line("A")), drawn(*[Line("A")] * 4)
    assert float(many.get("height")) - float(few.get("height")) == 3 * 44
    assert few.get("viewBox").split()[2:] == [few.get("width"), few.get("height")]
    assert few.find(f"{SVG}title").text == "A & B"


def test_in_words_it_says_who_made_how_many_points():
    lines = [Line("White", "Ada", "12", won=True), Line("Black", "", "9"), Line("C", "Cem")]
    assert spoken("Arbos", lines) == "Arbos: Ada 12, Black 9, Cem"


def test_a_drawing_without_a_size_is_no_drawing():
    with pytest.raises(ValueError, match="neither width nor height"):
        sheet("<svg></svg>", "", "", [])


def test_one_who_plays_alone_stands_where_the_line_begins():
    def start(line):
        return next(float(one.get("x")) for one in drawn(line).iter(f"{SVG}text") if "Ada" in one.text)

    assert start(Line(name="Ada")) == 28 < start(Line(name="Ada", won=True)) < start(Line("White", "Ada"))
