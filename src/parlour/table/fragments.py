"""What one class of viewers sees: fragments, each drawn again only when its input changes."""

from collections.abc import Hashable, Mapping

import msgspec

from parlour import draw
from parlour.core.board import Fragment, Match, Sitting, Source, Told
from parlour.core.position import Position
from parlour.draw.lobby import LOBBY, house_fragment, lobby_fragments
from parlour.draw.pages import Lobby


class Piece(msgspec.Struct):
    """A fragment as it was drawn last: what from, its HTML, and the version in which that HTML changed."""

    macro: str
    input: Hashable
    html: str
    version: int


class Log:
    """The log as one class of viewers was told it: a line a move."""

    def __init__(self) -> None:
        self.lines: list[Told] = []
        self._line: tuple[int, ...] = ()

    def sync(self, position: Position, seat: int | None) -> None:
        """Bring the lines to a position. New ones are made of what `seat` saw before and after each move."""
        line = position.history
        known = 0
        for old, new in zip(self._line, line, strict=False):
            if old != new:
                break
            known += 1
        del self.lines[known:]
        walk = position.copy()
        while len(walk.history) > known:
            walk.undo()
        before = walk.view(seat)
        for action in line[known:]:
            move = walk.text(action)
            walk.redo()
            after = walk.view(seat)
            self.lines.append(position.game.views.tell(before, after, move))
            before = after
        self._line = line


class Drawn:
    """What viewers of one class see of a table.

    Page load, update and reconnect ask one question: `since(version)`, the fragments that changed after it.
    """

    def __init__(self, game: str, lang: str) -> None:
        self.game = game
        self.lang = lang
        self.pieces: dict[str, Piece] = {}
        self.legal: tuple[Source, ...] = ()
        self.log = Log()

    def sync(self, position: Position, version: int, seat: int | None, facts: Sitting | Match) -> None:
        """Bring everything to a position as `seat` sees it, and to the facts beside it."""
        self.log.sync(position, seat)
        view = position.view(seat)
        board = draw.board(self.game)
        self.legal = tuple(board.sources(view))
        self.put(board.fragments(view, tuple(self.log.lines), facts), version)

    def gather(self, lobby: Lobby, version: int) -> None:
        """Bring everything to a table that gathers."""
        self.put(lobby_fragments(lobby), version, template=LOBBY)

    def put(self, fragments: Mapping[str, Fragment], version: int, template: str = "") -> None:
        """Draw again those whose input changed, from a `template` of the house or the game's own.

        Those that are not among them any more are gone: the page of a lobby has others than that of a game.
        """
        for name in self.pieces.keys() - fragments.keys():
            del self.pieces[name]
        for name, (macro, value) in fragments.items():
            old = self.pieces.get(name)
            if old is not None and old.macro == macro and old.input == value:
                continue
            html = str(
                house_fragment(self.lang, template, macro, value)
                if template
                else draw.fragment(self.game, self.lang, macro, value)
            )
            changed = version if old is None or old.html != html else old.version
            self.pieces[name] = Piece(macro, value, html, changed)

    def since(self, version: int) -> dict[str, str]:
        """Return the HTML of the fragments that changed after a version."""
        return {name: piece.html for name, piece in self.pieces.items() if piece.version > version}

    @property
    def places(self) -> tuple[tuple[str, str, str], ...]:
        """The legal moves as [move, origin, target], places being DOM ids."""
        return tuple((source.move, source.origin, source.target) for source in self.legal)

    def last_told(self) -> str:
        """Return the sentence about the last move, empty before the first."""
        return draw.told(self.game, self.lang, self.log.lines[-1]) if self.log.lines else ""
