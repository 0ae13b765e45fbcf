"""Records that somebody brings here: checked wholly, each becomes a table that can only be looked at."""

from collections.abc import Iterator

import msgspec

from parlour.core import registry
from parlour.core.errors import ParlourError, RecordError, shown
from parlour.core.game import Game
from parlour.core.position import Position
from parlour.core.record import Event as RecordEvent
from parlour.core.record import GameRecord
from parlour.core.result import Result
from parlour.table import guests, texts
from parlour.table.event import Event, Kind, Payload
from parlour.table.kept import Kept, insertion, options_text
from parlour.table.log import Statement
from parlour.table.match.clocks import Outages
from parlour.table.match.course import Course, State, follow
from parlour.table.match.terms import Seat, Terms

LARGEST = 256 * 1024
"""Bytes of a file."""

MOST = 5000
"""Events of a record."""

_LONGEST = 100
"""Characters of a move, as in `Position.action`."""

_LATEST = 1 << 33
"""Seconds since 1970 that are still a time."""


class Brought(msgspec.Struct, frozen=True):
    """A record that was checked: the table that it becomes, with its log."""

    kept: Kept
    events: tuple[Event, ...]

    def statements(self, owner: str, now: int) -> tuple[Statement, ...]:
        """Return what makes the table. It goes when its owner is forgotten, and is nobody's to play at."""
        made = self.kept.insertions(now, owner, self.events[-1].at)
        return (*made, *(insertion(self.kept.id, event) for event in self.events))


def bring(data: bytes, now: int) -> Brought:
    """Read a record, in Parlour's own form or in one of a game's, and play it through.

    Raises `RecordError` for anything that is not a whole game by its rules, saying what is wrong.
    """
    if len(data) > LARGEST:
        raise RecordError(texts.RECORD_LARGE)
    if not data.strip():
        raise RecordError(texts.RECORD_EMPTY)
    record = _read(data)
    game = _game(record)
    _check_words(record, game)
    played = record.replay()
    kept = _kept(record, game, played)
    events = tuple(_events(record, played.seats, now))
    if game.seats[-1] > 1:
        _check_match(record, kept, events, played)
    elif any(event.kind in ("resign", "forfeit", "agree") for event in events):
        raise RecordError(texts.RECORD_ALONE)
    return Brought(kept, events)


def _read(data: bytes) -> GameRecord:
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"("):
        forms = (game.files[".sgf"] for game in registry.games() if ".sgf" in game.files)
        for form in forms:
            return form.record(data)
    return GameRecord.from_json(data.removeprefix(b"\xef\xbb\xbf"))


def _game(record: GameRecord) -> Game:
    """Return the game of a record, if it is played here."""
    if len(record.game) > _LONGEST or record.game not in registry.names():
        raise RecordError(f"this house does not know the game {shown(record.game)}")
    game = registry.game(record.game)
    known = {option.name for option in game.described_options}
    for name in record.options:
        if name not in known:  # also what is no word of Python's
            raise RecordError(f"{game.title} has no option {shown(name)}")
    if record.seats not in game.seats:
        raise RecordError(f"{game.title} is not played by {shown(record.seats)}")
    return game


def _check_words(record: GameRecord, game: Game) -> None:
    """Raise `RecordError` for names, moves and times that cannot be shown or kept."""
    if len(record.names) > record.seats:
        raise RecordError(f"the record names {len(record.names)} players, but has {record.seats} seats")
    for name in filter(None, record.names):
        try:
            clean = guests.clean_name(name)
        except ParlourError as error:
            raise RecordError(texts.RECORD_NAME) from error
        if clean != name:
            raise RecordError(texts.RECORD_NAME)
    if len(record.events) > MOST:
        raise RecordError(texts.RECORD_LONG)
    if not any(event.kind == "play" for event in record.events):
        raise RecordError(texts.RECORD_MOVES)
    for number, event in enumerate(record.events, 1):
        if len(event.move) > _LONGEST or not event.move.isprintable():
            raise RecordError(f"event {number} of the record has no move that can be one of {game.title}")


def _kept(record: GameRecord, game: Game, played: Position) -> Kept:
    """Return the table: of nobody's, its deal not counted among those of a number."""
    if record.start is None:  # `replay` has refused it
        raise RecordError(texts.RECORD_EMPTY)
    table, seats = guests.new_id(), played.seats
    chairs: list[Seat] = ["friend"] * seats
    return Kept(
        id=table,
        game=game.name,
        preset=game.preset_of(played.options) or next(iter(game.presets)),
        options=options_text(played.options),
        start=record.start,
        deal_key=f"record:{table}",
        players=(),
        terms=Terms(
            host="",
            chairs=tuple(chairs),
            order="chosen",
            full_starts=False,
            names=(*record.names, *[""] * (seats - len(record.names))),
        ),
    )


def _events(record: GameRecord, seats: int, now: int) -> Iterator[Event]:
    """Give the events of a table's log; the times of the record are kept as far as they can be times."""
    rev, at = 0, min(now, next(filter(None, map(_told_at, record.events)), now))
    if seats > 1:
        rev += 1
        yield Event(rev, at, -1, guests.new_id(), "start", Payload(players=("",) * seats))
    for event in record.events:
        rev, at = rev + 1, max(at, min(now, _told_at(event) or at))
        kind: Kind = event.kind
        payload = Payload(moves=(event.move,)) if kind == "play" else Payload(count=int(kind == "undo"))
        seat = event.seat if 0 <= event.seat < seats else 0
        yield Event(rev, at, seat, guests.new_id(), kind, payload)


def _told_at(event: RecordEvent) -> int | None:
    """Return the time of an event in milliseconds, if it says one that can be."""
    return round(event.at * 1000) if event.at is not None and 0 < event.at < _LATEST else None


def _check_match(record: GameRecord, kept: Kept, events: tuple[Event, ...], played: Position) -> None:
    """Raise `RecordError` unless the table would stand where the record ends, and had that result."""
    state = State(Course.of(kept.agreed))
    left: set[int] = set()
    for number, (event, told) in enumerate(zip(events, (None, *record.events), strict=True)):
        if state.course.end is not None:
            raise RecordError(f"event {number} of the record comes after the end of the game")
        if event.kind in ("redo", "restart", "hint"):
            raise RecordError(f"event {number} of the record ({event.kind}) is one of a game for one")
        if event.kind == "agree" and not played.game.draws:
            raise RecordError(f"event {number} of the record: in {played.game.title} nobody agrees on a draw")
        if told is not None and event.kind in ("resign", "forfeit"):
            if told.seat != event.seat or told.seat in left:
                raise RecordError(f"event {number} of the record ({event.kind}) is of no seat that plays")
            left.add(told.seat)
        state = follow(state, event, kept, Outages())
    result: Result | None = None if state.course.end is None else state.course.end.result
    if record.result is not None and record.result != result:
        raise RecordError(texts.RECORD_RESULT)
