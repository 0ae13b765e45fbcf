"""`parlour forget`: what a guest left here is deleted by the host."""

from pathlib import Path

import click

from parlour.cli.serve import config_option, data_option
from parlour.core.errors import ParlourError


@click.command("forget")
@click.argument("guest")
@click.option("--yes", is_flag=True, help="Do not ask.")
@data_option
@config_option
def command(guest: str, *, yes: bool, data: Path | None, config: Path | None) -> None:
    """Delete what is known of a guest: name, statistics, ratings and solitaires.

    GUEST is the id of a player, as in the address of their page, or their name where only one has it. Matches
    stay for those who played them, without the name; those that are going on are given up. This works also
    while the table is open.

    \b
    Examples:
      parlour forget Ada
      parlour forget --data /srv/parlour 3fXk1cQb9aTzLw0E
    """  # noqa: D301 - click looks for the character itself
    import asyncio

    from parlour.table.address import without_secrets
    from parlour.table.forgetting import find, forget
    from parlour.table.house import House
    from parlour.table.settings import configure
    from parlour.table.store import open_store

    settings = configure({"data": data}, config=config).settings
    store = open_store(settings.database)
    try:
        with store.engine.connect() as connection:
            found = find(connection, guest)
        if not found:
            raise ParlourError(f"{without_secrets(settings.database)} knows no guest {guest!r}.")
        if len(found) > 1:
            ids = "".join(f"\n  {one.player}  {one.tables} table{'s' * (one.tables != 1)}" for one in found)
            raise ParlourError(f"{len(found)} guests are called {guest!r}; name one by the id:{ids}")
        one = found[0]
        tables = f"{one.tables} table{'s' * (one.tables != 1)}"
        click.echo(f"{one.name or 'A guest without a name'} ({one.player}): {tables}.")
        if not yes:
            click.confirm("Delete this guest for good?", abort=True)
        asyncio.run(forget(House(settings, store), one.player))
    finally:
        store.close()
    click.echo("Forgotten.")
