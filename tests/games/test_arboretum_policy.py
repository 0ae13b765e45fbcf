"""Arboretum's quick judgement: its choices in positions made for it, whom it beats, what it may not know."""

import json

import numpy as np
import pytest

import parlour
from parlour.core.kernel import jump, open_record
from parlour.games.arboretum.cards import card_text
from parlour.games.arboretum.state import HAND, IN_PLAY, VALUES

GAME = parlour.game("arboretum")


def row(*cards):
    """An arboretum of cards in a row to the east."""
    return [[card, 0, east] for east, card in enumerate(cards)]


def position(*players, phase="draw1", deck=None, selected=None):
    """A position with seat A on turn; each player is (arboretum, hand[, discard pile[, known cards]]).

    Hands are filled up, and the deck has what is left, or `deck` cards of it while others lie on the piles.
    """
    seats = len(players)
    left = [card_text(card) for card in range(IN_PLAY[seats] * VALUES)]
    for garden, *parts in players:
        for card in [planted[0] for planted in garden] + [card for part in parts[:2] for card in part]:
            left.remove(card)
    left = left[::3] + left[1::3] + left[2::3]
    sizes = {"draw1": 7, "draw2": 8, "play": 9, "place": 9, "discard": 8}
    dealt = []
    for seat, (garden, hand, *parts) in enumerate(players):
        size = HAND if seat or phase == "over" else sizes[phase]
        more = [left.pop() for _ in range(size - len(hand))]
        pile, known = (*parts, [], [])[:2]
        hands = sorted([*hand, *more])
        dealt.append({"hand": hands, "known": known, "discard": list(pile), "arboretum": garden})
    while deck is not None and len(left) > deck:
        lower = min(dealt, key=lambda player: len(player["discard"]) - len(player["arboretum"]))
        lower["discard"].insert(0, left.pop())
    whole = {
        "game": "arboretum",
        "deck": left,
        "players": dealt,
        "current_player": None if phase == "over" else 0,
        "phase": phase,
        "selected": selected,
    }
    return parlour.from_json(json.dumps(whole))


def scores(p):
    acts = np.array(p.legal_actions, np.int16)
    out = np.full(len(acts), np.nan)
    GAME.kernels.score(p.states, acts, len(acts), out)
    return out


def scored(p):
    return dict(zip(p.legal_moves, scores(p).tolist(), strict=True))


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
    """Positions of games played at random."""
    for seed in range(count):
        p = parlour.new("arboretum", seats, seed=seed, preset=preset)
        for turn in range(15 + 9 * seed):
            if not p.is_over:
                p.play(p.legal_actions[int(jump(np.uint64(seed), turn)) % len(p.legal_actions)])
        if not p.is_over:
            yield p


# Score


@pytest.mark.kernel
def test_keeps_the_high_card_that_its_path_needs():
    hand = ["a8", "b2", "c3", "d4", "j5", "m3", "b4", "c1"]
    p = position((row("a1", "a3", "a4", "a5"), hand), (row("b1", "m1", "j1"), []), phase="discard")
    assert best(p) != "discard a8"
    assert scored(p)["discard a8"] == min(scores(p))
    hand = ["a8", "a7", "a6", "d4", "j2", "m3", "b2", "c4", "m5"]
    p = position((row("a1", "a3", "a4", "a5"), hand), (row("b1", "m1", "j1", "d1"), []), phase="play")
    assert best(p) != "play m3"
    assert p.hint() == best(p)


@pytest.mark.kernel
def test_discards_nothing_that_the_next_seat_needs():
    hand = ["a8", "c8", "b3", "d3", "j2", "j3", "j4", "m1"]
    mine, theirs = row("j1", "d2", "m2", "d5", "j7", "j8", "d8"), row("a1", "b2", "m3", "d4", "m5", "j6")
    p = position((mine, hand), (theirs, []), phase="discard")
    assert scored(p)["discard a8"] < scored(p)["discard c8"]
    assert best(p) != "discard a8"


@pytest.mark.kernel
def test_plants_where_the_path_goes_on():
    hand = ["a8", "a7", "a6", "d4", "j2", "m3", "b2", "c4", "m5"]
    p = position(
        (row("a1", "d2", "c5"), hand, [], ["a6"]),
        (row("b1", "m1", "j1"), []),
        phase="place",
        selected="a6",
    )
    assert best(p) in {"at C00E03", "at N01E02", "at S01E02"}


@pytest.mark.kernel
def test_draws_what_it_needs_from_a_pile():
    mine, theirs = row("a1", "a2", "a4", "a5"), row("b1", "m1", "j1", "d1")
    hand = ["a6", "d4", "j2", "m3", "b2", "c4", "m5"]
    assert best(position((mine, hand), (theirs, [], ["a8"]))) == "draw B"
    wanted = [scored(position((mine, hand), (theirs, [], [card])))["draw B"] for card in ("a8", "c1")]
    assert wanted[0] > wanted[1] + 1


def test_depends_on_nothing_hidden():
    looked = 0
    for seats in (2, 3, 4):
        for p in middles(seats, 12):
            seat = p.current_player
            others = [p.determinize(seat, seed) for seed in range(4)]
            looked += any(other != p for other in others)
            for other in others:
                assert scores(other).tolist() == scores(p).tolist()
    assert looked > 25


@pytest.mark.parametrize("seats", [2, 4])
def test_beats_chance(seats):
    won = 0.0
    for game in range(30):
        p = parlour.new("arboretum", seats, seed=game)
        mine = game % seats
        for turn in range(10_000):
            if p.is_over:
                break
            chance = int(jump(np.uint64(game), turn)) % len(p.legal_actions)
            p.play(p.legal_actions[int(scores(p).argmax()) if p.current_player == mine else chance])
        won += p.returns[mine]
    assert won >= 28


# Policy


@pytest.mark.kernel
@pytest.mark.parametrize("preset", ["standard", "summary"])
def test_policy_changes_nothing_but_rng(preset):
    for p in middles(3, 6, preset):
        acts = np.array(p.legal_actions, np.int16)
        states = p.states
        open_record(states).rng = 5
        picked = {int(GAME.kernels.policy(states, acts, len(acts))) for _ in range(20)}
        assert picked <= set(p.legal_actions)
        open_record(states).rng = 0
        assert states.tobytes() == p.key()


def test_policy_beats_chance():
    won = 0.0
    for game in range(40):
        p = parlour.new("arboretum", 2, seed=game)
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
    assert won >= 35


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
    ahead = row("a1", "a2", "a3", "a4", "a5", "a6", "c1", "b3", "d4")
    behind = row("b1", "m2", "d1", "b2", "j3", "c4", "j1", "d2", "m1")
    third = row("o1", "b5", "o2", "j5", "o3", "m5", "c5", "d5", "c3")
    fourth = row("r1", "b6", "r2", "j6", "r3", "m6", "c6", "d6", "b4")
    others = [(third, []), (fourth, [])][: seats - 2]
    p = position((behind, ["m3"]), (ahead, ["a7", "a8"]), *others, deck=2)
    assert shares(p)[1] == max(shares(p)) > 1.5 / seats
    even = parlour.new("arboretum", seats, seed=1)
    assert shares(even) == pytest.approx(np.full(seats, 1 / seats), abs=0.12)


@pytest.mark.kernel
def test_gives_the_returns_of_a_finished_game():
    mine, theirs = [f"a{value}" for value in range(1, 9)], ["b1", "m1", "j1", "b2", "m2", "j2", "b3"]
    hands = ["c1", "c2", "c3"], ["b8", "m8", "j8"]
    more = [f"d{value}" for value in range(1, 9)], [f"c{value}" for value in range(4, 9)] + ["m7", "m6", "j7"]
    p = position((row(*mine, *more[0]), hands[0]), (row(*theirs, *more[1]), hands[1]), phase="over", deck=0)
    assert p.is_over
    assert tuple(shares(p)) == p.returns == (1.0, 0.0)


# Absence


@pytest.mark.kernel
def test_idle_draws_from_the_deck_and_gives_least():
    hand = ["a8", "a7", "a6", "d4", "d2", "m3", "m2", "c4", "c5"]
    mine, theirs = row("a1", "d1", "c1"), row("b1", "m1", "j1")
    p = position((mine, hand[:7]), (theirs, [], ["b8"]))
    assert chosen(p, GAME.kernels.idle) == "draw deck"
    p = position((mine, hand), (theirs, [], ["b8"]), phase="play")
    assert chosen(p, GAME.kernels.idle) == "play d2"
    p.play("play d2")
    assert chosen(p, GAME.kernels.idle) == p.legal_moves[0]
    p.play(p.legal_moves[0])
    assert chosen(p, GAME.kernels.idle) == "discard d4"


@pytest.mark.kernel
def test_idle_is_legal_in_every_phase():
    for preset in ("standard", "summary"):
        for seats in (2, 3, 4):
            p = parlour.new("arboretum", seats, seed=seats, preset=preset)
            while not p.is_over:
                acts = np.array(p.legal_actions, np.int16)
                action = int(GAME.kernels.idle(p.states, acts, len(acts)))
                assert action in p.legal_actions
                p.play(action)
