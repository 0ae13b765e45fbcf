"""Arboretum as strings: the functions of a university course version, and import and export.

For n seats, 2 to 4, a shared state is `[turn, A arboretum, A discards, B arboretum, B discards, ...]` and a
hidden state `[deck, A hand, B hand, ...]`:

* turn: the letter of a seat. It changes at the next seat's first draw, so a position after a discard still
  carries the letter of the seat that discarded.
* arboretum: the seat's letter and placements in play order, each 8 characters such as `a4N01C00`
* discards: the seat's letter and cards, the top last
* hand: the seat's letter and its cards, sorted; 0, 7, 8 or 9 of them
* deck: its cards, sorted; `""` when it is empty

Malformed strings raise `PositionError`, a `ValueError`, which says which string is wrong and where; only the
two functions whose names end in `_well_formed` answer instead. The scoring functions take hands of 0 to 9.

>>> import parlour
>>> from parlour.games.arboretum import strings
>>> shared, hidden = strings.to_strings(parlour.new("arboretum", seed=1))
>>> shared
['A', 'A', 'A', 'B', 'B']
>>> strings.choose_draw_location(shared, hidden)
'D'
"""

import random
import secrets
from collections.abc import Callable, Sequence

import numpy as np

from parlour.core.errors import ParlourError, PositionError
from parlour.core.kernel import Record, open_record, records, shuffle
from parlour.core.position import Position
from parlour.core.reading import from_object
from parlour.core.seats import seat_name
from parlour.core.start import check_seed
from parlour.games.arboretum import rules, state
from parlour.games.arboretum.cards import card_text, square_at, square_text, texts
from parlour.games.arboretum.codec import cards_in
from parlour.games.arboretum.course import (
    SCORED,
    Sheet,
    read_card,
    read_deck,
    read_hidden,
    read_placement,
    read_seat,
    read_shared,
    read_species,
    read_state,
)
from parlour.games.arboretum.paths import beside
from parlour.games.arboretum.placements import check_valid, free_squares, hold_hands, plant_gardens

Strings = Sequence[str]
"""A list or a tuple of strings."""


# States


def is_shared_state_well_formed(shared: object) -> bool:
    """Say whether this is a shared state in form, whatever it is given."""
    return _holds(lambda: read_shared(shared))


def is_hidden_state_well_formed(hidden: object) -> bool:
    """Say whether this is a hidden state in form, whatever it is given."""
    return _holds(lambda: read_hidden(hidden))


def is_state_valid(shared: Strings, hidden: Strings) -> bool:
    """Say whether states may be of one game: every card once, arboreta, hands and discards that fit.

    A hand of any other size is not valid. Raises `PositionError` for anything else that is malformed.
    """
    sheet = read_state(shared, hidden, None)
    return _holds(lambda: check_valid(sheet))


def _holds(check: Callable[[], object]) -> bool:
    try:
        check()
    except ParlourError:
        return False
    return True


# Playing


def draw_from_deck(deck: str, rng: random.Random | None = None) -> str:
    """Return a card of a deck, each equally likely, and `""` from an empty one; by `rng`, if it is given."""
    cards = texts(read_deck(deck))
    return str((secrets.SystemRandom() if rng is None else rng).choice(cards)) if cards else ""


def all_valid_placements(shared: Strings, hidden: Strings, card: str) -> set[str]:
    """Return the placements of a card by the seat of the turn letter, whether or not it holds the card.

    Raises `PositionError`, also for an arboretum that cannot be.
    """
    sheet = read_state(shared, hidden)
    text = card_text(read_card(card, "card", sheet.seats))
    return {text + square_text(square) for square in free_squares(plant_gardens(sheet))}


def is_placement_valid(shared: Strings, hidden: Strings, placement: str) -> bool:
    """Say whether the seat of the turn letter, which must hold nine cards, can play this one of them there.

    Raises `PositionError`, also for an arboretum that cannot be.
    """
    sheet = read_state(shared, hidden)
    placed = read_placement(placement, "placement", sheet.seats)
    hand, free = sheet.hands[sheet.turn], free_squares(plant_gardens(sheet))
    return (
        len(hand) == state.HAND + 2 and placed.card in hand and square_at(placed.row, placed.column) in free
    )


def choose_draw_location(shared: Strings, hidden: Strings) -> str:
    """Return what the seat that is to draw takes: `"D"`, or the top card of a pile.

    The choice is that of `Position.hint`, which does not look at hidden cards. Raises `PositionError` for
    states where no card is to be drawn or that `from_strings` refuses, apart from that before the deal.
    """
    sheet = read_state(shared, hidden)
    if not any(sheet.hands):
        check_valid(sheet)
        return "D"
    position = from_strings(shared, hidden)
    _expect(position, ("draw1", "draw2"), "is to draw")
    source = _hint(position)
    return "D" if source == "deck" else card_text(sheet.piles[ord(source) - ord("A")][-1])


def generate_move(shared: Strings, hidden: Strings) -> list[str]:
    """Return what the seat on turn, which holds nine cards, does: `[placement, discard]`.

    The choice is that of `Position.hint`, which does not look at hidden cards. Raises `PositionError` for
    states where no card is to be planted or that `from_strings` refuses.
    """
    position = from_strings(shared, hidden)
    _expect(position, ("play",), "is to plant")
    card = _hint(position)
    position.play(f"play {card}")
    square = _hint(position)
    position.play(f"at {square}")
    return [card + square, _hint(position)]


def _expect(position: Position, phases: tuple[str, ...], what: str) -> None:
    phase = position.to_dict()["phase"]
    if phase not in phases:
        raise PositionError(f"hidden: no seat {what} with hands of these sizes; the phase is {phase}")


def _hint(position: Position) -> str:
    """Return the hint of a position that is not over, without its verb."""
    return (position.hint() or "").partition(" ")[2]


# Scoring


def can_score(shared: Strings, hidden: Strings, player: str, species: str) -> bool:
    """Say whether a player has the right to score a species."""
    s, seat, one = _scored(shared, hidden, player, species)
    return bool(rules.has_right(s, seat, one))


def all_viable_paths(shared: Strings, hidden: Strings, player: str, species: str) -> set[str] | None:
    """Return every path of a species as its cards, `a1a3b6a8`, those within longer ones too.

    The set is empty where there is none; without the right it is `None`.
    """
    s, seat, one = _scored(shared, hidden, player, species)
    if not rules.has_right(s, seat, one):
        return None
    count = int(s.planted[seat])
    cards = s.garden[seat, :count].tolist()
    found = every_path(cards, s.squares[seat, :count].tolist(), one)
    return {"".join(texts(cards[i] for i in path)) for path in found}


def highest_viable_path_score(shared: Strings, hidden: Strings, player: str, species: str) -> int:
    """Return the points of a player's best path of a species: 0 without a path, -1 without the right."""
    s, seat, one = _scored(shared, hidden, player, species)
    return int(rules.path_points(s, seat, one)) if rules.has_right(s, seat, one) else -1


def every_path(cards: Sequence[int], squares: Sequence[int], species: int) -> list[tuple[int, ...]]:
    """List every path of a species among cards on squares, each as the indexes of its cards.

    Paths are two or more cards side by side, ascending, the first and the last of the species.
    """
    count = range(len(cards))
    higher = [
        [
            j
            for j in count
            if cards[j] % state.VALUES > cards[i] % state.VALUES and beside(squares[i], squares[j])
        ]
        for i in count
    ]
    found: list[tuple[int, ...]] = []
    growing: list[tuple[int, ...]] = [(i,) for i in count if cards[i] // state.VALUES == species]
    while growing:
        path = growing.pop()
        for j in higher[path[-1]]:
            growing.append((*path, j))
            if cards[j] // state.VALUES == species:
                found.append((*path, j))
    return found


def _scored(shared: Strings, hidden: Strings, player: str, species: str) -> tuple[Record, int, int]:
    """Return a record with arboreta and hands, the seat and the species."""
    sheet = read_state(shared, hidden, SCORED)
    states = plant_gardens(sheet)
    hold_hands(states, sheet)
    return open_record(states), read_seat(player, sheet.seats), read_species(species, sheet.seats)


# Import and export


def from_strings(shared: Strings, hidden: Strings, *, seed: int = 0) -> Position:
    """Return the position of the standard game that states describe.

    Who is to do what follows from the sizes of the hands and from how many cards are planted. Between turns
    the letter of the next seat is read like that of the last; `to_strings` writes that of the last. The
    strings do not say in which order the deck lies: it is shuffled by `seed`.

    Raises `PositionError` for malformed states, those that no game has and those before the deal.
    """
    sheet = read_state(shared, hidden)
    check_valid(sheet)
    phase, player = _phase_of(sheet)
    return from_object(
        {
            "game": "arboretum",
            "deck": list(texts(_shuffled(sheet.deck, seed))),
            "players": [
                {
                    "hand": list(texts(sheet.hands[seat])),
                    "discard": list(texts(sheet.piles[seat])),
                    "arboretum": [
                        [card_text(card), row, column] for card, row, column in sheet.gardens[seat]
                    ],
                }
                for seat in range(sheet.seats)
            ],
            "current_player": player,
            "phase": phase,
        }
    )


def _phase_of(sheet: Sheet) -> tuple[str, int | None]:
    """Return the phase and the seat on turn of valid states."""
    planted, size = sum(map(len, sheet.gardens)), len(sheet.hands[sheet.turn])
    if not size:
        raise PositionError("hidden: hands are empty; a position begins when they are dealt")
    following, last = planted % sheet.seats, max(0, planted - 1) % sheet.seats
    if size == state.HAND and sheet.turn in (last, following):
        return ("draw1", following) if sheet.deck else ("over", None)
    if size > state.HAND and sheet.turn == following:
        return ("draw2" if size == state.HAND + 1 else "play"), following
    if size == state.HAND + 1 and sheet.turn == last and planted:
        return "discard", last
    raise PositionError(
        f"shared[0], the turn: it cannot be {seat_name(sheet.turn)}'s with {planted} planted cards in all and"
        f" a hand of {size}"
    )


def _shuffled(deck: Sequence[int], seed: int) -> list[int]:
    s = open_record(records(state.State))
    s.rng = np.uint64(check_seed(seed))
    cards = np.array(deck, np.int16)
    shuffle(s, cards, len(cards))
    return list(cards.tolist())


def to_strings(position: Position) -> tuple[list[str], list[str]]:
    """Return the shared and the hidden state of a position.

    Not written are options of scoring, the order of the deck, and which cards of a hand all know. Raises
    `PositionError` for what the strings cannot express: other games, a final round, starting discards, and a
    card that is chosen but not yet planted.
    """
    s = open_record(position.states)
    _check_expressible(position, s)
    seats, total = range(position.seats), int(s.planted.sum())
    drawing = not s.over and s.phase in (state.SECOND_DRAW, state.PLAY)
    turn = (total if drawing else max(0, total - 1)) % position.seats
    shared, hidden = [seat_name(turn)], ["".join(sorted(texts(s.deck[: s.decked])))]
    for seat in seats:
        garden = zip(s.garden[seat].tolist(), s.squares[seat, : s.planted[seat]].tolist(), strict=False)
        trees = [card_text(card) + square_text(square) for card, square in garden]
        shared += [
            "".join([seat_name(seat), *trees]),
            "".join([seat_name(seat), *texts(s.piles[seat, : s.piled[seat]])]),
        ]
        hidden.append("".join([seat_name(seat), *texts(cards_in(s.hands[seat]))]))
    return shared, hidden


def _check_expressible(position: Position, s: Record) -> None:
    if position.game.name != "arboretum":
        raise PositionError(f"these strings express positions of arboretum, not of {position.game.name}")
    if s.extra:
        raise PositionError("these strings cannot express a game with final_round")
    if s.starting:
        raise PositionError("these strings cannot express a game with starting_discards")
    if s.phase == state.PLACE:
        raise PositionError(
            f"{card_text(int(s.selected))} is chosen; these strings express it when it is planted"
        )
