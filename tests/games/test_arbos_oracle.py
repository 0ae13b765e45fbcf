"""Arbos beside its oracle: the same moves, the same positions, the same ends, with every option."""

import json
import random
from collections import Counter
from math import inf

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from tests.games.arbos_oracle import (
    COLOURS,
    apart,
    barred,
    board,
    forfeits,
    legal,
    linked,
    neighbours,
    open_cells,
    play,
    points,
    refusal,
    result,
    trees,
)

PRESETS = ("standard", "later", "original")
SCORINGS = ("union2", "sum2", "both_pair", "linked_ge2", "total")
SHARES = {(0,): (1.0, 0.0), (1,): (0.0, 1.0), (): (0.5, 0.5)}
ALL_MOVES = [*board(20), *(f"*{cell}" for cell in board(20)), "pass", "forced", "timeout"]
"""The texts of all actions, by their ids."""

STYLES = {
    "even": {},
    "hasty": {"pass": 10, "timeout": 0.5},
    "eager": {"pass": 0},
    "grower": {"pass": 0.2, "grow": 20},
    "slow": {"timeout": 0.5},
    "careless": {"breach": 3},
}
"""How often a move is chosen: `grow` are pawns beside own ones, `breach` are all illegal acts together. Other
moves count 1, and a timeout or a breach that is not named does not happen."""


class Pair:
    """A position and what the oracle thinks of it; every move is compared."""

    def __init__(self, position):
        self.position = position
        self.data, self.view = position.to_dict(), position.view(None)
        self.met = Counter()
        self.look()

    def look(self):
        p, data = self.position, self.data
        assert list(p.legal_moves) == legal(data), json.dumps(data)
        assert p.current_player == data["current_player"]
        assert p.is_over == (data["phase"] == "over")
        self.look_at_players()
        if p.is_over:
            how = p.result
            assert (how.scores, how.ranks, how.winners, how.reason) == result(data), json.dumps(data)
            assert p.returns == SHARES[how.winners]
            self.met[how.reason] += 1

    def look_at_players(self):
        data = self.data
        for seat, player in enumerate(self.view.players):
            own = data[COLOURS[seat]]
            assert player.points == points(data, seat), json.dumps(data)
            assert [set(tree.pawns) for tree in player.trees] == trees(own), json.dumps(data)
            assert [set(tree.seeds) for tree in player.trees] == [linked(data, tree) for tree in trees(own)]
            assert player.left == data["options"]["pawns"] - len(own)
            if data["phase"] == "play":
                assert list(player.open) == open_cells(data, seat), json.dumps(data)
                assert list(player.barred) == barred(data, seat), json.dumps(data)
                self.met["full"] += len(trees(own)) == data["options"]["max_trees"]
                self.met["no pawn left"] += not player.left

    def play(self, *moves):
        for move in moves:
            before, seen = self.data, self.view
            after = play(before, move)
            self.position.play(ALL_MOVES.index(move))
            self.data, self.view = self.position.to_dict(), self.position.view(None)
            assert self.data == after, f"{move} in {json.dumps(before)}"
            told = self.position.game.views.tell(seen, self.view, move)
            self.met[told.kind] += 1
            self.look()

    def play_on(self, rng, style, longest=inf):
        """Play at random until it is over."""
        step = 0
        while not self.position.is_over and step < longest:
            if step % 25 == 7:
                self.try_all(every=1 + step // 25)
                self.read_back()
            elif self.position.legal_moves == ("forced",):
                self.try_all(every=7)
            self.play(self.choose(rng, STYLES[style]))
            step += 1
        self.try_all(every=50)
        self.read_back()
        return self

    def choose(self, rng, style):
        data, listed = self.data, legal(self.data)
        chances = {move: style.get(move, 1) for move in listed}
        if data["phase"] == "play":
            around = set().union(*map(neighbours, data[COLOURS[data["current_player"]]]))
            chances |= dict.fromkeys(around & chances.keys(), style.get("grow", 1))
            chances["timeout"] = style.get("timeout", 0)
        wrong = rng.choice(ALL_MOVES)
        if forfeits(data, wrong):
            chances.setdefault(wrong, style.get("breach", 0))
        return rng.choices(list(chances), list(chances.values()))[0]

    def try_all(self, every=1):
        """Try actions that are not legal here: each is refused with the right reason, or forfeits."""
        p, data, key = self.position, self.data, self.position.key()
        strict = data["options"]["breach"] == "forfeit" and not p.is_over
        played = {*legal(data), *(["timeout"] if data["phase"] == "play" else [])}
        for action in {*range(0, len(ALL_MOVES), every * (1 + 9 * strict)), *range(800, len(ALL_MOVES))}:
            move = ALL_MOVES[action]
            if move in played:
                continue
            if forfeits(data, move):
                ahead = p.copy()
                ahead.play(action)
                assert ahead.to_dict() == play(data, move), move
            else:
                code = refusal_of(p, action)
                assert code == refusal(data, move), f"{move} in {json.dumps(data)}"
                self.met[f"not {code}"] += 1
        assert p.key() == key

    def read_back(self):
        again = parlour.from_json(json.dumps(self.data))
        assert again == self.position, json.dumps(self.data)
        assert again.to_dict() == self.data and again.result == self.position.result


def refusal_of(p, action):
    try:
        p.play(action)
    except parlour.IllegalMove as refused:
        return refused.code
    return None


def check_seeds(data):
    """The seeds that the game put lie as the options say."""
    seeds, options = data["seeds"], data["options"]
    assert len(seeds) == options["seeds"] and set(seeds) <= set(board(options["size"]))
    assert all(
        apart(one, other) >= options["spacing"] for at, one in enumerate(seeds) for other in seeds[:at]
    )
    if options["placement"] == "symmetric":
        cells = board(options["size"])
        turned = [cells[-1 - cells.index(seed)] for seed in seeds]
        assert turned[::2] == seeds[1::2]


def game(seed, style, longest=inf, **options):
    p = parlour.new("arbos", seed=seed, **options)
    if p.to_dict()["phase"] == "play":
        check_seeds(p.to_dict())
    return Pair(p).play_on(random.Random(seed), style, longest)


def drawn_options(rng):
    """Draw options of a small board; few seeds, so that they always find a place."""
    size, spacing = rng.randint(5, 9), rng.choice((2, 2, 3))
    most = (size**2 - 1) // (2 * spacing - 1) ** 2
    placement = rng.choice(("random", "spread", "interactive", "symmetric"))
    return {
        "size": size,
        "spacing": spacing,
        "placement": placement,
        "seeds": 2 * rng.randint(0, most // 4) if placement == "symmetric" else rng.randint(0, most + 1),
        "late_seed": rng.choice(("random", "spread")),
        "max_trees": rng.choice((1, 2, 2, 3, 3, 4, 8)),
        "pawns": rng.choice((1, 4, 8, 15, 80, 200)),
        "scoring": rng.choice(SCORINGS),
        "must_place": rng.random() < 0.3,
        "breach": rng.choice(("reject", "forfeit")),
        "colours": rng.choice(("weaker_white", "chosen", "random")),
    }


@pytest.mark.kernel
@pytest.mark.parametrize("preset", PRESETS)
def test_one_small_game_of_each_preset(preset):
    assert game(3, "eager", preset=preset, size=6, seeds=2).position.is_over


@pytest.mark.kernel
@pytest.mark.parametrize("preset", PRESETS)
def test_the_first_moves_on_the_largest_board(preset):
    assert len(game(4, "grower", longest=26, preset=preset).position.history) == 26


@pytest.mark.parametrize("preset", PRESETS)
def test_presets(preset):
    assert game(7, "eager", preset=preset).position.is_over


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**64 - 1), st.sampled_from(sorted(STYLES)))
def test_any_options(seed, style):
    assert game(seed, style, **drawn_options(random.Random(seed))).position.is_over


EVERYTHING = {
    *("seed", "begin", "grow", "merge", "pass", "forced", "timeout", "breach"),
    *("two passes", "no cell left", "illegal act", "full", "no pawn left"),
    *("not off_board", "not no_pawns_left", "not occupied", "not beside_opponent", "not too_many_trees"),
    *("not seed_neighbor", "not wrong_phase", "not must_place", "not forced", "not not_forced", "not over"),
}
"""Kinds of moves, ends, states and refusals."""


def test_all_options_meet_every_kind_of_move_every_end_and_every_refusal():
    met, seen = Counter(), {}
    for seed in range(90):
        options = drawn_options(random.Random(seed))
        met += game(seed, sorted(STYLES)[seed % len(STYLES)], **options).met
        for name, value in options.items():
            seen.setdefault(name, set()).add(value)
    assert set(met) == EVERYTHING and min(met.values()) >= 5, met
    assert all(len(values) > 1 for values in seen.values())
    assert set(seen) == set(msgspec.structs.asdict(parlour.new("arbos", seed=1).options))
