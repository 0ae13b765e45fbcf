"""The root of the command line: commands by name, the table when there is none, errors as one sentence."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from parlour.core.errors import ParlourError, did_you_mean

_COMMANDS = {
    "play": "Play a game here in the terminal.",
    "show": "Print a position as a text board or as JSON.",
    "replay": "Step through the record of a game.",
    "review": "Say where a game turned, and what was better.",
    "arena": "Let computer players play each other, and say how sure the result is.",
    "rate": "Rate computer players against each other, on one scale.",
    "fit": "Learn a game's judgement from games of its search against itself.",
    "engine": "Let a program of yours ask a computer player, line by line.",
    "games": "List the games, their seats, presets and options.",
    "serve": "Host the table for others, as a service does.",
    "backup": "Copy the table's database, also while it is open.",
    "restore": "Put such a copy in the database's place.",
    "forget": "Delete what is known of a guest.",
}
"""Commands with their line in the help; each lives in the module of its name, imported when it is called."""

_INTERRUPTED = 130
"""What a shell expects of a program that was stopped by Ctrl-C."""


class Root(click.Group):
    """A group that imports its commands late and answers every refusal with one sentence and exit code 2."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the commands, in the order of the help."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command's module."""
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"parlour.cli.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; a near miss is told what was probably meant."""
        if args[0] not in _COMMANDS and not args[0].startswith("-"):
            raise ParlourError(f"there is no command {args[0]!r}{did_you_mean(args[0], _COMMANDS)}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,  # noqa: FBT001, FBT002 -- click's own signature
        **extra: Any,
    ) -> Any:
        """Run, and leave quietly: no traceback for what a user asked, for Ctrl-C, or for a closed pipe."""
        name = prog_name or "parlour"
        if not standalone_mode:
            return super().main(args, name, complete_var, standalone_mode=False, **extra)
        try:
            code = super().main(args, name, complete_var, standalone_mode=False, **extra)
            sys.stdout.flush()
        except ParlourError as error:
            click.echo(f"parlour: {error}", err=True)
            code = 2
        except click.ClickException as error:
            error.show()
            code = error.exit_code
        except (click.Abort, KeyboardInterrupt):
            code = _INTERRUPTED
        except BrokenPipeError:
            # The reader has gone, as `head` does; what is still buffered has nowhere to go.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = 0
        sys.exit(code or 0)


_EPILOG = """\b
Examples:
  parlour                          open the table in the browser
  parlour --port 9000 --no-browser
  parlour play golf --deal 24      play deal 24 of Golf here
  parlour show golf --deal 24      print its cards
  parlour games                    what can be played, and how
  parlour serve --host 0.0.0.0     host the table for your network
"""


@click.group(
    cls=Root,
    invoke_without_command=True,
    epilog=_EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option("--port", metavar="NUMBER", help="Port of the table. [default: the first free one from 8000]")
@click.option("--host", metavar="ADDRESS", help="Address to listen on. [default: 127.0.0.1, this computer]")
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the database. [default: your user data folder]",
)
@click.version_option(package_name="parlour", message="Parlour %(version)s")
@click.pass_context
def parlour(ctx: click.Context, /, *, no_browser: bool, **given: Any) -> None:
    """A game table of your own.

    Without a command this opens the table: a server on this computer, and your browser on its page.
    `serve` opens it for others. The commands before it need no server.
    """
    if ctx.invoked_subcommand is None:
        from parlour.table.serve import serve
        from parlour.table.settings import read_settings

        serve(read_settings(**given), browser=not no_browser)
        return
    for name in ctx.params:
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = f"--{name.replace('_', '-')}"
            if ctx.invoked_subcommand in ("serve", "backup", "restore"):
                raise ParlourError(f"{option} is written after {ctx.invoked_subcommand}")
            raise ParlourError(f"{option} is for the table, which opens without a command")
