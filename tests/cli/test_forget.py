"""`parlour forget`: by name or id, only one, only after being asked."""

import asyncio

import pytest
from sqlalchemy import select

from parlour.table import guests, schema
from parlour.table.house import House
from parlour.table.settings import Settings, sqlite_url
from parlour.table.store import open_store


@pytest.fixture
def data(tmp_path):
    """A folder whose database knows Ada once and Ben twice."""
    address = sqlite_url(tmp_path / "parlour.db")

    async def fill() -> None:
        store = open_store(address)
        house = House(Settings(database=address), store)
        for name in ("Ada", "Ben", "Ben"):
            await house.rename(await house.welcome(guests.new_token()), name)
        store.close()

    asyncio.run(fill())
    return tmp_path


def known(data):
    store = open_store(sqlite_url(data / "parlour.db"))
    with store.engine.connect() as connection:
        rows = connection.execute(select(schema.players.c.id, schema.players.c.name)).all()
    store.close()
    return sorted((row.name, row.id) for row in rows)


def test_a_guest_is_forgotten_by_name(data, command):
    answer = command("forget", "Ada", "--data", data, text="y\n")
    assert answer.exit_code == 0
    assert "Ada" in answer.output and "Forgotten." in answer.output
    assert [name for name, _ in known(data)] == ["Ben", "Ben"]


def test_of_two_with_one_name_the_id_decides(data, command):
    answer = command("forget", "Ben", "--yes", "--data", data)
    assert answer.exit_code == 2
    ids = [player for name, player in known(data) if name == "Ben"]
    assert all(player in answer.output for player in ids)
    assert command("forget", ids[0], "--yes", "--data", data).exit_code == 0
    assert len(known(data)) == 2


def test_nobody_is_forgotten_by_mistake(data, command):
    answer = command("forget", "Cem", "--yes", "--data", data)
    assert (answer.exit_code, "no guest 'Cem'" in answer.output) == (2, True)
    assert command("forget", "Ada", "--data", data, text="n\n").exit_code != 0
    assert len(known(data)) == 3
