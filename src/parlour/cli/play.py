"""`parlour play`: a game in the terminal, one typed line after another."""

import contextlib
import sys
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path

from parlour.cli.chain import play_all
from parlour.cli.hot_seat import LEAVE, HotSeat
from parlour.cli.painting import Painter
from parlour.cli.patience import patience
from parlour.cli.starting import PerGame
from parlour.core.errors import NotationError, ParlourError
from parlour.core.position import Position
from parlour.core.registry import games

_HELP = """Play a game here in the terminal.

Type a move as the list after `?` writes it, or undo, redo, hint, restart, save FILE, quit.
Several moves go on one line with ; between them: all are played, or none. What lies face down stays hidden.

The seats of a game for several share this terminal. Each sees its own position, and what others must not see
is covered before the next one looks.

\b
Examples:
  parlour play golf                       a random deal
  parlour play golf --deal 24 --rule classic
  parlour play little_spider --preset open
  parlour play splendor --seats 3         three people at this terminal
  parlour play golf --help                the options of Golf
"""


class Sitting:
    """One game at the terminal: reads lines until the player or the input ends it."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.painter = Painter()
        self.hot_seat = HotSeat(self.painter)
        self.words: dict[str, tuple[str, Callable[[str], None]]] = {
            "?": ("list the legal moves", self._list),
            "undo": ("take back the last move", lambda _: self._change(self.position.undo)),
            "redo": ("play it again", lambda _: self._change(self.position.redo)),
            "hint": ("name a move that helps", self._hint),
            "restart": ("begin the same deal again", self._restart),
            "save": ("write the game so far to a file, for `parlour replay`", self._save),
            "help": ("list these words", self._help),
        }

    def play(self) -> None:
        """Play until `quit` or the end of the input. A finished game stays open for undo and restart."""
        self.painter.say(self._heading(), "bold")
        with contextlib.suppress(EOFError):
            self._show(None)
            while (line := input(self._prompt()).strip()).lower() not in LEAVE:
                if line:
                    self._answer(line)

    def _answer(self, line: str) -> None:
        try:
            self._do(line)
        except ParlourError as error:
            self.painter.say(str(error), "yellow")

    def _do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word.lower() in self.words:
            self.words[word.lower()][1](rest.strip())
            return
        moves = self._moves(line)
        try:
            self._change(lambda: self._play(moves))
        except NotationError as error:
            near = get_close_matches(word.lower(), [*self.words, *LEAVE], n=1)
            raise NotationError(f"{error}; did you mean {near[0]!r}?" if near else str(error)) from None

    def _play(self, moves: list[str]) -> None:
        play_all(self.position, moves)
        seat = self.position.current_player
        for move in self.position.play_automatic():
            self.painter.say(f"{self.position.game.seat_name(seat or 0)}: {move}", "italic")

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
        self._show(mover)

    def _show(self, mover: int | None) -> None:
        self.hot_seat.show(self.position, mover)
        self.painter.close(self.position)

    def _list(self, _: str) -> None:
        moves = self.position.legal_moves
        self.painter.say(f"Moves: {', '.join(moves)}" if moves else "The game is over.")

    def _hint(self, _: str) -> None:
        with patience():
            move = self.position.hint()
        self.painter.say(f"Try {move}." if move else "The game is over.")

    def _restart(self, _: str) -> None:
        mover = self.position.current_player
        self.position = self.position.restart()
        self._show(mover)

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


def play(position: Position) -> None:
    """Play from a position."""
    with contextlib.suppress(AttributeError):  # a stream put in place of the terminal may lack it
        sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    if sys.stdin.isatty():
        # Importing it gives `input` line editing and history; it is missing on Windows.
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401
    Sitting(position).play()


command = PerGame(name="play", run=play, help=_HELP)
