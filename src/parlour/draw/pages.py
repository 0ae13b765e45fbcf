"""What each page shows: the facts that the server gathers and the templates draw.

Every page is a frozen struct that knows its template. `theme` is "light", "dark" or "", as the device has it.
"""

import datetime as dt
from collections.abc import Mapping
from typing import ClassVar, Literal

import msgspec

from parlour.core.board import Sitting, Source, Tally

Theme = Literal["", "light", "dark"]


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """What all pages have in common."""

    template: ClassVar[str]
    theme: Theme = ""


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
    """The front page. `games` can be played; `tables` are unfinished, newest first."""

    template: ClassVar[str] = "home.html"
    games: tuple[str, ...]
    tables: tuple[TableCard, ...] = ()
    daily: Daily | None = None


class TablePage(Page, frozen=True, kw_only=True):
    """A table: all fragments drawn, what is legal, and the last thing that happened as a sentence."""

    template: ClassVar[str] = "table.html"
    sitting: Sitting
    fragments: Mapping[str, str]
    presets: tuple[str, ...]
    legal: tuple[Source, ...] = ()
    rev: int = 0
    epoch: str = ""
    seat: str = "0"
    say: str = ""


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


class ErrorPage(Page, frozen=True, kw_only=True):
    """Something went wrong; without a `message` the page has a sentence for the status."""

    template: ClassVar[str] = "error.html"
    status: int
    message: str = ""
