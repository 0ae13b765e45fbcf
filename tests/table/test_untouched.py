"""What nobody touched is swept after a day, and nothing else."""

import secrets

import pytest
from sqlalchemy import func, select

from parlour.core.start import DealStart
from parlour.table import messages, schema
from parlour.table.errors import MissingError
from parlour.table.untouched import DAY


async def count(house, table) -> int:
    return await house.store.read(lambda c: c.scalar(select(func.count()).select_from(table)))


async def touch(house, table_id):
    table = await house.tables.get(table_id)
    await table.command(
        table.kept.players[0], messages.Play(id=secrets.token_hex(8), rev=table.state.rev, moves=("deal",))
    )


def forget(house):
    """Let all tables go from memory, as a new start does."""
    house.tables._held.clear()


async def test_untouched_tables_go_after_a_day_with_their_guests(house, player, clock):
    for name in ("one", "two", player):
        await house.tables.create(await house.welcome(name), "golf", None, DealStart("24"))
    begun = await house.tables.open_deal(await house.welcome(player), "golf", None, "24")
    await touch(house, begun)
    forget(house)
    clock.tick(DAY / 1000 - 1)
    await house.tables.sweep()
    assert await count(house, schema.tables) == 3
    clock.tick(2)
    await house.tables.sweep()
    assert await count(house, schema.tables) == await count(house, schema.seats) == 1
    assert await count(house, schema.players) == 1
    assert (await house.tables.get(begun)).state.rev == 1
    assert await house.welcome("one"), "the cookie is as good as before"


async def test_a_round_goes_whole_or_not_at_all(house, player, clock):
    owner = await house.welcome(player)
    await house.tables.open_round(owner, "golf", None)
    begun = await house.tables.open_round(owner, "golf", None)
    table = await house.tables.get(begun)
    await touch(house, begun)
    while legal := table.state.position.legal_moves:
        command = messages.Play(id=secrets.token_hex(8), rev=table.state.rev, moves=(legal[-1],))
        await table.command(table.kept.players[0], command)
    following = await house.tables.next_hole(owner, begun)
    forget(house)
    clock.tick(2 * DAY / 1000)
    await house.tables.sweep()
    assert await count(house, schema.rounds) == 1
    assert (await house.tables.get(following)).kept.hole == 2


async def test_a_table_in_memory_stays(house, player, clock):
    table_id = await house.tables.create(await house.welcome(player), "golf", None, DealStart("24"))
    await house.tables.get(table_id)
    clock.tick(2 * DAY / 1000)
    await house.tables.sweep()
    await touch(house, table_id)
    other = await house.tables.create(await house.welcome(player), "golf", None, DealStart("25"))
    clock.tick(2 * DAY / 1000)
    await house.tables.sweep()
    with pytest.raises(MissingError):
        await house.tables.get(other)
