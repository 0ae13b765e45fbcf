"""Arboretum as strings: the cases of the rules, malformed strings, round trips, best paths and all paths."""

import functools
import json
import random
from collections import Counter
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.core.kernel import JIT, open_record, records
from parlour.core.reading import from_object
from parlour.games.arboretum import rules, state, strings, view
from parlour.games.arboretum.cards import LETTERS, card_text, find_card, find_square, square_at
from parlour.games.arboretum.options import ArboretumOptions
from parlour.games.arboretum.paths import beside, best_path

CASES = json.loads((Path(__file__).parents[1] / "data" / "arboretum.json").read_text())["vectors"]
SEATS = (2, 3, 4)


# What the cases are checked against


def states_of(case):
    return case["shared_state"], case["hidden_state"]


def laid(grid):
    """Cards and squares of a grid, as the compiled rules take them."""
    squares = [square_at(row, column) for _, row, column in grid]
    return np.array([find_card(card) for card, _, _ in grid], np.int16), np.array(squares, np.int16)


def best(cards, squares, species, double=4, bonus=1):
    """Points of the best path, and the path."""
    path = np.empty(len(cards), np.int16)
    points, length = best_path(cards, squares, len(cards), species, double, bonus, path)
    return int(points), tuple(path[:length].tolist())


def in_a_row(path):
    return [[path[at : at + 2], 0, at // 2] for at in range(0, len(path), 2)]


def table(hands, grids=()):
    """A record of the standard game with these hands and arboreta."""
    s = open_record(records(state.State))
    ArboretumOptions().write(s)
    s.seats = len(hands)
    for seat in range(state.MOST):
        rules.clear_seat(s, seat)
    for seat, hand in enumerate(hands):
        for card in hand:
            if card[0] in LETTERS:  # one case has a species of another edition, which is not asked for
                rules.take(s, seat, find_card(card))
    for seat, grid in enumerate(grids):
        for card, square in zip(*laid(grid), strict=True):
            rules.plant(s, seat, card, square)
    return s


def sources(p):
    """Where a card can be drawn: "D", or the top card of a pile."""
    players = p.to_dict()["players"]
    return {
        "D" if move == "draw deck" else players[ord(move[-1]) - ord("A")]["discard"][-1]: move
        for move in p.legal_moves
    }


def last_words(p):
    return [move.partition(" ")[2] for move in p.legal_moves]


def check_all_paths(case):
    cards, squares = laid(case["grid"])
    paths = strings.every_path(cards.tolist(), squares.tolist(), LETTERS.index(case["species"]))
    assert sorted("".join(card_text(cards[i]) for i in path) for path in paths) == case["expected"]


def check_all_valid_placements(case):
    assert strings.all_valid_placements(*states_of(case), case["card"]) == set(case["expected"])


def check_all_viable_paths(case):
    paths = strings.all_viable_paths(*states_of(case), case["player"], case["species"])
    assert paths == (None if case["expected"] is None else set(case["expected"]))


def check_best_path_score(case):
    assert best(*laid(case["grid"]), LETTERS.index(case["species"]))[0] == case["expected"]


def check_can_score(case):
    assert strings.can_score(*states_of(case), case["player"], case["species"]) is case["expected"]


def check_draw_from_deck(case):
    rng, support = random.Random(48), case["expected"]["support"]
    counts = Counter(strings.draw_from_deck(case["deck"], rng) for _ in range(200 * len(support)))
    assert sorted(counts) == support
    assert 150 < min(counts.values()) <= max(counts.values()) < 250
    assert strings.draw_from_deck(case["deck"]) in support


def check_end_of_game(case):
    discards = case["discards_before"]
    there = case["deck_before"] + sum(map(len, discards))
    turns = 48 - 14 - there
    others = [card for card in all_cards(2) if card not in [*discards[0], *discards[1]]]
    gardens = [others[14:][: (turns + 1) // 2], others[14:][(turns + 1) // 2 : turns]]
    p = parlour.from_json(
        json.dumps(
            {
                "game": "arboretum",
                "deck": others[14 + turns :],
                "players": [
                    {"hand": others[i * 7 : i * 7 + 7], "discard": discards[i], "arboretum": line(gardens[i])}
                    for i in (0, 1)
                ],
                "current_player": turns % 2,
                "phase": "draw1",
            }
        )
    )
    for draw in case["draws"]:
        p.play(sources(p)[draw])
    for _ in ("play", "at", "discard"):
        assert not p.is_over
        p.play(p.legal_moves[0])
    assert case["legal"]
    assert p.is_over is case["expected"]["game_over_after_turn"]


def check_final_result(case):
    p = strings.from_strings(*states_of(case))
    planted = view.account(open_record(p.states), None).planted
    wanted = case["expected"]
    assert dict(zip("AB", p.result.scores, strict=True)) == wanted["totals"]
    assert dict(zip("AB", planted, strict=True)) == wanted["species_in_arboretum"]
    assert ["AB"[seat] for seat in p.result.winners] == wanted["winners"]


def check_final_result_n(case):
    s, wanted = table(case["hands"], case["arboreta"]), case["expected"]
    result = view.result(s)
    assert result.scores == tuple(wanted["totals"])
    assert list(result.winners) == wanted["winners"]
    for seat, by_species in enumerate(wanted["per_species"]):
        assert rules.species_of(s, seat) == wanted["species_in_arboretum"][seat]
        for letter, points in by_species.items():
            one = LETTERS.index(letter)
            assert points == (rules.path_points(s, seat, one) if rules.has_right(s, seat, one) else None)


def check_game_trace(case):
    told = [(step["shared_state"], step["hidden_state"]) for step in case["states"]]
    for before, after in pairwise(told):
        p = strings.from_strings(*before)
        assert strings.to_strings(p) == before
        if p.to_dict()["phase"] == "play":
            seat = before[0][0]
            garden, pile = (after[0]["A0B".index(seat) + i] for i in (1, 2))
            p.play(f"play {garden[-8:-6]}")
            p.play(f"at {garden[-6:]}")
            p.play(f"discard {pile[-2:]}")
            assert strings.to_strings(p) == after
        else:
            assert after in [strings.to_strings(drawn) for drawn in all_draws(p)]
    assert strings.from_strings(*told[-1]).is_over


def all_draws(p):
    """The positions after every draw, of any card of the deck too."""
    deck = p.to_dict()["deck"]
    for move in p.legal_moves:
        for top in deck if move == "draw deck" else deck[:1]:
            whole = p.to_dict() | {"deck": [*(card for card in deck if card != top), top]}
            q = parlour.from_json(json.dumps(whole))
            q.play(move)
            yield q


def check_hand_sums(case):
    s = table(case["hands"])
    one = LETTERS.index(case["species"])
    assert [rules.hand_sum(s, seat, one) for seat in range(s.seats)] == case["expected"]


def check_scoring_rights(case):
    s, one = table(case["hands"]), LETTERS.index(case["species"])
    assert [seat for seat in range(s.seats) if rules.has_right(s, seat, one)] == case["expected"]
    sums = [rules.hand_sum(s, seat, one) for seat in range(s.seats)]
    assert sums == case.get("sums", sums)


def check_highest_viable_path_score(case):
    points = strings.highest_viable_path_score(*states_of(case), case["player"], case["species"])
    assert points == case["expected"]


def check_is_adjacent(case):
    garden = case["arboretum"][1:]
    squares = [find_square(garden[at + 2 : at + 8]) for at in range(0, len(garden), 8)]
    assert any(beside(square, find_square(case["placement"][2:])) for square in squares) is case["expected"]


def check_is_shared_state_well_formed(case):
    assert strings.is_shared_state_well_formed(case["shared_state"]) is case["expected"]


def check_is_hidden_state_well_formed(case):
    assert strings.is_hidden_state_well_formed(case["hidden_state"]) is case["expected"]


def check_is_state_valid(case):
    assert strings.is_state_valid(*states_of(case)) is case["expected"]
    if case["expected"]:
        assert strings.to_strings(strings.from_strings(*states_of(case))) == states_of(case)


def check_is_placement_valid(case):
    assert strings.is_placement_valid(*states_of(case), case["placement"]) is case["expected"]


def check_legal_draw_locations(case):
    if case["hidden_state"][1:] == ["A", "B"]:  # before the deal there is no position yet
        assert [strings.choose_draw_location(*states_of(case))] == case["expected"]
    else:
        assert sorted(sources(strings.from_strings(*states_of(case)))) == sorted(case["expected"])


def check_legal_move_sets(case):
    p = strings.from_strings(*states_of(case))
    assert last_words(p) == case["expected"]["cards"]
    p.play(p.legal_moves[0])
    assert sorted(last_words(p)) == case["expected"]["locations"]


def check_path_score(case):
    cards, squares = laid(in_a_row(case["path"]))
    points, path = best(cards, squares, LETTERS.index(case["path"][0]))
    assert (points, len(path)) == (case["expected"], len(cards))


def check_setup(case):
    seats, wanted = case["players"], case["expected"]
    options = {"starting_discards": "all_but_first"} if case["fn"] == "setup_2015_edition" else {}
    p = parlour.new("arboretum", seats, seed=1, **options)
    start = p.to_dict()
    assert len(start["deck"]) == wanted["deck_after_deal"]
    assert [len(player["hand"]) for player in start["players"]] == [wanted.get("hand", 7)] * seats
    starting = [len(player["discard"]) for player in start["players"]]
    assert starting == wanted.get("starting_discards", [0] * seats)
    species = {card[0] for card in [*start["deck"], *(c for q in start["players"] for c in q["hand"])]}
    assert len(species) == wanted["species"]
    assert wanted.get("deck_total", 8 * len(species)) == 8 * len(species)
    assert turns_of(p.copy(), first=0) == wanted["min_turns"]
    assert turns_of(p, first=-1) == wanted["max_turns"]


def turns_of(p, first):
    """Play on, always drawing from the first or the last source; return how many turns there were."""
    while not p.is_over:
        drawing = p.to_dict()["phase"] in ("draw1", "draw2")
        p.play(p.legal_moves[first if drawing else 0])
    return sum(move.startswith("discard") for move in p.moves)


def check_tiebreak_species(case):
    s = table([[] for _ in case["grids"]], case["grids"])
    counts = [int(rules.species_of(s, seat)) for seat in range(s.seats)]
    assert counts == case["counts"]
    assert [seat for seat, count in enumerate(counts) if count == max(counts)] == case["expected"]


check_setup_2015_edition = check_setup


def test_there_are_417_cases():
    assert len(CASES) == len({case["id"] for case in CASES}) == 417


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_case(case):
    globals()[f"check_{case['fn']}"](case)


# Random games


def all_cards(seats):
    return [card_text(card) for card in range(int(state.IN_PLAY[seats]) * 8)]


def line(cards):
    """An arboretum with these cards in a line eastwards."""
    return [[card, 0, column] for column, card in enumerate(cards)]


@functools.cache
def random_game(seats, seed):
    """Positions of a game of random moves, from the deal to its end."""
    rng, p = random.Random(seed), parlour.new("arboretum", seats, seed=seed)
    walk = [p.copy()]
    while not p.is_over:
        p.play(rng.choice(p.legal_actions))
        walk.append(p.copy())
    return walk


@functools.cache
def expressible(seats, seed):
    """Its positions that strings can express."""
    return [p for p in random_game(seats, seed) if p.to_dict()["phase"] != "place"]


def any_position():
    """A position of a random game that strings can express."""
    games = st.sampled_from([(seats, seed) for seats in SEATS for seed in range(4)])
    return games.flatmap(lambda which: st.sampled_from(expressible(*which)))


@pytest.mark.parametrize("seats", SEATS)
def test_every_point_of_a_game_goes_to_strings_and_back(seats):
    for seed in range(3):
        for p in expressible(seats, seed):
            shared, hidden = strings.to_strings(p)
            q = strings.from_strings(shared, hidden)
            assert strings.is_state_valid(shared, hidden)
            assert strings.to_strings(q) == (shared, hidden)
            assert unordered(q) == unordered(p)
            assert q.result == p.result


def unordered(p):
    """A position without what strings do not tell: the order of the deck, and what all know of hands."""
    whole = p.to_dict()
    whole["deck"] = sorted(whole["deck"])
    for player in whole["players"]:
        player["known"] = []
    return whole


@pytest.mark.parametrize("seats", SEATS)
def test_the_letter_changes_at_the_first_draw(seats):
    letters = "".join(strings.to_strings(p)[0][0] for p in expressible(seats, 0))
    turns = ("ABCD"[:seats] * len(letters))[: len(letters) // 4]
    assert letters == "A" + "".join(4 * letter for letter in turns)


def test_between_turns_the_letter_of_the_next_seat_is_read_too():
    p = next(p for p in expressible(2, 0) if p.to_dict()["phase"] == "draw1" and p.current_player == 1)
    shared, hidden = strings.to_strings(p)
    assert shared[0] == "A"
    assert strings.from_strings(["B", *shared[1:]], hidden) == strings.from_strings(shared, hidden)
    third = strings.to_strings(expressible(3, 0)[0])
    with pytest.raises(parlour.PositionError, match=r"shared\[0\], the turn: it cannot be B's"):
        strings.from_strings(["B", *third[0][1:]], third[1])


def test_the_deck_of_an_import_is_shuffled_by_a_seed():
    states = strings.to_strings(parlour.new("arboretum", seed=1))
    decks = [strings.from_strings(*states, seed=seed).to_dict()["deck"] for seed in (0, 0, 1)]
    assert decks[0] == decks[1] != decks[2]
    assert sorted(decks[0]) == sorted(decks[2]) != decks[0]
    with pytest.raises(parlour.OptionsError, match="a seed is"):
        strings.from_strings(*states, seed=-1)


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"final_round": True}, "cannot express a game with final_round"),
        ({"starting_discards": "all"}, "cannot express a game with starting_discards"),
        ({"starting_discards": "all_but_first"}, "cannot express a game with starting_discards"),
    ],
)
def test_games_that_strings_cannot_express(options, reason):
    with pytest.raises(parlour.PositionError, match=reason):
        strings.to_strings(parlour.new("arboretum", seed=1, **options))


def test_a_chosen_card_and_other_games_are_not_expressible():
    p = next(p for p in random_game(2, 0) if p.to_dict()["phase"] == "place")
    with pytest.raises(parlour.PositionError, match=r"^[a-m]\d is chosen"):
        strings.to_strings(p)
    with pytest.raises(parlour.PositionError, match="not of golf"):
        strings.to_strings(parlour.new("golf", deal=1))


@pytest.mark.parametrize("seats", SEATS)
def test_a_bot_plays_whole_games_by_strings(seats):
    p = parlour.new("arboretum", seats, seed=5)
    while not p.is_over:
        phase, states = p.to_dict()["phase"], strings.to_strings(p)
        if phase != "play":
            p.play(sources(p)[strings.choose_draw_location(*states)])
            continue
        placement, discard = strings.generate_move(*states)
        assert strings.is_placement_valid(*states, placement)
        for move in (placement[:2], placement[2:], discard):
            p.play(f"{p.legal_moves[0].split()[0]} {move}")
    states = strings.to_strings(p)
    with pytest.raises(
        parlour.PositionError, match="no seat is to draw with hands of these sizes; the phase is over"
    ):
        strings.choose_draw_location(*states)
    with pytest.raises(parlour.PositionError, match="no seat is to plant"):
        strings.generate_move(*states)


@settings(max_examples=60, deadline=None)
@given(p=any_position())
def test_answers_are_the_moves_of_the_position(p):
    states, phase = strings.to_strings(p), p.to_dict()["phase"]
    if phase in ("draw1", "draw2"):
        assert strings.choose_draw_location(*states) in sources(p)
    else:
        with pytest.raises(parlour.PositionError):
            strings.choose_draw_location(*states)
    if phase != "play":
        with pytest.raises(parlour.PositionError):
            strings.generate_move(*states)
        return
    placement, discard = strings.generate_move(*states)
    hand = last_words(p)
    p = p.copy()
    p.play(f"play {placement[:2]}")
    squares = last_words(p)
    assert placement[2:] in squares
    p.play(f"at {placement[2:]}")
    assert discard in last_words(p)
    for card in hand:
        placements = {card + square for square in squares}
        assert strings.all_valid_placements(*states, card) == placements
        assert all(strings.is_placement_valid(*states, one) for one in placements)


@settings(max_examples=40, deadline=None)
@given(p=any_position(), data=st.data())
def test_a_bot_does_not_see_hidden_cards(p, data):
    """What it decides stays the same whatever the deck and the other hands are."""
    phase, mover = p.to_dict()["phase"], p.current_player
    shared, hidden = strings.to_strings(p)
    if phase not in ("draw1", "draw2", "play"):
        return
    decide = strings.generate_move if phase == "play" else strings.choose_draw_location
    unseen = [0, *(1 + seat for seat in range(p.seats) if seat != mover)]
    pool = [card for i in unseen for card in cards_of(hidden[i][i > 0 :])]
    pool = data.draw(st.permutations(pool))
    other = list(hidden)
    for i in unseen:
        size = len(hidden[i]) // 2
        other[i] = hidden[i][: i > 0] + "".join(sorted(pool[:size]))
        pool = pool[size:]
    assert decide(shared, other) == decide(shared, hidden)


def cards_of(text):
    return [text[at : at + 2] for at in range(0, len(text), 2)]


@settings(max_examples=60, deadline=None)
@given(p=any_position())
def test_scores_are_those_of_all_paths_and_of_the_position(p):
    states, s = strings.to_strings(p), open_record(p.states)
    for seat, letter in product(range(p.seats), LETTERS[: state.IN_PLAY[p.seats]]):
        asked = (*states, chr(ord("A") + seat), letter)
        paths, points = strings.all_viable_paths(*asked), strings.highest_viable_path_score(*asked)
        if not strings.can_score(*asked):
            assert (paths, points) == (None, -1)
            continue
        assert points == max((points_of(cards_of(path), 4, 1) for path in paths), default=0)
        if p.is_over:
            assert rules.has_right(s, seat, LETTERS.index(letter))
    if p.is_over:
        totals = [
            sum(
                max(0, strings.highest_viable_path_score(*states, chr(ord("A") + seat), letter))
                for letter in LETTERS[: state.IN_PLAY[p.seats]]
            )
            for seat in range(p.seats)
        ]
        assert p.result.scores == tuple(totals)


# Paths


def points_of(path, double, bonus):
    """Points of one path, as the rules say it."""
    points = len(path)
    if len({card[0] for card in path}) == 1 and len(path) >= double:
        points *= 2
    if bonus:
        points += (path[0][1] == "1") + 2 * (path[-1][1] == "8")
    return points


@st.composite
def gardens(draw):
    """A grid of up to 18 cards of a few species, each beside one planted before it."""
    species = draw(st.sampled_from(["a", "ab", "abc", LETTERS]))
    pool = [f"{letter}{value}" for letter in species for value in range(1, 9)]
    cards = draw(st.permutations(pool))[: draw(st.integers(0, 18))]
    places = [(0, 0)]
    while len(places) < len(cards):
        row, column = draw(st.sampled_from(places))
        up, right = draw(st.sampled_from([(1, 0), (-1, 0), (0, 1), (0, -1)]))
        if (row + up, column + right) not in places:
            places.append((row + up, column + right))
    return [[card, *place] for card, place in zip(cards, places, strict=False)]


@pytest.mark.kernel
@settings(max_examples=100 if JIT else 15, deadline=None)
@given(grid=gardens())
def test_the_best_path_is_the_best_of_all_paths(grid):
    cards, squares = laid(grid)
    for species in range(state.SPECIES):
        paths = strings.every_path(cards.tolist(), squares.tolist(), species)
        for double, bonus in product((2, 4), (0, 1)):
            every = {path: points_of([grid[i][0] for i in path], double, bonus) for path in paths}
            points, path = best(cards, squares, species, double, bonus)
            assert points == max(every.values(), default=0)
            assert every.get(path, 0) == points


@pytest.mark.kernel
@settings(max_examples=60 if JIT else 15, deadline=None)
@given(grid=gardens(), options=st.tuples(st.sampled_from([2, 4]), st.sampled_from([0, 1])))
def test_turning_or_mirroring_a_garden_keeps_its_points(grid, options):
    turned = [[card, -column, row] for card, row, column in grid]
    mirrored = [[card, row, -column] for card, row, column in grid]
    for species in range(state.SPECIES):
        points = best(*laid(grid), species, *options)[0]
        assert best(*laid(turned), species, *options)[0] == points
        assert best(*laid(mirrored), species, *options)[0] == points


def test_endless_numbers_are_malformed_like_any_other():
    for odd in (10**5000, [10**5000] * 5, [10**5000] * 3):
        assert not strings.is_shared_state_well_formed(odd) and not strings.is_hidden_state_well_formed(odd)
    with pytest.raises(parlour.PositionError, match="endless number"):
        from_object(parlour.new("arboretum", seed=1).to_dict() | {"phase": 10**5000})


# What is malformed

SHARED = ["B", "Aa6C00C00d6S01C00", "Ab4", "Bc7C00C00", "B"]
HIDDEN = [
    "a1a2a3a5a7b2b5b6b7c1c3c4c5c6c8d2d3d5d7j1j3j4j6j7j8m3m4m5m6m7",
    "Aa8b3d1d8j2j5m2",
    "Ba4b1b8c2d4m1m8",
]


def with_shared(number, text):
    return [*SHARED[:number], text, *SHARED[number + 1 :]], HIDDEN


def with_hidden(number, text):
    return SHARED, [*HIDDEN[:number], text, *HIDDEN[number + 1 :]]


MALFORMED = {
    "no list": ((7, HIDDEN), r"^shared must be a list of strings \(the turn, .*\), not 7$"),
    "a string": (("BABAB", HIDDEN), "^shared must be a list of strings"),
    "too few": ((SHARED[:4], HIDDEN), "^shared must have 5, 7 or 9 strings .*, not 4$"),
    "too few hidden": ((SHARED, HIDDEN[:2]), "^hidden must have 3, 4 or 5 strings .*, not 2$"),
    "other seats": ((SHARED, [*HIDDEN, "C"]), "^shared has 2 seats and hidden has 3"),
    "no string": (with_shared(2, None), r"^shared\[2\] must be a string, not None$"),
    "turn of two": (with_shared(0, "BA"), r"^shared\[0\], the turn, must be A or B, not 'BA'$"),
    "no turn": (with_shared(0, ""), r"^shared\[0\], the turn"),
    "small turn": (with_shared(0, "a"), r"^shared\[0\], the turn"),
    "turn of nobody": (with_shared(0, "C"), r"^shared\[0\], the turn"),
    "no id": (with_shared(1, ""), r"^shared\[1\], arboretum of A, must begin with the letter A, not ''$"),
    "wrong id": (with_shared(4, "A"), r"^shared\[4\], discards of B, must begin with the letter B, not 'A'$"),
    "swapped ids": ((["A", *SHARED[3:], *SHARED[1:3]], HIDDEN), r"^shared\[1\], arboretum of A"),
    "far direction": (
        with_shared(3, "Bc7X01C00"),
        r"^shared\[3\], arboretum of B, from character 2: 'c7X01C00' is no placement",
    ),
    "direction of columns": (with_shared(3, "Bc7E01C00"), "from character 2: 'c7E01C00' is no placement"),
    "direction of rows": (with_shared(3, "Bc7C00N01"), "from character 2: 'c7C00N01' is no placement"),
    "north of nothing": (with_shared(3, "Bc7N00C00"), "'c7N00C00' is no placement"),
    "centre with a distance": (with_shared(3, "Bc7C00C01"), "'c7C00C01' is no placement"),
    "small direction": (with_shared(3, "Bc7n01C00"), "'c7n01C00' is no placement"),
    "half a placement": (with_shared(1, "Aa6C00C00d6S01C0"), "from character 10: 'd6S01C0' is no placement"),
    "card of a placement": (with_shared(1, "Aa9C00C00"), "arboretum of A, from character 2: 'a9' is no card"),
    "half a card": (with_shared(2, "Ab"), r"^shared\[2\], discards of A, from character 2: 'b' is no card"),
    "species of three": (
        with_shared(2, "Ab4o1"),
        "discards of A, from character 4: o1 is not in a game of 2",
    ),
    "unsorted deck": (
        with_hidden(0, "a2a1"),
        r"^hidden\[0\], the deck, from character 3: .* a1 comes before a2$",
    ),
    "capital": (with_hidden(0, "a1A2"), r"^hidden\[0\], the deck, from character 3: 'A2' is no card"),
    "value 0": (with_hidden(0, "a0"), r"^hidden\[0\], the deck, from character 1: 'a0' is no card"),
    "value 9": (with_hidden(0, "a1a9"), r"^hidden\[0\], the deck, from character 3: 'a9' is no card"),
    "unsorted hand": (
        with_hidden(2, "Ba4b1b8c2d4m8m1"),
        r"^hidden\[2\], hand of B, from character 14: .* m1 comes before m8$",
    ),
    "other digits": (
        with_hidden(1, "Aa\N{ARABIC-INDIC DIGIT ONE}"),
        r"^hidden\[1\], hand of A, from character 2",
    ),
    "line end": (with_hidden(1, HIDDEN[1] + "\n"), r"^hidden\[1\], hand of A, from character 16"),
}

SIZES = {
    "hand of six": with_hidden(1, "Aa8b3d1d8j2j5"),
    "hand of one": with_hidden(1, "Aa8"),
    "hand of ten": with_hidden(2, "Ba1a2a3a4b1b8c2d4m1m8"),
}


def functions():
    """Each function on states, with arguments that fit."""
    return {
        "is_state_valid": strings.is_state_valid,
        "is_placement_valid": lambda *states: strings.is_placement_valid(*states, "a4N01C00"),
        "all_valid_placements": lambda *states: strings.all_valid_placements(*states, "a4"),
        "can_score": lambda *states: strings.can_score(*states, "A", "a"),
        "all_viable_paths": lambda *states: strings.all_viable_paths(*states, "A", "a"),
        "highest_viable_path_score": lambda *states: strings.highest_viable_path_score(*states, "A", "a"),
        "choose_draw_location": strings.choose_draw_location,
        "generate_move": strings.generate_move,
        "from_strings": strings.from_strings,
    }


def are_well_formed(shared, hidden):
    """The two answers; whatever they are given, both are yes or no."""
    answers = strings.is_shared_state_well_formed(shared), strings.is_hidden_state_well_formed(hidden)
    assert set(map(type, answers)) == {bool}
    return answers


def test_these_states_are_well_formed():
    assert are_well_formed(SHARED, HIDDEN) == (True, True)
    assert are_well_formed(tuple(SHARED), tuple(HIDDEN)) == (True, True)


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_string_is_named(name):
    states, reason = MALFORMED[name]
    if name != "other seats":
        assert False in are_well_formed(*states)
    for function in functions().values():
        with pytest.raises(ValueError, match=reason) as caught:
            function(*states)
        assert isinstance(caught.value, parlour.PositionError)


@pytest.mark.parametrize("name", SIZES)
def test_a_hand_of_another_size_is_malformed_and_where_size_is_asked_not_valid(name):
    states = SIZES[name]
    assert are_well_formed(*states) == (True, False)
    assert strings.is_state_valid(*states) is False
    scoring = (
        {"can_score", "all_viable_paths", "highest_viable_path_score"} if name != "hand of ten" else set()
    )
    for function in functions().keys() - {"is_state_valid"} - scoring:
        with pytest.raises(parlour.PositionError, match=r"^hidden\[[12]\], hand of [AB], has (6|1|10) cards"):
            functions()[function](*states)
    for function in scoring:
        functions()[function](*states)


def test_small_hands_score():
    shared = ["A", "Aa2C00C00b3C00E01a4C00E02a5C00E03", "A", "Bb2C00C00", "B"]
    hidden = ["", "Aa8", "Ba1a6"]
    assert [strings.can_score(shared, hidden, player, "a") for player in "AB"] == [False, True]
    assert strings.all_viable_paths(shared, hidden, "A", "a") is None
    assert strings.all_viable_paths(shared, hidden, "B", "a") == set()
    assert strings.highest_viable_path_score(shared, hidden, "A", "a") == -1
    assert strings.highest_viable_path_score(shared, hidden, "B", "a") == 0
    hidden = ["", "Aa1a8", "B"]
    assert strings.all_viable_paths(shared, hidden, "A", "a") == {"a2b3a4", "a2b3a4a5", "a4a5"}
    assert strings.highest_viable_path_score(shared, hidden, "A", "a") == 4
    assert strings.can_score(shared, ["", "A", "B"], "B", "m")


def test_three_and_four_seats():
    shared = ["C", "Aa1C00C00", "A", "Bo1C00C00", "B", "Cr8C00C00", "C"]
    assert strings.is_shared_state_well_formed(shared)
    assert not strings.is_shared_state_well_formed([*shared[:6], "Ct1"])
    assert strings.is_shared_state_well_formed(["D", *shared[1:6], "Ct1", "Dw8C00C00", "D"])
    hidden = ["", "Aa8", "B", "Ca1a2"]
    assert [strings.can_score(shared, hidden, player, "a") for player in "ABC"] == [False, False, True]
    with pytest.raises(parlour.PositionError, match="species must be a, b, c, d, j, m, o or r, not 't'"):
        strings.can_score(shared, hidden, "A", "t")


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: strings.can_score(SHARED, HIDDEN, "C", "a"), "^player must be A or B, not 'C'$"),
        (lambda: strings.can_score(SHARED, HIDDEN, "AB", "a"), "^player must be A or B, not 'AB'$"),
        (lambda: strings.can_score(SHARED, HIDDEN, None, "a"), "^player must be A or B, not None$"),
        (lambda: strings.all_viable_paths(SHARED, HIDDEN, "A", "o"), "^species must be a, b, c, d, j or m"),
        (lambda: strings.all_viable_paths(SHARED, HIDDEN, "A", ""), "^species must be"),
        (lambda: strings.highest_viable_path_score(SHARED, HIDDEN, "A", 1), "^species must be .* not 1$"),
        (lambda: strings.all_valid_placements(SHARED, HIDDEN, "a9"), "^card: 'a9' is no card"),
        (lambda: strings.all_valid_placements(SHARED, HIDDEN, "w1"), "^card: w1 is not in a game of 2"),
        (lambda: strings.all_valid_placements(SHARED, HIDDEN, 3), "^card must be a string, not 3$"),
        (
            lambda: strings.is_placement_valid(SHARED, HIDDEN, "a4N1C00"),
            "^placement: 'a4N1C00' is no placement",
        ),
        (lambda: strings.is_placement_valid(SHARED, HIDDEN, None), "^placement must be a string, not None$"),
        (lambda: strings.draw_from_deck("a2a1"), "^deck, from character 3: cards must be sorted"),
        (lambda: strings.draw_from_deck("a1a"), "^deck, from character 3: 'a' is no card"),
        (lambda: strings.draw_from_deck(None), "^deck must be a string, not None$"),
        (
            lambda: strings.from_strings(["A", "A", "A", "B", "B"], ["".join(all_cards(2)), "A", "B"]),
            "hands are empty",
        ),
    ],
)
def test_other_arguments_are_named(call, reason):
    with pytest.raises(parlour.PositionError, match=reason):
        call()


def test_decks():
    assert strings.draw_from_deck("") == ""
    assert strings.draw_from_deck("w8", random.Random(1)) == "w8"
    drawn = [strings.draw_from_deck("a1b2c3", random.Random(seed)) for seed in range(20)]
    assert drawn == [strings.draw_from_deck("a1b2c3", random.Random(seed)) for seed in range(20)]
    assert set(drawn) == {"a1", "b2", "c3"}


def deck_without(*gone, seats=2):
    """The deck that has all cards but those."""
    return "".join(card for card in all_cards(seats) if card not in gone)


EMPTY = [deck_without("a6", "c7"), "A", "B"]
DEALT = [HIDDEN[0].replace("a1a2", ""), *HIDDEN[1:]]
THREE = [
    deck_without(
        *(f"{letter}{value}" for letter in "abc" for value in range(1, 8)), "d1", "d2", "d3", seats=3
    ),
    *(seat + "".join(f"{letter}{value}" for value in range(1, 8)) for seat, letter in ("Aa", "Bb", "Cc")),
]
INVALID = {
    "a card is missing": (with_hidden(0, HIDDEN[0][2:]), "a1 stands there 0 times; each of the 48 cards"),
    "a card is there twice": (with_shared(4, "Ba1"), "a1 stands there 2 times"),
    "hands are empty in a game": (
        (["A", "Aa6C00C00", "A", "Bc7C00C00", "B"], EMPTY),
        "hidden: hands are empty only",
    ),
    "more discards than trees": (
        ([*SHARED[:4], "Ba1a2"], DEALT),
        r"^shared\[4\], discards of B, has 2 cards, and this seat had 1 turns$",
    ),
    "the other hand drew": (
        (["A", *SHARED[1:]], [HIDDEN[0][2:], HIDDEN[1], "Ba1" + HIDDEN[2][1:]]),
        r"^hidden\[2\], hand of B, has 8 cards",
    ),
    "seat B was left out": (
        (["C", "Ad1C00C00", "A", "B", "B", "Cd2C00C00", "Cd3"], THREE),
        r"^shared: \[1, 0, 1\] planted cards do not fit seats that take turns, A first$",
    ),
}


def test_these_states_are_valid():
    assert strings.is_state_valid(SHARED, HIDDEN)
    assert strings.is_state_valid(["A", "A", "A", "B", "B"], [deck_without(), "A", "B"])
    shared = ["B", "Ad1C00C00", "A", "Bd2C00C00", "Bd3", "C", "C"]
    assert strings.is_state_valid(shared, THREE)
    assert strings.from_strings(shared, THREE).current_player == 2


@pytest.mark.parametrize("name", INVALID)
def test_states_that_no_game_has(name):
    states, reason = INVALID[name]
    assert are_well_formed(*states) == (True, True)
    assert strings.is_state_valid(*states) is False
    with pytest.raises(parlour.PositionError, match=reason):
        strings.from_strings(*states)


@pytest.mark.parametrize(
    ("garden", "reason"),
    [
        ("Aa6N01C00", r"^shared\[1\], arboretum of A, from character 2: a6 must lie at C00C00$"),
        ("Aa6C00C00d6C00C00", "from character 10: d6 must lie on a free square beside one before it$"),
        ("Aa6C00C00d6N01E01", "from character 10: d6 must lie on a free square"),
        ("Aa6C00C00d6N99W99", "from character 10: d6 must lie on a free square"),
        (
            "A"
            + "".join(f"{card}C00{f'E{i:02}' if i else 'C00'}" for i, card in enumerate(all_cards(2)[:19])),
            "from character 146: c3 is card 19, and no arboretum has more than 18$",
        ),
    ],
)
def test_an_arboretum_that_cannot_be(garden, reason):
    """It is well formed, and not valid; what would need it says where it is wrong."""
    states = with_shared(1, garden)
    assert are_well_formed(*states) == (True, True)
    assert strings.is_state_valid(*states) is False
    for name in ("is_placement_valid", "all_valid_placements", "can_score", "all_viable_paths"):
        with pytest.raises(parlour.PositionError, match=reason):
            functions()[name](*states)


def test_a_card_twice_in_a_hand_has_no_sum():
    assert are_well_formed(*with_hidden(1, "Aa8a8d1d8j2j5m2")) == (True, True)
    with pytest.raises(
        parlour.PositionError, match=r"^hidden\[1\], hand of A: a8 stands there more than once"
    ):
        strings.can_score(*with_hidden(1, "Aa8a8d1d8j2j5m2"), "A", "a")


# Anything

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.binary(max_size=8),
    lambda inner: st.lists(inner, max_size=9) | st.tuples(inner, inner) | st.dictionaries(st.text(), inner),
)
PIECES = st.text("ABCDabcdjmortwlNSECW0123456789\n ", max_size=20)


@settings(max_examples=300, deadline=None)
@given(shared=ANYTHING | st.lists(PIECES, max_size=9), hidden=ANYTHING | st.lists(PIECES, max_size=6))
def test_well_formedness_is_yes_or_no_for_anything(shared, hidden):
    well_formed = are_well_formed(shared, hidden)
    for name, function in functions().items():
        try:
            function(shared, hidden)
        except parlour.ParlourError:
            continue
        assert all(well_formed), name


@st.composite
def mutated(draw):
    """States of a random game with a few strings changed."""
    shared, hidden = strings.to_strings(draw(any_position()))
    for _ in range(draw(st.integers(1, 3))):
        states = draw(st.sampled_from([shared, hidden]))
        if not states:
            continue
        at = draw(st.integers(0, len(states) - 1))
        text = states[at]
        if not isinstance(text, str):
            continue
        start = draw(st.integers(0, len(text)))
        size = draw(st.sampled_from([0, 1, 2, 8]))
        piece = draw(PIECES | st.sampled_from(["", "a1", "C00", "N01", "S99", "C00C00", "a1N01C00"]))
        other = draw(st.integers(0, len(states) - 1))
        match draw(st.sampled_from(["cut", "put", "swap", "drop", "none"])):
            case "cut":
                states[at] = text[:start] + text[start + size :]
            case "put":
                states[at] = text[:start] + piece + text[start + size :]
            case "swap":
                states[at], states[other] = states[other], text
            case "drop":
                del states[at]
            case "none":
                states[at] = None
    return shared, hidden


@settings(max_examples=400, deadline=None)
@given(states=mutated())
def test_changed_states_are_answered_or_refused_with_a_reason(states):
    well_formed = all(are_well_formed(*states)) and len(states[1]) == len(states[0]) // 2 + 1
    for name, function in functions().items():
        try:
            answer = function(*states)
        except parlour.ParlourError:
            assert name != "is_state_valid" or not well_formed
            continue
        if name == "is_state_valid":
            assert well_formed or not answer
        elif not name.startswith(("can", "all_viable", "highest")):
            assert well_formed
