"""Arbos: the cases of the rules, what always holds, options, texts, bad positions, views, goldens."""

import json
from pathlib import Path

import pytest

import parlour

CASES = json.loads((Path(__file__).parents[1] / "data" / "arbos.json").read_text())
COLOURS = ("white", "black")
READINGS = ("union2", "sum2", "both_pair", "linked_ge2")


def position(seeds=(), white=(), black=(), *, turn=0, phase="play", **others):
    """A position; what is none of its fields is an option. Cells may be words of one text."""
    seeds, white, black = (
        cells.split() if isinstance(cells, str) else list(cells) for cells in (seeds, white, black)
    )
    fields = {name: others.pop(name) for name in ("passes", "forfeit") if name in others}
    options = {"seeds": len(seeds)} | others
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
