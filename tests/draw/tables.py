"""Tables to draw: positions with their log, and whole pages."""

import datetime as dt
import random
from functools import cache

import parlour
from parlour import draw
from parlour.core.board import Asked, Chair, Match, Sitting, Tally, Time
from parlour.draw.pages import (
    Daily,
    Day,
    ErrorPage,
    Finished,
    GameStats,
    HomePage,
    MatchPage,
    Pace,
    RulesPage,
    StartPage,
    StatsPage,
    TableCard,
    TablePage,
)

TODAY = dt.date(2026, 11, 29)
GAMES = ("golf", "little_spider")


def played(game, deal, moves, seed=1):
    """A game after up to `moves` random moves, cards before dealing, and its log."""
    position, dice, log = parlour.new(game, deal=deal), random.Random(seed), []
    while len(log) < moves and not position.is_over:
        move = dice.choice([move for move in position.legal_moves if move != "deal"] or ["deal"])
        before = position.view(0)
        position.play(move)
        log.append(position.game.views.tell(before, position.view(0), move))
    return position, tuple(log)


def sitting(position, log, **facts):
    """A table's facts."""
    plain = {
        "table": "k3x9",
        "game": position.game.name,
        "title": position.game.title,
        "preset": "standard",
        "deal": position.deal,
        "moves": len(log),
        "seconds": 258,
        "can_undo": bool(log),
    }
    return Sitting(**{**plain, **facts})


def fragments(position, log, **facts):
    """The fragments of a board."""
    board = draw.board(position.game.name)
    return board.fragments(position.view(0), log, sitting(position, log, **facts))


def english(game, macro, value):
    """Draw a fragment in English."""
    return draw.fragment(game, "en", macro, value)


def drawn(position, log, fragment=english, **facts):
    """The HTML of every fragment of a board."""
    pieces = fragments(position, log, **facts).items()
    return {name: fragment(position.game.name, *piece) for name, piece in pieces}


def table_page(position, log, fragment=english, **facts):
    """The page of a table."""
    return TablePage(
        sitting=sitting(position, log, **facts),
        fragments=drawn(position, log, fragment, **facts),
        presets=tuple(position.game.presets),
        legal=draw.board(position.game.name).sources(position.view(0)),
    )


NAMES = ("Ада", "Цапля")
"""Players of matches, in letters that no sentence of ours has."""


def match_played(moves, seed=1, passing=0.0, **options):
    """A game of Arbos after up to `moves` random moves, and its log."""
    position, dice, log = parlour.new("arbos", seed=seed, **options), random.Random(seed), []
    while len(log) < moves and not position.is_over:
        legal = position.legal_moves
        placing = [move for move in legal if move != "pass"]
        move = "pass" if "pass" in legal and dice.random() < passing else dice.choice(placing or legal)
        before = position.view(None)
        position.play(move)
        log.append(position.game.views.tell(before, position.view(None), move))
    return position, tuple(log)


def match(position, log, mine=(0,), **facts):
    """The facts of a table of two, as those who play the seats `mine` see it."""
    turn = position.current_player
    ended = {"result": position.result, "ended": "game"} if position.is_over else {}
    plain = {
        "table": "k3x9",
        "game": "arbos",
        "title": "Arbos",
        "preset": "standard",
        "chairs": tuple(Chair(seat, NAMES[seat], f"p{seat}", seat in mine, here=True) for seat in (0, 1)),
        "turn": turn,
        "mine": mine,
        "facing": turn if len(mine) > 1 else mine[0] if mine else None,
        "times": tuple(
            Time(600_000, 600_000, 1_800_000_000_000 if turn == seat else None) for seat in (0, 1)
        ),
        "may": ("resign", "say", "hand_over", "draw", "undo") if mine and turn is not None else (),
        "moves": len(log),
    }
    return Match(**{**plain, **ended, **facts})


def match_fragments(position, log, mine=(0,), **facts):
    """The fragments of a match."""
    seen = match(position, log, mine, **facts)
    return draw.board("arbos").fragments(position.view(seen.facing), log, seen)


def match_page(position, log, mine=(0,), fragment=english, **facts):
    """The page of a match."""
    pieces = match_fragments(position, log, mine, **facts)
    return MatchPage(
        match=match(position, log, mine, **facts),
        fragments={name: str(fragment("arbos", *piece)) for name, piece in pieces.items()},
        clock=Pace("move", 600),
        now=1_799_999_900_000,
        epoch="e",
    )


@cache
def golf_won():
    """A hole that random play happens to clear."""
    for seed in range(500):
        position, log = played("golf", 1 + seed % 50, 99, seed)
        if position.result and position.result.winners:
            return position, log
    raise AssertionError("no random game cleared the table")


def pages(fragment=english):
    """Every page, in its several states, by a name for the test; `fragment` draws the boards."""

    def table(game, **facts):
        return table_page(*game, fragment, **facts)

    days = ("won", "missed", "won", "lost", "won", "won", "open")
    strip = tuple(Day(TODAY - dt.timedelta(6 - n), state) for n, state in enumerate(days))
    daily = Daily("golf", "20261129", TODAY, ("9C", "TS", "JH", "QD", "KC"), strip, 2)
    cards = (
        TableCard("a", "golf", "24", 29, hole=3, holes=9, to_par=-2, following=True),
        TableCard("b", "little_spider", "20261129", 16, today=True),
        TableCard("c", "golf", "95", 0, hole=1, holes=9),
    )
    rows = (
        Finished("c", "24", won=True, score=-3, date=TODAY),
        Finished("d", None, won=False, score=4, date=TODAY),
        Finished("e", "95", won=True, score=-1, date=TODAY, hole=2),
    )
    stats = (GameStats("golf", Tally(1234, 567, 2, 9, -11, 65), rows), GameStats("little_spider", Tally()))
    found = {
        "home": HomePage(games=GAMES, tables=cards, daily=daily),
        "home, bare": HomePage(games=GAMES, theme="light"),
        "statistics": StatsPage(games=stats),
        "not found": ErrorPage(status=404),
        "own words": ErrorPage(status=409, message="there is no game 'glof'; did you mean 'golf'?"),
        "refused deal": StartPage(
            game="golf", presets=("standard",), preset="standard", deal='"><b>', problem="No <such> deal."
        ),
        "golf, round": table(played("golf", 95, 13), hole=3, card=(4, 7, *(None,) * 7)),
        "golf, won": table(golf_won()),
        "golf, round over": table(golf_won(), hole=9, card=(4, 7, -2, 5, 5, 6, 1, 0, -1)),
        "golf, stuck": table(played("golf", 24, 99), clean=False, tries=2),
        "unnumbered": table(played("little_spider", 24, 30), deal=None, preset="strict"),
    }
    under_way, over = match_played(40), match_played(999, size=7, passing=0.1)
    offer, request = Asked("draw", 1, (0,)), Asked("undo", 0, (1,), 2)
    found |= {
        "match, new": match_page(*match_played(0), fragment=fragment),
        "match, offer": match_page(*under_way, fragment=fragment, asked=offer, may=("accept", "decline")),
        "match, request": match_page(*under_way, fragment=fragment, asked=request, may=("decline",)),
        "match, played for": match_page(*under_way, fragment=fragment, may=("resign", "say", "back")),
        "match, away": match_page(*under_way, fragment=fragment, may=("resign", "say", "stand_in")),
        "match, watched": match_page(*under_way, mine=(), fragment=fragment),
        "match, at one screen": match_page(*under_way, mine=(0, 1), fragment=fragment),
        "match, seeds": match_page(*match_played(5, preset="original"), mine=(1,), fragment=fragment),
        "match, over": match_page(*over, fragment=fragment, may=("rematch", "say"), rated=True),
        "match, rematch": match_page(*over, mine=(1,), fragment=fragment, rematch="again"),
    }
    for game in GAMES:
        presets = tuple(parlour.game(game).presets)
        found[f"{game}, new"] = table(played(game, 24, 0))
        found[f"{game}, choice"] = StartPage(game=game, presets=presets, preset=presets[1])
        found[f"{game}, rules"] = RulesPage(game=game, presets=presets)
    return found
