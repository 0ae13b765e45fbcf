"""Pictures of solitaires: every card that is seen lies on the felt once, and nothing of what is hidden."""

import json
import re
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace

import parlour
from parlour import draw
from parlour.draw import felt
from parlour.games._cards.layout import Layout, Pile
from tests.draw.tables import GAMES, golf_won, played

SVG = "{http://www.w3.org/2000/svg}"
TIMES = [0, 1, 12, 30, 99]


def root_of(drawing):
    return ET.fromstring(drawing)  # noqa: S314 - our own drawing


def lying(drawing):
    """The cards that lie on the felt, "back" among them, in the order in which they are drawn."""
    return re.findall(r'<g transform="translate[^>]*><rect.*?<use href="#card-(\w+)"', drawing)


def dashed(drawing):
    return drawing.count("stroke-dasharray")


def seen(view):
    """The cards that a board shows: the piles and what is home, of Golf as much of it as has room."""
    home = view.homecells if hasattr(view, "homecells") else [view.homecell[-20:]]
    return sorted(name(card) for pile in (*view.piles, *home) for card in pile)


def name(card):
    """What the drawing of a card is called."""
    return card[0] + card[1].lower()


def spider_won(moves=120):
    """All fifty-two home."""
    up, down = "A23456789TJQK", "KQJT98765432A"
    homes = {suit: [rank + suit for rank in (up if suit in "DH" else down)] for suit in "CDHS"}
    return parlour.from_json(
        json.dumps({"game": "little_spider", "piles": [[]] * 8, "homecells": homes, "moves": moves})
    )


@pytest.mark.parametrize("moves", TIMES)
@pytest.mark.parametrize("game", GAMES)
def test_every_card_that_is_seen_lies_there_once(game, moves):
    view = played(game, 24, moves)[0].view(0)
    cards = lying(draw.drawing(game, view))
    assert sorted(card for card in cards if card != "back") == seen(view)
    assert cards.count("back") == (game == "golf" and view.stock > 0)


@pytest.mark.parametrize("moves", TIMES)
@pytest.mark.parametrize("game", GAMES)
def test_a_picture_needs_nothing_else(game, moves):
    drawing = draw.drawing(game, played(game, 24, moves)[0].view(0))
    root = root_of(drawing)
    ids = [one.get("id") for one in root.iter() if one.get("id")]
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="([^"]*)"', drawing)) <= {f"#{one}" for one in ids}
    assert set(re.findall(r"url\(([^)]*)\)", drawing)) <= {f"#{one}" for one in ids}
    assert not re.search(r"var\(|class=", drawing)
    assert root.get("viewBox").split()[2:] == [root.get("width"), root.get("height")]


def test_what_is_hidden_is_counted_and_not_named():
    position = played("golf", 24, 3)[0]
    drawing, stock = draw.drawing("golf", position.view(0)), position.to_dict()["stock"]
    assert stock
    assert not any(f"card-{name(card)}" in drawing for card in stock)
    assert str(len(stock)) in [text.text for text in root_of(drawing).iter(f"{SVG}text")]


def test_a_stock_is_as_thick_as_it_has_cards():
    edges = [felt.draw(Layout(((Pile(hidden=n),),))).count(felt._SIDE) for n in (1, 2, 3, 17)]
    assert edges == [0, 1, 2, 2]


def test_an_empty_pile_is_an_outline():
    cards = felt.draw(Layout(((Pile(("7H",)), Pile(), Pile(hidden=2), Pile(label="Home")),)))
    assert lying(cards) == ["7h", "back"]
    assert dashed(cards) == 2
    assert dashed(draw.drawing("golf", golf_won()[0].view(0))) >= 7


@pytest.mark.parametrize("game", GAMES)
def test_piles_lie_apart_and_within_the_felt(game):
    views = [played(game, 24, moves)[0].view(0) for moves in TIMES]
    for view in [*views, golf_won()[0].view(0) if game == "golf" else spider_won().view(0)]:
        drawing = draw.drawing(game, view)
        root, boxes = root_of(drawing), extents(drawing)
        assert all(30 <= x <= right <= float(root.get("width")) - 30 for x, _, right, _ in boxes)
        assert all(30 <= y <= foot <= float(root.get("height")) - 30 for _, y, _, foot in boxes)
        for n, (x, y, right, foot) in enumerate(boxes):
            for a, b, c, d in boxes[:n]:
                assert x > c or a > right or y > d or b > foot


def extents(drawing):
    """Left, top, right and foot of each pile: a card that covers the one before it belongs to its pile."""
    found, before = [], (-999.0, -999.0)
    for middle in re.findall(r"translate\((\S+) (\S+)\) rotate", drawing):
        x, y = map(float, middle)
        box = (x - 56, y - 78.4, x + 56, y + 78.4)
        covers = 0 <= x - before[0] < 100 and 0 <= y - before[1] < 100
        left, top = found.pop()[:2] if covers else box[:2]
        found.append((left, top, *box[2:]))
        before = x, y
    return found


def said(position):
    """What a picture says in words, and the score beside the player's name."""
    picture, view = draw.picture(position.game.name), position.view(None)
    return picture.title(view), picture.points(view)


def test_a_picture_says_how_far_the_game_has_come():
    assert said(parlour.new("golf", deal=24)) == ("Golf: 35 cards left", "35")
    assert said(golf_won()[0]) == ("Golf: cleared", str(-golf_won()[0].view(0).stock).replace("-", "\u2212"))
    stuck = played("golf", 24, 99)[0]
    assert said(stuck) == (f"Golf: {stuck.result.scores[0]:g} cards left", f"{stuck.result.scores[0]:g}")
    assert said(parlour.new("little_spider", deal=24)) == ("Little Spider: 4 of 52 home", "4/52")
    assert said(spider_won()) == ("Little Spider: all home in 120 moves", "120")


@pytest.mark.parametrize(("stock", "points"), [(0, "0"), (3, "\u22123")])
def test_cards_that_stay_in_the_stock_count_below_zero(stock, points):
    picture, view = draw.picture("golf"), golf_won()[0].view(0)
    assert picture.points(replace(view, stock=stock)) == points


def test_one_card_is_one_card():
    view = golf_won()[0].view(0)
    left = replace(view, piles=(("7H",),))
    assert draw.picture("golf").title(left) == "Golf: 1 card left"


def test_a_game_without_a_picture_has_none(monkeypatch):
    monkeypatch.setattr("parlour.draw.sharing.picture", lambda game: None)
    assert draw.drawing("golf", parlour.new("golf", deal=24).view(0)) is None
