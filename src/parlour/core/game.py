"""A game: its rules, options, notation and views gathered under one name, compiled when first used."""

import datetime as dt
from collections.abc import Callable, Sequence
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np

from parlour.core import drivers
from parlour.core.errors import DealError, IllegalMove, OptionsError
from parlour.core.kernel import Actions, Kernel, Record, Records, bind, open_record, records
from parlour.core.options import GameOptions, Option, choose, describe
from parlour.core.reason import Reasons
from parlour.core.result import Result
from parlour.core.seats import seat_name

if TYPE_CHECKING:
    from parlour.core.position import Position
    from parlour.core.record import GameRecord

_RULES = ("setup", "legal", "apply", "returns", "determinize", "observe")
_BESIDE: dict[str, Kernel] = {"admits": drivers.admit_nothing, "sample": drivers.sample_listed}
_POLICIES: dict[str, Kernel] = {
    "policy": drivers.random_policy,
    "score": drivers.even_score,
    "evaluate": drivers.rollout,
    "idle": drivers.last_action,
}


class Rules(Protocol):
    """`rules.py` of a game: the record, its bounds, and the functions of `docs/how-to/add-a-game.md`.

    It may also have `admits(s, action)`, whether an action can happen that is not among the legal ones;
    `CLOCK`, those of them that a clock plays and no player chooses; `AUTOMATIC`, the legal actions that a
    table plays at once, since whoever has one has no other; and `sample(s, acts)`, which draws a legal action
    uniformly where that is quicker than to list them all.
    """

    State: np.dtype[Any]
    SEATS: tuple[int, ...]
    ACTIONS: int
    MAX_LEGAL: int
    OBSERVATION: tuple[int, ...]
    """Shape of the tensor that `observe` fills."""
    setup: Kernel
    legal: Kernel
    apply: Kernel
    returns: Kernel
    determinize: Kernel
    observe: Kernel


class Notation(Protocol):
    """`notation.py` of a game: texts of moves, the position as JSON, and the open diagram.

    A solitaire's also has `BOARD_LABELS`, the labels of its text boards in small letters. A game that writes
    several decisions in one text has `expand(text)`, which returns them as texts of their own.
    """

    BOARD_LABELS: tuple[str, ...]

    def action_text(self, s: Record, action: int) -> str:
        """Write an action that is legal in `s` in its canonical form."""

    def parse_action(self, s: Record, text: str) -> int:
        """Read a move text, leniently.

        Raises `NotationError`; whether the action is legal is not its concern.
        """

    def refusal(self, s: Record, action: int) -> IllegalMove:
        """Say why `action`, which is in range and not legal in `s`, is not."""

    def encode(self, s: Record) -> dict[str, Any]:
        """Return the game's part of the position JSON, as built-in types."""

    def decode(self, data: dict[str, Any], s: Record) -> None:
        """Fill `s`, whose options are set, from that part. Raises `PositionError` naming the field."""

    def diagram(self, s: Record) -> str:
        """Draw the whole position, hidden things too, as text."""

    def deal(self, s: Record, number: str) -> None:
        """Deal a number into a blank record. Solitaires only."""

    def stems_from(self, s: Record, dealt: Record) -> bool:
        """Say whether `s` may have come about from the fresh deal `dealt`. Solitaires only."""

    def board_text(self, s: Record) -> str:
        """Write the text board that other solvers read. Solitaires only."""

    def parse_boards(self, text: str) -> list[dict[str, Any]]:
        """Read a stream of text boards as parts of position JSONs.

        Solitaires only. Raises `PositionError`.
        """


class Views(Protocol):
    """`view.py` of a game: what a viewer may know, and what is told of each move.

    It may also have `STYLES`, how a terminal colours the diagram: patterns, each with a style of rich;
    `SEAT_NAMES`, what its seats are called instead of A, B and so on; `account(s, viewer)`, how the points
    come about; `OPEN`, whether nothing is hidden from anybody, or else `shown(view)`, the set of hidden
    things that a viewer has seen by now (a move can be taken back while it adds nothing to anybody's);
    `turn_time(s)`, the seconds that the rules give for the next decision, if they do; `begun(view)`,
    whether a match counts from here on though somebody leaves; `DRAWS`, whether players may agree on a
    draw; and, where a whole view is much work, `glance(s, viewer)`, as much of one as `tell` reads.
    """

    def view(self, s: Record, viewer: int | None, legal: tuple[str, ...]) -> Any:
        """Build a new frozen struct with what `viewer` may know (`None`: a spectator).

        `legal` are the texts of its moves.
        """

    def result(self, s: Record) -> Result:
        """Return the result of a game that is over."""

    def reveals(self, view: Any, move: str) -> bool:
        """Say whether a move shows its player something that the view before it cannot foretell."""

    def tell(self, before: Any, after: Any, move: str) -> Any:
        """Return the log line (`board.Told`) of a move, made of two views of one viewer alone."""

    def diagram(self, view: Any) -> str:
        """Draw a view as text."""


class Deals(Protocol):
    """How a solitaire's deals are numbered.

    Its `notation.py` then also has `deal`, `board_text` and `parse_boards`.
    """

    def deal_number(self, number: object) -> str:
        """Return the number as digits. Raises `DealError`."""

    def random_deal(self) -> str:
        """Draw a number."""

    def todays_deal(self, day: dt.date) -> str:
        """Return the number of a day, in UTC."""


class FileFormat(Protocol):
    """A format of other programs, in a module of the game."""

    def write(self, position: "Position", names: Sequence[str] = ()) -> str:
        """Write the game so far, with the players' names."""

    def record(self, text: bytes) -> "GameRecord":
        """Read a file of this format. Raises `RecordError` for anything else."""


class Ladder(Protocol):
    """`ops.py` of a game for two that counts the force of its players in ops of its own.

    A standing, which is never changed, has `ops` and `window`: whether each game since the latest change of
    the ops was won, the oldest first.
    """

    @property
    def Standing(self) -> Callable[..., Any]:  # noqa: N802 - a class of that module
        """Return the class of standings, made of `ops` and `window`; without them, of who never played."""

    @property
    def RatedResult(self) -> Callable[..., Any]:  # noqa: N802 - likewise
        """Return the class of results, made of the opponent's ops before and "won", "drawn" or "lost"."""

    def after(self, standing: Any, result: Any) -> Any:
        """Return where a player stands after one more result."""

    def white(self, ops: tuple[int, int], coin: Literal[0, 1]) -> Literal[0, 1]:
        """Return which of two players with these ops has the first seat; `coin` decides between equals."""


class Kernels:
    """The compiled functions of one game, on arrays of records; `core/drivers.py` says what each does.

    Each is compiled when first called.
    """

    def __init__(self, rules: Rules, policy: ModuleType | None) -> None:
        names: dict[str, Any] = {name: getattr(rules, name) for name in _RULES}
        names |= {"MAX_LEGAL": rules.MAX_LEGAL, "ACTIONS": rules.ACTIONS}
        for room, stand_ins in ((rules, _BESIDE), (policy, _POLICIES)):
            for name, stand_in in stand_ins.items():
                own = getattr(room, name, None)
                names[name] = own if own is not None else bind(stand_in, **names)
        self._names = names
        self.deal = bind(drivers.deal, **names)
        self.legal = bind(drivers.legal_at, **names)
        self.step = bind(drivers.step, **names)
        self.observed_step = bind(drivers.observed_step, **names)
        self.try_step = bind(drivers.try_step, **names)
        self.replay = bind(drivers.replay, **{**names, "try_step": self.try_step})
        self.random_games = bind(drivers.random_games, **names)
        self.admits = bind(drivers.admits_at, **names)
        self.returns = bind(drivers.returns_at, **names)
        self.determinize = bind(drivers.determinize_at, **names)
        self.observe = bind(drivers.observe_at, **names)
        self.policy = bind(drivers.policy_at, **names)
        self.score = bind(drivers.score_at, **names)
        self.evaluate = bind(drivers.evaluate_at, **names)
        self.idle = bind(drivers.idle_at, **names)

    def bind(self, function: Callable[..., Any]) -> Kernel:
        """Compile a plain function of a module for this game.

        Its globals `setup`, `legal`, `apply`, `returns`, `determinize`, `observe`, `policy`, `score`,
        `evaluate`, `idle`, `ACTIONS` and `MAX_LEGAL` are the game's own.
        """
        return bind(function, **self._names)


class Game:
    """One game of the registry, made in its `__init__.py` and named by an entry point of `parlour.games`.

    `presets` maps names to options; the first is the standard one. `deals` is for solitaires, whose deals
    have numbers. `files` are formats of other programs that it writes and reads, by the suffix of their
    files in small letters, such as ".sgf". `ops` is for a game that counts the force of its players in ops.
    `reasons` says why a move is good.
    """

    def __init__(  # noqa: PLR0913 - one part of the room each
        self,
        name: str,
        title: str,
        *,
        rules: Any,
        notation: Any,
        views: Any,
        presets: dict[str, Any],
        policy: ModuleType | None = None,
        deals: Deals | None = None,
        files: dict[str, FileFormat] | None = None,
        ops: Ladder | None = None,
        reasons: Reasons | None = None,
    ) -> None:
        self.name = name
        self.title = title
        self.rules: Rules = rules
        self.notation: Notation = notation
        self.views: Views = views
        self.presets: dict[str, GameOptions] = presets
        self.deals = deals
        self.files = files or {}
        self.ops = ops
        self.reasons = reasons
        self.judgement: Any = policy

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @property
    def seats(self) -> tuple[int, ...]:
        """The seat counts that the game is played with, ascending."""
        return self.rules.SEATS

    @property
    def options_type(self) -> type[GameOptions]:
        """The struct of this game's options."""
        return type(next(iter(self.presets.values())))

    @property
    def described_options(self) -> tuple[Option, ...]:
        """Name, default, values and summary of each option."""
        return describe(self.options_type)

    def seat_name(self, seat: int) -> str:
        """Return what a seat is called: "White", or a letter where the game has no names of its own."""
        own = getattr(self.views, "SEAT_NAMES", ())
        return own[seat] if own else seat_name(seat)

    @property
    def open(self) -> bool:
        """Whether nothing in it is hidden from anybody."""
        return bool(getattr(self.views, "OPEN", False))

    @property
    def draws(self) -> bool:
        """Whether its players may agree on a draw."""
        return bool(getattr(self.views, "DRAWS", False))

    @property
    def clock_actions(self) -> tuple[int, ...]:
        """The actions that a clock plays and no player chooses."""
        return getattr(self.rules, "CLOCK", ())

    @property
    def automatic_actions(self) -> tuple[int, ...]:
        """The legal actions that a table plays at once, since whoever has one has no other."""
        return getattr(self.rules, "AUTOMATIC", ())

    @cached_property
    def kernels(self) -> Kernels:
        """The compiled functions."""
        return Kernels(self.rules, self.judgement)

    def choose(self, preset: str | None = None, **given: Any) -> GameOptions:
        """Return a preset changed by `given` options. Raises `OptionsError`, saying what there is."""
        return choose(self.presets, preset, given, self.title)

    def preset_of(self, options: GameOptions) -> str | None:
        """Return the name of the preset that equals `options`, or `None`."""
        return next((name for name, preset in self.presets.items() if preset == options), None)

    def check_seats(self, seats: int | None, options: GameOptions) -> int:
        """Return the seat count (the least where `None`).

        Raises `OptionsError` if the game is not for so many.
        """
        count = self.seats[0] if seats is None else seats
        if count not in self.seats or isinstance(count, bool):
            few, many = self.seats[0], self.seats[-1]
            allowed = f"{few} seat{'s' * (few != 1)}" if few == many else f"{few} to {many} seats"
            raise OptionsError(f"{self.title} has {allowed}, not {seats!r}")
        options.check(count)
        return count

    def blank(self, options: GameOptions, seats: int) -> Records:
        """Make a record that holds options and seats and nothing else."""
        states = records(self.rules.State)
        s = open_record(states)
        s.seats = seats
        options.write(s)
        return states

    def numbered(self) -> Deals:
        """Return how deals are numbered. Raises `DealError` for a game without deal numbers."""
        if self.deals is None:
            raise DealError(f"{self.title} has no deal numbers; start it with a seed")
        return self.deals

    def deal_number(self, number: object) -> str:
        """Return a deal number as digits. Raises `DealError`."""
        return self.numbered().deal_number(number)

    def random_deal(self) -> str:
        """Draw a deal number. Raises `DealError` for a game without deal numbers."""
        return self.numbered().random_deal()

    def todays_deal(self, day: dt.date | None = None) -> str:
        """Return the deal of a day (default: today, in UTC).

        Raises `DealError` for a game without deal numbers.
        """
        return self.numbered().todays_deal(day or dt.datetime.now(dt.UTC).date())

    def acts(self) -> Actions:
        """Make an array that any list of legal actions fits in."""
        return np.empty(self.rules.MAX_LEGAL, np.int16)
