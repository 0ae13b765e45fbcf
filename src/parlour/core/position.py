"""The Python face of one record: play, take back, look, compare, write down."""

import html
import operator
from collections.abc import Sequence
from functools import partial
from typing import Any, NoReturn

import msgspec
import numpy as np

from parlour.core.board import Told
from parlour.core.errors import IllegalMove, NotationError, PositionError, shown
from parlour.core.game import Game
from parlour.core.kernel import Records, copied, open_record
from parlour.core.options import GameOptions
from parlour.core.record import Event, GameRecord
from parlour.core.result import Result
from parlour.core.start import DealStart, PositionStart, SeedStart, Start, check_seed

_LONGEST = 100
"""Characters of a move text; games have far shorter ones."""

_Earlier = tuple[tuple[int, ...], int, "_Earlier | None"]
"""What a restart left behind: the line, how far along it the position stood, and what came before that."""


class Position:
    """A position of a game and the line that led to it.

    It keeps the record it started from and the actions played since; to take back is to replay a shorter
    line, which costs tens of nanoseconds an action and cannot drift from the rules. Equality compares the
    game and its state, not the line. Positions change and are therefore not hashable; `key()` is.
    """

    __slots__ = ("_acts", "_at", "_count", "_earlier", "_line", "_root", "_states", "game", "start")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, game: Game, root: Records, start: Start) -> None:
        """Wrap a record that the game's own functions filled; `parlour.new` is the usual door."""
        self.game = game
        self.start = start
        self._root = root
        self._states = root.copy()
        self._acts = game.acts()
        self._line: list[int] = []
        self._at = 0
        self._earlier: _Earlier | None = None
        self._count: int = game.kernels.legal(self._states, self._acts)

    # Playing

    def play(self, move: str | int, *, seat: int | None = None) -> None:
        """Play a move, by its text or its action id. Moves that were taken back can then no longer be redone.

        A text that holds several decisions is played whole or not at all. `seat` is who wants to play;
        without it that is whoever it may be, a clock too.

        Raises `NotationError` for a text that cannot be read and `IllegalMove` for a move that is not legal
        or another seat's, with the reason; `PositionError` for no such seat. The position stays as it was.
        """
        if seat is not None:
            self._check_turn(seat)
        if isinstance(move, str):
            parts = self.decisions(move)
            if len(parts) > 1:
                self._play_together(parts)
                return
            action = self.action(move)
        else:
            action = operator.index(move)
        if seat is not None and action in self.game.clock_actions and not self.is_over:
            raise IllegalMove("clock_only", f"{self.text(action)} is played by the clock alone")
        if not 0 <= action < self.game.rules.ACTIONS:
            raise IllegalMove(
                "no_such_action",
                f"{self.game.title} has actions 0 to {self.game.rules.ACTIONS - 1}, not {action}",
            )
        count = self.game.kernels.try_step(self._states, action, self._acts, self._count)
        if count < 0:
            self._refuse(action)
        self._count = count
        del self._line[self._at :]
        self._line.append(action)
        self._at += 1
        self._earlier = None

    def _play_together(self, parts: tuple[str, ...]) -> None:
        walk = self.copy()
        for part in parts:
            walk.play(part)
        for action in walk.history[self._at :]:
            self.play(action)

    def play_automatic(self) -> tuple[str, ...]:
        """Play what a table plays at once, as long as the seat on turn can do nothing else; return the texts.

        That is Arbos's pass of a player who cannot place a pawn; other games leave it to the player.
        """
        played = []
        while self._count == 1 and int(self._acts[0]) in self.game.automatic_actions:
            played.append(self.text(int(self._acts[0])))
            self.play(int(self._acts[0]))
        return tuple(played)

    def decisions(self, move: str) -> tuple[str, ...]:
        """Return the decisions that a text holds: itself alone, unless the game writes several together."""
        expand = getattr(self.game.notation, "expand", None)
        return expand(move) if expand else (move,)

    def action(self, move: str) -> int:
        """Return the action id of a move text. Raises `NotationError`. The move need not be legal."""
        if len(move) > _LONGEST:
            raise NotationError(f"{shown(move)} is no move: moves have at most {_LONGEST} characters")
        return self.game.notation.parse_action(open_record(self._states), move)

    def text(self, action: int) -> str:
        """Return the text of an action that is legal here."""
        return self.game.notation.action_text(open_record(self._states), action)

    def _refuse(self, action: int) -> NoReturn:
        if self.is_over:
            raise IllegalMove("over", "the game is over; nothing more can be played")
        raise self.game.notation.refusal(open_record(self._states), action)

    def _check_turn(self, seat: int) -> None:
        self._check_seat(seat)
        turn = self.current_player
        if turn is not None and turn != seat:
            named = self.game.seat_name
            raise IllegalMove("not_your_turn", f"it is {named(turn)}'s decision, not {named(seat)}'s")

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.seats:
            raise PositionError(f"there are seats 0 to {self.seats - 1} here, not {seat}")

    def undo(self) -> None:
        """Take back the last move, or a restart after which nothing was played.

        Raises `IllegalMove` where there is neither.
        """
        if self._earlier is not None:
            line, at, self._earlier = self._earlier
            self._line = list(line)
            self._go(at)
            return
        if not self._at:
            raise IllegalMove("nothing_to_undo", "nothing was played yet, so there is nothing to take back")
        self._go(self._at - 1)

    def redo(self) -> None:
        """Play the move again that was taken back last. Raises `IllegalMove` if there is none."""
        if self._at == len(self._line):
            raise IllegalMove("nothing_to_redo", "no move was taken back, so there is nothing to play again")
        self._go(self._at + 1)

    def _go(self, at: int) -> None:
        self._states[0] = self._root[0]
        self._count = self.game.kernels.replay(self._states, np.array(self._line, np.int16), at, self._acts)
        self._at = at

    def restart(self) -> "Position":
        """Return a new position at the start of this one, where `undo` leads back to this line."""
        fresh = Position(self.game, self._root, self.start)
        if self._line or self._earlier is not None:
            fresh._earlier = tuple(self._line), self._at, self._earlier
        return fresh

    @property
    def can_undo(self) -> bool:
        """Whether `undo` has something to take back."""
        return self._at > 0 or self._earlier is not None

    @property
    def can_redo(self) -> bool:
        """Whether `redo` has a move to play again."""
        return self._at < len(self._line)

    # Looking

    @property
    def options(self) -> GameOptions:
        """The options it is played with."""
        return self.game.options_type.read(open_record(self._states))

    @property
    def seats(self) -> int:
        """The number of seats; they count from 0."""
        return int(self._states["seats"][0])

    @property
    def current_player(self) -> int | None:
        """The seat on turn, `None` when the game is over."""
        seat = int(self._states["player"][0])
        return None if seat < 0 else seat

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self._states["over"][0])

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The ids of the legal actions, ascending; empty only when the game is over."""
        return tuple(self._acts[: self._count].tolist())

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """The texts of the legal actions, in the same order."""
        s, text = open_record(self._states), self.game.notation.action_text
        return tuple(text(s, action) for action in self.legal_actions)

    @property
    def history(self) -> tuple[int, ...]:
        """The ids of the actions played."""
        return tuple(self._line[: self._at])

    @property
    def moves(self) -> tuple[str, ...]:
        """The texts of the actions played."""
        walk, texts = self.restart(), []
        for action in self.history:
            texts.append(walk.text(action))
            walk.play(action)
        return tuple(texts)

    @property
    def result(self) -> Result | None:
        """Scores, ranks, winners and reason when over."""
        return self.game.views.result(open_record(self._states)) if self.is_over else None

    @property
    def returns(self) -> tuple[float, ...] | None:
        """Each seat's share of the win when over, summing to 1; a single seat has 1 (won) or 0 (lost)."""
        if not self.is_over:
            return None
        out = np.zeros(self.seats)
        self.game.kernels.returns(self._states, out)
        return tuple(out.tolist())

    @property
    def deal(self) -> str | None:
        """The deal number it started from, if it is known."""
        match self.start:
            case DealStart(deal=deal):
                return deal
            case PositionStart(position={"deal": str(deal)}):
                return deal
        return None

    def view(self, seat: int | None = None) -> Any:
        """Return what `seat` may know, as a new frozen struct; `None` is a spectator.

        Raises `PositionError` for no such seat.
        """
        if seat is not None:
            self._check_seat(seat)
        mine = seat is not None and seat == self.current_player
        return self.game.views.view(open_record(self._states), seat, self.legal_moves if mine else ())

    def glance(self, seat: int | None = None) -> Any:
        """Return as much of the view as the game's `tell` reads, for a log that asks for it at every move."""
        own = getattr(self.game.views, "glance", None) or partial(self.game.views.view, legal=())
        return own(open_record(self._states), seat)

    def account(self, seat: int | None = None) -> Any:
        """Return how the points of a game come about, as far as `seat` may know (`None`: a spectator).

        Arboretum has such an account. Raises `PositionError` for a game without, for no such seat, and where
        the viewer may not know any of it yet.
        """
        if seat is not None:
            self._check_seat(seat)
        account = getattr(self.game.views, "account", None)
        if account is None:
            raise PositionError(f"{self.game.title} has no account beside its result")
        return account(open_record(self._states), seat)

    def reveals(self, move: str) -> bool:
        """Say whether a legal move shows the seat on turn something new, such as a hidden card."""
        return self.game.views.reveals(self.view(self.current_player), move)

    def idle(self) -> str:
        """Return the move that is played for an absent player on turn, the one that does least harm.

        Raises `IllegalMove` when the game is over.
        """
        if self.is_over:
            raise IllegalMove("over", "the game is over; nothing more can be played")
        return self.text(int(self.game.kernels.idle(self._states, self._acts, self._count)))

    @property
    def turn_time(self) -> int | None:
        """The seconds that the rules give for the next decision, `None` where they give any time."""
        own = getattr(self.game.views, "turn_time", None)
        found: int | None = own(open_record(self._states)) if own is not None else None
        return found

    @property
    def begun(self) -> bool:
        """Whether so much was played that a match counts though somebody leaves it."""
        own = getattr(self.game.views, "begun", None)
        return bool(own(self.view(None))) if own is not None else bool(self._line)

    def hint(self) -> str | None:
        """Return a move that helps the seat on turn, chosen from what that seat may know; `None` when over.

        The best by `score`, leaving out moves that lead back to a position of this line where others remain.
        """
        seat = self.current_player
        if seat is None:
            return None
        blind = self.determinize(seat, 0)
        scores = np.zeros(blind._count)
        self.game.kernels.score(blind._states, blind._acts, blind._count, scores)
        ranked = [int(blind._acts[i]) for i in np.argsort(-scores, kind="stable")]
        seen = self._seen()
        return self.text(next((action for action in ranked if self._after(action) not in seen), ranked[0]))

    def _seen(self) -> set[bytes]:
        """Return what stood on the board along this line."""
        walk, seen = self.restart(), {_board(self._root)}
        for action in self.history:
            walk.play(action)
            seen.add(_board(walk._states))
        return seen

    def _after(self, action: int) -> bytes:
        """Return what stands on the board after an action."""
        ahead = self._states.copy()
        self.game.kernels.step(ahead, action, self.game.acts())
        return _board(ahead)

    def determinize(self, seat: int, seed: int) -> "Position":
        """Return a position where what `seat` cannot know was dealt anew by `seed`; its view is the same."""
        states = self._states.copy()
        self.game.kernels.determinize(states, seat, np.uint64(check_seed(seed)))
        return Position(self.game, states, SeedStart(seed))

    # Copying, comparing, writing down

    def copy(self) -> "Position":
        """Return an independent position with the same line."""
        twin = Position.__new__(Position)
        twin.game, twin.start, twin._root = self.game, self.start, self._root
        twin._states, twin._acts = copied(self._states), self._acts.copy()
        twin._line, twin._at, twin._count = self._line.copy(), self._at, self._count
        twin._earlier = self._earlier
        return twin

    def __copy__(self) -> "Position":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.game is other.game and self.key() == other.key()

    def key(self) -> bytes:
        """Return the state's bytes, for sets and dictionaries of one game's positions under one version."""
        return self._states.tobytes()

    @property
    def states(self) -> Records:
        """A copy of the record, as an array of one: what the game's compiled functions take."""
        return self._states.copy()

    def to_dict(self) -> dict[str, Any]:
        """Return the whole position as built-in types; the schema of each game is in `docs/rules/`."""
        part = self.game.notation.encode(open_record(self._states))
        whole = {"game": self.game.name, "options": msgspec.to_builtins(self.options), **part}
        if self.game.deals is not None:
            whole["deal"] = self.deal
        return whole

    def to_json(self) -> str:
        """Return the whole position, hidden things too, as JSON. `parlour.from_json` reads it."""
        return msgspec.json.encode(self.to_dict()).decode()

    def board_text(self) -> str:
        """Return the text board that other solvers read. Raises `PositionError` for a game that has none."""
        if self.game.deals is None:
            raise PositionError(f"{self.game.title} has no text board; use to_json()")
        return self.game.notation.board_text(open_record(self._states))

    def record(self, names: Sequence[str] = ()) -> GameRecord:
        """Return the game so far as a replayable record."""
        walk, events = self.restart(), []
        for action in self.history:
            events.append(Event(kind="play", move=walk.text(action), seat=walk.current_player or 0))
            walk.play(action)
        return GameRecord(
            game=self.game.name,
            seats=self.seats,
            options=msgspec.to_builtins(self.options),
            start=self.start,
            names=tuple(names),
            events=tuple(events),
            result=self.result,
        )

    def export(self, suffix: str, names: Sequence[str] = ()) -> str:
        """Return the game so far in a format of other programs, by the suffix of its files, such as ".sgf".

        Raises `PositionError` for a game that has no such format.
        """
        written = self.game.files.get(suffix.lower())
        if written is None:
            forms = " or ".join((*self.game.files, "JSON"))
            raise PositionError(f"{self.game.title} is not written as {shown(suffix)}, but as {forms}")
        return written.write(self, names)

    def seen_by(self, viewer: int | None, names: Sequence[str] = ()) -> GameRecord:
        """Return the record that may be given to a viewer (`None`: a spectator).

        After the end that is the whole record. Before it is the log alone, each line as the viewer saw it,
        without the start.
        """
        whole = self.record(names)
        if self.is_over:
            return whole
        told = self.told(viewer)
        events = tuple(
            msgspec.structs.replace(e, told=line) for e, line in zip(whole.events, told, strict=True)
        )
        return msgspec.structs.replace(whole, start=None, events=events)

    def told(self, viewer: int | None, since: int = 0) -> tuple[Told, ...]:
        """Return the log of the line played, as `viewer` saw it, without the first `since` moves."""
        walk, lines = self.restart(), []
        for action in self.history[:since]:
            walk.play(action)
        before = walk.view(viewer)
        for action in self.history[since:]:
            move = walk.text(action)
            walk.play(action)
            after = walk.view(viewer)
            lines.append(self.game.views.tell(before, after, move))
            before = after
        return tuple(lines)

    def __str__(self) -> str:
        return self.game.notation.diagram(open_record(self._states))

    def __repr__(self) -> str:
        state = "over" if self.is_over else f"{self._count} legal"
        return f"<Position of {self.game.name}: {self._at} moves played, {state}>"

    def _repr_html_(self) -> str:
        drawn = getattr(self.game.notation, "html", None)
        return drawn(open_record(self._states)) if drawn else f"<pre>{html.escape(str(self))}</pre>"


def _board(states: Records) -> bytes:
    """Return the state's bytes without the count of moves, which never repeats."""
    still = states.copy()
    if "moves" in (still.dtype.names or ()):
        still["moves"] = 0
    return still.tobytes()
