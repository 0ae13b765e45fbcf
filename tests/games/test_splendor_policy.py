"""Splendor's quick judgement: its choices in positions made for it, whom it beats, what it may not know."""

import json

import numpy as np
import pytest

import parlour
from parlour.core.kernel import jump, open_record
from parlour.games.splendor.cards import COLOURS, FIRST, LEVEL
from parlour.games.splendor.state import GIVE_REST, KEEP

GAME = parlour.game("splendor")
SUPPLY = {2: 4, 3: 5, 4: 7}


def position(*players, seats=2, table=(), nobles=(0, 1, 2), phase="main", **more):
    """A position with the cards `table` in the first slots of their levels, the others in the order of ids.

    Each player is (tokens, cards bought[, cards reserved]).
    """
    players = [*players, *[("", ())] * (seats - len(players))]
    held = {card for player in players for part in player[1:] for card in part}
    decks, rows = [], []
    for level in range(3):
        left = [c for c in range(FIRST[level], FIRST[level + 1]) if c not in held and c not in table]
        row = [card for card in table if LEVEL[card] == level]
        rows.append(row + left[: 4 - len(row)])
        decks.append(left[4 - len(row) :])
    tokens = [{colour: player[0].count(colour) for colour in COLOURS} for player in players]
    bank = {c: (5 if c == "*" else SUPPLY[seats]) - sum(own[c] for own in tokens) for c in COLOURS}
    whole = {
        "game": "splendor",
        "bank": bank,
        "nobles": list(nobles),
        "decks": decks,
        "table": rows,
        "players": [
            {
                "tokens": own,
                "cards": list(player[1]),
                "reserved": [{"card": card} for card in (player[2] if len(player) > 2 else ())],
                "nobles": [],
            }
            for own, player in zip(tokens, players, strict=True)
        ],
        "current_player": 0,
        "phase": phase,
        **more,
    }
    return parlour.from_json(json.dumps(whole))


def scores(p):
    acts = np.array(p.legal_actions, np.int16)
    out = np.full(len(acts), np.nan)
    GAME.kernels.score(p.states, acts, len(acts), out)
    return out


def best(p):
    return p.legal_moves[int(scores(p).argmax())]


def chosen(p, choose):
    acts = np.array(p.legal_actions, np.int16)
    return p.text(int(choose(p.states, acts, len(acts))))


def shares(p):
    out = np.zeros(p.seats)
    GAME.kernels.evaluate(p.states, out)
    return out


def middles(seats, count, preset="standard"):
    """Positions of games played at random, cards reserved blind among them."""
    for seed in range(count):
        p = parlour.new("splendor", seats, seed=seed, preset=preset)
        for turn in range(20 + 7 * seed):
            if not p.is_over:
                p.play(p.legal_actions[int(jump(np.uint64(seed), turn)) % len(p.legal_actions)])
        yield p


# Score


@pytest.mark.kernel
def test_buys_the_card_that_wins():
    fourteen = [60, 61, 62, 63, 73]  # with four red bonuses
    p = position(("RRR", fourteen), ("KKK", [45, 51]), table=[87, 40, 41, 46, 47], nobles=(3, 5, 7))
    assert best(p) == p.hint() == "buy 31"


@pytest.mark.kernel
@pytest.mark.parametrize(("tokens", "keeps"), [("GGGG", True), ("GG", False)])
def test_keeps_a_card_from_a_seat_that_would_win_with_it(tokens, keeps):
    thirteen = [57, 73, 77]  # with a green bonus
    p = position(("U", [0]), (tokens, thirteen), table=[54], nobles=(7, 8, 9))
    assert (best(p) == "reserve 21") == keeps


@pytest.mark.kernel
def test_returns_what_is_needed_least():
    taken = {"taken": {"W": 1, "U": 1, "G": 1}, "returned": {}}
    without_white = [5, 8, 16, 34, 42, 48, 54, 60, 71, 79, 83, 87]
    p = position(("WWUUGGGRRKK", []), table=without_white, nobles=(5, 7, 9), phase="return", pending=taken)
    assert best(p) == "return W"
    without_green = [0, 5, 8, 16, 42, 48, 60, 68, 71, 76, 79, 87]
    p = position(("WWUUGGGRRKK", []), table=without_green, nobles=(0, 1, 9), phase="return", pending=taken)
    assert best(p) == "return G"


@pytest.mark.kernel
def test_takes_the_noble_that_another_is_nearer_to():
    mine = [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18]  # four white, four blue, three green bonuses
    ahead = [19, 20, 21, 12, 13, 14, 4, 5]  # three green, three blue, two white
    p = position(("", mine), ("", ahead), nobles=(0, 2, 9), phase="noble")
    assert p.legal_moves == ("noble 1", "noble 2")
    assert best(p) == "noble 2"
    p = position(("", mine), ("", [4, 5, 6, 12, 13, 14, 15]), nobles=(0, 2, 9), phase="noble")
    assert best(p) == "noble 1"


def test_depends_on_nothing_hidden():
    looked, blind = 0, 0
    for seats in (2, 3, 4):
        for p in middles(seats, 12):
            if p.is_over:
                continue
            seat = p.current_player
            s = open_record(p.states)
            blind += sum(int(s.blind[other].sum()) for other in range(seats) if other != seat)
            others = [p.determinize(seat, seed) for seed in range(4)]
            looked += any(other != p for other in others)
            for other in others:
                assert scores(other).tolist() == scores(p).tolist()
                assert shares(other).tolist() == shares(p).tolist()
    assert looked > 30
    assert blind > 10


@pytest.mark.parametrize(("seats", "least"), [(2, 38), (4, 38)])
def test_beats_chance(seats, least):
    won = 0.0
    for game in range(40):
        p = parlour.new("splendor", seats, seed=game)
        mine = game % seats
        for turn in range(10_000):
            if p.is_over:
                break
            chance = int(jump(np.uint64(game), turn)) % len(p.legal_actions)
            p.play(p.legal_actions[int(scores(p).argmax()) if p.current_player == mine else chance])
        won += p.returns[mine]
    assert won >= least


# Policy


@pytest.mark.kernel
@pytest.mark.parametrize("preset", ["standard", "house"])
def test_policy_changes_nothing_but_rng(preset):
    for p in middles(3, 6, preset):
        if p.is_over:
            continue
        acts = np.array(p.legal_actions, np.int16)
        states = p.states
        open_record(states).rng = 5
        chosen = {int(GAME.kernels.policy(states, acts, len(acts))) for _ in range(20)}
        assert chosen <= set(p.legal_actions)
        open_record(states).rng = 0
        assert states.tobytes() == p.key()


def test_policy_beats_chance():
    won = 0.0
    for game in range(40):
        p = parlour.new("splendor", 2, seed=game)
        for turn in range(10_000):
            if p.is_over:
                break
            action = int(jump(np.uint64(game), turn)) % len(p.legal_actions)
            if p.current_player == game % 2:
                states, acts = p.states, np.array(p.legal_actions, np.int16)
                open_record(states).rng = turn
                p.play(int(GAME.kernels.policy(states, acts, len(acts))))
            else:
                p.play(p.legal_actions[action])
        won += p.returns[game % 2]
    assert won >= 36


# Evaluation


@pytest.mark.kernel
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_shares_sum_to_one(seats):
    for p in middles(seats, 5):
        assert shares(p).sum() == pytest.approx(1)
        assert (shares(p) >= 0).all()


@pytest.mark.kernel
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_favours_a_clear_leader(seats):
    ahead, behind = ("WWW", [60, 63, 69, 0, 8, 16]), ("WW" if seats > 2 else "U", [1, 9])
    p = position(
        behind, ahead, *[("", [17 + i]) for i in range(seats - 2)], seats=seats, nobles=range(seats + 1)
    )
    assert shares(p)[1] > 0.8
    even = position(seats=seats, nobles=range(seats + 1))
    assert shares(even) == pytest.approx(np.full(seats, 1 / seats), abs=0.1)


@pytest.mark.kernel
def test_gives_the_returns_of_a_finished_game():
    p = position(("", [71, 73, 77, 60]), ("", [72, 75, 76]), nobles=(3, 5, 7), phase="over", round=25)
    assert p.is_over
    assert tuple(shares(p)) == p.returns == (1.0, 0.0)


# Absence


@pytest.mark.kernel
def test_idle_takes_from_the_highest_stacks():
    p = position(("", []), ("WU", []), nobles=(0, 1, 2))
    assert chosen(p, GAME.kernels.idle) == "take GRK"


@pytest.mark.kernel
def test_idle_buys_when_a_take_would_need_a_return():
    p = position(("WWWUUUGGGR", []), table=[5, 0, 1], nobles=(0, 1, 2))
    assert chosen(p, GAME.kernels.idle).startswith("buy 1")


@pytest.mark.kernel
def test_idle_settles_with_least_gold_and_returns_what_it_has_most_of():
    p = position(("UUU**", []), table=[5], nobles=(0, 1, 2))
    p.play("buy 11")
    assert p.legal_moves[0] == chosen(p, GAME.kernels.idle) == "pay"
    taken = {"taken": {"W": 1, "U": 1, "G": 1}, "returned": {}}
    p = position(("WUUGGGRK***", []), nobles=(0, 1, 2), phase="return", pending=taken)
    assert chosen(p, GAME.kernels.idle) == "return G"


@pytest.mark.kernel
def test_idle_keeps_what_it_may_keep():
    p = parlour.new("splendor", 2, seed=3, preset="house")
    states, acts = p.states, np.array([KEEP, GIVE_REST], np.int16)
    assert p.text(int(GAME.kernels.idle(states, acts, 2))) == "keep"
