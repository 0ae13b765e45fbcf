"""The log of Arboretum turn by turn: who drew what from where, planted and discarded."""

from collections.abc import Iterator

import msgspec

from parlour.core.board import Told
from parlour.games.arboretum.view import ArboretumView


class Draw(msgspec.Struct, frozen=True):
    """A card that was drawn: its text where it is known, and the seat of the pile, `None` for the deck."""

    card: str
    pile: int | None


class Planted(msgspec.Struct, frozen=True):
    """A card that was planted, and its square; no square while it is only chosen."""

    card: str
    square: str


class Turn(msgspec.Struct, frozen=True):
    """What a seat did in one turn so far; `first` counts the moves before it, `end` those up to its last."""

    seat: int
    number: int
    first: int
    end: int
    draws: tuple[Draw, ...] = ()
    planted: Planted | None = None
    discarded: str = ""


def first_seat(view: ArboretumView, log: tuple[Told, ...]) -> int:
    """Return the seat that took the first turn of a log."""
    discards = [told for told in log if told.kind == "discard"]
    seats = len(view.players)
    if view.player is not None:
        return (view.player - len(discards)) % seats
    return (ord(discards[-1].places[0]) - ord("A") + 1 - len(discards)) % seats if discards else 0


def turns(view: ArboretumView, log: tuple[Told, ...]) -> Iterator[Turn]:
    """Give the turns of a log; the last one may be under way."""
    seats, start = len(view.players), first_seat(view, log)
    begin, number = 0, 0
    for end, told in enumerate(log, 1):
        if told.kind == "discard" or end == len(log):
            yield _turn((start + number) % seats, number, begin, log[begin:end])
            begin, number = end, number + 1


def _turn(seat: int, number: int, first: int, acts: tuple[Told, ...]) -> Turn:
    draws: list[Draw] = []
    planted, discarded = None, ""
    for told in acts:
        card = told.cards[0] if told.cards else ""
        match told.kind:
            case "draw":
                pile = None if told.places[0] == "deck" else ord(told.places[0]) - ord("A")
                draws.append(Draw(card, pile))
            case "play":
                planted = Planted(card, "")
            case "plant":
                planted = Planted(card, told.places[0])
            case "discard":
                discarded = card
    return Turn(seat, number, first, first + len(acts), tuple(draws), planted, discarded)
