"""The review of a match: who chose what in it, and how it is told."""

from parlour import draw
from parlour.draw.pages import ReviewPage, Side, Theme, TurningPoint
from parlour.games._seats.people import Who
from parlour.search.review import LEAST, Decision, Review, Reviewer, chosen
from parlour.table import texts
from parlour.table.errors import MissingError, Refusal
from parlour.table.match.facts import Viewer
from parlour.table.match.replay import match_record
from parlour.table.match.table import MatchTable
from parlour.table.reviews import Job, Reviews


async def asked(reviews: Reviews, table: MatchTable) -> Job:
    """Return the review of a match, which is begun if nobody asked for it before.

    Raises `Refusal` before the end, `ReviewError` where there is nothing to say, and `BusyError`.
    """
    position = table.state.position
    if not table.all_open:
        raise Refusal("not_over", texts.NOT_OVER)
    if position is None:
        raise MissingError(texts.NO_PAGE)
    job = reviews.find(table.kept.id)
    if job is None:
        who = await _who_chose(table)
        job = reviews.find(table.kept.id) or reviews.begin(table.kept.id, Reviewer(position, who))
    return job


async def _who_chose(table: MatchTable) -> tuple[int | None, ...]:
    """Return who chose each move: nobody, where the clock, the house or a stand-in played."""
    if table.kept.names is not None:
        record = await table.store.read(lambda c: match_record(c, table, Viewer()))
        return chosen(record)
    return tuple(
        act.seat if act.chosen and not act.stand_in else None
        for act in table.course.line
        for _ in range(act.moves)
    )


def review_page(
    table: MatchTable, viewer: Viewer, lang: str, theme: Theme, reviews: Reviews, job: Job
) -> ReviewPage:
    """Return the page of a review as it stands now."""
    done, total = job.progress
    page = ReviewPage(
        theme=theme,
        table=table.kept.id,
        game=table.kept.game,
        done=done,
        total=total,
        ahead=reviews.ahead(job),
    )
    return _told(page, table, viewer, lang, job.result()) if job.done() else page


def _told(page: ReviewPage, table: MatchTable, viewer: Viewer, lang: str, found: Review) -> ReviewPage:
    mine = viewer.seats if len(viewer.seats) == 1 else ()
    names = table.names_apart
    people = tuple(Who(seat, names[seat], seat in mine) for seat in range(found.seats))
    called = tuple(Who(seat, names[seat]) for seat in range(found.seats))
    page_of = _Words(page.game, lang, people, called)
    sides = tuple(
        Side(who) if one is None else Side(who, one.decisions, one.best, one.loss)
        for who, one in zip(people, found.accuracy, strict=True)
    )
    finest = None
    if found.finest is not None:
        finest = page_of.fine(found.decisions[found.finest], found.margin)
    return ReviewPage(
        theme=page.theme,
        table=page.table,
        game=page.game,
        done=page.total,
        total=page.total,
        chances=found.chances,
        least=LEAST,
        sides=sides,
        turns=tuple(page_of.turn(found.decisions[index]) for index in found.turns),
        finest=finest,
    )


class _Words:
    """Tells decisions in a language; seats in reasons are `called` by their names, also the reader's own."""

    def __init__(self, game: str, lang: str, people: tuple[Who, ...], called: tuple[Who, ...]) -> None:
        self._game, self._lang, self._people, self._called = game, lang, people, called

    def turn(self, one: Decision) -> TurningPoint:
        """Tell a decision that cost something."""
        why = "" if one.reason is None else draw.because(self._game, self._lang, one.reason, self._called)
        return TurningPoint(
            number=one.number,
            who=self._people[one.seat],
            played=draw.option(self._game, self._lang, one.told, self._called),
            better=draw.option(self._game, self._lang, one.best_told, self._called),
            loss=one.loss,
            error=one.error,
            why=why,
            show=one.best,
        )

    def fine(self, one: Decision, margin: float) -> TurningPoint:
        """Tell a decision that was better than all others."""
        played = draw.option(self._game, self._lang, one.told, self._called)
        return TurningPoint(one.number, self._people[one.seat], played, "", margin)
