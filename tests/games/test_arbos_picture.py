"""Pictures of Arbos: what lies where, that they need nothing else, and that those of the rules are true."""

import json
import re
from base64 import b64decode
from html import unescape
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec
import pytest

import parlour
from parlour.core.errors import NotationError
from parlour.games.arbos.artwork import MARKS, STYLE
from parlour.games.arbos.notebook import show
from parlour.games.arbos.picture import CELL, draw

IMAGES = Path(__file__).parents[2] / "docs" / "images"
PICTURES = json.loads((IMAGES / "arbos.json").read_text(encoding="utf-8"))
GROUPS = ["grid", "barred", "trees-w", "trees-b", "seeds", "pawns-w", "pawns-b", "last"]
SVG = "{http://www.w3.org/2000/svg}"


def position(seeds="", white="", black="", player=0, passes=0, **options):
    """A position of a game under way, with cells in strings."""
    data = {"seeds": seeds.split(), "white": white.split(), "black": black.split(), "current_player": player}
    whole = {"game": "arbos", "options": options, "phase": "play", "passes": passes} | data
    return parlour.from_json(json.dumps(whole))


def pictured(name):
    return parlour.from_json(json.dumps(PICTURES[name]["position"]))


def drawn(position, **how):
    return ET.fromstring(draw(position.view(), **how))  # noqa: S314 - our own drawing


def group(root, name):
    (found,) = (one for one in root.iter(f"{SVG}g") if one.get("id") == name)
    return found


def middle(cell):
    return {"x": str((int(cell[1:]) - 1) * CELL + 20), "y": str((ord(cell[0]) - 65) * CELL + 20)}


def used(part):
    """What a group places: names and cells, in order."""
    return [
        (one.get("href")[1:], f"{chr(65 + int(one.get('y')) // CELL)}{int(one.get('x')) // CELL + 1}")
        for one in part.iter(f"{SVG}use")
    ]


def filled(root, pattern):
    """The cells that are hatched or dotted."""
    paths = (path for path in group(root, "barred") if path.get("fill") == f"url(#{pattern})")
    corners = re.findall(r"M(\d+) (\d+)h40v40h-40z", "".join(path.get("d") for path in paths))
    return {f"{chr(65 + int(y) // CELL)}{int(x) // CELL + 1}" for x, y in corners}


def trees(root, colour):
    return [path.get("class") for path in group(root, f"trees-{colour}")]


# The whole


@pytest.mark.parametrize("size", range(5, 21))
def test_each_size_is_drawn(size):
    root = drawn(parlour.new("arbos", seed=1, size=size))
    assert root.get("viewBox") == f"-28 -28 {size * CELL + 56} {size * CELL + 56}"
    assert [one.get("id") for one in group(root, "stones")] == GROUPS
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert texts.count("A") == texts.count("1") == texts.count(str(size)) == 2
    assert len(texts) == 4 * size
    assert len(used(group(root, "seeds"))) == len(parlour.new("arbos", seed=1, size=size).view().seeds)


def test_it_needs_nothing_else():
    text = draw(pictured("end").view())
    root = ET.fromstring(text)  # noqa: S314 - our own drawing
    assert not list(root.iter(f"{SVG}script")) and not list(root.iter(f"{SVG}image"))
    assert text.count("http") == 1, "the name of the format, and no address"
    assert "@import" not in text and "@font-face" not in text
    names = {one.get("id") for one in root.iter()}
    assert set(re.findall(r'href="#(.+?)"', text)) | set(re.findall(r"url\(#(.+?)\)", text)) <= names


def test_it_tells_what_it_shows():
    root = drawn(pictured("merge"))
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title" and root[0].text == "Arbos on 9 by 9 cells"
    told = root[1].text
    assert root[1].tag == f"{SVG}desc" and told.startswith("White is to play. Seeds: B5, D7, B1, E2, G4.")
    assert "White, points: 4. Tree 1 (dot): B2, C3; linked to B1. Tree 2 (bar, scores): C5, D6;" in told
    assert drawn(pictured("seeds"))[1].text.startswith("Black is to put a seed. Seeds: C3, F7, H2.")
    assert drawn(pictured("end"))[1].text.startswith("The game is over.")


def test_rules_of_style_stay_inside_and_know_the_dark():
    light, dark = STYLE.split("@media (prefers-color-scheme: dark) {")
    selectors = [one for line in (light + dark).splitlines() for one in line.split("{")[0].split(",")]
    assert {one.strip().split()[0] for one in selectors if one.strip(" }")} == {".arbos"}
    assert drawn(pictured("end")).get("class") == "arbos"
    assert re.findall(r"\.wood-\d", dark) == [".wood-0", ".wood-1", ".wood-2"]


# What lies on the board


def test_seeds_look_by_who_is_linked():
    assert set(used(group(drawn(pictured("both")), "seeds"))) == {
        ("seed-both", "D4"),
        ("seed-white", "B2"),
        ("seed-black", "B6"),
        ("seed-free", "F2"),
        ("seed-free", "G6"),
    }


def test_each_pawn_has_the_mark_of_its_tree():
    root = drawn(pictured("merge"))
    white = used(group(root, "pawns-w"))
    assert white[::2] == [("pawn-w", cell) for cell in ("B2", "C3", "C5", "D6", "F2", "F3")]
    assert [mark for mark, _ in white[1::2]] == [
        f"mark-{mark}" for mark in ("dot", "dot", "bar", "bar", "triangle", "triangle")
    ]
    assert [cell for _, cell in white[::2]] == [cell for _, cell in white[1::2]]
    assert len(used(group(root, "pawns-b"))) == 2 * 6


def test_eight_trees_have_eight_tints_and_marks():
    cells = " ".join(f"A{n}" for n in range(1, 16, 2))
    root = drawn(position(white=cells, size=16, max_trees=8))
    assert len(MARKS) == 8
    assert [name for name, _ in used(group(root, "pawns-w"))[1::2]] == [f"mark-{mark}" for mark in MARKS]
    tints = [kind.split()[-1] for kind in trees(root, "w") if kind.startswith("tree")]
    assert tints == [f"tw-{k}" for k in range(1, 9)]
    for colour in "wb":
        fills = re.findall(rf"\.t{colour}-\d {{ fill: (#\w+)", STYLE)
        assert len(fills) == len(set(fills)) == 8


def test_the_scoring_pair_is_outlined():
    root = drawn(pictured("pair"))
    assert trees(root, "w") == [
        "edge",
        "line",
        "tree pair tw-1",
        "tree tw-2",
        "edge",
        "line",
        "tree pair tw-3",
    ]
    assert trees(root, "b") == ["line", "tree pair tb-1", "line", "tree pair tb-2"]
    total = position("C3", "B2 E5", size=7, scoring="total")
    assert trees(drawn(total), "w") == ["tree tw-1", "tree tw-2"]


@pytest.mark.parametrize(
    ("pawns", "path"),
    [
        ("C3", "M100 100h0"),
        ("C3 C4", "M100 100h40"),
        ("C3 D3", "M100 100v40"),
        ("C3 D4", "M100 100l40 40"),
        ("C3 D2", "M100 100l-40 40"),
        ("C3 C4 D4", "M100 100h40M140 100v40"),
        ("C3 D3 D4", "M100 100v40M100 140h40"),
        ("C3 D3 D2", "M100 100v40M60 140h40"),
        ("C3 C2 D2", "M60 100h40M60 100v40"),
        ("C3 C4 D3 D4", "M100 100h40M100 100v40M100 100h40v40h-40zM140 100v40M100 140h40"),
    ],
)
def test_lines_of_a_tree(pawns, path):
    paths = [one.get("d") for one in group(drawn(position(white=pawns)), "trees-w")]
    assert list(dict.fromkeys(paths)) == path.split(",")


@pytest.mark.parametrize("more", ["", " D1 E1"])
def test_no_line_leads_from_the_end_of_a_row_to_the_next(more):
    row = " ".join(f"C{column}" for column in range(1, 21))
    paths = [one.get("d") for one in group(drawn(position(white=row + more)), "trees-w")]
    assert set(paths) == {
        "".join(f"M{x} 100h40" + "M20 100v40" * (more != "" and x == 20) for x in range(20, 780, 40))
        + "M20 140v40" * (more != "")
    }


# Barred cells


def test_cells_barred_to_the_player_on_turn():
    merge = pictured("merge")
    white, black = merge.view().players
    root = drawn(merge)
    assert filled(root, "hatch") == set(white.barred)
    taken = {*merge.view().seeds, *white.pawns, *black.pawns}
    cells = {f"{row}{column}" for row in "ABCDEFGHI" for column in range(1, 10)}
    assert filled(root, "dots") == cells - taken - {*white.barred, *white.open}
    assert {"A4", "D1", "I9"} <= filled(root, "dots") and "C4" not in filled(root, "dots")


def test_cells_barred_to_whom_you_choose():
    sides = pictured("sides")
    assert filled(drawn(sides), "hatch") == {"C4", "D3", "D5", "E4"}
    assert filled(drawn(sides, barred="black"), "hatch") == {"C4", "D3", "D5", "E4"}
    white = {"B3", "C2", "C4", "D3", "D5", "E4", "E6", "F5"}
    assert filled(drawn(sides, barred="white"), "hatch") == white
    assert len(group(drawn(sides, barred="nobody"), "barred")) == 0
    assert len(group(drawn(pictured("end")), "barred")) == 0, "nobody is on turn"


def test_no_dots_where_no_pawn_or_another_tree_is_left():
    three = "A1 A3 A5"
    assert filled(drawn(position(white=three, size=5)), "dots")
    assert not filled(drawn(position(white=three, black="E1", size=5, pawns=3)), "dots")
    assert not filled(drawn(position(white=three, size=5, max_trees=4)), "dots")


def test_while_seeds_are_put_cells_near_to_one_are_hatched():
    near = {"B2", "B3", "B4", "C2", "C4", "D2", "D3", "D4"}
    game = parlour.new("arbos", seed=1, size=9, placement="interactive")
    game.play("*C3")
    root = drawn(game)
    assert filled(root, "hatch") == near
    assert [one.get("x") for one in group(root, "last")] == ["82.5", "81"], "a square around the seed"


# The last act


def rings(root):
    return [(one.get("cx"), one.get("cy")) for one in group(root, "last")]


def ring(cell):
    return [tuple(middle(cell).values())] * 2


def test_the_last_act_is_marked_where_the_view_tells_it():
    game = parlour.new("arbos", seed=3, size=9)
    assert rings(drawn(game)) == []
    game.play("A1")
    assert rings(drawn(game)) == ring("A1")
    game.play("I9")
    assert rings(drawn(game)) == ring("I9")
    game.play("pass")
    assert rings(drawn(game)) == []
    game.play("I8")
    assert rings(drawn(game)) == ring("I8")
    game.play("pass")
    game.play("pass")
    assert game.is_over and rings(drawn(game)) == []
    game = parlour.new("arbos", seed=3, size=9, pawns=1)
    game.play("A1")
    game.play("I9")
    assert game.is_over and rings(drawn(game)) == [], "a view does not say whose pawn was the last"


def test_the_last_act_can_be_told():
    end = pictured("end")
    assert rings(drawn(end, last="H4")) == ring("H4")
    assert rings(drawn(pictured("merge"), last=None)) == []


def test_the_last_seed_is_marked_until_a_pawn_lies():
    game = parlour.new("arbos", seed=1, size=5, seeds=2, placement="interactive")
    for move in ("*A1", "*E5"):
        game.play(move)
    assert [one.tag for one in group(drawn(game), "last")] == [f"{SVG}rect"] * 2
    game.play("C3")
    assert rings(drawn(game)) == ring("C3")


# Parts of the board


def test_a_part_is_cut_out():
    root = drawn(pictured("pair"), crop="G1:C4")
    assert root.get("viewBox") == "-28 52 216 256"
    assert [text.text for text in root.iter(f"{SVG}text")][:10:2] == list("CDEFG")
    inner = next(one for one in root if one.tag == f"{SVG}svg")
    assert inner.get("viewBox") == "-1 74 167 212", "a little more where the board goes on"
    assert {cell for _, cell in used(group(root, "seeds"))} == {"C3", "E3", "G3"}
    assert {cell for _, cell in used(group(root, "pawns-w"))} == {
        *("C2", "D2", "E2", "F2", "G2"),
        *("C4", "E4", "G4"),
    }


def test_a_part_at_the_edge_ends_with_the_board():
    inner = [one for one in drawn(pictured("pair"), crop="H8:I9") if one.tag == f"{SVG}svg"]
    assert [one.get("viewBox") for one in inner] == ["274 274 87 87"]


@pytest.mark.parametrize("crop", ["B2", "B2:", "A1:J3", "A1:C3:E5", "X1:C3"])
def test_no_part_of_the_board(crop):
    with pytest.raises(NotationError):
        draw(pictured("pair").view(), crop=crop)


def test_a_last_act_off_the_board():
    with pytest.raises(NotationError, match="no cell of this board of 9 x 9"):
        draw(pictured("pair").view(), last="J1")


# In a notebook


def test_a_notebook_shows_the_drawing_and_the_account():
    merge = pictured("merge")
    html = merge._repr_html_()
    image = re.search(r'src="data:image/svg\+xml;base64,(.+?)"', html)
    assert b64decode(image[1]).decode() == draw(merge.view())
    words = re.sub("<[^>]+>", " ", html)
    assert "White: 4 points , 74 of 80 pawns left" in words and "White is to play." in words
    rows = [
        re.findall("<td [^>]*>(.*?)</td>", row)
        for row in re.findall("<tr>(.*?)</tr>", html)
        if "pawns" in row
    ]
    assert rows[:3] == [
        ["\u25cf", "2 pawns", "", "B1"],
        ["\u25ac", "2 pawns", "scores", "B5 D7"],
        ["\u25b2", "2 pawns", "scores", "E2 G4"],
    ]
    assert "Tree 3 (triangle, scores)" in re.search('alt="(.+?)"', html)[1]


def test_whatever_a_view_says_is_escaped():
    view = pictured("merge").view()
    odd = msgspec.structs.replace(view.players[0].trees[0], seeds=('<b a="&">',))
    white = msgspec.structs.replace(view.players[0], trees=(odd, *view.players[0].trees[1:]))
    view = msgspec.structs.replace(view, players=(white, view.players[1]))
    assert 'linked to <b a="&">.' in ET.fromstring(draw(view))[1].text  # noqa: S314 - our own drawing
    html = show(view)
    assert "<b a" not in html
    assert ">&lt;b a=&quot;&amp;&quot;&gt;</td>" in html
    assert 'linked to <b a="&">.' in unescape(re.search('alt="(.+?)"', html)[1])


# The pictures of the rules


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_of_the_rules_are_true(name, request):
    """`pytest tests/games --update-goldens` draws them anew from their positions."""
    path = IMAGES / f"arbos-{name}.svg"
    text = draw(pictured(name).view(), **PICTURES[name]["draw"])
    if request.config.getoption("--update-goldens"):
        path.write_bytes(text.encode())
    assert text.encode() == path.read_bytes(), f"{path.name} changed; if it should, --update-goldens"


def test_every_picture_has_its_position_and_is_shown():
    names = {path.stem.removeprefix("arbos-") for path in IMAGES.glob("arbos-*.svg")}
    assert names == set(PICTURES)
    page = (IMAGES.parent / "rules" / "arbos.md").read_text(encoding="utf-8")
    for name in names:
        assert f"](../images/arbos-{name}.svg)" in page, name
