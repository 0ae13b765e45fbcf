"""Tables that programs open, by the same doors as the pages."""

from parlour.core import options
from parlour.core.errors import OptionsError
from parlour.core.game import Game
from parlour.core.options import GameOptions
from parlour.table.api.schemas import Opening
from parlour.table.house import House
from parlour.table.match import form
from parlour.table.match.terms import Seat, Terms
from parlour.table.table import Table


async def open_table(house: House, game: Game, player: str, asked: Opening) -> Table:
    """Open a table for a player. Raises `OptionsError` or `DealError`."""
    preset = asked.preset or next(iter(game.presets))
    chosen = options.choose(game.presets, preset, dict(asked.options), game.title)
    if game.seats[-1] > 1:
        return await house.tables.open_match(game, preset, chosen, _terms(game, player, asked))
    return await house.tables.get(await _solitaire(house, game, player, asked, chosen))


async def _solitaire(house: House, game: Game, player: str, asked: Opening, chosen: GameOptions) -> str:
    """Return the player's table of a deal, as the pages find or open it."""
    if asked.for_several or asked.seats not in (None, 1):
        names = ", ".join(asked.for_several or ("seats",))
        raise OptionsError(f"{game.title} is for one player, so nothing is to be said about {names}")
    preset = game.preset_of(chosen)
    if preset is None:
        raise OptionsError(f"{game.title} is played by one of its presets: {', '.join(game.presets)}")
    deal = game.random_deal() if asked.deal is None else game.deal_number(asked.deal)
    return await house.tables.open_deal(player, game.name, preset, deal)


def _terms(game: Game, player: str, asked: Opening) -> Terms:
    if asked.deal is not None:
        raise OptionsError(f"{game.title} has no deal numbers: its cards are shuffled anew for every table")
    seats = game.seats[0] if asked.seats is None else asked.seats
    others: list[Seat] = ["open"] * (seats - 1)
    chairs: tuple[Seat, ...] = ("me", *others) if asked.chairs is None else asked.chairs
    if asked.seats is not None and asked.seats != len(chairs):
        raise OptionsError(f"{len(chairs)} chairs are named, but {asked.seats} seats are asked for")
    if "me" not in chairs:
        raise OptionsError("whoever opens a table sits at it, so one of the chairs is for “me”")
    return Terms(
        host=player,
        chairs=chairs,
        clock=form.usual_clock(game) if asked.clock is None else asked.clock,
        zero=asked.zero,
        order=asked.order,
        public=asked.public,
        rated=asked.rated,
        full_starts=asked.full_starts,
    )
