"""`parlour engine`: a player of Parlour for programs of others."""

import sys

import click

_HELP = """Let a program of yours ask a player, line by line.

Questions are JSON objects on the standard input, one a line, and so are answers on the standard output.
Without a name the player is mcts:hard. docs/how-to/players.md has the words.

\b
Example:
  parlour engine mcts:expert
  {"t": "choose", "id": 1, "position": {"game": "arbos", ...}}
  {"t":"move","id":1,"move":"C14","action":53}
"""


@click.command("engine", help=_HELP)
@click.argument("who", metavar="PLAYER", default="mcts:hard")
@click.option("--seed", type=int, default=0, show_default=True, help="Chance of the player.")
def command(who: str, seed: int) -> None:
    """Answer until the input ends."""
    import parlour
    from parlour.search.engine import serve
    from parlour.search.players import player

    serve(player(who, seed), f"Parlour {parlour.__version__} {who}", sys.stdin.buffer, sys.stdout.buffer)
