"""What one class of viewers sees: fragments, each drawn again only when its input changes."""

from collections.abc import Mapping
from typing import Any

import msgspec

from parlour import draw
from parlour.core.board import Fragment, Match, Sitting, Source, Told
from parlour.core.position import Position
from parlour.draw.lobby import LOBBY, house_fragment, lobby_fragments
from parlour.draw.pages import Lobby
from parlour.table.eyes import Eyes


class Piece(msgspec.Struct):
    """The HTML of a fragment, and the version in which it became so."""

    html: str
    version: int


class Log:
    """The log as one class of viewers was told it: a line a move. Where all lies open, one does for all."""

    def __init__(self) -> None:
        self.lines: list[Told] = []
        self._line: tuple[int, ...] = ()
        self._eyes = Eyes(None)
        self._latest: tuple[Position, Any] | None = None
        """The position that the lines lead to, and what `_eyes` saw of it."""
        self._views: dict[Eyes, Any] = {}
        """What each viewer sees of that position."""

    def sync(self, position: Position, seat: int | None, *, all_open: bool = False) -> Any:
        """Bring the lines to a position and return the view of it.

        New lines are made of what `seat` saw before and after each move, or of all there was (`all_open`).
        """
        line, eyes = position.history, Eyes(seat, all_open)
        if self._latest is None or self._latest[0] is not position or self._line != line:
            self._views = {}
        view = self._views[eyes] = self._views[eyes] if eyes in self._views else eyes.view(position)
        alike = eyes.told_alike(self._eyes, position)  # else what the one was told is not for the other
        known = _alike(self._line, line) if alike else 0
        del self.lines[known:]
        if known < len(line):
            self._tell(position, eyes, line, known, view)
        self._line, self._eyes, self._latest = line, eyes, (position, view)
        return view

    def _tell(self, position: Position, eyes: Eyes, line: tuple[int, ...], known: int, view: Any) -> None:
        """Add the lines of the moves after the first `known` ones, which led to `view`."""
        walk, before = self._before(position, eyes, known)
        for count, action in enumerate(line[known:], known + 1):
            move, after = walk.text(action), view
            if count < len(line):
                walk.play(action)
                after = eyes.glance(walk)
            self.lines.append(position.game.views.tell(before, after, move))
            before = after

    def _before(self, position: Position, eyes: Eyes, known: int) -> tuple[Position, Any]:
        """Return the position after `known` moves, to be played on, and what was seen of it."""
        same = len(self._line) == known and eyes.told_alike(self._eyes, position)
        if same and self._latest is not None:
            return self._latest[0].copy(), self._latest[1]
        walk = position.restart()
        for action in position.history[:known]:
            walk.play(action)
        return walk, eyes.glance(walk)


def _alike(one: tuple[int, ...], other: tuple[int, ...]) -> int:
    """Count the moves that two lines begin with alike."""
    if one == other[: len(one)]:  # as nearly always
        return len(one)
    return next((k for k, (old, new) in enumerate(zip(one, other, strict=False)) if old != new), len(other))


class Drawn:
    """What viewers of one class see of a table.

    Page load, update and reconnect ask one question: `since(version)`, the fragments that changed after it.
    """

    def __init__(self, game: str, lang: str, log: Log | None = None) -> None:
        self.game = game
        self.lang = lang
        self.pieces: dict[str, Piece] = {}
        self._sources: Mapping[str, Fragment] = {}
        """What they were drawn from."""
        self.legal: tuple[Source, ...] = ()
        self.log = Log() if log is None else log
        """It may be shared with others who are told the same."""

    def sync(
        self,
        position: Position,
        version: int,
        seat: int | None,
        facts: Sitting | Match,
        *,
        all_open: bool = False,
    ) -> None:
        """Bring everything to a position as `seat` sees it, or with all open, and to the facts beside it."""
        view = self.log.sync(position, seat, all_open=all_open)
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
        pieces, sources = self.pieces, self._sources
        for name in pieces.keys() - fragments.keys():
            del pieces[name]
        for name in [name for name, source in fragments.items() if sources.get(name) != source]:
            html, old = self._html(template, fragments[name]), pieces.get(name)
            if old is None or old.html != html:
                pieces[name] = Piece(html, version)
        self._sources = fragments

    def _html(self, template: str, source: Fragment) -> str:
        name, argument = source
        if name == "drawing" and isinstance(argument, str):
            return argument  # as it is, and once in memory
        if template:
            return house_fragment(self.lang, template, *source)
        return draw.fragment(self.game, self.lang, *source)

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
