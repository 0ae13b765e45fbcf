"""`parlour play`: a game in the terminal, one typed line after another."""

import contextlib
import sys
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path

import click

from parlour.cli.against import Opponents, seated
from parlour.cli.chain import play_all
from parlour.cli.hot_seat import LEAVE, HotSeat
from parlour.cli.painting import Painter
from parlour.cli.patience import THINKING, patience
from parlour.cli.starting import PerGame, chosen_start
from parlour.core.errors import NotationError, ParlourError
from parlour.core.position import Position
from parlour.core.registry import games
from parlour.search.players import LEVELS, Mcts

_HELP = """Play a game here in the terminal.

Type a move as the list after `?` writes it, or undo, redo, hint, restart, save FILE, quit.
Several moves go on one line with ; between them: all are played, or none. What lies face down stays hidden.

The seats of a game for several share this terminal. Each sees its own position, and what others must not see
is covered before the next one looks. Or computers take the other seats: --against.

\b
Examples:
  parlour play golf                       a random deal
  parlour play golf --deal 24 --rule classic
  parlour play little_spider --preset open
  parlour play splendor --seats 3         three people at this terminal
  parlour play arbos --against mcts:hard --seat black
  parlour play golf --help                the options of Golf
"""


class Sitting:
    """One game at the terminal: reads lines until the player or the input ends it."""

    def __init__(self, position: Position, opponents: Opponents | None = None) -> None:
        self.position = position
        self.opponents = opponents
        self.painter = Painter()
        self.hot_seat = HotSeat(self.painter)
        self.words: dict[str, tuple[str, Callable[[str], None]]] = {
            "?": ("list the legal moves", self._list),
            "undo": ("take back the last move", lambda _: self._change(self._undo)),
            "redo": ("play it again", lambda _: self._change(self._redo)),
            "hint": ("name moves that help", self._hint),
            "restart": ("begin the same deal again", self._restart),
            "save": ("write the game so far to a file, for `parlour replay`", self._save),
            "help": ("list these words", self._help),
        }

    def play(self) -> None:
        """Play until `quit` or the end of the input. A finished game stays open for undo and restart."""
        self.painter.say(self._heading(), "bold")
        if self.opponents is not None:
            self.painter.say(self.opponents.introduced(self.position.game))
        with contextlib.suppress(EOFError):
            self._begin()
            while (line := input(self._prompt()).strip()).lower() not in LEAVE:
                if line:
                    self._answer(line)

    def _answer(self, line: str) -> None:
        try:
            self._do(line)
        except ParlourError as error:
            self.painter.say(str(error), "yellow")

    def _begin(self) -> None:
        try:
            self._let_computers_play()
        except ParlourError as error:
            self.painter.say(str(error), "yellow")
        self._show(None)

    def _do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if self._waits() and word.lower() not in ("undo", "redo", "restart", "save", "help"):
            self._change(lambda: None)
        elif word.lower() in self.words:
            self.words[word.lower()][1](rest.strip())
        else:
            self._play_line(line, word)

    def _play_line(self, line: str, word: str) -> None:
        moves = self._moves(line)
        try:
            self._change(lambda: self._play(moves))
        except NotationError as error:
            near = get_close_matches(word.lower(), [*self.words, *LEAVE], n=1)
            raise NotationError(f"{error}; did you mean {near[0]!r}?" if near else str(error)) from None

    def _play(self, moves: list[str]) -> None:
        play_all(self.position, moves)
        self._play_automatic()

    def _play_automatic(self) -> None:
        """Play what a table plays at once."""
        seat = self.position.current_player
        for move in self.position.play_automatic():
            self.painter.say(f"{self.position.game.seat_name(seat or 0)}: {move}", "italic")

    def _waits(self) -> bool:
        """Say whether a computer is on turn."""
        return self.opponents is not None and self.opponents.on_turn(self.position)

    def _let_computers_play(self) -> None:
        """Let computers play until a person is on turn."""
        while self.opponents is not None and self._waits():
            with patience(THINKING):
                for turn in self.opponents.play(self.position):
                    self.painter.say(turn, "italic")
            self._play_automatic()

    def _undo(self) -> None:
        if self.opponents is None:
            self.position.undo()
        else:
            self.position = self.opponents.taken_back(self.position)

    def _redo(self) -> None:
        if self.opponents is None:
            self.position.redo()
        else:
            self.position = self.opponents.played_again(self.position)

    def _moves(self, line: str) -> list[str]:
        """Return the moves of a line. Raises `NotationError` for none, or for a word among them."""
        moves = [move for move in map(str.strip, line.split(";")) if move]
        if not moves:
            raise NotationError("there is no move in this line")
        word = next((move for move in moves if move.lower() in (*self.words, *LEAVE)), None)
        if word is not None:
            raise NotationError(f"{word} needs a line of its own; only moves share one")
        return moves

    def _change(self, act: Callable[[], None]) -> None:
        mover = self.position.current_player
        with patience():
            act()
        self._let_computers_play()
        self._show(mover)

    def _show(self, mover: int | None) -> None:
        if self.opponents is None:
            self.hot_seat.show(self.position, mover)
        elif self._waits():
            self.painter.show_to(self.opponents.mine, self.position)
        else:
            self.painter.show(self.position)
        self.painter.close(self.position)

    def _list(self, _: str) -> None:
        moves = self.position.legal_moves
        self.painter.say(f"Moves: {', '.join(moves)}" if moves else "The game is over.")

    def _hint(self, _: str) -> None:
        with patience(THINKING):
            self.painter.say(hint(self.position))

    def _restart(self, _: str) -> None:
        self._change(self._begin_again)

    def _begin_again(self) -> None:
        self.position = self.position.restart()

    def _save(self, name: str) -> None:
        if not name:
            raise ParlourError("save needs the name of a file")
        text = self._written(Path(name).suffix.lower())
        try:
            with Path(name).expanduser().open("x", encoding="utf-8") as file:
                file.write(text)
        except FileExistsError:
            raise ParlourError(f"{name} exists already; choose another name") from None
        except OSError as error:
            raise ParlourError(f"cannot write {name}: {error.strerror}") from None
        self.painter.say(f"Saved to {name}.")

    def _written(self, suffix: str) -> str:
        """Return the game so far for a file: as JSON, unless the suffix is that of another format."""
        if any(suffix in played.files for played in games()):
            return self.position.export(suffix)
        return self.position.record().to_json() + "\n"

    def _help(self, _: str) -> None:
        for word, (meaning, _act) in self.words.items():
            self.painter.say(f"{word:8} {meaning}")
        self.painter.say(f"{'quit':8} leave")
        self.painter.say("Anything else is a move, or several with ; between them: all are played, or none.")

    def _heading(self) -> str:
        game, deal, seats = self.position.game, self.position.deal, self.position.seats
        rules = game.preset_of(self.position.options) or "own rules"
        named = [
            game.title,
            *([f"{seats} seats"] if seats > 1 else []),
            *([f"deal {deal}"] if deal else []),
            rules,
        ]
        return f"{', '.join(named)}. ? lists the moves, help the other words."

    def _prompt(self) -> str:
        """Ask only where somebody types; a piped game prints positions alone."""
        if not sys.stdin.isatty():
            return ""
        seat, count = self.position.current_player, f"{len(self.position.history)}> "
        if seat is None or self.position.seats == 1:
            return count
        return f"{self.position.game.seat_name(seat)} {count}"


def hint(position: Position) -> str:
    """Return what helps the seat on turn, by what it may know: with several seats also its chances."""
    seat = position.current_player
    if seat is None:
        return "The game is over."
    if position.seats == 1:
        return f"Try {position.hint()}."
    found = Mcts(LEVELS["hard"]).think(position, seat)
    best, *others = found.choices
    chances = ", ".join(
        f"{position.game.seat_name(k)} {100 * chance:.0f} %" for k, chance in enumerate(found.chances)
    )
    if not others:
        return f"Only {position.text(best.action)} can be played. Chances: {chances}."
    second, less = others[0], round(100 * (best.value - others[0].value))
    worth = "not tried" if not second.visits else f"{less} % less" if less > 0 else "as good"
    moves = f"{position.text(best.action)}, or else {position.text(second.action)} ({worth})"
    return f"Try {moves}. Chances: {chances}."


def play(position: Position, against: tuple[str, ...] = (), seat: str | None = None) -> None:
    """Play from a position, against computer players if some are named."""
    with contextlib.suppress(AttributeError):  # a stream put in place of the terminal may lack it
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    if sys.stdin.isatty():
        # Importing it gives `input` line editing and history; it is missing on Windows.
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401
    Sitting(position, seated(position.game, position.seats, against, seat)).play()


def _run(position: Position, against: tuple[str, ...], seat: str | None) -> None:
    given = click.get_current_context().params
    if given.get("seats") is None and 1 < position.seats <= len(against):
        asked = {name: value for name, value in given.items() if name not in ("against", "seat")}
        chosen = {name: value for name, value in asked.items() if value is not None}
        position = chosen_start(position.game, chosen | {"seats": len(against) + 1})
    play(position, against, seat)


command = PerGame(
    name="play",
    run=_run,
    help=_HELP,
    extra=(
        click.Option(
            ["--against"],
            multiple=True,
            metavar="PLAYER",
            help="A computer player at another seat, such as mcts:hard; the last one takes all seats left.",
        ),
        click.Option(
            ["--seat"], metavar="NAME", help="Your seat against computers. [default: the first one]"
        ),
    ),
)
