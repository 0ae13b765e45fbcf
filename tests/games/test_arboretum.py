"""Arboretum: the cases of the rules, goldens, texts, what is hidden, refusals, bad positions."""

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.games.arboretum import rules, state, view
from parlour.games.arboretum.cards import LETTERS, find_card, square_at
from parlour.testing import check_compilation, check_game
from tests.games.playthrough import playthrough

PRESETS = ("standard", "summary")
IN_PLAY = {2: 6, 3: 8, 4: 10}
BOUNDS = {2: (17, 33), 3: (22, 42), 4: (26, 51)}
OPTIONS = ("final_round", "double_from", "end_bonuses", "one_cancels_eight", "starting_discards", "piles")


def species_in(seats):
    return LETTERS[: IN_PLAY[seats]]


def all_cards(seats):
    return [f"{letter}{value}" for letter in species_in(seats) for value in range(1, 9)]


def row(*cards):
    """An arboretum with these cards in a line eastwards."""
    return [[card, 0, column] for column, card in enumerate(cards)]


def crafted(*players, deck=None, **fields):
    """A position: `players` are objects with hand, known, discard and arboretum, all optional.

    Without a deck all other cards are in it, ascending, so that the last one is drawn first.
    """
    seats = [{"hand": [], "known": [], "discard": [], "arboretum": []} | player for player in players]
    gone = {card for seat in seats for card in [*seat["hand"], *seat["discard"]]}
    gone |= {tree[0] for seat in seats for tree in seat["arboretum"]}
    rest = [card for card in all_cards(len(seats)) if card not in gone]
    whole = {
        "game": "arboretum",
        "options": {name: fields.pop(name) for name in list(fields) if name in OPTIONS},
        "deck": rest if deck is None else deck,
        "players": seats,
        "current_player": 0,
        "phase": "draw1",
        "selected": None,
        "final_turns": None,
    }
    return parlour.from_json(json.dumps(whole | fields))


def ended(gardens, hands, **options):
    """A game that is over, with these arboreta and hands; all other cards are on piles, hands filled up.

    What does not matter is put where it cannot: the other cards are planted in no one's reach of a path.
    """
    seats = len(gardens)
    record = parlour.game("arboretum").blank(parlour.game("arboretum").choose(**options), seats)
    s = record.view(np.recarray)[0]
    from parlour.games.arboretum import rules

    for seat in range(4):
        rules.clear_seat(s, seat)
    for seat, (garden, hand) in enumerate(zip(gardens, hands, strict=True)):
        for card in hand:
            rules.take(s, seat, find_card(card))
        for card, r, c in garden:
            rules.plant(s, seat, find_card(card), square_at(r, c))
    s.over, s.player, s.selected, s.turns = state.ENDED, -1, state.NONE, state.NONE
    return s


@pytest.mark.kernel
def test_conforms():
    check_game("arboretum", 1, compare_jit=False)


def test_runs_alike_without_compilation():
    check_compilation("arboretum", 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
def test_reads_like_a_game(golden, preset, seats):
    p = parlour.new("arboretum", seats, seed=7, preset=preset)
    golden(f"arboretum-{preset}-{seats}", playthrough(p, seats, every=30, longest=400))


# Set-up and turns


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_set_up(seats):
    view = parlour.new("arboretum", seats, seed=1).view(0)
    assert view.deck == IN_PLAY[seats] * 8 - 7 * seats
    assert [player.held for player in view.players] == [7] * seats
    assert view.players[0].hand is not None and view.players[1].hand is None


@pytest.mark.parametrize(
    ("which", "piles"), [("none", [0, 0, 0]), ("all_but_first", [0, 1, 1]), ("all", [1, 1, 1])]
)
def test_starting_discards(which, piles):
    view = parlour.new("arboretum", 3, seed=1, starting_discards=which).view(None)
    assert [player.piled for player in view.players] == piles and view.deck == 43 - sum(piles)


def test_a_turn_is_two_draws_one_planted_one_discarded():
    p = parlour.new("arboretum", 2, seed=1)
    assert p.legal_moves == ("draw deck",)
    p.play("draw deck")
    p.play("draw deck")
    hand = p.view(0).players[0].hand
    assert len(hand) == 9 and p.legal_moves == tuple(f"play {card}" for card in hand)
    p.play(f"play {hand[0]}")
    assert p.legal_moves == ("at C00C00",) and p.view(1).selected == hand[0]
    p.play("at C00C00")
    assert p.legal_moves == tuple(f"discard {card}" for card in hand[1:])
    p.play(f"discard {hand[8]}")
    assert p.current_player == 1 and p.legal_moves == ("draw deck", "draw A")
    assert p.view(0).players[0].held == 7 and p.view(1).players[0].discard == (hand[8],)


def random_game(seats, seed, sources=None, **options):
    """Play a random game; return the position and the number of turns."""
    p, chance, turns = parlour.new("arboretum", seats, seed=seed, **options), np.random.default_rng(seed), 0
    while not p.is_over:
        moves = p.legal_moves
        if sources is not None and moves[0].startswith("draw"):
            moves = [move for move in moves if move in sources] or moves
        move = str(chance.choice(moves))
        turns += move.startswith("discard")
        p.play(move)
    return p, turns


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 4), st.sampled_from(["any", "deck", "piles"]))
def test_turns_stay_within_their_bounds_and_a_second_draw_is_always_possible(seed, seats, habit):
    p, chance, turns = parlour.new("arboretum", seats, seed=seed), np.random.default_rng(seed), 0
    while not p.is_over:
        view, moves = p.view(None), p.legal_moves
        if moves[0].startswith("draw"):
            wanted = {"any": moves, "deck": moves[:1], "piles": moves[1:] or moves}[habit]
            moves = wanted
        move = str(chance.choice(moves))
        if move.startswith("discard"):
            assert view.players[p.current_player].held == 8
            turns += 1
        p.play(move)
        if view.phase == "draw1":
            assert p.view(None).phase == "draw2"
    least, most = BOUNDS[seats]
    assert least <= turns <= most
    assert habit != "deck" or turns == least
    assert all(player.held == 7 for player in p.view(None).players)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_longest_game_draws_from_piles(seats):
    p, turns = random_game(seats, 5, sources=[f"draw {seat}" for seat in "ABCD"])
    assert turns >= BOUNDS[seats][1] - seats and p.is_over


def test_with_a_final_round_every_seat_has_one_more_turn():
    for seats in (2, 3, 4):
        p, chance = parlour.new("arboretum", seats, seed=3, final_round=True), np.random.default_rng(3)
        emptied, after = None, []
        while not p.is_over:
            seat, moves = p.current_player, p.legal_moves
            if moves[0] == "draw deck":
                moves = moves[:1]
            move = str(chance.choice(moves))
            p.play(move)
            if move.startswith("discard"):
                if emptied is not None:
                    after.append(seat)
                elif p.view(None).deck == 0:
                    emptied = seat
        assert after == [(emptied + 1 + k) % seats for k in range(seats)]


def test_in_a_final_round_a_draw_without_a_source_is_skipped():
    cards = all_cards(2)
    p = crafted(
        {"hand": cards[:7], "arboretum": row(*cards[14:31]), "discard": cards[47:]},
        {"hand": cards[7:14], "arboretum": row(*cards[31:47])},
        current_player=1,
        final_round=True,
        final_turns=2,
    )
    assert p.legal_moves == ("draw A",)
    p.play("draw A")
    assert p.view(1).phase == "play" and p.view(1).players[1].held == 8
    p.play(p.legal_moves[0])
    p.play(p.legal_moves[0])
    p.play(p.legal_moves[0])
    assert p.view(0).final_turns == 1 and p.legal_moves == ("draw B",)
    for _ in range(4):
        p.play(p.legal_moves[0])
    assert p.result.reason == "deck empty" and [q.held for q in p.view(None).players] == [6, 6]
    assert len(p.view(None).players[0].arboretum) == 18


def test_who_takes_the_last_card_of_the_deck_first_still_draws_from_a_pile():
    cards = all_cards(2)
    p = crafted(
        {"hand": cards[:7], "arboretum": row(*cards[14:29])},
        {"hand": cards[7:14], "arboretum": row(*cards[29:44]), "discard": cards[44:47]},
        deck=cards[47:],
    )
    p.play("draw deck")
    assert p.legal_moves == ("draw B",)
    p.play("draw B")
    for _ in range(3):
        assert not p.is_over and p.current_player == 0
        p.play(p.legal_moves[0])
    assert p.is_over


# Cases


def right(hands, species, **options):
    s = ended([[] for _ in hands], hands, **options)
    return [seat for seat in range(len(hands)) if rules.has_right(s, seat, LETTERS.index(species))]


def points(garden, species, **options):
    return int(rules.path_points(ended([garden, []], [[], []], **options), 0, LETTERS.index(species)))


def test_case_1_without_any_right_a_seat_scores_nothing():
    hands = [[], ["a1", "b1", "c1", "d1", "j1", "m1"]]
    s = ended([row("a2", "a3", "a4", "a5"), []], hands)
    assert view.result(s).scores == (0, 0)


def test_case_2_the_search_is_exhaustive():
    maze = [["b7", -1, 0], ["a7", -1, 1], ["c7", -1, 2], ["c8", -1, 3], ["d8", -1, 4], ["d7", -1, 5]]
    assert points([*row("a1", "b2", "b3", "b4", "b5", "b6", "a8"), *maze], "a") == 10


def test_case_3_a_one_cancels_the_opponents_eight_alone():
    assert right([["a1", "a8"], ["a7"]], "a") == [0]
    assert right([["a8"], [], ["a1"], []], "a") == [2]
    assert right([["a8"], ["a1"]], "a") == [1] and right([["a8"], ["a1"]], "a", one_cancels_eight=False) == [
        0
    ]


def test_ties_have_the_right_and_so_has_everybody_where_nobody_holds_it():
    assert right([["a5"], ["a2", "a3"], []], "a") == [0, 1]
    assert right([["b5"], ["c2"], []], "a") == [0, 1, 2]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("a1 a2 a3", 4),
        ("a1 a2 a3 a4", 9),
        ("a5 a6 a7 a8", 10),
        ("a1 a2 a3 a4 a5 a6 a7 a8", 19),
        ("a1 a2 a3 a4 b5 a6", 9),
        ("a2 b3 a4", 3),
        ("a2 b3", 0),
        ("a2", 0),
    ],
)
def test_case_4_points(cards, expected):
    assert points(row(*cards.split()), "a") == expected


def test_case_4_with_other_options():
    assert points(row("a2", "a3"), "a", double_from=2) == 4
    assert points(row("a1", "a2", "a3", "a4"), "a", end_bonuses=False) == 8
    assert points(row("a1", "b2", "a8"), "a", double_from=2, end_bonuses=False) == 3


def test_doubling_weighs_the_one_against_a_longer_path():
    """Five alone count ten; four with the 1 at their start count nine."""
    garden = [*row("a2", "a4", "a5", "a6", "a7"), ["a1", 1, 2]]
    assert points(garden, "a") == 10


def test_case_5_equal_neighbours_and_diagonals_are_no_step():
    assert points(row("a2", "b2", "a3"), "a") == 0
    assert points([["a2", 0, 0], ["b1", 0, 1], ["a3", 1, 1]], "a") == 0


def test_case_6_what_is_refused_leaves_the_position_as_it_was():
    p = parlour.new("arboretum", 2, seed=1)
    key = p.key()
    for move, reason in (("draw A", "the pile of A is empty"), ("discard a1", "draw a card first")):
        with pytest.raises(parlour.IllegalMove, match=reason):
            p.play(move)
    assert p.key() == key


def test_case_7_random_games_are_as_long_and_score_as_they_should():
    games = [random_game(2, seed) for seed in range(60)]
    assert 31 < np.mean([turns for _, turns in games]) < 33
    assert 4.4 < np.mean([p.result.scores for p, _ in games]) < 6.2
    quick = [random_game(2, seed, sources=["draw deck"]) for seed in range(60)]
    assert {turns for _, turns in quick} == {17}
    assert 1.9 < np.mean([p.result.scores for p, _ in quick]) < 2.9


def test_ties_go_by_species_planted_and_are_else_shared():
    more = ended([row("a2", "b3"), row("c2")], [[], []])
    assert view.result(more).scores == (0, 0) and view.result(more).winners == (0,)
    same = ended([row("a2", "b3"), row("c2", "d2")], [[], []])
    assert view.result(same).ranks == (1, 1)


def test_eighteen_in_a_line_fit():
    cards = all_cards(2)[:18]
    for line in (row(*cards), [[card, -i, 0] for i, card in enumerate(cards)]):
        s = ended([line, []], [[], []])
        assert s.planted[0] == 18 and s.edges[0] == 38


# What a viewer may know


def test_a_card_from_a_pile_is_known_until_it_is_played():
    p = parlour.new("arboretum", 2, seed=1)
    for _ in range(2):
        p.play("draw deck")
    first = p.view(0).players[0].hand
    p.play(f"play {first[0]}")
    p.play("at C00C00")
    p.play(f"discard {first[1]}")
    p.play("draw A")
    assert p.view(0).players[1].known == (first[1],) and p.view(0).players[1].hand is None
    assert p.told(0)[-1].cards == (first[1],)
    p.play("draw deck")
    assert p.view(0).players[1].known == (first[1],) and p.told(0)[-1].cards == ()
    assert len(p.told(1)[-1].cards) == 1
    p.play(f"play {first[1]}")
    assert p.view(0).selected == first[1]
    p.play("at C00C00")
    assert p.view(0).players[1].known == ()


def test_determinize_keeps_known_cards_in_place():
    p, chance = parlour.new("arboretum", 3, seed=6), np.random.default_rng(6)
    seen = 0
    while not p.is_over:
        for seat in range(3):
            other = p.determinize(seat, 9)
            for before, after in zip(p.view(None).players, other.view(None).players, strict=True):
                assert before.known == after.known and before.discard == after.discard
                seen += len(before.known)
            assert other.view(seat) == p.view(seat)
        p.play(str(chance.choice(p.legal_moves)))
    assert seen


def test_piles_may_show_their_tops_alone():
    p = parlour.new("arboretum", 2, seed=2, piles="top")
    for _ in range(3):
        p.play("draw deck")
        p.play("draw deck")
        hand = p.view(p.current_player).players[p.current_player].hand
        p.play(f"play {hand[0]}")
        p.play(p.legal_moves[0])
        p.play(p.legal_moves[0])
    pile = p.to_dict()["players"][0]["discard"]
    shown = p.view(1).players[0]
    assert len(pile) == 2 == shown.piled and shown.discard == (pile[-1],)


def test_hands_open_at_the_end():
    p, _ = random_game(3, 2)
    assert all(player.hand is not None for player in p.view(None).players)


# The account


def test_the_account_explains_the_result():
    p, _ = random_game(3, 4)
    account, view = p.account(), p.view(None)
    assert account.points == tuple(map(int, p.result.scores)) and len(account.species) == 8
    for seat in range(3):
        earned = [
            one.paths[seat].points if one.paths[seat] else 0 for one in account.species if one.rights[seat]
        ]
        assert sum(earned) == account.points[seat]
    for one in account.species:
        for seat, path in enumerate(one.paths):
            assert one.rights[seat] == (one.sums[seat] == max(one.sums))
            if path is not None:
                values = [int(tree.card[1]) for tree in path.trees]
                assert values == sorted(set(values)) and len(values) >= 2
                assert path.trees[0].card[0] == path.trees[-1].card[0] == one.species
                steps = list(zip(path.trees, path.trees[1:], strict=False))
                assert all(abs(a.row - b.row) + abs(a.column - b.column) == 1 for a, b in steps)
                assert set(path.trees) <= set(view.players[seat].arboretum)


def test_before_the_end_the_account_is_of_the_own_arboretum_alone():
    p = parlour.new("arboretum", 2, seed=1)
    account = p.account(1)
    assert all(one.sums == one.rights == () and one.paths[0] is None for one in account.species)
    with pytest.raises(parlour.PositionError, match="for a seat alone"):
        p.account()
    with pytest.raises(parlour.PositionError, match="no account"):
        parlour.new("golf", seed=1).account(0)


# Texts


@pytest.mark.parametrize(
    ("word", "move"),
    [
        ("DRAW DECK", "draw deck"),
        ("draw a", "draw A"),
        (" play  A1 ", "play a1"),
        ("at n01e02", "at N01E02"),
        ("AT c00w17", "at C00W17"),
        ("Discard M8", "discard m8"),
    ],
)
def test_moves_are_read_leniently(word, move):
    p = parlour.new("arboretum", 2, seed=1)
    assert p.text(p.action(word)) == move == p.text(p.action(move))


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("draw", "names no pile"),
        ("draw C", "names no pile"),
        ("draw d", "names no pile"),
        ("draw e", "names no pile"),
        ("play a9", "names no card"),
        ("play", "names no card"),
        ("play e1", "names no card"),
        ("play o1", "not in a game of 2"),
        ("discard w8", "not in a game of 2"),
        ("at N18C00", "names no square"),
        ("at N00C00", "names no square"),
        ("at E01N02", "names no square"),
        ("at N1E2", "names no square"),
        ("plant a1", "is no move of Arboretum"),
        ("", "is no move of Arboretum"),
    ],
)
def test_other_words_are_refused_with_a_reason(word, reason):
    with pytest.raises(parlour.NotationError, match=reason):
        parlour.new("arboretum", 2, seed=1).play(word)


def planting(seed=1):
    p = parlour.new("arboretum", 2, seed=seed)
    p.play("draw deck")
    p.play("draw deck")
    return p, p.view(0).players[0].hand


@pytest.mark.parametrize("pair", ["{}C00C00", "play {} at C00C00", "{} c00c00", " PLAY {}C00C00 "])
def test_card_and_square_may_be_written_together(pair):
    p, hand = planting()
    p.play(pair.format(hand[0]))
    assert p.moves[-2:] == (f"play {hand[0]}", "at C00C00") and p.view(0).phase == "discard"
    p.undo()
    assert p.view(0).phase == "place"


def test_of_a_pair_both_are_played_or_neither():
    p, hand = planting()
    key = p.key()
    with pytest.raises(parlour.IllegalMove, match="first card lies at C00C00"):
        p.play(f"{hand[0]}N01E01")
    assert p.key() == key and len(p.history) == 2


def test_each_refusal_says_why():
    p, hand = planting()
    codes = {}

    def refused(move):
        with pytest.raises(parlour.IllegalMove) as refusal:
            p.play(move)
        codes[move.split()[0], refusal.value.code] = str(refusal.value)

    missing = next(card for card in all_cards(2) if card not in hand)
    refused("draw deck")
    refused(f"play {missing}")
    refused("at C00C00")
    p.play(f"play {hand[0]}")
    refused("at N01C00")
    refused(f"play {hand[1]}")
    p.play("at C00C00")
    refused(f"discard {hand[0]}")
    refused(f"discard {missing}")
    refused("draw deck")
    p.play(f"discard {hand[1]}")
    for move in ("draw deck", "draw deck"):
        p.play(move)
    p.play(p.legal_moves[0])
    p.play("at C00C00")
    p.play(p.legal_moves[0])
    p.play("draw deck")
    p.play("draw deck")
    p.play(p.legal_moves[0])
    refused("at C00C00")
    refused("at N01E01")
    assert set(codes) == {
        ("draw", "play_first"),
        ("play", "not_in_hand"),
        ("at", "play_first"),
        ("at", "first_card"),
        ("play", "place_first"),
        ("discard", "just_planted"),
        ("discard", "not_in_hand"),
        ("draw", "discard_first"),
        ("at", "square_taken"),
        ("at", "not_beside"),
    }


# Bad positions


START = parlour.new("arboretum", 2, seed=1).to_dict()


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


HAND = START["players"][0]["hand"]
TOP = START["deck"][-1]
BAD = {
    "no deck": (changed(["deck"], ...), "deck is missing"),
    "strange field": (changed(["dekc"], 1), "no field 'dekc'; did you mean 'deck'"),
    "deck a word": (changed(["deck"], "a1"), "deck must be a list"),
    "a card lost": (changed(["deck"], START["deck"][:-1]), f"of the 48 cards these are missing: {TOP}"),
    "a card twice": (changed(["deck"], [*START["deck"], TOP]), f"{TOP} is there more than once"),
    "no such card": (changed(["deck", 0], "a9"), "deck: 'a9' is no card"),
    "a species too many": (changed(["deck", 0], "o1"), "o1 is not in a game of 2"),
    "one seat": (changed(["players"], START["players"][:1]), "2 to 4 objects, one a seat, not 1"),
    "no hand": (changed(["players", 0, "hand"], ...), r"players\[0\]: hand is missing"),
    "known but not held": (changed(["players", 0, "known"], [TOP]), "is not in this hand"),
    "discards without turns": (
        changed(["players", 0, "discard"], [TOP]).replace(f', "{TOP}"]', "]", 1),
        "more than this seat had turns",
    ),
    "first card elsewhere": (changed(["players", 0, "arboretum"], [[TOP, 0, 1]]), "must lie at 0, 0"),
    "apart": (
        changed(["players", 0, "arboretum"], [[TOP, 0, 0], [START["deck"][-2], 1, 1]]),
        "beside one planted before",
    ),
    "two on a square": (
        changed(["players", 0, "arboretum"], [[TOP, 0, 0], [START["deck"][-2], 0, 0]]),
        "beside one planted before",
    ),
    "no tree": (changed(["players", 0, "arboretum"], [TOP]), "must be a card, its row and its column"),
    "too far": (changed(["players", 0, "arboretum"], [[TOP, 0, 99]]), "from -17 to 17"),
    "no such seat on turn": (changed(["current_player"], 2), "current_player must be a whole number"),
    "no such phase": (changed(["phase"], "end"), "phase must be one of draw1"),
    "hand too small": (changed(["phase"], "play"), "has 7 cards, and in this phase it has 9"),
    "not over": (changed(["phase"], "over"), "the deck is not empty"),
    "selected in draw1": (changed(["selected"], HAND[0]), "selected must be the card"),
    "final turns without the option": (changed(["final_turns"], 1), "final_turns counts down"),
    "B has not planted": (
        changed(["current_player"], 1),
        "do not fit seats that take turns",
    ),
    "an option": (changed(["options", "double_from"], 3), "the option double_from is 4 or 2"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_position_that_cannot_be_is_refused_with_one_sentence(name):
    whole, reason = BAD[name]
    with pytest.raises(parlour.ParlourError, match=reason) as refusal:
        parlour.from_json(whole)
    assert "\\n" not in str(refusal.value)


def test_options_and_known_may_be_missing():
    whole = {name: START[name] for name in START if name not in ("options", "selected", "final_turns")}
    for player in whole["players"]:
        player.pop("known", None)
    assert parlour.from_json(json.dumps(whole)) == parlour.new("arboretum", 2, seed=1)
