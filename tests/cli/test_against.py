"""`parlour play --against`: computers at the other seats, and hints with chances."""

import re
import sys

import pytest

import parlour
from parlour.cli import play as cli_play
from parlour.cli.against import seated
from parlour.core.errors import IllegalMove
from parlour.search.players import player
from parlour.search.thinking import Budget, think

SMALL = ("play", "arbos", "--size", "5", "--seeds", "2", "--seed", "3")


def test_the_computer_answers_and_says_what_it_played(command):
    shown = command(*SMALL, "--against", "greedy", text="A1\n").stdout
    p = parlour.new("arbos", size=5, seeds=2, seed=3)
    p.play("A1")
    answer = p.text(player("greedy", 1).choose(p, 1))
    assert "You are White; Black is greedy.\n" in shown
    assert f"\nBlack: {answer}\n" in shown
    assert re.findall(r"\*?(\w+) to move$", shown, re.MULTILINE) == ["White", "White"]


def test_whoever_begins_begins_and_all_decisions_of_a_turn_are_told(command):
    shown = command("play", "arboretum", "--against", "random", "--seat", "b", "--seed", 5, text="?\n").stdout
    assert "You are B; A is random." in shown
    assert re.search(r"^A: draw deck; draw deck; play \w+; at C00C00; discard \w+$", shown, re.MULTILINE)
    assert "Moves: draw deck, draw A\n" in shown


def test_nothing_is_shown_that_only_the_computer_knows(command):
    shown = command(
        "play", "arboretum", "--against", "random", "--seed", 5, text="draw deck\ndraw deck\n"
    ).stdout
    hidden = parlour.new("arboretum", 2, seed=5).to_dict()["players"][1]["hand"]
    assert not [card for card in hidden if re.search(rf"\b{card}\b", shown)]


def test_seats_are_as_many_as_are_named_and_the_last_takes_the_rest(command):
    two = command("play", "splendor", "--against", "greedy", "--against", "random", text="").stdout
    assert "Splendor, 3 seats" in two and "You are A; B is greedy, C is random." in two
    four = command("play", "splendor", "--seats", 4, "--against", "greedy", "--seat", "C", text="").stdout
    assert "You are C; A is greedy, B is greedy, D is greedy." in four


def test_undo_goes_back_to_the_own_move_and_redo_plays_the_answer_again(command):
    typed = "A1\npass\nundo\nundo\nundo\nredo\nredo\n"
    shown = command(*SMALL, "--against", "greedy", text=typed).stdout
    left = re.findall(r"(White|Black): .* (\d+) of 80 pawns left", shown)
    assert [f"{seat[0]}{count}" for seat, count in left] == [
        *("W80", "B80"), *("W79", "B79"), *("W79", "B78"), *("W79", "B79"), *("W80", "B80"), *("W79", "B79"),
        *("W79", "B78"),
    ]  # fmt: skip
    assert "nothing was played yet" in shown
    p = parlour.new("arbos", size=5, seeds=2, seed=3)
    black = seated(p.game, 2, ("greedy",), "black")
    assert [turn[:7] for turn in black.play(p)] == ["White: "]
    with pytest.raises(IllegalMove, match="you have played nothing yet"):
        black.taken_back(p)
    assert len(p.history) == 1


def test_a_game_is_played_to_its_end(command):
    shown = command(*SMALL, "--against", "random", text="pass\n" * 30).stdout
    assert re.search(r"^(Black wins|No winner|White wins): ", shown, re.MULTILINE)
    assert "the game is over" in shown


def test_a_player_that_fails_is_asked_again(command, tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text("import sys; sys.exit('not now')")
    program = f"program:{sys.executable} -S -E {bot}"
    shown = command(*SMALL, "--against", program, text="A1\n?\nundo\n?\n").stdout
    assert shown.count("Black does not play: the program") == 2
    assert "What you type next asks again" in shown
    assert shown.count("Moves: A1, ") == 1, "only after the move was taken back"
    shown = command("play", "arboretum", "--seed", 5, "--against", program, "--seat", "B", text="").stdout
    hands = parlour.new("arboretum", 2, seed=5).to_dict()["players"]
    assert [all(f" {card}" in shown for card in one["hand"]) for one in hands] == [False, True]
    assert [any(f" {card} " in shown for card in one["hand"]) for one in hands] == [False, True]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("golf", "--against", "greedy"), "Golf is for one player"),
        (("arbos", "--against", "greedy", "--against", "greedy"), "Arbos has 2 seats, not 3"),
        (
            ("splendor", "--seats", "2", "--against", "greedy", "--against", "greedy"),
            "need 3 seats, and there are 2",
        ),
        (("arbos", "--against", "gredy"), "did you mean 'greedy'?"),
        (("arbos", "--against", "greedy", "--seat", "blakc"), "there is no seat 'blakc'; did you mean"),
        (("arbos", "--seat", "black"), "add --against"),
    ],
)
def test_what_cannot_be_is_refused(command, words, why):
    refused = command("play", *words)
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert why in refused.stderr


def test_a_hint_names_the_best_and_the_second_move_with_chances_of_the_seat_on_turn(command):
    shown = command("play", "splendor", "--seed", 1, text="take WUG\nhint\n").stdout
    hint = r"Try (.*), or else (.*) \((\d+ % less|as good)\)\. Chances: A (\d+) %, B (\d+) %\.\n"
    best, second, _, *chances = re.search(hint, shown).groups()
    p = parlour.new("splendor", seed=1)
    p.play("take WUG")
    found = think(p, 1, Budget(iterations=2000)).choices
    assert best != second
    assert {best, second} <= {p.text(one.action) for one in found[:5]}
    assert 99 <= sum(map(int, chances)) <= 101


def test_a_hint_where_one_move_is_legal_and_after_the_end():
    p = parlour.new("arboretum", seed=1)
    assert cli_play.hint(p).startswith("Only draw deck can be played. Chances: A ")
    p = parlour.new("arbos", size=5, seed=1)
    p.play("pass")
    p.play("pass")
    assert cli_play.hint(p) == "The game is over."
