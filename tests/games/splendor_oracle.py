"""Splendor once more, slowly and plainly, from the written rules alone, to compare the compiled rules with.

It works on the whole position as JSON has it: `legal` lists the moves, `play` returns the position after one,
`result` says how a finished game ended. Nothing is kept beside the position: points and bonuses are counted
from cards and tiles each time, and sets of returns and ways to pay are found by trying them all.
"""

import csv
import json
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple

COLOURS, GOLD = "WUGRK", "*"
KINDS = COLOURS + GOLD
NAMES = dict(zip(COLOURS, ("white", "blue", "green", "red", "black"), strict=True))
LETTERS = {name: c for c, name in NAMES.items()}
DATA = Path(__file__).parents[1] / "data"


class Card(NamedTuple):
    level: int
    bonus: str
    points: int
    cost: Counter


def rows(name):
    with (DATA / name).open(newline="") as file:
        return list(csv.DictReader(file))


def colours(row):
    return Counter({c: int(row[NAMES[c]]) for c in COLOURS if row[NAMES[c]] != "0"})


CARDS = [
    Card(int(row["level"]), LETTERS[row["bonus"]], int(row["points"]), colours(row))
    for row in rows("splendor_cards.csv")
]
NOBLES = [colours(row) for row in rows("splendor_nobles.csv")]
NOBLE_POINTS = 3


# What is asked


def legal(data):
    """Return the texts of all legal moves."""
    match data["phase"]:
        case "main":
            return takes(data) | reserves(data) | buys(data) or {"pass"}
        case "return":
            return returns(data)
        case "noble":
            return {f"noble {place}" for place in nobles_in_reach(data)}
        case "pay":
            return {"pay"} | {f"gold {c}" for c in colours_for_gold(data)}
        case "over":
            return set()


def play(data, move):
    """Return the position after a legal move; the given one stays as it was."""
    if move not in legal(data):
        raise ValueError(f"{move!r} is not legal")
    after = json.loads(json.dumps(data))
    if data["phase"] == "main":
        after["passes"] = data["passes"] + 1 if move == "pass" else 0
    verb, _, what = move.partition(" ")
    STEPS[verb](after, what)
    return after


def result(data):
    """Return scores, ranks, winners and reason of a game that is over."""
    players, seats = data["players"], range(len(data["players"]))
    scores = [points(data, seat) for seat in seats]
    reason = "15 points" if max(scores) >= 15 else "move limit"
    if reason == "move limit" and data["passes"] == len(players):
        reason = "stalemate"
    keys = [(scores[seat], -len(players[seat]["cards"])) for seat in seats]
    if data["options"]["tiebreak"] == "extended":
        keys = [
            (*key, len(players[seat]["nobles"]), held(players[seat]), seat) for seat, key in enumerate(keys)
        ]
    ranks = tuple(1 + sum(other > key for other in keys) for key in keys)
    winners = tuple(seat for seat in seats if ranks[seat] == 1)
    if reason == "move limit":
        ranks, winners = tuple(1 for _ in seats), ()
    return tuple(float(score) for score in scores), ranks, winners, reason


# What is counted


def mover(data):
    return data["players"][data["current_player"]]


def held(player):
    return sum(player["tokens"].values())


def bonuses(player):
    return Counter(CARDS[card].bonus for card in player["cards"])


def points(data, seat):
    """Points of cards and tiles; a tile that several seats claimed is worth less to each if it is split."""
    player = data["players"][seat]
    holders = Counter(tile for other in data["players"] for tile in other["nobles"])
    split = data["options"]["shared_noble"] == "split"
    tiles = sum(Fraction(NOBLE_POINTS, holders[tile] if split else 1) for tile in player["nobles"])
    return sum(CARDS[card].points for card in player["cards"]) + tiles


def in_order(tokens):
    return {c: tokens[c] for c in KINDS if tokens[c]}


# Moves of the main phase


def takes(data):
    bank = data["bank"]
    there = [c for c in COLOURS if bank[c]]
    most = min(3, len(there))
    least = 1 if data["options"]["partial_take"] == "any" else most
    sets = [different for n in range(least, most + 1) for different in combinations(there, n) if different]
    return {f"take {''.join(different)}" for different in sets} | {
        f"take {c}{c}" for c in COLOURS if bank[c] >= 4
    }


def open_cards(data):
    """Return the cards that lie open, by the text of their place."""
    return {
        f"{level}{slot}": card
        for level, row in enumerate(data["table"], 1)
        for slot, card in enumerate(row, 1)
        if card is not None
    }


def own_cards(data):
    return {f"r{at}": one["card"] for at, one in enumerate(mover(data)["reserved"], 1)}


def reserves(data):
    if len(mover(data)["reserved"]) == 3:
        return set()
    decks = {f"{level}?" for level, deck in enumerate(data["decks"], 1) if deck}
    return {f"reserve {place}" for place in decks | set(open_cards(data))}


def buys(data):
    within_reach = open_cards(data) | own_cards(data)
    return {f"buy {place}" for place, card in within_reach.items() if payments(mover(data), card)}


def take(data, what):
    taken = Counter(what)
    move_tokens(data["bank"], mover(data)["tokens"], taken)
    limit(data, taken)


def reserve(data, place):
    blind = place.endswith("?")
    card = data["decks"][int(place[0]) - 1].pop() if blind else leave_slot(data, open_cards(data)[place])
    mover(data)["reserved"].append({"card": card, "blind": blind})
    taken = Counter(GOLD) if data["bank"][GOLD] else Counter()
    move_tokens(data["bank"], mover(data)["tokens"], taken)
    limit(data, taken)


def leave_slot(data, card):
    """Take an open card away; the top of its deck, if there is one, fills the slot."""
    row, deck = data["table"][CARDS[card].level - 1], data["decks"][CARDS[card].level - 1]
    row[row.index(card)] = deck.pop() if deck else None
    return card


def move_tokens(source, target, tokens):
    for c, n in tokens.items():
        source[c] -= n
        target[c] += n


# Buying


def due(player, card):
    """Return what is left of a card's cost after bonuses."""
    return CARDS[card].cost - bonuses(player)


def payments(player, card):
    """Return all ways to pay a card: numbers of coloured tokens, of which gold pays the rest."""
    need, tokens = due(player, card), player["tokens"]
    if need.total() > held(player):
        return []
    ways = product(*(range(min(need[c], tokens[c]) + 1) for c in COLOURS))
    return [way for way in ways if need.total() - sum(way) <= tokens[GOLD]]


def colours_for_gold(data):
    """Return the colours of which gold may pay one more: in colour order some whole payment says so."""
    ways, said = payments(mover(data), data["pending"]["buying"]), Counter(data["pending"]["gold_for"])
    least_gold = max(ways, key=sum)
    gold_for = [
        Counter({c: most - n for c, most, n in zip(COLOURS, least_gold, way, strict=True)}) for way in ways
    ]
    last = max((COLOURS.index(c) for c in said), default=0)
    return [c for c in COLOURS[last:] if said + Counter(c) in gold_for]


def buy(data, place):
    card = (open_cards(data) | own_cards(data))[place]
    data["phase"], data["pending"] = "pay", {"buying": card, "gold_for": {}}
    for one in mover(data)["reserved"]:
        one["blind"] = one["blind"] and one["card"] != card
    settle_unless_asked(data)


def gold(data, colour):
    said = Counter(data["pending"]["gold_for"]) + Counter(colour)
    data["pending"]["gold_for"] = in_order(said)
    settle_unless_asked(data)


def settle_unless_asked(data):
    if not (data["options"]["choose_payment"] and colours_for_gold(data)):
        pay(data)


def pay(data, _=""):
    """Settle the purchase with the least gold beyond what was said."""
    player, card = mover(data), data["pending"]["buying"]
    need = due(player, card)
    coloured = (need & Counter(player["tokens"])) - Counter(data["pending"]["gold_for"])
    move_tokens(player["tokens"], data["bank"], coloured)
    move_tokens(player["tokens"], data["bank"], {GOLD: need.total() - coloured.total()})
    if card in own_cards(data).values():
        player["reserved"] = [one for one in player["reserved"] if one["card"] != card]
    else:
        leave_slot(data, card)
    player["cards"] = sorted([*player["cards"], card])
    limit(data, Counter())


# The end of a turn: limit, noble, end


def limit(data, taken):
    if held(mover(data)) > 10:
        data["phase"], data["pending"] = "return", {"taken": in_order(taken), "returned": {}}
    else:
        noble_comes(data)


def left_of_taken(data):
    return Counter(data["pending"]["taken"]) - Counter(data["pending"]["returned"])


def returns(data):
    """Return the moves of the return phase: first tokens of all sets that can go back in colour order."""
    only_taken = data["options"]["returns"] == "taken"
    excess = held(mover(data)) - 10
    if excess <= 0:
        return {"keep", "return rest"} if only_taken and left_of_taken(data) else set()
    pool = left_of_taken(data) if only_taken else mover(data)["tokens"]
    last = max((KINDS.index(c) for c in data["pending"]["returned"]), default=0)
    tokens = [c for c in KINDS[last:] for _ in range(pool[c])]
    return {f"return {going[0]}" for going in combinations(tokens, excess)}


def return_tokens(data, what):
    going = left_of_taken(data) if what == "rest" else Counter(what)
    move_tokens(mover(data)["tokens"], data["bank"], going)
    data["pending"]["returned"] = in_order(Counter(data["pending"]["returned"]) + going)
    if not returns(data):
        noble_comes(data)


def keep(data, _):
    noble_comes(data)


def claims(data):
    """Return the entries of tiles claimed this round by the place they came from."""
    empty = [place for place, tile in enumerate(data["nobles"], 1) if tile is None]
    return {one.get("place", place): one for place, one in zip(empty, data["claimed"], strict=False)}


def nobles_in_reach(data):
    """Return the tiles that may come to the seat on turn, by place."""
    tiles = {place: tile for place, tile in enumerate(data["nobles"], 1) if tile is not None}
    tiles |= {place: one["noble"] for place, one in claims(data).items()}
    player = mover(data)
    return {
        place: tile
        for place, tile in sorted(tiles.items())
        if tile not in player["nobles"] and bonuses(player) >= NOBLES[tile]
    }


def noble_comes(data):
    data["phase"], data["pending"] = "noble", None
    match list(nobles_in_reach(data)):
        case []:
            end_turn(data)
        case [place]:
            noble(data, place)


def noble(data, place):
    place = int(place)
    tile, shared = nobles_in_reach(data)[place], claims(data)
    mover(data)["nobles"] = sorted([*mover(data)["nobles"], tile])
    data["nobles"][place - 1] = None
    if data["options"]["shared_noble"] != "off":
        seats = (
            [*shared[place]["seats"], data["current_player"]] if place in shared else [data["current_player"]]
        )
        shared[place] = {"noble": tile, "seats": sorted(seats)}
        empty = [at for at, one in enumerate(data["nobles"], 1) if one is None]
        data["claimed"] = [
            {"noble": shared[at]["noble"], "seats": shared[at]["seats"]}
            | ({} if at == usual else {"place": at})
            for at, usual in zip(sorted(shared), empty, strict=False)
        ]
    end_turn(data)


def end_turn(data):
    seats = len(data["players"])
    data["phase"] = "main"
    round_ends = data["current_player"] == seats - 1
    if round_ends:
        data["round"] += 1
        data["claimed"] = []
    reached = max(points(data, seat) for seat in range(seats)) >= 15
    if (round_ends and (reached or data["round"] >= 400)) or data["passes"] == seats:
        data["phase"], data["current_player"] = "over", None
    else:
        data["current_player"] = (data["current_player"] + 1) % seats


def pass_turn(data, _):
    noble_comes(data)


STEPS = {"take": take, "reserve": reserve, "buy": buy, "gold": gold, "pay": pay, "return": return_tokens}
STEPS |= {"keep": keep, "noble": noble, "pass": pass_turn}
