"""The socket: order of messages, one answer to every command, and what it does with rude clients."""

import json

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import parlour
from parlour.table import messages, watcher
from parlour.table.watcher import Bucket, Watcher


def test_the_board_comes_first_then_answers_then_boards(running):
    visitor = running.visitor()
    table = visitor.new(deal="24")
    with visitor.sit(table) as socket:
        whole = socket.receive()
        assert (whole["t"], whole["rev"], whole["since"]) == ("board", 0, -1)
        assert {"pile1", "pile7", "stock", "home", "actions"} <= set(whole["f"])
        assert whole["legal"] == [["deal", "stock", "home"]]
        chosen = socket.send("play", 0, ["deal"])
        assert socket.receive() == {"t": "done", "id": chosen, "rev": 1}
        board = socket.receive()
        assert (board["t"], board["rev"], board["since"]) == ("board", 1, 0)
        assert "JH" in board["f"]["home"]
        assert "pile1" not in board["f"], "what did not change is not sent"
        assert board["say"] == "The stock turned the jack of hearts."


def test_a_page_gets_only_what_it_has_not_seen(running):
    visitor = running.visitor()
    table = visitor.new(deal="24")
    with visitor.sit(table) as socket:
        epoch = socket.receive()["epoch"]
        socket.ask("play", 0, ["deal"])
        with visitor.sit(table, f"?v=1&epoch={epoch}") as other:
            assert other.receive()["f"] == {}
        with visitor.sit(table, f"?v=0&epoch={epoch}") as other:
            assert "home" in (board := other.receive())["f"]
            assert board["since"] == 0
        for stranger in ("?v=9&epoch=" + epoch, "?v=1&epoch=other", "?v=-1", "?v=x&epoch=" + epoch):
            with visitor.sit(table, stranger) as other:
                assert other.receive()["since"] == -1


def test_all_windows_see_a_move_and_the_slow_one_is_told_it_is_stale(running):
    visitor = running.visitor()
    table = visitor.new(deal="24")
    with visitor.sit(table) as one, visitor.sit(table) as two:
        one.receive(), two.receive()
        one.ask("play", 0, ["deal"])
        assert one.receive()["rev"] == two.receive()["rev"] == 1
        answer = two.ask("play", 0, ["deal"])
        assert (answer["t"], answer["code"], answer["rev"]) == ("refused", "stale", 1)


def test_spectators_watch_and_command_nothing(running):
    owner, friend = running.visitor(), running.visitor()
    table = owner.new(deal="24")
    with owner.sit(table) as seat, friend.sit(table) as watching:
        seat.receive()
        assert watching.receive()["legal"] == []
        for kind in ("play", "undo", "hint", "restart"):
            answer = watching.ask(kind, 0, ["deal"] if kind == "play" else None)
            assert (answer["t"], answer["code"]) == ("refused", "spectator")
        seat.ask("play", 0, ["deal"])
        assert "JH" in watching.receive()["f"]["home"]


def test_every_command_gets_one_answer_and_a_repeat_the_first_one(running):
    visitor = running.visitor()
    table = visitor.new(deal="24")
    with visitor.sit(table) as socket:
        socket.receive()
        assert socket.ask("undo", 0)["code"] == "nothing_to_undo"
        assert socket.ask("restart", 0)["code"] == "untouched"
        assert socket.ask("play", 0, ["3"])["t"] == "refused"
        assert socket.ask("play", 0, ["deal", "9"])["t"] == "refused", "all moves or none"
        first = socket.ask("play", 0, ["deal"], "same-command-1")
        assert first == socket.ask("play", 0, ["deal"], "same-command-1")
        assert socket.ask("play", 1, ["deal"], "same-command-1") == first, (
            "its id decides, whatever else it says"
        )
        hint = socket.ask("hint", 1, command="same-command-2")
        assert hint["hint"][0] in ("1", "2", "5", "deal")
        assert hint["say"]
        assert socket.ask("hint", 1, command="same-command-2") == hint
        assert socket.ask("undo", 2)["rev"] == 3


@pytest.mark.parametrize(
    "frame",
    [
        "", "x", "{}", "[]", "null", "1e999", '{"t":"play"}', '{"t":"fly","id":"abcdefgh","rev":0}', "\ud7ff",
        '{"t":"play","id":"abcdefgh","rev":-1,"moves":["deal"]}',
        '{"t":"play","id":"abcdefgh","rev":0,"moves":[]}',
        '{"t":"undo","id":"short","rev":0}', '{"t":"undo","id":"abcdefgh","rev":0,"more":1}', "[" * 2000,
        b"\x00\xff\xfe", b"",
    ],
)  # fmt: skip
def test_garbage_is_answered_with_a_sentence_and_harms_nothing(running, frame):
    visitor = running.visitor()
    table = visitor.new(deal="24")
    with visitor.sit(table) as socket:
        socket.receive()
        socket.connection.send(frame)
        answer = socket.receive()
        assert (answer["t"], answer["code"], answer["rev"]) == ("refused", "unreadable", 0)
        assert answer["why"].endswith(".")
        assert socket.ask("play", 0, ["deal"])["t"] == "done"


def test_a_refusal_names_the_command_where_it_can(running):
    visitor = running.visitor()
    with visitor.sit(visitor.new()) as socket:
        socket.receive()
        socket.connection.send('{"t":"undo","id":"abcdefgh","rev":"x"}')
        assert socket.receive()["id"] == "abcdefgh"


@pytest.mark.parametrize("size", [messages.LIMIT + 1, 60_000, 200_000])
def test_oversized_messages_end_the_socket(running, size):
    visitor = running.visitor()
    table = visitor.new(deal="24")
    with visitor.sit(table) as socket:
        socket.receive()
        socket.connection.send(json.dumps({"t": "play", "id": "abcdefgh", "rev": 0, "moves": ["x" * size]}))
        if size < 64 * 1024:
            assert socket.receive()["code"] == "too_large"
        with pytest.raises(ConnectionClosed) as closed:
            socket.receive()
        assert closed.value.rcvd.code == 1009
    with visitor.sit(table) as socket:
        assert socket.receive()["rev"] == 0


def test_a_flood_is_slowed_then_ended(running):
    visitor = running.visitor()
    with visitor.sit(visitor.new()) as socket:
        socket.receive()
        codes = []
        with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012
            while True:
                codes.append(socket.ask("undo", 0)["code"])
        assert closed.value.rcvd.code == 1008
        assert codes.index("too_fast") >= watcher.BURST
        assert codes.count("too_fast") >= watcher.STRIKES


def test_an_unknown_table_is_said_so(running):
    with running.visitor().sit("no-such-table") as socket:
        assert socket.receive()["code"] == "missing"
        with pytest.raises(ConnectionClosed) as closed:
            socket.receive()
        assert closed.value.rcvd.code == 4404


@pytest.mark.parametrize(
    "origin", [None, "http://evil.example", "https://127.0.0.1", "null", "{url}0", "{url}.evil.example"]
)
def test_sockets_of_other_sites_are_refused(running, origin):
    table = running.visitor().new()
    address = f"{running.url.replace('http', 'ws')}/t/{table}/socket"
    with pytest.raises(InvalidStatus) as refused:
        connect(address, origin=origin and origin.format(url=running.url))
    assert refused.value.response.status_code == 403


def test_a_whole_game_never_sends_a_card_before_it_is_dealt(running):
    visitor = running.visitor()
    start = parlour.new("golf", deal=7)
    hidden = list(start.to_dict()["stock"])  # the last is dealt next
    table = visitor.new(deal="7")
    page = visitor.http.get(f"/t/{table}").text

    def leaks(text: str) -> list[str]:
        return [
            card
            for card in hidden
            if f'"{card}"' in text
            or f"k-{card.lower()}" in text
            or f"card-{card[0]}{card[1].lower()}" in text
        ]

    assert leaks(page) == []
    rev = 0
    with visitor.sit(table) as socket:
        assert leaks(json.dumps(socket.receive())) == []
        socket.ask("hint", rev)
        rev = socket.until("board")["rev"]
        while hidden:
            socket.ask("play", rev, ["deal"])
            dealt = hidden.pop()
            board = socket.until("board")
            rev = board["rev"]
            assert dealt in board["f"]["home"]
            for frame in socket.frames:
                assert leaks(frame) == []
            assert leaks(visitor.http.get(f"/t/{table}").text) == []
            assert leaks(visitor.http.get(f"/t/{table}/record.json").text) == [] or board["over"]
            if board["over"]:
                break


def test_a_reader_that_is_too_slow_is_given_up():
    given_up = []
    slow = Watcher(0, "en", 0)
    slow.abandon = lambda: given_up.append(True)
    for _ in range(watcher.MOST_MESSAGES):
        slow.put("x")
    assert not slow.ending
    slow.put("x")
    assert slow.ending == "slow"
    assert given_up
    heavy = Watcher(0, "en", 0)
    heavy.put("x" * watcher.MOST_BYTES)
    assert not heavy.ending
    heavy.put("x")
    assert heavy.ending == "slow"


def test_the_token_bucket_refills():
    now = [0.0]
    bucket = Bucket(10, 3, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.1
    assert bucket.take()
    assert not bucket.take()
    now[0] = 60
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
