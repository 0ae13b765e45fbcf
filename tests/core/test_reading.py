"""Reading positions whatever they are written in."""

import pytest

import parlour


def test_a_stream_of_json_of_several_games():
    golf, spider = parlour.new("golf", deal=1), parlour.new("little_spider", deal=1)
    assert parlour.read(golf.to_json() + "\n" + spider.to_json() + "\n") == [golf, spider]
    with pytest.raises(parlour.PositionError, match="not all of these positions are of Golf"):
        parlour.read(golf.to_json() + spider.to_json(), "golf")


def test_text_boards_are_told_by_their_shape():
    for name in ("golf", "little_spider"):
        p = parlour.new(name, deal=5)
        assert parlour.read(p.board_text()) == [p]


def test_if_no_game_fits_each_says_why():
    with pytest.raises(parlour.PositionError, match=r"Golf: .*; Little Spider: "):
        parlour.read("Foundations: KC AD AH KS\nAC\n")


@pytest.mark.parametrize("text", ["{", "[1", '{"game":"golf"} x', "[" * 5000, "{}", "[]"])
def test_broken_json(text):
    with pytest.raises(parlour.PositionError):
        parlour.read(text)


@pytest.mark.parametrize("text", ["[" * 100_000, "\x00", "nan", "1"])
def test_from_json_of_garbage(text):
    with pytest.raises(parlour.ParlourError):
        parlour.from_json(text)
