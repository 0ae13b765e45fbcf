"""Tables of several seats over HTTP: opened, found, joined by link, begun, taken over, deleted."""

import re
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed

from parlour.table import guests
from tests.table.conftest import Clock, Running

OPEN = {"name": "Ada", "size": "9", "seeds": "0", "colours": "chosen", "chair1": "me", "chair2": "open"}


def opened(visitor, game="arbos", **fields):
    """Open a table and return its id."""
    answer = visitor.http.post(f"/new/{game}", data={**OPEN, "full_starts": "1", **fields})
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].rpartition("/")[2]


def sit(visitor, table, seat=1, name="Ben", **fields):
    """Sit down, and return the answer."""
    return visitor.http.post(f"/t/{table}/sit", data={"seat": str(seat), "name": name, **fields})


def reached(socket, **facts):
    """Read on to the board of which something is so."""
    while (board := socket.until("board")) | facts != board:
        pass
    return board


def problem(answer):
    """Return what a page says has gone wrong."""
    found = re.search(r'class="(?:problem|alarm)"[^>]*>([^<]+)<', answer.text)
    return found[1].strip() if found else ""


def test_two_guests_meet_and_the_game_begins_on_both_pages(running):
    ada, ben = running.visitor(), running.visitor()
    table = opened(ada)
    assert 'data-phase="gathering"' in ada.http.get(f"/t/{table}").text
    with ada.sit(table) as waiting:
        assert waiting.receive()["phase"] == "gathering"
        assert "Sit down" in ben.http.get(f"/t/{table}").text
        assert sit(ben, table).status_code == 303
        assert reached(waiting, phase="playing")
    for visitor, other in ((ada, "Ben"), (ben, "Ada")):
        page = visitor.http.get(f"/t/{table}").text
        assert 'data-phase="playing"' in page
        assert other in page


def test_a_match_is_played_over_sockets_with_a_spectator(running):
    ada, ben, cem = running.visitor(), running.visitor(), running.visitor()
    table = opened(ada)
    sit(ben, table)
    with ada.sit(table) as white, ben.sit(table) as black, cem.sit(table) as watching, ExitStack():
        boards = [socket.until("board") for socket in (white, black, watching)]
        assert [board.get("mine", False) for board in boards] == [True, False, False]
        rev = boards[0]["rev"]
        assert watching.ask("play", rev, ["A1"])["code"] == "spectator"
        assert black.ask("play", rev, ["A1"])["code"] == "not_your_turn"
        done = white.ask("play", rev, ["A1"])
        assert done["t"] == "done"
        for socket in (white, black, watching):
            assert reached(socket, rev=done["rev"])["turn"] == 1
        assert black.ask("resign", done["rev"])["t"] == "done"
        assert reached(watching, over=True)["phase"] == "over"
    record = cem.http.get(f"/t/{table}/record.json").json()
    assert record["names"] == ["Ada", "Ben"]
    assert [event["kind"] for event in record["events"]] == ["play", "resign"]
    assert record["result"]["winners"] == [0]
    assert cem.http.get(f"/t/{table}/record.sgf").text.startswith("(;")
    assert cem.http.get(f"/t/{table}/record.txt").status_code == 404


def test_a_friend_comes_by_the_link_of_the_chair(running):
    ada, ben, cem = running.visitor(), running.visitor(), running.visitor()
    table = opened(ada, chair2="friend")
    assert "kept for somebody" in problem(sit(ben, table))
    assert ben.http.post(f"/t/{table}/invite", data={"seat": "1"}).status_code == 403
    url = ada.http.post(f"/t/{table}/invite", data={"seat": "1"}).json()["url"]
    link, _, fragment = url.partition("#")
    assert link == f"{running.url}/t/{table}"
    assert sit(ben, table, invite=fragment.removeprefix("invite=")).status_code == 303
    again = sit(cem, table, name="Cem", invite=fragment.removeprefix("invite="))
    assert again.status_code == 409
    assert problem(again) or "begun" in again.text


def test_a11_a_seat_link_takes_the_seat_to_another_device(running):
    ada, ben, phone = running.visitor(), running.visitor(), running.visitor()
    table = opened(ada)
    sit(ben, table)
    url = ada.http.post(f"/t/{table}/seat-link").json()["url"]
    token = url.partition("#seat=")[2]
    assert phone.http.post(f"/t/{table}/take", data={"token": token[:-2]}).status_code == 403
    assert phone.http.post(f"/t/{table}/take", data={"token": token}).status_code == 200
    assert table in phone.http.get("/").text, "the front page lists it there, too"
    with phone.sit(table) as socket:
        board = socket.receive()
        assert board["mine"]
        assert socket.ask("play", board["rev"], ["A1"])["t"] == "done"
    with phone.sit(table) as playing, ada.sit(table) as own:
        playing.receive(), own.receive()
        ada.http.post(f"/t/{table}/seat-link", data={"renew": "1"})
        with pytest.raises(ConnectionClosed) as closed:
            playing.until("never")
        assert closed.value.rcvd.code == 4403
        assert own.ask("undo", board["rev"])["code"] == "stale"
    with phone.sit(table) as socket:
        board = socket.receive()
        assert socket.ask("play", board["rev"], ["A3"])["code"] == "spectator"
    assert running.visitor().http.post(f"/t/{table}/seat-link").status_code == 403


def test_play_now_leads_to_no_clock_that_nobody_expects(tmp_path):
    with Running(tmp_path, Clock()) as house:
        ada, ben = house.visitor(), house.visitor()
        fast = {"chair1": "me", "chair2": "open", "public": "1", "full_starts": "1", "clock": "move"}
        answer = ada.http.post("/new/arbos", data={**fast, "clock_minutes": "1"})
        assert answer.status_code == 303
        found = ben.http.post("/new/arbos", data={"quick": "1"})
        assert found.headers["location"] != answer.headers["location"]
        usual = ada.http.post("/new/arbos", data={**fast, "clock_minutes": "10"})
        cem = house.visitor()
        places = {cem.http.post("/new/arbos", data={"quick": "1"}).headers["location"]}
        places.add(house.visitor().http.post("/new/arbos", data={"quick": "1"}).headers["location"])
        assert places == {found.headers["location"], usual.headers["location"]}


def test_play_now_finds_an_open_table_or_opens_one(running):
    ada, ben = running.visitor(), running.visitor()
    first = ada.http.post("/new/arbos", data={"quick": "1"}).headers["location"]
    assert ada.http.post("/new/arbos", data={"quick": "1"}).headers["location"] == first
    assert first.rpartition("/")[2] in ben.http.get("/tables").text
    assert ben.http.post("/new/arbos", data={"quick": "1"}).headers["location"] == first
    assert 'data-phase="playing"' in ben.http.get(first).text


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"size": "77"}, "5 to 20"),
        ({"chair2": "robot"}, "a chair is for"),
        ({"clock": "sundial"}, "a clock is"),
        ({"clock": "move", "clock_minutes": "0"}, "5 seconds"),
        ({"clock": "move", "clock_minutes": "much"}, "whole number"),
        ({"seats": "3"}, "not for 3"),
        ({"preset": "mine"}, "no preset"),
        ({"name": "A\u202eda"}, "nobody can see"),
        ({"name": "x" * 40}, "too long"),
        ({"name": "\u200b"}, "nobody can see|at least one letter"),
        ({"chair1": "open", "chair2": "here"}, "at your screen"),
    ],
)
def test_what_cannot_be_opened_comes_back_with_the_reason(running, fields, why):
    answer = running.visitor().http.post("/new/arbos", data={**OPEN, **fields})
    assert answer.status_code == 400
    assert re.search(why, problem(answer), re.IGNORECASE), problem(answer)


def test_a_guest_opens_no_hundred_tables_in_a_minute(running):
    ada = running.visitor()
    opened(ada)
    codes = [ada.http.post("/new/arbos", data=OPEN).status_code for _ in range(60)]
    assert codes.count(429) == 20, "forty at once"
    assert "a lot of new tables" in ada.http.post("/new/golf", data={"random": "1"}).text
    ben = running.visitor()
    assert opened(ben)


def test_cookies_that_somebody_made_up_get_no_tables_and_no_guests_of_their_own(tmp_path):
    with Running(tmp_path, Clock()) as house:
        ada = house.visitor()
        codes = []
        for n in range(45):
            ada.http.cookies.clear()
            ada.http.cookies.set(guests.COOKIE, f"made-up-{n:024d}")
            codes.append(ada.http.post("/new/arbos", data=OPEN).status_code)
        assert codes.count(429) == 5, "forty at once, for the address"
        codes = []
        for n in range(65):
            ada.http.cookies.clear()
            ada.http.cookies.set(guests.COOKIE, f"another-{n:024d}")
            codes.append(ada.http.post("/me", data={"name": "Ada"}).status_code)
        assert codes.count(429) == 5, "sixty at once, for the address"
        ada.http.cookies.clear()
        assert ada.http.post("/me", data={"name": "Ada"}).status_code == 429


def test_links_to_deals_are_tables_that_are_counted_too(tmp_path):
    with Running(tmp_path, Clock()) as house:
        ada = house.visitor()
        ada.http.post("/me", data={"name": "Ada"})
        codes = [ada.http.get("/play/golf", params={"deal": n}).status_code for n in range(1, 46)]
        assert codes.count(429) == 5


def test_names_are_kept_and_shown_as_they_were_typed(running):
    ada, ben = running.visitor(), running.visitor()
    table = opened(ada, name="<b>Ada</b>")
    sit(ben, table, name="سارا\u200cجان")
    page = ben.http.get(f"/t/{table}").text
    assert "&lt;b&gt;Ada&lt;/b&gt;" in page and "<b>Ada</b>" not in page
    assert "سارا\u200cجان" in ada.http.get(f"/t/{table}").text
    ada.http.post("/me", data={"name": "Countess"})
    assert "Countess" in ben.http.get(f"/t/{table}").text


def test_unknown_tables_and_moves_are_said_to_be_missing(running):
    ada = running.visitor()
    table = opened(ada)
    for path in ("/t/nowhere", "/t/nowhere/at/1", f"/t/{table}/at/7", "/players/nobody", "/leaders/golf"):
        assert ada.http.get(path).status_code == 404, path
    for path in ("sit", "start", "close", "remove", "stand", "invite", "seat-link", "take"):
        assert ada.http.post(f"/t/nowhere/{path}").status_code == 404, path
    assert ada.http.post(f"/t/{table}/sit", data={"seat": "x" * 500}).status_code == 409


def test_looking_back_shows_the_board_of_an_earlier_move(running):
    ada, ben = running.visitor(), running.visitor()
    table = opened(ada)
    sit(ben, table)
    with ada.sit(table) as white:
        board = white.receive()
        white.ask("play", board["rev"], ["A1"])
    now = ada.http.get(f"/t/{table}/at/1").json()
    before = ada.http.get(f"/t/{table}/at/0").json()
    assert now["n"] == 1 and now["f"] != before["f"]
    assert "A1" in now["say"]


def test_a_guest_is_forgotten_with_all_but_the_others_games(running):
    ada, ben = running.visitor(), running.visitor()
    golf = ada.new()
    table = opened(ada)
    sit(ben, table)
    waiting = opened(ada)
    assert "Ada" in ben.http.get(f"/t/{table}").text
    ada.http.post("/me/forget")
    assert "Ada" in ben.http.get(f"/t/{table}").text, "not without being sure"
    assert ada.http.post("/me/forget", data={"sure": "1"}).status_code == 303
    page = ben.http.get(f"/t/{table}").text
    assert 'data-phase="over"' in page and "Ada" not in page
    assert ben.http.get(f"/t/{golf}").status_code == 404
    assert "closed" in ben.http.get(f"/t/{waiting}").text
    assert "parlour_guest" not in ada.http.cookies


def test_pages_of_people_and_tables_are_there(running):
    ada, ben = running.visitor(), running.visitor()
    table = opened(ada, rated="1", public="1")
    sit(ben, table)
    assert table in running.visitor().http.get("/tables").text
    for path in ("/", "/tables", "/me", "/leaders/arbos", "/new/arbos", "/rules/arbos"):
        assert ada.http.get(path).status_code == 200, path
    with ada.sit(table) as socket:
        socket.ask("resign", socket.receive()["rev"])
    assert table in ada.http.get("/me").text


def test_a_first_visitor_plays_against_the_computer_by_one_click(running):
    ada = running.visitor()
    for path in ("/", "/new/arbos", "/rules/arbos"):
        assert 'name="computer" value="hard"' in ada.http.get(path).text
    table = ada.http.post("/new/arbos", data={"computer": "easy"}).headers["location"]
    page = ada.http.get(table).text
    assert 'data-phase="playing"' in page and "Computer (easy)" in page
    assert "/players/cpu-easy-1" not in page
    assert ada.http.get("/players/cpu-easy-1").status_code == 404
    assert "Computer (easy)" in ada.http.get("/").text
    assert "Computer (easy)" in ada.http.get(f"{table}/picture.svg").text
    assert ada.http.get(f"{table}/record.json").json()["names"].count("Computer (easy)") == 1
    answer = ada.http.post("/new/arbos", data={"computer": "godlike"})
    assert "the computer plays easy, normal, hard, expert" in problem(answer).lower()


def test_a_host_gives_a_chair_to_the_computer_by_a_form(running):
    ada, ben = running.visitor(), running.visitor()
    fields = {"seats": "3", "chair2": "computer", "level2": "easy", "chair3": "open", "public": "1"}
    table = ada.http.post("/new/splendor", data={**fields, "full_starts": "1"}).headers["location"]
    assert "Computer (easy)" in ada.http.get(table).text
    assert "computer?level=hard" in ada.http.get(table).text
    assert "computer?level=hard" not in ben.http.get(table).text
    assert "Computer" not in ben.http.get("/tables").text, "the host is named, and how many sit there"
    assert ben.http.post(f"{table}/computer?level=hard", data={"seat": "2"}).status_code == 409
    assert ada.http.post(f"{table}/computer?level=silly", data={"seat": "2"}).status_code == 409
    assert ada.http.post(f"{table}/computer?level=easy", data={"seat": "2"}).status_code == 303
    page = ada.http.get(table).text
    assert 'data-phase="playing"' in page and "Computer 2 (easy)" in page
    assert "Computer 2 (easy)" in ben.http.get("/tables").text
    for wrong in ({"chair2": "computer", "level2": "godlike"}, {"chair2": "computer", "rated": "1"}):
        assert ada.http.post("/new/arbos", data={**OPEN, **wrong}).status_code == 400
