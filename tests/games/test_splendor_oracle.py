"""Splendor beside its oracle: the same moves, the same positions, the same ends; and what is dealt anew."""

import json
import random
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import parlour
from tests.games.splendor_oracle import (
    CARDS,
    COLOURS,
    KINDS,
    NOBLES,
    bonuses,
    due,
    held,
    legal,
    payments,
    play,
    points,
    result,
)

PRESETS = ("standard", "official", "house")
OPTIONS = {
    "tiebreak": ("extended", "official"),
    "returns": ("any", "taken"),
    "shared_noble": ("off", "all", "split"),
    "partial_take": ("exact", "any"),
    "choose_payment": (True, False),
}
STANDARD = {name: values[0] for name, values in OPTIONS.items()}
COMBINATIONS = [dict(zip(OPTIONS, values, strict=True)) for values in product(*OPTIONS.values())]

STYLES = {
    "even": {},
    "buyer": {"buy": 30, "gold": 2, "reserve": 2},
    "reserver": {"reserve": 6, "buy r": 30, "buy": 0.3, "gold": 3},
    "hoarder": {"reserve": 8, "buy": 0.001, "return *": 50},
}
"""How often a move is chosen, by how its text begins: the first that fits counts, others count 1."""


# Playing side by side


def choose(rng, style, moves):
    def weight(move):
        fits = [start for start in STYLES[style] if move.startswith(start)]
        return STYLES[style][max(fits, key=len)] if fits else 1

    return rng.choices(moves, [weight(move) for move in moves])[0]


def kind(before, move):
    """Name what kind of move it is."""
    verb, _, what = move.partition(" ")
    match verb:
        case "take":
            number = ("one", "two", "three")[len(what) - 1]
            return f"take {'alike' if len(set(what)) < len(what) else number}"
        case "reserve":
            return "reserve blind" if "?" in what else "reserve face-up"
        case "buy":
            return "buy reserved" if "r" in what else "buy slot"
        case "return":
            return move if what == "rest" else "return"
    return verb


class Pair:
    """A position and what the oracle thinks of it; every move is compared."""

    def __init__(self, position):
        self.position = position
        self.data = position.to_dict()
        self.met = Counter()
        self.look()

    def look(self):
        p, data = self.position, self.data
        assert set(p.legal_moves) == legal(data), json.dumps(data)
        assert p.is_over == (data["phase"] == "over")
        if p.is_over:
            how = p.result
            assert (how.scores, how.ranks, how.winners, how.reason) == result(data), json.dumps(data)
            self.met[how.reason] += 1

    def play(self, *moves):
        for move in moves:
            before = self.data
            after = play(before, move)
            self.position.play(move)
            self.data = self.position.to_dict()
            assert self.data == after, f"{move} in {json.dumps(before)}"
            assert json.dumps(self.data["pending"]) == json.dumps(after["pending"])
            self.met[kind(before, move)] += 1
            self.met[f"{before['phase']} phase"] += 1
            self.look()

    def play_on(self, rng, style, longest=4000):
        """Play at random until it is over."""
        for step in range(longest):
            if self.position.is_over:
                break
            if step % 50 == 0:
                self.read_back()
            self.play(choose(rng, style, sorted(self.position.legal_moves)))
        self.read_back()
        return self

    def read_back(self):
        again = parlour.from_json(json.dumps(self.data))
        assert again == self.position, json.dumps(self.data)
        assert again.to_dict() == self.data and again.result == self.position.result


def game(seats, seed, style, longest=4000, **options):
    p = parlour.new("splendor", seats, seed=seed, **options)
    return Pair(p).play_on(random.Random(seed), style, longest)


@pytest.mark.kernel
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_one_game_for_each_table(seats):
    assert game(seats, 1, "buyer", preset=PRESETS[seats - 2]).position.is_over


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_presets(preset, seats):
    style = ("even", "buyer")[(PRESETS.index(preset) + seats) % 2]
    assert game(seats, 7, style, preset=preset).position.is_over


@settings(max_examples=12, deadline=None)
@given(
    seats=st.integers(2, 4),
    seed=st.integers(0, 2**64 - 1),
    style=st.sampled_from([style for style in STYLES if style != "hoarder"]),
    options=st.fixed_dictionaries({name: st.sampled_from(values) for name, values in OPTIONS.items()}),
)
def test_any_options(seats, seed, style, options):
    assert game(seats, seed, style, **options).position.is_over


EVERYTHING = {
    *("main phase", "return phase", "noble phase", "pay phase", "15 points", "stalemate"),
    *("take three", "take two", "take one", "take alike", "reserve face-up", "reserve blind"),
    *("buy slot", "buy reserved", "gold", "pay", "return", "return rest", "keep", "noble", "pass"),
}


def test_all_options_meet_every_phase_every_kind_of_move_and_every_end():
    met = game(2, 9, "hoarder").met  # a stalemate; about one such game in 150 is
    for seed, options in enumerate(COMBINATIONS):
        seats, style = 2 + seed // 3 % 3, ("buyer", "reserver", "even")[seed % 3]
        met += game(seats, seed, style, 4000 if seats == 2 else 40, **options).met
    assert set(met) == EVERYTHING


# Positions made by hand


def seat(tokens="", cards=(), reserved=(), nobles=()):
    return {
        "tokens": {c: tokens.count(c) for c in KINDS},
        "cards": sorted(cards),
        "reserved": [{"card": card, "blind": False} for card in reserved],
        "nobles": sorted(nobles),
    }


def position(*players, table=None, nobles=None, options=None, **others):
    """Return a position with these players; cards that nobody has lie on the table and in the decks."""
    gone = {card for one in players for card in one["cards"]}
    gone |= {card for one in players for card in own(one)} | {card for row in table or [] for card in row}
    decks = [[card for card in deal(level) if card not in gone] for level in (1, 2, 3)]
    if table is None:
        table = [[deck.pop() if deck else None for _ in range(4)] for deck in decks]
    stack = {2: 4, 3: 5, 4: 7}[len(players)]
    full = dict.fromkeys(COLOURS, stack) | {"*": 5}
    return {
        "game": "splendor",
        "options": STANDARD | (options or {}),
        "bank": {c: n - sum(one["tokens"][c] for one in players) for c, n in full.items()},
        "nobles": nobles or list(range(len(players) + 1)),
        "claimed": [],
        "decks": decks,
        "table": table,
        "players": list(players),
        "current_player": 0,
        "phase": "main",
        "round": 5,
        "passes": 0,
        "pending": None,
    } | others


def own(player):
    return [one["card"] for one in player["reserved"]]


def deal(level):
    """Return the cards of a level, those with many points at the end."""
    return sorted(
        (card for card in range(90) if CARDS[card].level == level), key=lambda card: CARDS[card].points
    )


def pair(data):
    made = Pair(parlour.from_json(json.dumps(data)))
    assert made.data == data
    return made


def cheap(wanted, pool):
    """Take cards with these bonuses and few points from a pool."""
    cards = []
    for colour in wanted:
        cards.append(
            min((card for card in pool if CARDS[card].bonus == colour), key=lambda c: CARDS[c].points)
        )
        pool.remove(cards[-1])
    return cards


def return_sets(one):
    """Return the sets of tokens that may go back from here, each spelled in the one order there is."""
    if one.position.to_dict()["phase"] != "return":
        return [""]
    sets = []
    for move in sorted(legal(one.data)):
        after = pair(one.data)
        after.play(move)
        sets += [move[-1] + more for more in return_sets(after)]
    return sets


def test_returns_of_three_in_33_ways():
    one = pair(position(seat("WWUUGGRRKK"), seat()))
    one.play("take WUG")
    sets = return_sets(one)
    assert len(sets) == len(set(sets)) == 33 and all(list(s) == sorted(s, key=KINDS.index) for s in sets)


def test_of_taken_tokens_the_excess_or_all_go_back():
    for last, left in (("keep", 10), ("return rest", 9)):
        one = pair(position(seat("WWWKKKRRR"), seat(), options={"returns": "taken"}))
        one.play("take UGR")
        assert legal(one.data) == {"return U", "return G"}
        one.play("return U", "return G")
        assert legal(one.data) == {"keep", "return rest"}
        one.play(last)
        assert held(one.data["players"][0]) == left and one.data["current_player"] == 1
    one = pair(position(seat("WWWKKKRRRG"), seat(), options={"returns": "taken"}))
    one.play("take UGR", "return U", "return G", "return R")
    assert one.data["phase"] == "main" and one.data["current_player"] == 1


def test_what_can_be_taken_from_a_poor_bank():
    poor = position(seat("WWWUUUUGG"), seat("GGRRRRKKK"))
    assert {move for move in legal(pair(poor).data) if "take" in move} == {"take WK"}
    poor["bank"]["K"], poor["players"][1]["tokens"]["K"] = 0, 4
    assert {move for move in legal(pair(poor).data) if "take" in move} == {"take W"}


def test_gold_in_place_of_tokens_is_asked_in_colour_order():
    card = next(i for i, card in enumerate(CARDS) if dict(card.cost) == {"W": 1, "U": 1, "R": 1, "K": 1})
    one = pair(position(seat("WURK**", reserved=[card]), seat()))
    one.play("buy r1")
    assert legal(one.data) == {"pay", "gold W", "gold U", "gold R", "gold K"}
    one.play("gold R")
    assert legal(one.data) == {"pay", "gold K"}
    one.play("gold K")
    assert one.data["players"][0]["tokens"] == {c: int(c in "RK") for c in KINDS}
    one = pair(position(seat("WURK**", reserved=[card]), seat()))
    one.play("buy r1", "gold K")
    assert one.data["phase"] == "main" and one.data["players"][0]["tokens"]["*"] == 1


# Nobles


@pytest.mark.parametrize("chosen", [1, 3])
def test_of_two_nobles_one_comes_now_and_the_other_next_turn(chosen):
    pool = list(range(90))
    mine, [last] = seat(cards=cheap("WWWUUUUKKKK", pool)), cheap("W", pool)
    tokens = "".join(due(mine, last).elements())
    one = pair(position(seat(tokens, mine["cards"], [last]), seat(), nobles=[0, 9, 1]))
    before = points(one.data, 0)
    one.play("buy r1")
    assert legal(one.data) == {"noble 1", "noble 3"} and one.data["pending"] is None
    one.play(f"noble {chosen}")
    assert points(one.data, 0) == before + 3 and one.data["current_player"] == 1
    one.play("take WUG", "take WUG")
    assert points(one.data, 0) == before + 6 and one.data["players"][0]["nobles"] == [0, 1]
    assert one.data["nobles"] == [None, 9, None]


@pytest.mark.parametrize("mode", ["off", "all", "split"])
@pytest.mark.parametrize(("seats", "claimants"), [(n, m) for n in (2, 3, 4) for m in range(1, n + 1)])
def test_one_tile_claimed_by_several_seats_in_a_round(mode, seats, claimants):
    cards = cheap("W" * 3 * claimants + "U" * 3 * claimants + "G" * 3 * claimants, list(range(90)))
    players = [
        seat(cards=cards[at::claimants] if at >= 0 else [], nobles=[4] if at == claimants - seats else [])
        for at in range(claimants - seats, claimants)
    ]
    nobles = [None, 9, 2, 8, 7][: seats + 1]
    one = pair(position(*players, nobles=nobles, options={"shared_noble": mode}))
    before = [points(one.data, at) for at in range(seats)]
    for at in range(seats - 1):
        one.play("take WUG")
        if mode != "off" and at >= seats - claimants:
            claim = {"noble": 2, "seats": list(range(seats - claimants, at + 1)), "place": 3}
            assert one.data["claimed"] == [claim]
    one.play("take WUG")
    worth = {"off": 3, "all": 3, "split": 3 / claimants}[mode]
    lucky = [at for at in range(seats) if at >= seats - claimants]
    lucky = lucky[:1] if mode == "off" else lucky
    assert [float(points(one.data, at)) for at in range(seats)] == [
        before[at] + (worth if at in lucky else 0) for at in range(seats)
    ]
    assert one.data["claimed"] == [] and one.data["nobles"][2] is None
    one.play_on(random.Random(seats), "buyer")


@pytest.mark.parametrize("mode", ["all", "split"])
def test_a_share_of_a_tile_can_take_15_points_away_again(mode):
    pool = list(range(90))
    cards = cheap("WWWWWWUUUUUUGGGGGG", pool)
    mine = cards[::2] + [card for card in reversed(deal(3)) if CARDS[card].bonus == "K"][:2]
    mine += [card for card in deal(2) if CARDS[card].points == 12 - sum(CARDS[c].points for c in mine)][:1]
    one = pair(position(seat(cards=mine), seat(cards=cards[1::2]), options={"shared_noble": mode}))
    assert points(one.data, 0) == 12
    one.play("take WUG")
    assert points(one.data, 0) == 15
    one.play("take WUG")
    assert one.position.is_over == (mode == "all") and points(one.data, 0) == (15 if mode == "all" else 13.5)
    one.play_on(random.Random(1), "buyer")


@pytest.mark.parametrize("mode", ["off", "all", "split"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_many_nobles_in_reach(mode, seats):
    met, shared = Counter(), Counter()
    for seed in range(10):
        rng, pool = random.Random(seed), list(range(90))
        turn = rng.randrange(5)
        ring = COLOURS[turn:] + COLOURS[:turn]
        alike = [ring[:2] * 4 + ring[2] * 3, ring[2:4] * 4 + ring[4] * 3]
        players = [seat(cards=cheap(alike[at // 2], pool)) for at in range(seats)]
        near = [tile for tile, cost in enumerate(NOBLES) if any(bonuses(one) >= cost for one in players)]
        nobles = [*near, *sorted(set(range(10)) - set(near))][: seats + 1]
        rng.shuffle(nobles)
        options = {"shared_noble": mode, "returns": rng.choice(("any", "taken"))}
        one = pair(position(*players, nobles=nobles, options=options))
        assert max(points(one.data, at) for at in range(seats)) < 15
        one.play_on(rng, "buyer", longest=4 * seats)
        met += one.met
        shared += Counter(Counter(tile for p in one.data["players"] for tile in p["nobles"]).values())
    assert met["noble"] and (mode == "off") == (set(shared) == {1})


# Rare states


def beyond_reach(players):
    """Return cards that none of these players can pay."""
    return [card for card in range(90) if not any(payments(one, card) for one in players)]


STUCK = {
    2: ("RRRRWWWWKK", "KKGGGGUUUU"),
    3: ("UUUUUKKKK*", "KGGGGGRR**", "RRRWWWWW**"),
    4: ("WWWWWWWGG*", "GGGGGKKKK*", "KKKUUUUUU*", "URRRRRRR**"),
}
"""Tokens of seats that hold all there are and so can take none."""


def stuck(seats, cards=()):
    """Return players with all tokens, three reserved cards each and nothing to buy; and the table."""
    players = [seat(tokens, cards if not at else ()) for at, tokens in enumerate(STUCK[seats])]
    free = [card for card in beyond_reach(players) if card not in cards]
    table = [[card for card in free if CARDS[card].level == level][:4] for level in (1, 2, 3)]
    free = [card for card in free if not any(card in row for row in table)]
    for at, one in enumerate(players):
        one["reserved"] = [{"card": card, "blind": at == 1} for card in free[3 * at : 3 * at + 3]]
    return players, table


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_can_act(seats):
    players, table = stuck(seats)
    one = pair(position(*players, table=table, current_player=1))
    assert sum(one.data["bank"][c] for c in COLOURS) == 0
    for passes in range(1, seats + 1):
        assert legal(one.data) == {"pass"}
        one.play("pass")
        assert one.data["passes"] == passes
    assert one.position.result.reason == "stalemate" and one.position.result.winners == (seats - 1,)
    one.read_back()


@pytest.mark.parametrize("mode", ["off", "all", "split"])
def test_a_noble_comes_to_who_must_pass(mode):
    players, table = stuck(2, cards=cheap("WWWWKKKK", list(range(90))))
    one = pair(position(*players, table=table, nobles=[9, 1, 8], options={"shared_noble": mode}))
    one.play("pass")
    assert one.data["players"][0]["nobles"] == [1] and one.data["nobles"][1] is None
    one.play("pass")
    assert one.position.result.reason == "stalemate"
    one.read_back()


def test_a_turn_of_another_kind_ends_the_count_of_passes():
    players, table = stuck(3)
    players[1]["reserved"].pop()
    one = pair(position(*players, table=table, passes=0))
    one.play("pass", "reserve 2?", "pass")
    assert one.data["passes"] == 1
    one.play_on(random.Random(1), "even")


@pytest.mark.parametrize("gone", [(1,), (1, 2)])
def test_empty_decks(gone):
    rest = [card for level in gone for card in deal(level)[:-4]]
    players = [seat("WWUUGGRRKK" * (not at), rest[at::4]) for at in range(4)]
    for seed, style in enumerate(("buyer", "reserver", "even")):
        one = pair(position(*players))
        assert max(points(one.data, at) for at in range(4)) < 15 and one.data["decks"][0] == []
        assert not {f"reserve {level}?" for level in gone} & legal(one.data)
        place = next(move[-2:] for move in sorted(legal(one.data)) if move.startswith("buy 1"))
        row = list(one.data["table"][0])
        one.play(f"buy {place}")
        row[int(place[1]) - 1] = None
        assert one.data["table"][0] == row
        one.play_on(random.Random(seed), style)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_after_400_rounds_nobody_wins(seats):
    one = pair(position(*(seat() for _ in range(seats)), round=398))
    for _ in range(seats * 2):
        one.play(min(move for move in legal(one.data) if move.startswith("reserve")))
    assert one.data["round"] == 400 and one.position.result.reason == "move limit"
    one.read_back()


HANDS = [((5, 5, 5), 0), ((4, 4, 4), 1), ((5, 4, 3), 1), ((3, 3, 3, 3), 1), ((5, 5, 3, 2), 0), ((4, 5), 2)]
"""Points of cards and the number of nobles that make 15 points."""


@pytest.mark.parametrize("tiebreak", ["extended", "official"])
def test_ties(tiebreak):
    ranks = set()
    for seed in range(40):
        rng, pool = random.Random(seed), list(range(90))
        tiles, players = list(range(5)), []
        for _ in range(4):
            worth, nobles = rng.choice([hand for hand in HANDS if hand[1] <= len(tiles)])
            cards = []
            for number in worth:
                cards += [card for card in pool if CARDS[card].points == number][:1]
                pool = [card for card in pool if card not in cards]
            players.append(seat(rng.choice(("", "R")), cards, nobles=[tiles.pop() for _ in range(nobles)]))
        data = position(*players, nobles=[*tiles, *[None] * 5][:5], options={"tiebreak": tiebreak})
        if max(points(data, at) for at in range(4)) >= 15:
            ranks.add(pair(data | {"phase": "over", "current_player": None}).position.result.ranks)
    assert len(ranks) > 10 and any(len(set(one)) < 4 for one in ranks) == (tiebreak == "official")


# What is dealt anew


def hidden(data, viewer):
    """Return the places of cards that a seat does not know, by level: decks and others' blind reserves."""
    places = {level: [(deck, at) for at in range(len(deck))] for level, deck in enumerate(data["decks"], 1)}
    for at, player in enumerate(data["players"]):
        for one in player["reserved"]:
            if one["blind"] and at != viewer:
                places[CARDS[one["card"]].level].append((one, "card"))
    return places


def dealt_otherwise(data, viewer, rng):
    """Return the position with all cards that a seat does not know shuffled by hand, level by level."""
    data = json.loads(json.dumps(data))
    for places in hidden(data, viewer).values():
        cards = [where[key] for where, key in places]
        rng.shuffle(cards)
        for (where, key), card in zip(places, cards, strict=True):
            where[key] = card
    return data


def without_hidden(data, viewer):
    """Return the position with all cards that a seat does not know wiped out, and what was wiped out."""
    data, unknown = json.loads(json.dumps(data)), {}
    for level, places in hidden(data, viewer).items():
        unknown[level] = sorted(where[key] for where, key in places)
        for where, key in places:
            where[key] = None
    return data, unknown


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_what_a_seat_does_not_know_is_dealt_anew(seats):
    blind = 0
    for seed in range(8):
        rng = random.Random(seed)
        p = parlour.new("splendor", seats, seed=seed, preset=PRESETS[seed % 3])
        for _ in range(rng.randrange(80)):
            if not p.is_over:
                moves = [move for move in p.legal_moves if "?" in move and rng.random() < 0.5]
                p.play(choose(rng, "buyer", moves or list(p.legal_moves)))
        data = p.to_dict()
        blind += sum(one["blind"] for player in data["players"] for one in player["reserved"])
        for viewer in range(seats):
            others = [p.determinize(viewer, number) for number in range(4)]
            for other in others:
                assert other.view(viewer) == p.view(viewer)
                assert without_hidden(other.to_dict(), viewer) == without_hidden(data, viewer)
            enough = any(len(places) > 1 for places in hidden(data, viewer).values())
            assert any(other != p for other in others) == enough
            swapped = parlour.from_json(json.dumps(dealt_otherwise(data, viewer, rng)))
            assert (swapped != p) == enough and swapped.view(viewer) == p.view(viewer)
            for number, other in enumerate(others):
                assert swapped.determinize(viewer, number) == other
                assert others[0].determinize(viewer, number) == other
    assert blind


def test_a_blind_reserve_is_among_what_is_dealt_anew():
    p = parlour.new("splendor", 2, seed=5)
    p.play("reserve 1?")
    mine = p.to_dict()["players"][0]["reserved"][0]["card"]
    for_owner, for_other = (
        {p.determinize(viewer, number).to_dict()["players"][0]["reserved"][0]["card"] for number in range(30)}
        for viewer in (0, 1)
    )
    assert for_owner == {mine} and len(for_other) > 10
