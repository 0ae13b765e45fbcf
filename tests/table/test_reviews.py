"""Reviews of matches: once over, made once for all who ask, and of what players chose alone."""

import asyncio
import threading

import pytest

import parlour
from parlour.draw.pages import ReviewPage
from parlour.search.review import Effort, Reviewer
from parlour.table import messages, records
from parlour.table.errors import BusyError, Refusal
from parlour.table.event import Event, Payload
from parlour.table.match import review
from parlour.table.match.course import follow
from parlour.table.reviews import WAITING, Reviews
from tests.table.matches import do, guest, play, started


@pytest.fixture
def reviews(house):
    yield house.reviews
    house.reviews.close()


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """A review in a moment."""
    monkeypatch.setattr("parlour.search.review.EFFORTS", {"splendor": Effort(32, 32)})


async def given_up(house):
    """A match of Splendor that Ben gave up after some moves."""
    table = await started(house, "splendor")
    for _ in range(6):
        await play(table, table.state.position.legal_moves[0])
    await do(table, table.course.players[1], messages.Resign)
    return table


async def test_there_is_no_review_before_the_end(house, reviews):
    table = await started(house, "splendor")
    with pytest.raises(Refusal) as caught:
        await review.asked(reviews, table)
    assert caught.value.code == "not_over"


async def test_a_review_is_made_once_and_told_to_whoever_asks(house, reviews):
    table = await given_up(house)
    job, same = await asyncio.gather(review.asked(reviews, table), review.asked(reviews, table))
    assert job is same
    found = await asyncio.wrap_future(job)
    assert job.progress == (7, 7)
    assert await review.asked(reviews, table) is job
    viewer = table.viewer(table.course.players[0])
    page = review.review_page(table, viewer, "en", "", reviews, job)
    assert isinstance(page, ReviewPage)
    assert [(side.who.name, side.who.me) for side in page.sides] == [("Ada", True), ("Ben", False)]
    assert len(page.chances) == 7 and page.chances == found.chances
    assert [turn.number for turn in page.turns] == [found.decisions[k].number for k in found.turns]


async def test_what_the_clock_or_the_house_played_is_nobodys_decision(house, reviews):
    table = await started(house, "splendor", seats=3)
    ben = table.course.players[1]
    for _ in range(4):
        await play(table, table.state.position.legal_moves[0])
    await do(table, ben, messages.Resign)
    while len(table.course.line) < 10:
        await play(table, table.state.position.legal_moves[0])
    for player in (table.course.players[0], table.course.players[2]):
        if table.course.phase == "playing":
            await do(table, player, messages.Resign)
    found = await asyncio.wrap_future(await review.asked(reviews, table))
    assert {one.seat for one in found.decisions if one.number > 4} == {0, 2}


async def test_what_a_stand_in_played_is_no_decision_of_the_player(house, reviews):
    table = await started(house, "splendor")
    state = table.state
    for kind, seat in (("takeover", 0), ("play", 0), ("play", 1), ("back", 0), ("play", 0), ("resign", 1)):
        moves = state.position.legal_moves[:1] if kind == "play" else ()
        event = Event(state.rev + 1, house.clock(), seat, kind, kind, Payload(moves=moves))
        state = follow(state, event, table.kept, house.tables.outages)
    table.state = state
    found = await asyncio.wrap_future(await review.asked(reviews, table))
    assert [(one.number, one.seat) for one in found.decisions] == [(2, 1), (3, 0)]


async def test_a_record_that_was_brought_is_reviewed(house, reviews):
    position = parlour.new("splendor", seats=2, seed=1)
    for _ in range(5):
        position.play(position.legal_actions[0])
    text = position.record(("Ada", "Ben")).to_json()
    brought = records.bring(text.encode(), house.clock())
    await house.store.write(*brought.statements(await guest(house, "Cem"), house.clock()))
    table = await house.tables.match(brought.kept.id)
    found = await asyncio.wrap_future(await review.asked(reviews, table))
    assert [one.seat for one in found.decisions] == [0, 1, 0, 1, 0]


def test_only_so_many_reviews_wait_and_they_come_in_turn():
    going = threading.Event()
    position = parlour.new("splendor", seats=2, seed=1)
    position.play(position.legal_actions[0])

    class Waits(Reviewer):
        def step(self) -> bool:
            going.wait(20)
            return super().step()

    reviews = Reviews()
    try:
        first = reviews.begin("0", Waits(position, effort=Effort(16, 16)))
        jobs = [
            reviews.begin(str(n), Reviewer(position, effort=Effort(16, 16))) for n in range(1, WAITING + 1)
        ]
        assert [reviews.ahead(job) for job in (first, *jobs)] == list(range(WAITING + 1))
        with pytest.raises(BusyError):
            reviews.begin("more", Reviewer(position))
        going.set()
        assert jobs[-1].result(30) == first.result(30), "the same game has the same review"
        assert reviews.find("0") is first and reviews.find("more") is None
    finally:
        going.set()
        reviews.close()


def test_the_page_says_how_far_it_is_and_then_shows_the_review(running):
    visitor = running.visitor()
    position = parlour.new("splendor", seats=2, seed=1)
    for _ in range(4):
        position.play(position.legal_actions[0])
    record = position.record(("Ada", "Ben")).to_json()
    table = visitor.http.post("/open", data={"text": record}).headers["location"].partition("#")[0]
    first = visitor.http.get(f"{table}/review")
    assert first.status_code == 200
    while not visitor.http.get(f"{table}/review/progress").json()["ready"]:
        threading.Event().wait(0.02)  # asks are counted
    text = visitor.http.get(f"{table}/review").text
    assert "Turning points" in text and "Ada" in text and "http-equiv" not in text
    solitaire = visitor.new("golf", deal="24")
    assert visitor.http.get(f"/t/{solitaire}/review").status_code == 404
