"""Splendor's board: whole art, fragments of which a move changes few, nothing hidden, words for all."""

import gzip
import json
import random
import re
import xml.etree.ElementTree as ET
from functools import cache

import msgspec
import pytest
from babel.support import NullTranslations

import parlour
from parlour import draw
from parlour.core.board import Asked, Chair, Match, Time
from parlour.core.result import Result
from parlour.draw import env
from parlour.draw.pages import MatchPage, Pace
from parlour.games.splendor import board, cards, picture
from parlour.games.splendor.artwork import crop, needed, symbols
from parlour.games.splendor.ending import ending
from tests.draw.reading import read

NAMES = ("Ада", "Цапля", "Выдра", "Рысь")
TABLES = [(seats, preset) for seats in (2, 3, 4) for preset in ("standard", "official", "house")]
GAME = parlour.game("splendor")


def choice(position, dice):
    """A move of somebody who buys when they can, and else mostly takes three."""
    legal = position.legal_moves
    buys = [move for move in legal if move.startswith(("buy", "pay"))]
    takes = [move for move in legal if move.startswith("take") and len(move) == len("take WUG")]
    return dice.choice(buys or (takes if takes and dice.random() < 0.8 else legal))


def walk(seats, preset="standard", seed=1, viewer=None, **options):
    """A game move by move, with the log as `viewer` saw it."""
    position, dice, log = (
        parlour.new("splendor", seats=seats, preset=preset, seed=seed, **options),
        random.Random(seed),
        (),
    )
    yield position, log
    while not position.is_over:
        before, move = position.view(viewer), choice(position, dice)
        position.play(move)
        log = (*log, GAME.views.tell(before, position.view(viewer), move))
        yield position, log


@cache
def first(seats, preset, what, **options):
    """The first moment of some games at which something holds, by its name, with the seed of its game."""
    wanted = {
        "middle": lambda p: len(p.moves) == 40,
        "return": lambda p: p.view(None).phase == "return",
        "keep": lambda p: "keep" in p.legal_moves,
        "pay": lambda p: p.view(None).phase == "pay",
        "noble": lambda p: p.view(None).phase == "noble",
        "last round": lambda p: p.view(None).last_round,
        "blind": lambda p: any(one.blind for player in p.view(None).players for one in player.reserved),
        "over": lambda p: p.is_over,
        "tied": lambda p: p.is_over and len(set(sorted(p.result.scores)[-2:])) == 1,
    }[what]
    for seed in range(300):
        for position, _ in walk(seats, preset, seed):
            if wanted(position):
                return seed, tuple(position.moves)
    raise AssertionError(what)


def moment(seats, what, preset="standard", viewer=0, **options):
    """That position with its log."""
    seed, moves = first(seats, preset, what)
    position, log = parlour.new("splendor", seats=seats, preset=preset, seed=seed), []
    for move in moves:
        before = position.view(viewer)
        position.play(move)
        log.append(GAME.views.tell(before, position.view(viewer), move))
    return position, tuple(log)


def match(position, log, mine=(0,), **facts):
    """The facts of a table as those who play the seats `mine` see it."""
    seats, turn = len(position.view(None).players), position.current_player
    ended = {"result": position.result, "ended": "game"} if position.is_over else {}
    plain = {
        "table": "k3x9",
        "game": "splendor",
        "title": "Splendor",
        "preset": "standard",
        "chairs": tuple(
            Chair(n, NAMES[n], f"p{n}", n in mine, here=n != 1, force=1500) for n in range(seats)
        ),
        "turn": turn,
        "mine": mine,
        "facing": (turn or 0) if len(mine) > 1 else mine[0] if mine else None,
        "times": tuple(
            Time(600_000, 600_000, 1_800_000_000_000 if turn == n else None) for n in range(seats)
        ),
        "may": ("resign", "say", "undo") if mine and turn is not None else (),
        "moves": len(log),
    }
    return Match(**{**plain, **ended, **facts})


def fragments(position, log, mine=(0,), **facts):
    """The fragments of a table."""
    seen = match(position, log, mine, **facts)
    return board.fragments(position.view(seen.facing), log, seen)


def html(position, log, mine=(0,), **facts):
    """Their HTML, in English."""
    pieces = fragments(position, log, mine, **facts)
    return {name: str(draw.fragment("splendor", "en", *piece)) for name, piece in pieces.items()}


def page(position, log, mine=(0,), **facts):
    """The page of a table."""
    return MatchPage(
        match=match(position, log, mine, **facts),
        fragments=html(position, log, mine, **facts),
        clock=Pace("move", 600),
        now=1_799_999_900_000,
        epoch="e",
    )


def words(text):
    """The text of a fragment."""
    return " ".join(" ".join(read(text).texts).split())


# The art


def test_the_sprite_is_whole_and_needs_no_style():
    text = draw.assets()["splendor.svg"].body.decode()
    ET.fromstring(text)  # noqa: S314 - our own file
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids)) == len(symbols())
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(ids)
    assert not re.search(r"class=|style|script|url\(|<text", text)


def test_there_is_a_drawing_for_everything():
    kinds = [f"{kind}-{c}" for kind in ("gem", "cost", "chip", "chips") for c in board.LETTERS]
    piles = [f"pile-{c}{n}" for c in "wugrk" for n in range(1, 8)] + [f"pile-o{n}" for n in range(1, 6)]
    plates = [f"art-{c}{level}" for c in "wugrk" for level in (1, 2, 3)]
    backs = [f"back-{level}" for level in (1, 2, 3)]
    assert {*kinds, *piles, *plates, *backs, *(f"noble-{n}" for n in range(10))} <= set(symbols())
    assert 'id="gem-w"' in needed({"chip-w"})
    assert len({crop(card) for card in range(40, 46)}) == 6


def test_words_know_the_cards():
    module = env.environment("en").get_template("splendor/board.html").module
    assert "".join(module.BONUS) == "".join("wugrk"[c] for c in cards.BONUS)
    assert [int(n) for n in module.POINTS] == list(cards.POINTS)
    assert str(module.card_words("40")) == f"a diamond card of level 2 ({cards.POINTS[40]} point)"


# Fragments


@pytest.mark.parametrize(("seats", "preset"), TABLES)
def test_whole_games_are_drawn_for_all_who_look(seats, preset):
    viewers = [(0,), (seats - 1,), (), tuple(range(seats))]
    sizes = []
    for mine in viewers:
        shown, viewer = {}, mine[0] if len(mine) == 1 else None
        for position, log in walk(seats, preset, seed=seats, viewer=viewer):
            now = html(position, log, mine)
            if shown:
                assert set(now) == set(shown)
                changed = {name: text for name, text in now.items() if shown[name] != text}
                if len(mine) < 2 and not position.is_over:
                    sizes.append(len(json.dumps(changed).encode()))
            shown = now
        for name, text in shown.items():
            assert read(text).faults == [], name
    sizes.sort()
    assert sizes[len(sizes) // 2] < 4_500
    assert sizes[int(len(sizes) * 0.9)] < 6_000
    assert sizes[-1] < 9_000


def test_inputs_are_hashable_and_equal_ones_draw_alike():
    one, two = moment(3, "middle"), moment(3, "middle")
    assert fragments(*one) == fragments(*two)
    assert html(*one) == html(*two)
    for _, value in fragments(*one).values():
        hash(value)


@pytest.mark.parametrize("mine", [(0,), (1,), (), (0, 1, 2)])
def test_every_fragment_has_its_place_in_the_page(mine):
    text = draw.page("en", page(*moment(3, "middle"), mine))
    reading = read(text)
    assert reading.faults == []
    assert set(fragments(*moment(3, "middle"), mine)) <= set(reading.values("id"))
    assert ("data-cmd" in text.split("<main")[1].split("</main>")[0]) is bool(mine)


def test_whose_turn_it_is_changes_no_card():
    position, log = moment(3, "middle")
    seen = match(position, log)
    view = position.view(0)
    others = msgspec.structs.replace(view, legal=(), player=(view.player + 1) % 3)
    before = board.fragments(view, log, seen)
    after = board.fragments(others, log, msgspec.structs.replace(seen, turn=others.player))
    changed = {name for name in before if before[name] != after[name]}
    assert changed <= {"legal", "turn"} | {name for name in before if name.startswith("clock")}


def test_what_was_reserved_blind_is_drawn_for_its_owner_alone():
    position, _ = moment(3, "blind")
    owner = next(n for n, one in enumerate(position.view(None).players) if any(c.blind for c in one.reserved))
    secret = next(one.card for one in position.view(owner).players[owner].reserved if one.blind)
    for viewer in (0, 1, 2, None):
        _, log = moment(3, "blind", viewer=viewer)
        text = json.dumps(html(position, log, () if viewer is None else (viewer,)))
        known = f'data-i=\\"{secret}\\"' in text
        assert known is (viewer == owner)
        assert f"c{secret}\\" not in text
        if viewer != owner:
            told = [str(secret) in one.cards for one in log]
            assert not any(told)


def test_keys_of_pieces_are_unlike_on_a_page():
    text = draw.page("en", page(*moment(4, "middle")))
    keys = read(text).values("data-k")
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize(
    ("what", "preset", "act"),
    [
        ("return", "standard", "return"),
        ("keep", "house", "return"),
        ("pay", "standard", "pay"),
        ("noble", "standard", "noble"),
    ],
)
def test_a_step_that_is_due_is_said_to_whoever_is_to_do_it(what, preset, act):
    position, log = moment(3, what, preset)
    seat = position.current_player
    mine, others = html(position, log, (seat,)), html(position, log, ((seat + 1) % 3,))
    assert read(mine["legal"]).values("data-act") == [act]
    assert read(mine["legal"]).values("data-moves")[0].split(";") == list(position.legal_moves)
    assert read(others["legal"]).values("data-act") == [""]
    assert read(others["legal"]).values("data-moves") == [""]
    if what == "return":
        count = int(read(mine["legal"]).values("data-excess")[0])
        assert f"give back {count} token" in words(mine["turn"])


def test_the_banner_tells_of_the_last_round():
    position, log = moment(3, "last round")
    assert "Final round." in words(html(position, log)["banner"])
    assert html(*moment(3, "middle"))["banner"] == ""


def test_nobles_that_went_show_whose_they_are():
    position, log = moment(4, "over")
    view = position.view(None)
    gone = sum(tile is None for tile in view.nobles)
    drawn = [html(position, log, ())[f"noble-{place}"] for place in range(1, 6)]
    assert sum("taken" in text for text in drawn) == gone
    assert all(any(name in text for name in NAMES) for text in drawn if "taken" in text)


# The log


def test_the_log_tells_turns_with_what_belongs_to_them():
    position, log = moment(3, "over")
    text = html(position, log, (1,))
    assert "You " in words(text["log-now"] + text["log-past"])
    assert NAMES[0] in words(text["log-now"] + text["log-past"])
    rows = [int(n) for n in read(text["log-now"] + text["log-past"]).values("data-n")]
    assert rows == sorted(rows, reverse=True)
    assert rows[0] == len(log) - 1


def test_every_line_has_its_words():
    kinds = set()
    for seats, preset in TABLES:
        for viewer in (None, 0):
            *_, (_, log) = walk(seats, preset, seed=7, viewer=viewer)
            kinds |= {told.kind for told in log}
            assert all(words(draw.told("splendor", "en", told)) for told in log)
    assert kinds >= {"take", "buy", "reserve", "blind", "return"}


# The end


def test_a_tie_is_explained_step_by_step():
    position, log = moment(3, "tied")
    panel = ending(position.view(0), match(position, log))
    assert panel.steps[0].mark == "even"
    assert sum(step.mark == "key" for step in panel.steps) == 1
    text = words(html(position, log)["end"])
    assert "Most points" in text
    assert "this decides" in text
    assert all(f"{score:g}" in text for score in position.result.scores)


def test_with_the_printed_rules_a_tie_may_be_shared():
    position, log = moment(2, "over")
    view = position.view(0)
    options = msgspec.structs.replace(view.options, tiebreak="official")
    player = view.players[0]
    even = msgspec.structs.replace(view, options=options, players=(player, player))
    seen = match(position, log, result=Result((15.0, 15.0), (1, 1), (0, 1), "15 points"))
    text = words(draw.fragment("splendor", "en", "end", ending(even, seen)))
    assert "A shared win" in text
    assert "the win is shared" in text


@pytest.mark.parametrize(
    ("ended", "by", "how"),
    [("resigned", 1, "resigned."), ("time", 0, "Your time was up."), ("left", 1, "left the game.")],
)
def test_ends_beside_the_rules_have_their_words(ended, by, how):
    position, log = moment(3, "middle")
    result = Result((1.0, 2.0, 3.0), (3, 2, 1), (2,), "")
    text = html(position, log, turn=None, result=result, ended=ended, by=by, may=("rematch",))["end"]
    assert how in words(text).replace(" .", ".").replace(f"{NAMES[by]} ", "")
    assert "rematch" in read(text).values("data-cmd")


def test_nobody_wins_at_the_move_limit():
    position, log = moment(2, "middle")
    result = Result((1.0, 2.0), (1, 1), (), "move limit")
    text = words(html(position, log, turn=None, result=result, ended="game")["end"])
    assert "Nobody won" in text
    assert "After 400 rounds" in text


# Pages


def test_people_are_asked_in_words():
    position, log = moment(3, "middle")
    text = html(position, log, (1,), asked=Asked("undo", 0, (1, 2), 2), may=("accept", "decline"))["people"]
    assert "take back 2 moves" in words(text)


def test_pages_of_every_moment_and_language_are_drawn():
    fa = env.build(env.Language("fa", "Right to left", "rtl"), NullTranslations())
    for seats in (2, 3, 4):
        for mine in ((0,), (), tuple(range(seats))):
            for what in ("middle", "return", "over"):
                made = page(*moment(seats, what), mine)
                for lang in draw.LANGUAGES:
                    assert read(draw.page(lang, made)).faults == []
                assert '<div class="felt" dir="ltr">' in fa.get_template("match.html").render(page=made)


def test_a_page_is_small():
    made = page(*moment(4, "middle"))
    sheets = ("parlour.css", "splendor.css", "icons.svg", "mark.svg", "splendor.svg")
    scripts = (
        "match.js",
        "page.js",
        "wire.js",
        *(name for name in draw.assets() if re.match("splendor.*js$", name)),
    )
    bodies = [draw.page("en", made).encode(), *(draw.assets()[name].body for name in (*sheets, *scripts))]
    assert sum(len(gzip.compress(body)) for body in bodies) < 110_000


def test_the_rules_and_options_have_words():
    module = env.environment("en").get_template("splendor/board.html").module
    for option in GAME.described_options:
        assert words(module.option_name(option.name))
        assert words(module.option_text(option.name))
        for value in option.values:
            if not isinstance(value, bool):
                assert words(module.option_value(option.name, value))
    for preset in GAME.presets:
        assert words(module.preset_text(preset))
    assert "15 points" in words(module.rules())


# Pictures


@pytest.mark.parametrize(("seats", "what"), [(2, "middle"), (3, "blind"), (4, "over"), (3, "tied")])
def test_a_picture_needs_nothing_else(seats, what):
    view = moment(seats, what)[0].view(None)
    text = picture.draw(view)
    ET.fromstring(text)  # noqa: S314 - our own drawing
    ids = set(re.findall(r'\bid="([^"]+)"', text))
    assert set(re.findall(r'href="#([^"]+)"', text)) <= ids
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "<title>Splendor for" in text
    for player in view.players:
        assert f">{player.points:g}</text>" in text


def test_a_notebook_shows_the_table_and_the_account():
    position, _ = moment(3, "over")
    text = position._repr_html_()
    assert text.startswith("<div")
    assert "data:image/svg+xml;base64," in text
    assert "The game is over" in text
