"""Records: written, read, replayed, refused."""

import json

import msgspec
import pytest

import parlour
from parlour.core.record import Event, GameRecord


@pytest.fixture
def p():
    position = parlour.new("golf", deal=24, preset="classic")
    while not position.is_over:
        position.play(position.legal_moves[-1])
    return position


def test_a_record_replays_to_the_same_position(p, tmp_path):
    path = tmp_path / "game.json"
    path.write_text(p.record(names=("Heron",)).to_json())
    record = parlour.load(path)
    assert record.names == ("Heron",) and record.result == p.result and record.options == {"rule": "classic"}
    assert record.replay() == p and record.replay().moves == p.moves and record.begin() == p.restart()


def test_undo_redo_and_restart_are_events():
    events = [
        Event("play", "deal"),
        Event("hint"),
        Event("undo"),
        Event("redo"),
        Event("restart"),
        Event("play", "deal"),
    ]
    record = msgspec.structs.replace(parlour.new("golf", deal=24).record(), events=tuple(events))
    assert record.replay().moves == ("deal",)


def test_a_restart_is_taken_back_in_a_record_too():
    kinds = ["play", "play", "undo", "restart", "hint", "undo", "redo"]
    events = tuple(Event(kind, "deal" if kind == "play" else "") for kind in kinds)
    record = msgspec.structs.replace(parlour.new("golf", deal=24).record(), events=events)
    assert record.replay().moves == ("deal", "deal")


def test_before_the_end_a_viewer_gets_the_log_alone():
    p = parlour.new("golf", deal=24)
    p.play("deal")
    seen = p.seen_by(0)
    assert seen.start is None and seen.events[0].told.cards == ("JH",)
    hidden = json.loads(p.to_json())["stock"]
    assert not [card for card in hidden if card in seen.to_json()] and "24" not in seen.to_json()
    with pytest.raises(parlour.RecordError, match="before the game's end"):
        GameRecord.from_json(seen.to_json()).replay()


def test_after_the_end_a_viewer_gets_everything(p):
    assert p.seen_by(None) == p.record()


def changed(p, **fields):
    return json.dumps(json.loads(p.record().to_json()) | fields)


BAD = {
    "no json": (lambda p: "{", "not a game record"),
    "no object": (lambda p: "[]", "not a game record"),
    "binary": (lambda p: b"\xff\xfe", "not a game record"),
    "cut off": (lambda p: p.record().to_json()[:-40], "not a game record"),
    "newer": (lambda p: changed(p, format=2), "newer Parlour"),
    "unknown field": (lambda p: changed(p, cheat=1), "cheat"),
    "unknown game": (lambda p: changed(p, game="gulf"), "did you mean 'golf'"),
    "unknown start": (lambda p: changed(p, start={"kind": "magic"}), "not a game record"),
    "bad deal": (lambda p: changed(p, start={"kind": "deal", "deal": "0"}), "deal numbers go from 1"),
    "bad option": (lambda p: changed(p, options={"rule": "x"}), "wrap, classic or dead_king"),
    "bad seats": (lambda p: changed(p, seats=2), "1 seat, not 2"),
    "illegal move": (
        lambda p: changed(p, events=[{"kind": "play", "move": "3"}]),
        "event 1 of the record (play 3)",
    ),
    "unreadable move": (lambda p: changed(p, events=[{"kind": "play", "move": "x"}]), "is no move of Golf"),
    "undo at the start": (lambda p: changed(p, events=[{"kind": "undo"}]), "event 1 of the record (undo)"),
    "unknown event": (lambda p: changed(p, events=[{"kind": "cheat"}]), "not a game record"),
    "other result": (lambda p: changed(p, events=[]), "the record says it ended with"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_corrupted_record_is_refused_with_one_sentence(p, name):
    make, reason = BAD[name]
    with pytest.raises(parlour.RecordError) as refusal:
        GameRecord.from_json(make(p)).replay()
    assert reason in str(refusal.value) and "\n" not in str(refusal.value)
