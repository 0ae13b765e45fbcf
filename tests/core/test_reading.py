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
        parlour.read("AC 2C\n3C\n")


@pytest.mark.parametrize("text", ["{", "[1", '{"game":"golf"} x', "[" * 5000, "{}", "[]"])
def test_broken_json(text):
    with pytest.raises(parlour.PositionError):
        parlour.read(text)


@pytest.mark.parametrize("text", ["[" * 100_000, "\x00", "nan", "1"])
def test_from_json_of_garbage(text):
    with pytest.raises(parlour.ParlourError):
        parlour.from_json(text)


def test_the_labels_of_a_board_decide_whose_sentence_is_told():
    board = parlour.new("golf", deal=24).board_text().replace(" TD", "")
    with pytest.raises(parlour.PositionError) as refusal:
        parlour.read(board)
    assert str(refusal.value) == "Golf: there are 51 cards, not 52; missing: TD"


def test_a_bad_board_of_a_stream_is_named():
    good = parlour.new("golf", deal=1).board_text()
    with pytest.raises(parlour.PositionError, match=r"board 2: .*4C is there more than once"):
        parlour.read(good + parlour.new("golf", deal=24).board_text().replace("7S", "4C"))


def test_the_mark_that_some_editors_write_first_is_passed_over():
    p = parlour.new("golf", deal=24)
    assert parlour.read("\ufeff" + p.board_text()) == [p] == parlour.read("\ufeff" + p.to_json())


@pytest.mark.parametrize("name", ["golf", "little_spider"])
def test_a_deal_number_that_is_not_the_cards_is_refused(name):
    p = parlour.new(name, deal=24)
    with pytest.raises(parlour.PositionError, match="do not come from deal 25"):
        parlour.from_json(p.to_json().replace('"deal":"24"', '"deal":"25"'))
    for _ in range(9):
        p.play(p.legal_moves[-1])
    assert parlour.from_json(p.to_json()).deal == "24"
