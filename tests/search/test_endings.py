"""Endings of Arbos on 5 x 5 that were solved by trying everything: what a search plays there is right.

`python -m benchmarks.endings 60 > tests/data/arbos_endings.jsonl` made them.
"""

from pathlib import Path

import msgspec

from benchmarks.endings import Ending, matters, solved
from parlour.core.reading import from_object
from parlour.search.players import player
from tests.games import arbos_oracle as oracle

FILE = Path(__file__).parents[1] / "data" / "arbos_endings.jsonl"
ENDINGS = [msgspec.json.decode(line, type=Ending) for line in FILE.read_bytes().splitlines()]


def misses(name, endings):
    """Return the endings in which a player throws something away."""
    chosen = []
    for ending in endings:
        position = from_object(ending.position)
        move = position.text(player(name).choose(position, position.current_player))
        chosen.append((ending, move))
    return [ending for ending, move in chosen if move not in ending.best]


def test_hard_plays_endings_right_and_expert_those_that_are_too_deep_for_it():
    assert len(ENDINGS) == 60
    missed = misses("mcts:hard", ENDINGS)
    assert len(missed) <= 0.05 * len(ENDINGS)
    assert not misses("mcts:100000", [*missed, ENDINGS[0]])


def worth(data, known):
    """Return what a position is worth to the seat on turn, by rules that are written once more."""
    key = (*map(frozenset, (data["white"], data["black"])), data["current_player"], data["passes"])
    if key not in known:
        known[key] = max(worth_of(data, move, known) for move in oracle.legal(data))
    return known[key]


def worth_of(data, move, known):
    """Return what a move is worth to whoever plays it."""
    after = oracle.play(data, move)
    if after["phase"] != "over":
        return 1 - worth(after, known)
    winners = oracle.result(after)[2]
    return 0.5 if not winners else float(data["current_player"] in winners)


def test_other_rules_find_the_same():
    small = sorted(ENDINGS, key=lambda one: len(from_object(one.position).legal_actions))[:3]
    for ending in small:
        known = {}
        worths = {move: worth_of(ending.position, move, known) for move in oracle.legal(ending.position)}
        assert ending.worth == max(worths.values())
        assert ending.best == tuple(move for move, one in worths.items() if one == ending.worth)


def test_endings_are_solved_again_and_it_matters_there_what_is_played():
    for ending in ENDINGS[::20]:
        position = from_object(ending.position)
        assert solved(position) == ending
        assert matters(position, ending)
