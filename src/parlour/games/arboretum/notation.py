"""Arboretum in text: moves such as `draw deck`, `play a1`, `at N01E02` and `discard b4`, and refusals."""

import re

from parlour.core.errors import IllegalMove, NotationError
from parlour.core.kernel import Record
from parlour.core.seats import seat_name
from parlour.games.arboretum import state, view
from parlour.games.arboretum.cards import card_text, find_card, find_square, square_text
from parlour.games.arboretum.codec import decode, encode
from parlour.games.arboretum.notebook import html

__all__ = ["action_text", "decode", "diagram", "encode", "expand", "html", "parse_action", "refusal"]

_FORMS = "'draw deck', 'draw A', 'play a1', 'at N01E02', 'discard b4'"
_PAIR = re.compile(r"(?:play )?([a-z][0-9]) ?(?:at )?([nsc][0-9]{2}[ewc][0-9]{2})", re.ASCII)


def action_text(s: Record, action: int) -> str:
    """Write an action."""
    if action == state.FROM_DECK:
        return "draw deck"
    if action < state.PLAYING:
        return f"draw {seat_name(action - state.FROM_PILE)}"
    if action < state.PLACING:
        return f"play {card_text(action - state.PLAYING)}"
    if action < state.DISCARDING:
        return f"at {square_text(action - state.PLACING)}"
    return f"discard {card_text(action - state.DISCARDING)}"


def expand(text: str) -> tuple[str, ...]:
    """Return the decisions that a text holds: `a1N01E02` is `play a1` and `at N01E02`."""
    pair = _PAIR.fullmatch(" ".join(text.lower().split()))
    return (f"play {pair[1]}", f"at {pair[2].upper()}") if pair else (text,)


def parse_action(s: Record, text: str) -> int:
    """Read one decision, in any case. Raises `NotationError`."""
    verb, _, rest = " ".join(text.lower().split()).partition(" ")
    match verb:
        case "draw":
            return _parse_source(s, text, rest)
        case "play":
            return state.PLAYING + _parse_card(s, text, rest)
        case "discard":
            return state.DISCARDING + _parse_card(s, text, rest)
        case "at":
            square = find_square(rest)
            if square is None:
                raise NotationError(
                    f"{text!r} names no square; squares are rows and columns from the first card,"
                    f" such as N01E02 or C00W01, at most {state.REACH} away"
                )
            return state.PLACING + square
    raise NotationError(f"{text!r} is no move of Arboretum; moves are {_FORMS}")


def _parse_source(s: Record, text: str, rest: str) -> int:
    if rest == "deck":
        return state.FROM_DECK
    seat = "abcd".find(rest) if len(rest) == 1 else -1
    if not 0 <= seat < s.seats:
        seats = ", ".join(f"'draw {seat_name(i)}'" for i in range(int(s.seats)))
        raise NotationError(f"{text!r} names no pile; say 'draw deck', {seats}")
    return state.FROM_PILE + seat


def _parse_card(s: Record, text: str, rest: str) -> int:
    card = find_card(rest)
    if card is None:
        raise NotationError(f"{text!r} names no card; a card is a species and a value, such as a1")
    if card >= state.IN_PLAY[s.seats] * state.VALUES:
        raise NotationError(f"{text!r}: that species is not in a game of {s.seats}")
    return card


_DECISIONS = {
    state.FIRST_DRAW: ("draw_first", "draw a card first: 'draw deck' or the pile of a seat"),
    state.SECOND_DRAW: ("draw_first", "draw a second card first: 'draw deck' or the pile of a seat"),
    state.PLAY: ("play_first", "choose a card to plant: 'play' and the card"),
    state.PLACE: ("place_first", "say where it is planted: 'at' and the square"),
    state.DISCARD: ("discard_first", "discard a card: 'discard' and the card"),
}


def refusal(s: Record, action: int) -> IllegalMove:
    """Say why an action is not legal: what is missing, or what is to be decided first."""
    if _phase_of(s, action) != s.phase:
        return IllegalMove(*_DECISIONS[int(s.phase)])
    if action == state.FROM_DECK:
        return IllegalMove("deck_empty", "the deck is empty")
    if action < state.PLAYING:
        seat = action - state.FROM_PILE
        if seat >= s.seats:
            return IllegalMove("no_such_seat", f"nobody sits at {seat_name(seat)}")
        return IllegalMove("pile_empty", f"the pile of {seat_name(seat)} is empty")
    if state.PLACING <= action < state.DISCARDING:
        return _refused_square(s, action - state.PLACING)
    card = action - (state.PLAYING if action < state.PLACING else state.DISCARDING)
    if action >= state.DISCARDING and card == s.garden[s.player, s.planted[s.player] - 1]:
        return IllegalMove("just_planted", f"{card_text(card)} was just planted and stays there")
    return IllegalMove("not_in_hand", f"you do not hold {card_text(card)}")


def _phase_of(s: Record, action: int) -> int:
    if action < state.PLAYING:
        return int(s.phase) if s.phase <= state.SECOND_DRAW else state.FIRST_DRAW
    if action < state.PLACING:
        return state.PLAY
    return state.PLACE if action < state.DISCARDING else state.DISCARD


def _refused_square(s: Record, square: int) -> IllegalMove:
    seat = int(s.player)
    if not s.planted[seat]:
        return IllegalMove("first_card", "the first card lies at C00C00")
    if square in s.squares[seat].tolist():
        return IllegalMove("square_taken", f"a card lies at {square_text(square)} already")
    return IllegalMove(
        "not_beside", f"{square_text(square)} is not side by side with a card of your arboretum"
    )


def diagram(s: Record) -> str:
    """Draw the whole position, with all hands open and the next card of the deck."""
    top = card_text(int(s.deck[s.decked - 1])) if s.decked else None
    return view.draw(view.look(s, None, (), everything=True), top)
