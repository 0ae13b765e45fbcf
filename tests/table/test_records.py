"""Records that are brought here: looked through at a link, counted nowhere; what is none is refused."""

import json
import random
import re
import sqlite3
from contextlib import suppress
from xml.etree import ElementTree as ET

import pytest

import parlour
from parlour.core.errors import RecordError
from parlour.core.record import Event, GameRecord
from parlour.table import messages, records, texts
from parlour.table.match.replay import match_record
from tests.table.conftest import NOON, Clock, Running
from tests.table.matches import do, play, started
from tests.table.test_lobby import opened, sit

GAMES = ("arboretum", "arbos", "golf", "little_spider", "splendor")
OPTIONS = {"arbos": {"size": 7, "seeds": 5}}


def a_record(game, moves=400, names=("Ada", "Ben"), **options):
    """The record of a game of random moves."""
    position, dice = parlour.new(game, seed=5, **{**OPTIONS.get(game, {}), **options}), random.Random(3)
    while not position.is_over and len(position.history) < moves:
        position.play(dice.choice(position.legal_actions))
    return position.record(names[: position.seats])


def bring(visitor, text):
    """Bring a record and return the answer."""
    data = text if isinstance(text, bytes) else text.encode()
    return visitor.http.post("/open", files={"file": ("game.json", data)})


def brought(visitor, record):
    """Bring a record and return its table's id."""
    answer = bring(visitor, record if isinstance(record, str) else record.to_json())
    assert answer.status_code == 303, why(answer)
    return re.fullmatch(r"/t/([^#]+)#at=0", answer.headers["location"])[1]


def why(answer):
    """Return the sentence by which a record was refused."""
    found = re.search(r'id="why" role="alert">([^<]*)<', answer.text)
    return found[1] if found else answer.text[:2000]


def exported(visitor, table):
    return GameRecord.from_json(visitor.http.get(f"/t/{table}/record.json").text)


@pytest.mark.parametrize("game", GAMES)
def test_a_record_goes_out_and_comes_in_with_the_same_moves(running, game):
    ada, ben = running.visitor(), running.visitor()
    record = a_record(game)
    table = brought(ada, record)
    again = exported(ben, table)
    assert [event.move for event in again.events] == [event.move for event in record.events]
    assert again.replay() == record.replay()
    assert again.result == record.result
    assert exported(ben, brought(ben, again)).events == again.events
    page = ben.http.get(f"/t/{table}").text
    assert "Ada" in page
    assert ben.http.get(f"/t/{table}/at/{len(record.events)}").status_code == 200
    assert ben.http.get(f"/t/{table}/at/{len(record.events) + 1}").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_was_broken_off_can_be_looked_through_too(running, game):
    ada = running.visitor()
    record = a_record(game, moves=6)
    table = brought(ada, record)
    again = exported(running.visitor(), table)
    assert [event.move for event in again.events] == [event.move for event in record.events]
    assert again.start == record.start
    assert ada.http.get(f"/t/{table}").status_code == 200
    assert ada.http.get(f"/t/{table}/at/3").status_code == 200
    with ada.sit(table) as socket:
        board = socket.receive()
        kinds = (
            ("play", "undo") if game in ("golf", "little_spider") else ("play", "resign", "undo", "rematch")
        )
        for kind in kinds:
            answer = socket.ask(kind, board["rev"], [record.events[0].move] if kind == "play" else None)
            assert answer["code"] == "spectator"


def test_sgf_of_arbos_comes_in_as_well(running):
    record = a_record("arbos")
    ada = running.visitor()
    sgf = record.replay().export(".sgf", ("Ada", "سارا\u200cجان"))
    table = brought(ada, sgf)
    assert [event.move for event in exported(ada, table).events] == [event.move for event in record.events]
    assert "سارا\u200cجان" in ada.http.get(f"/t/{table}").text
    assert ada.http.get(f"/t/{table}/record.sgf").text == sgf


def test_a_match_that_was_resigned_comes_in_with_its_end(running):
    ada, ben = running.visitor(), running.visitor()
    table = opened(ada)
    sit(ben, table)
    with ada.sit(table) as white:
        rev = white.ask("play", white.receive()["rev"], ["A1"])["rev"]
        white.ask("resign", rev)
    record = exported(ada, table)
    again = exported(ben, brought(ben, record))
    assert again == record
    assert again.names == ("Ada", "Ben")


async def test_a_match_that_some_left_comes_in_as_it_ended(house):
    table = await started(house, "splendor", seats=3)
    ada, ben, _ = table.course.players
    await play(table, "take WUG")
    await do(table, ben, messages.Resign)
    for move in ("take WUG", "take URK", "take WGK"):
        await play(table, move)
    await do(table, ada, messages.Resign)
    assert table.course.end.ended == "left"

    async def out(one):
        return await house.store.read(lambda c: match_record(c, one, one.viewer(None)))

    record = await out(table)
    brought_in = records.bring(record.to_json().encode(), house.clock())
    await house.store.write(*brought_in.statements(ada, house.clock()))
    again = await house.tables.match(brought_in.kept.id)
    assert again.course.end.result == table.course.end.result
    assert again.state.position == table.state.position
    assert again.course.seats_of(ada) == ()
    assert await out(again) == record


def test_what_was_taken_back_and_tried_again_is_all_there(running):
    ada = running.visitor()
    position = parlour.new("golf", deal=7)
    whole = GameRecord(
        game="golf",
        seats=1,
        options=position.record().options,
        start=position.start,
        events=tuple(an_event(kind) for kind in ("play", "play", "undo", "redo", "hint", "restart", "play")),
    )
    again = exported(ada, brought(ada, whole))
    assert [event.kind for event in again.events] == [event.kind for event in whole.events]


def an_event(kind):
    return Event(kind, "deal" if kind == "play" else "")


def test_the_page_shows_names_as_plain_text(running):
    ada = running.visitor()
    table = brought(ada, a_record("splendor", names=("<b>Ada</b>", "O’Neil & Co")))
    page = ada.http.get(f"/t/{table}").text
    assert "&lt;b&gt;Ada&lt;/b&gt;" in page
    assert "<b>Ada</b>" not in page


def test_a_record_counts_nowhere_and_nobody_plays_there(running):
    ada, ben = running.visitor(), running.visitor()
    ada.http.post("/me", data={"name": "Ada"})
    tables = [brought(ada, a_record(game)) for game in GAMES]
    tables.append(brought(ada, a_record("golf", moves=3)))
    for path in ("/", "/me", "/stats", "/tables", "/leaders/arbos", "/leaders/splendor"):
        for visitor in (ada, ben):
            page = visitor.http.get(path).text
            assert not [table for table in tables if table in page], path
    assert "Nothing played yet" in ada.http.get("/stats").text
    again = ada.new("golf", deal=str(parlour.new("golf", seed=5).deal or 5))
    assert again not in tables
    for table in tables:
        assert 'data-seat=""' in (page := ada.http.get(f"/t/{table}").text) or 'data-mine=""' in page
        assert 'data-cmd="rematch"' not in page
        assert ada.http.post(f"/t/{table}/seat-link").status_code in (403, 404)
        assert ada.http.post(f"/t/{table}/sit", data={"seat": "0"}).status_code in (404, 409)


def test_a_record_is_there_after_a_restart_and_goes_with_its_guest(tmp_path):
    with Running(tmp_path, Clock()) as house:
        ada = house.visitor()
        tables = [brought(ada, a_record(game)) for game in ("arboretum", "golf")]
        cookies = dict(ada.http.cookies)
    with Running(tmp_path, Clock()) as house:
        ada, ben = house.visitor(), house.visitor()
        ada.http.cookies.update(cookies)
        for table in tables:
            assert ben.http.get(f"/t/{table}").status_code == 200
        ada.http.post("/me/forget", data={"sure": "1"})
        for table in tables:
            assert ben.http.get(f"/t/{table}").status_code == 404
            assert ben.http.get(f"/t/{table}/at/1").status_code == 404


def changed(record, **fields):
    return json.dumps({**json.loads(record.to_json()), **fields})


def with_event(record, number, **fields):
    data = json.loads(record.to_json())
    data["events"][number - 1] |= fields
    return json.dumps(data)


def refused():
    """Give what is no whole game, and a part of the sentence that says why."""
    golf, arbos, splendor = a_record("golf"), a_record("arbos"), a_record("splendor", moves=40)
    yield "nothing", "", texts.RECORD_EMPTY
    yield "no JSON", "hello", "This is not a game record: JSON is malformed"
    yield "another format", '{"fen": "8/8"}', "This is not a game record"
    yield "a list", "[]", "This is not a game record"
    yield "too deep", "[" * 50_000, "This is not a game record"
    yield "SGF of Go", "(;FF[4]GM[1]SZ[19];B[dd])", "ARBOS is missing"
    yield "a newer format", changed(golf, format=99), "newer Parlour"
    yield "no game", changed(golf, game="chess"), "does not know the game"
    yield "a long game", changed(golf, game="x" * 5000), "does not know the game"
    yield "no option", changed(golf, options={"wind": 3}), "has no option"
    yield "an option of Python's", changed(golf, options={"preset": "classic"}), "has no option"
    yield "a wrong option", changed(golf, options=dict.fromkeys(golf.options, "maybe")), "cannot be started"
    yield "seats", changed(golf, seats=3), "is not played by 3"
    yield "endless seats", changed(golf).replace('"seats": 1', '"seats": ' + "9" * 5000), ""
    yield "an endless seed", changed(golf, start={"kind": "seed", "seed": 1 << 70}), ""
    yield "no deal", changed(golf, start={"kind": "deal", "deal": "-3"}), "cannot be started"
    yield "no position", changed(golf, start={"kind": "position", "position": {}}), "cannot be started"
    yield "an illegal move", with_event(golf, 3, move="9"), "Event 3 of the record (play 9)"
    there = arbos.events[0].move
    yield "a taken place", with_event(arbos, 2, move=there), f"Event 2 of the record (play {there})"
    yield "a long move", with_event(golf, 2, move="x" * 101), "Event 2 of the record"
    yield "an unseen move", with_event(golf, 2, move="deal\u202e"), "Event 2 of the record"
    yield "another kind", with_event(golf, 2, kind="cheat"), "This is not a game record"
    yield "nothing to redo", with_event(golf, 1, kind="redo", move=""), "Event 1 of the record (redo)"
    yield "resigned alone", with_event(golf, len(golf.events), kind="resign"), texts.RECORD_ALONE
    yield "hints in a match", with_event(splendor, 40, kind="hint", move=""), "is one of a game for one"
    yield "no draws", with_event(splendor, 40, kind="agree", move=""), "nobody agrees on a draw"
    yield "no such seat", with_event(splendor, 40, kind="resign", move="", seat=7), "is of no seat that plays"
    yield "after the end", with_event(splendor, 20, kind="resign", move=""), "the record"
    yield "no moves", changed(golf, events=[], result=None), texts.RECORD_MOVES
    yield "a log alone", parlour_log(), "exported before the game's end"
    yield (
        "another result",
        changed(golf, result={"scores": [0.0], "ranks": [1], "winners": [0], "reason": "cleared"}),
        "the record says",
    )
    yield (
        "no result yet",
        changed(splendor, result={"scores": [1, 0], "ranks": [1, 2], "winners": [0], "reason": "x"}),
        "",
    )
    yield "many names", changed(golf, names=["a", "b"]), "names 2 players"
    for name in ("\u202eAda", "A\u0000da", "A\nda", "x" * 33, "\u200b", " Ada", "Ada\u2066"):
        yield f"the name {name[:5]!r}", changed(splendor, names=[name, "Ben"]), texts.RECORD_NAME
    yield "long", changed(golf, events=[{"kind": "undo"}] * 5001), texts.RECORD_LONG
    yield "large", changed(golf) + " " * records.LARGEST, texts.RECORD_LARGE
    yield "far too large", changed(golf) + " " * 3 * records.LARGEST, "That file is too large"
    yield "no text", b"\xff\xfe\x00{", "This is not a game record"


def parlour_log():
    position = parlour.new("splendor", seats=2, seed=1)
    position.play("reserve 1?")
    return position.seen_by(1).to_json()


def test_what_is_no_whole_game_is_refused_with_the_reason():
    for what, text, said in refused():
        with pytest.raises(RecordError) as caught:
            records.bring(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"), NOON)
        assert said.lower() in str(caught.value).lower(), what
        assert len(str(caught.value)) < 500, what


@pytest.mark.parametrize("game", GAMES)
def test_a_torn_file_is_refused_and_a_whole_one_taken(game):
    text = a_record(game).to_json().encode()
    assert records.bring(text, NOON).kept.game == game
    dice = random.Random(8)
    for _ in range(60):
        torn = bytearray(text)
        for _ in range(dice.randint(1, 3)):
            torn[dice.randrange(len(torn))] = dice.choice(b'0129"{}[],:ax-\\')
        with suppress(RecordError):
            records.bring(bytes(torn), NOON)


def test_the_page_says_why_a_record_was_refused_and_keeps_nothing(running):
    ada = running.visitor()
    before = stored(running)
    splendor = a_record("splendor", moves=20)
    for text, said in (
        ("hello", "This is not a game record"),
        ("", texts.RECORD_EMPTY),
        (with_event(splendor, 3, move="<b>"), "(play &lt;b&gt;)"),
        (changed(splendor, names=["\u202eAda", "Ben"]), texts.RECORD_NAME),
        (splendor.to_json() + " " * records.LARGEST, texts.RECORD_LARGE),
    ):
        answer = bring(ada, text)
        assert answer.status_code == 400
        assert said in why(answer)
    answer = bring(ada, " " * 3 * records.LARGEST)
    assert answer.status_code == 413
    assert texts.RECORD_LARGE in answer.text
    assert stored(running) == before


def stored(running):
    with sqlite3.connect(running.data / "parlour.db") as database:
        return [database.execute(f"select count(*) from {name}").fetchone() for name in ("tables", "events")]  # noqa: S608


def test_records_are_limited_like_new_tables(running):
    ada = running.visitor()
    text = a_record("golf", moves=3).to_json()
    brought(ada, text)
    codes = [bring(ada, text).status_code for _ in range(45)]
    assert codes.count(429) >= 4


def test_a_record_can_be_pasted(running):
    ada = running.visitor()
    answer = ada.http.post("/open", data={"text": a_record("golf", moves=3).to_json()})
    assert answer.status_code == 303
    assert "Open a record" in ada.http.get("/open").text
    assert "/open" in ada.http.get("/").text
    assert "/open" in ada.http.get("/me").text


@pytest.mark.parametrize("game", ["arboretum", "arbos", "splendor"])
def test_the_picture_of_a_match_says_who_played_and_what_they_made_of_it(running, game):
    ada = running.visitor()
    record = a_record(game, names=("A<b>da</b>", "سارا"))
    answer = ada.http.get(f"/t/{brought(ada, record)}/picture.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    svg = ET.fromstring(answer.text)  # noqa: S314 - our own
    words = [text.text.strip("\u2068\u2069") for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    scores = [f"{score:.4g}" for score in record.result.scores]
    assert {"A<b>da</b>", "سارا", *scores} <= set(words)
    title = svg.find("{http://www.w3.org/2000/svg}title").text
    assert "A<b>da</b> " + scores[0] in title


def pictured(visitor, table):
    """What is written in the picture of a table."""
    answer = visitor.http.get(f"/t/{table}/picture.svg")
    assert answer.status_code == 200, answer.text
    svg = ET.fromstring(answer.text)  # noqa: S314 - our own
    return [text.text.strip("\u2068\u2069") for text in svg.iter("{http://www.w3.org/2000/svg}text")]


def test_the_picture_of_a_solitaire_says_who_plays_it_and_how_it_stands(running):
    ada, ben = running.visitor(), running.visitor()
    table = ada.new("golf", deal="24")
    assert {"Golf", "35", "Golf: 35 cards left, deal 24"} <= set(pictured(ada, table)), "a name is not needed"
    ada.http.post("/me", data={"name": "A<b>da</b>"})
    assert "A<b>da</b>" in pictured(ada, table)
    assert "Golf" in pictured(ben, table), (
        "whoever has the link sees the cards, and no more than on the table's page"
    )
    assert "A<b>da</b>" not in pictured(ben, table)
    spider = ada.new("little_spider", deal="24")
    assert {"4/52", "Little Spider: 4 of 52 home, deal 24"} <= set(pictured(ada, spider))


@pytest.mark.parametrize("game", ["golf", "little_spider"])
def test_the_picture_of_a_solitaire_that_was_brought_has_the_name_in_its_record(running, game):
    ada, record = running.visitor(), a_record(game, names=("Grace",))
    score = record.result.scores[0]
    words = pictured(ada, brought(ada, record))
    assert {"Grace", f"{score:.0f}" + "/52" * (game == "little_spider")} <= set(words)
    assert not any("deal" in word for word in words), "its number is not known"


def test_a_table_that_gathers_and_one_that_is_not_there_have_no_picture(running):
    ada = running.visitor()
    assert ada.http.get(f"/t/{opened(ada)}/picture.svg").status_code == 404
    assert ada.http.get("/t/nowhere/picture.svg").status_code == 404
