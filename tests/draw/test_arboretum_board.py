"""The board of Arboretum: fragments that draw, hide and stay small; the sheet; sprite and picture."""

import json
import random
import re
import xml.etree.ElementTree as ET
from functools import cache

import pytest
from babel.support import NullTranslations

import parlour
from parlour import draw
from parlour.core.board import Chair, Match, Time
from parlour.draw import env
from parlour.draw.pages import MatchPage, Pace
from parlour.games.arboretum import picture, sheet
from parlour.games.arboretum.artwork import symbol
from parlour.games.arboretum.cards import LETTERS
from parlour.games.arboretum.notebook import show
from tests.draw.reading import read

NAMES = ("Ада", "Цапля", "Дуб", "Ива")
SHAPES = [
    (2, {}),
    (2, {"preset": "summary"}),
    (3, {"piles": "top", "starting_discards": "all"}),
    (4, {"final_round": True, "starting_discards": "all_but_first", "one_cancels_eight": False}),
]


@cache
def played(moves, seed=1, seats=2, options=()):
    """A game after up to `moves` random moves, and the log of each viewer, of a spectator under `None`."""
    position = parlour.new("arboretum", seed=seed, seats=seats, **dict(options))
    dice, logs = random.Random(seed), {viewer: [] for viewer in (None, *range(seats))}
    before = {viewer: position.view(viewer) for viewer in logs}
    while len(logs[None]) < moves and not position.is_over:
        move = dice.choice(position.legal_moves)
        position.play(move)
        after = {viewer: position.view(viewer) for viewer in logs}
        for viewer, log in logs.items():
            log.append(position.game.views.tell(before[viewer], after[viewer], move))
        before = after
    return position, {viewer: tuple(log) for viewer, log in logs.items()}


def match(position, mine=(0,), **facts):
    """The facts of a table, as those who play the seats `mine` see it."""
    turn, seats = position.current_player, position.seats
    ended = {"result": position.result, "ended": "game"} if position.is_over else {}
    plain = {
        "table": "k3x9",
        "game": "arboretum",
        "title": "Arboretum",
        "preset": "standard",
        "chairs": tuple(
            Chair(seat, NAMES[seat], f"p{seat}", seat in mine, here=True) for seat in range(seats)
        ),
        "turn": turn,
        "mine": mine,
        "facing": turn if len(mine) > 1 else mine[0] if mine else None,
        "times": tuple(Time(600_000, 600_000) for _ in range(seats)),
        "may": ("resign", "say", "undo") if mine and turn is not None else (),
        "moves": len(position.moves),
    }
    return Match(**{**plain, **ended, **facts})


def fragments(position, logs, mine=(0,), **facts):
    """The fragments that a viewer gets."""
    seen = match(position, mine, **facts)
    return draw.board("arboretum").fragments(position.view(seen.facing), logs[seen.facing], seen)


def html(position, logs, mine=(0,), **facts):
    """The same as HTML."""
    pieces = fragments(position, logs, mine, **facts)
    return {name: str(draw.fragment("arboretum", "en", *piece)) for name, piece in pieces.items()}


def page(position, logs, mine=(0,), **facts):
    """A whole page."""
    return MatchPage(
        match=match(position, mine, **facts),
        fragments=html(position, logs, mine, **facts),
        clock=Pace("move", 600),
        now=1_799_999_900_000,
        epoch="e",
    )


def words(text):
    """The text of a fragment."""
    return " ".join(" ".join(read(text).texts).split())


@pytest.mark.parametrize("moves", [0, 47, 999])
@pytest.mark.parametrize(("seats", "options"), SHAPES)
def test_every_position_draws_for_everybody(moves, seats, options):
    position, logs = played(moves, 3, seats, tuple(options.items()))
    for mine in ((0,), (seats - 1,), (), tuple(range(seats))):
        for name, piece in fragments(position, logs, mine).items():
            hash(piece[1])
            for lang in draw.LANGUAGES:
                assert read(str(draw.fragment("arboretum", lang, *piece))).faults == [], name
    assert read(draw.page("en", page(position, logs))).faults == []


def test_the_board_draws_from_right_to_left():
    fa = env.build(env.Language("fa", "Right to left", "rtl"), NullTranslations())
    text = fa.get_template("match.html").render(page=page(*played(60)))
    assert '<ol class="hand" id="hand" dir="ltr"' in text


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_equal_positions_draw_alike_and_all_fragments_have_a_place(seats):
    position, logs = played(60, 2, seats)
    assert html(position, logs) == html(position.copy(), logs)
    first = page(*played(0, 2, seats))
    ids = set(read(draw.page("en", first)).values("id"))
    ended = fragments(*played(999, 2, seats))
    assert set(ended) == set(first.fragments) <= ids


@pytest.mark.parametrize(("seats", "mine"), [(2, (0,)), (2, ()), (3, (1,)), (4, (0,))])
def test_a_move_sends_little(seats, mine):
    done, logs = played(999, 3, seats)
    position, before, sizes = parlour.new("arboretum", seed=3, seats=seats), {}, []
    for n, move in enumerate(done.moves, 1):
        position.play(move)
        now = fragments(position, {viewer: log[:n] for viewer, log in logs.items()}, mine)
        fresh = {name: piece for name, piece in now.items() if before.get(name) != piece}
        texts = {name: str(draw.fragment("arboretum", "en", *piece)) for name, piece in fresh.items()}
        sizes.append(len(json.dumps(texts).encode()))
        before = now
    assert max(sizes[1:-1]) < 6_000
    assert sum(sizes[1:-1]) / len(sizes) < 4_000


def cards_in(text):
    """The cards that a piece of HTML speaks of."""
    told = set(re.findall(r'data-(?:k|card|selected)="([a-z][1-8])"', text))
    told |= {card for group in re.findall(r'data-cards="([^"]+)"', text) for card in group.split()}
    return told | {card.lower() for card in re.findall(r">([A-Z][1-8])<", text)}


@pytest.mark.parametrize("piles", ["open", "top"])
@pytest.mark.parametrize("seats", [2, 4])
def test_nothing_hidden_is_drawn(seats, piles):
    for moves in (0, 1, 5, 23, 48, 90):
        position, logs = played(moves, 5, seats, (("piles", piles),))
        if position.is_over:
            break
        for viewer in (None, *range(seats)):
            mine = () if viewer is None else (viewer,)
            told = {card for line in logs[viewer] for card in line.cards}
            may = position.game.views.shown(position.view(viewer)) | told
            pieces = html(position, logs, mine)
            assert cards_in(" ".join(pieces.values())) <= may
            seen = position.view(viewer)
            tops = {card for player in seen.players for card in player.discard}
            lying = {card for n in range(seats) for card in cards_in(pieces[f"pile-{n}"])}
            assert lying <= tops


def test_no_paths_of_others_are_told_before_the_end():
    position, logs = played(100)
    assert not any(text for name, text in html(position, logs, ()).items() if name.startswith("path-"))
    mine = "".join(text for name, text in html(position, logs, (1,)).items() if name.startswith("path-"))
    best = dict(sheet.ways(position.view(1), 1))
    for species, trees in zip(
        read(mine).values("data-species"), read(mine).values("data-trees"), strict=True
    ):
        assert trees == " ".join(str(i) for i in (best[species].trees if best[species] else ()))
    assert "data-running" not in "".join(
        text for name, text in html(position, logs).items() if name[:5] != "path-"
    )


@pytest.mark.parametrize(("seats", "options"), SHAPES)
@pytest.mark.parametrize("seed", range(2))
def test_the_sheet_counts_as_the_rules_do(seats, options, seed):
    position, _ = played(999, seed, seats, tuple(options.items()))
    view, account = position.view(None), position.account()
    for line, told in zip(sheet.lines(view), account.species, strict=True):
        assert line.species == told.species
        assert tuple(share.sum for share in line.shares) == told.sums
        assert tuple(share.right for share in line.shares) == told.rights
        points = [0 if way is None else way.points for way in told.paths]
        assert [share.way.points if share.way else 0 for share in line.shares] == points
    totals = [sum(line.shares[seat].points for line in sheet.lines(view)) for seat in range(seats)]
    assert totals == list(position.result.scores)


def test_it_is_said_what_is_to_be_done():
    said = []
    for moves in range(5):
        position, logs = played(moves)
        said.append(words(html(position, logs)["turn"]))
        assert words(html(position, logs, (1,))["turn"]).startswith(NAMES[0])
    assert said == [
        "Your turn: draw 1 of 2",
        "Your turn: draw 2 of 2",
        "Your turn: plant one",
        "Your turn: plant one",
        "Your turn: discard one",
    ]
    assert "Draw two: 2 of 2" in words(html(*played(1))["steps"])


def test_what_may_be_done_stands_in_one_place():
    for moves in range(12):
        position, logs = played(moves)
        turn = position.current_player
        assert html(position, logs, (1 - turn,))["legal"] == ""
        (legal,) = [one for tag, one in read(html(position, logs, (turn,))["legal"]).tags if tag == "i"]
        moves_now = position.legal_moves
        if legal["data-act"] == "draw":
            assert [f"draw {one}" for one in legal["data-sources"].split()] == list(moves_now)
        if legal["data-act"] == "place":
            assert {f"at {one}" for one in legal["data-squares"].split()} == set(moves_now)
        if legal["data-act"] == "plant":
            after = position.copy()
            after.play(moves_now[0])
            assert {f"at {one}" for one in legal["data-squares"].split()} == set(after.legal_moves)


def test_the_log_tells_each_what_they_saw():
    position, logs = played(10, 8)
    drawn = [line.cards for line in logs[0] if line.kind == "draw" and line.places == ("deck",)]
    assert any(drawn)
    own, other = (" ".join(html(position, logs, (n,))[f"log-{k}"] for k in range(2)) for n in (0, 1))
    assert "You" in words(own)
    assert words(own) != words(other)
    assert NAMES[0] in words(other)


def test_the_end_opens_the_hands_and_names_the_winner():
    position, logs = played(999, 7)
    text = html(position, logs, may=("rematch",))["end"]
    assert {card for player in position.view(None).players for card in player.hand} >= cards_in(text)
    assert [str(int(score)) for score in position.result.scores] == re.findall(
        r"<td class=\"p\"><b>(\d+)", text
    )
    assert "rematch" in read(text).values("data-cmd")


def test_a_game_that_was_resigned_shows_no_sheet():
    position, logs = played(30)
    result = parlour.Result((1.0, 0.0), (1, 2), (0,), "resigned")
    text = html(position, logs, turn=None, result=result, ended="resigned", by=1)["end"]
    assert f"{NAMES[1]} resigned." in words(text).replace(" resigned", " resigned")
    assert "scores" not in read(text).values("class")


@pytest.mark.parametrize("species", LETTERS)
def test_the_sprite_has_every_species_with_its_colours(species):
    sprite = draw.assets()["arboretum.svg"]
    assert sprite.media_type.startswith("image/svg+xml")
    names = {one.get("id") for one in ET.fromstring(sprite.body)}  # noqa: S314 - our own drawing
    assert f"tree-{species}" in names
    assert "var(" not in symbol(species)
    assert f".sp-{species} " in draw.assets()["arboretum.css"].body.decode()


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("moves", [0, 50, 999])
def test_a_picture_stands_alone(seats, moves):
    position, _ = played(moves, 4, seats)
    view = position.view(None)
    drawing = picture.draw(view)
    root = ET.fromstring(drawing)  # noqa: S314 - our own drawing
    assert root[0].text == f"Arboretum, {seats} gardens"
    assert not re.search(r"url\(|href=\"(?!#)|var\(", drawing)
    planted = sum(len(player.arboretum) for player in view.players)
    assert drawing.count('<use href="#tree-') == planted
    if position.is_over:
        assert all(f">{score:g}</text>" in drawing for score in position.result.scores)
    assert "data:image/svg+xml;base64," in show(view)


def test_a_notebook_shows_the_whole_position():
    position, _ = played(30)
    assert "unseen" not in position._repr_html_()
    assert "is to" in position._repr_html_()
