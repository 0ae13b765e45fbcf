"""`parlour arena`: matches between computer players."""

import os
import sys
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from parlour.cli.patience import counting
from parlour.cli.starting import PerGame
from parlour.core.position import Position
from parlour.lab.arena import ArenaError, Match, Played, Results, Standing, games, standings
from parlour.lab.intervals import Interval


def _run(
    start: Position,
    who: tuple[str, ...],
    games_: int,
    out: Path | None,
    jobs: int | None,
    as_json: bool,  # noqa: FBT001 - click calls by name
) -> None:
    given = click.get_current_context().params
    if given.get("deal") is not None:
        raise ArenaError("a match has many deals: choose them by --seed instead of --deal")
    match = Match(
        game=start.game.name,
        seats=start.seats,
        options=msgspec.structs.asdict(start.options),
        players=who or ("mcts:hard", "greedy"),
        seed=given["seed"] or 0,
    )
    match.check()
    counted = played(match, games_, out, jobs, "games")
    found = standings(match, counted)
    if as_json:
        click.echo(msgspec.json.encode({"match": match, "standings": found}))
    else:
        _print(match, found, counted)


def played(match: Match, count: int, out: Path | None, jobs: int | None, title: str) -> list[Played]:
    """Return the first `count` games of a match: those that a file holds, and the others played now.

    On a terminal a bar with a title shows how far it is.
    """
    results = Results(match, out)
    missing = results.missing(count)
    with counting(title) as tell:
        known = count - len(missing)
        tell(known, count)
        for done, one in enumerate(games(match, missing, jobs or os.cpu_count() or 1), known + 1):
            results.add(one)
            tell(done, count)
    return [results.played[number] for number in range(count)]


def _print(match: Match, found: tuple[Standing, ...], counted: list[Played]) -> None:
    console = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
    moves = sum(one.moves for one in counted) / len(counted)
    seats = f" at {match.seats} seats" if match.seats > 2 else ""
    table = Table(
        title=f"{match.game}{seats}: {len(counted)} games of {moves:.0f} moves", title_justify="left"
    )
    for head in ("player", "score", "95 %", "Elo", "ms a choice"):
        table.add_column(head, justify="left" if head == "player" else "right")
    for one in found:
        elo = "" if one.elo is None else shown_elo(one.elo)
        cells = shown_share(one.score.estimate), _ends(one.score), elo, f"{one.milliseconds:.2f}"
        table.add_row(escape(one.player), *cells)
    console.print(table)
    if match.seats > 2:
        even = shown_share(1 / match.seats)
        console.print(f"The score is the share of the wins at one seat; an even share is {even}.")


def shown_share(share: float) -> str:
    """Write a share of the win."""
    return f"{100 * share:.1f} %"


def _ends(share: Interval) -> str:
    return f"{100 * share.low:.1f} to {100 * share.high:.1f}"


def shown_elo(elo: Interval) -> str:
    """Write a difference in Elo with its interval."""
    return f"{elo.estimate:+.0f} ({elo.low:+.0f} to {elo.high:+.0f})"


HOW = (
    click.Option(["--jobs"], type=click.IntRange(min=1), help="Processes. [default: one for each core]"),
    click.Option(["--json", "as_json"], is_flag=True, help="Print what was found as JSON."),
)
"""Options of commands that play games."""

_HELP = """Let computer players play each other.

\b
  parlour arena splendor --players mcts:hard greedy --games 400
  parlour arena arboretum --seats 4 --players mcts:hard greedy --out hard.jsonl

Everybody plays every deal at every seat. Of fewer players than seats the last one takes those that are left.
With a file for the results, a run that was stopped goes on where it was when it is called again.

Players are `random`, `greedy`, and `mcts` by level (`mcts:hard`), by iterations (`mcts:3000`) or by seconds a
move (`mcts:0.5s`); programs of your own (`"program:./bot"`), and functions of modules (`my.bots.best`).
docs/how-to/players.md tells how to write one.
"""

command = PerGame(
    name="arena",
    run=_run,
    help=_HELP,
    extra=(
        click.Argument(["who"], nargs=-1, metavar="PLAYER..."),
        click.Option(["--players"], is_flag=True, expose_value=False, help="May stand before the players."),
        click.Option(
            ["--games", "games_"],
            type=click.IntRange(min=1),
            default=100,
            show_default=True,
            help="How many.",
        ),
        click.Option(
            ["--out"], type=click.Path(dir_okay=False, path_type=Path), help="Keep results here, and go on."
        ),
        *HOW,
    ),
)
