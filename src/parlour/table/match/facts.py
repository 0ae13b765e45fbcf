"""What each class of viewers is shown beside the view of a match, or of a table that gathers."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, cast

import msgspec

from parlour.core import registry
from parlour.core.board import Asked, Chair, Match, Time
from parlour.core.position import Position
from parlour.draw.pages import Lobby, LobbyChair
from parlour.table import computers, texts
from parlour.table.match import advice, clocks, rulings
from parlour.table.match.terms import Seat

if TYPE_CHECKING:
    from parlour.table.match.table import MatchTable


class Viewer(msgspec.Struct, frozen=True):
    """A class of viewers: by the seats they play, and whether they are the host; a stranger is neither.

    Before the match it also matters who they are, since a chair may be kept for them.
    """

    seats: tuple[int, ...] = ()
    host: bool = False
    player: str | None = None

    def facing(self, position: Position) -> int | None:
        """Return the seat whose view they have: of several at one screen, the one on turn."""
        if not self.seats:
            return None
        turn = position.current_player
        return turn if turn in self.seats else self.seats[0]


def match_facts(table: "MatchTable", viewer: Viewer, lang: str) -> Match:
    """Return the facts beside the view, in a language."""
    course, position, end = table.course, table.state.position, table.course.end
    game = registry.game(table.kept.game)
    turn = position.current_player if position is not None and course.phase == "playing" else None
    times: tuple[Time, ...] = ()
    if course.clocks is not None:
        seats = len(course.players)
        times = clocks.times(table.terms.clock, course.clocks, seats, turn, table.around.outages)
    asked = course.asked
    return Match(
        table=table.kept.id,
        game=table.kept.game,
        title=game.title,
        preset=table.kept.preset,
        chairs=tuple(_chair(table, seat, viewer, lang) for seat in range(len(course.players))),
        turn=turn,
        mine=viewer.seats,
        facing=viewer.facing(position) if position is not None else None,
        times=times,
        may=_may(table, viewer),
        asked=None if asked is None else Asked(asked.what, asked.by, asked.waiting, asked.count),
        rated=table.terms.rated and not course.undone and _far_enough(table),
        moves=len(position.history) if position is not None else 0,
        result=None if end is None else end.result,
        ended="" if end is None else end.ended,
        by=None if end is None else end.by,
        rematch=table.rematch,
    )


def _far_enough(table: "MatchTable") -> bool:
    """Say whether a match is or was long enough to count: one that was given up at once does not."""
    position, end = table.state.position, table.course.end
    return position is None or end is None or end.ended == "game" or position.begun


def _chair(table: "MatchTable", seat: int, viewer: Viewer, lang: str) -> Chair:
    player = table.course.players[seat]
    if player is None:
        name = table.seat_names[seat]
        return Chair(seat, name=name, here=bool(name))  # nobody is away from a record
    level = computers.level_of(player)
    return Chair(
        seat=seat,
        name=table.called(player, lang),
        player=player,
        mine=seat in viewer.seats,
        here=player in table.here or level is not None,
        left=seat in table.course.left,
        force=table.forces.get(player),
        level=level or "",
        stand_in=seat in table.course.stand_ins,
    )


def _may(table: "MatchTable", viewer: Viewer) -> tuple[str, ...]:
    """Return what a viewer can do beside playing."""
    course, position = table.course, table.state.position
    if not viewer.seats or position is None:
        return ()
    if course.phase == "over":
        return ("rematch", "say")
    playing = [seat for seat in viewer.seats if seat not in course.left]
    if course.phase != "playing" or not playing:
        return ("say",)
    may = ["resign", "say", *_may_hand(table, position, playing)]
    if advice.hinted(table) and position.current_player in playing:
        may.append("hint")
    asked = course.asked
    if asked is None:
        if position.game.draws:
            may.append("draw")
        if rulings.undoable(course, playing):
            may.append("undo")
    elif set(asked.waiting) & set(playing):
        may += ["accept", "decline"]
    elif asked.by in playing:
        may.append("decline")
    return tuple(may)


def _may_hand(table: "MatchTable", position: Position, playing: list[int]) -> Iterator[str]:
    """Return what somebody who plays these seats can do about who plays for whom."""
    course, turn = table.course, position.current_player
    if set(playing) & set(course.stand_ins):
        yield "back"
    if table.terms.rated:
        return
    if set(playing) - set(course.stand_ins):
        yield "hand_over"
    if turn is None or turn in playing or course.level(turn) or table.terms.clock.kind == "days":
        return
    if course.players[turn] in table.gone:
        yield "stand_in"


def lobby(table: "MatchTable", viewer: Viewer, lang: str = texts.LANGUAGE) -> Lobby:
    """Return what a viewer sees of a table that gathers, or that was closed, in a language."""
    course = table.course
    return Lobby(
        table=table.kept.id,
        game=table.kept.game,
        chairs=tuple(_lobby_chair(table, chair, viewer, lang) for chair in range(len(course.players))),
        ladder=registry.game(table.kept.game).ops is not None,
        host=viewer.host,
        closed=course.phase == "closed",
        full_starts=table.terms.full_starts,
        levels=() if table.terms.rated else computers.LEVELS,
    )


def _lobby_chair(table: "MatchTable", chair: int, viewer: Viewer, lang: str) -> LobbyChair:
    course, terms = table.course, table.terms
    player = course.players[chair]
    kept = terms.reserved[chair] if terms.reserved and player is None else None
    return LobbyChair(
        seat=chair,
        kind=_kind(terms.chairs[chair]) if chair < len(terms.chairs) else "open",
        name=table.called(player, lang),
        player=player or "",
        mine=chair in viewer.seats,
        host=player is not None and player == course.host,
        here=player in table.here or computers.level_of(player) is not None,
        force=None if player is None else table.forces.get(player),
        role=_role(table, chair),
        kept="" if kept is None else table.names.get(kept, ""),
        yours=kept is not None and kept == viewer.player,
        level=computers.level_of(player) or "",
    )


def _kind(seat: Seat) -> Literal["me", "here", "friend", "open"]:
    """Return for whom a chair is; one that a computer had is for whoever gets its link."""
    return "friend" if seat in computers.LEVELS else cast(Literal["me", "here", "friend", "open"], seat)


def by_lot(table: "MatchTable") -> bool:
    """Say whether chairs are not yet the seats of the game."""
    game = registry.game(table.kept.game)
    options = msgspec.json.decode(table.kept.options, type=game.options_type)
    return bool(getattr(options, "colours", table.terms.order) != "chosen")


def _role(table: "MatchTable", chair: int) -> str:
    game = registry.game(table.kept.game)
    named = bool(getattr(game.views, "SEAT_NAMES", ()))
    return game.seat_name(chair) if named and not by_lot(table) else ""
