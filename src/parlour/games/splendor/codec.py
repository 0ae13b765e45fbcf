"""A position of Splendor as JSON: written exactly, read with a reason for everything that cannot be.

The fields are described in `docs/rules/splendor.md`.
"""

from collections import Counter
from typing import Any

import numpy as np

from parlour.core.errors import PositionError, shown
from parlour.core.kernel import Record
from parlour.core.parts import COMMON, as_list, as_object, as_whole
from parlour.games.splendor import rules, state
from parlour.games.splendor.cards import BONUS, COLOURS, FIRST, LEVEL, NAMES, POINTS

_PHASES = ("main", "pay", "return", "noble")
_NEEDED = ("bank", "nobles", "decks", "table", "players", "current_player", "phase")
_FIELDS = (*_NEEDED, "claimed", "round", "passes", "pending")
_SEAT_FIELDS = ("tokens", "cards", "reserved", "nobles")
_SEATS = "ABCD"


# Writing


def encode(s: Record) -> dict[str, Any]:
    """Return the record's fields as built-in types."""
    return {
        "bank": _written(s.bank),
        "nobles": [
            None if tile == state.NONE or claimed else tile
            for tile, claimed in zip(s.nobles.tolist()[: s.seats + 1], s.claimed.tolist(), strict=False)
        ],
        "claimed": _claims(s),
        "decks": [
            s.decks[FIRST[level] : FIRST[level] + s.decked[level]].tolist() for level in range(state.LEVELS)
        ],
        "table": [
            [None if card == state.NONE else card for card in row]
            for row in s.table.reshape(state.LEVELS, state.SLOTS).tolist()
        ],
        "players": [_seat(s, seat) for seat in range(int(s.seats))],
        "current_player": None if s.over else int(s.player),
        "phase": "over" if s.over else _PHASES[int(s.phase)],
        "round": int(s.rounds),
        "passes": int(s.passes),
        "pending": _pending(s),
    }


def _written(tokens: np.ndarray[Any, Any]) -> dict[str, int]:
    return dict(zip(COLOURS, tokens.tolist(), strict=True))


def _some(tokens: np.ndarray[Any, Any]) -> dict[str, int]:
    return {colour: count for colour, count in zip(COLOURS, tokens.tolist(), strict=False) if count}


def _seat(s: Record, seat: int) -> dict[str, Any]:
    return {
        "tokens": _written(s.tokens[seat]),
        "cards": np.nonzero(s.owner == seat)[0].tolist(),
        "reserved": [
            {"card": int(s.reserved[seat, i]), "blind": bool(s.blind[seat, i])}
            for i in range(int(s.reserves[seat]))
        ],
        "nobles": _tiles(s, seat),
    }


def _tiles(s: Record, seat: int) -> list[int]:
    return np.nonzero((s.holders >> seat) & 1)[0].tolist()


def _claims(s: Record) -> list[dict[str, Any]]:
    """List this round's claims by place, which is named where the order of the empty places misleads."""
    places = [place for place in range(state.PLACES) if s.claimed[place]]
    empty = [p for p in range(int(s.seats) + 1) if s.nobles[p] == state.NONE or s.claimed[p]]
    claims = []
    for expected, place in zip(empty, places, strict=False):
        tile = int(s.nobles[place])
        seats = [seat for seat in range(int(s.seats)) if (s.holders[tile] >> seat) & 1]
        named = {} if expected == place else {"place": place + 1}
        claims.append({"noble": tile, "seats": seats, **named})
    return claims


def _pending(s: Record) -> dict[str, Any] | None:
    if s.phase == state.PAY:
        card = int(state.card_at(s, int(s.player), int(s.buying)))
        return {"buying": card, "gold_for": _some(s.gold_for)}
    if s.phase == state.RETURN:
        return {"taken": _some(s.taken), "returned": _some(s.returned)}
    return None


# Reading


def decode(data: dict[str, Any], s: Record) -> None:
    """Fill a record whose options are set.

    Raises `PositionError`, naming the field, for what is malformed, loses or doubles a card, token or noble,
    or does not fit the phase.
    """
    as_object(data, (*COMMON, *_FIELDS), "a position")
    for name in _NEEDED:
        if name not in data:
            raise PositionError(f"{name} is missing")
    players = as_list(data["players"], "players")
    if len(players) not in state.SEATS:
        raise PositionError(f"players must be 2 to 4 objects, one a seat, not {len(players)}")
    s.seats, s.rng, s.over, s.buying = len(players), 0, 0, state.NONE
    s.table[:], s.decks[:], s.nobles[:], s.owner[:], s.reserved[:] = (state.NONE,) * 5
    for seat, player in enumerate(players):
        _read_seat(s, seat, player)
    _read_cards(data, s)
    _read_tokens(data, s)
    _read_nobles(data, s)
    _count_points(s)
    _read_turn(data, s)


def _tokens(value: object, where: str, colours: str = COLOURS, *, every: bool = True) -> list[int]:
    """Read counts by colour; with `every` none may be missing."""
    counts = as_object(value, tuple(colours), where)
    if every and (missing := [colour for colour in colours if colour not in counts]):
        raise PositionError(f"{where}: the colours {', '.join(missing)} are missing")
    return [as_whole(counts.get(colour, 0), f"{where}: {colour}", 0, 99) for colour in colours]


def _read_seat(s: Record, seat: int, value: object) -> None:
    where = f"players[{seat}]"
    player = as_object(value, _SEAT_FIELDS, where)
    for name in _SEAT_FIELDS:
        if name not in player:
            raise PositionError(f"{where}: {name} is missing")
    s.tokens[seat] = _tokens(player["tokens"], f"{where}.tokens")
    hand = as_list(player["reserved"], f"{where}.reserved")
    if len(hand) > state.HAND:
        raise PositionError(
            f"{where}.reserved has {len(hand)} cards, and at most {state.HAND} may be reserved"
        )
    s.reserves[seat] = len(hand)
    for place, one in enumerate(hand):
        at = f"{where}.reserved[{place}]"
        held = as_object(one, ("card", "blind"), at)
        blind = held.get("blind", False)
        if not isinstance(blind, bool):
            raise PositionError(f"{at}.blind must be true or false, not {shown(blind)}")
        s.reserved[seat, place] = as_whole(held.get("card"), f"{at}.card", 0, state.CARDS - 1)
        s.blind[seat, place] = blind
    for card in as_list(player["cards"], f"{where}.cards"):
        number = as_whole(card, f"{where}.cards", 0, state.CARDS - 1)
        if s.owner[number] != state.NONE:
            raise PositionError(f"{where}.cards: card {number} is there more than once")
        s.owner[number] = seat
    for tile in as_list(player["nobles"], f"{where}.nobles"):
        number = as_whole(tile, f"{where}.nobles", 0, state.TILES - 1)
        if (s.holders[number] >> seat) & 1:
            raise PositionError(f"{where}.nobles: noble {number} is there more than once")
        s.holders[number] |= 1 << seat


def _read_cards(data: dict[str, Any], s: Record) -> None:
    """Read decks and table, and see that all 90 cards are somewhere once, those of a level at their level."""
    decks, table = as_list(data["decks"], "decks", 3), as_list(data["table"], "table", 3)
    for level in range(state.LEVELS):
        deck = as_list(decks[level], f"decks[{level}]")
        most = int(FIRST[level + 1] - FIRST[level])
        if len(deck) > most:
            raise PositionError(f"decks[{level}] has {len(deck)} cards, and the level has {most}")
        cards = [_of_level(card, f"decks[{level}]", level) for card in deck]
        s.decks[FIRST[level] : FIRST[level] + len(cards)] = cards
        s.decked[level] = len(cards)
        for slot, card in enumerate(as_list(table[level], f"table[{level}]", state.SLOTS)):
            if card is not None:
                s.table[level * state.SLOTS + slot] = _of_level(card, f"table[{level}]", level)
            elif cards:
                raise PositionError(f"table[{level}]: slot {slot + 1} is empty although its deck is not")
    _check_all_cards(s)


def _of_level(value: object, where: str, level: int) -> int:
    card = as_whole(value, where, 0, state.CARDS - 1)
    if LEVEL[card] != level:
        raise PositionError(f"{where}: card {card} is of level {LEVEL[card] + 1}")
    return card


def _check_all_cards(s: Record) -> None:
    places = [*s.table.tolist(), *s.decks.tolist(), *s.reserved.ravel().tolist()]
    places += np.nonzero(s.owner != state.NONE)[0].tolist()
    counts = Counter(card for card in places if card != state.NONE)
    twice = sorted(card for card, count in counts.items() if count > 1)
    if twice:
        raise PositionError(
            f"decks, table and players: card {twice[0]} is there more than once; each of the 90 is once"
        )
    missing = sorted(set(range(state.CARDS)) - counts.keys())
    if missing:
        named = ", ".join(map(str, missing[:5])) + (", ..." if len(missing) > 5 else "")
        raise PositionError(f"decks, table and players: of the 90 cards these are missing: {named}")


def _read_tokens(data: dict[str, Any], s: Record) -> None:
    s.bank[:] = _tokens(data["bank"], "bank")
    for kind in range(state.KINDS):
        supply = state.GOLD_SUPPLY if kind == state.GOLD else int(state.SUPPLY[s.seats])
        there = int(s.bank[kind]) + int(s.tokens[:, kind].sum())
        if there != supply:
            raise PositionError(
                f"bank and tokens: there are {there} {NAMES[kind]} tokens, and with {s.seats} seats there are"
                f" {supply}"
            )


def _read_nobles(data: dict[str, Any], s: Record) -> None:
    """Read the tiles on the table and this round's claims, and see that each is there or with a seat."""
    places = as_list(data["nobles"], "nobles", int(s.seats) + 1)
    for place, tile in enumerate(places):
        if tile is not None:
            s.nobles[place] = as_whole(tile, f"nobles[{place}]", 0, state.TILES - 1)
    there = [tile for tile in places if tile is not None]
    if len(set(there)) < len(there):
        raise PositionError("nobles: a tile lies on the table more than once")
    held = [tile for tile in range(state.TILES) if s.holders[tile]]
    if both := sorted(set(held) & set(there)):
        raise PositionError(f"nobles: tile {both[0]} lies on the table and is a seat's at once")
    if len(there) + len(held) != len(places):
        raise PositionError(
            f"nobles: {len(there)} on the table and {len(held)} with the seats are {len(there) + len(held)},"
            f" and with {s.seats} seats there are {len(places)}"
        )
    shared = (
        next((tile for tile in held if s.holders[tile].bit_count() > 1), None) if s.sharing == 0 else None
    )
    if shared is not None:
        raise PositionError(f"players: noble {shared} is with two seats, and shared_noble is off")
    _read_claims(data.get("claimed", []), s)


def _read_claims(value: object, s: Record) -> None:
    claims = as_list(value, "claimed")
    if claims and s.sharing == state.OFF:
        raise PositionError("claimed must be empty while shared_noble is off")
    empty = [place for place in range(int(s.seats) + 1) if s.nobles[place] == state.NONE]
    for number, (one, expected) in enumerate(zip(claims, empty, strict=False)):
        where = f"claimed[{number}]"
        claim = as_object(one, ("noble", "seats", "place"), where)
        tile = as_whole(claim.get("noble"), f"{where}.noble", 0, state.TILES - 1)
        seats = [
            as_whole(seat, f"{where}.seats", 0, int(s.seats) - 1)
            for seat in as_list(claim.get("seats"), f"{where}.seats")
        ]
        if not seats or sum(1 << seat for seat in seats) != s.holders[tile]:
            raise PositionError(f"{where}.seats must be just the seats that have noble {tile}")
        place = as_whole(claim.get("place", expected + 1), f"{where}.place", 1, int(s.seats) + 1) - 1
        if s.nobles[place] != state.NONE or tile in s.nobles.tolist():
            raise PositionError(f"{where}: its place on the table is not empty, or it is claimed twice")
        s.nobles[place], s.claimed[place] = tile, 1
    if len(claims) > len(empty):
        raise PositionError(f"claimed lists {len(claims)} tiles, and {len(empty)} are off the table")


def _count_points(s: Record) -> None:
    for card in np.nonzero(s.owner != state.NONE)[0].tolist():
        seat = int(s.owner[card])
        s.bonuses[seat, BONUS[card]] += 1
        s.points[seat] += state.TWELFTHS * POINTS[card]
        s.bought[seat] += 1
    for tile in range(state.TILES):
        holders = [seat for seat in range(int(s.seats)) if (s.holders[tile] >> seat) & 1]
        for seat in holders:
            s.points[seat] += state.NOBLE_POINTS // (len(holders) if s.sharing == state.SPLIT else 1)


# Whose turn it is, and what stands half done


def _read_turn(data: dict[str, Any], s: Record) -> None:
    phase = data["phase"]
    if phase not in (*_PHASES, "over"):
        raise PositionError(f"phase must be one of {', '.join((*_PHASES, 'over'))}, not {shown(phase)}")
    s.rounds = as_whole(data.get("round", 0), "round", 0, state.ROUND_LIMIT)
    s.passes = as_whole(data.get("passes", 0), "passes", 0, int(s.seats))
    pending = data.get("pending")
    if pending is not None and phase in ("main", "noble", "over"):
        raise PositionError(f"pending must be null in phase {phase}")
    if phase == "over":
        if data["current_player"] is not None:
            as_whole(data["current_player"], "current_player", 0, int(s.seats) - 1)
        _check_tokens(s, None)
        _read_end(s)
        return
    s.player = as_whole(data["current_player"], "current_player", 0, int(s.seats) - 1)
    s.phase = _PHASES.index(phase)
    _check_running(s)
    part = as_object(pending if pending is not None else {}, _PARTS.get(phase, ()), "pending")
    match phase:
        case "pay":
            _read_payment(part, s)
        case "return":
            _read_return(part, s)
        case "noble":
            coming = sum(bool(state.qualifies(s, int(s.player), place)) for place in range(state.PLACES))
            if coming < 2:
                raise PositionError(
                    f"phase noble asks for two nobles to choose from, and {coming} would come"
                )


_PARTS = {"pay": ("buying", "gold_for"), "return": ("taken", "returned")}


def _read_end(s: Record) -> None:
    """Work out why it is over, as `rules.find_end` does before the next turn."""
    s.phase = state.MAIN
    s.player = 0
    if s.rounds > 0 or s.passes >= s.seats:
        rules.find_end(s)
    if not s.over:
        raise PositionError(
            "phase is over, but nobody has 15 points, not every seat in a row has passed,"
            f" and fewer than {state.ROUND_LIMIT} rounds were played"
        )
    if s.claimed.any() and s.passes < s.seats:
        raise PositionError("claimed must be empty at the end of a round")


def _check_running(s: Record) -> None:
    """Refuse what would have ended the game, and more than ten tokens outside a return."""
    if s.rounds >= state.ROUND_LIMIT:
        raise PositionError(f"round: after {state.ROUND_LIMIT} rounds the phase is over")
    if s.passes >= s.seats:
        raise PositionError("passes: when every seat in a row has passed, the phase is over")
    turns = int(s.rounds) * int(s.seats) + int(s.player) + (s.phase == state.NOBLE)
    if s.passes > turns or (s.passes and s.phase in (state.PAY, state.RETURN)):
        raise PositionError(f"passes: there cannot have been {s.passes} in a row up to here")
    for seat in range(int(s.seats)):
        began = seat >= s.player and not (seat == s.player and s.phase == state.NOBLE)
        if began and s.points[seat] >= state.GOAL:
            raise PositionError(f"phase: {_SEATS[seat]} had 15 points when this round began, so it is over")
    _check_tokens(s, int(s.player) if s.phase == state.RETURN else None)
    late = [p for p in range(state.PLACES) if s.claimed[p] and s.holders[s.nobles[p]] >> s.player]
    if late:
        raise PositionError("claimed: only seats that had their turn this round can have claimed a noble")


def _check_tokens(s: Record, returning: int | None) -> None:
    for seat in range(int(s.seats)):
        count = int(state.held(s, seat))
        if count > state.LIMIT and seat != returning:
            raise PositionError(
                f"players[{seat}].tokens are {count}; above {state.LIMIT} that seat is in phase return"
            )


def _read_payment(part: dict[str, Any], s: Record) -> None:
    seat = int(s.player)
    card = as_whole(part.get("buying"), "pending.buying", 0, state.CARDS - 1)
    sources = [i for i in range(state.TABLE + int(s.reserves[seat])) if state.card_at(s, seat, i) == card]
    if not sources:
        raise PositionError(
            f"pending.buying: card {card} neither lies on the table nor in the hand of this seat"
        )
    s.buying = sources[0]
    if state.gold_needed(s, seat, card) > s.tokens[seat, state.GOLD]:
        raise PositionError(f"pending.buying: this seat cannot pay for card {card}")
    if sources[0] >= state.TABLE:
        s.blind[seat, sources[0] - state.TABLE] = 0  # it lies open from the moment it is bought
    gold = _tokens(part.get("gold_for", {}), "pending.gold_for", COLOURS[: state.COLOURS], every=False)
    s.gold_for[:] = gold
    for colour in range(state.COLOURS):
        if state.coins(s, card, colour) < 0:
            raise PositionError(f"pending.gold_for: so many {NAMES[colour]} tokens do not go for card {card}")
    if state.spare_gold(s, card) < 0:
        raise PositionError("pending.gold_for: this seat has not that much gold to spare")
    if not s.choosing or not rules.can_pay_gold(s):
        raise PositionError("phase pay asks for a choice of payment, and there is none")


def _read_return(part: dict[str, Any], s: Record) -> None:
    seat, tokens = int(s.player), s.tokens[int(s.player)]
    s.taken[:] = _tokens(part.get("taken", {}), "pending.taken", every=False)
    s.returned[:] = _tokens(part.get("returned", {}), "pending.returned", every=False)
    _check_taken(s)
    taken, returned = int(s.taken.sum()), int(s.returned.sum())
    before = int(tokens.sum()) + returned - taken
    if (tokens + s.returned < s.taken).any():
        raise PositionError("pending.taken: this seat has neither kept nor returned all these tokens")
    if before > state.LIMIT or before + taken <= state.LIMIT:
        raise PositionError(
            f"pending: the turn began with {before} tokens and took {taken}; phase return asks for at most"
            f" {state.LIMIT} before and more after"
        )
    if s.returning and (s.returned > s.taken).any():
        raise PositionError("pending.returned: with returns=taken only tokens just taken go back")
    excess = int(state.held(s, seat)) - state.LIMIT
    last = excess == 0 and bool(s.returning) and (s.returned < s.taken).any()
    out = np.zeros(state.MAX_LEGAL, np.int16)
    if excess < 0 or (excess == 0 and not last) or rules.legal(s, out) == 0:
        raise PositionError(
            "pending.returned: nothing can be returned any more from here, so the phase is over"
        )


def _check_taken(s: Record) -> None:
    """Refuse taken tokens that are no take of the rules, nor the gold of a reservation."""
    taken = s.taken.tolist()
    if taken == [0, 0, 0, 0, 0, 1]:
        if not s.reserves[s.player]:
            raise PositionError(
                "pending.taken: gold comes with a reservation, and this seat has no card in hand"
            )
        return
    if taken[:-1] not in state.TAKES.tolist() or taken[-1]:
        raise PositionError(
            "pending.taken must be what one turn takes: different colours once, two alike, or one gold"
        )
    before = (s.bank + s.taken - s.returned)[: state.COLOURS]
    if 2 in taken and before[taken.index(2)] < state.STACK:
        raise PositionError(f"pending.taken: two alike were taken from a stack under {state.STACK}")
    if 2 not in taken and not s.partial and sum(taken) < min(3, int((before > 0).sum())):
        raise PositionError("pending.taken: with partial_take=exact a turn takes as many colours as it can")
