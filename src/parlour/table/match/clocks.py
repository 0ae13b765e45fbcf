"""Clocks: plain arithmetic on times of the server. Milliseconds since 1970; nothing comes from a client.

Whatever time no server was there is counted for nobody.
"""

from collections.abc import Iterable

import msgspec

from parlour.core.board import Time
from parlour.table.match.terms import ClockTerms


class Outages:
    """The times when no server was there, in order."""

    def __init__(self, times: Iterable[tuple[int, int]] = ()) -> None:
        self._times = sorted(times)

    def add(self, began: int, ended: int) -> None:
        """Add the latest one."""
        self._times.append((began, ended))

    def between(self, since: int, until: int) -> int:
        """Return how much of a span of time was outage."""
        return sum(max(0, min(ended, until) - max(began, since)) for began, ended in self._times)

    def later(self, since: int, span: int) -> int:
        """Return when a span of time is over that began at `since` and stood still in outages."""
        end = since + span
        for began, ended in self._times:
            if ended > since and began < end:
                end += ended - max(began, since)
        return end


class Clocks(msgspec.Struct, frozen=True, gc=False):
    """When the present turn began, and what each seat's bank held then (none without banks).

    `own` is the time in milliseconds that the game itself gives for this turn, whatever was agreed.
    """

    since: int
    banks: tuple[int, ...] = ()
    own: int | None = None


def begin(terms: ClockTerms, seats: int, at: int, own: int | None) -> Clocks:
    """Return the clocks as the first turn begins."""
    return Clocks(at, (terms.seconds * 1000,) * seats if terms.kind == "bank" else (), own)


def allowance(terms: ClockTerms, clocks: Clocks, seat: int) -> int | None:
    """Return how long a seat may think about the present turn, `None` for as long as it likes."""
    if terms.kind == "none":
        return None
    if clocks.own is not None and terms.kind != "days":
        return clocks.own
    return clocks.banks[seat] if terms.kind == "bank" else terms.seconds * 1000


def deadline(terms: ClockTerms, clocks: Clocks, seat: int, outages: Outages) -> int | None:
    """Return when the time of the seat on turn runs out."""
    time = allowance(terms, clocks, seat)
    return None if time is None else outages.later(clocks.since, time)


def used_up(
    terms: ClockTerms, clocks: Clocks, seat: int, now: int, outages: Outages, *, on_turn: bool
) -> bool:
    """Say whether a seat has no time: for the present turn, or, if it is not on turn, in its bank."""
    if on_turn:
        end = deadline(terms, clocks, seat, outages)
        return end is not None and end <= now
    return bool(clocks.banks) and clocks.banks[seat] <= 0


def turned(
    terms: ClockTerms, clocks: Clocks, seat: int, at: int, own: int | None, outages: Outages
) -> Clocks:
    """Return the clocks after the turn of a seat ended: its bank has less, and the increment more."""
    banks = list(clocks.banks)
    if banks and clocks.own is None:
        spent = at - clocks.since - outages.between(clocks.since, at)
        banks[seat] = max(0, banks[seat] - max(0, spent)) + terms.increment * 1000
    return Clocks(at, tuple(banks), own)


def times(
    terms: ClockTerms, clocks: Clocks, seats: int, turn: int | None, outages: Outages
) -> tuple[Time, ...]:
    """Return what each seat's clock shows."""
    if terms.kind == "none":
        return ()
    full = terms.seconds * 1000
    shown = []
    for seat in range(seats):
        left = clocks.banks[seat] if clocks.banks else full
        if seat != turn:
            shown.append(Time(left, full))
        elif clocks.own is not None and terms.kind != "days":
            shown.append(Time(clocks.own, clocks.own, deadline(terms, clocks, seat, outages)))
        else:
            shown.append(Time(left, full, deadline(terms, clocks, seat, outages)))
    return tuple(shown)
