"""Programs of others play line by line: what they are told, what they may do wrong, and that they end."""

import io
import json
import random
import re
import shutil
import sys
from pathlib import Path

import msgspec
import pytest

import parlour
from parlour.core.position import Position
from parlour.lab.arena import Match, games, play
from parlour.search import messages, programs
from parlour.search.engine import serve
from parlour.search.players import PlayerError, player
from parlour.search.programs import Program, request
from parlour.search.thinking import Budget

EXAMPLES = Path(__file__).parents[2] / "examples"
PYTHON = f"{sys.executable} -S -E"
GAMES = {"arboretum": 3, "arbos": 2, "golf": 1, "little_spider": 1, "splendor": 2}


@pytest.fixture(autouse=True)
def none_left():
    yield
    left = list(programs._programs.values())
    programs.close()
    assert all(one._process.returncode is not None for one in left)
    assert not any(thread.is_alive() for one in left for thread in one._threads)


BOT = """
import json, sys, time
mode, log = sys.argv[1:]
def note(text):
    with open(log, "a") as file:
        print(text, file=file)
def say(**answer):
    print(json.dumps(answer), flush=True)
note("began")
for line in sys.stdin:
    note(line.strip())
    asked = json.loads(line)
    if asked["t"] == "hello":
        if mode == "mute":
            time.sleep(60)
        say(t="ready", protocol=2 if mode == "newer" else 1, name="bot")
    elif asked["t"] == "choose":
        good = {"t": "move", "id": asked["id"], "move": asked["legal"][-1]}
        if mode == "dies":
            sys.exit("no idea")
        elif mode == "late":
            time.sleep(60)
        elif mode == "garbage":
            print("let me see", flush=True)
        elif mode == "endless":
            print("x" * 3_000_000, flush=True)
        elif mode == "illegal":
            say(**good | {"move": "buy r3"})
        elif mode == "number":
            say(**good | {"move": 10**30})
        elif mode == "nonsense":
            say(**good | {"move": "take the lot"})
        elif mode == "other":
            say(**good | {"id": 17})
        elif mode == "refuses":
            say(t="refused", id=asked["id"], code="tired", why="I am tired.")
        else:
            say(**good)
    elif asked["t"] == "quit":
        note("quit")
        break
"""


@pytest.fixture
def bot(tmp_path):
    """Return the command of a bot that errs in one way, or not at all."""
    (tmp_path / "bot.py").write_text(BOT)
    return lambda mode="good": f"{PYTHON} '{tmp_path}/bot.py' {mode} '{tmp_path}/log'"


def log(tmp_path):
    return (tmp_path / "log").read_text().splitlines()


# What they are told


def test_a_program_is_started_once_for_each_seat_and_told_to_end(bot, tmp_path):
    one = Match("splendor", 2, {}, (f"program:{bot()}", "greedy"))
    played = [play(one, number) for number in range(2)]
    programs.close()
    lines = log(tmp_path)
    assert [lines.count(word) for word in ("began", "quit")] == [2, 2]
    asked = [json.loads(line) for line in lines if line.startswith('{"t":"choose"')]
    assert len(asked) == sum(found.choices[0] for found in played)
    assert {one["seat"] for one in asked} == {0, 1}
    first = next(one for one in asked if one["first"] > 1)
    position = parlour.from_json(json.dumps(first["position"]))
    assert msgspec.json.encode(position.view(first["seat"])) == msgspec.json.encode(first["view"])
    assert (first["game"], first["seats"], first["deadline"], first["budget"]) == ("splendor", 2, 10.0, None)
    assert (
        [position.action(move) for move in first["legal"]] == first["actions"] == list(position.legal_actions)
    )


def test_the_log_goes_on_where_it_was(bot, tmp_path):
    position, asked = parlour.new("arboretum", 2, seed=4), Program(bot())
    told = []
    while len(position.history) < 24:
        seat = position.current_player
        action = position.legal_actions[0]
        if seat == 1:
            action = asked.choose(position, seat)
            told += json.loads(log(tmp_path)[-1])["told"]
            assert (
                json.loads(log(tmp_path)[-1])["first"]
                == len(position.history) - len(json.loads(log(tmp_path)[-1])["told"]) + 1
            )
            whole = msgspec.to_builtins(position.told(1))
            assert msgspec.json.encode(told) == msgspec.json.encode(whole)
        position.play(action)
    while len(position.history) > 12 or position.current_player != 1:
        position.undo()
    asked.choose(position, 1)
    assert json.loads(log(tmp_path)[-1])["first"] == 1, "another line is told from its beginning"


@pytest.mark.parametrize(("game", "seats"), GAMES.items())
def test_what_a_seat_may_not_know_changes_nothing_of_what_its_program_is_sent(game, seats):
    compared = 0
    for seed in range(12):
        chance = random.Random(seed)
        seat = chance.randrange(seats)
        one = parlour.new(game, seats, seed=seed)
        for _ in range(chance.randrange(20)):
            if not one.is_over:
                one.play(chance.choice(one.legal_actions))
        other = one.determinize(seat, seed)
        one = Position(one.game, one.states, one.start)  # without the line that the other has not
        while one.view(seat) == other.view(seat) and not one.is_over:
            if one.current_player == seat:
                sent, its = (messages.line(request(world, seat, 1)) for world in (one, other))
                assert sent == its
                compared += 1
            both = set(one.legal_actions) & set(other.legal_actions)
            if len(one.history) == 30 or not both:
                break
            action = chance.choice(sorted(both))
            one.play(action)
            other.play(action)
    assert compared >= 12


def test_a_budget_is_passed_on(bot, tmp_path):
    position = parlour.new("golf", deal=24)
    Program(bot(), 3).choose(position, 0, Budget(iterations=40))
    Program(bot()).choose(position, 0, Budget(seconds=1.5))
    asked = [json.loads(line) for line in log(tmp_path) if line.startswith('{"t":"choose"')]
    assert [one["budget"] for one in asked] == [
        {"iterations": 40, "seconds": None},
        {"iterations": None, "seconds": 1.5},
    ]
    assert [one["deadline"] for one in asked] == [3, 2.0]


# What they do wrong

WRONG = {
    "dies": r"\(.*bot.py.*\) ended with exit code 1 instead of answering; .*it said: no idea",
    "late": r"did not answer within 0.3 s; right would be {\"t\":\"move\",\"id\":1,\"move\":\"take WUG\"}",
    "garbage": "answered 'let me see', which cannot be read",
    "endless": "which cannot be read .longer than 1048576 bytes",
    "illegal": "answered the move 'buy r3': you .*; right would be .*take WUG",
    "number": "answered the move 10+: Splendor has actions 0 to",
    "nonsense": "answered the move 'take the lot': 'take the lot': a take is",
    "other": r'"id":17.* to request 1; right would be {"t":"move","id":1,',
    "refuses": "refused to answer: I am tired",
    "newer": r'to hello; right would be {"t":"ready","protocol":1',
    "mute": "did not answer within 0.3 s; .*ready",
}


@pytest.mark.parametrize(("mode", "why"), WRONG.items())
def test_mistakes_are_told_with_what_would_be_right(bot, mode, why, monkeypatch):
    monkeypatch.setattr(programs, "START", 0.3 if mode == "mute" else 30)
    position = parlour.new("splendor", 2, seed=1)
    with pytest.raises(PlayerError, match=why):
        player(f"program:0.3s {bot(mode)}" if mode == "late" else f"program:{bot(mode)}").choose(position, 0)
    assert all(one._process.returncode is not None for one in programs._programs.values())


def test_what_a_program_has_started_ends_with_it_and_it_can_be_asked_again(bot, tmp_path):
    wrapped = Program(f'sh -c "{bot("late")}; true"', 0.3)
    position = parlour.new("golf", deal=24)
    for times in (1, 2):
        with pytest.raises(PlayerError, match="did not answer"):
            wrapped.choose(position, 0)
        assert log(tmp_path).count("began") == times
    # `none_left` sees that nobody holds its pipes any more


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("program", "needs a command"),
        ("program: ", "needs a command"),
        ("program:0s ./bot", "needs a command"),
        ("program:./bot 'one", "cannot be read: No closing quotation"),
    ],
)
def test_a_command_that_is_none_is_refused_at_once(text, why):
    with pytest.raises(PlayerError, match=why):
        player(text)


def test_a_program_that_is_not_there_stops_a_match_with_its_name():
    one = Match("golf", 1, {}, ("program:./no-such-bot --fast",))
    one.check()
    for processes in (1, 2):
        with pytest.raises(PlayerError, match=r"'\./no-such-bot --fast' cannot be started: No such file"):
            list(games(one, range(2), processes))


# Examples, and Parlour itself


@pytest.mark.parametrize("command", [f"{PYTHON} {EXAMPLES}/line_bot.py", f"sh {EXAMPLES}/line_bot.sh"])
def test_the_examples_play(command):
    if shutil.which(command.split()[0]) is None:
        pytest.skip("this machine has no such language")
    for game, seats in (("splendor", 3), ("golf", 1)):
        one = Match(game, seats, {}, (f"program:{command}", *["random"] * (seats > 1)))
        assert play(one, 0).choices[0] > 5


def test_parlour_plays_the_same_as_a_program():
    position, own = parlour.new("splendor", 3, seed=7), player("mcts:40", 3)
    engine = player(f"program:60s {sys.executable} -m parlour engine mcts:40 --seed 3")
    for _ in range(8):
        seat = position.current_player
        chosen = own.choose(position, seat)
        if seat == 0:
            assert engine.choose(position, seat) == chosen
        position.play(chosen)


def test_the_page_shows_what_is_said():
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "players.md").read_text()
    shown = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL)]
    fields = {one["t"]: {*one} for one in shown[:4]}
    assert fields == {
        "hello": {"t", *messages.Hello.__struct_fields__},
        "ready": {"t", *messages.Ready.__struct_fields__},
        "choose": {"t", *messages.Choose.__struct_fields__},
        "move": {"t", "id", "move"},
    }
    asked, answered = shown[4:]
    (answer,) = ask(asked)
    assert answer.keys() == answered.keys()
    position = parlour.from_json(json.dumps(asked["position"]))
    assert position.action(answered["move"]) == answered["action"]


def ask(*questions, who="greedy"):
    """Return what an engine answers."""
    out = io.BytesIO()
    lines = "\n".join(one if isinstance(one, str) else json.dumps(one) for one in questions)
    serve(player(who), "Parlour", io.BytesIO(lines.encode()), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_the_engine_answers_each_question_and_ends_at_quit():
    start = parlour.new("golf", deal=24).to_dict()
    ended = parlour.load(Path(__file__).parents[1] / "data" / "records" / "golf.json").replay().to_dict()
    answers = ask(
        {"t": "hello", "protocol": 1},
        {"t": "hello", "protocol": 7},
        {"t": "choose", "id": "a", "position": start},
        "",
        {"t": "choose", "id": 2, "position": start, "moves": ["deal", "1"], "seat": 0, "more": "is ignored"},
        {"t": "choose", "id": 3, "position": start, "moves": ["deal", "7"]},
        {"t": "choose", "id": 4, "position": start, "seat": 1},
        {"t": "choose", "id": 5, "position": ended},
        {"t": "choose", "id": 6, "position": {"game": "chess"}},
        {"t": "choose", "id": 7, "position": start, "budget": {"iterations": 0}},
        "[" * 5000,
        {"t": "quit"},
        {"t": "hello", "protocol": 1},
    )
    assert answers[0] == {"t": "ready", "protocol": 1, "name": "Parlour"}
    assert answers[2] == {"t": "move", "id": "a", "move": "deal", "action": 0}
    assert (answers[3]["id"], answers[3]["t"]) == (2, "move")
    assert [(one.get("id"), one["code"]) for one in answers if one["t"] == "refused"] == [
        (None, "protocol"),
        (3, "unreadable"),
        (4, "not_your_turn"),
        (5, "over"),
        (6, "unknown_game"),
        (None, "unreadable"),
        (None, "unreadable"),
    ]
    assert answers[4]["why"].startswith("move 2 (7): ")
    assert len(answers) == 10


def test_the_engine_keeps_to_a_budget():
    start = parlour.new("arbos", size=5, seeds=2, seed=2).to_dict()
    asked = {"t": "choose", "id": 1, "position": start, "budget": {"seconds": 0.05}}
    (answer,) = ask(asked, who="mcts:1000000000")
    assert answer["t"] == "move"
