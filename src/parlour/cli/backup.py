"""`parlour backup`: a copy of the table's database, also while a server has it open."""

from pathlib import Path

import click

from parlour.cli.serve import config_option, data_option
from parlour.core.errors import ParlourError


def database_file(data: Path | None, config: Path | None, instead: str) -> Path:
    """Return the SQLite file of the settings; for PostgreSQL refuse and say what does it `instead`."""
    from parlour.table.address import sqlite_path, without_secrets
    from parlour.table.settings import configure

    address = configure({"data": data}, config=config).settings.database
    file = sqlite_path(address)
    if file is None:
        raise ParlourError(f"The database is PostgreSQL ({without_secrets(address)}): {instead}.")
    return file


@click.command("backup")
@data_option
@click.option(
    "--to",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="File to write, or its folder. [default: parlour-DATE-TIME.db in this folder]",
)
@config_option
def command(data: Path | None, to: Path | None, config: Path | None) -> None:
    """Copy the table's database, also while the table is open.

    The copy is one file, it is checked, and it overwrites nothing. `parlour restore` puts it back. The
    database is found as `parlour serve` finds it.

    \b
    Examples:
      parlour backup
      parlour backup --data /srv/parlour --to /mnt/backups
    """  # noqa: D301 - click looks for the character itself
    from parlour.table.backup import backup

    file = database_file(data, config, "pg_dump --format=custom --file=parlour.dump makes its backup")
    saved = backup(file, to)
    click.echo(f"{file} is saved as {saved} ({saved.stat().st_size / 1e6:.1f} MB).")
