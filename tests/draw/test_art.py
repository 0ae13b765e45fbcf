"""The art: complete, well-formed, and free of what an external sprite cannot carry."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from parlour import draw
from parlour.draw import cards, icons, pictures
from parlour.draw.svg import number, tag

ROOMS = Path(draw.__file__).parents[1]
ART = ["cards", "icons", "mark", *(f"picture-{game}" for game in pictures.PICTURES)]


def identities(svg):
    return re.findall(r'\bid="([^"]+)"', svg)


@pytest.mark.parametrize("name", ART)
def test_art_is_well_formed_and_refers_to_itself_only(name):
    svg = draw.sprite(name).decode()
    ET.fromstring(svg)  # noqa: S314 - our own file
    ids = identities(svg)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(ids)
    assert "style" not in svg
    assert "script" not in svg


def test_every_card_has_both_faces_and_its_suit_a_mark():
    ids = set(identities(cards.sprite()))
    deck = {rank + suit for rank in cards.RANKS for suit in cards.SUITS}
    assert len(deck) == 52
    assert {f"card-{card}" for card in deck} | {f"mini-{card}" for card in deck} <= ids
    assert {"card-back", *(f"su-{suit}" for suit in cards.SUITS)} <= ids


def test_sprites_need_no_styles_of_the_page():
    for svg in (cards.sprite(), icons.sprite()):
        assert "class=" not in svg
        assert "var(" not in svg
        assert "url(" not in svg


@pytest.mark.parametrize("rank", "23456789T")
def test_number_cards_show_their_number_of_pips(rank):
    face = cards.face(rank, "h")
    expected = cards.RANKS.index(rank) + 1
    assert face.count('href="#su-h"') == expected + 1  # and one beside the index
    assert len(set(cards.PIPS[rank])) == expected


def test_the_back_is_the_same_for_every_card():
    back = cards.back()
    assert not re.search(r"#(card|mini|rk|su|ct)-", back)


def test_numbers_and_attributes_are_written_shortly():
    assert [number(value) for value in (12.0, 0.25, -0.04, 100, 2.96)] == ["12", "0.2", "0", "100", "3"]
    assert (
        tag("use", href="#a", x=1.5, clip_path=None, stroke_width=2)
        == '<use href="#a" x="1.5" stroke-width="2"/>'
    )


def test_each_asset_is_typed_and_named_by_one_version():
    assets = draw.assets()
    assert {"parlour.css", "home.css", "golf.css", "little_spider.css", "cards.svg", "table.js"} <= set(
        assets
    )
    for name, asset in assets.items():
        assert asset.body.strip(), name
        assert asset.media_type.split(";")[0] in {"text/css", "text/javascript", "image/svg+xml"}
    assert re.fullmatch(r"[0-9a-f]{10}", draw.static_version())
    assert draw.static_url("cards.svg") == f"/static/{draw.static_version()}/cards.svg"
    with pytest.raises(KeyError):
        draw.static_url("missing.css")


def test_style_sheets_fetch_nothing():
    for name, asset in draw.assets().items():
        if name.endswith(".css"):
            assert b"url(" not in asset.body
            assert b"@import" not in asset.body


def test_scripts_are_sent_without_their_notes_and_with_all_their_code():
    sources = {file.name: file.read_text(encoding="utf-8") for file in ROOMS.rglob("*.js")}
    sent = {name: asset.body.decode() for name, asset in draw.assets().items() if name.endswith(".js")}
    assert sent.keys() == sources.keys()
    for name, text in sent.items():
        assert not re.search(r"^\s*(?://|/\*\*[^*]*\*/\s*$)", text, re.MULTILINE), name
        assert code(text) == code(sources[name]), name


def code(script):
    """A script without notes and space."""
    bare = re.sub(r"/\*\*.*?\*/", "", script, flags=re.DOTALL)
    return re.sub(r"\s+", "", re.sub(r"^\s*//.*$", "", bare, flags=re.MULTILINE))
