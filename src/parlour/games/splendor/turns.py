"""The log of a game as turns: who did what, with the returns, payments and nobles that belong to it."""

from itertools import pairwise

import msgspec

from parlour.core.board import Match, Told
from parlour.games._seats.people import Who, who

BEGIN = frozenset({"take", "reserve", "blind", "buy", "pass"})
"""Kinds of acts that begin a turn; all others belong to the turn under way."""


Spans = list[tuple[int, int]]
"""Turns of a log: the first act of each and the one after its last, counted from 0."""


class Line(msgspec.Struct, frozen=True):
    """A turn in the log, by the act that began it. `upto` counts the acts of the game up to its last one.

    `back` are the colours of tokens given back one by one, `gold` those that gold was paid for; `rest` says
    that all that was taken went back, and `nobles` counts those that came.
    """

    who: Who
    told: Told
    upto: int
    back: str
    rest: bool
    gold: str
    nobles: int


def turns(log: tuple[Told, ...]) -> Spans:
    """Part a log into its turns."""
    first = [k for k, told in enumerate(log) if told.kind in BEGIN]
    return list(pairwise([*first, len(log)]))


def lines(log: tuple[Told, ...], spans: Spans, match: Match, begin: int = 0) -> tuple[Line, ...]:
    """Return the lines of the log from the turn `begin` on. The seats take turns in their order."""
    count = len(match.chairs)
    return tuple(
        _line(who(match, k % count), log[start:end], end)
        for k, (start, end) in enumerate(spans[begin:], begin)
    )


def _line(whose: Who, acts: tuple[Told, ...], upto: int) -> Line:
    def colours(kind: str) -> str:
        return "".join(told.places[0] for told in acts if told.kind == kind)

    return Line(
        who=whose,
        told=acts[0],
        upto=upto,
        back=colours("return"),
        rest=any(told.kind == "rest" for told in acts),
        gold=colours("gold"),
        nobles=sum(_noble(told) is not None for told in acts),
    )


def claims(log: tuple[Told, ...], spans: Spans, seats: int) -> dict[int, list[int]]:
    """Return the seats that each noble's place, counted from 0, has gone to, in the order of their turns."""
    found: dict[int, list[int]] = {}
    for k, (start, end) in enumerate(spans):
        for told in log[start:end]:
            place = _noble(told)
            if place is not None:
                found.setdefault(place, []).append(k % seats)
    return found


def _noble(told: Told) -> int | None:
    if told.kind == "noble":
        return int(told.places[0]) - 1
    last = (
        told.places[-1] if told.places else ""
    )  # one that came by itself is named after the act's own places
    return int(last.removeprefix("noble ")) - 1 if last.startswith("noble ") else None


def fresh(log: tuple[Told, ...], spans: Spans, seats: int) -> tuple[str, int] | None:
    """Return the slot that the last turn has filled again, such as "23", and the seat whose turn it was."""
    if not spans:
        return None
    told = log[spans[-1][0]]
    if told.kind not in {"buy", "reserve"} or told.places[0].startswith("r"):
        return None
    return told.places[0], (len(spans) - 1) % seats
