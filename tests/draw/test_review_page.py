"""The chart of a review: nothing lies upon something else, and time goes to the right."""

import re
from itertools import pairwise

import pytest

from parlour import draw
from parlour.draw.chart import BADGE, LABEL, LEFT, chart
from parlour.draw.pages import ReviewPage, Side, TurningPoint
from parlour.games._seats.people import Who

CHANCES = tuple((0.25, 0.25, n / 80, 0.5 - n / 80) for n in range(41))


@pytest.mark.parametrize("moves", [(1, 1, 2, 3), (38, 39, 40, 40), (4, 5, 20, 21)])
def test_labels_and_badges_stand_apart_and_lines_end_where_they_are_labelled(moves):
    found = chart(CHANCES, [(n, seat) for seat, n in enumerate(moves)], 360, 300, 60)
    heights = sorted(line.label.y for line in found.lines)
    assert all(b - a >= LABEL - 0.1 for a, b in pairwise(heights))
    places = [badge.x for badge in found.badges]
    assert all(b - a >= BADGE - 0.1 for a, b in pairwise(places))
    assert min(places) >= LEFT and max(places) <= found.right
    for line in found.lines:
        points = [tuple(map(float, point.split(","))) for point in line.points.split()]
        assert len(points) == 41
        assert [x for x, _ in points] == sorted(x for x, _ in points)
        assert points[0][0] == LEFT and points[-1][0] == found.right
        assert line.marks and all((mark.x, mark.y) in points for mark in line.marks)
    top, bottom = found.shares[-1][1], found.shares[0][1]
    assert found.shares[2][1] == (top + bottom) / 2
    assert found.steps[0] == (0, LEFT) and found.steps[-1] == (40, found.right)


def test_a_game_of_one_move_has_a_chart():
    found = chart(((0.5, 0.5), (1.0, 0.0)), [(1, 1)], 720, 320, 120)
    assert [n for n, _ in found.steps] == [0, 1]


def test_turning_points_lead_to_the_board_before_them_with_the_better_move():
    who = Who(1, "Ben")
    turn = TurningPoint(
        23, who, "take ruby", "buy an onyx card", 0.184, why="it makes 3 points", show="buy 23"
    )
    page = ReviewPage(
        table="k3x9",
        game="splendor",
        chances=((0.5, 0.5),) * 41,
        sides=(Side(Who(0, "", me=True), 20, 12, 0.0101), Side(who)),
        turns=(turn,),
    )
    html = draw.page("en", page)
    assert 'href="/t/k3x9#at=22&amp;show=buy%2023"' in html
    assert "Better: buy an onyx card" in html and "18%" in html and "it makes 3 points" in html
    rows = re.findall(r'<tr><th scope="row">(\d+)</th>', html)
    assert rows[0] == "0" and rows[-1] == "40"
    assert "close to the best moves" in html and "no decision to judge" in html
    assert {"of-0", "of-1"} <= set(re.findall(r"of-\d", html)), "lines are told apart by their dashes, too"
