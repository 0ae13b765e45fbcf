"""`parlour games`: what can be played, and how."""

import click
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import parlour
from parlour.cli.starting import flag, spoken_seats
from parlour.core.game import Game


@click.command("games")
def command() -> None:
    """List the games with their seats, presets and options.

    The first preset is the standard one. `parlour play GAME --help` lists the same options.
    """
    console = Console(highlight=False, soft_wrap=True)
    for number, game in enumerate(parlour.games()):
        if number:
            console.print()
        _print_game(console, game)


def _print_game(console: Console, game: Game) -> None:
    seats = spoken_seats(game)
    console.print(Text.assemble((game.name, "bold"), f"  {game.title}, {seats} player{'s' * (seats != '1')}"))
    console.print(f"  presets: {', '.join(game.presets)}")
    table = Table.grid(padding=(0, 2, 0, 0))
    for option in game.described_options:
        table.add_row(flag(option), option.spoken, Text(option.summary, "dim"))
    console.print(Padding(table, (0, 0, 0, 2)))
