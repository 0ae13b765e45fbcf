"""Tables of several seats in lists, as the front page and the profile show them."""

from collections.abc import Mapping
from contextlib import suppress

import msgspec

from parlour.core import registry
from parlour.core.errors import ParlourError
from parlour.draw.pages import MatchCard, OpenTable, WatchTable
from parlour.table import computers, games, profiles
from parlour.table.answers import language
from parlour.table.house import House
from parlour.table.match import form
from parlour.table.profiles import Listed

SEAT_LINKS = 12
"""Seats of other guests that one browser is shown in its lists at most."""


async def own_matches(house: House, cookies: Mapping[str, str], player: str | None) -> tuple[MatchCard, ...]:
    """Return the tables where a guest sits, also by seat links: those first where it is their turn."""
    lang = language(cookies)
    found = [] if player is None else await house.store.read(lambda c: profiles.running(c, player))
    cards = [await _card(house, one.table, player, lang) for one in found]
    linked = [name.removeprefix("seat_") for name in cookies if name.startswith("seat_")][:SEAT_LINKS]
    for table_id in linked:
        with suppress(ParlourError):
            table = await house.tables.match(table_id)
            holder = table.player_by(cookies[f"seat_{table_id}"])
            if holder != player and table.course.phase in ("gathering", "playing"):
                cards.append(await _card(house, table_id, holder, lang))
    shown = [card for card in cards if card is not None and card.game in games.names()]
    return tuple(sorted(shown, key=lambda card: not card.yours))


async def _card(house: House, table_id: str, player: str | None, lang: str) -> MatchCard | None:
    table = await house.tables.match(table_id)
    course, position = table.course, table.state.position
    seats = course.seats_of(player)
    turn = position.current_player if position is not None else None
    others = [one for one in course.players if one not in (None, player)]
    return MatchCard(
        table=table_id,
        game=table.kept.game,
        phase="playing" if course.phase == "playing" else "gathering",
        others=tuple(table.called(one, lang) for one in others),
        yours=turn in seats and course.phase == "playing",
        waiting="" if turn is None or turn in seats else table.called(course.players[turn], lang),
        taken=sum(one is not None for one in course.players),
        chairs=len(course.players),
    )


async def open_tables(house: House, player: str | None, limit: int) -> tuple[OpenTable, ...]:
    """Return the public tables with a free chair where this guest does not sit yet."""
    found = await house.store.read(profiles.open_tables)
    mine = [one for one in found if any(seat.player == player and player for seat in one.seats)]
    shown = [one for one in found if one not in mine and one.free and one.game in games.names()]
    return tuple(map(_open, shown[:limit]))


def _open(one: Listed) -> OpenTable:
    game = registry.game(one.game)
    options = msgspec.json.decode(one.options, type=game.options_type)
    usual = msgspec.structs.asdict(game.presets[one.preset])
    host = next((seat.name for seat in one.seats if seat.player == one.terms.host), "")
    return OpenTable(
        table=one.table,
        game=one.game,
        host=host or next((seat.name for seat in one.taken if not computers.level_of(seat.player)), ""),
        taken=len(one.taken),
        chairs=len(one.seats),
        preset=one.preset,
        changed=sum(value != usual[name] for name, value in msgspec.structs.asdict(options).items()),
        clock=form.pace(one.terms.clock),
        rated=one.terms.rated,
    )


async def running_tables(house: House, lang: str, limit: int = 30) -> tuple[WatchTable, ...]:
    """Return the public matches that are going on, in a language."""
    found = await house.store.read(lambda connection: profiles.watchable(connection, limit))
    cards = []
    for one in found:
        if one.game not in games.names():
            continue
        table = await house.tables.match(one.table)
        position = table.state.position
        turn = None if position is None else position.current_player
        cards.append(
            WatchTable(
                table=one.table,
                game=one.game,
                names=tuple(table.called(player, lang) for player in table.course.players),
                turn="" if turn is None else table.called(table.course.players[turn], lang),
                moves=0 if position is None else len(position.history),
                rated=one.terms.rated,
            )
        )
    return tuple(cards)
