"""Guests by their tokens."""

import asyncio

import pytest

from parlour.table import guests


class Slow:
    """A store that counts how often it is read, and lets nobody have an answer before `go`."""

    def __init__(self, store):
        self.store = store
        self.reads = 0
        self.go = asyncio.Event()
        self.error = None

    async def read(self, query):
        self.reads += 1
        await self.go.wait()
        if self.error is not None:
            raise self.error
        return await self.store.read(query)


async def test_all_who_come_back_at_once_are_found_by_one_look(house):
    tokens = [guests.new_token() for _ in range(40)]
    players = [await house.welcome(token) for token in tokens]
    slow = Slow(house.store)
    roll = guests.Roll(slow)
    first = asyncio.create_task(roll.player_of(tokens[0]))
    await asyncio.sleep(0)
    others = [asyncio.create_task(roll.player_of(token)) for token in (*tokens, guests.new_token(), "")]
    await asyncio.sleep(0)
    slow.go.set()
    assert await first == players[0]
    assert await asyncio.gather(*others) == [*players, None, None]
    assert slow.reads == 2


async def test_who_asks_later_is_answered_by_a_later_look(house):
    """A guest who was made while it looked is not missed."""
    slow, token = Slow(house.store), guests.new_token()
    roll = guests.Roll(slow)
    early = asyncio.create_task(roll.player_of(token))
    await asyncio.sleep(0)
    slow.go.set()
    player = await house.welcome(token)
    assert await roll.player_of(token) == player
    assert await early in (None, player)


async def test_one_who_goes_away_leaves_the_others_their_answer(house):
    slow, token = Slow(house.store), guests.new_token()
    player = await house.welcome(token)
    roll = guests.Roll(slow)
    gone, stays = (asyncio.create_task(roll.player_of(token)) for _ in range(2))
    await asyncio.sleep(0)
    gone.cancel()
    slow.go.set()
    assert await stays == player


async def test_each_is_told_what_went_wrong_and_the_next_look_is_another(house):
    slow, token = Slow(house.store), guests.new_token()
    player = await house.welcome(token)
    slow.go.set()
    roll, slow.error = guests.Roll(slow), OSError("the disk is gone")
    for found in await asyncio.gather(*(roll.player_of(token) for _ in range(3)), return_exceptions=True):
        assert isinstance(found, OSError)
    slow.error = None
    assert await roll.player_of(token) == player


@pytest.mark.parametrize("count", [1, guests.MOST, guests.MOST + 1])
async def test_no_look_is_for_more_than_so_many(house, count):
    slow = Slow(house.store)
    slow.go.set()
    roll = guests.Roll(slow)
    assert await asyncio.gather(*(roll.player_of(f"{k:032}") for k in range(count))) == [None] * count
    assert slow.reads == -(-count // guests.MOST)
