"""Splendor: the data, the cases of the rules, goldens, texts, refusals, bad positions."""

import csv
import json
from collections import Counter
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.games.splendor import cards, state
from parlour.testing import check_compilation, check_game
from tests.games.playthrough import playthrough

DATA = Path(__file__).parents[1] / "data"
PRESETS = ("standard", "official", "house")
COLOURS = "WUGRK"
SUPPLY = {2: 4, 3: 5, 4: 7}


def rows(name):
    return [
        {key: value if key == "bonus" else int(value) for key, value in row.items()}
        for row in csv.DictReader((DATA / name).read_text().splitlines())
    ]


CARDS, NOBLES = rows("splendor_cards.csv"), rows("splendor_nobles.csv")


def cards_of(colour, level=1):
    """The cards of a level that give a colour, ascending."""
    name = cards.NAMES[COLOURS.index(colour)]
    return [i for i, card in enumerate(CARDS) if card["bonus"] == name and card["level"] == level]


def laid_out(*players, nobles=None, table=(), short=(), current=0, **fields):
    """A position's JSON: `players` are objects with tokens such as "WWU*", cards, reserved and nobles.

    The bank has the other tokens, the decks the other cards; `table` cards lie in the first slots of their
    level. Decks of the levels in `short` are empty: their cards are the last seat's. To write this compiles
    nothing, as tests are collected.
    """
    seats = []
    for player in players:
        counts = Counter(player.get("tokens", ""))
        reserved = [{"card": card, "blind": blind} for card, blind in player.get("reserved", [])]
        seats.append(
            {
                "tokens": {colour: counts[colour] for colour in COLOURS + "*"},
                "cards": list(player.get("cards", [])),
                "reserved": reserved,
                "nobles": list(player.get("nobles", [])),
            }
        )
    count = len(players)
    held = Counter("".join(player.get("tokens", "") for player in players))
    gone = {card for seat in seats for card in [*seat["cards"], *(r["card"] for r in seat["reserved"])]}
    decks, shown = [], []
    for level in (1, 2, 3):
        of_level = [i for i, card in enumerate(CARDS) if card["level"] == level and i not in gone]
        row = [card for card in table if CARDS[card]["level"] == level]
        rest = [card for card in of_level if card not in row]
        if level in short:
            seats[-1]["cards"] += rest
            rest = []
        while len(row) < 4 and rest:
            row.append(rest.pop())
        decks.append(rest)
        shown.append(row + [None] * (4 - len(row)))
    taken = {tile for seat in seats for tile in seat["nobles"]}
    places = nobles if nobles is not None else [t for t in range(10) if t not in taken][: count + 1]
    whole = {
        "game": "splendor",
        "options": {name: fields.pop(name) for name in list(fields) if name in OPTIONS},
        "bank": {c: (5 if c == "*" else SUPPLY[count]) - held[c] for c in COLOURS + "*"},
        "nobles": places,
        "claimed": fields.pop("claimed", []),
        "decks": decks,
        "table": shown,
        "players": seats,
        "current_player": current,
        "phase": "main",
        "round": 10,
        "passes": 0,
        "pending": None,
    }
    return whole | fields


def crafted(*players, **fields):
    """A position laid out so."""
    return parlour.from_json(json.dumps(laid_out(*players, **fields)))


OPTIONS = ("tiebreak", "returns", "shared_noble", "partial_take", "choose_payment")


def moves(p, start):
    return [move for move in p.legal_moves if move.startswith(start)]


def test_the_points_of_each_level():
    assert [sum(c["points"] for c in CARDS if c["level"] == level) for level in (1, 2, 3)] == [5, 55, 80]


def test_colours_cost_alike_within_a_level():
    for level, total in ((1, 33), (2, 41), (3, 43)):
        of_level = [c for c in CARDS if c["level"] == level]
        assert [sum(c[name] for c in of_level) for name in cards.NAMES[:5]] == [total] * 5


def test_cards_are_even_in_number():
    assert Counter(c["level"] for c in CARDS) == {1: 40, 2: 30, 3: 20}
    assert Counter((c["level"], c["bonus"]) for c in CARDS) == {
        (level, name): {1: 8, 2: 6, 3: 4}[level] for level in (1, 2, 3) for name in cards.NAMES[:5]
    }


def test_nobles_are_the_neighbours_on_the_ring():
    ring = cards.NAMES[:5]
    pairs = [{ring[i]: 4, ring[(i + 1) % 5]: 4} for i in range(5)]
    triples = [{ring[(i + k) % 5]: 3 for k in range(3)} for i in range(5)]
    costs = [{name: tile[name] for name in ring if tile[name]} for tile in NOBLES]
    assert all(tile["points"] == 3 for tile in NOBLES)
    assert sorted(map(str, map(sorted, map(dict.items, costs)))) == sorted(
        map(str, map(sorted, map(dict.items, pairs + triples)))
    )


def test_the_package_has_the_same_data():
    for number, card in enumerate(CARDS):
        assert cards.LEVEL[number] + 1 == card["level"] and cards.POINTS[number] == card["points"]
        assert cards.NAMES[cards.BONUS[number]] == card["bonus"]
        assert cards.COST[number].tolist() == [card[name] for name in cards.NAMES[:5]]
    assert cards.NOBLE_COST.tolist() == [[tile[name] for name in cards.NAMES[:5]] for tile in NOBLES]


@pytest.mark.kernel
def test_shortfall_is_the_sum_of_what_is_missing():
    """Every card at every reachable power of each colour, and an empty slot at the highest."""
    chance = np.random.default_rng(1)
    for _ in range(400):
        power = chance.integers(0, 25, 5) if chance.random() < 0.3 else chance.integers(0, 8, 5)
        packed = sum(int(p) << (6 * c) for c, p in enumerate(power))
        for card in range(90):
            assert state.shortfall(card, packed) == np.maximum(0, cards.COST[card] - power).sum()
        assert state.shortfall(state.NONE, packed) > state.GOLD_SUPPLY


@pytest.mark.kernel
def test_conforms():
    check_game("splendor", 1, compare_jit=False)


def test_runs_alike_without_compilation():
    check_compilation("splendor", 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_reads_like_a_game(golden, preset, seats):
    p = parlour.new("splendor", seats, seed=7, preset=preset)
    golden(f"splendor-{preset}-{seats}", playthrough(p, seats, every=20, longest=400))


# The cases of the rules


@pytest.mark.parametrize(("seats", "coloured"), SUPPLY.items())
def test_set_up(seats, coloured):
    view = parlour.new("splendor", seats, seed=1).view(0)
    assert view.bank == (*[coloured] * 5, 5) and len(view.nobles) == seats + 1
    assert view.decks == (36, 26, 16) and all(len(row) == 4 and None not in row for row in view.table)


def test_case_1_taking_beyond_ten_returns_the_excess():
    p = crafted({"tokens": "WWUUGGRR**"}, {})
    p.play("take GRK")
    assert p.view(0).phase == "return" and p.current_player == 0
    for move in ("return W", "return U", "return G"):
        assert p.current_player == 0
        p.play(move)
    assert p.current_player == 1 and sum(p.view(0).players[0].tokens) == 10


def returns(p):
    """The sets of returns that lead to the end of the turn, each as its moves."""
    if p.current_player != 0:
        return [()]
    found = []
    for move in p.legal_moves:
        ahead = p.copy()
        ahead.play(move)
        found += [(move, *rest) for rest in returns(ahead)]
    return found


def test_case_2_thirty_three_sets_of_returns():
    p = crafted({"tokens": "WWUUGGRRKK"}, {})
    p.play("take WUG")
    ways = returns(p)
    assert len(ways) == len(set(ways)) == len({tuple(sorted(way)) for way in ways}) == 33


def test_case_3_a_noble_comes_at_exactly_its_cost_after_any_turn():
    tile = next(i for i, t in enumerate(NOBLES) if t["white"] == t["blue"] == 4)
    owned = [*cards_of("W")[:4], *cards_of("U")[:4]]
    for move in ("take WUG", "reserve 11", "reserve 2?"):
        p = crafted({"cards": owned}, {}, nobles=[9, tile, 8])
        before = p.view(0).players[0].points
        p.play(move)
        after = p.view(None)
        assert after.players[0].nobles == (tile,) and after.nobles == (9, None, 8)
        assert after.players[0].points == before + 3 and p.current_player == 1


def test_case_4_of_two_nobles_one_is_chosen_and_the_other_comes_later():
    owned = [*cards_of("W")[:4], *cards_of("U")[:4], *cards_of("K")[:4]]
    p = crafted({"cards": owned}, {}, nobles=[8, 0, 1])
    before = p.view(0).players[0].points
    p.play("take GRK")
    assert p.legal_moves == ("noble 2", "noble 3") and p.current_player == 0
    p.play("noble 3")
    assert p.view(0).players[0].points == before + 3 and p.view(0).players[0].nobles == (1,)
    p.play("take WUG")
    p.play("take WUG")
    assert p.view(0).players[0].nobles == (0, 1) and p.view(0).players[0].points == before + 6


def test_case_5_bonuses_pay():
    card, blue = card_costing(1, 0, "UUU"), cards_of("U")
    helped = crafted({"tokens": "U", "cards": blue[:2]}, {}, table=[card])
    assert "buy 11" in helped.legal_moves
    free = crafted({"cards": blue[:3]}, {}, table=[card])
    free.play("buy 11")
    assert card in free.view(0).players[0].cards
    assert "buy 11" not in crafted({"tokens": "U", "cards": blue[:1]}, {}, table=[card]).legal_moves


def test_case_6_without_gold_a_reservation_brings_none():
    p = crafted({"tokens": "**"}, {"tokens": "***"})
    p.play("reserve 11")
    assert sum(p.view(0).players[0].tokens) == 2 and len(p.view(0).players[0].reserved) == 1


def test_case_7_an_empty_bank_gives_nothing_and_the_last_colour_itself():
    empty = crafted({"tokens": "WWUUGGRRKK"}, {"tokens": "WWUUGGRRKK"})
    assert not moves(empty, "take")
    one = crafted({"tokens": "WUUGGRRKK"}, {"tokens": "WWUUGGRRKK"})
    assert moves(one, "take") == ["take W"]
    two = crafted({"tokens": "WUGGRRKK"}, {"tokens": "WWUUGGRRKK"})
    assert moves(two, "take") == ["take WU"]


def test_case_8_two_of_four_at_nine_tokens():
    p = crafted({"tokens": "WWWUUUGGG"}, {})
    assert "take KK" in p.legal_moves and "take GG" not in p.legal_moves
    p.play("take KK")
    p.play("return K")
    assert p.current_player == 1


def test_case_9_an_eighth_card_of_a_colour():
    *owned, last = cards_of("W")
    p = crafted({"cards": owned, "tokens": "UUGGGGRRK"}, {}, table=[last])
    p.play("buy 11")
    assert p.view(0).players[0].bonuses[0] == 8


def worth(points, *avoid):
    """A few dear cards worth exactly so many points, none of `avoid`."""
    chosen, left = [], points
    for card in sorted(range(90), key=lambda c: -CARDS[c]["points"]):
        if 0 < CARDS[card]["points"] <= left and card not in avoid:
            chosen.append(card)
            left -= CARDS[card]["points"]
    return chosen


def card_costing(level, points, cost):
    """The card of a level that gives so many points for so many tokens of one colour."""
    wanted = [cost.count(colour) for colour in COLOURS]
    return next(
        i
        for i, card in enumerate(CARDS)
        if (card["level"], card["points"]) == (level, points)
        and [card[name] for name in cards.NAMES[:5]] == wanted
    )


ONE_FOR_BLUE = card_costing(1, 1, "UUUU")
TWO_FOR_RED = card_costing(2, 2, "RRRRR")


def test_case_10_the_last_round_is_played_to_its_end():
    second = worth(14, ONE_FOR_BLUE)
    fourth = worth(14, ONE_FOR_BLUE, TWO_FOR_RED, *second)
    players = [{}, {"cards": second, "tokens": "UUUU"}, {}, {"cards": fourth, "tokens": "RRRRR"}]
    p = crafted(*players, table=[ONE_FOR_BLUE, TWO_FOR_RED], current=1)
    p.play("buy 11")
    assert p.view(None).last_round and p.current_player == 2
    p.play("take WUG")
    assert not p.is_over and p.current_player == 3
    p.play("buy 21")
    assert p.result == parlour.Result((0, 15, 0, 16), (4, 2, 3, 1), (3,), "15 points")


def test_case_10_the_last_seat_ends_it_at_once():
    last = {"cards": worth(14, ONE_FOR_BLUE), "tokens": "UUUU"}
    p = crafted({}, {}, last, table=[ONE_FOR_BLUE], current=2)
    p.play("buy 11")
    assert p.result.winners == (2,) and p.view(None).round == 11 and p.returns == (0, 0, 1)


def test_case_11_slots_keep_their_places():
    bought = crafted({"tokens": "UUUU"}, {}, table=[ONE_FOR_BLUE], short=(1,))
    bought.play("buy 11")
    assert bought.view(0).table[0] == (None,) * 4
    hole = crafted({"tokens": "UUUU"}, {}, table=[0, 1, ONE_FOR_BLUE, 2], short=(1,))
    hole.play("buy 13")
    assert hole.view(0).table[0] == (0, 1, None, 2)
    own = crafted({"tokens": "UUUU", "reserved": [(3, False), (ONE_FOR_BLUE, True)]}, {})
    before = own.view(0)
    own.play("buy r2")
    after = own.view(0)
    assert after.table == before.table and after.decks == before.decks
    assert [r.card for r in after.players[0].reserved] == [3]


def test_a_bought_slot_is_filled_at_once_from_the_top_of_its_deck():
    p = crafted({"tokens": "UUUU"}, {}, table=[0, ONE_FOR_BLUE])
    top = p.to_dict()["decks"][0][-1]
    p.play("buy 12")
    assert p.view(0).table[0][:2] == (0, top)


PENDING = {
    "return": ({"tokens": "WWUUGGRR**"}, "take GRK", {"return W", "return G"}),
    "pay": ({"tokens": "UUUU**"}, "buy 11", {"pay", "gold U"}),
    "noble": (
        {"cards": [*cards_of("W")[:4], *cards_of("U")[:4], *cards_of("K")[:4]]},
        "take WUG",
        {"noble 1", "noble 2"},
    ),
}


@pytest.mark.parametrize("phase", PENDING)
def test_case_12_a_pending_decision_comes_before_everything_else(phase):
    player, move, choices = PENDING[phase]
    p = crafted(player, {}, nobles=[0, 1, 9], table=[ONE_FOR_BLUE])
    p.play(move)
    assert p.view(0).phase == phase and choices <= set(p.legal_moves)
    everything = {p.text(action): action for action in range(state.ACTIONS)}
    for text, action in everything.items():
        if action not in p.legal_actions:
            with pytest.raises(parlour.IllegalMove):
                p.play(text)
    with pytest.raises(parlour.IllegalMove, match="A's decision, not B's"):
        p.play(next(iter(choices)), seat=1)
    assert p.view(0).phase == phase and p.current_player == 0


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**64 - 1), st.sampled_from(PRESETS), st.integers(2, 4), st.data())
def test_case_13_nothing_is_ever_lost(seed, preset, seats, data):
    p = parlour.new("splendor", seats, seed=seed, preset=preset)
    for _ in range(60):
        if p.is_over:  # by passes of all seats
            break
        p.play(data.draw(st.sampled_from(p.legal_actions)))
        whole = p.to_dict()
        for colour in COLOURS + "*":
            there = whole["bank"][colour] + sum(player["tokens"][colour] for player in whole["players"])
            assert there == (5 if colour == "*" else SUPPLY[seats])
        everywhere = [card for part in (whole["decks"], whole["table"]) for row in part for card in row]
        for player in whole["players"]:
            everywhere += [*player["cards"], *(reserved["card"] for reserved in player["reserved"])]
        assert sorted(card for card in everywhere if card is not None) == list(range(90))


def turns(kernels, states, out):
    """The positions after each turn that may be played, every choice of returns a turn of its own."""
    ends, count = [], kernels.legal(states, out)
    for action in out[:count].tolist():
        after = states.copy()
        kernels.step(after, action, out.copy())
        if after["phase"][0] == state.MAIN:
            ends.append(after)
        else:
            ends += turns(kernels, after, out.copy())
    return ends


def test_case_14_random_turns_take_43_to_45_rounds():
    rounds = []
    for seed in range(24):
        p, chance = parlour.new("splendor", 2, seed=seed, choose_payment=False), np.random.default_rng(seed)
        states = p.states
        while not states["over"][0]:
            choices = turns(p.game.kernels, states, p.game.acts())
            states = choices[chance.integers(len(choices))]
        rounds.append(int(states["rounds"][0]))
    assert 41 < np.mean(rounds) < 50


def test_random_single_decisions_take_fewer_rounds():
    """A take weighs as much as a purchase then, whatever may be returned: 37.4 rounds in 20,000 games."""
    rounds, forced = [], 0
    for seed in range(80):
        p, chance, passed = parlour.new("splendor", 2, seed=seed), np.random.default_rng(seed), False
        while not p.is_over:
            passed = passed or p.legal_actions == (state.PASS,)
            p.play(int(chance.choice(p.legal_actions)))
        rounds.append(p.view(None).round)
        forced += passed
    assert 35 < np.mean(rounds) < 40 and forced < 10


# Around the cases


def beyond(level, power):
    """Cards of a level that cost more than `power` tokens of some colour."""
    names = cards.NAMES[:5]
    return [
        i
        for i, card in enumerate(CARDS)
        if card["level"] == level and max(card[name] for name in names) > power
    ]


def stuck(**fields):
    """Two seats that can do nothing: ten mixed tokens and three dear cards each, no coloured token left."""
    dear = beyond(3, 4)
    seats = [
        {"tokens": "WWUUGGRRKK", "reserved": [(card, False) for card in dear[start : start + 3]]}
        for start in (0, 3)
    ]
    return crafted(*seats, table=[*beyond(1, 2)[:4], *beyond(2, 2)[:4], *dear[6:10]], **fields)


def test_without_a_legal_action_a_pass_is_forced_and_a_round_of_passes_is_a_stalemate():
    p = stuck()
    assert p.legal_moves == ("pass",)
    p.play("pass")
    assert p.legal_moves == ("pass",) and p.view(0).passes == 1
    p.play("pass")
    assert p.result == parlour.Result((0, 0), (2, 1), (1,), "stalemate")
    with pytest.raises(parlour.IllegalMove, match="the game is over"):
        p.play("pass")


def test_a_pass_is_only_for_who_cannot_move():
    with pytest.raises(parlour.IllegalMove, match="you can move") as refusal:
        parlour.new("splendor", seed=1).play("pass")
    assert refusal.value.code == "can_move"


def test_at_the_move_limit_nobody_wins():
    p = crafted({"cards": worth(9)}, {}, current=1, round=399)
    p.play("take WUG")
    assert p.result == parlour.Result((9, 0), (1, 1), (), "move limit") and p.returns == (0.5, 0.5)


def test_fifteen_points_in_the_last_round_of_all_are_a_win():
    p = crafted(
        {}, {"cards": worth(14, ONE_FOR_BLUE), "tokens": "UUUU"}, table=[ONE_FOR_BLUE], current=1, round=399
    )
    p.play("buy 11")
    assert p.result.reason == "15 points" and p.result.winners == (1,)


def ended(*players, **fields):
    """The result of a game that ends with these players, scores equal unless their cards differ."""
    return crafted(*players, phase="over", current_player=None, **fields).result


ONES, FOURS, FIVES = ([i for i, card in enumerate(CARDS) if card["points"] == n] for n in (1, 4, 5))
FIFTEEN = ([*FIVES[:2], FOURS[0], ONES[0]], [*FIVES[2:4], FOURS[1], ONES[1]])
"""Two hands of four cards each, worth 15 points."""


def test_ties_fewer_cards_first():
    more = [*FIFTEEN[1], cards_of("W")[0]]
    assert ended({"cards": FIFTEEN[0]}, {"cards": more}).winners == (0,)
    assert ended({"cards": FIFTEEN[0]}, {"cards": more}, tiebreak="official").ranks == (1, 2)


def test_ties_then_nobles():
    twelve = [*FIVES[:2], *ONES[2:4]]
    result = ended(
        {"cards": twelve, "nobles": [0]}, {"cards": FIFTEEN[1], "tokens": "WW"}, nobles=[1, 2, None]
    )
    assert result.scores == (15, 15) and result.winners == (0,)


def test_ties_then_tokens_gold_included():
    assert ended({"cards": FIFTEEN[0], "tokens": "*"}, {"cards": FIFTEEN[1]}).winners == (0,)


def test_ties_then_the_later_seat():
    assert ended({"cards": FIFTEEN[0], "tokens": "*"}, {"cards": FIFTEEN[1], "tokens": "W"}).ranks == (2, 1)


def test_official_ties_share_the_win():
    p = crafted(
        {"cards": FIFTEEN[0], "tokens": "*"},
        {"cards": FIFTEEN[1]},
        {},
        phase="over",
        current_player=None,
        tiebreak="official",
    )
    assert p.result.ranks == (1, 1, 3) and p.result.winners == (0, 1) and p.returns == (0.5, 0.5, 0)


def test_reserved_cards_never_count():
    dear = [card for card in range(70, 90) if CARDS[card]["points"] == 5]
    p = crafted({"reserved": [(card, False) for card in dear[:3]]}, {})
    assert p.view(0).players[0].points == 0


# Options


def test_returns_taken_gives_back_the_excess_or_all():
    p = crafted({"tokens": "WWWUUUGGG"}, {}, returns="taken")
    p.play("take GRK")
    assert p.legal_moves == ("return G", "return R")
    p.play("return G")
    assert p.legal_moves == ("return R", "return K")
    p.play("return R")
    assert p.legal_moves == ("keep", "return rest") and p.current_player == 0
    kept = p.copy()
    kept.play("keep")
    assert kept.view(0).players[0].tokens == (3, 3, 3, 0, 1, 0) and kept.current_player == 1
    p.play("return rest")
    assert p.view(0).players[0].tokens == (3, 3, 3, 0, 0, 0) and p.current_player == 1


def test_returns_taken_at_ten_leaves_no_choice_at_the_end():
    p = crafted({"tokens": "WWWUUUGGG*"}, {}, returns="taken")
    p.play("take RK" if "take RK" in p.legal_moves else "take RR")
    p.play("return R")
    p.play("return R")
    assert p.current_player == 1


def test_returns_taken_gives_the_gold_of_a_reservation_back():
    p = crafted({"tokens": "WWWUUUGGGR"}, {}, returns="taken")
    p.play("reserve 11")
    assert p.legal_moves == ("return *",)


def test_at_ten_nothing_is_returned():
    p = crafted({"tokens": "WWWUUUG"}, {}, returns="taken")
    p.play("take GRK")
    assert p.current_player == 1


FOUR_AND_FOUR = {"cards": [*cards_of("W")[:4], *cards_of("U")[:4]]}
ALSO = {"cards": [*cards_of("W")[4:], *cards_of("U")[4:]]}


def test_a_noble_is_not_shared_by_standard_rules():
    p = crafted(FOUR_AND_FOUR, ALSO, {}, nobles=[0, 7, 8, 9])
    p.play("take WUG")
    p.play("take WUG")
    assert p.view(0).players[1].nobles == () and p.view(0).nobles == (None, 7, 8, 9)


@pytest.mark.parametrize(("mode", "share"), [("all", 3.0), ("split", 1.5)])
def test_a_noble_is_shared_within_its_round(mode, share):
    p = crafted(FOUR_AND_FOUR, ALSO, {}, nobles=[0, 7, 8, 9], shared_noble=mode)
    before = [player.points for player in p.view(0).players]
    p.play("take WUG")
    assert p.view(0).players[0].points == before[0] + 3 and p.view(0).claimed[0]
    assert p.to_dict()["claimed"] == [{"noble": 0, "seats": [0]}] and p.to_dict()["nobles"][0] is None
    p.play("take WUG")
    assert [p.view(0).players[seat].points - before[seat] for seat in (0, 1)] == [share, share]
    p.play("take WUG")
    assert p.view(0).nobles[0] is None and p.to_dict()["claimed"] == []


def test_a_shared_noble_is_gone_when_the_round_ends():
    p = crafted(FOUR_AND_FOUR, ALSO, nobles=[0, 7, 9], shared_noble="all", current=1)
    p.play("take WUG")
    p.play("take WUG")
    assert p.view(0).players[0].nobles == () and p.view(0).players[1].nobles == (0,)


def test_splitting_can_take_the_goal_away_again():
    """Twelve points and a whole noble make fifteen, twelve and half a noble do not: the game goes on."""
    first, second = worth_with(12, FOUR_AND_FOUR["cards"]), ALSO["cards"]
    p = crafted({"cards": first}, {"cards": second}, nobles=[0, 7, 9], shared_noble="split")
    p.play("take WUG")
    assert p.view(0).players[0].points == 15 and p.view(0).last_round
    p.play("take WUG")
    assert p.view(0).players[0].points == 13.5 and not p.is_over and p.current_player == 0


def worth_with(points, owned):
    """These cards and a few dear ones, together worth so many points."""
    have = sum(CARDS[card]["points"] for card in owned)
    return [*owned, *worth(points - have, *owned, *ALSO["cards"])]


def test_partial_takes():
    p = parlour.new("splendor", seed=1, partial_take="any")
    assert {"take W", "take WU", "take WUG", "take WW"} <= set(p.legal_moves) and len(moves(p, "take")) == 30
    exact = parlour.new("splendor", seed=1)
    assert len(moves(exact, "take")) == 15 and "take W" not in exact.legal_moves


def test_gold_may_be_paid_for_tokens_that_are_there():
    p = crafted({"tokens": "UUUU**"}, {}, table=[ONE_FOR_BLUE])
    p.play("buy 11")
    assert p.legal_moves == ("pay", "gold U") and p.view(0).pending.buying == ONE_FOR_BLUE
    least = p.copy()
    least.play("pay")
    assert least.view(0).players[0].tokens == (0, 0, 0, 0, 0, 2)
    p.play("gold U")
    p.play("gold U")
    assert p.current_player == 1 and p.view(0).players[0].tokens == (0, 2, 0, 0, 0, 0)


def test_no_choice_of_payment_without_spare_gold_or_where_the_option_takes_it():
    for player, options in (({"tokens": "UUU*"}, {}), ({"tokens": "UUUU**"}, {"choose_payment": False})):
        p = crafted(player, {}, table=[ONE_FOR_BLUE], **options)
        p.play("buy 11")
        assert p.current_player == 1


# What a viewer may know


def test_a_blind_reservation_is_seen_by_its_owner_alone():
    p = parlour.new("splendor", 3, seed=4)
    top = p.to_dict()["decks"][1][-1]
    p.play("reserve 2?")
    hands = [p.view(viewer).players[0].reserved[0] for viewer in (0, 1, 2, None)]
    assert [hand.card for hand in hands] == [top, None, None, None] and {hand.level for hand in hands} == {2}
    assert str(top) in p.told(0)[0].cards and p.told(1)[0].cards == () and p.told(None)[0].cards == ()


def test_a_face_up_reservation_stays_public():
    p = parlour.new("splendor", 2, seed=4)
    card = p.view(None).table[2][0]
    p.play("reserve 31")
    assert p.view(1).players[0].reserved[0].card == card and p.told(1)[0].cards == (str(card),)


def test_a_blind_card_is_shown_when_it_is_bought():
    p = crafted({"tokens": "UUUU**", "reserved": [(ONE_FOR_BLUE, True)]}, {})
    assert p.view(1).players[0].reserved[0].card is None
    p.play("buy r1")
    assert p.view(1).pending.buying == ONE_FOR_BLUE == p.view(1).players[0].reserved[0].card
    assert p.told(1)[0].cards == (str(ONE_FOR_BLUE),)


def test_which_moves_show_a_card():
    p = crafted({"tokens": "UUUU*", "reserved": [(3, False)]}, {}, table=[ONE_FOR_BLUE, TWO_FOR_RED])
    assert p.reveals("reserve 2?") and p.reveals("reserve 21") and not p.reveals("take WUG")
    assert not p.reveals("buy 11"), "the payment comes first"
    p.play("buy 11")
    assert p.reveals("pay") and p.reveals("gold U")
    plain = crafted({"tokens": "UUUU"}, {}, table=[ONE_FOR_BLUE])
    assert plain.reveals("buy 11")


# Texts


@pytest.mark.parametrize(
    ("word", "move"),
    [
        ("take GUW", "take WUG"),
        ("TAKE w u g", "take WUG"),
        ("take green, white, blue", "take WUG"),
        ("take diamond sapphire emerald", "take WUG"),
        ("take ww", "take WW"),
        ("reserve 2-3", "reserve 23"),
        ("Reserve 2 ?", "reserve 2?"),
        ("buy R1", "buy r1"),
        ("return gold", "return *"),
        ("return *", "return *"),
        ("gold onyx", "gold K"),
        ("  noble  3 ", "noble 3"),
    ],
)
def test_moves_are_read_leniently(word, move):
    p = parlour.new("splendor", seed=1)
    assert p.text(p.action(word)) == move == p.text(p.action(move))


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("take", "a take is one token each"),
        ("take WWU", "a take is one token each"),
        ("take WUGR", "a take is one token each"),
        ("take WU*", "gold is not taken"),
        ("take purple", "a take is one token each"),
        ("return", "names no single colour"),
        ("return WU", "names no single colour"),
        ("gold *", "names no single colour"),
        ("buy 44", "names no card"),
        ("buy 15", "names no card"),
        ("buy 2?", "names no card"),
        ("buy r4", "names no card"),
        ("reserve r1", "names no card"),
        ("reserve 0?", "names no card"),
        ("noble 6", "names no noble"),
        ("noble", "names no noble"),
        ("keep 1", "is no move of Splendor"),
        ("steal W", "is no move of Splendor"),
        ("", "is no move of Splendor"),
    ],
)
def test_other_words_are_refused_with_a_reason(word, reason):
    with pytest.raises(parlour.NotationError, match=reason):
        parlour.new("splendor", seed=1).play(word)


LEAN = {"tokens": "U*", "reserved": [(card, False) for card in (4, 5, 6)]}
REFUSED = [
    (laid_out({"tokens": "WWW"}, {"tokens": "W"}), "take WUG", "bank_empty", "no white"),
    (laid_out({"tokens": "WWWU"}, {"tokens": "WUUU"}), "take WUG", "bank_empty", "no white or blue"),
    (laid_out({"tokens": "W"}, {}), "take WW", "stack_too_low", "white has 3"),
    (laid_out({}, {}), "take WU", "too_few", "three colours while the bank has three or more, not 2"),
    (laid_out(LEAN, {}, table=[ONE_FOR_BLUE]), "buy 11", "too_dear", "3 blue missing, and you have 1 gold"),
    (laid_out({}, {}, table=[ONE_FOR_BLUE]), "buy 11", "too_dear", "4 blue missing"),
    (laid_out({}, {}), "buy r1", "not_in_hand", "no reserved card number 1"),
    (laid_out(LEAN, {}), "reserve 11", "hand_full", "3 reserved cards already"),
    (laid_out(LEAN, {}), "reserve 1?", "hand_full", "3 reserved cards already"),
    (laid_out({}, {}, short=(1,)), "reserve 11", "slot_empty", "slot 11 is empty"),
    (laid_out({}, {}, short=(1,)), "buy 12", "slot_empty", "slot 12 is empty"),
    (laid_out({}, {}, short=(1,)), "reserve 1?", "deck_empty", "deck of level 1 is empty"),
    (laid_out({}, {}), "return W", "nothing_to_return", "nothing to return"),
    (laid_out({}, {}), "keep", "nothing_to_return", "nothing to return"),
    (laid_out({}, {}), "noble 1", "no_choice", "comes by itself"),
    (laid_out({}, {}), "pay", "nothing_to_pay", "say which card"),
    (laid_out({}, {}), "gold W", "nothing_to_pay", "say which card"),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"{case[1]}: {case[2]}")
def test_each_refusal_says_why(case):
    whole, move, code, reason = case
    p = parlour.from_json(json.dumps(whole))
    key = p.key()
    with pytest.raises(parlour.IllegalMove, match=reason) as refusal:
        p.play(move)
    assert refusal.value.code == code and p.key() == key


FOLLOWING = [
    ("taken", ("take WUG", "return W"), "return W", "all_back", "all the white that was taken has gone back"),
    ("taken", ("take WUG", "return W"), "return K", "not_taken", "black is none of them"),
    ("return", ("take GRK",), "take WUG", "return_pending", "return 3 tokens first"),
    ("return", ("take GRK",), "buy 11", "return_pending", "more than ten"),
    ("return", ("take GRK", "return U"), "return W", "colour_order", "blue had its turn"),
    ("return", ("take GRK",), "return *", "too_few_left", "3 must go back"),
    ("pay", ("buy 11",), "gold W", "nothing_to_replace", "no white token"),
    ("pay", ("buy 11",), "take WUG", "payment_pending", "settle the purchase first"),
    ("noble", ("take WUG",), "noble 3", "noble_waits", "4 red cards missing"),
    ("noble", ("take WUG",), "take WUG", "noble_pending", "choose one of the nobles"),
]


@pytest.mark.parametrize("case", FOLLOWING, ids=lambda case: f"{case[0]}: {case[2]}")
def test_each_refusal_of_a_follow_up_says_why(case):
    phase, line, move, code, reason = case
    player = {"tokens": "WUGRRKKK*"} if phase == "taken" else PENDING[phase][0]
    options = {"returns": "taken"} if phase == "taken" else {}
    p = crafted(player, {}, nobles=[0, 1, 9], table=[ONE_FOR_BLUE], **options)
    for before in line:
        p.play(before)
    with pytest.raises(parlour.IllegalMove, match=reason) as refusal:
        p.play(move)
    assert refusal.value.code == code


# Bad positions


START = laid_out({"tokens": "W", "cards": [0], "reserved": [(8, True)]}, {"tokens": "UU"})


def changed(path, value):
    """The start position as JSON with one thing changed; `...` takes it away."""
    whole = json.loads(json.dumps(START))
    *way, last = path
    at = whole
    for step in way:
        at = at[step]
    if value is ...:
        del at[last]
    else:
        at[last] = value
    return json.dumps(whole)


SPLIT = {"options": {"shared_noble": "split"}}
BAD = {
    "no bank": (changed(["bank"], ...), "bank is missing"),
    "strange field": (changed(["banc"], 1), "no field 'banc'; did you mean 'bank'"),
    "bank a list": (changed(["bank"], []), "bank must be an object"),
    "a colour less": (changed(["bank", "W"], ...), "bank: the colours W are missing"),
    "a token more": (changed(["bank", "W"], 4), "there are 5 white tokens, and with 2 seats there are 4"),
    "gold lost": (changed(["bank", "*"], 4), "there are 4 gold tokens, and with 2 seats there are 5"),
    "negative": (changed(["bank", "W"], -1), "bank: W must be a whole number from 0"),
    "tokens a word": (changed(["players", 0, "tokens", "W"], "1"), r"players\[0\].tokens: W must be a whole"),
    "one seat": (changed(["players"], START["players"][:1]), "2 to 4 objects, one a seat, not 1"),
    "a card twice": (
        changed(["players", 1, "cards"], [0]),
        r"players\[1\].cards: card 0 is there more than once",
    ),
    "a card in two places": (changed(["table", 0, 0], 0), "card 0 is there more than once"),
    "a card lost": (changed(["players", 0, "cards"], []), "of the 90 cards these are missing: 0"),
    "level astray": (changed(["table", 0, 0], START["table"][1][0]), r"table\[0\]: card \d+ is of level 2"),
    "no such card": (changed(["table", 0, 0], 90), "from 0 to 89, not 90"),
    "five slots": (changed(["table", 0], [None] * 5), r"table\[0\] must be a list of 4"),
    "a hole above a deck": (changed(["table", 0, 0], None), "slot 1 is empty although its deck is not"),
    "four reserved": (
        changed(["players", 0, "reserved"], [{"card": c, "blind": False} for c in (8, 9, 10, 11)]),
        "at most 3 may be reserved",
    ),
    "blind a word": (changed(["players", 0, "reserved", 0, "blind"], "yes"), "blind must be true or false"),
    "a noble too many": (changed(["nobles"], [0, 1, 2, 3]), "nobles must be a list of 3"),
    "a noble lost": (changed(["nobles"], [0, 1, None]), "with 2 seats there are 3"),
    "a noble twice": (changed(["nobles"], [0, 0, 1]), "more than once"),
    "a noble in two places": (
        changed(["players", 0, "nobles"], [0]),
        "tile 0 lies on the table and is a seat's",
    ),
    "claimed without sharing": (changed(["claimed"], [{"noble": 0, "seats": [0]}]), "claimed must be empty"),
    "no such seat on turn": (
        changed(["current_player"], 2),
        "current_player must be a whole number from 0 to 1",
    ),
    "no such phase": (changed(["phase"], "end"), "phase must be one of main, pay"),
    "not over": (changed(["phase"], "over"), "nobody has 15 points"),
    "not over, and no such seat": (
        changed(["current_player"], 7).replace('"main"', '"over"'),
        "current_player must be a whole number from 0 to 1",
    ),
    "returning nothing": (changed(["phase"], "return"), "pending"),
    "paying nothing": (changed(["phase"], "pay"), "pending.buying"),
    "choosing none": (changed(["phase"], "noble"), "phase noble asks for two nobles"),
    "pending in main": (changed(["pending"], {"taken": {"W": 1}}), "pending must be null in phase main"),
    "round 400": (changed(["round"], 400), "after 400 rounds the phase is over"),
    "round 401": (changed(["round"], 401), "round must be a whole number from 0 to 400"),
    "all passed": (changed(["passes"], 2), "when every seat in a row has passed"),
    "passes before a turn": (
        changed(["passes"], 1).replace('"round": 10', '"round": 0'),
        "cannot have been 1 in a row",
    ),
    "passes true": (changed(["passes"], True), "passes must be a whole number"),
    "an option": (changed(["options", "returns"], "some"), "the option returns is any or taken"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_position_that_cannot_be_is_refused_with_one_sentence(name):
    whole, reason = BAD[name]
    with pytest.raises(parlour.ParlourError, match=reason) as refusal:
        parlour.from_json(whole)
    assert "\n" not in str(refusal.value)


def pending(half, **fields):
    """A position half way through that phase, as JSON, its fields changed."""
    p = crafted(PENDING[half][0], {}, nobles=[0, 1, 9], table=[ONE_FOR_BLUE])
    p.play(PENDING[half][1])
    return json.dumps(p.to_dict() | fields)


@pytest.mark.parametrize("phase", PENDING)
def test_a_position_half_way_is_read_back(phase):
    text = pending(phase)
    half = parlour.from_json(text)
    assert half.to_dict() == json.loads(text) and half.view(0).phase == phase


HALF = {
    "eleven in main": (
        partial(pending, "return", phase="main", pending=None),
        "above 10 that seat is in phase return",
    ),
    "more taken": (
        partial(pending, "return", pending={"taken": {"W": 3}}),
        "pending.taken must be what one turn takes",
    ),
    "too few taken": (
        partial(pending, "return", pending={"taken": {"R": 1, "K": 1}}),
        "takes as many colours as it can",
    ),
    "gold without a card": (
        partial(pending, "return", pending={"taken": {"*": 1}}),
        "gold comes with a reservation",
    ),
    "nothing taken": (partial(pending, "return", pending={}), "pending.taken must be what one turn takes"),
    "a pass before a return": (partial(pending, "return", passes=1), "cannot have been 1 in a row"),
    "strange pending": (partial(pending, "return", pending={"buying": 3}), "pending has no field 'buying'"),
    "too dear": (partial(pending, "pay", pending={"buying": 0}), "pending.buying"),
    "another's card": (partial(pending, "pay", pending={"buying": 89}), "pending.buying"),
    "too much gold": (
        partial(pending, "pay", pending={"buying": ONE_FOR_BLUE, "gold_for": {"U": 3}}),
        "gold_for",
    ),
    "gold for nothing": (
        partial(pending, "pay", pending={"buying": ONE_FOR_BLUE, "gold_for": {"W": 1}}),
        "gold_for",
    ),
    "gold for gold": (
        partial(pending, "pay", pending={"buying": ONE_FOR_BLUE, "gold_for": {"*": 1}}),
        "gold_for",
    ),
    "nothing to choose": (
        partial(pending, "pay", pending={"buying": ONE_FOR_BLUE, "gold_for": {"U": 2}}),
        "asks for a choice of payment",
    ),
}


@pytest.mark.parametrize("name", HALF)
def test_a_half_turn_that_cannot_be_is_refused(name):
    write, reason = HALF[name]
    whole = write()
    with pytest.raises(parlour.PositionError, match=reason):
        parlour.from_json(whole)


def test_a_drawing_fits_80_columns():
    for seats in (2, 3, 4):
        p = crafted(
            FOUR_AND_FOUR, *[{}] * (seats - 1), nobles=[0, 5, 6, 7, 8][: seats + 1], shared_noble="all"
        )
        p.play("take WUG")
        assert "1: (W4 U4)" in str(p.view(0))
        for text in (str(p), str(p.view(None))):
            assert max(map(len, text.splitlines())) < 80


def test_what_may_be_missing_is_standard():
    whole = {
        name: START[name]
        for name in START
        if name not in ("options", "claimed", "round", "passes", "pending")
    }
    p = parlour.from_json(json.dumps(whole))
    assert p.game.preset_of(p.options) == "standard" and p.view(0).round == 0


def test_the_place_of_a_claimed_noble_is_kept():
    """The first place was emptied in an earlier round, so the order of the empty places would mislead."""
    earlier = {"cards": [*cards_of("R")[:4], *cards_of("K")[:4]], "nobles": [9]}
    p = crafted(FOUR_AND_FOUR, earlier, {}, nobles=[None, 7, 0, 8], shared_noble="all")
    p.play("take WUG")
    assert p.to_dict()["claimed"] == [{"noble": 0, "seats": [0], "place": 3}]
    again = parlour.from_json(p.to_json())
    assert again == p and again.view(0).nobles == (None, 7, 0, 8)
