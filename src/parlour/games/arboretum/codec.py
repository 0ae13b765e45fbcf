"""A position of Arboretum as JSON: written exactly, read with a reason for everything that cannot be.

The fields are described in `docs/rules/arboretum.md`.
"""

from collections import Counter
from typing import Any

from parlour.core.errors import PositionError, shown
from parlour.core.kernel import Record
from parlour.core.parts import COMMON, as_list, as_object, as_whole
from parlour.games.arboretum import rules, state
from parlour.games.arboretum.cards import card_text, find_card, place_of, square_at, texts

PHASES = ("draw1", "draw2", "play", "place", "discard")
_NEEDED = ("deck", "players", "current_player", "phase")
_FIELDS = (*_NEEDED, "selected", "final_turns")
_SEAT_FIELDS = ("hand", "known", "discard", "arboretum")
_SIZES = (7, 8, 9, 9, 8)
"""Cards in the hand on turn, by phase."""


# Writing


def encode(s: Record) -> dict[str, Any]:
    """Return the record's fields as built-in types."""
    return {
        "deck": list(texts(s.deck[: s.decked])),
        "players": [_seat(s, seat) for seat in range(int(s.seats))],
        "current_player": None if s.over else int(s.player),
        "phase": "over" if s.over else PHASES[int(s.phase)],
        "selected": None if s.selected == state.NONE else card_text(int(s.selected)),
        "final_turns": None if s.turns == state.NONE else int(s.turns),
    }


def cards_in(masks: Any) -> list[int]:
    """List the cards of a hand's masks, ascending."""
    return [
        species * state.VALUES + value
        for species, mask in enumerate(masks.tolist())
        for value in range(state.VALUES)
        if mask >> value & 1
    ]


def _seat(s: Record, seat: int) -> dict[str, Any]:
    garden = s.garden[seat, : s.planted[seat]].tolist()
    return {
        "hand": list(texts(cards_in(s.hands[seat]))),
        "known": list(texts(cards_in(s.known[seat]))),
        "discard": list(texts(s.piles[seat, : s.piled[seat]])),
        "arboretum": [
            [card_text(card), *place_of(square)]
            for card, square in zip(garden, s.squares[seat].tolist(), strict=False)
        ],
    }


# Reading


def decode(data: dict[str, Any], s: Record) -> None:
    """Fill a record whose options are set.

    Raises `PositionError`, naming the field, for what is malformed, loses or doubles a card, or does not fit
    the phase.
    """
    as_object(data, (*COMMON, *_FIELDS), "a position")
    for name in _NEEDED:
        if name not in data:
            raise PositionError(f"{name} is missing")
    players = as_list(data["players"], "players")
    if len(players) not in state.SEATS:
        raise PositionError(f"players must be 2 to 4 objects, one a seat, not {len(players)}")
    s.seats, s.rng, s.over, s.selected, s.turns = len(players), 0, 0, state.NONE, state.NONE
    for seat in range(state.MOST):
        rules.clear_seat(s, seat)
    s.deck[:] = state.NONE
    deck = _cards(data["deck"], "deck", s)
    everything = list(deck)
    for seat, player in enumerate(players):
        everything += _read_seat(s, seat, player)
    _check_all_cards(everything, s)
    s.deck[: len(deck)] = deck
    s.decked = len(deck)
    _read_turn(data, s)


def _card(value: object, where: str, s: Record) -> int:
    card = find_card(value) if isinstance(value, str) else None
    if card is None:
        raise PositionError(f"{where}: {shown(value)} is no card; write a species and a value, such as a1")
    if card >= state.IN_PLAY[s.seats] * state.VALUES:
        raise PositionError(f"{where}: {value} is not in a game of {s.seats}")
    return card


def _cards(value: object, where: str, s: Record) -> list[int]:
    return [_card(card, where, s) for card in as_list(value, where)]


def _check_all_cards(cards: list[int], s: Record) -> None:
    twice = sorted(card for card, count in Counter(cards).items() if count > 1)
    if twice:
        raise PositionError(f"deck and players: {card_text(twice[0])} is there more than once")
    count = int(state.IN_PLAY[s.seats]) * state.VALUES
    missing = sorted(set(range(count)) - set(cards))
    if missing:
        named = ", ".join(texts(missing[:5])) + (", ..." if len(missing) > 5 else "")
        raise PositionError(f"deck and players: of the {count} cards these are missing: {named}")


def _read_seat(s: Record, seat: int, value: object) -> list[int]:
    """Read a seat and return its cards."""
    where = f"players[{seat}]"
    player = as_object(value, _SEAT_FIELDS, where)
    for name in ("hand", "discard", "arboretum"):
        if name not in player:
            raise PositionError(f"{where}: {name} is missing")
    hand = _cards(player["hand"], f"{where}.hand", s)
    for card in hand:
        rules.take(s, seat, card)
    for card in _cards(player.get("known", []), f"{where}.known", s):
        if card not in hand:
            raise PositionError(f"{where}.known: {card_text(card)} is not in this hand")
        rules.show(s, seat, card)
    discard = _cards(player["discard"], f"{where}.discard", s)
    garden = _read_garden(s, seat, player["arboretum"], f"{where}.arboretum")
    if len(discard) > state.PILE:
        raise PositionError(f"{where}.discard has {len(discard)} cards, more than any seat has turns")
    for card in discard:
        rules.put_on_pile(s, seat, card)
    return [*hand, *discard, *garden]


def _read_garden(s: Record, seat: int, value: object, where: str) -> list[int]:
    garden = []
    for number, one in enumerate(as_list(value, where)):
        at = f"{where}[{number}]"
        if not isinstance(one, list | tuple) or len(one) != 3:
            raise PositionError(f"{at} must be a card, its row and its column, not {shown(one)}")
        card = _card(one[0], at, s)
        if number == state.GARDEN:
            raise PositionError(f"{where} has more than {state.GARDEN} cards, which no game allows")
        row, column = (as_whole(one[i], at, -state.REACH, state.REACH) for i in (1, 2))
        square = square_at(row, column)
        free = s.edge[seat, : s.edges[seat]].tolist() if number else [state.HOME]
        if square is None or square not in free:
            where_to = "at 0, 0" if not number else "on a free square beside one planted before"
            raise PositionError(f"{at}: {one[0]} must lie {where_to}, not at {row}, {column}")
        rules.plant(s, seat, card, square)
        garden.append(card)
    return garden


def _read_turn(data: dict[str, Any], s: Record) -> None:
    phase = data["phase"]
    if phase not in (*PHASES, "over"):
        raise PositionError(f"phase must be one of {', '.join((*PHASES, 'over'))}, not {shown(phase)}")
    if data["current_player"] is not None or phase != "over":
        s.player = as_whole(data["current_player"], "current_player", 0, int(s.seats) - 1)
    if phase == "over":
        _read_end(data, s)
        return
    s.phase = PHASES.index(phase)
    _check_hands(s, s.player)
    _check_turns(
        s,
        [
            int(s.planted[seat]) - (seat < s.player or (seat == s.player and phase == "discard"))
            for seat in range(int(s.seats))
        ],
    )
    _read_selected(data.get("selected"), s)
    _read_final(data.get("final_turns"), s)
    _check_sources(s)


def _read_end(data: dict[str, Any], s: Record) -> None:
    if s.decked:
        raise PositionError("phase is over, but the deck is not empty")
    for name in ("selected", "final_turns"):
        if data.get(name) is not None:
            raise PositionError(f"{name} must be null when the phase is over")
    counts = [int(s.planted[seat]) for seat in range(int(s.seats))]
    _check_turns(s, [count - (count > counts[-1]) for count in counts])
    _check_hands(s, None)
    s.over, s.player, s.phase = state.ENDED, state.NONE, state.FIRST_DRAW


def _check_turns(s: Record, rounds: list[int]) -> None:
    """Refuse arboreta of which some are not as far as seats that take turns must be."""
    planted = [int(s.planted[seat]) for seat in range(int(s.seats))]
    if len(set(rounds)) > 1 or planted != sorted(planted, reverse=True):
        raise PositionError(
            f"players: {planted} planted cards do not fit seats that take turns, A first, and this phase"
        )


def _check_hands(s: Record, mover: int | None) -> None:
    """Refuse hands of another size than the phase asks for, and piles higher than the turns played.

    With an empty deck the last draw of a final round may have been missing.
    """
    missing = bool(s.extra) and not s.decked
    for seat in range(int(s.seats)):
        size, right, least = int(state.held(s, seat)), state.HAND, state.HAND - missing
        if seat == mover:
            right = _SIZES[int(s.phase)]
            least = right - (missing and s.phase >= state.PLAY)
        if not least <= size <= right:
            raise PositionError(f"players[{seat}].hand has {size} cards, and in this phase it has {right}")
        turns = int(s.planted[seat]) - (seat == mover and s.phase == state.DISCARD)
        turned_up = s.starting == state.ALL or (s.starting == state.ALL_BUT_FIRST and seat > 0)
        if s.piled[seat] > turns + turned_up:
            raise PositionError(
                f"players[{seat}].discard has {s.piled[seat]} cards, more than this seat had turns"
            )


def _read_selected(selected: object, s: Record) -> None:
    if (selected is not None) != (s.phase == state.PLACE):
        raise PositionError("selected must be the card to be placed in phase place, and null otherwise")
    if selected is not None:
        s.selected = _card(selected, "selected", s)
        if not state.in_hand(s, int(s.player), int(s.selected)):
            raise PositionError(f"selected: {selected} is not in the hand of this seat")
        rules.show(s, int(s.player), int(s.selected))


def _read_final(turns: object, s: Record) -> None:
    if turns is not None:
        s.turns = as_whole(turns, "final_turns", 1, int(s.seats))
        if not s.extra or s.decked:
            raise PositionError(
                "final_turns counts down with final_round, when the deck is empty; it must be null"
            )
    elif not s.decked and s.phase == state.FIRST_DRAW:
        raise PositionError("deck: it is empty before the first draw, so the phase is over or a final round")


def _check_sources(s: Record) -> None:
    there = int(s.decked) + int(s.piled.sum())
    if s.phase in (state.FIRST_DRAW, state.SECOND_DRAW) and not there:
        raise PositionError("phase: there is no card left to draw, so the phase is play")
    if s.turns == state.NONE and there < (2, 1)[min(1, int(s.phase))] and s.phase < state.PLAY:
        raise PositionError("deck and discards: too few cards are left for the draws of this turn")
