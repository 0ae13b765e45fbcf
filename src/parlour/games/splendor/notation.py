"""Splendor in text: moves such as `take WUG`, `buy 23` and `reserve 2?`, and why a move is refused."""

import re
from collections.abc import Iterable

from parlour.core.errors import IllegalMove, NotationError
from parlour.core.kernel import Record
from parlour.games.splendor import state, view
from parlour.games.splendor.cards import COLOURS, COST, NAMES, NOBLE_COST
from parlour.games.splendor.codec import decode, encode
from parlour.games.splendor.notebook import html

__all__ = ["action_text", "decode", "diagram", "encode", "html", "parse_action", "refusal"]

_GEMS = ("diamond", "sapphire", "emerald", "ruby", "onyx", "joker")
_LETTERS = {word: COLOURS[i] for names in (NAMES, _GEMS) for i, word in enumerate(names)}
_FORMS = (
    "'take WUG', 'take WW', 'reserve 23' (level 2, slot 3), 'reserve 2?' (blind), 'buy 23', 'buy r1',"
    " 'return W', 'keep', 'return rest', 'noble 1', 'pay', 'gold W', 'pass'"
)
_SHORT = {"keep": state.KEEP, "pay": state.SETTLE, "pass": state.PASS}
_CARD = re.compile(r"([1-3])[- ]?([1-4?])|r ?([1-3])", re.ASCII)


def _take_text(take: int) -> str:
    return "".join(COLOURS[c] * int(count) for c, count in enumerate(state.TAKES[take]))


def _slot_text(slot: int) -> str:
    return f"{slot // state.SLOTS + 1}{slot % state.SLOTS + 1}"


_TEXTS = (
    *(f"take {_take_text(take)}" for take in range(state.BUY)),
    *(f"buy {_slot_text(slot)}" for slot in range(state.TABLE)),
    *(f"buy r{place + 1}" for place in range(state.HAND)),
    *(f"reserve {_slot_text(slot)}" for slot in range(state.TABLE)),
    *(f"reserve {level + 1}?" for level in range(state.LEVELS)),
    *(f"return {colour}" for colour in COLOURS),
    "keep",
    "return rest",
    *(f"noble {place + 1}" for place in range(state.PLACES)),
    "pay",
    *(f"gold {colour}" for colour in COLOURS[: state.COLOURS]),
    "pass",
)
_TAKES = {_take_text(take): take for take in range(state.BUY)}


# Moves


def action_text(s: Record, action: int) -> str:
    """Write an action."""
    return _TEXTS[action]


def parse_action(s: Record, text: str) -> int:
    """Read a move, in any case, with colours in any order as letters or names. Raises `NotationError`."""
    word, _, rest = " ".join(text.lower().split()).partition(" ")
    if not rest and word in _SHORT:
        return _SHORT[word]
    match word:
        case "take":
            return _parse_take(text, rest)
        case "return" if rest == "rest":
            return state.GIVE_REST
        case "return":
            return state.GIVE + COLOURS.index(_parse_colour(text, rest, COLOURS))
        case "gold":
            return state.PAY_GOLD + COLOURS.index(_parse_colour(text, rest, COLOURS[: state.COLOURS]))
        case "noble" if len(rest) == 1 and rest in "12345":
            return state.CHOOSE_NOBLE + int(rest) - 1
        case "noble":
            raise NotationError(f"{text!r} names no noble; their places are 1 to {state.PLACES}")
        case "buy" | "reserve":
            return _parse_card(text, word, rest)
    raise NotationError(f"{text!r} is no move of Splendor; moves are {_FORMS}")


def _parse_take(text: str, rest: str) -> int:
    letters = _letters(rest)
    if "*" in letters:
        raise NotationError(f"{text!r}: gold is not taken; one comes with each reservation")
    take = _TAKES.get("".join(sorted(letters, key=COLOURS.find)))
    if take is None:
        raise NotationError(
            f"{text!r}: a take is one token each of up to three different colours, such as 'take WUG',"
            " or two of one colour, such as 'take WW'"
        )
    return take


def _letters(rest: str) -> str:
    """Return colours as capital letters, from letters or names; what is neither stays as it is."""
    words = re.split(r"[ ,+]+", rest)
    return "".join(_LETTERS.get(word, word.upper()) for word in words)


def _parse_colour(text: str, rest: str, colours: str) -> str:
    letter = _letters(rest)
    if len(letter) != 1 or letter not in colours:
        raise NotationError(f"{text!r} names no single colour; colours are {', '.join(colours)}")
    return letter


def _parse_card(text: str, verb: str, rest: str) -> int:
    found = _CARD.fullmatch(rest)
    if found is None or (verb == "reserve" and found[3]) or (verb == "buy" and found[2] == "?"):
        forms = "'buy 23' or 'buy r1'" if verb == "buy" else "'reserve 23' or 'reserve 2?'"
        raise NotationError(f"{text!r} names no card; say {forms} (levels 1 to 3, slots 1 to 4)")
    level, slot, place = found.groups()
    if place:
        return state.BUY_RESERVED + int(place) - 1
    if slot == "?":
        return state.RESERVE_BLIND + int(level) - 1
    at = (int(level) - 1) * state.SLOTS + int(slot) - 1
    return (state.BUY if verb == "buy" else state.RESERVE) + at


# Refusals


def refusal(s: Record, action: int) -> IllegalMove:
    """Say why an action is not legal: what is missing, or what is to be decided first."""
    if s.phase != state.MAIN:
        return _refused_meanwhile(s, action)
    if action < state.BUY:
        return _refused_take(s, action)
    if action < state.RESERVE:
        return _refused_buy(s, action - state.BUY)
    if action < state.GIVE:
        return _refused_reserve(s, action - state.RESERVE)
    if action < state.CHOOSE_NOBLE:
        return IllegalMove(
            "nothing_to_return",
            "there is nothing to return: tokens go back only at the end of a turn, above ten",
        )
    if action < state.SETTLE:
        return IllegalMove("no_choice", "no noble is to be chosen: one comes by itself at the end of a turn")
    if action < state.PASS:
        return IllegalMove("nothing_to_pay", "nothing is to be paid: say which card you buy first")
    return IllegalMove("can_move", "you can move, and a pass is only for a seat that cannot")


def _amount(tokens: Iterable[tuple[int, int]]) -> str:
    """Return colours with their counts in words: "2 blue and 1 red"."""
    parts = [f"{count} {NAMES[colour]}" for colour, count in tokens if count > 0]
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def _named(colours: Iterable[int], joint: str = "and") -> str:
    words = [NAMES[colour] for colour in colours]
    return f" {joint} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def _refused_take(s: Record, take: int) -> IllegalMove:
    if take >= state.TAKE_TWO:
        colour = take - state.TAKE_TWO
        return IllegalMove(
            "stack_too_low",
            f"two of a colour are taken only from a stack of {state.STACK} or more, and {NAMES[colour]} has"
            f" {s.bank[colour]}",
        )
    wanted = state.TAKEN[take]
    missing = [c for c in wanted if not s.bank[c]]
    if missing:
        return IllegalMove("bank_empty", f"the bank has no {_named(missing, 'or')}")
    there = sum(int(s.bank[c]) > 0 for c in range(state.COLOURS))
    many = ("", "the only colour", "both colours", "three colours")[min(3, there)]
    left = "that are left" if there < 3 else "while the bank has three or more"
    return IllegalMove("too_few", f"with these options you take one each of {many} {left}, not {len(wanted)}")


def _refused_buy(s: Record, source: int) -> IllegalMove:
    card = int(state.card_at(s, int(s.player), source))
    if card == state.NONE:
        if source < state.TABLE:
            return IllegalMove("slot_empty", f"slot {_slot_text(source)} is empty")
        return IllegalMove("not_in_hand", f"you have no reserved card number {source - state.TABLE + 1}")
    return _too_dear(s, card)


def _too_dear(s: Record, card: int) -> IllegalMove:
    seat = int(s.player)
    missing = [
        (c, max(0, int(COST[card, c] - s.bonuses[seat, c] - s.tokens[seat, c]))) for c in range(state.COLOURS)
    ]
    gold = int(s.tokens[seat, state.GOLD])
    helped = f", and you have {gold} gold for them" if gold else ""
    return IllegalMove("too_dear", f"you cannot pay for that card: {_amount(missing)} missing{helped}")


def _refused_reserve(s: Record, source: int) -> IllegalMove:
    if s.reserves[s.player] == state.HAND:
        return IllegalMove(
            "hand_full", f"you hold {state.HAND} reserved cards already, and no more are allowed"
        )
    if source < state.TABLE:
        return IllegalMove("slot_empty", f"slot {_slot_text(source)} is empty")
    return IllegalMove("deck_empty", f"the deck of level {source - state.TABLE + 1} is empty")


def _refused_meanwhile(s: Record, action: int) -> IllegalMove:
    """Say why an action is refused while a payment, a return or a noble is to be decided."""
    if s.phase == state.PAY:
        if state.PAY_GOLD <= action < state.PASS:
            return _refused_gold(s, action - state.PAY_GOLD)
        return IllegalMove("payment_pending", "settle the purchase first: 'pay', or gold for a colour")
    if s.phase == state.NOBLE:
        if state.CHOOSE_NOBLE <= action < state.SETTLE:
            return _refused_noble(s, action - state.CHOOSE_NOBLE)
        return IllegalMove("noble_pending", "choose one of the nobles that come to you first")
    if state.GIVE <= action < state.KEEP:
        return _refused_return(s, action - state.GIVE)
    excess = int(state.held(s, int(s.player))) - state.LIMIT
    if not excess:
        return IllegalMove(
            "return_pending", "say 'keep', or 'return rest' for what is left of the tokens taken"
        )
    tokens = "one token" if excess == 1 else f"{excess} tokens"
    return IllegalMove("return_pending", f"return {tokens} first: you hold more than ten")


def _refused_gold(s: Record, colour: int) -> IllegalMove:
    card = int(state.card_at(s, int(s.player), int(s.buying)))
    name, last = NAMES[colour], int(state.first_for_gold(s))
    if colour < last:
        return IllegalMove(
            "colour_order", f"gold is named in the order of colours, and {NAMES[last]} had its turn"
        )
    if not state.coins(s, card, colour):
        return IllegalMove("nothing_to_replace", f"no {name} token of yours goes for that card")
    return IllegalMove("no_spare_gold", "all your gold goes for that card")


def _refused_noble(s: Record, place: int) -> IllegalMove:
    tile = int(s.nobles[place])
    if tile == state.NONE:
        return IllegalMove("noble_gone", f"no noble lies at place {place + 1}")
    seat = int(s.player)
    missing = [(c, max(0, int(NOBLE_COST[tile, c] - s.bonuses[seat, c]))) for c in range(state.COLOURS)]
    if not any(count for _, count in missing):
        return IllegalMove("noble_gone", f"the noble at place {place + 1} came to you already")
    return IllegalMove(
        "noble_waits", f"noble {place + 1} does not come yet: {_amount(missing)} cards missing"
    )


def _refused_return(s: Record, kind: int) -> IllegalMove:
    excess, first = int(state.held(s, int(s.player))) - state.LIMIT, int(state.first_to_return(s))
    if excess == 0:
        return IllegalMove(
            "nothing_to_return", "ten are left: say 'keep', or 'return rest' for what is left of those taken"
        )
    if kind < first:
        return IllegalMove(
            "colour_order", f"tokens go back in the order of colours, and {NAMES[first]} had its turn"
        )
    if not s.tokens[s.player, kind]:
        return IllegalMove("no_such_token", f"you hold no {NAMES[kind]} token")
    if state.to_return(s, kind) <= 0 and s.taken[kind]:
        return IllegalMove("all_back", f"all the {NAMES[kind]} that was taken has gone back")
    if state.to_return(s, kind) <= 0:
        return IllegalMove(
            "not_taken",
            f"with these options only tokens just taken go back, and {NAMES[kind]} is none of them",
        )
    return IllegalMove(
        "too_few_left",
        f"after {NAMES[kind]} too few tokens could follow: {excess} must go back, in the order of colours",
    )


def diagram(s: Record) -> str:
    """Draw the whole position, with all hands open and the next card of each deck."""
    return view.draw(view.look(s, None, (), everything=True), view.tops(s))
