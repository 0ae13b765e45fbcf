"""What each page shows: the facts that the server gathers and the templates draw.

Every page is a frozen struct that knows its template. `theme` is "light", "dark" or "", as the device has it.
"""

import datetime as dt
from collections.abc import Mapping
from typing import ClassVar, Literal

import msgspec

from parlour.core.board import Ending, Match, Sitting, Source, Tally
from parlour.core.options import GameOptions, Option
from parlour.draw.chart import Chart, Shares, chart
from parlour.draw.opening import given_options, option_words
from parlour.draw.rooms import matches
from parlour.games._seats.people import Who

Theme = Literal["", "light", "dark"]

NAME_LENGTH = 32
"""Characters in a guest's name."""


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """What all pages have in common; `guest` is the viewer's own name, "" before one was chosen."""

    template: ClassVar[str]
    theme: Theme = ""
    guest: str = ""


class TableCard(msgspec.Struct, frozen=True):
    """An unfinished table or round of this player; `progress` is what the game's `board.progress(view)` says.

    In a round, `hole` of `holes` is to be played next and `to_par` compares the ended ones with par; where
    `following` holds, the one at `table` has ended, and going on opens the next.
    """

    table: str
    game: str
    deal: str | None
    progress: int
    today: bool = False
    hole: int = 0
    holes: int = 0
    to_par: int | None = None
    following: bool = False


class Day(msgspec.Struct, frozen=True):
    """One day of the strip under today's deal; "open" is today's while nobody finished it."""

    date: dt.date
    state: Literal["won", "lost", "missed", "open"]


class Daily(msgspec.Struct, frozen=True):
    """Today's deal: five of its cards, the last seven days (today last), and days in a row that were won.

    `begun` says that the player is in the middle of it; `score` is that of its first end, once there is one.
    """

    game: str
    deal: str
    date: dt.date
    fan: tuple[str, ...]
    days: tuple[Day, ...] = ()
    streak: int = 0
    begun: bool = False
    score: int | None = None


class Pace(msgspec.Struct, frozen=True):
    """The clock of a table for several; the numbers are those of the table's terms."""

    kind: Literal["none", "move", "bank", "days"] = "none"
    seconds: int = 0
    increment: int = 0


class MatchCard(msgspec.Struct, frozen=True):
    """A table for several where this player sits, beside `others`.

    While it is gathering, `taken` of its `chairs` are; while it is played, it is this player's turn (`yours`)
    or the table waits for the one who is called `waiting`.
    """

    table: str
    game: str
    phase: Literal["gathering", "playing"]
    others: tuple[str, ...] = ()
    yours: bool = False
    waiting: str = ""
    taken: int = 0
    chairs: int = 2


class OpenTable(msgspec.Struct, frozen=True):
    """A public table that still has a free chair. `changed` options differ from those of the preset."""

    table: str
    game: str
    host: str
    taken: int
    chairs: int
    preset: str = "standard"
    changed: int = 0
    clock: Pace = Pace()
    rated: bool = False


class WatchTable(msgspec.Struct, frozen=True):
    """A public game that is being played; `turn` is who is on turn, and `moves` were made."""

    table: str
    game: str
    names: tuple[str, ...]
    turn: str = ""
    moves: int = 0
    rated: bool = False


class Finished(msgspec.Struct, frozen=True):
    """A finished table in a list of the latest; `hole` is 0 outside a round.

    `score` is what the game's macro `outcome` names: the figure of statistics, or how far it came.
    """

    table: str
    deal: str | None
    won: bool
    score: int
    date: dt.date
    hole: int = 0


class GameStats(msgspec.Struct, frozen=True):
    """A player's statistics in one game."""

    game: str
    tally: Tally
    recent: tuple[Finished, ...] = ()


class HomePage(Page, frozen=True, kw_only=True):
    """The front page. `games` can be played; `tables` are unfinished, newest first.

    `several` has the seat counts of those games that are for more than one. `matches` are this player's
    tables of such games, `ended` whether there are finished ones, and `open` a few tables of others.
    """

    template: ClassVar[str] = "home.html"
    games: tuple[str, ...]
    tables: tuple[TableCard, ...] = ()
    daily: Daily | None = None
    several: Mapping[str, tuple[int, ...]] = {}
    matches: tuple[MatchCard, ...] = ()
    ended: bool = False
    open: tuple[OpenTable, ...] = ()


class TablePage(Page, frozen=True, kw_only=True):
    """A table: all fragments drawn, what is legal, and the last thing that happened as a sentence.

    `record` are the names in a record that was brought here, `None` at any other table.
    """

    template: ClassVar[str] = "table.html"
    sitting: Sitting
    fragments: Mapping[str, str]
    presets: tuple[str, ...]
    legal: tuple[Source, ...] = ()
    rev: int = 0
    v: int = 0
    epoch: str = ""
    seat: str = "0"
    say: str = ""
    record: tuple[str, ...] | None = None


class MatchPage(Page, frozen=True, kw_only=True):
    """A table for several, once its game has begun.

    `options` are those that differ from the preset's, as texts; `now` is the server's time in milliseconds
    since 1970; `problem` is why something was just refused, in one sentence; `host` says whether the viewer
    opened the table, and `spectators` counts who is watching. `covers` says that the viewer plays several
    seats with hidden hands, so that the table is covered between their turns. `record`: it is a record that
    somebody brought here.
    """

    template: ClassVar[str] = "match.html"
    match: Match
    fragments: Mapping[str, str]
    options: tuple[str, ...] = ()
    clock: Pace = Pace()
    rev: int = 0
    v: int = 0
    epoch: str = ""
    now: int = 0
    say: str = ""
    problem: str = ""
    host: bool = False
    spectators: int = 0
    covers: bool = False
    record: bool = False


class RecordPage(Page, frozen=True, kw_only=True):
    """Where a record is brought here; `problem` says in one sentence why the last one was refused."""

    template: ClassVar[str] = "open.html"
    problem: str = ""


class StartPage(Page, frozen=True, kw_only=True):
    """The choice of a deal; `problem` says in one sentence why the last choice was refused."""

    template: ClassVar[str] = "start.html"
    game: str
    presets: tuple[str, ...]
    preset: str
    deal: str = ""
    problem: str = ""


class StatsPage(Page, frozen=True, kw_only=True):
    """Statistics of every game."""

    template: ClassVar[str] = "stats.html"
    games: tuple[GameStats, ...]


class RulesPage(Page, frozen=True, kw_only=True):
    """How a game is played, with all its presets."""

    template: ClassVar[str] = "rules.html"
    game: str
    presets: tuple[str, ...]

    @property
    def several(self) -> bool:
        """Whether it is a game for several, which has tables to open and no deal numbers."""
        return self.game in matches()


class ErrorPage(Page, frozen=True, kw_only=True):
    """Something went wrong; without a `message` the page has a sentence for the status."""

    template: ClassVar[str] = "error.html"
    status: int
    message: str = ""


class NewMatchPage(Page, frozen=True, kw_only=True):
    """The form that opens a table for several.

    `presets` and `options` are the game's own. `clock` is what the form proposes. `passes` says that at zero
    the clock passes for a player, so that nothing about it is to be chosen. After a refusal `problem` is the
    reason in one sentence, and `typed` has the fields as they came.
    """

    template: ClassVar[str] = "new_match.html"
    game: str
    seats: tuple[int, ...]
    presets: Mapping[str, GameOptions]
    options: tuple[Option, ...]
    clock: Pace = Pace()
    passes: bool = False
    problem: str = ""
    typed: Mapping[str, str] = {}

    @property
    def preset(self) -> str:
        """The chosen preset."""
        chosen = self.typed.get("preset", "")
        return chosen if chosen in self.presets else next(iter(self.presets))

    @property
    def changed(self) -> Mapping[str, str]:
        """The options that are not as in the preset."""
        return given_options(self.presets, self.typed) if self.problem else {}

    @property
    def values(self) -> Mapping[str, str]:
        """What the fields of the options hold."""
        return {**option_words(self.presets[self.preset]), **self.changed}

    def ticked(self, name: str, *, proposed: bool) -> bool:
        """Whether a box has its tick."""
        return name in self.typed if self.problem else proposed


class LobbyChair(msgspec.Struct, frozen=True):
    """A chair of a table that is gathering; nobody sits there while `player` is "".

    `kind` says for whom it is, as the host chose, and `level` is that of a computer which sits there. `role`
    is what the game calls the seat ("White") where the seats are not drawn by lot. In a rematch the chair is
    kept for the player called `kept`; `yours` says that this is the viewer.
    """

    seat: int
    kind: Literal["me", "here", "friend", "open"] = "open"
    name: str = ""
    player: str = ""
    mine: bool = False
    host: bool = False
    here: bool = False
    force: int | None = None
    role: str = ""
    kept: str = ""
    yours: bool = False
    level: str = ""


class Lobby(msgspec.Struct, frozen=True):
    """What changes while a table gathers, as one viewer sees it. `host` says whether that is the host.

    The game can begin once `least` players sit; with `full_starts` it begins by itself once all chairs are
    taken. `ladder` says that the force of players is told in ops, not in points. `levels` are those of
    computers that may play here.
    """

    table: str
    game: str
    chairs: tuple[LobbyChair, ...]
    ladder: bool = False
    host: bool = False
    closed: bool = False
    full_starts: bool = True
    least: int = 2
    levels: tuple[str, ...] = ()

    @property
    def seated(self) -> bool:
        """Whether the viewer sits at the table."""
        return any(chair.mine for chair in self.chairs)

    @property
    def empty(self) -> int:
        """How many chairs nobody sits on."""
        return sum(not chair.player for chair in self.chairs)

    @property
    def missing(self) -> int:
        """How many more players it takes to begin."""
        return max(0, self.least + self.empty - len(self.chairs))

    @property
    def others(self) -> bool:
        """Whether any person but the viewer sits at the table."""
        return any(chair.player and not chair.mine and not chair.level for chair in self.chairs)

    @property
    def host_name(self) -> str:
        """The name of the host, "" for one without a name, or who does not sit at the table."""
        return next((chair.name for chair in self.chairs if chair.host), "")


class LobbyPage(Page, frozen=True, kw_only=True):
    """A table before its game, or one that was closed without any.

    `preset` is "" for options that are like no preset; `changed` are those that differ from it, as texts.
    `zero` is "" where nothing was to be chosen about it. `rematch_of` is the table that was played before.
    `command` is the id of the command that the page's forms will carry.
    """

    template: ClassVar[str] = "lobby.html"
    lobby: Lobby
    preset: str
    changed: tuple[str, ...] = ()
    clock: Pace = Pace()
    zero: Literal["", "idle", "forfeit", "computer"] = ""
    public: bool = False
    rated: bool = False
    by_lot: bool = False
    rematch_of: str = ""
    rev: int = 0
    v: int = 0
    epoch: str = ""
    now: int = 0
    command: str = ""
    problem: str = ""


class TablesPage(Page, frozen=True, kw_only=True):
    """Public tables: those to join and those to watch. `games` are the games for several."""

    template: ClassVar[str] = "tables.html"
    games: tuple[str, ...]
    open: tuple[OpenTable, ...] = ()
    running: tuple[WatchTable, ...] = ()


class MatchStats(msgspec.Struct, frozen=True):
    """A player's statistics in a game for several.

    `rating` is the number that is shown, points or (`ladder`) ops, and `best` the highest one; `history` are
    those after the last games.
    """

    game: str
    played: int = 0
    won: int = 0
    drawn: int = 0
    rating: int | None = None
    best: int | None = None
    ladder: bool = False
    history: tuple[int, ...] = ()


class EndedMatch(msgspec.Struct, frozen=True):
    """A finished game of a player against `others`; who has no name, or not any more, is "" there.

    It counted for the ratings if `rating` is there, the number shown for the player after it: points or
    (`ladder`) ops.
    """

    table: str
    game: str
    others: tuple[str, ...]
    outcome: Literal["won", "lost", "drawn"]
    date: dt.date
    ended: Ending = "game"
    rating: int | None = None
    ladder: bool = False


class ProfilePage(Page, frozen=True, kw_only=True):
    """The guest's own page.

    `saved` says that a name was just changed; after a refusal `problem` is the reason and `typed` the name as
    it came. `older` is where the page with earlier finished games is, "" if there are none.
    """

    template: ClassVar[str] = "profile.html"
    games: tuple[MatchStats, ...] = ()
    matches: tuple[MatchCard, ...] = ()
    ended: tuple[EndedMatch, ...] = ()
    older: str = ""
    saved: bool = False
    problem: str = ""
    typed: str = ""


class PlayerPage(Page, frozen=True, kw_only=True):
    """What everybody may see of a player; `mine` says that it is the viewer. `older` as in `ProfilePage`."""

    template: ClassVar[str] = "player.html"
    name: str
    mine: bool = False
    games: tuple[MatchStats, ...] = ()
    ended: tuple[EndedMatch, ...] = ()
    older: str = ""


class Leader(msgspec.Struct, frozen=True):
    """A row of a leaderboard; `rank` is `None` before enough games to have a place."""

    rank: int | None
    player: str
    name: str
    rating: int
    games: int
    mine: bool = False


class LeadersPage(Page, frozen=True, kw_only=True):
    """The leaderboard of a game; `games` have one. `own` is the viewer's row if it is further down.

    `ladder` says that the ratings are ops, not points, and `settled` how many rated games it takes to have a
    place.
    """

    template: ClassVar[str] = "leaders.html"
    game: str
    games: tuple[str, ...]
    ladder: bool = False
    settled: int = 5
    leaders: tuple[Leader, ...] = ()
    own: Leader | None = None


class TurningPoint(msgspec.Struct, frozen=True):
    """A decision in words: move `number` of the game, what was played, what was better, by how much, and why.

    `show` is the better move as a text, for the board that the page leads to. For the best move of a game
    `better` is "".
    """

    number: int
    who: Who
    played: str
    better: str
    loss: float
    error: float = 0.0
    why: str = ""
    show: str = ""


class Side(msgspec.Struct, frozen=True):
    """How well somebody decided: how often, how often with the best move, and the mean loss of a share."""

    who: Who
    decisions: int = 0
    best: int = 0
    loss: float = 0.0


class ReviewPage(Page, frozen=True, kw_only=True):
    """A game looked back at; before `sides` are known, `done` of `total` pieces of it are.

    `ahead` are games that come first. `chances` has each seat's share of the win after each move; `least` is
    what a turning point has to cost.
    """

    template: ClassVar[str] = "review.html"
    table: str
    game: str
    done: int = 0
    total: int = 1
    ahead: int = 0
    chances: Shares = ()
    least: float = 0.0
    sides: tuple[Side, ...] = ()
    turns: tuple[TurningPoint, ...] = ()
    finest: TurningPoint | None = None

    @property
    def wide(self) -> Chart:
        """The chart for a desk."""
        return self._chart(720, 320, 120)

    @property
    def narrow(self) -> Chart:
        """The chart for a phone."""
        return self._chart(360, 300, 62)

    def _chart(self, width: int, height: int, room: int) -> Chart:
        return chart(self.chances, [(one.number, one.who.seat) for one in self.turns], width, height, room)

    @property
    def rows(self) -> tuple[int, ...]:
        """The moves whose numbers stand in the table: about two dozen."""
        moves = len(self.chances) - 1
        step = max(1, -(-moves // 24))
        return (*range(0, moves, step), moves)
