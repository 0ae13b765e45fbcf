"""What the strings of the university course version say, put into a record: validity, and where cards fit.

The record takes each card only where the game's own rules let a seat plant it.
"""

from collections import Counter

import numpy as np

from parlour.core.errors import PositionError
from parlour.core.kernel import Actions, Records, kernel, open_record, records
from parlour.core.seats import seat_name
from parlour.games.arboretum import state
from parlour.games.arboretum.cards import card_text, square_at
from parlour.games.arboretum.course import Placed, Sheet
from parlour.games.arboretum.options import ArboretumOptions
from parlour.games.arboretum.rules import MAX_LEGAL, clear_seat, legal_squares, plant, take
from parlour.games.arboretum.state import GARDEN, PLACING, in_hand


def check_valid(sheet: Sheet) -> None:
    """Raise `PositionError` for states that no game has."""
    _check_cards(sheet)
    planted = [len(garden) for garden in sheet.gardens]
    if planted != sorted(planted, reverse=True) or planted[0] > planted[-1] + 1:
        raise PositionError(f"shared: {planted} planted cards do not fit seats that take turns, A first")
    for seat, pile in enumerate(sheet.piles):
        if len(pile) > planted[seat]:
            raise PositionError(
                f"shared[{2 * seat + 2}], discards of {seat_name(seat)}, has {len(pile)} cards, and this"
                f" seat had {planted[seat]} turns"
            )
    for seat, hand in enumerate(sheet.hands):
        if not state.HAND <= len(hand) <= state.HAND + 2 * (seat == sheet.turn) and any(sheet.hands):
            fitting = "7 to 9" if seat == sheet.turn else "7"
            raise PositionError(
                f"hidden[{seat + 1}], hand of {seat_name(seat)}, has {len(hand)} cards, and it must have"
                f" {fitting} while {seat_name(sheet.turn)} is on turn"
            )
    if not any(sheet.hands) and (any(planted) or any(sheet.piles)):
        raise PositionError("hidden: hands are empty only before the deal, when all cards are in the deck")
    plant_gardens(sheet)


def _check_cards(sheet: Sheet) -> None:
    counts = Counter([*sheet.deck, *(card for cards in (*sheet.hands, *sheet.piles) for card in cards)])
    counts.update(placed.card for garden in sheet.gardens for placed in garden)
    count = int(state.IN_PLAY[sheet.seats]) * state.VALUES
    for card in range(count):
        if counts[card] != 1:
            raise PositionError(
                f"shared and hidden: {card_text(card)} stands there {counts[card]} times; each of the {count}"
                " cards stands there once"
            )


def plant_gardens(sheet: Sheet) -> Records:
    """Return a record with the arboreta, and empty hands, where the seat of the turn letter is on turn.

    Raises `PositionError` for a card where none can be planted.
    """
    states = records(state.State)
    s = open_record(states)
    ArboretumOptions().write(s)
    s.seats = sheet.seats
    for seat in range(state.MOST):
        garden = sheet.gardens[seat] if seat < sheet.seats else ()
        squares = [square_at(placed.row, placed.column) for placed in garden]
        count = plant_in_order(
            states,
            seat,
            np.array([placed.card for placed in garden], np.int16),
            np.array([state.NONE if square is None else square for square in squares], np.int16),
        )
        if count < len(garden):
            raise PositionError(_misplaced(seat, count, garden[count]))
    s.player = sheet.turn
    return states


def hold_hands(states: Records, sheet: Sheet) -> None:
    """Take the hands into a record. Raises `PositionError` for a card that is in one of them twice."""
    for seat, hand in enumerate(sheet.hands):
        count = hold(states, seat, np.array(hand, np.int16))
        if count < len(hand):
            where = f"hidden[{seat + 1}], hand of {seat_name(seat)}"
            raise PositionError(f"{where}: {card_text(hand[count])} stands there more than once")


def free_squares(states: Records) -> list[int]:
    """List the squares where the seat on turn can plant its next card."""
    out = np.empty(MAX_LEGAL, np.int16)
    return (out[: plantable(states, out)] - PLACING).tolist()  # type: ignore[no-any-return]


@kernel
def plant_in_order(states: Records, seat: int, cards: Actions, squares: Actions) -> int:
    """Plant cards in an empty arboretum while the rules let them be planted; return how many were."""
    s = states[0]
    clear_seat(s, seat)
    s.player = seat
    out = np.empty(MAX_LEGAL, np.int16)
    for i in range(len(cards)):
        n, fits = plantable(states, out), False
        for k in range(n):
            fits = fits or out[k] == PLACING + squares[i]
        if not fits:
            return i
        plant(s, seat, cards[i], squares[i])
    return len(cards)


@kernel
def plantable(states: Records, out: Actions) -> int:
    """Write the actions that plant a card of the seat on turn; return how many. A full arboretum has none."""
    s = states[0]
    return legal_squares(s, out) if s.planted[s.player] < GARDEN else 0


@kernel
def hold(states: Records, seat: int, cards: Actions) -> int:
    """Take cards into a hand until one is in it already; return how many were taken."""
    s = states[0]
    for i in range(len(cards)):
        if in_hand(s, seat, cards[i]):
            return i
        take(s, seat, cards[i])
    return len(cards)


def _misplaced(seat: int, number: int, placed: Placed) -> str:
    where = (
        f"shared[{2 * seat + 1}], arboretum of {seat_name(seat)}, from character {8 * number + 2}:"
        f" {card_text(placed.card)}"
    )
    if number == GARDEN:
        return f"{where} is card {number + 1}, and no arboretum has more than {GARDEN}"
    return where + (" must lie on a free square beside one before it" if number else " must lie at C00C00")
