"""`parlour review`: where a game turned, and what was better."""

import sys
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.table import Table

from parlour.cli.arena import shown_share
from parlour.cli.patience import counting
from parlour.cli.replay import load
from parlour.core import registry
from parlour.core.record import GameRecord
from parlour.search.review import Effort, Review, review

_BARS = "▁▂▃▄▅▆▇█"
_WIDTH = 64


@click.command("review")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--iterations", type=click.IntRange(min=16), help="Of the search at each decision. [default: by the game]"
)
@click.option(
    "--seed", type=click.IntRange(0, 2**32 - 1), default=0, show_default=True, help="Of the search."
)
@click.option("--json", "as_json", is_flag=True, help="Print what was found as JSON.")
def command(file: Path, iterations: int | None, seed: int, *, as_json: bool) -> None:
    """Search through the game in FILE: each seat's chance after every move, and what decisions cost.

    Every decision is judged by what its player could know then: the move played against the one that the
    search prefers, both measured anew. A turning point cost 5 % of the win or more, and more than three times
    its standard error. The same seed gives the same review.

    \b
    Examples:
      parlour review game.json
      parlour review game.sgf --iterations 3000
      parlour review game.json --json | jq .turns
    """  # noqa: D301 - click looks for the character itself
    record = load(file)
    effort = None if iterations is None else Effort(iterations, iterations)
    with counting("moves") as tell:
        found = review(record, effort, seed=seed, progress=tell)
    if as_json:
        click.echo(msgspec.json.encode(found))
    else:
        _print(record, found)


def _print(record: GameRecord, found: Review) -> None:
    console = Console(highlight=False, soft_wrap=not sys.stdout.isatty())
    names = _names(record, found)
    console.print(f"{found.game}, {found.moves} moves, {found.iterations} iterations\n")
    wide = max(map(len, names))
    for seat, name in enumerate(names):
        first, last = found.chances[0][seat], found.chances[-1][seat]
        console.print(f"{name:<{wide}} {first:>4.0%} {_line(found, seat)} {last:.0%}")
    console.print()
    console.print(_turns(found, names))
    console.print(_accuracy(found, names))
    if found.finest is not None:
        one = found.decisions[found.finest]
        console.print(
            f"Best move: {one.number}. {names[one.seat]} {one.move},"
            f" {shown_share(found.margin)} better than the next best"
        )


def _names(record: GameRecord, found: Review) -> list[str]:
    """Return what the seats are called: by their players' names, where the record has them."""
    game = registry.game(found.game)
    given = record.names if any(record.names) else ()
    return [(given[seat] if given else "") or game.seat_name(seat) for seat in range(found.seats)]


def _line(found: Review, seat: int) -> str:
    """Draw a seat's chances as bars, one for each move or for several."""
    count = min(_WIDTH, len(found.chances))
    at = [round(k * (len(found.chances) - 1) / max(1, count - 1)) for k in range(count)]
    return "".join(_BARS[min(7, int(8 * found.chances[n][seat]))] for n in at)


def _turns(found: Review, names: list[str]) -> Table:
    table = Table(title="Turning points" if found.turns else "No turning points", title_justify="left")
    for head in ("move", "player", "played", "better", "cost", "±"):
        table.add_column(head, justify="right" if head in ("move", "cost", "±") else "left")
    for index in found.turns:
        one = found.decisions[index]
        table.add_row(
            str(one.number),
            names[one.seat],
            one.move,
            one.best,
            shown_share(one.loss),
            shown_share(one.error),
        )
    return table


def _accuracy(found: Review, names: list[str]) -> Table:
    table = Table(title="Decisions", title_justify="left")
    for head in ("player", "decisions", "the best one", "mean cost"):
        table.add_column(head, justify="left" if head == "player" else "right")
    for name, one in zip(names, found.accuracy, strict=True):
        if one is not None:
            table.add_row(name, str(one.decisions), str(one.best), shown_share(one.loss))
    return table
