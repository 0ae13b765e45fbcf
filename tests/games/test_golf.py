"""Golf: the rules' cases, the vectors, texts, bad input."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.testing import check_compilation, check_game
from tests.games.playthrough import playthrough

VECTORS = Path(__file__).parents[1] / "data" / "golf.jsonl"
PRESETS = ("standard", "classic", "dead_king")
EMPTY = [[], [], [], [], [], [], []]
DECK = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


def position(piles, stock, top="AC", rule="wrap"):
    """A position with these piles and stock (last is the top); the homecell holds the rest, `top` last."""
    used = {card for pile in piles for card in pile} | set(stock) | {top}
    home = [*(card for card in sequence() if card not in used), top]
    whole = {"game": "golf", "options": {"rule": rule}, "piles": piles, "stock": stock, "homecell": home}
    return parlour.from_json(json.dumps(whole))


def sequence():
    """All cards so that neighbours fit: up and down through the suits."""
    for i, suit in enumerate("SHDC"):
        yield from (rank + suit for rank in ("A23456789TJQK" if i % 2 else "KQJT98765432A"))


@pytest.mark.kernel
def test_conforms():
    check_game("golf", 2, compare_jit=False)


def test_runs_alike_without_compilation():
    check_compilation("golf", 1)


@pytest.mark.parametrize("preset", PRESETS)
def test_reads_like_a_game(golden, preset):
    golden(f"golf-{preset}", playthrough(parlour.new("golf", deal=24, preset=preset), 24))


def test_every_deal_number_gives_the_listed_board():
    for line in VECTORS.read_text().splitlines():
        case = json.loads(line)
        p = parlour.new("golf", deal=case["pysolfc_deal"])
        assert p.board_text() == case["deal"], case["pysolfc_deal"]
        assert parlour.read(case["deal"]) == [p]


def test_deal_24_is_the_published_one():
    p = parlour.new("golf", deal=24)
    talon, foundations, first = str(p).splitlines()[:3]
    assert (
        foundations == "Foundations: JH" and talon.startswith("Talon: TD KC 8H") and first == "4C 7S 5S KH TC"
    )
    p.play("deal")
    assert p.view(0).homecell == ("JH",) and p.view(0).stock == 16


def test_the_first_move_can_only_be_a_deal():
    p = parlour.new("golf", deal=1)
    assert p.legal_moves == ("deal",)
    with pytest.raises(parlour.IllegalMove, match="the first move is 'deal'") as refusal:
        p.play("3")
    assert refusal.value.code == "homecell_empty" and p.moves == ()


FITS = {
    "wrap": lambda a, b: (a - b) % 13 in (1, 12),
    "classic": lambda a, b: abs(a - b) == 1,
    "dead_king": lambda a, b: abs(a - b) == 1 and b != 12,
}


@pytest.mark.kernel
@pytest.mark.parametrize("rule", FITS)
def test_all_pairs_of_ranks(rule):
    for under, top in enumerate("A23456789TJQK"):
        for card, rank in enumerate("A23456789TJQK"):
            p = position([[rank + "H"], *EMPTY[1:]], ["2S"], top=top + "C", rule=rule)
            assert ("1" in p.legal_moves) == FITS[rule](card, under), (rule, rank, top)
            assert ("1" in p.legal_moves) == (p.hint() == "1")


def test_hint_says_deal_when_only_dealing_is_left():
    p = position([["9H"], *EMPTY[1:]], ["2S"], top="AC")
    assert p.legal_moves == ("deal",) and p.hint() == "deal"


def test_won_at_once_with_the_rest_of_the_stock_kept():
    p = position([["2H"], *EMPTY[1:]], ["9S", "8S"], top="AC")
    p.play("1")
    assert p.is_over and p.result == parlour.Result((-2.0,), (1,), (0,), "cleared") and p.returns == (1.0,)
    assert p.view(0).stock == 2 and p.legal_moves == ()
    with pytest.raises(parlour.IllegalMove, match="over"):
        p.play("deal")
    p.undo()
    assert not p.is_over
    p.redo()
    assert p.result.reason == "cleared"
    assert parlour.from_json(p.to_json()).result == p.result


def test_lost_when_stock_is_empty_and_nothing_fits():
    p = position([["9H", "5D"], ["7D"], *EMPTY[2:]], ["2S"], top="KC")
    p.play("deal")
    assert p.result == parlour.Result((3.0,), (1,), (), "stuck") and p.returns == (0.0,)


def test_not_stuck_while_a_card_fits_or_stock_is_left():
    assert not position([["9H"], *EMPTY[1:]], ["2S"], top="KC").is_over
    assert not position([["9H", "QD"], *EMPTY[1:]], [], top="KC").is_over
    assert position([["QD", "9H"], *EMPTY[1:]], [], top="KC").is_over


def test_undo_of_a_deal_puts_the_card_back():
    p = parlour.new("golf", deal=5)
    before = p.key()
    p.play("deal")
    after = p.key()
    p.undo()
    assert p.key() == before and p.view(0).stock == 17
    p.redo()
    assert p.key() == after


def test_deal_from_an_empty_stock_is_refused():
    p = position([["9H", "QD"], *EMPTY[1:]], [], top="KC")
    with pytest.raises(parlour.IllegalMove) as refusal:
        p.play("deal")
    assert refusal.value.code == "stock_empty"


@pytest.mark.parametrize("pile", range(7))
def test_the_last_card_of_any_pile_leaves_an_empty_pile(pile):
    piles = [["9H"] if i != pile and i == (pile + 1) % 7 else [] for i in range(7)]
    piles[pile] = ["2D"]
    p = position(piles, ["5S"], top="AC")
    p.play(str(pile + 1))
    assert p.view(0).piles[pile] == () and not p.is_over
    with pytest.raises(parlour.IllegalMove, match=f"pile {pile + 1} is empty"):
        p.play(str(pile + 1))


def test_restart_gives_the_same_bytes_however_often():
    p = parlour.new("golf", deal=77)
    fresh = p.key()
    for _ in range(2):
        for _ in range(9):
            p.play(p.legal_moves[-1])
        p = parlour.GameRecord.from_json(p.record().to_json()).replay().restart()
        assert p.key() == fresh


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**64 - 1), st.sampled_from(PRESETS), st.data())
def test_cards_are_never_lost_and_every_game_ends(seed, preset, data):
    p = parlour.new("golf", seed=seed, preset=preset)
    while not p.is_over:
        p.play(data.draw(st.sampled_from(p.legal_actions)))
        held = json.loads(p.to_json())
        cards = [card for pile in held["piles"] for card in pile] + held["stock"] + held["homecell"]
        assert sorted(cards) == sorted(DECK)
    assert len(p.history) <= 52
    left = sum(map(len, p.view(0).piles))
    assert p.result.scores == ((float(left),) if left else (-float(p.view(0).stock),))


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 10**20 - 1))
def test_any_deal_number_deals_the_whole_deck(number):
    p = parlour.new("golf", deal=number)
    assert sorted(p.board_text().replace("Talon:", "").replace("Foundations:", "").split()) == sorted(DECK)
    assert parlour.read(p.board_text(), "golf") == [p]


def test_the_view_says_nothing_of_the_stock():
    p = parlour.new("golf", deal=24)
    shown = repr(p.view(0)) + repr(p.view(None)) + str(p.view(0))
    hidden = json.loads(p.to_json())["stock"]
    assert not [card for card in hidden if card in shown]


def test_a_stream_of_boards_is_read_and_dashes_are_empty_piles():
    one, two = (parlour.new("golf", deal=n).board_text() for n in (1, 2))
    assert [p.deal for p in parlour.read(one + two)] == [None, None] and len(
        parlour.read(one + "\n" + two)
    ) == 2
    p = position([["9H", "QD"], *EMPTY[1:]], [], top="KC")
    assert p.board_text().count("\n-") == 6 and "Talon: -" in p.board_text()
    assert parlour.read(p.board_text())[0] == p


def fresh():
    return json.loads(parlour.new("golf", deal=24).to_json())


def broken(**changes):
    whole = fresh() | changes
    return json.dumps({name: value for name, value in whole.items() if value is not ...})


ALL = fresh()["piles"]
BAD = {
    "51 cards": (broken(stock=fresh()["stock"][1:]), "51 cards, not 52; missing: AS"),
    "two alike": (broken(stock=["4C", *fresh()["stock"][1:]]), "4C is there more than once"),
    "no card": (broken(stock=["1X"]), "'1X' is no card"),
    "six piles": (broken(piles=ALL[:6]), "7 lists"),
    "piles missing": (broken(piles=...), "piles must be"),
    "a word as pile": (broken(piles=["4C", *ALL[1:]]), "pile 1 must be a list"),
    "six in a pile": (
        broken(piles=[[*ALL[0], "JH"], *ALL[1:]], stock=fresh()["stock"][:-1]),
        "at most 5 fit",
    ),
    "no stock": (broken(stock=None), "stock must be a list"),
    "unknown field": (broken(talon=[]), "no field 'talon'"),
    "unknown option": (broken(options={"rules": "wrap"}), "did you mean 'rule'"),
    "bad option": (broken(options={"rule": "round"}), "wrap, classic or dead_king, not 'round'"),
    "options a list": (broken(options=[]), "options must be an object"),
    "bad deal": (broken(deal="0"), "deal numbers go from 1"),
    "unknown game": (broken(game="gulf"), "did you mean 'golf'"),
    "no game": (broken(game=...), "needs the field 'game'"),
    "no object": ("[1]", "JSON object"),
    "no json": ('{"game": "golf"', "not JSON"),
    "nothing": ("", "not JSON"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_malformed_position_is_refused_with_one_sentence(name):
    text, reason = BAD[name]
    with pytest.raises(parlour.ParlourError) as refusal:
        parlour.from_json(text)
    assert reason in str(refusal.value) and "\n" not in str(refusal.value)


def test_a_homecell_that_cannot_have_come_about_is_refused():
    whole = json.loads(position([["9H"], *EMPTY[1:]], ["2S"], top="AC").to_json())
    whole["homecell"] = sorted(whole["homecell"])
    with pytest.raises(parlour.PositionError, match="can only have come from the stock, which turned 16"):
        parlour.from_json(json.dumps(whole))


BOARDS = {
    "no foundations": ("Talon: AC\n" + "-\n" * 7, "has a line 'Foundations:'"),
    "six piles": ("Talon: -\nFoundations: -\n" + "-\n" * 6, "7 lines of piles, not 6"),
    "freecells": ("Freecells: -\n", "only 'Talon:' and 'Foundations:'"),
    "two talons": ("Talon: -\nTalon: -\n", "two lines 'Talon:'"),
    "not all cards": ("Talon: -\nFoundations: -\n" + "AC\n" + "-\n" * 6, "not 52"),
    "prose": ("Once upon a time\n", "has a line"),
    "nothing": ("  \n", "nothing to read"),
}


@pytest.mark.parametrize("name", BOARDS)
def test_a_malformed_board_is_refused_with_one_sentence(name):
    text, reason = BOARDS[name]
    with pytest.raises(parlour.PositionError) as refusal:
        parlour.read(text, "golf")
    assert reason in str(refusal.value) and "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    "number", [0, -1, 10**20, 10**400, "abc", "", " ", "1.5", "٣", True, 2.5, "-3", "0x10"]
)
def test_bad_deal_numbers_are_refused_with_one_sentence(number):
    with pytest.raises(parlour.DealError) as refusal:
        parlour.new("golf", deal=number)
    assert "1" in str(refusal.value) and len(str(refusal.value)) < 200


@pytest.mark.parametrize("number", [1, "1", " 24 ", "00024", 10**20 - 1])
def test_good_deal_numbers(number):
    assert parlour.new("golf", deal=number).deal == str(int(number))
