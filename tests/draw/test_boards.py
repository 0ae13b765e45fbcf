"""Boards: fragments that depend on their input alone, places for every move, nothing of what is hidden."""

import re

import pytest

import parlour
from parlour import draw
from parlour.core.board import Told
from tests.draw.reading import read
from tests.draw.tables import GAMES, drawn, fragments, golf_won, played, sitting

PLACES = {
    "golf": {*(f"pile{n}" for n in range(1, 8)), "stock", "home"},
    "little_spider": {*(f"pile{n}" for n in range(1, 9)), "home-c", "home-d", "home-h", "home-s"},
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("moves", [0, 1, 12, 60])
def test_fragments_are_well_formed_and_their_inputs_hashable(game, moves):
    position, log = played(game, 24, moves)
    for name, (macro, value) in fragments(position, log).items():
        hash(value)
        assert read(draw.fragment(game, "en", macro, value)).faults == [], name


@pytest.mark.parametrize("game", GAMES)
def test_equal_inputs_give_equal_html(game):
    one, two = played(game, 24, 20), played(game, 24, 20)
    assert fragments(*one) == fragments(*two)
    assert drawn(*one) == drawn(*two)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_changes_only_what_it_touches(game):
    before, after = fragments(*played(game, 24, 10)), fragments(*played(game, 24, 11))
    changed = {name for name in after if before[name] != after[name]}
    assert changed & PLACES[game]
    assert len(changed & PLACES[game]) <= 2


@pytest.mark.parametrize("game", GAMES)
def test_every_move_has_places_on_the_board(game):
    position, _ = played(game, 24, 12)
    sources = draw.board(game).sources(position.view(0))
    assert tuple(source.move for source in sources) == position.legal_moves
    assert {place for source in sources for place in (source.origin, source.target)} <= PLACES[game]
    assert draw.board(game).sources(position.view(None)) == ()


@pytest.mark.parametrize("game", GAMES)
def test_legality_stays_out_of_the_fragments(game):
    position, log = played(game, 24, 12)
    view = position.view(0)
    board, facts = draw.board(game), sitting(position, log)
    assert board.fragments(view, log, facts) == board.fragments(position.view(None), log, facts)


def test_moves_end_where_they_are_said_to_end():
    position, _ = played("little_spider", 24, 8)
    for source in draw.board("little_spider").sources(position.view(0)):
        before, after = position.view(0), None
        position.play(source.move)
        after = position.view(0)
        position.undo()
        cards = {f"pile{n}": pile for n, pile in enumerate(after.piles, 1)}
        cards |= {f"home-{suit}": cell for suit, cell in zip("cdhs", after.homecells, strict=True)}
        was = {f"pile{n}": pile for n, pile in enumerate(before.piles, 1)}
        was |= {f"home-{suit}": cell for suit, cell in zip("cdhs", before.homecells, strict=True)}
        assert cards[source.target][-1] == was[source.origin][-1]


def test_the_stock_reveals_nothing():
    position, log = played("golf", 24, 9)
    data = parlour.from_json(position.to_json())
    hidden = position.to_json().replace('"deal":"24"', '"deal":null')  # other cards are not this deal's
    stock = re.search(r'"stock":\[([^\]]*)\]', hidden)
    assert stock
    names = re.findall(r'"([A2-9TJQK][CDHS])"', stock.group(1))
    swapped = hidden.replace(stock.group(1), ",".join(f'"{card}"' for card in reversed(names)))
    other = parlour.from_json(swapped)
    assert other != data
    assert other.view(0) == data.view(0)
    html = drawn(position, log)
    for card in names:
        assert f"k-{card.lower()}" not in str(html)
        assert f"card-{card[0]}{card[1].lower()}" not in str(html)
    keys = re.findall(r'data-k="([^"]*)"', html["stock"])
    assert keys == [f"k-stock-{len(names)}"]
    assert "data-card" not in html["stock"]


def test_each_card_on_the_board_has_its_own_key():
    for game in GAMES:
        html = "".join(drawn(*played(game, 24, 25)).values())
        keys = re.findall(r'data-k="([^"]*)"', html)
        assert len(keys) == len(set(keys))


def test_only_top_cards_are_buttons():
    html = drawn(*played("golf", 24, 0))
    for pile in range(1, 8):
        tags = read(html[f"pile{pile}"]).tags
        cards = [tag for tag, attributes in tags if attributes.get("class", "").startswith("card")]
        assert cards == ["span"] * 4 + ["button"]


def test_an_emptied_pile_is_a_button_only_where_it_takes_cards():
    board = draw.board("little_spider")
    takes = draw.fragment("little_spider", "en", "pile", board.Pile(3, (), fills=True))
    closed = draw.fragment("little_spider", "en", "pile", board.Pile(3, (), fills=False))
    assert "<button" in takes
    assert "<button" not in closed
    assert "takes nothing" in closed


def test_chains_grow_until_the_stock_is_turned():
    deal, play = Told("deal", ("7H",)), Told("play", ("8H",), ("3",))
    assert draw.board("golf").chains((deal, play, play, deal, play)) == (0, 1, 2, 0, 1)
    assert draw.board("golf").chains(()) == ()


def test_the_homecell_fans_the_last_chain_and_no_more():
    for moves in range(40):
        position, log = played("golf", 7, moves)
        shown = fragments(position, log)["home"][1]
        assert len(shown) <= 5
        assert shown == position.view(0).homecell[-len(shown) :] if shown else not log


def test_a_won_hole_says_so():
    position, log = golf_won()
    html = drawn(position, log)
    assert "The table is clear" in html["end"]
    assert 'data-cmd="restart"' in html["end"]
    assert drawn(*played("golf", 24, 3))["end"] == ""


def test_a_stuck_hole_offers_undo_and_tells_whether_it_counts():
    position, log = played("golf", 24, 99)
    assert position.result
    assert not position.result.winners
    html = drawn(position, log, clean=False)["end"]
    assert "No card fits" in html
    assert 'data-cmd="undo"' in html
    assert "not for your streak" in html


@pytest.mark.parametrize(
    ("reason", "winners", "title"),
    [
        ("home", (0,), "All fifty-two are home"),
        ("stuck", (), "No card can move"),
        ("move limit", (), "The moves are spent"),
    ],
)
def test_each_end_of_little_spider_has_its_words(reason, winners, title):
    import msgspec

    position, log = played("little_spider", 24, 5)
    result = parlour.Result((16.0,), (1,), winners, reason)
    view = msgspec.structs.replace(position.view(0), result=result)
    fragment = draw.board("little_spider").fragments(view, log, sitting(position, log))["end"]
    assert title in draw.fragment("little_spider", "en", *fragment)


@pytest.mark.parametrize(
    "facts", [{}, {"mine": False}, {"hole": 2, "card": (4, *(None,) * 8)}, {"deal": None}]
)
def test_every_end_can_be_passed_on_as_a_picture(facts):
    for position, log in (golf_won(), played("little_spider", 24, 999)):
        assert position.is_over
        end = drawn(position, log, **facts)["end"]
        assert end.count('data-href="/t/k3x9/picture.svg"') == 1
        assert f'data-name="{position.game.name}.png"' in end


def test_a_round_goes_to_its_next_hole_and_ends_with_its_sum():
    position, log = golf_won()
    third = drawn(position, log, hole=3, card=(4, 7, -2, *(None,) * 6))["end"]
    assert 'name="round" value="k3x9"' in third
    last = drawn(position, log, hole=9, card=(4, 7, -2, 5, 5, 6, 1, 0, -1))["end"]
    assert 'name="round" value="new"' in last
    assert "25 against a par of 45" in last


@pytest.mark.parametrize(
    ("deal", "today", "following"),
    [("24", False, "25"), ("20261129", True, ""), (None, False, ""), (str(10**20 - 1), False, "")],
)
def test_the_next_deal_is_the_next_number_but_never_tomorrows(deal, today, following):
    from parlour.games._cards.panels import next_deal

    position, log = played("golf", 24, 0)
    assert next_deal(sitting(position, log, deal=deal, today=today)) == following


def test_the_log_draws_its_latest_lines_only():
    position, log = played("golf", 24, 99)
    html = drawn(position, log)["log"]
    assert html.count("<li>") == 16
    assert f'start="{len(log)}"' in html


ADVICE = {
    ("golf", "deal"): "Hint: nothing fits, so deal a card.",
    ("golf", "3"): "Hint: the top card of pile 3 goes home.",
    ("little_spider", "1-h"): "Hint: the top card of pile 1 goes home.",
    ("little_spider", "D-3"): "Hint: take the top card of the Diamonds homecell back to pile 3.",
    ("little_spider", "1-8"): "Hint: the top card of pile 1 goes to pile 8.",
}


@pytest.mark.parametrize(("move", "sentence"), ADVICE.items())
def test_hints_are_told_in_plain_sentences(move, sentence):
    assert draw.advice(move[0], "en", move[1]) == sentence


SENTENCES = {
    ("golf", Told("deal", ("TD",))): "The stock turned the ten of diamonds.",
    ("golf", Told("play", ("QS",), ("1",))): "Queen of spades went home from pile 1.",
    ("little_spider", Told("move", ("AC",), ("1", "8"))): "Ace of clubs went from pile 1 to pile 8.",
    ("little_spider", Told("home", ("3H",), ("1",))): "Three of hearts went home from pile 1.",
    (
        "little_spider",
        Told("return", ("4D",), ("D", "3")),
    ): "Four of diamonds came back from its homecell to pile 3.",
}


@pytest.mark.parametrize(
    ("told", "sentence"), SENTENCES.items(), ids=lambda value: getattr(value, "kind", None)
)
def test_moves_are_told_in_plain_sentences(told, sentence):
    assert draw.told(told[0], "en", told[1]) == sentence


def test_par_is_for_rounds_and_an_empty_stock_is_not_counted():
    position, log = golf_won()
    assert "par" not in re.sub(r"<[^>]*>", "", drawn(position, log)["end"])
    assert "under par" in drawn(position, log, hole=2, card=(1, *(None,) * 8))["end"]
    empty = draw.board("golf").Score(0, 0, "cleared", 52, 9, None, 0, ())
    assert "with 0 in the stock" not in draw.fragment("golf", "en", "score", empty)


@pytest.mark.parametrize(
    ("clean", "words"), [(True, "32, counts; this one does not"), (False, "changes nothing")]
)
def test_a_later_end_of_a_try_says_that_the_first_one_counts(clean, words):
    html = drawn(*played("golf", 24, 99), first_end=32, clean=clean)["end"]
    assert words in html
    assert "counts in full" not in html


def test_a_later_end_of_a_hole_says_that_the_card_keeps_the_first():
    position, log = played("golf", 24, 99)
    card = (4, 33, *(None,) * 7)
    assert "keeps your first end of this hole, 33" in drawn(position, log, hole=2, card=card)["end"]
    same = (4, round(position.result.scores[0]), *(None,) * 7)
    assert "keeps your first end of each hole" in drawn(position, log, hole=2, card=same)["end"]


@pytest.mark.parametrize("round_facts", [{}, {"hole": 2, "card": (4, 7, *(None,) * 7)}])
def test_spectators_may_play_the_deal_themselves_and_nothing_else(round_facts):
    position, log = golf_won()
    html = drawn(position, log, mine=False, can_undo=False, **round_facts)["end"]
    assert "Play this deal yourself" in html
    assert f'href="/play/golf?deal={position.deal}"' in html
    assert "<form" not in html
    assert "data-cmd" not in html
    assert "end-counts" not in html


def test_a_restart_that_can_be_taken_back_is_not_offered_again():
    position, log = played("golf", 24, 0)
    html = drawn(position, log, can_undo=True)["actions"]
    assert re.search(r'data-cmd="restart" disabled', html)
    assert not re.search(r'data-cmd="undo" disabled', html)


def test_a_win_of_little_spider_tells_its_moves_once():
    import msgspec

    position, log = played("little_spider", 24, 5)
    view = msgspec.structs.replace(position.view(0), result=parlour.Result((52.0,), (1,), (0,), "home"))
    fragment = draw.board("little_spider").fragments(view, log, sitting(position, log))["end"]
    assert str(draw.fragment("little_spider", "en", *fragment)).lower().count("moves<") == 1


def test_a_deal_without_any_move_has_no_button_that_does_nothing():
    p = parlour.new("little_spider", deal=25)
    assert p.result.reason == "stuck"
    html = drawn(p, ())["end"]
    assert "nobody can win it" in html and "counts nowhere" in html
    assert "data-cmd" not in html and "Next deal" in html
