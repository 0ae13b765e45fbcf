"""`parlour show`: a position as a text board or as JSON, from a deal or from standard input."""

import click

import parlour
from parlour.cli.starting import PerGame
from parlour.core.position import Position

_HELP = """Print a position: its text board as other solvers read it, or its JSON.

All cards are shown, those that lie face down too.

\b
Examples:
  parlour show golf --deal 24
  parlour show golf --deal 24 --json > hole.json
  parlour show - < hole.json
  parlour show little_spider --deal 24 --preset open --json
"""

_READ_HELP = """Read positions from standard input and print them.

The input is one position's JSON, several (one on a line), or text boards one after another.

\b
Examples:
  parlour show golf --deal 24 | parlour show - --json
  parlour show - --game golf < boards.txt
"""

_AS_JSON = click.Option(["--json", "as_json"], is_flag=True, help="Print JSON, one position on a line.")


def show(position: Position, *, as_json: bool) -> None:
    """Print one position; a game without text boards prints its diagram."""
    if as_json:
        click.echo(position.to_json())
    else:
        text = str(position) if position.game.deals is None else position.board_text()
        click.echo(text.rstrip("\n"))


command = PerGame(name="show", run=show, extra=(_AS_JSON,), help=_HELP)


@command.command("-", params=[_AS_JSON], help=_READ_HELP, short_help="Read positions from standard input.")
@click.option("--game", metavar="GAME", help="The game of the text boards. [default: told by their shape]")
def read(game: str | None, *, as_json: bool) -> None:
    """Print what standard input holds."""
    with click.open_file("-", encoding="utf-8", errors="replace") as stream:
        positions = parlour.read(stream.read(), game)
    for number, position in enumerate(positions):
        if number and not as_json:
            click.echo()
        show(position, as_json=as_json)
