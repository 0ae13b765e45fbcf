"""Deleting what is known of a guest: solitaires and records go, matches stay for the others, nameless."""

import msgspec
from sqlalchemy import Connection, delete, func, select, update

from parlour.core.errors import ParlourError
from parlour.table import computers, guests, messages, ratings
from parlour.table.house import House
from parlour.table.log import Statement
from parlour.table.match.table import MatchTable
from parlour.table.schema import events, players, rounds, seats, tables, tries


class Known(msgspec.Struct, frozen=True):
    """A guest, and at how many tables they have a seat."""

    player: str
    name: str
    tables: int


def find(connection: Connection, guest: str) -> list[Known]:
    """Return the guests of this id, or else of this name."""
    tables_of = select(func.count(seats.c.table.distinct())).where(seats.c.player == players.c.id)
    query = select(players.c.id, players.c.name, tables_of.scalar_subquery().label("tables"))
    query = query.where(players.c.id.not_in(computers.IDS))
    rows = connection.execute(query.where(players.c.id == guest)).all()
    rows = rows or connection.execute(query.where(players.c.name == guest, players.c.name != "")).all()
    return [Known(row.id, row.name, row.tables) for row in rows]


async def forget(house: House, player: str) -> None:
    """Delete a guest for good: games that are going on are given up first.

    Raises `WriteError`; then nothing was deleted.
    """
    mine = select(seats.c.table).where(seats.c.player == player)
    going = select(tables.c.id).where(tables.c.id.in_(mine), tables.c.phase.in_(("gathering", "playing")))
    for table_id in await house.store.read(lambda connection: connection.scalars(going).all()):
        table = await house.tables.match(table_id)
        kind = messages.Stand if table.course.phase == "gathering" else messages.Resign
        for _ in table.course.seats_of(player):  # people at one screen: each seat is given up by itself
            try:
                await table.command(player, kind(id=guests.new_id(), rev=table.rev))
            except ParlourError:  # it has ended
                break
        table.publish()
    await house.store.write(deletion(player))
    for held in house.tables.held():
        if isinstance(held, MatchTable) and player in held.course.players:
            await held.tell(looking_up=True)


def deletion(player: str) -> Statement:
    """Return the statement that deletes a guest who plays no match any more."""

    def run(connection: Connection) -> None:
        alone = select(tables.c.id).join(seats, seats.c.table == tables.c.id)
        own = connection.scalars(
            alone.where(seats.c.player == player, tables.c.phase.in_(("solo", "record")))
        ).all()
        for rows in (tries, events, seats):
            connection.execute(delete(rows).where(rows.c.table.in_(own)))
        connection.execute(delete(tables).where(tables.c.id.in_(own)))
        connection.execute(delete(rounds).where(rounds.c.player == player))
        connection.execute(update(seats).where(seats.c.player == player).values(player=None))
        ratings.forget(player)(connection)
        connection.execute(delete(players).where(players.c.id == player))

    return run
