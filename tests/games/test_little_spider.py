"""Little Spider: the rules' cases, the vectors, texts, bad input."""

import json
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.testing import check_compilation, check_game
from tests.games.playthrough import playthrough

DATA = Path(__file__).parents[1] / "data"
PRESETS = ("standard", "open", "strict")
EMPTY = [[], [], [], [], [], [], [], []]
DECK = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
HOME = {"C": "KQJT98765432A", "D": "A23456789TJQK", "H": "A23456789TJQK", "S": "KQJT98765432A"}


def lines(name):
    return [json.loads(line) for line in (DATA / name).read_text().splitlines()]


SOLVED = [case for case in lines("little_spider.jsonl") if case.get("solution")]


def position(piles, homes, moves=0, **options):
    """A position with these piles; `homes` gives the top card of each homecell."""
    cells = {
        card[1]: [r + card[1] for r in HOME[card[1]][: HOME[card[1]].index(card[0]) + 1]] for card in homes
    }
    piles = [*piles, *EMPTY[len(piles) :]]
    whole = {"game": "little_spider", "options": options, "piles": piles, "homecells": cells, "moves": moves}
    return parlour.from_json(json.dumps(whole))


def text(move):
    source, target = move
    if source > 7:
        return f"{'CDHS'[source - 8]}-{target + 1}"
    return f"{source + 1}-h" if target > 7 else f"{source + 1}-{target + 1}"


@pytest.mark.kernel
def test_conforms():
    check_game("little_spider", 1, compare_jit=False)


def test_runs_alike_without_compilation():
    check_compilation("little_spider", 1)


@pytest.mark.parametrize("preset", PRESETS)
def test_reads_like_a_game(golden, preset):
    golden(f"little_spider-{preset}", playthrough(parlour.new("little_spider", deal=24, preset=preset), 24))


@pytest.mark.parametrize("case", SOLVED, ids=lambda case: f"deal {case['source_no']}")
def test_every_known_solution_replays_to_a_win(case):
    (p,) = parlour.read(case["board"])
    assert p.game.name == "little_spider"
    for move in case["solution"]:
        assert not p.is_over
        assert text(move) in p.legal_moves
        p.play(text(move))
    assert p.result == parlour.Result((52.0,), (1,), (0,), "home") and p.returns == (1.0,)
    assert all(not pile for pile in p.view(0).piles)


def test_the_first_solution_needs_cards_to_come_back_from_home():
    assert any(source > 7 for source, _ in SOLVED[0]["solution"])
    board = json.loads(parlour.read(SOLVED[0]["board"])[0].to_json())
    p = parlour.from_json(json.dumps(board | {"options": {"homecell_return": False}}))
    first_return = next(i for i, (source, _) in enumerate(SOLVED[0]["solution"]) if source > 7)
    for move in SOLVED[0]["solution"][:first_return]:
        if not p.is_over:
            p.play(text(move))
    assert p.result.reason == "stuck"


def test_every_listed_board_is_read_and_written():
    for case in [*lines("little_spider.jsonl"), *lines("little_spider_verdicts.jsonl")]:
        (p,) = parlour.read(case["board"], "little_spider")
        assert p.board_text() == case["board"]


def test_deal_24_is_the_published_one():
    shown = str(parlour.new("little_spider", deal=24)).splitlines()
    assert shown[:3] == ["Foundations: KC AD AH KS", "4C QH 3C AC 3S 8D", "5H 9S 6H 9H JH 7C"]


def test_red_goes_home_upwards_and_black_downwards():
    p = parlour.new("little_spider", deal=24)
    view = p.view(0)
    tops = {cell[-1] for cell in view.homecells}
    assert tops == {"KC", "AD", "AH", "KS"}
    nexts = {"2D", "2H", "QC", "QS"}
    for number, pile in enumerate(view.piles, 1):
        assert (f"{number}-h" in p.legal_moves) == (pile[-1] in nexts)


def test_home_does_not_wrap():
    p = position([["AS", "KD", "QD"]], ["AC", "JD", "KH", "2S"])
    assert "1-h" in p.legal_moves
    p.play("1-h")
    p.play("1-h")
    assert p.view(0).homecells[1][-1] == "KD" and "1-h" in p.legal_moves
    p.play("1-h")
    assert p.result.reason == "home"


def test_ace_and_king_are_neighbours_on_piles_in_any_suit():
    p = position([["QD", "KD"], ["2S", "AS"]], ["AC", "JD", "KH", "3S"])
    assert {"1-2", "2-1"} <= set(p.legal_moves)


def test_an_emptied_pile_takes_nothing_unless_the_option_says_so():
    never = position([["KD", "QD"]], ["AC", "JD", "KH", "AS"])
    assert not [move for move in never.legal_moves if move.startswith("1-") and move != "1-h"]
    with pytest.raises(parlour.IllegalMove, match="an emptied pile takes nothing"):
        never.play("1-2")
    filled = position([["KD", "QD"]], ["AC", "JD", "KH", "AS"], empty_fill="any")
    assert {"1-2", "1-8", "D-2", "C-8"} <= set(filled.legal_moves)


def test_the_last_card_of_a_homecell_never_leaves():
    p = parlour.new("little_spider", deal=3)
    assert not [move for move in p.legal_moves if move[0] in "CDHS"]
    with pytest.raises(parlour.IllegalMove, match="KC is the last card of its homecell") as refusal:
        p.play("C-1")
    assert refusal.value.code == "last_card"


def test_a_card_comes_back_from_a_homecell_unless_the_option_forbids():
    back = position([["AS", "KD", "QD"]], ["AC", "JD", "KH", "2S"])
    assert "D-1" in back.legal_moves and "H-1" in back.legal_moves
    strict = position([["AS", "KD", "QD"]], ["AC", "JD", "KH", "2S"], homecell_return=False)
    assert [move for move in strict.legal_moves if move[0] in "CDHS"] == []


def test_stuck_is_exactly_no_legal_move():
    p = position([["KD", "QD", "AS"]], ["AC", "JD", "KH", "2S"], homecell_return=False)
    assert p.legal_moves == ("1-h",)
    stuck = position([["QD", "KD"]], ["AC", "JD", "KH", "AS"], homecell_return=False)
    assert stuck.result == parlour.Result((50.0,), (1,), (), "stuck") and stuck.hint() is None


def test_lost_at_two_thousand_moves_but_not_if_the_last_one_wins():
    p = position([["AS", "KD", "QD"]], ["AC", "JD", "KH", "2S"], moves=1999)
    p.play("D-1")
    assert p.result.reason == "move limit" and p.returns == (0.0,) and p.legal_moves == ()
    won = position([["KD"]], ["AC", "QD", "KH", "AS"], moves=1999)
    won.play("1-h")
    assert won.result.reason == "home"
    assert position([["AS", "KD", "QD"]], ["AC", "JD", "KH", "2S"], moves=2000).result.reason == "move limit"


def test_hints_do_not_walk_in_circles():
    p = parlour.new("little_spider", deal=24)
    seen = {p.board_text()}
    for _ in range(60):
        if p.is_over:
            break
        p.play(p.hint())
        repeated = p.board_text() in seen
        seen.add(p.board_text())
        assert not repeated or p.is_over or len(p.legal_moves) == 1, p.moves[-3:]


@pytest.mark.parametrize("word", ["1-3", " 1-3", "13", "1 3", "1 - 3"])
def test_moves_are_read_leniently(word):
    p = parlour.new("little_spider", deal=24)
    assert (
        p.text(p.action(word)) == "1-3"
        and p.text(p.action("d3")) == "D-3"
        and p.text(p.action("2H")) == "2-h"
    )


@pytest.mark.parametrize(
    "word", ["h-h", "9-1", "1-9", "0-1", "1-", "-1", "D", "D-h", "1-c", "1-2-3", "eins", ""]
)
def test_other_words_are_refused(word):
    p = parlour.new("little_spider", deal=24)
    with pytest.raises(parlour.NotationError, match="is no move of Little Spider"):
        p.play(word)


def test_each_refusal_says_why():
    p = parlour.new("little_spider", deal=24)
    reasons = {}
    for word in ("1-1", "1-3", "1-h", "D-1"):
        with pytest.raises(parlour.IllegalMove) as refusal:
            p.play(word)
        reasons[word] = refusal.value.code
    assert reasons == {"1-1": "same_pile", "1-3": "does_not_fit", "1-h": "not_next", "D-1": "last_card"}


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**64 - 1), st.sampled_from(PRESETS), st.data())
def test_cards_are_never_lost(seed, preset, data):
    p = parlour.new("little_spider", seed=seed, preset=preset)
    for _ in range(40):
        if p.is_over:
            break
        p.play(data.draw(st.sampled_from(p.legal_actions)))
        held = json.loads(p.to_json())
        cards = [card for pile in [*held["piles"], *held["homecells"].values()] for card in pile]
        assert sorted(cards) == sorted(DECK) and held["moves"] == len(p.history)


def broken(**changes):
    whole = json.loads(parlour.new("little_spider", deal=24).to_json()) | changes
    return json.dumps({name: value for name, value in whole.items() if value is not ...})


CELLS = {"C": ["KC"], "D": ["AD"], "H": ["AH"], "S": ["KS"]}
BAD = {
    "out of order": (
        partial(broken, homecells=CELLS | {"D": ["AD", "3D"]}),
        "homecell D must begin with AD and go up by one",
    ),
    "black upwards": (
        partial(broken, homecells=CELLS | {"C": ["AC"]}),
        "homecell C must begin with KC and go down",
    ),
    "empty homecell": (partial(broken, homecells=CELLS | {"S": []}), "homecell S must begin with KS"),
    "three homecells": (partial(broken, homecells={"C": ["KC"]}), "the suits C, D, H and S"),
    "homecells a list": (partial(broken, homecells=[]), "the suits C, D, H and S"),
    "twice": (partial(broken, homecells=CELLS | {"D": ["AD", "2D"]}), "2D is there more than once"),
    "negative moves": (partial(broken, moves=-1), "0 to 2000, not -1"),
    "too many moves": (partial(broken, moves=2001), "0 to 2000"),
    "moves a word": (partial(broken, moves="3"), "whole number"),
    "moves true": (partial(broken, moves=True), "whole number"),
    "seven piles": (partial(broken, piles=[[]] * 7), "8 lists"),
    "bad flag": (partial(broken, options={"homecell_return": "maybe"}), "true or false, not 'maybe'"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_malformed_position_is_refused_with_one_sentence(name):
    write, reason = BAD[name]
    whole = write()
    with pytest.raises(parlour.ParlourError) as refusal:
        parlour.from_json(whole)
    assert reason in str(refusal.value) and "\n" not in str(refusal.value)


def test_missing_moves_and_options_are_the_presets():
    p = parlour.from_json(broken(moves=..., options=..., deal=...))
    assert p.view(0).moves == 0 and p.game.preset_of(p.options) == "standard" and p.deal is None


@pytest.mark.parametrize("tops", ["KC AD AH", "KC AD AH KS KS", "KC AD AH AD", "XX AD AH KS"])
def test_foundations_of_a_board_are_one_of_each_suit(tops):
    board = parlour.new("little_spider", deal=24).board_text().splitlines()
    with pytest.raises(parlour.PositionError, match="Foundations"):
        parlour.read("\n".join([f"Foundations: {tops}", *board[1:]]), "little_spider")
