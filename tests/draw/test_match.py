"""Matches: fragments of which a move changes few, cells that say what is legal, words for what happens."""

import gzip
import json
import random
import re

import msgspec
import pytest
from babel.support import NullTranslations

import parlour
from parlour import draw
from parlour.core.board import Asked, Chair, Told
from parlour.draw import env
from parlour.games.arbos.artwork import branches, strokes
from parlour.games.arbos.board import cells
from parlour.games.arbos.cells import cell_text
from parlour.games.arbos.layers import AT, joined
from parlour.games.arbos.preview import gains
from tests.draw.reading import read
from tests.draw.tables import NAMES, english, match, match_fragments, match_page, match_played

VIEWERS = [(0,), (1,), (), (0, 1)]


def html(position, log, mine=(0,), **facts):
    pieces = match_fragments(position, log, mine, **facts)
    return {name: str(english("arbos", *piece)) for name, piece in pieces.items()}


def words(text):
    """The text of a fragment."""
    return " ".join(" ".join(read(text).texts).split())


def named(position, sign):
    """The cells with a sign, as they are to the seat on turn."""
    size = position.view(None).options.size
    signs = cells(position.view(None), position.current_player)
    return {cell_text(i // size * 20 + i % size) for i, one in enumerate(signs) if one == sign}


def recorded(fragments):
    """The rows of the record."""
    return [row for name, (_, rows) in fragments.items() if name.startswith("record-") for row in rows]


# Fragments


@pytest.mark.parametrize("mine", VIEWERS)
@pytest.mark.parametrize("moves", [0, 1, 30, 999])
def test_fragments_are_well_formed_and_their_inputs_hashable(mine, moves):
    position, log = match_played(moves, size=9)
    for name, (macro, value) in match_fragments(position, log, mine).items():
        hash(value)
        assert read(english("arbos", macro, value)).faults == [], name


def test_equal_inputs_give_equal_html():
    one, two = match_played(40), match_played(40)
    assert match_fragments(*one) == match_fragments(*two)
    assert html(*one) == html(*two)
    assert draw.page("en", match_page(*one)) == draw.page("en", match_page(*two))


@pytest.mark.parametrize("mine", VIEWERS)
def test_a_move_sends_little(mine):
    position, log = match_played(999, seed=3)
    walk, shown, sizes = parlour.new("arbos", seed=3), {}, []
    for n, move in enumerate(position.moves):
        walk.play(move)
        now = html(walk, log[: n + 1], mine)
        changed = {name: text for name, text in now.items() if shown.get(name) != text}
        sizes.append(len(json.dumps(changed).encode()))
        shown = now
    assert len(sizes) > 150
    assert max(sizes[1:]) < 6_000
    assert sum(sizes[1:]) / len(sizes) < 4_000


def test_a_pass_draws_nothing_new():
    position, log = match_played(30)
    before = match_fragments(position, log)
    position.play("pass")
    after = match_fragments(position, (*log, Told("pass")))
    changed = {name for name in after if before[name] != after[name]}
    board = {"last", "moves", "cells", "legal", "may", "last-act", "turn", "clock-0", "clock-1"}
    assert {name for name in changed if not name.startswith("record-")} <= board
    assert before["cells"] == after["cells"]


@pytest.mark.parametrize("mine", VIEWERS)
def test_every_fragment_has_its_place_in_the_page(mine):
    page = match_page(*match_played(0, size=9), mine=mine)
    ids = set(read(draw.page("en", page)).values("id"))
    ended = match_fragments(*match_played(999, size=9), mine)
    assert set(ended) == set(page.fragments)
    here = ids if mine else ids | {"people"}
    assert set(ended) <= here


def test_a_page_is_small():
    page = match_page(*match_played(150))
    names = (
        "parlour.css",
        "arbos.css",
        "match.js",
        "page.js",
        "wire.js",
        "arbos.js",
        "icons.svg",
        "mark.svg",
    )
    bodies = [draw.page("en", page).encode(), *(draw.assets()[name].body for name in names)]
    assert sum(len(gzip.compress(body)) for body in bodies) < 80_000


def test_a_page_loads_its_modules():
    text = draw.page("en", match_page(*match_played(3)))
    assert read(text).values("data-module") == [draw.static_url("arbos.js")]
    scripts = [one["src"] for tag, one in read(text).tags if tag == "script"]
    assert scripts == [draw.static_url("match.js")]


def test_names_are_escaped():
    position, log = match_played(2)
    chairs = (Chair(0, "<b>&", mine=True), Chair(1, '"><i>'))
    asked = Asked("draw", 1, (0,))
    page = match_page(position, log, chairs=chairs, asked=asked, may=("accept", "decline"))
    text = draw.page("en", page)
    assert read(text).faults == []
    assert "<i>" not in text.replace('<i class="dot', "").replace("<i data-", "").replace("<i aria-", "")


# What is legal


@pytest.mark.parametrize("options", [{}, {"size": 9}, {"max_trees": 1, "size": 12}, {"preset": "original"}])
def test_open_cells_are_the_legal_ones(options):
    dice = random.Random(5)
    position, log = match_played(0, seed=5, **options)
    while not position.is_over:
        seat = position.current_player
        legal = {move.removeprefix("*") for move in position.view(seat).legal} - {"pass", "forced"}
        assert named(position, ".") == legal
        shown = match_fragments(position, log, (seat,))
        assert shown["cells"][1] == cells(position.view(None), seat)
        assert shown["legal"][1].act == ("seed" if position.view(None).phase == "seeds" else "pawn")
        assert match_fragments(position, log, (1 - seat,))["legal"][1].act == ""
        position.play(dice.choice(position.legal_moves))
    assert match_fragments(position, log)["legal"][1].act == ""


def test_whoever_watches_sees_what_is_barred_to_the_seat_on_turn():
    position, log = match_played(31)
    on_turn = cells(position.view(None), position.current_player)
    assert match_fragments(position, log, ())["cells"][1] == on_turn
    assert match_fragments(position, log, (0, 1))["cells"][1] == on_turn
    assert (
        match_fragments(position, log, (0,))["cells"][1] != match_fragments(position, log, (1,))["cells"][1]
    )


def test_cells_tell_what_lies_there():
    position, _ = match_played(60)
    view, signs = position.view(None), cells(position.view(None), 0)
    for seat, first in enumerate("Aa"):
        for k, tree in enumerate(view.players[seat].trees):
            assert all(signs[AT[pawn]] == chr(ord(first) + k) for pawn in tree.pawns)
    linked = [{seed for tree in player.trees for seed in tree.seeds} for player in view.players]
    for seed in view.seeds:
        assert signs[AT[seed]] == str((seed in linked[0]) + 2 * (seed in linked[1]))
    assert {i for i, sign in enumerate(signs) if sign == "x"} == {AT[cell] for cell in view.players[0].barred}


@pytest.mark.parametrize("scoring", ["union2", "sum2", "both_pair", "linked_ge2", "total"])
def test_a_preview_counts_what_a_pawn_brings(scoring):
    dice = random.Random(2)
    position, _ = match_played(0, seed=4, scoring=scoring, size=10, seeds=12)
    while not position.is_over:
        seat, view = position.current_player, position.view(None)
        if dice.random() < 0.2:
            told = {cell: points for points, all_cells in gains(view, seat) for cell in all_cells}
            for move in view.players[seat].open:
                after = position.copy()
                after.play(move)
                points = after.view(None).players[seat].points
                assert told.get(move, view.players[seat].points) == points
        placing = [move for move in position.legal_moves if move != "pass"]
        position.play(dice.choice(placing or position.legal_moves))


def segments(path):
    """The lines of a path, each with its lesser end first."""
    found, here = [], (0, 0)
    for letter, numbers in re.findall(r"([Mhvl])([-\d ]*)", path):
        values = [int(one) for one in re.findall(r"-?\d+", numbers)]
        if letter == "M":
            here = (values[0], values[1])
            continue
        steps = [(n, 0) for n in values] if letter == "h" else [(0, n) for n in values]
        steps = list(zip(values[::2], values[1::2], strict=True)) if letter == "l" else steps
        for right, down in steps:
            there = (here[0] + right, here[1] + down)
            found.append((min(here, there), max(here, there)))
            here = there
    return sorted(found)


@pytest.mark.parametrize("seed", range(5))
def test_long_lines_go_where_the_short_ones_go(seed):
    position, _ = match_played(150, seed)
    for player in position.view(None).players:
        for tree in player.trees:
            cells = {AT[pawn] for pawn in tree.pawns}
            lines = [one for one in branches(cells) if not one.endswith("z")]
            assert segments(joined(strokes(cells))) == segments("".join(lines))


# Words


@pytest.mark.parametrize(
    ("preset", "moves", "mine", "said"),
    [
        ("standard", 0, (0,), "Your turn: place or pass"),
        ("standard", 1, (0,), f"{NAMES[1]} is on turn"),
        ("standard", 1, (0, 1), "Black is on turn"),
        ("standard", 1, (), f"{NAMES[1]} is on turn"),
        ("original", 3, (1,), "Your turn: put seed 4 of 21"),
        ("original", 3, (0,), f"{NAMES[1]} puts seed 4 of 21"),
        ("original", 21, (0,), "Your turn: place or pass"),
    ],
)
def test_it_is_said_whose_turn_it_is(preset, moves, mine, said):
    text = html(*match_played(moves, preset=preset), mine)["turn"]
    text = re.sub(r'<span class="aiming">.*?</span>', "", text)
    assert words(text) == said


def test_the_last_act_is_told_to_each_from_their_side():
    position, log = match_played(31)
    cell = log[-1].places[0]
    assert words(html(position, log, (0,))["last-act"]).startswith(f"You placed at {cell} .")
    assert words(html(position, log, (1,))["last-act"]).startswith(f"{NAMES[0]} placed at {cell} .")
    assert words(html(position, log, (0, 1))["last-act"]).startswith(f"White placed at {cell} .")


@pytest.mark.parametrize(
    ("kind", "mine", "said"),
    [
        ("pass", (1,), "You passed."),
        ("pass", (0,), f"{NAMES[1]} passed."),
        ("timeout", (0,), f"The time of {NAMES[1]} was up: that is a pass."),
        ("forced", (1,), "You could not place a pawn, so the game passed for you."),
    ],
)
def test_each_kind_of_pass_has_its_words(kind, mine, said):
    position, log = match_played(31)
    told = (*log, Told(kind))
    assert words(html(position, told, mine)["last-act"]) == said
    assert draw.told("arbos", "en", Told(kind)).endswith("pass.")


def test_the_record_has_a_row_a_round_and_marks_the_next_act():
    position, log = match_played(31)
    rows = [
        row for name, (_, rows) in match_fragments(position, log).items() if "record" in name for row in rows
    ]
    assert [row.number for row in rows] == list(range(1, 17))
    assert [row.first for row in rows] == list(range(1, 33, 2))
    assert (rows[-1].acts, rows[-1].last, rows[-1].now) == ((log[30], None), 0, 1)


def test_seeds_that_players_put_stand_before_the_first_round():
    position, log = match_played(22, preset="original")
    rows = [
        row for name, (_, rows) in match_fragments(position, log).items() if "record" in name for row in rows
    ]
    assert [row.number for row in rows] == [0] * 11 + [1]
    assert rows[10].acts == (log[20], None)
    assert rows[11].acts == (log[21], None)
    assert "*" + log[0].places[0] in words(html(position, log)["record-0"])


def test_a_look_back_waits_for_no_act_of_today():
    position, log = match_played(31)
    facts = match(position, log)
    position.undo()
    shown = draw.board("arbos").fragments(position.view(0), log[:30], facts)
    rows = recorded(shown)
    assert (rows[-1].number, rows[-1].acts, rows[-1].now) == (16, (None, None), 0)


def test_what_was_asked_waits_for_an_answer():
    position, log = match_played(30)
    offer, request = Asked("draw", 1, (0,)), Asked("undo", 0, (1,), 2)
    text = html(position, log, asked=offer, may=("accept", "decline"))["people"]
    assert f"{NAMES[1]} offers a draw." in words(text)
    assert read(text).values("data-cmd") == ["decline", "accept"]
    own = html(position, log, asked=request, may=("decline",))["people"]
    assert words(own) == f"You ask to take back 2 moves. Waiting for {NAMES[1]} . Withdraw it"
    assert read(html(position, log, (), asked=offer)["people"]).values("data-cmd") == []
    assert html(position, log)["people"] == ""


RESULT = parlour.Result((3.0, 5.0), (1, 2), (0,), "resigned")


@pytest.mark.parametrize(
    ("ended", "by", "mine", "title", "how"),
    [
        ("resigned", 1, (0,), "You won", f"{NAMES[1]} resigned."),
        ("resigned", 1, (1,), "You lost", "You resigned."),
        ("time", 1, (), f"{NAMES[0]} won", f"{NAMES[1]} ran out of time."),
        ("left", 1, (0, 1), "White won", "Black left the game."),
    ],
)
def test_each_end_beside_the_rules_has_its_words(ended, by, mine, title, how):
    position, log = match_played(20)
    text = html(position, log, mine, turn=None, result=RESULT, ended=ended, by=by)["end"]
    assert title in words(text)
    assert how in " ".join(words(text).replace(" .", ".").split())


def test_an_agreed_draw_has_no_winner():
    position, log = match_played(20)
    drawn = msgspec.structs.replace(RESULT, winners=(), ranks=(1, 1))
    text = words(html(position, log, turn=None, result=drawn, ended="agreed")["end"])
    assert "Nobody won" in text
    assert "A draw was agreed on." in text


def test_an_end_by_the_rules_says_by_how_much_and_offers_a_rematch():
    position, log = match_played(999, size=7)
    text = html(position, log, may=("rematch", "say"))["end"]
    points = [int(score) for score in position.result.scores]
    assert re.search(r"By \d+ points?\.|Both have the same", words(text))
    assert all(str(one) in words(text) for one in points)
    assert "rematch" in read(text).values("data-cmd")
    assert {"/t/k3x9/record.sgf", "/t/k3x9/record.json", "/new/arbos"} <= set(read(text).values("href"))
    again = html(position, log, rematch="again")["end"]
    assert "/t/again" in read(again).values("href")
    assert "rematch" not in read(again).values("data-cmd")


def test_buttons_are_open_as_far_as_they_do_something():
    position, log = match_played(30)

    def closed(**facts):
        tags = read(draw.page("en", match_page(position, log, **facts))).tags
        return {one["data-needs"] for _, one in tags if "data-needs" in one and "disabled" in one}

    assert closed() == {"hint"}
    assert closed(may=("resign", "say", "hint")) == {"draw", "hand_over", "undo"}
    assert closed(may=("resign", "say"), rated=True) == {"draw", "undo"}, "where it is rated nobody helps"
    assert closed(mine=(1,)) == {"pass", "hint"}
    assert closed(mine=()) == set()


def test_a_pass_after_a_pass_is_known_to_end_the_game():
    position, log = match_played(30)
    assert match_fragments(position, log)["may"][1].split()[-1] == "pass"
    position.play("pass")
    assert match_fragments(position, (*log, Told("pass")), (1,))["may"][1].split()[-2:] == ["pass", "last"]


def test_clocks_are_absolute():
    text = html(*match_played(30))
    assert read(text["clock-0"]).values("data-deadline") == ["1800000000000"]
    assert read(text["clock-1"]).values("data-deadline") == []
    assert read(text["clock-1"]).values("data-left") == ["600000"]
    assert html(*match_played(30), times=())["clock-0"] == ""


# Pages


def test_the_viewer_sits_on_the_left_and_white_for_all_others():
    position, log = match_played(30)
    for mine, first in (((0,), "seat-0"), ((1,), "seat-1"), ((), "seat-0"), ((0, 1), "seat-0")):
        ids = read(draw.page("en", match_page(position, log, mine=mine))).values("id")
        assert next(one for one in ids if re.fullmatch(r"seat-\d", one)) == first


def test_a_spectator_has_no_buttons_but_sees_all():
    text = draw.page("en", match_page(*match_played(30), mine=()))
    reading = read(text)
    assert 'id="type"' not in text
    assert {"data-cmd", "data-needs"}.isdisjoint(name for _, one in reading.tags for name in one)
    assert "You are watching this game." in " ".join(reading.texts)
    assert reading.values("data-mine") == [""]


def test_a_board_reads_from_left_to_right_in_every_language():
    fa = env.build(env.Language("fa", "Right to left", "rtl"), NullTranslations())
    text = fa.get_template("match.html").render(page=match_page(*match_played(30)))
    assert '<html lang="fa" dir="rtl"' in text
    assert re.search(r'<section class="boardbox" dir="ltr"', text)
    assert re.search(r'<bdi class="cell" dir="ltr">[A-T]\d+</bdi>', text)


def test_the_title_says_whose_turn_it_is():
    turn, waiting = match_page(*match_played(30)), match_page(*match_played(31))
    assert "<title>Your turn: Arbos: Parlour</title>" in draw.page("en", turn)
    assert "<title>Arbos: Parlour</title>" in draw.page("en", waiting)


@pytest.mark.parametrize("covers", [False, True])
def test_a_shared_screen_with_hidden_hands_opens_covered(covers):
    page = msgspec.structs.replace(match_page(*match_played(4), mine=(0, 1)), covers=covers)
    html = draw.page("en", page)
    assert ('id="curtain"' in html) == covers
    assert (" inert data-table=" in html) == covers
    assert ('class="match arbos covered"' in html) == covers
