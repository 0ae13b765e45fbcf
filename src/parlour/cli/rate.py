"""`parlour rate`: all levels of a game on one scale."""

import re
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from parlour.cli.arena import HOW, played, shown_elo
from parlour.cli.starting import PerGame
from parlour.core.position import Position
from parlour.lab.arena import ArenaError, Match, standings
from parlour.lab.rating import Pairing, pairs, rate
from parlour.search.players import LEVELS

_ALL = ("random", "greedy", *(f"mcts:{level}" for level in LEVELS))
_ANCHOR = "greedy"


def _run(
    start: Position,
    who: tuple[str, ...],
    games_: int,
    out: Path | None,
    jobs: int | None,
    as_json: bool,  # noqa: FBT001 - click calls by name
) -> None:
    given = click.get_current_context().params
    if start.seats != 2:
        raise ArenaError(f"players are rated in games of two, and this one is for {start.seats}: use arena")
    players = tuple(dict.fromkeys(who or _ALL))
    if len(players) < 2:
        raise ArenaError("at least two players are needed to be rated against each other")
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    options = msgspec.structs.asdict(start.options)
    matches = [Match(start.game.name, 2, options, pair, given["seed"] or 0) for pair in pairs(players)]
    matches[0].check()
    found = []
    for match, (first, second) in zip(matches, pairs(players), strict=True):
        file = None if out is None else out / _file(match)
        score = standings(match, played(match, games_, file, jobs, f"{first} : {second}"))[0]
        found.append(Pairing(first, second, score.score.estimate * score.games, score.games))
    _report(start.game.name, players, found, as_json=as_json)


def _file(match: Match) -> str:
    # A program's command may hold what no file name can.
    return re.sub(r"[^\w. -]", "-", f"{match.game} {' '.join(match.players)}.jsonl")


def _report(game: str, players: tuple[str, ...], found: list[Pairing], *, as_json: bool) -> None:
    rated = rate(found, _ANCHOR if _ANCHOR in players else players[0])
    if as_json:
        click.echo(msgspec.json.encode({"game": game, "pairings": found, "elo": rated}))
        return
    table = Table(title=f"{game}: Elo, and what each row won against each column", title_justify="left")
    for head in ("player", "Elo", *rated):
        table.add_column(escape(head), justify="left" if head == "player" else "right")
    won = {(one.first, one.second): one.won / one.games for one in found}
    won |= {(one.second, one.first): 1 - one.won / one.games for one in found}
    for name, elo in rated.items():
        row = [f"{100 * won[name, other]:.0f} %" if name != other else "" for other in rated]
        table.add_row(escape(name), shown_elo(elo), *row)
    Console(highlight=False, width=None).print(table)


_HELP = """Rate players against each other, all pairs, on one scale where `greedy` has 0.

\b
  parlour rate splendor
  parlour rate arbos --games 200 --out build/rate random greedy mcts:hard

Without players it is all levels. With a folder for the results, a run that was stopped goes on where it was.
"""

command = PerGame(
    name="rate",
    run=_run,
    help=_HELP,
    extra=(
        click.Argument(["who"], nargs=-1, metavar="[PLAYER...]"),
        click.Option(
            ["--games", "games_"],
            type=click.IntRange(min=2),
            default=100,
            show_default=True,
            help="For each pair.",
        ),
        click.Option(
            ["--out"], type=click.Path(file_okay=False, path_type=Path), help="Keep results in this folder."
        ),
        *HOW,
    ),
)
