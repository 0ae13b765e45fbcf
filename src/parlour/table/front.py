"""What the front page and the page of statistics gather from the store."""

import asyncio
import datetime as dt
from functools import lru_cache

from sqlalchemy import Connection

from parlour import draw
from parlour.core.board import Tally
from parlour.core.kernel import open_record
from parlour.core.start import DealStart
from parlour.draw.pages import Daily, Day, Finished, GameStats, StatsPage, TableCard, Theme
from parlour.games.golf.board import PAR
from parlour.table import games, stats
from parlour.table.house import House
from parlour.table.kept import deal_key, deal_of, options_text
from parlour.table.solo import Solo

DAILY_GAME = "golf"
DAYS = 7


async def unfinished(house: House, player: str | None) -> tuple[TableCard, ...]:
    """Return a player's unfinished tables and rounds, latest first."""
    if player is None:
        return ()
    found = await house.store.read(lambda connection: stats.read_unfinished(connection, player))
    cards = []
    for one in found:
        table = await house.tables.get(one.table)
        if isinstance(table, Solo):
            cards.append(_card(table, one.card))
    return tuple(cards)


def _card(table: Solo, card: tuple[int | None, ...]) -> TableCard:
    """Return the entry of a table, or of a round with its `card` whose newest hole is this table's."""
    kept, facts = table.kept, table.sitting(0)
    progress = draw.board(kept.game).progress(table.state.position.view(0))
    if not card:
        return TableCard(kept.id, kept.game, facts.deal, progress, facts.today)
    scores = [score for score in card if score is not None]
    ended = card[kept.hole - 1] is not None
    return TableCard(
        kept.id,
        kept.game,
        facts.deal,
        progress,
        hole=kept.hole + ended,
        holes=len(card),
        to_par=sum(scores) - PAR * len(scores) if scores else None,
        following=ended,
    )


async def daily(house: House, player: str | None) -> Daily:
    """Return today's deal and what the player made of it and of the last days' deals."""
    game, today = games.find(DAILY_GAME), house.today()
    deal = game.todays_deal(today)
    ended: dict[dt.date, stats.DayEnd] = {}
    begun = False

    def key(day: dt.date) -> str:
        return deal_key(DealStart(game.todays_deal(day)))

    if player is not None:
        options = options_text(game.choose())
        ended = await house.store.read(lambda c: stats.read_days(c, player, game.name, options, key))
        begun = await house.store.read(lambda c: stats.read_begun(c, player, game.name, options, key(today)))
    days = tuple(_day(today - dt.timedelta(back), today, ended) for back in reversed(range(DAYS)))
    return Daily(
        game=game.name,
        deal=deal,
        date=today,
        fan=await asyncio.to_thread(_fan, deal),
        days=days,
        streak=_streak(today, ended),
        begun=begun,
        score=ended[today].score if today in ended else None,
    )


def _day(day: dt.date, today: dt.date, ended: dict[dt.date, stats.DayEnd]) -> Day:
    if day in ended:
        return Day(day, "won" if ended[day].won else "lost")
    return Day(day, "open" if day == today else "missed")


def _streak(today: dt.date, ended: dict[dt.date, stats.DayEnd]) -> int:
    """Count the days won in a row up to today; today may still be open."""
    day = today if today in ended else today - dt.timedelta(1)
    streak = 0
    while day in ended and ended[day].won:
        streak += 1
        day -= dt.timedelta(1)
    return streak


@lru_cache(maxsize=2)
def _fan(deal: str) -> tuple[str, ...]:
    """Return the tops of five piles of a deal, without compiled rules: the first page would wait for them."""
    game = games.find(DAILY_GAME)
    states = game.blank(game.choose(), 1)
    s = open_record(states)
    game.notation.deal(s, deal)
    view = game.views.view(s, None, ())
    return tuple(pile[-1] for pile in view.piles[1:6])


async def statistics(house: House, player: str | None, theme: Theme) -> StatsPage:
    """Return a player's statistics in every game."""

    def gather(connection: Connection) -> tuple[GameStats, ...]:
        return tuple(_game_stats(connection, player, name) for name in games.names())

    return StatsPage(theme=theme, games=await house.store.read(gather))


def _game_stats(connection: Connection, player: str | None, game: str) -> GameStats:
    if player is None:
        return GameStats(game, Tally())
    recent = tuple(
        Finished(
            row.table,
            deal_of(row.deal_key),
            row.won,
            row.score if row.figure is None else row.figure,
            stats.day_of(row.ended),
            row.hole,
        )
        for row in stats.read_recent(connection, player, game)
    )
    return GameStats(game, stats.read_tally(connection, player, game), recent)
