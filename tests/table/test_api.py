"""The API: what each route does, what it refuses and how, and the socket beside it."""

import importlib.util
import json
import re
import secrets
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import parlour
from parlour.core import registry
from parlour.core.record import GameRecord
from parlour.table import messages, watcher
from parlour.table.api import errors, events
from parlour.table.match import turns
from tests.table.conftest import Clock, Running
from tests.table.programs import Programs, house_behind

ROOT = Path(__file__).parents[2]
ARBOS = {"game": "arbos", "options": {"size": 9, "seeds": 0, "colours": "chosen"}}


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """One server for all of this, and its clock."""
    clock = Clock()
    with Running(tmp_path_factory.mktemp("api"), clock) as one:
        yield one, clock


@pytest.fixture
def running(shared):
    return shared[0]


@pytest.fixture
def clock(shared):
    return shared[1]


@pytest.fixture
def program(running, clock):
    clock.tick(3600)  # whoever asked too much may ask again
    with Programs(running.url) as make:
        yield make


def refusal(answer: httpx.Response) -> tuple[int, str]:
    """Return the status and the code of an error, which is one sentence in JSON."""
    found = answer.json()
    assert set(found) <= {"code", "detail", "rev"}, found
    assert re.fullmatch(r"[A-Z0-9“'].*[.!?)]", found["detail"]), found["detail"]
    assert "Traceback" not in answer.text
    return answer.status_code, found["code"]


def the_listed(answer: httpx.Response, table: str) -> dict:
    """Return the entry of a table in a list."""
    return next(one for one in answer.json()["tables"] if one["table"] == table)


# Guests and games


def test_a_guest_is_made_and_known_by_its_token(program):
    ada = program("Ada")
    assert len(ada.token) >= 32
    opened = ada.take("/tables", {"game": "golf"})
    assert opened["state"]["facts"]["mine"]
    other = program(token=ada.token)
    assert other.state(opened["table"])["facts"]["mine"], "it is the same guest"


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "A\u202eda",
        "a\x00b",
        "\u200b",
        "x" * 33,
        "\n",
        "\u2066x\u2069",
        "a\x1b[31m",
        "\ud83d\u200d",
    ],
)
def test_names_that_nobody_can_read_are_refused(program, name):
    body = json.dumps({"name": name})
    answer = program().http.post("/guests", content=body)
    assert refusal(answer)[0] == 400
    assert name not in answer.text or not name.strip()


@pytest.mark.parametrize("name", ["Ada", "  Ada  Lovelace ", "سارا\u200cجان", "<b>Ada</b>", "김", "7"])
def test_names_are_kept_as_they_are_typed(program, name):
    ada = program(name)
    table = ada.take("/tables", ARBOS)["table"]
    assert program().state(table)["lobby"]["chairs"][0]["name"] == " ".join(name.split())


def test_the_games_are_listed_with_all_that_can_be_chosen(program):
    games = {one["name"]: one for one in program().get("/games").json()["games"]}
    assert set(games) == set(registry.names())
    assert games["splendor"]["seats"] == [2, 3, 4]
    assert games["golf"]["deals"] and not games["arbos"]["deals"]
    assert games["arbos"]["formats"] == ["sgf"] and games["arbos"]["board"]
    size = next(one for one in games["arbos"]["options"] if one["name"] == "size")
    assert (size["least"], size["most"], size["default"], size["values"]) == (5, 20, 20, None)
    for name, game in games.items():
        for options in game["presets"].values():
            parlour.game(name).choose(None, **options)
        assert all(option["summary"] for option in game["options"])


# Opening


@pytest.mark.parametrize("game", sorted(registry.names()))
def test_a_table_of_every_game_is_opened(program, game):
    ada = program("Ada")
    opened = ada.take("/tables", {"game": game})
    state = opened["state"]
    assert state["facts"]["game"] == game
    assert set(opened["tokens"]) == {"0"}
    by_seat = program(token=opened["tokens"]["0"])
    assert by_seat.state(opened["table"])["facts"]["mine"] == state["facts"]["mine"]
    assert state["phase"] == ("playing" if parlour.game(game).seats == (1,) else "gathering")


def test_several_people_at_one_screen_begin_at_once(program):
    ada = program("Ada")
    opened = ada.take("/tables", {"game": "splendor", "chairs": ["me", "here", "here"]})
    assert opened["state"]["phase"] == "playing"
    assert set(opened["tokens"]) == {"0", "1", "2"}
    assert opened["state"]["facts"]["mine"] == [0, 1, 2]


def test_a_table_has_the_terms_that_were_asked_for(program):
    ada = program("Ada")
    clock = {"kind": "bank", "seconds": 900, "increment": 10}
    asked = {"game": "splendor", "preset": "official", "seats": 4, "clock": clock, "zero": "forfeit"}
    table = ada.take("/tables", {**asked, "public": True, "rated": True})["table"]
    listed = the_listed(program().get("/tables", game="splendor"), table)
    assert (listed["phase"], listed["preset"]) == ("gathering", "official")
    assert (listed["clock"], listed["zero"], listed["rated"]) == (clock, "forfeit", True)
    assert listed["options"]["tiebreak"] == "official"
    assert [chair["open"] for chair in listed["chairs"]] == [False, True, True, True]
    assert listed["chairs"][0]["name"] == "Ada"
    assert table not in program().get("/tables", game="arbos").text
    assert program().get("/tables", game="chess").json() == {"tables": []}


def test_private_tables_are_in_no_list(program):
    ada = program("Ada")
    table = ada.take("/tables", ARBOS)["table"]
    assert table not in program().get("/tables").text
    public = ada.take("/tables", {**ARBOS, "public": True, "chairs": ["me", "open"]})["table"]
    assert public in program().get("/tables").text
    program("Ben").take(f"/tables/{public}/seats/1")
    listed = the_listed(ada.get("/tables"), public)
    assert listed["phase"] == "playing"
    assert not any(chair["open"] for chair in listed["chairs"])


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "chess"}, 404, "unknown_game"),
        ({"game": ""}, 404, "unknown_game"),
        ({"game": "arbos", "preset": "mine"}, 400, "bad_options"),
        ({"game": "arbos", "options": {"size": 77}}, 400, "bad_options"),
        ({"game": "arbos", "options": {"size": 2**70}}, 400, "bad_options"),
        ({"game": "arbos", "options": {"size": True}}, 400, "bad_options"),
        ({"game": "arbos", "options": {"preset": "x", "self": 1, "game": 1}}, 400, "bad_options"),
        ({"game": "arbos", "options": {"size": 5, "seeds": 40}}, 400, "bad_options"),
        ({"game": "arbos", "seats": 3}, 400, "bad_options"),
        ({"game": "arbos", "seats": 1}, 400, "bad_options"),
        ({"game": "arbos", "chairs": []}, 400, "bad_options"),
        ({"game": "arbos", "chairs": ["open", "open"]}, 400, "bad_options"),
        ({"game": "arbos", "chairs": ["me", "me"]}, 400, "bad_options"),
        ({"game": "arbos", "chairs": ["me", "robot"]}, 400, "unreadable"),
        ({"game": "arbos", "chairs": ["me", "open"], "seats": 3}, 400, "bad_options"),
        ({"game": "arbos", "clock": {"kind": "sundial"}}, 400, "unreadable"),
        ({"game": "arbos", "clock": {"kind": "move", "seconds": 1}}, 400, "bad_options"),
        ({"game": "arbos", "zero": "forfeit"}, 400, "bad_options"),
        ({"game": "arbos", "deal": 24}, 400, "bad_options"),
        ({"game": "splendor", "seed": 1}, 400, "unreadable"),
        ({"game": "splendor", "rated": True, "chairs": ["me", "here"]}, 400, "bad_options"),
        ({"game": "golf", "deal": 0}, 400, "unreadable"),
        ({"game": "golf", "deal": "0"}, 400, "bad_deal"),
        ({"game": "golf", "deal": "9" * 30}, 400, "bad_deal"),
        ({"game": "golf", "deal": 1.5}, 400, "unreadable"),
        ({"game": "golf", "seats": 2}, 400, "bad_options"),
        ({"game": "golf", "chairs": ["me"]}, 400, "bad_options"),
        ({"game": "golf", "rated": True}, 400, "bad_options"),
        ({"game": "little_spider", "preset": "open", "options": {"homecell_return": 0}}, 400, "bad_options"),
        ({"game": "golf", "rated": "yes"}, 400, "unreadable"),
        ({"game": 1}, 400, "unreadable"),
        ({}, 400, "unreadable"),
        ([], 400, "unreadable"),
        (None, 400, "unreadable"),
    ],
)  # fmt: skip
def test_what_cannot_be_opened_is_refused_with_the_reason(program, body, status, code):
    ada = program("Ada")
    answer = ada.http.post("/tables", content=json.dumps(body), headers=ada.headers)
    assert refusal(answer) == (status, code)


def test_solitaires_are_opened_by_deal_and_preset(program):
    ada = program("Ada")
    opened = ada.take("/tables", {"game": "golf", "deal": 24, "options": {"rule": "classic"}})
    assert opened["state"]["facts"]["deal"] == "24"
    assert opened["state"]["facts"]["preset"] == "classic"
    assert (
        ada.take("/tables", {"game": "golf", "deal": "24", "preset": "classic"})["table"] == opened["table"]
    )
    assert ada.take("/tables", {"game": "golf"})["table"] != opened["table"]


# Sitting down


def test_programs_sit_down_with_and_without_a_guest(program):
    ada, ben = program("Ada"), program("Ben")
    table = ada.take("/tables", {"game": "splendor", "seats": 3, "order": "chosen"})["table"]
    assert ben.take(f"/tables/{table}/seats/1")["guest"] is None
    seated = program().take(f"/tables/{table}/seats/2", {"name": "Cem"})
    assert seated["seat"] == 2
    cem = program(token=seated["guest"]["token"])
    state = program(token=seated["token"]).state(table)
    assert state == cem.state(table) | {"now": state["now"]}
    assert [chair["name"] for chair in state["facts"]["chairs"]] == ["Ada", "Ben", "Cem"]
    assert state["facts"]["mine"] == [2]
    assert state["phase"] == "playing" and state["lobby"] is None


def test_sitting_down_again_on_the_same_chair_gets_the_same_answer(program):
    ada, ben = program("Ada"), program("Ben")
    table = ada.take("/tables", {"game": "splendor", "seats": 3})["table"]
    first = ben.take(f"/tables/{table}/seats/1")
    assert ben.take(f"/tables/{table}/seats/1") == first
    assert refusal(ben.post(f"/tables/{table}/seats/2")) == (409, "seated")


def test_chairs_that_cannot_be_taken_are_refused(program):
    ada, ben, cem = program("Ada"), program("Ben"), program("Cem")
    opened = ada.take(
        "/tables", {"game": "splendor", "chairs": ["me", "friend", "open"], "full_starts": False}
    )
    table = opened["table"]
    assert refusal(ben.post(f"/tables/{table}/seats/0")) == (409, "taken")
    assert refusal(ben.post(f"/tables/{table}/seats/3")) == (404, "no_such_seat")
    assert refusal(ben.post(f"/tables/{table}/seats/-1")) == (404, "no_such_seat")
    assert refusal(ben.post(f"/tables/{table}/seats/{10**30}")) == (404, "no_such_seat")
    assert refusal(ben.post(f"/tables/{table}/seats/one")) == (404, "missing")
    assert refusal(ben.post(f"/tables/{table}/seats/1")) == (403, "kept")
    assert refusal(ben.post(f"/tables/{table}/seats/1", {"invite": "invite.1.0.forged"})) == (403, "kept")
    assert refusal(ben.post(f"/tables/{table}/seats/2", {"name": "A\u202eda"})) == (400, "bad_name")
    assert refusal(ben.post(f"/tables/{table}/seats/1/invite")) == (403, "not_host")
    assert opened["invites"] == {"1": ada.take(f"/tables/{table}/seats/1/invite")["token"]}
    ben.take(f"/tables/{table}/seats/1", {"invite": opened["invites"]["1"]})
    assert refusal(ada.post(f"/tables/{table}/seats/7/invite")) == (404, "no_such_seat")
    program().take(f"/tables/{table}/seats/2")
    assert refusal(cem.post(f"/tables/{table}/seats/2")) == (409, "taken")
    assert "Every chair" in cem.post(f"/tables/{table}/seats/2").json()["detail"]
    assert ada.command(table, "start").status_code == 200
    assert refusal(cem.post(f"/tables/{table}/seats/2", {"name": "Not Cem"})) == (409, "begun")
    assert ben.post(f"/tables/{table}/seats/1").status_code == 201, "who sits there is told so again"
    golf = ada.take("/tables", {"game": "golf"})["table"]
    assert refusal(ben.post(f"/tables/{golf}/seats/0")) == (404, "missing")
    assert refusal(ada.post(f"/tables/{golf}/seats/0/invite")) == (404, "missing")


# Tokens


@pytest.mark.parametrize(
    "header",
    [
        "Bearer x",
        "Bearer " + "x" * 5000,
        "Bearer",
        "Basic YTpi",
        "Bearer seat.0.0.x",
        "seat.0.0.x",
        "Bearer é",
    ],
)
def test_a_token_that_leads_nowhere_is_refused_everywhere(program, header):
    ada = program("Ada")
    table = ada.take("/tables", ARBOS)["table"]
    wrong = {"authorization": header.encode()}
    http = program().http
    command = {"t": "start", "id": "command-1", "rev": 0}
    answers = [
        http.get(f"/tables/{table}", headers=wrong),
        http.get(f"/tables/{table}/record", headers=wrong),
        http.get(f"/tables/{table}/record.sgf", headers=wrong),
        http.post("/tables", json=ARBOS, headers=wrong),
        http.post(f"/tables/{table}/seats/1", json={}, headers=wrong),
        http.post(f"/tables/{table}/seats/1/invite", headers=wrong),
        http.post(f"/tables/{table}/seat-token", headers=wrong),
        http.post(f"/tables/{table}/commands", json=command, headers=wrong),
    ]
    for answer in answers:
        assert refusal(answer) == (401, "bad_token"), answer.url
        assert answer.headers["www-authenticate"] == "Bearer"


def test_without_a_token_nothing_is_done(program):
    table = program("Ada").take("/tables", ARBOS)["table"]
    stranger = program()
    assert refusal(stranger.post("/tables", ARBOS)) == (401, "no_token")
    assert refusal(stranger.command(table, "start")) == (401, "no_token")
    assert refusal(stranger.post(f"/tables/{table}/seat-token")) == (401, "no_token")
    assert refusal(stranger.post(f"/tables/{table}/seats/1/invite")) == (401, "no_token")


def test_a_cookie_is_nobody_here(running, program):
    visitor = running.visitor()
    golf = visitor.new(deal="24")
    assert visitor.http.cookies
    assert visitor.http.get(f"/api/tables/{golf}").json()["facts"]["mine"] is False
    command = {"t": "play", "id": secrets.token_hex(8), "rev": 0, "moves": ["deal"]}
    assert refusal(visitor.http.post(f"/api/tables/{golf}/commands", json=command)) == (401, "no_token")


def test_requests_of_other_sites_pages_are_refused_and_programs_need_no_origin(running, program):
    foreign = {"origin": "http://evil.example"}
    answer = program().http.post("/guests", json={"name": "Ada"}, headers=foreign)
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign")
    assert program().http.post("/guests", json={"name": "Ada"}, headers={"origin": running.url}).is_success
    assert httpx.post(f"{running.url}/new/golf").status_code == 403, "pages need it as ever"
    table = program("Ada").take("/tables", ARBOS)["table"]
    with pytest.raises(InvalidStatus), program().sit(table, origin="http://evil.example"):
        pass


@pytest.mark.parametrize("game", ["arbos", "golf"])
def test_a_seat_token_plays_one_seat_of_one_table_until_it_is_renewed(program, game):
    ada = program("Ada")
    opened = ada.take("/tables", {"game": game})
    table, other = (
        opened["table"],
        ada.take("/tables", {"game": game, **({"deal": 24} if game == "golf" else {})}),
    )
    seat = program(token=opened["tokens"]["0"])
    assert seat.state(table)["facts"]["mine"]
    assert refusal(seat.get(f"/tables/{other['table']}")) == (401, "bad_token")
    assert refusal(seat.post("/tables", {"game": game})) == (401, "bad_token")
    assert seat.take(f"/tables/{table}/seat-token")["token"] == seat.token
    with seat.sit(table) as socket:
        assert socket.receive()["t"] == "state"
        fresh = ada.take(f"/tables/{table}/seat-token", {"renew": True})["token"]
        with pytest.raises(ConnectionClosed) as closed:
            socket.until("never")
        assert closed.value.rcvd.code == 4403
    assert refusal(seat.get(f"/tables/{table}")) == (401, "bad_token")
    assert program(token=fresh).state(table)["facts"]["mine"]
    ben = program("Ben")
    assert refusal(ben.post(f"/tables/{table}/seat-token"))[1] == "not_seated"
    assert refusal(ben.post(f"/tables/{table}/seat-token", {"renew": True}))[1] == "not_seated"


# Playing


def test_a_match_is_played_over_requests(program):
    table, (ada, ben) = program.full_table("arbos", 2)
    state = ada.state(table)
    assert state["facts"]["turn"] == 0 and "A1" in state["legal"]
    assert ben.state(table)["legal"] == []
    done = ada.command(table, "play", moves=["A1"]).json()
    assert done == {"t": "done", "id": done["id"], "rev": state["rev"] + 1}
    assert refusal(ada.command(table, "play", moves=["A3"])) == (409, "not_your_turn")
    assert refusal(ben.command(table, "play", moves=["A1"])) == (409, "occupied")
    assert refusal(ben.command(table, "play", moves=["Z99"])) == (400, "unreadable")
    assert refusal(ben.command(table, "play", rev=1, moves=["E5"])) == (409, "stale")
    assert refusal(ben.command(table, "play", rev=99, moves=["E5"])) == (409, "stale")
    assert refusal(program("Cem").command(table, "play", moves=["E5"])) == (403, "spectator")
    assert refusal(ben.command(table, "restart")) == (400, "not_here")
    refused = ben.command(table, "accept").json()
    assert (refused["code"], refused["rev"]) == ("nothing_asked", done["rev"])
    assert ben.command(table, "say", phrase="hello").status_code == 200
    record = program().get(f"/tables/{table}/record").json()
    assert [event["kind"] for event in record["events"]] == ["play"]
    assert record["start"] is None
    assert ben.command(table, "resign").status_code == 200
    assert refusal(ada.command(table, "play", moves=["C3"])) == (409, "over")
    state = program().state(table)
    assert (state["phase"], state["facts"]["ended"], state["facts"]["by"]) == ("over", "resigned", 1)
    assert GameRecord.from_json(program().get(f"/tables/{table}/record").text).replay().moves == ("A1",)
    sgf = program().get(f"/tables/{table}/record.sgf")
    assert sgf.text.startswith("(;") and sgf.headers["content-type"].startswith("text/plain")
    again = ada.command(table, "rematch").json()["go"].removeprefix("/t/")
    assert ada.state(again)["facts"]["mine"] == [1]


def test_who_has_looked_at_a_move_by_a_request_is_asked_before_it_is_taken_back(program):
    table, (ada, ben) = program.full_table("arbos", 2)
    ada.command(table, "play", moves=["A1"])
    assert ada.command(table, "undo").status_code == 200
    assert ada.state(table)["facts"]["moves"] == 0, "nobody has seen it"
    ada.command(table, "play", moves=["A1"])
    ben.state(table)
    assert ada.command(table, "undo").status_code == 200
    facts = ada.state(table)["facts"]
    assert facts["moves"] == 1 and facts["asked"]["what"] == "undo"


def test_a07_a_command_that_is_sent_again_gets_its_first_answer(program):
    table, (ada, ben) = program.full_table("arbos", 2)
    asked = {"t": "play", "id": "same-command", "rev": ada.state(table)["rev"], "moves": ["A1"]}
    first = ada.take(f"/tables/{table}/commands", asked)
    assert ada.take(f"/tables/{table}/commands", asked) == first
    assert ada.take(f"/tables/{table}/commands", asked | {"moves": ["C3"]}) == first, "its id decides"
    ben.command(table, "play", moves=["E5"])
    assert ada.take(f"/tables/{table}/commands", asked) == first
    assert refusal(ben.post(f"/tables/{table}/commands", asked))[0] == 409, "another's is not answered"
    assert ada.state(table)["facts"]["moves"] == 2
    with ada.sit(table) as socket:
        socket.receive()
        socket.connection.send(json.dumps(asked))
        assert socket.until("done", "refused") == first, "whichever way it comes"


def test_solitaires_are_played_with_their_own_commands(program):
    ada = program("Ada")
    opened = ada.take("/tables", {"game": "golf", "deal": 24})
    table, seat = opened["table"], program(token=opened["tokens"]["0"])
    assert seat.command(table, "play", moves=["deal"]).json()["rev"] == 1
    assert (
        seat.state(table)["told"] == [{"kind": "deal", "cards": ["9S"], "places": []}]
        or seat.state(table)["told"]
    )
    hint = ada.command(table, "hint").json()
    assert hint["hint"][0] in seat.state(table)["legal"] and hint["say"]
    assert seat.command(table, "undo").json()["rev"] == 3
    assert seat.state(table)["facts"]["can_redo"]
    assert ada.command(table, "redo").status_code == 200
    assert ada.command(table, "restart").status_code == 200
    assert refusal(ada.command(table, "restart")) == (409, "untouched")
    assert refusal(ada.command(table, "resign")) == (400, "not_here")
    assert refusal(program("Ben").command(table, "play", moves=["deal"])) == (403, "spectator")
    assert program().get(f"/tables/{table}/record").json()["start"] is None
    assert refusal(ada.get(f"/tables/{table}/record.sgf")) == (404, "missing")


def test_only_new_lines_of_the_log_are_sent_to_who_has_the_others(program):
    table, (ada, ben) = program.full_table("arbos", 2)
    ada.command(table, "play", moves=["A1"])
    ben.command(table, "play", moves=["E5"])
    state = ada.get(f"/tables/{table}", heard=1).json()
    assert (state["first"], len(state["told"])) == (2, 1)
    assert ada.get(f"/tables/{table}", heard=99).json()["first"] == 3
    for wrong in ("-1", "x", "1.5", "9" * 40):
        assert refusal(ada.get(f"/tables/{table}", heard=wrong)) == (400, "unreadable")


def test_unknown_tables_and_addresses_are_missing(program):
    ada = program("Ada")
    table = ada.take("/tables", {"game": "splendor"})["table"]
    for path in (
        "/tables/nowhere",
        "/tables/nowhere/record",
        "/tables/nowhere/record.sgf",
        "/nowhere",
        "/tables/%00",
    ):
        assert refusal(ada.get(path)) == (404, "missing"), path
    for path in ("seats/0", "seats/0/invite", "seat-token", "commands"):
        body = {"t": "start", "id": "command-1", "rev": 0} if path == "commands" else {}
        assert refusal(ada.post(f"/tables/nowhere/{path}", body)) == (404, "missing"), path
    assert refusal(ada.get(f"/tables/{table}/record")) == (404, "missing"), "it has not begun"
    assert refusal(ada.get(f"/tables/{table}/record.sgf")) == (404, "missing")
    assert refusal(ada.http.delete(f"/tables/{table}")) == (405, "method")
    assert refusal(ada.get("/guests")) == (405, "method")


# Bodies


@pytest.mark.parametrize(
    "body",
    [
        b"", b"x", b"{", b"[]", b"null", b"1e999", b"\xff\xfe", b"\x00", b'"' + b"x" * 100 + b'"',
        b"[" * 8000, b'{"a":' * 3000, b'{"t":"play"}', b'{"t":"fly","id":"abcdefgh","rev":0}',
        b'{"t":"play","id":"abcdefgh","rev":"0","moves":["deal"]}',
        b'{"t":"play","id":"abcdefgh","rev":0.0,"moves":"deal"}',
        b'{"t":"play","id":"abcdefgh","rev":-1,"moves":["deal"]}',
        b'{"t":"play","id":"abcdefgh","rev":99999999999,"moves":["deal"]}',
        b'{"t":"play","id":"abcdefgh","rev":0,"moves":[]}',
        b'{"t":"play","id":"abcdefgh","rev":0,"moves":["deal"],"more":1}',
        b'{"t":"undo","id":"short","rev":0}', b'{"t":"undo","id":["abcdefgh"],"rev":0}',
        b'{"t":"sit","id":"abcdefgh","rev":0,"seat":true}', b'{"t":"sync"}',
    ],
)  # fmt: skip
def test_garbage_is_refused_with_a_sentence_and_harms_nothing(program, body):
    ada = program("Ada")
    table = ada.take("/tables", {"game": "golf", "deal": 24})["table"]
    for path in (f"/tables/{table}/commands", "/tables", "/guests", f"/tables/{table}/seat-token"):
        answer = ada.http.post(path, content=body, headers=ada.headers)
        if path.endswith("seat-token") and not body:
            assert answer.status_code == 200
            continue
        assert refusal(answer) == (400, "unreadable"), path
        assert len(answer.text) < 400
    assert ada.command(table, "play", moves=["deal"]).json()["rev"] == 1


def test_bodies_that_are_too_large_are_refused(program):
    ada = program("Ada")
    body = json.dumps({"name": "x" * messages.LIMIT})
    assert refusal(ada.http.post("/guests", content=body)) == (413, "too_large")
    assert refusal(ada.http.post("/guests", content=(part for part in [body.encode()] * 5))) == (
        413,
        "too_large",
    )
    assert refusal(ada.http.post("/guests", json={"name": "x" * 10_000})) == (400, "unreadable")


# Limits


def test_a_guest_opens_no_hundred_tables_and_an_address_makes_no_hundred_guests(program, clock):
    ada = program("Ada")
    codes = [ada.post("/tables", {"game": "golf"}).status_code for _ in range(45)]
    assert codes == [201] * 40 + [429] * 5
    assert refusal(ada.post("/tables", {"game": "golf"})) == (429, "too_many")
    codes = [ada.post("/guests", {"name": "Ben"}).status_code for _ in range(65)]
    assert codes.count(429) == 6, "Ada was the first of sixty"
    assert "guests" in ada.post("/guests", {"name": "Ben"}).json()["detail"]
    clock.tick(10)
    assert ada.post("/tables", {"game": "golf"}).status_code == 201


def test_each_token_has_commands_of_its_own(program, clock):
    ada, ben = program("Ada"), program("Ben")
    table = ada.take("/tables", {"game": "golf"})["table"]
    codes = [ada.command(table, "undo", rev=0).status_code for _ in range(205)]
    assert codes == [409] * 200 + [429] * 5
    assert refusal(ada.command(table, "undo", rev=0)) == (429, "too_many")
    assert refusal(ben.command(table, "undo", rev=0)) == (403, "spectator")
    clock.tick(1)
    assert ada.command(table, "undo", rev=0).status_code == 409


# The socket


def test_the_socket_sends_the_state_first_and_after_every_change(program):
    table, (ada, ben) = program.full_table("arbos", 2)
    with ada.sit(table) as white, ben.sit(table) as black, program().sit(table) as watching:
        watching.connection.send('{"t":"hello"}')
        first = [socket.receive() for socket in (white, black, watching)]
        assert [state["facts"]["mine"] for state in first] == [[0], [1], []]
        assert [bool(state["legal"]) for state in first] == [True, False, False]
        done = white.ask("play", first[0]["rev"], moves=["A1"])
        for socket in (white, black, watching):
            state = socket.until("state", rev=done["rev"])
            assert [line["kind"] for line in state["told"]] == ["place"] or len(state["told"]) == 1
            assert state["first"] == 1
        assert watching.ask("play", done["rev"], moves=["E5"])["code"] == "spectator"
        assert white.ask("play", done["rev"], moves=["E5"])["code"] == "not_your_turn"
        assert ben.command(table, "play", moves=["E5"]).status_code == 200
        state = watching.until("state", rev=done["rev"] + 1)
        assert (state["first"], len(state["told"])) == (2, 1), "only what is new"
        watching.connection.send('{"t":"sync"}')
        state = watching.until("state")
        assert (state["first"], len(state["told"])) == (1, 2), "everything, if asked for"
        white.ask("say", done["rev"], phrase="thanks")
        assert black.until("said") == {"t": "said", "seat": 0, "phrase": "thanks"}


def test_a_socket_learns_that_the_match_begins(program):
    ada = program("Ada")
    table = ada.take("/tables", ARBOS)["table"]
    with ada.sit(table) as waiting:
        state = waiting.receive()
        assert state["phase"] == "gathering" and state["view"] is None
        assert [chair["kind"] for chair in state["lobby"]["chairs"]] == ["me", "open"]
        program().take(f"/tables/{table}/seats/1", {"name": "Ben"})
        state = waiting.until("state", phase="playing")
        assert state["lobby"] is None and state["view"]["legal"] == state["legal"]


def test_who_cannot_set_a_header_says_hello(program):
    ada = program("Ada")
    table = ada.take("/tables", {"game": "golf"})["table"]
    with program().sit(table) as socket:
        socket.connection.send(json.dumps({"t": "hello", "token": ada.token}))
        assert socket.receive()["facts"]["mine"]


@pytest.mark.parametrize(
    ("frame", "code", "close"),
    [
        ('{"t":"hello","token":"nobody"}', "bad_token", 4401),
        ('{"t":"hello","token":7}', "bad_token", 4401),
        ('{"t":"sync"}', "bad_token", 4401),
        ("x", "bad_token", 4401),
        ("", "bad_token", 4401),
        (b"\xff", "bad_token", 4401),
        ("x" * 20_000, "too_large", 1009),
    ],
)
def test_a_socket_that_does_not_say_who_it_is_is_let_go(program, frame, code, close):
    table = program("Ada").take("/tables", {"game": "golf"})["table"]
    with program().sit(table) as socket:
        socket.connection.send(frame)
        refused = socket.receive()
        assert (refused["t"], refused["code"]) == ("refused", code)
        with pytest.raises(ConnectionClosed) as closed:
            socket.receive()
        assert closed.value.rcvd.code == close


def test_a_socket_that_says_nothing_is_let_go(program, monkeypatch):
    monkeypatch.setattr(events, "PATIENCE", 0.1)
    table = program("Ada").take("/tables", {"game": "golf"})["table"]
    with program().sit(table) as socket:
        assert socket.receive()["code"] == "bad_token"
    with program().sit(table):
        pass  # gone before it said a word, which is nobody's fault


def test_sockets_with_wrong_tokens_or_tables_are_told_so(program):
    table = program("Ada").take("/tables", {"game": "golf"})["table"]
    for token, name, code, close in (("nobody", table, "bad_token", 4401), ("", "nowhere", "missing", 4404)):
        with program(token=token).sit(name) as socket:
            assert socket.receive()["code"] == code
            with pytest.raises(ConnectionClosed) as closed:
                socket.receive()
            assert closed.value.rcvd.code == close


def test_no_token_counts_in_the_address(program):
    ada = program("Ada")
    table = ada.take("/tables", {"game": "golf"})["table"]
    for name in ("token", "access_token", "authorization"):
        assert program().get(f"/tables/{table}", **{name: ada.token}).json()["facts"]["mine"] is False


def test_garbage_oversize_and_floods_end_as_on_the_page(program):
    ada = program("Ada")
    table = ada.take("/tables", {"game": "golf", "deal": 24})["table"]
    with ada.sit(table) as socket:
        socket.receive()
        for frame in ("x", "[" * 2000, '{"t":"hello"}', b"\xff\xfe"):
            socket.connection.send(frame)
            assert socket.receive()["code"] == "unreadable"
        assert socket.ask("play", 0, moves=["deal"])["t"] == "done"
        socket.connection.send("x" * (messages.LIMIT + 1))
        assert socket.until("refused")["code"] == "too_large"
        with pytest.raises(ConnectionClosed) as closed:
            socket.receive()
        assert closed.value.rcvd.code == 1009
    with ada.sit(table) as socket:
        socket.receive()
        codes = []
        with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012
            while True:
                codes.append(socket.ask("redo", 1).get("code"))
        assert closed.value.rcvd.code == 1008
        assert codes.count("too_fast") >= watcher.STRIKES


def test_a06_every_command_gets_exactly_one_answer(program):
    table, (ada, _) = program.full_table("splendor", 2)
    with ada.sit(table) as socket:
        rev = socket.receive()["rev"]
        asked = ["resign-not", "play", "undo", "accept", "offer", "sit", "hint", "rematch", "say"]
        fields = {"play": {"moves": ["buy 11"]}, "sit": {"seat": 1}, "say": {"phrase": "luck"}}
        sent = []
        for t in asked[1:]:
            command = {"t": t, "id": secrets.token_hex(8), "rev": rev, **fields.get(t, {})}
            sent.append(command["id"])
            socket.connection.send(json.dumps(command))
        answers = [socket.until("done", "refused") for _ in sent]
        assert [answer["id"] for answer in answers] == sent


# The example and the page about it


@pytest.fixture
def bot(monkeypatch):
    spec = importlib.util.spec_from_file_location("api_bot", ROOT / "examples" / "api_bot.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "PAUSE", 0.001)
    return module


@pytest.mark.parametrize(("game", "seats"), [("splendor", 4), ("arboretum", 4)])
def test_the_example_plays_a_whole_game_of_four(running, bot, game, seats):
    end = bot.play_alone(running.url, game, seats=seats)
    assert end["phase"] == "over"
    assert end["facts"]["ended"] == "game"
    assert min(end["facts"]["result"]["ranks"]) == 1


def test_the_example_joins_a_table_by_its_seat_token(running, program, bot):
    table, (ada, ben) = program.full_table("arbos", 2)
    token = ben.take(f"/tables/{table}/seat-token")["token"]
    with ThreadPoolExecutor(1) as pool:
        playing = pool.submit(bot.play, running.url, table, token)
        for _ in range(4):
            with ada.sit(table) as socket:
                state = socket.receive()
                while not state["legal"]:
                    state = socket.until("state")
                socket.ask("play", state["rev"], moves=[state["legal"][0]])
        ada.command(table, "resign")
        assert playing.result()["facts"]["result"]["winners"] == [1]


def test_the_example_runs_as_a_program(running):
    command = [sys.executable, str(ROOT / "examples" / "api_bot.py"), running.url, "golf"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert json.loads(printed.stdout)["reason"] in ("stuck", "cleared")


BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def asked(command: str, url: str, known: dict[str, str]) -> httpx.Response:
    """Do what a line with curl in it does."""
    for name, value in {"URL": url, **known}.items():
        command = command.replace(f"${name}", value)
    words = shlex.split(command)
    assert words[:2] == ["curl", "-s"]
    headers, body, rest = {}, None, words[3:]
    while rest:
        match rest:
            case ["-H", header, *rest]:
                name, _, value = header.partition(": ")
                headers[name] = value
            case ["-d", body, *rest]:
                pass
    return httpx.request("GET" if body is None else "POST", words[2], headers=headers, content=body)


def fits(found: object, shown: object) -> bool:
    """Whether an answer is as the page shows it; "…" stands for anything."""
    if shown in ("…", ["…"]):
        return bool(found)
    if isinstance(shown, dict) and isinstance(found, dict):
        return list(found) == list(shown) and all(fits(found[name], shown[name]) for name in shown)
    return found == shown


def test_the_page_about_the_api_shows_what_happens(running):
    page = (ROOT / "docs" / "how-to" / "api.md").read_text(encoding="utf-8")
    known: dict[str, str] = {}
    blocks = BLOCK.findall(page)
    answers = 0
    for (kind, text), (following, shown) in pairwise([*blocks, ("", "")]):
        if kind == "sh":
            assert following == "json"
            found = asked(text, running.url, known).json()
            assert fits(found, json.loads(shown)), (text, found)
            answers += 1
            token = (found.get("guest") or found).get("token") if "facts" not in found else None
            if token:
                known["BEN" if "ADA" in known else "ADA"] = token
            known |= {"TABLE": found["table"]} if "table" in found else {}
        if kind == "python":
            scope: dict[str, object] = {"URL": running.url, **known}
            exec(text, scope)  # noqa: S102 - what the page tells people to run
            assert scope["done"]["t"] == "done"
    assert answers == 7


def test_the_page_about_the_api_names_every_code_and_limit(running):
    page = (ROOT / "docs" / "how-to" / "api.md").read_text(encoding="utf-8")
    for code, status in errors.STATUS.items():
        assert re.search(rf"^\| {status} \|.*`{code}`", page, re.MULTILINE), code
    house = house_behind(running)
    for limit, words in (
        (house._guests, "new guests"), (house._tables, "new tables"), (house._commands, "commands of"),
        (house._looks, "looks of"),
    ):  # fmt: skip
        speed = f"{limit._rate:.0f} a second" if limit._rate >= 1 else f"1 in {1 / limit._rate:.0f} seconds"
        assert re.search(rf"^\| {words}.*\| {limit._burst:.0f} \| {speed} \|", page, re.MULTILINE), words
    assert f"| {watcher.BURST:.0f} | {watcher.RATE:.0f} a second |" in page
    assert f"{messages.LIMIT // 1024} KiB" in page


def test_programs_play_against_computers(running, monkeypatch):
    monkeypatch.setattr(turns, "PAUSE", 0)
    with Programs(running.url) as program:
        ada = program("Ada")
        asked = {"game": "arbos", "options": {"size": 7, "seeds": 3, "colours": "chosen"}, "order": "chosen"}
        table = ada.take("/tables", {**asked, "chairs": ["me", "easy"], "public": True})["table"]
        listed = next(one for one in ada.get("/tables").json()["tables"] if one["table"] == table)
        assert [(one["name"], one["level"]) for one in listed["chairs"]] == [
            ("Ada", ""),
            ("Computer (easy)", "easy"),
        ]
        with ada.sit(table) as socket:
            state = socket.receive()
            assert state["facts"]["chairs"][1]["level"] == "easy"
            assert socket.ask("play", state["rev"], moves=[state["legal"][0]])["t"] == "done"
            while not (state := socket.until("state"))["legal"]:
                pass
            assert state["facts"]["moves"] == 2, "it has answered"
            assert socket.ask("hand_over", state["rev"])["t"] == "done"
            while socket.until("state")["phase"] == "playing":
                pass
        refused = ada.post("/tables", {**asked, "chairs": ["me", "easy"], "rated": True})
        assert (refused.status_code, refused.json()["code"]) == (400, "bad_options")
        assert ada.post("/tables", {**asked, "chairs": ["me", "robot"]}).status_code == 400
