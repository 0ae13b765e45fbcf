"""Looking back at a match: with one's own eyes while it goes on, with everything open once it has ended."""

import json

import msgspec
import pytest

import parlour
from parlour.table.match import ending
from parlour.table.match.course import End
from parlour.table.match.facts import Viewer
from parlour.table.past import looking_back
from parlour.table.sharing import shared_picture
from tests.table.matches import started

GAMES = ("arboretum", "splendor")
SEED = 11

HIDDEN = {0: ("d6", "j7"), 1: ("j1", "j7")}
"""Of Arboretum: a card that a seat alone has seen, and one of the deck that nobody has."""

VIEWERS = {"Ada": Viewer((0,)), "Ben": Viewer((1,)), "somebody": Viewer(), "a shared screen": Viewer((0, 1))}


def a_game(game):
    """A game of two under way, in which each hides a card from the other."""
    position = parlour.new(game, seats=2, seed=SEED)
    if game == "splendor":
        for move in ("reserve 1?", "reserve 2?", "take WUG", "take WUG", "take WUR"):
            position.play(move)
        return position
    kept = {card for card, _ in HIDDEN.values()}
    while len(position.history) < 25:
        position.play(next(move for move in position.legal_moves if move[-2:] not in kept))
    return position


def in_another_world(position, seat):
    """The same moves, but the card that only `seat` saw has changed places with one that nobody did."""
    text = json.dumps(position.restart().to_dict(), separators=(",", ":"))
    if position.game.name == "arboretum":
        one, two = HIDDEN[seat]
        text = text.replace(one, "?").replace(two, one).replace("?", two)
    else:
        data = json.loads(text)
        deck = data["decks"][seat]
        deck[0], deck[-1] = deck[-1], deck[0]
        text = json.dumps(data)
    twin = parlour.from_json(text)
    for move in position.moves:
        twin.play(move)
    assert twin.moves == position.moves
    assert twin != position
    return twin


def lay(table, position, **course):
    """Put a position on a table, and what else is so of its match."""
    course = msgspec.structs.replace(table.state.course, **course)
    table.state = msgspec.structs.replace(table.state, position=position, course=course)
    table.views.clear()
    table._logs.clear()


def ended(how):
    """What is so of a match that two players ended so."""
    result = ending.agreed(2) if how == "agreed" else ending.given_up(2, 0, how)
    return {"phase": "over", "end": End(1, how, result, None if how == "agreed" else 0)}


def seen(table, viewer):
    """All that a viewer is sent: the board as it is and as it was after each move, and its picture."""
    table.views.clear()
    table._logs.clear()
    number = len(table.state.position.history)
    past = [looking_back(table, viewer, "en", n) for n in range(number + 1)]
    now = {name: piece.html for name, piece in table.drawn(viewer, "en").pieces.items()}
    told = msgspec.json.encode(table.state_for(viewer, 0)).decode()
    picture = shared_picture(table, viewer, "en") if table.course.phase != "closed" else ""
    return json.dumps([past, now, told, picture])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("course", [{}, {"phase": "closed"}], ids=["playing", "closed"])
async def test_what_is_hidden_changes_nothing_of_what_others_look_back_at(house, game, course):
    table = await started(house, game)
    position = a_game(game)
    for seat in (0, 1):
        twin = in_another_world(position, seat)
        for name, viewer in VIEWERS.items():
            lay(table, position, **course)
            here = seen(table, viewer)
            lay(table, twin, **course)
            if seat not in viewer.seats:
                assert here == seen(table, viewer), name
            elif viewer.seats == (seat,):
                assert here != seen(table, viewer), name


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("how", ["resigned", "time", "agreed"])
async def test_once_it_has_ended_everybody_sees_everything(house, game, how):
    table = await started(house, game)
    position = a_game(game)
    for seat in (0, 1):
        twin = in_another_world(position, seat)
        for name, viewer in VIEWERS.items():
            lay(table, position, **ended(how))
            here = seen(table, viewer)
            lay(table, twin, **ended(how))
            assert here != seen(table, viewer), name


@pytest.mark.parametrize("game", GAMES)
async def test_after_the_end_the_log_is_told_as_by_one_who_saw_everything(house, game):
    table = await started(house, game)
    position = a_game(game)
    for course, all_told in (({}, False), (ended("resigned"), True)):
        lay(table, position, **course)
        told = table.state_for(Viewer(), 0).told
        drawn = [line for line in told if line.kind == "blind" or line.places == ("deck",)]
        assert drawn
        assert {bool(line.cards) for line in drawn} == {all_told}


async def test_hands_lie_open_beside_the_gardens_once_a_player_has_resigned(house):
    table = await started(house, "arboretum")
    position = a_game("arboretum")
    for course, there in (({}, False), (ended("resigned"), True)):
        lay(table, position, **course)
        for viewer, other in ((VIEWERS["Ada"], 1), (VIEWERS["Ben"], 0), (VIEWERS["somebody"], 1)):
            facts = looking_back(table, viewer, "en", 5)["f"][f"facts-{other}"]
            assert ('class="held open"' in facts) == there
            hidden = HIDDEN[other][0].upper()
            assert (f">{hidden}<" in facts) == there
        in_front = looking_back(table, VIEWERS["somebody"], "en", 5)["f"]["hand"]
        assert ('data-k="d6"' in in_front) == there, "a spectator has the first seat before them"


def test_a_solitaire_is_looked_back_at_by_its_player_and_by_others(running):
    ada, ben = running.visitor(), running.visitor()
    table = ada.new("golf", deal="7")
    with ada.sit(table) as socket:
        rev = socket.receive()["rev"]
        for _ in range(3):
            rev = socket.ask("play", rev, ["deal"])["rev"]
    for visitor in (ada, ben):
        first, last = (visitor.http.get(f"/t/{table}/at/{n}").json() for n in (0, 3))
        assert first["say"] == ""
        assert "stock" in last["say"]
        assert first["f"]["home"] != last["f"]["home"]
        assert visitor.http.get(f"/t/{table}/at/4").status_code == 404
