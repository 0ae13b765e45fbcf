"""Arbos: the cases of the rules, what always holds, options, texts, bad positions, views, goldens."""

import json
import random
from collections import Counter
from itertools import pairwise, product
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from parlour.core.kernel import jump, open_record
from parlour.games.arbos import rules, state
from parlour.games.arbos.cells import cell_text
from parlour.testing import check_compilation, check_game
from tests.games.arbos_oracle import apart, beside, board, neighbours, within
from tests.games.playthrough import playthrough

CASES = json.loads((Path(__file__).parents[1] / "data" / "arbos.json").read_text())
COLOURS = ("white", "black")
READINGS = ("union2", "sum2", "both_pair", "linked_ge2")
SCORINGS = (*READINGS, "total")
PLACEMENTS = ("random", "spread", "interactive", "symmetric")


def position(seeds=(), white=(), black=(), *, turn=0, phase="play", wanted=None, **others):
    """A position; what is none of its fields is an option. Cells may be words of one text.

    `wanted` is the option `seeds`; without it that is as many as there are.
    """
    seeds, white, black = (
        cells.split() if isinstance(cells, str) else list(cells) for cells in (seeds, white, black)
    )
    fields = {name: others.pop(name) for name in ("passes", "forfeit") if name in others}
    options = {"seeds": len(seeds) if wanted is None else wanted} | others
    whole = {"game": "arbos", "options": options, "seeds": seeds, "white": white, "black": black}
    player = None if phase == "over" else turn
    return parlour.from_json(json.dumps(whole | {"current_player": player, "phase": phase} | fields))


def refused(p, move, seat=None):
    """Try a move that is refused; return the code of the reason."""
    before = p.key(), p.history, p.legal_moves
    with pytest.raises(parlour.IllegalMove) as refusal:
        p.play(move, seat=seat)
    assert (p.key(), p.history, p.legal_moves) == before
    return refusal.value.code


def test_conforms():
    check_game("arbos", 1, compare_jit=False)


@pytest.mark.parametrize("size", [5, 8])
def test_conforms_on_small_boards(size):
    check_game("arbos", 1, compare_jit=False, size=size)


def test_runs_alike_without_compilation():
    check_compilation("arbos", 1)


@pytest.mark.parametrize(("preset", "size"), [("standard", 9), ("later", 9), ("original", 7)])
def test_reads_like_a_game(golden, preset, size):
    p = parlour.new("arbos", seed=7, preset=preset, size=size)
    golden(f"arbos-{preset}", playthrough(p, size, every=15, longest=100))


def test_begins_on_the_largest_board(golden):
    golden("arbos-20", playthrough(parlour.new("arbos", seed=7), 2, every=4, longest=4))


# Cases


def case(one, **others):
    return position(one["seeds"], one["white"], one["black"], **one.get("config", {}), **others)


def by_row(cell):
    return cell[0], int(cell[1:])


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("one", CASES["positions"], ids=lambda one: one["id"])
def test_cases_of_positions(one, seat):
    p, expected = case(one, turn=seat), one["expect"][COLOURS[seat]]
    grown = sorted(
        (sorted(tree.pawns, key=by_row), sorted(tree.seeds)) for tree in p.view(None).players[seat].trees
    )
    trees = zip(expected["trees"], map(sorted, expected["tree_seeds"]), strict=True)
    assert grown == sorted(trees)
    for scoring in READINGS:
        points = case(one, scoring=scoring).view(None).players[seat].points
        assert points == expected["score"][scoring], scoring
    cells = [move for move in p.legal_moves if move != "pass"]
    assert len(cells) == expected["legal_count"] and cells == expected.get("legal", cells)
    assert p.view(None).players[seat].open == tuple(cells)


@pytest.mark.parametrize("one", CASES["positions"], ids=lambda one: one["id"])
def test_cases_of_positions_say_who_leads(one):
    p = case(one)
    white, black = (player.points for player in p.view(None).players)
    assert one["expect"]["leader"] == (None if white == black else COLOURS[white < black])
    assert one["expect"]["stuck"] == p.is_over


QUERIES = [(one, query) for one in CASES["positions"] for query in one["queries"]]


@pytest.mark.parametrize(
    ("one", "query"), QUERIES, ids=[f"{one['id']}-{query['color']}-{query['cell']}" for one, query in QUERIES]
)
def test_cases_of_single_pawns(one, query):
    seat = COLOURS.index(query["color"])
    p = case(one, turn=seat)
    if query["legal"]:
        p.play(query["cell"], seat=seat)
        player = p.view(None).players[seat]
        assert query.get("trees_after", len(player.trees)) == len(player.trees)
        assert query.get("score_after", player.points) == player.points
    else:
        assert refused(p, query["cell"]) == query["reason"]


def play_event(p, event):
    """Play an event as far as it is legal; return "ok" or the reason why it is not."""
    move = {"seed": "*{cell}", "place": "{cell}"}.get(event["type"], event["type"]).format(**event)
    try:
        p.play(move, seat=None if move == "timeout" else COLOURS.index(event["by"]))
    except parlour.IllegalMove as refusal:
        return {"over": "game_over"}.get(refusal.code, refusal.code)
    return "ok"


def winner_of(p):
    if p.result is None:
        return None
    return COLOURS[p.result.winners[0]] if p.result.winners else "draw"


@pytest.mark.kernel
@pytest.mark.parametrize("one", CASES["games"], ids=lambda one: one["id"])
def test_cases_of_whole_games(one):
    options = dict(one["config"])
    p = parlour.new("arbos", seed=1, placement="interactive", seeds=options.pop("seed_count"), **options)
    for event in one["events"]:
        before = p.key(), p.history
        assert play_event(p, event) == event.get("result", "ok"), event
        assert ((p.key(), p.history) == before) == (event.get("result", "ok") != "ok")
        players = p.view(None).players
        facts = {
            "turn": None if p.is_over else COLOURS[p.current_player],
            "over": p.is_over,
            "score": [player.points for player in players],
            "trees": [len(player.trees) for player in players],
            "winner": winner_of(p),
        }
        assert {name: event[name] for name in facts if name in event} == {
            name: fact for name, fact in facts.items() if name in event
        }, event
    assert p.is_over


# What always holds


def small_game(draw, sizes):
    """Begin a game with options drawn."""
    placement = draw(st.sampled_from(PLACEMENTS))
    seeds = draw(st.integers(0, 2)) * 2 if placement == "symmetric" else draw(st.integers(0, 3))
    return parlour.new(
        "arbos",
        seed=draw(st.integers(0, 2**64 - 1)),
        size=draw(st.sampled_from(sizes)),
        seeds=seeds,
        placement=placement,
        max_trees=draw(st.integers(1, 4)),
        pawns=draw(st.sampled_from([3, 10, 80])),
        scoring=draw(st.sampled_from(SCORINGS)),
        must_place=draw(st.booleans()),
    )


@st.composite
def lines(draw, sizes=(5, 6, 7, 20)):
    """Draw a game and its moves; return its positions from the first to the last."""
    p = small_game(draw, sizes)
    passed = [p.copy()]
    for number in draw(st.lists(st.integers(0, 2**16), min_size=15, max_size=60)):
        if p.is_over:
            break
        p.play(p.legal_actions[number % len(p.legal_actions)])
        passed.append(p.copy())
    return passed


def playing(line):
    """Return the views of those positions where pawns are placed."""
    return [view for view in (p.view(None) for p in line) if view.phase == "play"]


quickly = settings(max_examples=20, deadline=None)


@quickly
@given(lines())
def test_legal_cells_are_what_the_definition_says(line):
    for view in playing(line):
        taken = {*view.seeds, *view.players[0].pawns, *view.players[1].pawns}
        for seat, (own, other) in enumerate(zip(view.players, view.players[::-1], strict=True)):
            expected = [
                cell
                for cell in board(view.options.size)
                if cell not in taken
                and own.left
                and beside(cell).isdisjoint(other.pawns)
                and (len(own.trees) < view.options.max_trees or not neighbours(cell).isdisjoint(own.pawns))
            ]
            assert own.open == tuple(expected), seat


@quickly
@given(lines())
def test_a_cell_beside_both_colours_is_barred_to_both_for_ever(line):
    barred = set()
    for view in playing(line):
        white, black = view.players
        now = set(white.barred) & set(black.barred)
        assert barred <= now
        assert now.isdisjoint({*white.open, *black.open, *white.pawns, *black.pawns})
        assert now == {
            cell
            for cell in set(white.barred) | set(black.barred)
            if not beside(cell).isdisjoint(white.pawns) and not beside(cell).isdisjoint(black.pawns)
        }
        barred = now


@quickly
@given(lines())
def test_who_can_place_nothing_never_can_again_and_an_opponents_move_only_takes_cells_away(line):
    for before, after in pairwise(playing(line)):
        seat = before.player
        for mine, then in zip(before.players, after.players, strict=True):
            assert mine.open or not then.open
        assert set(after.players[1 - seat].open) <= set(before.players[1 - seat].open)
        if len(before.players[seat].pawns) == len(after.players[seat].pawns):
            assert before.players[0].open == after.players[0].open
            assert before.players[1].open == after.players[1].open


@quickly
@given(lines())
def test_trees_grow_and_merge_but_never_split(line):
    for before, after in pairwise(playing(line)):
        for mine, then in zip(before.players, after.players, strict=True):
            assert sorted(then.pawns) == sorted(pawn for tree in then.trees for pawn in tree.pawns)
            assert len(then.trees) <= after.options.max_trees
            for tree in mine.trees:
                assert sum(set(tree.pawns) <= set(other.pawns) for other in then.trees) == 1


@quickly
@given(lines(sizes=(5, 6, 7)))
def test_diagonal_chains_cannot_be_crossed(line):
    for view in playing(line):
        for own, other in (view.players, view.players[::-1]):
            for one, its in product(own.pawns, repeat=2):
                if its in neighbours(one) - beside(one):
                    assert beside(one) & beside(its) <= set(other.barred) | set(own.pawns) | set(view.seeds)


def spans(tree, size, across):
    """Say whether a tree reaches from side to side, or from top to bottom."""
    ends = {1, size} if across else {"A", "ABCDEFGHIJKLMNOPQRST"[size - 1]}
    return ends <= {int(pawn[1:]) if across else pawn[0] for pawn in tree.pawns}


def test_trees_of_both_colours_never_cross():
    spanned = Counter()
    for seed in range(60):
        p, chance = parlour.new("arbos", seed=seed, size=5, max_trees=1, seeds=0), random.Random(seed)
        while not p.is_over:
            p.play(chance.choice([move for move in p.legal_moves if move != "pass"]))
        white, black = p.view(None).players
        for across in (True, False):
            for one, other in ((white, black), (black, white)):
                if any(spans(tree, 5, across) for tree in one.trees):
                    spanned[across] += 1
                    assert not any(spans(tree, 5, not across) for tree in other.trees)
    assert min(spanned[True], spanned[False]) > 5


@quickly
@given(lines())
def test_seeds_once_linked_stay_so_and_two_readings_of_the_score_never_fall(line):
    for before, after in pairwise(playing(line)):
        for mine, then in zip(before.players, after.players, strict=True):
            assert linked(mine) <= linked(then)
            if before.options.scoring in ("union2", "total"):
                assert mine.points <= then.points


def linked(player):
    return {seed for tree in player.trees for seed in tree.seeds}


@pytest.mark.parametrize(
    ("scoring", "before", "after"),
    [("union2", 3, 3), ("total", 3, 3), ("sum2", 4, 3), ("both_pair", 1, 0), ("linked_ge2", 1, 0)],
)
def test_a_merge_lowers_the_other_readings(scoring, before, after):
    p = position("F4 F6 F8", "F5 F7", scoring=scoring)
    assert p.view(None).players[0].points == before
    p.play("E6")
    assert p.view(None).players[0].points == after


@quickly
@given(lines())
def test_positions_are_read_back_from_their_json(line):
    for p in line:
        again = parlour.from_json(p.to_json())
        assert again == p and again.to_dict() == p.to_dict() and again.view(None) == p.view(None)


def mapped(cell, size, turn, mirror):
    """Turn a cell by quarters, and mirror it."""
    row, column = ord(cell[0]) - ord("A"), int(cell[1:]) - 1
    for _ in range(turn):
        row, column = column, size - 1 - row
    return f"{'ABCDEFGHIJKLMNOPQRST'[row]}{(size - 1 - column if mirror else column) + 1}"


def move_mapped(move, size, turn, mirror):
    if move in ("pass", "forced"):
        return move
    return move[: move.startswith("*")] + mapped(move.removeprefix("*"), size, turn, mirror)


def position_mapped(data, turn, mirror, swap):
    size = data["options"]["size"]
    whole = data | {
        name: [mapped(cell, size, turn, mirror) for cell in data[name]] for name in ("seeds", *COLOURS)
    }
    if swap:
        whole["white"], whole["black"] = whole["black"], whole["white"]
        if data["current_player"] is not None:
            whole["current_player"] = 1 - data["current_player"]
    return whole


@quickly
@given(lines(), st.integers(0, 3), st.booleans(), st.booleans())
def test_board_symmetries_and_a_swap_of_colours_keep_every_answer(line, turn, mirror, swap):
    for p, after in zip(line, [*line[1:], None], strict=True):
        data, swapped = p.to_dict(), swap and p.view(None).phase != "seeds"
        size = data["options"]["size"]
        image = position_mapped(data, turn, mirror, swapped)
        other = parlour.from_json(json.dumps(image))
        assert other.to_dict() == image and other.is_over == p.is_over
        moves = {move_mapped(move, size, turn, mirror) for move in p.legal_moves}
        assert set(other.legal_moves) == moves
        players = p.view(None).players
        for mine, its in zip(players, other.view(None).players[:: -1 if swapped else 1], strict=True):
            assert mine.points == its.points
            assert [{mapped(pawn, size, turn, mirror) for pawn in tree.pawns} for tree in mine.trees] == [
                set(tree.pawns) for tree in its.trees
            ]
        if after is not None and after.view(None).phase != "seeds" and swapped == swap:
            other.play(move_mapped(after.moves[-1], size, turn, mirror))
            assert other.to_dict() == position_mapped(after.to_dict(), turn, mirror, swap)


# Set-up


def seeds_of(**options):
    return parlour.new("arbos", **options).view(None).seeds


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**64 - 1), st.integers(5, 20), st.sampled_from([2, 3]))
@pytest.mark.parametrize("placement", ["random", "spread", "symmetric"])
def test_seeds_lie_apart(placement, seed, size, spacing):
    seeds = seeds_of(seed=seed, size=size, spacing=spacing, placement=placement)
    assert all(apart(one, other) >= spacing for at, one in enumerate(seeds) for other in seeds[:at])
    assert set(seeds) <= set(board(size))
    if placement == "symmetric":
        assert [mapped(seed, size, 2, mirror=False) for seed in seeds[::2]] == list(seeds[1::2])


@pytest.mark.parametrize(("placement", "seeds", "barred"), [("random", 1, set()), ("symmetric", 2, {"C3"})])
def test_a_first_seed_is_put_on_each_cell_alike(placement, seeds, barred):
    game, found = parlour.game("arbos"), Counter()
    states = game.blank(game.choose(size=5, placement=placement, seeds=seeds), 2)
    cells, games = set(board(5)) - barred, 5_000
    for seed in range(games):
        game.kernels.deal(states, 2, np.uint64(seed), game.acts())
        found[cell_text(int(states["seeds"][0, 0]))] += 1
    assert set(found) == cells
    chi_square = sum((n - games / len(cells)) ** 2 for n in found.values()) * len(cells) / games
    assert chi_square < 50  # of 24 or 23 degrees of freedom: once in 1,000 times or less


def test_spread_seeds_lie_farther_apart_than_random_ones():
    def nearest(placement):
        gaps = []
        for seed in range(40):
            seeds = seeds_of(seed=seed, placement=placement)
            gaps += [min(apart(one, other) for other in seeds if other != one) for one in seeds]
        return np.mean(gaps)

    assert nearest("spread") > nearest("random") + 0.5


@settings(max_examples=15, deadline=None)
@given(st.data(), st.integers(5, 12), st.sampled_from([2, 3]), st.booleans())
def test_players_never_get_stuck_while_they_put_seeds(data, size, spacing, far):
    most = (size * size - 1) // (2 * spacing - 1) ** 2 + 1
    p = parlour.new("arbos", seed=1, size=size, spacing=spacing, placement="interactive", seeds=most)
    for number in range(most):
        assert p.current_player == number % 2 and p.view(None).phase == "seeds"
        moves = p.legal_moves
        if far:  # bar as many cells as can be
            free = {move[1:] for move in moves}
            most_barred = max(len(within(cell, spacing - 1) & free) for cell in free)
            moves = [move for move in moves if len(within(move[1:], spacing - 1) & free) == most_barred]
        p.play(data.draw(st.sampled_from(moves)))
    assert p.view(None).phase == "play" and p.current_player == 0
    with pytest.raises(parlour.OptionsError, match=f"players can always put {most} or fewer"):
        parlour.new("arbos", seed=1, size=size, spacing=spacing, placement="interactive", seeds=most + 1)


@pytest.mark.parametrize(("seeds", "second"), [(3, 1), (2, 1), (1, 0)])
def test_white_puts_the_first_seed_and_places_the_first_pawn(seeds, second):
    p, seats = parlour.new("arbos", seed=1, size=7, placement="interactive", seeds=seeds), []
    for _ in range(seeds + 2):
        seats.append(p.current_player)
        p.play(p.legal_moves[0])
    assert seats == [number % 2 for number in range(seeds)] + [0, 1] and seats[1] == second


def test_without_seeds_players_begin_at_once():
    for placement in PLACEMENTS:
        p = parlour.new("arbos", seed=1, seeds=0, placement=placement)
        assert p.view(None).phase == "play" and len(p.legal_moves) == 401


# Random play


def random_games(count, **options):
    """Play random games; return the points of both and the number of pawns placed in each."""
    game = parlour.game("arbos")
    chosen, acts, played = game.choose(**options), game.acts(), []
    for seed in range(count):
        states = game.blank(chosen, 2)
        n, turn = game.kernels.deal(states, 2, np.uint64(seed), acts), 0
        while n:
            n = game.kernels.step(states, acts[int(jump(np.uint64(seed), turn)) % n], acts)
            turn += 1
        s = open_record(states)
        played.append((*game.views.result(s).scores, int(s.placed.sum())))
    return np.array(played)


def test_random_games_are_as_long_and_score_as_they_should():
    white, black, placed = random_games(400, must_place=True).T
    assert 150 < placed.mean() <= 160 == placed.max()
    assert 8.9 < white.mean() < 9.7 and 8.9 < black.mean() < 9.7
    assert 0.36 < np.mean(white > black) < 0.52 and 0.36 < np.mean(black > white) < 0.52
    assert 0.06 < np.mean(white == black) < 0.18


SAMPLED = [
    {"white": "A1 E1", "black": "A5", "max_trees": 2},
    {"white": "A1 E1", "black": "A5", "max_trees": 2, "must_place": True},
    {"white": "A1 E1", "black": "A5", "pawns": 2},
    {"phase": "seeds", "wanted": 3, "placement": "interactive", "turn": 1},
]


@pytest.mark.parametrize("fields", SAMPLED)
def test_random_games_draw_each_legal_action_alike(fields):
    p = position("C3", size=5, **fields)
    states, drawn, draws = p.states, Counter(), 3_000
    for seed in range(draws):
        open_record(states).rng = seed
        drawn[int(rules.sample(states[0], p.game.acts()))] += 1
    assert set(drawn) == set(p.legal_actions)
    share = draws / len(drawn)
    assert sum((n - share) ** 2 / share for n in drawn.values()) < 50


def test_kernels_play_random_games_of_that_length():
    p = parlour.new("arbos", seed=1, must_place=True)
    assert 150 < p.game.kernels.random_games(p.states, 100, np.uint64(1)) / 100 < 180


# Options


def nearest(number, parity):
    return min(range(parity, 41, 2), key=lambda n: abs(n - number))


@pytest.mark.parametrize("size", range(5, 21))
def test_the_usual_number_of_seeds(size):
    def seeds(**options):
        return parlour.game("arbos").choose(size=size, **options).seeds

    share = 21 * size * size / 400
    assert seeds() == seeds(preset="original") == nearest(share, 1)
    assert seeds(placement="symmetric") == (nearest(share, 0) if size < 20 else 20)
    assert seeds(preset="later") == (20 if size == 20 else nearest(share, 1))
    assert seeds(seeds=2) == seeds(seeds=2, placement="symmetric") == 2


def test_presets():
    def options(**others):
        standard = {
            "size": 20,
            "seeds": 21,
            "spacing": 2,
            "placement": "random",
            "late_seed": "random",
            "max_trees": 3,
            "pawns": 80,
            "scoring": "union2",
            "must_place": False,
            "breach": "reject",
            "colours": "weaker_white",
        }
        return standard | others

    presets = {name: msgspec.to_builtins(preset) for name, preset in parlour.game("arbos").presets.items()}
    assert presets == {
        "standard": options(),
        "later": options(seeds=20, spacing=3, colours="chosen"),
        "original": options(placement="interactive", late_seed="spread", breach="forfeit"),
    }
    assert next(iter(presets)) == "standard"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"size": 4}, "option size is 5 to 20, not 4"),
        ({"size": 21}, "option size is 5 to 20, not 21"),
        ({"seeds": 41}, "option seeds is 0 to 40, not 41"),
        ({"seeds": -1}, "option seeds is 0 to 40, not -1"),
        ({"spacing": 1}, "option spacing is 2 or 3, not 1"),
        ({"spacing": 4}, "option spacing is 2 or 3, not 4"),
        ({"placement": "even"}, "option placement is random, spread, interactive or symmetric"),
        ({"late_seed": "symmetric"}, "option late_seed is random or spread"),
        ({"max_trees": 0}, "option max_trees is 1 to 8, not 0"),
        ({"max_trees": 9}, "option max_trees is 1 to 8, not 9"),
        ({"pawns": 0}, "option pawns is 1 to 200, not 0"),
        ({"pawns": 201}, "option pawns is 1 to 200, not 201"),
        ({"scoring": "union3"}, "option scoring is union2, sum2, both_pair, linked_ge2 or total"),
        ({"must_place": "maybe"}, "option must_place is"),
        ({"breach": "punish"}, "option breach is reject or forfeit"),
        ({"colours": "blue"}, "option colours is weaker_white, chosen or random"),
        ({"treees": 2}, "no option 'treees'"),
        ({"preset": "late"}, "no preset 'late'; did you mean 'later'"),
        ({"seats": 3}, "2 seats, not 3"),
        ({"size": 5, "seeds": 10}, "10 random seeds.*do not fit: at most 9 do"),
        (
            {"size": 7, "seeds": 10, "spacing": 3},
            "3 rows or columns apart, on 7 x 7 do not fit: at most 9 do",
        ),
        ({"placement": "symmetric", "seeds": 5}, "come in pairs, so their number is even, not 5"),
        ({"placement": "interactive", "spacing": 3}, "players can always put 16 or fewer"),
        ({"placement": "interactive", "size": 5, "seeds": 4}, "players can always put 3 or fewer"),
        ({"size": 9, "seeds": 25}, "25 random seeds.* found no place in 1,000 attempts"),
        ({"size": 10, "spacing": 3, "seeds": 16}, "16 random seeds.* found no place in 1,000 attempts"),
        ({"size": 7, "seeds": 16, "placement": "spread"}, "16 spread seeds.* found no place in 1,000"),
        ({"size": 6, "seeds": 4, "spacing": 3, "placement": "symmetric"}, None),
        ({"size": 5, "seeds": 4, "spacing": 3, "placement": "symmetric"}, None),
        ({"placement": "interactive", "size": 5, "seeds": 3}, None),
        ({"size": 5, "seeds": 7}, None),
        ({"spacing": 3, "seeds": 25}, None),
    ],
)
def test_options_that_cannot_be_are_refused_with_the_reason(options, reason):
    if reason is None:
        assert parlour.new("arbos", seed=1, **options).view(None).phase in ("seeds", "play")
        return
    with pytest.raises(parlour.OptionsError, match=reason) as refusal:
        parlour.new("arbos", seed=1, **options)
    assert "\n" not in str(refusal.value)


def test_options_may_be_typed_words():
    options = parlour.new(
        "arbos", seed=1, must_place="false", size="9", spacing="3", breach="forfeit"
    ).options
    assert (options.must_place, options.size, options.spacing, options.seeds) == (False, 9, 3, 5)
    assert parlour.new("arbos", seed=1, must_place="true").options.must_place is True


def test_a_position_may_name_some_options_alone():
    whole = {"seeds": [], "white": [], "black": [], "current_player": 0, "phase": "play"}
    p = parlour.from_json(json.dumps({"game": "arbos", "options": {"size": 9}} | whole))
    assert p.options.seeds == 5 and len(p.legal_moves) == 82
    assert parlour.from_json(json.dumps({"game": "arbos"} | whole)).options.seeds == 21


# Texts


@pytest.mark.parametrize(
    ("word", "move"),
    [
        ("c14", "C14"),
        (" T20 ", "T20"),
        ("a01", "A1"),
        ("C 4", "C4"),
        ("*c14", "*C14"),
        (" *t20", "*T20"),
        ("* A1", "*A1"),
        ("PASS", "pass"),
        (" Forced", "forced"),
        ("Timeout", "timeout"),
    ],
)
def test_moves_are_read_leniently(word, move):
    p = parlour.new("arbos", seed=1)
    assert p.text(p.action(word)) == move == p.text(p.action(move))


@pytest.mark.parametrize(
    "word",
    [
        "",
        "C",
        "14",
        "14C",
        "U1",
        "A0",
        "A00",
        "A21",
        "C14*",
        "**C3",
        "*",
        "A1 B2",
        "passs",
        "A-1",
        "Ａ1",
        "A١",
    ],
)
def test_other_words_are_refused_with_what_would_be_right(word):
    with pytest.raises(
        parlour.NotationError, match="is no move of Arbos; moves are a row letter and a column"
    ):
        parlour.new("arbos", seed=1, breach="forfeit").play(word)


def test_ids_of_actions():
    p = parlour.new("arbos", seed=1, size=5)
    texts = ("A1", "A20", "B1", "T20", "*A1", "*T20", "pass", "forced", "timeout")
    assert [p.action(text) for text in texts] == [0, 19, 20, 399, 400, 799, 800, 801, 802]
    assert p.legal_actions[5] in (20, 21) and p.game.rules.ACTIONS == 803


LONELY = {"size": 5, "white": "A3 C3", "black": "A1", "pawns": 2}
"""White has no pawn left."""


def test_pass_of_who_can_only_pass_is_read_as_forced():
    p = position(**LONELY)
    assert p.legal_moves == ("forced",)
    p.play("pass")
    assert p.moves == ("forced",) and p.current_player == 1 and p.view(None).passes == 1
    assert p.legal_moves[-1] == "pass"
    p.play("pass")
    assert p.moves == ("forced", "pass") and p.result.reason == "two passes"


@pytest.mark.parametrize("breach", ["reject", "forfeit"])
def test_a_pass_by_its_id_must_be_the_right_one_but_the_wrong_one_loses_nothing(breach):
    p = position(**LONELY, breach=breach)
    assert refused(p, state.PASS) == "forced"
    p.play(state.FORCED)
    if breach == "reject":
        assert refused(p, state.FORCED) == "not_forced"


def test_a_player_who_must_place_may_not_pass():
    p = position(size=5, must_place=True)
    assert "pass" not in p.legal_moves and refused(p, "pass") == "must_place"
    p.play("timeout")
    p.play("timeout")
    assert p.result.reason == "two passes" and p.moves == ("timeout", "timeout")


FULL = {"seeds": "E5", "white": "A1 A5", "black": "C3", "size": 5, "pawns": 3, "max_trees": 2}


@pytest.mark.parametrize(
    ("cell", "seat", "others", "code"),
    [
        ("A6", 0, {}, "off_board"),
        ("T20", 0, {"pawns": 2}, "off_board"),
        ("A1", 0, {"pawns": 2}, "no_pawns_left"),
        ("C2", 0, {"pawns": 2}, "no_pawns_left"),
        ("A1", 0, {}, "occupied"),
        ("C3", 0, {}, "occupied"),
        ("E5", 0, {}, "occupied"),
        ("C2", 0, {}, "beside_opponent"),
        ("D3", 0, {}, "beside_opponent"),
        ("E1", 0, {}, "too_many_trees"),
        ("C1", 0, {}, "too_many_trees"),
        ("B1", 1, {}, "beside_opponent"),
        ("E1", 1, {"max_trees": 1, "white": "A1"}, "too_many_trees"),
        ("*E1", 0, {}, "wrong_phase"),
        ("*A6", 0, {"pawns": 2}, "wrong_phase"),
        ("forced", 0, {}, "not_forced"),
    ],
)
def test_each_refusal_says_why_and_the_first_reason_counts(cell, seat, others, code):
    assert refused(position(**(FULL | others), turn=seat), cell) == code


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("C3", "wrong_phase"),
        ("pass", "wrong_phase"),
        ("forced", "wrong_phase"),
        ("timeout", "wrong_phase"),
        ("*A6", "off_board"),
        ("*A1", "occupied"),
        ("*B2", "seed_neighbor"),
        (803, "no_such_action"),
        (-1, "no_such_action"),
    ],
)
def test_refusals_while_seeds_are_put(move, code):
    p = parlour.new("arbos", seed=1, size=5, seeds=3, placement="interactive")
    p.play("*A1")
    assert refused(p, move) == code


def test_seeds_may_have_to_lie_three_apart():
    p = parlour.new("arbos", seed=1, size=9, seeds=2, spacing=3, placement="interactive")
    p.play("*C3")
    for cell in ("A1", "C5", "E5", "D4"):
        assert refused(p, f"*{cell}") == "seed_neighbor"
    p.play("*F3")
    assert p.view(None).seeds == ("C3", "F3")


def test_after_the_end_everything_is_refused():
    for p in (position(phase="over", passes=2), position(phase="over", forfeit=1, breach="forfeit")):
        for move in ("A1", "*A1", "pass", "forced", "timeout", 399):
            assert refused(p, move) == refused(p, move, seat=0) == "over"


# Clock and forfeit


def test_the_clock_passes_for_who_is_on_turn():
    p = position(size=5)
    p.play("timeout")
    assert p.current_player == 1 and p.view(None).passes == 1 and "timeout" not in p.legal_moves
    p.play("C3")
    assert p.view(None).passes == 0
    p.play("timeout")
    p.play("pass")
    assert p.result.reason == "two passes" and p.result.winners == ()
    assert p.moves == ("timeout", "C3", "timeout", "pass")


@pytest.mark.parametrize("breach", ["reject", "forfeit"])
def test_no_seat_runs_out_of_time_by_choice(breach):
    p = position(size=5, breach=breach)
    assert refused(p, "timeout", seat=0) == refused(p, state.TIMEOUT, seat=0) == "clock_only"
    assert refused(p, "timeout", seat=1) == "not_your_turn"
    p.play("timeout")
    assert refused(p, "timeout", seat=0) == "not_your_turn"


def test_a_timeout_that_is_no_choice_is_one_too_where_a_pass_is_forced():
    p = position(**LONELY)
    p.play("timeout")
    assert p.moves == ("timeout",) and p.current_player == 1


ILLEGAL = ("A1", "A6", "B1", "*E1", "forced", "T20")


@pytest.mark.parametrize("move", ILLEGAL)
def test_an_illegal_act_loses_where_the_option_says_so(move):
    p = position("C3", "B3", "A1", size=5, breach="forfeit")
    before = p.key()
    p.play(move, seat=0)
    assert p.is_over and p.current_player is None and p.legal_moves == ()
    result = p.result
    assert (result.scores, result.ranks, result.winners) == ((1, 0), (2, 1), (1,))
    assert result.reason == "illegal act" and p.returns == (0, 1)
    assert p.to_dict()["forfeit"] == 0 and parlour.from_json(p.to_json()) == p
    assert p.record().replay() == p
    p.undo()
    assert p.key() == before and not p.is_over
    p.redo()
    assert p.result == result


def test_a_pass_that_may_not_be_loses_too():
    p = position(size=5, breach="forfeit", must_place=True, turn=1)
    p.play("pass")
    assert p.result.winners == (0,) and p.returns == (1, 0)


def test_an_illegal_seed_loses_and_nobody_has_a_point():
    p = parlour.new("arbos", seed=1, preset="original", size=7)
    p.play("*D4")
    p.play("*D5", seat=1)
    assert p.result.winners == (0,) and p.result.scores == (0, 0) and p.view(None).seeds == ("D4",)
    assert parlour.from_json(p.to_json()) == p and p.record().replay() == p
    p.undo()
    assert p.view(None).phase == "seeds" and p.current_player == 1


@pytest.mark.parametrize("move", ["C3", "pass"])
def test_what_is_no_seed_loses_while_seeds_are_put(move):
    p = parlour.new("arbos", seed=1, preset="original", size=7)
    p.play(move)
    assert p.result.winners == (1,) and parlour.from_json(p.to_json()) == p


def test_a_forfeit_is_the_act_of_who_is_on_turn_and_of_a_known_action_alone():
    p = position("C3", size=5, breach="forfeit")
    assert refused(p, "C3", seat=1) == "not_your_turn"
    assert refused(p, 803) == refused(p, -1) == "no_such_action"
    assert not p.is_over


def test_a_forfeit_before_the_first_pawn_is_read_back_even_with_few_seeds():
    """The position was set up with fewer seeds than the players were to put."""
    p = position("C3", size=7, wanted=3, placement="interactive", breach="forfeit")
    assert p.view(None).phase == "play"
    p.play("C3")
    again = parlour.from_json(p.to_json())
    assert again.to_dict() == p.to_dict() and again.view(None) == p.view(None) and again == p


def test_a_line_with_passes_of_every_kind_is_taken_back_and_replayed():
    p = position("C3", "A3", "A1", size=5, pawns=2, breach="forfeit", turn=1)
    keys = [p.key()]
    for move in ("timeout", "B3", "pass", "pass"):
        p.play(move)
        keys.append(p.key())
    assert p.moves == ("timeout", "B3", "pass", "forced")
    assert p.result.reason == "two passes" and p.result.winners == (0,)
    assert p.record().replay() == p
    for key in reversed(keys[:-1]):
        p.undo()
        assert p.key() == key
    for key in keys[1:]:
        p.redo()
        assert p.key() == key
    p.undo()
    p.play("C3")
    assert p.result.reason == "illegal act" and p.moves[-1] == "C3" and not p.can_redo
    assert p.record().replay().result == p.result


# Bad positions


GOOD = {
    "game": "arbos",
    "options": {"size": 7, "seeds": 3, "pawns": 4, "max_trees": 2},
    "seeds": ["A1", "A3"],
    "white": ["C3", "C5"],
    "black": ["D4"],
    "current_player": 1,
    "phase": "play",
    "passes": 1,
    "forfeit": None,
}
SEEDING = GOOD | {
    "options": {"size": 7, "seeds": 3, "placement": "interactive"},
    "white": [],
    "black": [],
    "current_player": 0,
    "phase": "seeds",
    "passes": 0,
}
OVER = GOOD | {"current_player": None, "phase": "over", "passes": 2}
FORFEITED = OVER | {"options": GOOD["options"] | {"breach": "forfeit"}, "passes": 1, "forfeit": 1}
STUCK = GOOD | {
    "options": {"size": 5, "seeds": 0, "pawns": 1},
    "seeds": [],
    "white": ["A1"],
    "black": ["E5"],
    "passes": 0,
}


def without(whole, name):
    return {field: value for field, value in whole.items() if field != name}


@pytest.mark.parametrize(
    "whole", [GOOD, SEEDING, OVER, FORFEITED, STUCK | {"phase": "over", "current_player": None}]
)
def test_good_positions_are_read(whole):
    p = parlour.from_json(json.dumps(whole))
    assert {name: value for name, value in p.to_dict().items() if name != "options"} == without(
        whole, "options"
    )


def test_passes_and_forfeit_may_be_missing():
    p = parlour.from_json(json.dumps(without(without(GOOD, "passes"), "forfeit")))
    assert p.view(None).passes == 0 and p.to_dict()["forfeit"] is None


BAD = {
    "no seeds": (without(GOOD, "seeds"), "seeds is missing"),
    "no white": (without(GOOD, "white"), "white is missing"),
    "no player": (without(GOOD, "current_player"), "current_player is missing"),
    "no phase": (without(GOOD, "phase"), "phase is missing"),
    "strange field": (GOOD | {"whites": []}, "no field 'whites'; did you mean 'white'"),
    "options a list": (GOOD | {"options": []}, "options must be an object"),
    "bad option": (GOOD | {"options": {"size": 30}}, "option size is 5 to 20, not 30"),
    "seeds a word": (GOOD | {"seeds": "A1"}, "seeds must be a list, not 'A1'"),
    "white an object": (GOOD | {"white": {"C3": 1}}, "white must be a list"),
    "no such cell": (GOOD | {"seeds": ["Z1"]}, "seeds: 'Z1' is no cell of this board; cells are A1 to G7"),
    "off the board": (GOOD | {"white": ["H1"]}, "white: 'H1' is no cell of this board; cells are A1 to G7"),
    "a column too far": (GOOD | {"black": ["A8"]}, "black: 'A8' is no cell of this board"),
    "a number for a cell": (GOOD | {"black": [3]}, "black: 3 is no cell"),
    "too many seeds": (
        GOOD | {"seeds": ["A1", "A3", "A5", "A7"]},
        "seeds: 4 are more than the option seeds allows, which is 3",
    ),
    "a seed twice": (GOOD | {"seeds": ["A1", "a1"]}, "seeds: A1 is there more than once"),
    "seeds side by side": (GOOD | {"seeds": ["A1", "A2"]}, "seeds: A1 and A2 are neighbours"),
    "seeds at a corner": (GOOD | {"seeds": ["B2", "A1"]}, "seeds: B2 and A1 are neighbours"),
    "seeds too near": (
        GOOD | {"options": {"size": 7, "spacing": 3}, "seeds": ["A1", "C3"]},
        "seeds: A1 and C3 are less than 3 apart",
    ),
    "a pawn twice": (GOOD | {"white": ["C3", "C3"]}, "white: C3 is taken by another pawn or a seed"),
    "two pawns on a cell": (GOOD | {"black": ["C3"]}, "black: C3 is taken by another pawn or a seed"),
    "a pawn on a seed": (GOOD | {"black": ["A3"]}, "black: A3 is taken by another pawn or a seed"),
    "side by side": (GOOD | {"black": ["C4"]}, "white and black: C3 and C4 are side by side"),
    "above": (GOOD | {"black": ["B5"]}, "white and black: C5 and B5 are side by side"),
    "too many pawns": (
        GOOD | {"white": ["G1", "G2", "G3", "G4", "G5"]},
        "white has 5 pawns on the board, and at most 4 in all",
    ),
    "too many trees": (GOOD | {"black": ["E1", "E3", "E5"]}, "black has 3 trees, and at most 2 are allowed"),
    "no such phase": (GOOD | {"phase": "end"}, "phase must be seeds, play or over, not 'end'"),
    "a phase of another kind": (GOOD | {"phase": ["play"]}, "phase must be seeds, play or over"),
    "a passes word": (GOOD | {"passes": "1"}, "passes must be a whole number from 0 to 2, not '1'"),
    "three passes": (GOOD | {"passes": 3}, "passes must be a whole number from 0 to 2, not 3"),
    "nobody on turn": (GOOD | {"current_player": None}, "current_player must be a whole number from 0 to 1"),
    "seat 2 on turn": (GOOD | {"current_player": 2}, "current_player must be a whole number from 0 to 1"),
    "true on turn": (GOOD | {"current_player": True}, "current_player must be a whole number from 0 to 1"),
    "a forfeit of seat 2": (FORFEITED | {"forfeit": 2}, "forfeit must be a whole number from 0 to 1, not 2"),
    "players put no seeds": (
        SEEDING | {"options": {"size": 7, "seeds": 3}},
        "phase is seeds, but players put seeds only with placement interactive",
    ),
    "pawns among seeds": (SEEDING | {"black": ["G7"]}, "must be empty while seeds are being put"),
    "all seeds there": (
        SEEDING | {"seeds": ["A1", "A3", "A5"]},
        "phase is seeds, but all 3 seeds are there, so it must be play",
    ),
    "out of turn": (
        SEEDING | {"current_player": 1},
        "current_player must be 0 after 2 seeds, put in turn, not 1",
    ),
    "passes among seeds": (SEEDING | {"passes": 1}, "passes must be 0 while seeds are being put"),
    "a forfeit in play": (
        FORFEITED | {"phase": "play", "current_player": 0},
        "forfeit must be null unless the phase is over",
    ),
    "a forfeit without the option": (
        OVER | {"passes": 0, "forfeit": 0},
        "forfeit must be null unless the option breach is forfeit",
    ),
    "a forfeit after two passes": (FORFEITED | {"passes": 2}, "the game was over without it"),
    "a forfeit of who was stuck": (
        STUCK
        | {"options": STUCK["options"] | {"breach": "forfeit"}}
        | {"phase": "over", "current_player": None, "forfeit": 0},
        "the game was over without it",
    ),
    "over with a player": (
        OVER | {"current_player": 0},
        "current_player must be null when the phase is over",
    ),
    "not over": (OVER | {"passes": 1}, "phase is over, but there were not two passes in a row"),
    "over by passes": (GOOD | {"passes": 2}, "phase is play, but there were two passes in a row"),
    "over since stuck": (STUCK, "phase is play, but nobody can place a pawn, so the phase is over"),
    "stuck after a pass": (
        STUCK | {"phase": "over", "current_player": None, "passes": 1},
        "passes must be 0",
    ),
    "stuck after two passes": (
        STUCK | {"phase": "over", "current_player": None, "passes": 2},
        "passes must be 0",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_position_that_cannot_be_is_refused_with_one_sentence(name):
    whole, reason = BAD[name]
    with pytest.raises(parlour.ParlourError, match=reason) as refusal:
        parlour.from_json(json.dumps(whole))
    assert "\n" not in str(refusal.value)


def test_fewer_seeds_than_the_option_are_accepted_in_play_alone():
    p = parlour.from_json(json.dumps(GOOD))
    assert p.options.seeds == 3 and p.view(None).seeds == ("A1", "A3")
    p.play("G7")
    assert p.view(None).phase == "play" and p.view(None).seeds == ("A1", "A3")
    early = parlour.from_json(json.dumps(SEEDING | {"phase": "play"}))
    assert early.view(None).phase == "play" and "A5" in early.legal_moves


def test_seeds_being_put_may_be_read_and_put_on():
    p = parlour.from_json(json.dumps(SEEDING))
    assert p.legal_moves[0] == "*A5" and {"*B4", "*C1"} & set(p.legal_moves) == {"*C1"}
    p.play("*C1")
    assert p.current_player == 0 and p.view(None).phase == "play"


def test_a_listed_order_may_have_more_trees_on_its_way_than_allowed():
    """The order is kept although pawns of one tree stand between others; so is that of the trees."""
    listed = ["A1", "G7", "A3", "G5", "A2", "G6"]
    p = position(white=listed, size=7, max_trees=2)
    assert p.to_dict()["white"] == listed and parlour.from_json(p.to_json()) == p
    trees = p.view(None).players[0].trees
    assert [tree.pawns for tree in trees] == [("A1", "A3", "A2"), ("G7", "G5", "G6")]
    listed += ["B4", "C5", "D5", "E5", "F5"]
    p = position(white=listed, size=7, max_trees=1)
    assert [tree.pawns for tree in p.view(None).players[0].trees] == [tuple(listed)]


def test_the_order_of_trees_does_not_depend_on_how_they_came_about():
    p = position(size=7, max_trees=4)
    for move in ("A1", "pass", "A7", "pass", "G7", "pass", "G1", "pass", "F6", "pass", "E5", "pass", "D4"):
        p.play(move)
    for move in ("pass", "C3", "pass", "B2"):
        p.play(move)
    trees = p.view(None).players[0].trees
    assert [tree.pawns[0] for tree in trees] == ["A1", "A7", "G1"]
    assert parlour.from_json(p.to_json()) == p


# Views and the log


def test_what_a_view_shows():
    p = position("D4 D6 F6 D8 Q14 Q16", "E5 E7 R15", "E9 C5", turn=1)
    view = p.view(1)
    white, black = view.players
    assert [(tree.pawns, tree.seeds) for tree in white.trees] == [
        (("E5",), ("D4", "D6", "F6")),
        (("E7",), ("D6", "F6", "D8")),
        (("R15",), ("Q14", "Q16")),
    ]
    assert (white.points, white.pair, white.left) == (5, (0, 2), 77)
    assert [(tree.pawns, tree.seeds) for tree in black.trees] == [(("E9",), ("D8",)), (("C5",), ("D4", "D6"))]
    assert (black.points, black.pair, black.left) == (3, (0, 1), 78)
    assert white.barred == ("B5", "C4", "C6", "D5", "D9", "E8", "E10", "F9")
    assert black.barred == ("D5", "D7", "E4", "E6", "E8", "F5", "F7", "Q15", "R14", "R16", "S15")
    assert "D5" not in white.open and "F8" in white.open and "A1" not in white.open
    assert view.legal == (*black.open, "pass") and p.view(0).legal == () == p.view(None).legal
    assert (view.viewer, view.player, view.phase, view.passes, view.result) == (1, 1, "play", 0, None)
    assert view.seeds == ("D4", "D6", "F6", "D8", "Q14", "Q16")


@pytest.mark.parametrize(
    ("scoring", "points", "pair"),
    [
        ("union2", 5, (0, 2)),
        ("sum2", 6, (0, 1)),
        ("both_pair", 2, (0, 1)),
        ("linked_ge2", 2, ()),
        ("total", 6, ()),
    ],
)
def test_points_and_the_pair_that_scores(scoring, points, pair):
    p = position("D4 D6 F6 D8 Q14 Q16", "E5 E7 R15", scoring=scoring)
    white, black = p.view(None).players
    assert (white.points, white.pair) == (points, pair) and (black.points, black.pair) == (0, ())


@pytest.mark.parametrize(
    ("scoring", "points"), [("union2", 1), ("sum2", 1), ("both_pair", 0), ("linked_ge2", 0), ("total", 1)]
)
def test_points_of_a_single_tree(scoring, points):
    white = position("C3", "B3 B2", scoring=scoring).view(None).players[0]
    assert white.points == points and white.pair == (() if scoring in ("linked_ge2", "total") else (0,))


def test_at_the_end_no_cell_is_open_but_barred_ones_are_shown():
    view = position(white="C3", size=5, phase="over", passes=2).view(0)
    white, black = view.players
    assert white.open == black.open == view.legal == () and view.player is None
    assert white.barred == () and black.barred == ("B3", "C2", "C4", "D3")
    assert view.result.scores == (0, 0) and view.phase == "over"


def test_who_has_no_pawn_left_has_no_open_cell():
    p = position(white="A1 A2", black="E5", size=5, pawns=2, turn=1)
    white, black = p.view(None).players
    assert (white.left, white.open) == (0, ()) and black.left == 1 and black.open
    p.play("E4")
    assert p.result.reason == "no cell left" and p.view(None).passes == 0


def told(p, move):
    """Play a move on a copy; return kind and places of what is told of it, the same to all."""
    p = p.copy()
    p.play(move)
    line = p.told(None)[-1]
    assert line.cards == () and p.told(0)[-1] == p.told(1)[-1] == line
    return line.kind, *line.places


def test_what_is_told_of_a_pawn():
    p = position("C3 C5 E5", "B2 B6", "E7", size=7)
    assert told(p, "A1") == ("grow", "A1")
    assert told(p, "D4") == ("begin", "D4", "E5")
    assert told(p, "G1") == ("begin", "G1")
    p.play("A2")
    assert told(p, "D6") == ("grow", "D6", "C5", "E5")
    p = position("C4 E5 F2", "B3 B5 D4 E1", size=7, max_trees=4)
    assert told(p, "C3") == ("merge", "C3")
    assert told(p, "E3") == ("grow", "E3")
    p.play("B4")
    p.play("pass")
    assert len(p.view(None).players[0].trees) == 3 and told(p, "C5") == ("merge", "C5")


def test_only_what_joins_trees_is_a_merge():
    """A pawn that touches one tree grows it, one that touches none begins one, all others merge."""
    p = position("A7", "A1 A3 A5", size=7, max_trees=3)
    kinds = {move: told(p, move)[0] for move in p.legal_moves if move != "pass"}
    assert {move for move, kind in kinds.items() if kind == "merge"} == {"A2", "A4", "B2", "B4"}
    assert set(kinds.values()) == {"grow", "merge"} and told(p, "A6") == ("grow", "A6", "A7")


def test_what_is_told_of_passes_seeds_and_breaches():
    p = position(white="A3 C3", black="A1", size=5, pawns=2, breach="forfeit")
    assert told(p, "forced") == told(p, "pass") == ("forced",)
    assert told(p, "timeout") == ("timeout",)
    assert told(p, "A1") == ("breach", "A1")
    p.play("forced")
    assert told(p, "pass") == ("pass",)
    assert told(p, "forced") == ("breach", "forced") and told(p, "*B2") == ("breach", "*B2")
    seeding = parlour.new("arbos", seed=1, preset="original", size=7)
    assert told(seeding, "*D4") == ("seed", "D4")
    assert told(seeding, "D4") == ("breach", "D4")
