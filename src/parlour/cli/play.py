"""`parlour play`: a game in the terminal, one typed line after another."""

import contextlib
import sys
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path

from parlour.cli.painting import Painter
from parlour.cli.patience import patience
from parlour.cli.starting import PerGame
from parlour.core.errors import NotationError, ParlourError
from parlour.core.position import Position

_HELP = """Play a game here in the terminal.

Type a move as the list after `?` writes it, or undo, redo, hint, restart, save FILE, quit.
What lies face down stays hidden.

\b
Examples:
  parlour play golf                       a random deal
  parlour play golf --deal 24 --rule classic
  parlour play little_spider --preset open
  parlour play golf --help                the options of Golf
"""

_LEAVE = ("quit", "q", "exit")


class Sitting:
    """One game at the terminal: reads lines until the player or the input ends it."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.painter = Painter()
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
        self._show()
        while True:
            try:
                line = input(self._prompt()).strip()
            except EOFError:
                return
            if line.lower() in _LEAVE:
                return
            if line:
                try:
                    with patience():
                        self._do(line)
                except ParlourError as error:
                    self.painter.say(str(error), "yellow")

    def _do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word.lower() in self.words:
            self.words[word.lower()][1](rest.strip())
            return
        try:
            self._change(lambda: self.position.play(line))
        except NotationError as error:
            near = get_close_matches(word.lower(), [*self.words, *_LEAVE], n=1)
            raise NotationError(f"{error}; did you mean {near[0]!r}?" if near else str(error)) from None

    def _change(self, act: Callable[[], None]) -> None:
        act()
        self._show()

    def _show(self) -> None:
        self.painter.show(self.position)
        self.painter.close(self.position)

    def _list(self, _: str) -> None:
        moves = self.position.legal_moves
        self.painter.say(f"Moves: {', '.join(moves)}" if moves else "The game is over.")

    def _hint(self, _: str) -> None:
        move = self.position.hint()
        self.painter.say(f"Try {move}." if move else "The game is over.")

    def _restart(self, _: str) -> None:
        self.position = self.position.restart()
        self._show()

    def _save(self, name: str) -> None:
        if not name:
            raise ParlourError("save needs the name of a file")
        try:
            with Path(name).expanduser().open("x", encoding="utf-8") as file:
                file.write(self.position.record().to_json() + "\n")
        except FileExistsError:
            raise ParlourError(f"{name} exists already; choose another name") from None
        except OSError as error:
            raise ParlourError(f"cannot write {name}: {error.strerror}") from None
        self.painter.say(f"Saved to {name}.")

    def _help(self, _: str) -> None:
        for word, (meaning, _act) in self.words.items():
            self.painter.say(f"{word:8} {meaning}")
        self.painter.say(f"{'quit':8} leave")

    def _heading(self) -> str:
        game, deal = self.position.game, self.position.deal
        rules = game.preset_of(self.position.options) or "own rules"
        named = [game.title, *([f"deal {deal}"] if deal else []), rules]
        return f"{', '.join(named)}. ? lists the moves, help the other words."

    def _prompt(self) -> str:
        """Ask only where somebody types; a piped game prints positions alone."""
        return f"{len(self.position.history)}> " if sys.stdin.isatty() else ""


def play(position: Position) -> None:
    """Play from a position."""
    if sys.stdin.isatty():
        # Importing it gives `input` line editing and history; it is missing on Windows.
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401
    Sitting(position).play()


command = PerGame(name="play", run=play, help=_HELP)
