"""Several people at one terminal: each sees its own position, and the screen is wiped between them."""

import codecs
import json
import os
import re
import select
import subprocess
import sys
import time
from pathlib import Path

import pytest

import parlour
from parlour.cli import hot_seat
from parlour.cli.hot_seat import HotSeat, keeps_secret
from parlour.cli.painting import ending

WIPE = "\x1b[H\x1b[2J\x1b[3J"


def played_out(seats, seed=5):
    """Return the game of lowest cards, seen from its start."""
    p = parlour.new("high_card", seats, seed=seed)
    while not p.is_over:
        p.play(p.legal_moves[0])
    return p


def hand(p, seat):
    return {str(card + 1) for card in p.view(seat).hand}


def hands_shown(text):
    return [set(cards.split()) for cards in re.findall(r"Hand: ([\d ]*)", text)]


# Through a pipe


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_block_shows_the_hand_of_the_seat_on_turn_alone(command, high_card, seats):
    whole = played_out(seats)
    piped = command("play", "high_card", "--seats", seats, "--seed", 5, text="\n".join(whole.moves))
    assert piped.exit_code == 0
    walk = whole.restart()
    *blocks, last = re.split(r"^Trick: ", piped.stdout, flags=re.MULTILINE)[1:]
    heads = re.findall(r"^([A-D]) to move$", piped.stdout, flags=re.MULTILINE)
    for move, head, block in zip(whole.moves, heads, blocks, strict=True):
        assert head == "ABCD"[walk.current_player]
        assert hands_shown(block) == [hand(walk, walk.current_player)]
        walk.play(move)
    assert hands_shown(last) == [set()]
    assert last.splitlines()[-1] == ending(whole.game, whole.result)
    assert "\x1b" not in piped.stdout and "Enter" not in piped.stdout


def test_the_heading_says_how_many_seats(command, high_card):
    heading = command("play", "high_card", "--seats", 3).stdout.splitlines()[0]
    assert heading.startswith("High Card, 3 seats, standard.")
    assert command("play", "high_card").stdout.startswith("High Card, 2 seats, ")


def test_words_serve_the_seat_on_turn(command, high_card):
    p = parlour.new("high_card", seed=5)
    card = p.legal_moves[0]
    p.play(card)
    shown = command("play", "high_card", "--seed", 5, text=f"{card}\n?\nundo\nrestart\n").stdout
    assert f"Moves: {', '.join(p.legal_moves)}\n" in shown
    assert re.findall(r"^([AB]) to move$", shown, flags=re.MULTILINE) == ["A", "B", "A", "A"]


def test_a_replay_shows_the_seat_on_turn_and_the_end_to_all(command, high_card, tmp_path):
    whole = played_out(2)
    file = tmp_path / "game.json"
    file.write_text(whole.record().to_json(), encoding="utf-8")
    shown = command("replay", "--all", file).stdout
    assert hands_shown(shown)[0] == hand(whole.restart(), 0) and hands_shown(shown)[-1] == set()
    assert shown.endswith(ending(whole.game, whole.result) + "\n")


# Seats


@pytest.mark.parametrize("name", ["play", "show"])
@pytest.mark.parametrize("seats", ["1", "5", "-2", "two", "", "9" * 5000])
def test_seats_that_the_game_has_not_are_refused_in_its_words(command, high_card, name, seats):
    refused = command(name, "high_card", f"--seats={seats}")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert refused.stderr.startswith("parlour: High Card has 2 to 4 seats, not ")
    assert refused.stderr.count("\n") == 1


def test_seats_are_asked_for_where_there_is_a_choice(command, high_card):
    assert re.search(r"--seats N +2 to 4\. \[default: 2\]", command("show", "high_card", "--help").stdout)
    assert "--seats N" not in command("play", "golf", "--help").stdout
    assert command("play", "golf", "--seats", 1).exit_code == 2
    assert len(command("show", "high_card", "--seats", 4).stdout.splitlines()) == 4
    assert "High Card, 2 to 4 players" in command("games").stdout


# How it ended


@pytest.mark.parametrize(
    ("scores", "winners", "reason", "sentence"),
    [
        ((12, 16, 9), (1,), "15 points", "B wins: 15 points. A 12, B 16, C 9."),
        ((2.5, 1, 2.5), (0, 2), "most tricks", "A and C share the win: most tricks. A 2.5, B 1, C 2.5."),
        ((1, 1, 1), (0, 1, 2), "a tie", "A, B and C share the win: a tie. A 1, B 1, C 1."),
        ((3, 4), (), "move limit", "No winner: move limit. A 3, B 4."),
        ((-3,), (0,), "cleared", "Won: cleared, score -3."),
        ((7,), (), "stuck", "Lost: stuck, score 7."),
    ],
)
def test_an_ending_in_one_sentence(scores, winners, reason, sentence):
    ranks = tuple(1 if seat in winners else 2 for seat in range(len(scores)))
    result = parlour.Result(tuple(map(float, scores)), ranks, winners, reason)
    assert ending(parlour.game("splendor"), result) == sentence


def test_an_ending_names_seats_as_their_game_does():
    result = parlour.Result((7.0, 9.0), (2, 1), (1,), "two passes")
    assert ending(parlour.game("arbos"), result) == "Black wins: two passes. White 7, Black 9."


# Several moves in one line


def homecells(text):
    return re.findall(r"Homecell: (.*)", text)


def test_moves_on_one_line_are_played_in_order(command):
    shown = command("play", "golf", "--deal", 24, text="deal\n 1 ;deal;\nundo\nundo\n").stdout
    whole, *taken_back = homecells(shown)[2:]
    assert whole.startswith("J♥ T♣ ") and len(whole.split()) == 3
    assert taken_back == ["J♥ T♣", "J♥"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("1; 4", "nothing was played, for move 2 (4) is refused: "),
        ("1; gibberish", "nothing was played, for move 2 (gibberish) is refused: "),
        ("3; deal", "nothing was played, for move 1 (3) is refused: "),
        ("DEAL; 1", "nothing was played, for move 1 (DEAL) shows something new and may only be the last"),
        ("deal; gibberish", "nothing was played, for move 1 (deal) shows something new"),
        ("1; undo", "undo needs a line of its own"),
        ("; ;", "there is no move in this line"),
    ],
)
def test_a_line_is_played_whole_or_not_at_all(command, line, why):
    """The move taken back before it can still be redone after it."""
    shown = command("play", "golf", "--deal", 24, text=f"deal\n1\nundo\n{line}\nredo\n").stdout
    assert why in shown
    assert homecells(shown) == ["-", "J♥", "J♥ T♣", "J♥", "J♥ T♣"]


def test_a_line_asks_nothing_of_the_next_hand(command, high_card):
    """Whether the next seat holds a card is not told to who tries to play it in its stead."""
    p = parlour.new("high_card", seed=5)
    lines = [f"{p.legal_moves[0]}; {card}" for card in range(1, 25)]
    shown = command("play", "high_card", "--seed", 5, text="\n".join(lines)).stdout
    assert shown.count("is refused: it is B's decision, not A's\n") == 24
    assert len(hands_shown(shown)) == 1


# Secrets


def test_at_the_end_the_last_turn_is_told_and_no_more(command, high_card):
    p = played_out(2)
    played = command("play", "high_card", "--seats", 2, "--seed", 5, text="\n".join(p.moves) + "\n")
    told = [line for line in played.stdout.splitlines() if re.match(r"[AB]: \d", line)]
    assert told[-1] == f"{'AB'[last_mover(p)]}: {p.moves[-1]}"


def last_mover(p):
    before = p.copy()
    before.undo()
    return before.current_player


def test_a_blind_card_is_covered_even_where_it_could_be_worked_out():
    """One card of level 1 is hidden, so all may know it; the others' screens do not show it all the same."""
    p = parlour.new("splendor", 2, seed=1).to_dict()
    first, *others = p["decks"][0]
    p["players"][0]["reserved"] = [{"card": first, "blind": True}]
    p["players"][1]["cards"] = others
    p["decks"][0] = []
    position = parlour.from_json(json.dumps(p))
    assert keeps_secret(position, 0, 1) and not keeps_secret(position, 1, 0)


def test_who_sits_down_is_told_what_the_others_played(command):
    played = command("play", "splendor", "--seats", 3, "--seed", 7, text="take WUG\nreserve 2?\ntake WW\n")
    told = [line for line in played.stdout.splitlines() if re.match(r"[ABC]: ", line)]
    assert told == ["A: take WUG", "A: take WUG. B: reserve 2?", "B: reserve 2?. C: take WW"]


def test_a_hand_is_a_secret_until_it_can_be_told(high_card):
    p = parlour.new("high_card", 3, seed=5)
    assert all(keeps_secret(p, seat, other) == (seat != other) for seat in range(3) for other in range(3))
    while p.view(0).hand:
        p.play(p.legal_moves[0])
    assert not keeps_secret(p, 0, 1)


class Screen:
    """A painter and a keyboard that write down what happens, and who holds a secret from all others."""

    def __init__(self, monkeypatch):
        self.holders, self.happened = set(), []
        for stream in (sys.stdin, sys.stdout):
            monkeypatch.setattr(stream, "isatty", lambda: True, raising=False)
        monkeypatch.setattr("builtins.input", lambda text: self.happened.append(text.partition(" ")[0]) or "")
        monkeypatch.setattr(hot_seat, "keeps_secret", lambda p, seat, other: seat in self.holders)

    def show(self, position):
        self.happened.append(position.current_player)

    def show_to(self, seat, position):
        self.happened.append(f"own {seat}")

    def say(self, text, style):
        pass

    def clear(self):
        self.happened.append("wiped")


@pytest.fixture
def screen(monkeypatch):
    return Screen(monkeypatch)


@pytest.fixture
def passing(screen, high_card):
    """Play a card, and return what that brings about at the terminal."""
    p, shared = parlour.new("high_card", 3, seed=5), HotSeat(screen)

    def play(*holders):
        screen.holders = set(holders)
        mover = p.current_player if screen.happened else None
        screen.happened = []
        if mover is not None:
            p.play(p.legal_moves[0])
        shared.show(p, mover)
        return screen.happened

    return play


COVERED = ["Enter", "wiped", "Hand"]


def test_where_nothing_is_secret_the_turn_just_passes(passing):
    assert [passing() for _ in range(4)] == [[0], [1], [2], [0]]


def test_what_a_move_shows_its_player_is_seen_and_covered(passing):
    assert passing() == [0]
    assert passing(0) == ["own 0", *COVERED, 1], "A drew blind"
    assert passing(0) == [2], "B has seen nothing of it, and C may look at once"
    assert passing(0) == ["Hand", 0], "A's own comes up when A sits there"
    assert passing() == ["own 0", *COVERED, 1], "told meanwhile, yet still on the screen as it was then"
    assert passing() == [2]


def test_the_end_is_for_all(passing):
    passing(0, 1, 2)
    happened = [passing(0, 1, 2) for _ in range(12)]
    assert all(step[0].startswith("own") for step in happened[:-1] if len(step) > 1)
    assert happened[-1] == ["wiped", None]


# At a terminal


class Terminal:
    """A process at a pseudo-terminal: `until` waits for a text, `type` answers."""

    def __init__(self, pty, *arguments, **environment):
        self.mine, theirs = pty.openpty()
        program = Path(sys.executable).with_name("parlour")
        settings = {
            "TERM": "xterm-256color",
            "COLUMNS": "110",
            "PYTHONIOENCODING": "utf-8",
            "NUMBA_DISABLE_JIT": "1",
        }
        settings |= environment
        self.running = subprocess.Popen(
            [program, *map(str, arguments)],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, **settings},
        )
        os.close(theirs)
        self.shown, self.decoder = "", codecs.getincrementaldecoder("utf-8")()

    def until(self, text, seconds=60):
        """Return what was shown since the last call, up to `text`."""
        end = time.monotonic() + seconds
        while text not in self.shown:
            assert select.select([self.mine], [], [], max(0, end - time.monotonic()))[0], self.shown
            self.shown += self.decoder.decode(os.read(self.mine, 4096))
        before, self.shown = self.shown.split(text, 1)
        return before + text

    def type(self, line=""):
        os.write(self.mine, f"{line}\n".encode())

    def leave(self, line="q"):
        self.type(line)
        assert self.running.wait(timeout=60) == 0

    def close(self):
        if self.running.poll() is None:
            self.running.kill()
            self.running.wait()
        os.close(self.mine)


@pytest.fixture
def terminal(installed_high_card):
    pty = pytest.importorskip("pty", reason="pseudo-terminals are a thing of POSIX")
    opened = []

    def sit_down(*arguments, **environment):
        opened.append(Terminal(pty, *arguments, PYTHONPATH=installed_high_card, **environment))
        return opened[-1]

    yield sit_down
    for sitting in opened:
        sitting.close()


def test_the_screen_is_wiped_between_seats(terminal, high_card):
    p = parlour.new("high_card", seed=5)
    card = p.legal_moves[0]
    t = terminal("play", "high_card", "--seed", 5)
    assert not hands_shown(t.until("Hand over to A. Enter shows A's position."))
    t.type()
    assert hands_shown(t.until("A 0> ")) == [hand(p, 0)]
    t.type(card)
    after = t.until("Enter covers it.")
    assert "A's position, B to move" in after
    p.play(card)
    assert hands_shown(after) == [hand(p, 0)]
    t.type()
    covered = t.until("Hand over to B. Enter shows B's position.")
    assert covered.count(WIPE) == 1 and not hands_shown(covered)
    t.type()
    assert hands_shown(t.until("B 1> ")) == [hand(p, 1)]

    t.type("undo")
    assert hands_shown(t.until("Enter covers it.")) == [hand(p, 1)]
    t.type()
    assert WIPE in t.until("Hand over to A.")
    t.type()
    t.until("A 0> ")
    t.type("redo")
    t.until("Enter covers it.")
    t.leave()


def test_refusals_lists_and_restarts_of_one_seat_need_no_ceremony(terminal, high_card):
    p = parlour.new("high_card", seed=5)
    t = terminal("play", "high_card", "--seed", 5)
    t.until("Enter shows")
    t.type()
    t.until("A 0> ")
    for line in ("?", "nonsense", f"{p.legal_moves[0]}; 1", "undo"):
        t.type(line)
        shown = t.until("A 0> ")
        assert "Enter" not in shown and WIPE not in shown
    t.leave()


def test_the_end_shows_nobodys_hand_and_undo_asks_again(terminal, high_card):
    whole = played_out(2)
    t = terminal("play", "high_card", "--seed", 5)
    walk, seat = whole.restart(), None
    for move in whole.moves:
        if walk.current_player != seat:
            if seat is not None:
                t.until("Enter covers it.")
                t.type()
            t.until("Enter shows")
            t.type()
        seat = walk.current_player
        t.until("> ")
        t.type(move)
        walk.play(move)
    end = t.until(ending(whole.game, whole.result)).partition(WIPE)[2]
    assert hands_shown(end) == [set()]
    t.type("undo")
    assert not any(hands_shown(t.until("Hand over to ")))
    t.leave()


def test_one_seat_has_no_ceremony(terminal):
    t = terminal("play", "golf", "--deal", 24)
    shown = t.until("0> ")
    for line in ("deal", "undo", "redo", "restart", "undo"):
        t.type(line)
        shown += t.until("> ")
    t.leave()
    assert "Enter" not in shown and WIPE not in shown and "to move" not in shown


def test_a_terminal_without_codes_scrolls_on(terminal, high_card):
    p = parlour.new("high_card", seed=5)
    t = terminal("play", "high_card", "--seed", 5, TERM="dumb", LINES="30")
    t.until("Enter shows")
    t.type()
    t.until("A 0> ")
    t.type(p.legal_moves[0])
    t.until("Enter covers it.")
    t.type()
    assert t.until("Hand over to B.").count("\n") >= 24
    t.leave()


SHORT = ("play", "arbos", "--size", 5, "--seeds", 0, "--pawns", 2)


def test_a_forced_pass_is_played_at_once(command):
    shown = command(*SHORT, text="A1\npass\nA3\nE5\nE3\n").stdout
    assert re.findall(r"(\w+) to move", shown) == ["White", "Black", "White", "Black", "Black"]
    assert "White: forced" in shown
    assert shown.endswith("No winner: no cell left. White 0, Black 0.\n")


def test_a_forced_pass_is_taken_back_by_itself(command):
    shown = command(*SHORT, text="A1\npass\nA3\nE5\nundo\n").stdout
    assert re.findall(r"(\w+) to move", shown)[-1] == "White"
    assert "Moves: forced" in command(*SHORT, text="A1\npass\nA3\nE5\nundo\n?\n").stdout


def test_nobody_plays_the_clock(command):
    shown = command(*SHORT, "--must-place", "true", text="timeout\nA1; timeout\n").stdout
    assert "timeout is played by the clock alone" in shown
    assert re.findall(r"(\w+) to move", shown) == ["White"]


def test_a_game_for_two_may_be_told_so(command):
    assert command("show", "arbos", "--seats", 2, "--size", 5).exit_code == 0
    refused = command("show", "arbos", "--seats", 3)
    assert refused.exit_code == 2 and "Arbos has 2 seats, not 3" in refused.stderr
