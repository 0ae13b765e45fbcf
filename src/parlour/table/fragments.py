"""What one class of viewers sees: fragments, each drawn again only when its input changes."""

from collections.abc import Hashable

import msgspec

from parlour import draw
from parlour.core.board import Fragment, Sitting, Source, Told
from parlour.core.position import Position


class Piece(msgspec.Struct):
    """A fragment as it was drawn last: what from, its HTML, and the revision at which that HTML changed."""

    macro: str
    input: Hashable
    html: str
    rev: int


class Drawn:
    """What viewers of one class see of a table.

    Page load, update and reconnect ask one question: `since(rev)`, the fragments that changed after revision
    `rev`.
    """

    def __init__(self, game: str, seat: int | None, lang: str) -> None:
        self.game = game
        self.seat = seat
        self.lang = lang
        self.pieces: dict[str, Piece] = {}
        self.legal: tuple[Source, ...] = ()
        self.told: list[Told] = []
        self._line: tuple[int, ...] = ()

    def sync(self, position: Position, rev: int, sitting: Sitting) -> None:
        """Bring everything to a position, which stands at revision `rev`."""
        self._tell(position)
        view = position.view(self.seat)
        board = draw.board(self.game)
        self.legal = tuple(board.sources(view))
        for name, fragment in board.fragments(view, tuple(self.told), sitting).items():
            self._draw(name, fragment, rev)

    def _draw(self, name: str, fragment: Fragment, rev: int) -> None:
        macro, value = fragment
        old = self.pieces.get(name)
        if old is not None and old.macro == macro and old.input == value:
            return
        html = str(draw.fragment(self.game, self.lang, macro, value))
        changed = rev if old is None or old.html != html else old.rev
        self.pieces[name] = Piece(macro, value, html, changed)

    def _tell(self, position: Position) -> None:
        """Keep one told line a move, each made of what this viewer saw before and after."""
        line = position.history
        known = 0
        for old, new in zip(self._line, line, strict=False):
            if old != new:
                break
            known += 1
        del self.told[known:]
        walk = position.copy()
        while len(walk.history) > known:
            walk.undo()
        before = walk.view(self.seat)
        for action in line[known:]:
            move = walk.text(action)
            walk.redo()
            after = walk.view(self.seat)
            self.told.append(position.game.views.tell(before, after, move))
            before = after
        self._line = line

    def since(self, rev: int) -> dict[str, str]:
        """Return the HTML of the fragments that changed after revision `rev`."""
        return {name: piece.html for name, piece in self.pieces.items() if piece.rev > rev}

    def last_told(self) -> str:
        """Return the sentence about the last move, empty before the first."""
        return draw.told(self.game, self.lang, self.told[-1]) if self.told else ""
