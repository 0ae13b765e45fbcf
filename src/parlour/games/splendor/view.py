"""What a viewer may know of a game of Splendor: all but the decks and what others reserved blind."""

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from parlour.core.board import Told
from parlour.core.kernel import Record, fields
from parlour.core.result import Result
from parlour.core.seats import seat_name
from parlour.games.splendor import rules, state
from parlour.games.splendor.cards import BONUS, COLOURS, COST, FIRST, LEVEL, NOBLE_COST, POINTS
from parlour.games.splendor.options import SplendorOptions

Phase = Literal["main", "pay", "return", "noble", "over"]
PHASES: tuple[Phase, ...] = ("main", "pay", "return", "noble")
_REASONS = {state.FINISHED: "15 points", state.STALEMATE: "stalemate", state.LIMITED: "move limit"}
_NO_GOLD = (0,) * state.COLOURS
_NO_TOKENS = (0,) * state.KINDS


class Reserved(msgspec.Struct, frozen=True):
    """A card in hand: its level from 1, and the card where the viewer may know it."""

    level: int
    blind: bool
    card: int | None


class Player(msgspec.Struct, frozen=True):
    """What lies before a seat. Tokens have gold last; cards and nobles are ids, ascending."""

    tokens: tuple[int, ...]
    bonuses: tuple[int, ...]
    points: float
    cards: tuple[int, ...]
    nobles: tuple[int, ...]
    reserved: tuple[Reserved, ...]


class Pending(msgspec.Struct, frozen=True):
    """A turn half done: the card being bought and gold named for colours, or tokens taken and returned."""

    buying: int | None = None
    gold_for: tuple[int, ...] = _NO_GOLD
    taken: tuple[int, ...] = _NO_TOKENS
    returned: tuple[int, ...] = _NO_TOKENS


class SplendorView(msgspec.Struct, frozen=True):
    """A position as one viewer may know it.

    `nobles` are tile ids by place; `claimed` says which of them were claimed this round and may still come to
    others. `decks` are heights and `table` card ids, both level 1 first. `round` counts the rounds completed.
    `last_round` says that somebody has 15 points, so that the game ends with this round (unless a noble's
    points are split further). `legal` are the viewer's moves.
    """

    viewer: int | None
    options: SplendorOptions
    bank: tuple[int, ...]
    nobles: tuple[int | None, ...]
    claimed: tuple[bool, ...]
    decks: tuple[int, ...]
    table: tuple[tuple[int | None, ...], ...]
    players: tuple[Player, ...]
    phase: Phase
    pending: Pending | None
    round: int
    passes: int
    last_round: bool
    legal: tuple[str, ...]
    player: int | None
    result: Result | None

    def __str__(self) -> str:
        return diagram(self)


def view(s: Record, viewer: int | None, legal: tuple[str, ...]) -> SplendorView:
    """Build the view; the owner of a card reserved blind sees it, all others its level."""
    return look(s, viewer, legal)


def look(s: Record, viewer: int | None, legal: tuple[str, ...], *, everything: bool = False) -> SplendorView:
    """Build a view; with `everything` all hands are open."""
    f = fields(s)
    over = bool(f.over)
    return SplendorView(
        viewer=viewer,
        options=SplendorOptions.read(f),
        bank=tuple(f.bank.tolist()),
        nobles=tuple(map(_present, f.nobles[: f.seats + 1].tolist())),
        claimed=tuple(map(bool, f.claimed[: f.seats + 1].tolist())),
        decks=tuple(f.decked.tolist()),
        table=tuple(tuple(map(_present, row)) for row in f.table.reshape(state.LEVELS, state.SLOTS).tolist()),
        players=tuple(_player(f, seat, known=everything or seat == viewer) for seat in range(f.seats)),
        phase="over" if over else PHASES[f.phase],
        pending=_pending(s, f),
        round=f.rounds,
        passes=f.passes,
        last_round=not over and int(rules.most_points(s)) >= state.GOAL,
        legal=legal,
        player=None if over else f.player,
        result=result(s) if over else None,
    )


def _present(card: int) -> int | None:
    return None if card == state.NONE else card


def tops(s: Record) -> tuple[int | None, ...]:
    """Return the top card of each deck, for the drawing of an open position."""
    heights = s.decked.tolist()
    return tuple(
        int(s.decks[FIRST[level] + height - 1]) if height else None for level, height in enumerate(heights)
    )


def _player(f: Any, seat: int, *, known: bool) -> Player:
    hand = range(f.reserves[seat])
    return Player(
        tokens=tuple(f.tokens[seat].tolist()),
        bonuses=tuple(f.bonuses[seat].tolist()),
        points=int(f.points[seat]) / state.TWELFTHS,
        cards=tuple((f.owner == seat).nonzero()[0].tolist()),
        nobles=tuple(((f.holders >> seat) & 1).nonzero()[0].tolist()),
        reserved=tuple(
            _reserved(int(f.reserved[seat, i]), blind=bool(f.blind[seat, i]), known=known) for i in hand
        ),
    )


def _reserved(card: int, *, blind: bool, known: bool) -> Reserved:
    return Reserved(int(LEVEL[card]) + 1, blind, card if known or not blind else None)


def _pending(s: Record, f: Any) -> Pending | None:
    if f.phase == state.PAY:
        card = int(state.card_at(s, f.player, f.buying))
        return Pending(buying=card, gold_for=tuple(f.gold_for.tolist()))
    if f.phase == state.RETURN:
        return Pending(taken=tuple(f.taken.tolist()), returned=tuple(f.returned.tolist()))
    return None


def result(s: Record) -> Result:
    """Return points as scores; nobody wins at the move limit."""
    seats = range(int(s.seats))
    scores = tuple(int(s.points[seat]) / state.TWELFTHS for seat in seats)
    if s.over == state.LIMITED:
        return Result(scores, (1,) * len(scores), (), _REASONS[state.LIMITED])
    standings = [int(rules.standing(s, seat)) for seat in seats]
    ranks = tuple(1 + sum(other > mine for other in standings) for mine in standings)
    winners = tuple(seat for seat in seats if ranks[seat] == 1)
    return Result(scores, ranks, winners, _REASONS[int(s.over)])


# Moves


def reveals(view: SplendorView, move: str) -> bool:
    """Say whether a move turns up a card: a blind reservation, or a slot that is filled again."""
    verb, _, rest = move.partition(" ")
    if verb == "reserve":
        return view.decks[int(rest[0]) - 1] > 0
    if verb == "buy":
        return (
            rest[0] != "r"
            and view.decks[int(rest[0]) - 1] > 0
            and not _asks(view, _card(view, rest), _NO_GOLD)
        )
    if verb in ("pay", "gold") and view.pending is not None and view.pending.buying is not None:
        card, gold_for = view.pending.buying, list(view.pending.gold_for)
        if verb == "gold":
            gold_for[COLOURS.index(rest)] += 1
            if _asks(view, card, tuple(gold_for)):
                return False
        level = int(LEVEL[card])
        return card in view.table[level] and view.decks[level] > 0
    return False


def shown(view: SplendorView) -> frozenset[int]:
    """Return the ids of the cards that this viewer sees."""
    held = [card for player in view.players for card in player.cards]
    reserved = [one.card for player in view.players for one in player.reserved]
    table = [card for row in view.table for card in row]
    buying = None if view.pending is None else view.pending.buying
    return frozenset(card for card in (*held, *reserved, *table, buying) if card is not None)


def _card(view: SplendorView, slot: str) -> int | None:
    return view.table[int(slot[0]) - 1][int(slot[1]) - 1]


def _asks(view: SplendorView, card: int | None, gold_for: tuple[int, ...]) -> bool:
    """Say whether the payment for a card leaves the seat on turn a choice, as `rules.can_pay_gold` does."""
    if card is None or view.player is None or not view.options.choose_payment:
        return False
    me, first = view.players[view.player], max((c for c in range(state.COLOURS) if gold_for[c]), default=0)
    owed = [max(0, int(COST[card, c]) - me.bonuses[c]) for c in range(state.COLOURS)]
    paid = [min(o, me.tokens[c]) for c, o in enumerate(owed)]
    spare = me.tokens[state.GOLD] - (sum(owed) - sum(paid)) - sum(gold_for)
    return spare > 0 and any(paid[c] > gold_for[c] for c in range(first, state.COLOURS))


def tell(before: SplendorView, after: SplendorView, move: str) -> Told:
    """Tell a move.

    Kinds are take, reserve, blind, buy, return, keep, rest, noble, pay, gold and pass. Cards are card ids
    where the viewer may know them. Places are the colours, the slot, the level or the noble's place, and
    after them "noble N" if that noble came by itself.
    """
    verb, _, rest = move.partition(" ")
    seat = before.player or 0
    came = tuple(
        f"noble {place + 1}"
        for place, tile in enumerate(before.nobles)
        if verb != "noble" and tile in after.players[seat].nobles and tile not in before.players[seat].nobles
    )
    match verb:
        case "take":
            return Told("take", (), (*rest, *came))
        case "reserve" if rest[1] == "?":
            drawn = after.players[seat].reserved[-1].card
            return Told("blind", () if drawn is None else (str(drawn),), (rest[0], *came))
        case "reserve" | "buy":
            card = _bought(before, after, seat) if rest[0] == "r" else _card(before, rest)
            return Told(verb, (str(card),), (rest, *came))
        case "return":
            return Told("rest", (), came) if rest == "rest" else Told("return", (), (rest, *came))
    return Told(verb, (), (*((rest,) if rest else ()), *came))


def _bought(before: SplendorView, after: SplendorView, seat: int) -> int | None:
    """Return the card that a purchase from a hand showed: bought now, or lying open while it is paid."""
    if after.pending is not None:
        return after.pending.buying
    return next(iter(set(after.players[seat].cards) - set(before.players[seat].cards)), None)


# Text

STYLES = {
    r"\bW\d?\b": "bold",
    r"\bU\d?\b": "bold blue",
    r"\bG\d?\b": "bold green",
    r"\bR\d?\b": "bold red",
    r"\bK\d?\b": "bold magenta",
    r"\*": "bold yellow",
}
"""Colours of a terminal; black onyx is magenta, since black on black cannot be read."""

_DECK_HEAD = "Level (deck)  1                 2                 3                 4"
_TABLE_HEAD = (
    "         tokens                 bonuses",
    "         W  U  G  R  K  *       W  U  G  R  K    points  cards  nobles",
)


def diagram(view: SplendorView) -> str:
    """Draw a view in 80 columns."""
    return draw(view, ())


def draw(view: SplendorView, tops: tuple[int | None, ...]) -> str:
    """Draw nobles and cards, level 3 first, then the tokens and bonuses of bank and seats.

    `tops` are the next cards of the decks, level 1 first, where they are open.
    """
    nobles = (f"{_noble(view, place):<14}" for place in range(len(view.nobles)))
    lines = [f"Nobles  {''.join(nobles)}".rstrip(), "", _DECK_HEAD]
    lines += [_level(view, level) for level in reversed(range(state.LEVELS))]
    lines += [f"Next on level {level}: {face(top)}" for level, top in enumerate(tops, 1) if top is not None]
    lines += ["", *_TABLE_HEAD, f"  Bank {_counts(view.bank)}"]
    for seat, player in enumerate(view.players):
        lines += _seat(view, seat, player)
    return "\n".join([*lines, "", _turn(view)])


def _noble(view: SplendorView, place: int) -> str:
    tile = view.nobles[place]
    if tile is None:
        return f"{place + 1}: -"
    cost = _cost(NOBLE_COST[tile])
    return f"{place + 1}: ({cost})" if view.claimed[place] else f"{place + 1}: {cost}"


def _level(view: SplendorView, level: int) -> str:
    cells = (f"{face(card):<18}" for card in view.table[level])
    deck = f"({view.decks[level]})"
    return f"{level + 1} {deck:<6}{''.join(cells)}".rstrip()


def _counts(counts: Iterable[int]) -> str:
    return "".join(f"{count or '.':>3}" for count in counts)


def _cost(costs: Iterable[int]) -> str:
    return " ".join(f"{colour}{cost}" for colour, cost in zip(COLOURS, costs, strict=False) if cost)


def face(card: int | None) -> str:
    """Write a card: its bonus and points in brackets, then its cost."""
    if card is None:
        return "-"
    return f"[{COLOURS[BONUS[card]]} {POINTS[card] or ' '}] {_cost(COST[card])}"


def _seat(view: SplendorView, seat: int, player: Player) -> list[str]:
    mark = ">" if seat == view.player else " "
    held = f"{mark} {seat_name(seat)}    {_counts(player.tokens)}     {_counts(player.bonuses)}"
    lines = [f"{held}   {player.points:7.4g}  {len(player.cards):5}  {len(player.nobles):6}"]
    for place, reserved in enumerate(player.reserved, 1):
        known = "?" if reserved.card is None else face(reserved.card)
        blind = f"  level {reserved.level}, reserved blind" if reserved.blind else ""
        lines.append(f"       r{place} {known}{blind}")
    return lines


def _turn(view: SplendorView) -> str:
    if view.player is None or view.phase == "over":
        return f"Over: {view.result.reason}" if view.result else "Over"
    last = " (the last)" if view.last_round else ""
    return f"Round {view.round + 1}{last}, {seat_name(view.player)} {_decision(view)}"


def _decision(view: SplendorView) -> str:
    match view.phase, view.pending:
        case "pay", Pending(buying=card, gold_for=gold_for):
            named = _cost(gold_for)
            return f"to pay for {face(card)}" + (f", gold for {named}" if named else "")
        case "return", Pending(taken=taken, returned=returned):
            gone = _cost(returned)
            return f"to return tokens, took {_cost(taken)}" + (f", returned {gone}" if gone else "")
        case "noble", _:
            return "to choose a noble"
    return "to move"
