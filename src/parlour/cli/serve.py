"""`parlour serve`: the table for others, on the address, port and database that a host chooses."""

from pathlib import Path
from typing import Any

import click

DEFAULTS = {"port": 8000}
"""Where this differs from `parlour` alone: what forwards to a port must find it there at the next start."""


def config_option(command: Any) -> Any:
    """Add the option that names a file of settings."""
    return click.option(
        "--config",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Settings in TOML. [default: parlour.toml in the folder of the database]",
    )(command)


def data_option(command: Any) -> Any:
    """Add the option that names the folder of the database."""
    return click.option(
        "--data",
        type=click.Path(path_type=Path),
        metavar="FOLDER",
        help="Folder of the database. [default: your user data folder]",
    )(command)


@click.command("serve")
@click.option("--host", metavar="ADDRESS", help="Address to listen on; 0.0.0.0 is all. [default: 127.0.0.1]")
@click.option("--port", metavar="NUMBER", help=f"Port to listen on. [default: {DEFAULTS['port']}]")
@data_option
@click.option(
    "--public-url", metavar="URL", help="The address that people use where it differs, as behind a proxy."
)
@config_option
@click.option("--show-config", is_flag=True, help="Print the settings and where each comes from, and leave.")
@click.option("--no-browser", is_flag=True, expose_value=False, help="None is opened anyway.")
def command(*, config: Path | None, show_config: bool, **given: Any) -> None:
    """Host the table: no browser is opened, and it runs until it is told to end.

    Each setting is taken from its option, else from the environment (PARLOUR_HOST, PARLOUR_PORT ...), else
    from the file, else from what is usual. docs/how-to/self-host.md lists them all.

    \b
    Examples:
      parlour serve --host 0.0.0.0
      parlour serve --data /srv/parlour --public-url https://games.example.org
      parlour serve --config /etc/parlour.toml --show-config
    """  # noqa: D301 - click looks for the character itself
    from parlour.table.serve import serve
    from parlour.table.settings import configure

    found = configure(given, config=config, defaults=DEFAULTS)
    if show_config:
        click.echo("\n".join(found.lines()))
        return
    serve(found.settings)
