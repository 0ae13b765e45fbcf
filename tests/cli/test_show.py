"""`parlour show`: boards and JSON out, both back in."""

import json

import pytest

import parlour

GOLF_24 = """\
Talon: TD KC 8H 8S 4S 4H KS 6D 8D 7C JD 9D 2H QD 3D AS
Foundations: JH
4C 7S 5S KH TC
5H 2C 6C 6S TS
QC QH 9C 7D AD
5D 9S 3C 8C 4D
2D 2S 6H AC QS
7H KD JC 9H 3H
AH JS TH 5C 3S
"""


def test_a_deal_is_printed_as_a_text_board(command):
    assert command("show", "golf", "--deal", 24).stdout == GOLF_24


def test_a_deal_is_printed_as_json(command):
    shown = command("show", "golf", "--deal", 24, "--json").stdout
    assert parlour.from_json(shown) == parlour.new("golf", deal=24)
    assert json.loads(shown)["deal"] == "24"


def test_options_reach_the_position(command):
    shown = json.loads(
        command(
            "show", "little_spider", "--deal", 24, "--preset", "open", "--homecell-return", "false", "--json"
        ).stdout
    )
    assert shown["options"] == {"empty_fill": "any", "homecell_return": False}


def test_a_game_without_a_start_is_a_random_deal(command):
    deals = {json.loads(command("show", "golf", "--json").stdout)["deal"] for _ in range(3)}
    assert len(deals) > 1


@pytest.mark.parametrize("game", ["golf", "little_spider"])
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_what_is_printed_can_be_read_again(command, game, form):
    printed = command("show", game, "--deal", 24, *form).stdout
    again = command("show", "-", "--json", text=printed)
    assert again.exit_code == 0
    assert parlour.from_json(again.stdout) == parlour.new(game, deal=24)


def test_a_stream_of_boards(command):
    boards = "".join(command("show", "golf", "--deal", deal).stdout for deal in (1, 2, 3))
    lines = command("show", "-", "--json", text=boards).stdout.splitlines()
    assert [parlour.from_json(line) for line in lines] == [
        parlour.new("golf", deal=deal) for deal in (1, 2, 3)
    ]
    assert command("show", "-", text=boards).stdout.replace("\n\n", "\n") == boards


def test_a_stream_of_json(command):
    lines = "".join(
        command("show", game, "--deal", 24, "--json").stdout for game in ("golf", "little_spider")
    )
    assert command("show", "-", "--json", text=lines).stdout == lines
    refused = command("show", "-", "--json", "--game", "golf", text=lines)
    assert (refused.exit_code, refused.stdout) == (2, "")


def test_the_game_of_a_board_may_be_named(command):
    assert command("show", "-", "--game", "golf", text=GOLF_24).stdout == GOLF_24
    refused = command("show", "-", "--game", "little_spider", text=GOLF_24)
    assert (refused.exit_code, refused.stdout) == (2, "")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n \n",
        "no board",
        '{"game":"golf"}',
        '{"game":"gulf"}',
        '{"game":',
        "[1, 2]",
        "\x00\x00",
        GOLF_24.replace("TD", "JH"),
        GOLF_24.replace(" AS", ""),
        GOLF_24.replace("3S", "3X"),
        GOLF_24.partition("\n")[0],
    ],
)
def test_bad_input_is_refused_in_one_sentence(command, text):
    refused = command("show", "-", text=text)
    assert refused.exit_code == 2
    assert refused.stdout == ""
    assert refused.stderr.startswith("parlour: ")
    assert refused.stderr.count("\n") == 1


@pytest.mark.parametrize("deal", ["0", "-1", "abc", "100000000000000000000", "1.5", ""])
def test_bad_deals_are_refused_in_one_sentence(command, deal):
    refused = command("show", "golf", f"--deal={deal}")
    assert refused.exit_code == 2
    assert refused.stderr.startswith("parlour: ")
    assert refused.stderr.count("\n") == 1
