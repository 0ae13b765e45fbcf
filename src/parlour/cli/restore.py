"""`parlour restore`: a backup takes the place of the table's database."""

from pathlib import Path

import click

from parlour.cli.backup import database_file
from parlour.cli.serve import config_option, data_option


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@data_option
@config_option
def command(file: Path, data: Path | None, config: Path | None) -> None:
    """Put the backup FILE in the place of the table's database, while the table is closed.

    The database that was there is kept beside it under another name. FILE stays as it is.

    \b
    Examples:
      parlour restore parlour-2026-11-30-101500.db
      parlour restore --data /srv/parlour /mnt/backups/parlour-2026-11-30-101500.db
    """  # noqa: D301 - click looks for the character itself
    from parlour.table.restore import restore

    database = database_file(data, config, "pg_restore puts a backup of pg_dump back")
    former = restore(file, database)
    click.echo(f"{database} is now what {file} was.")
    if former is not None:
        click.echo(f"The database before is kept as {former}.")
