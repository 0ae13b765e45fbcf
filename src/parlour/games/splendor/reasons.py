"""Why a move in Splendor is good: points, nobles, cards that come into reach or are kept from others."""

from collections.abc import Iterable, Sequence

from parlour.core.board import Told
from parlour.core.reason import Reason
from parlour.games.splendor.cards import BONUS, COLOURS, COST, NOBLE_COST, POINTS
from parlour.games.splendor.state import GOLD
from parlour.games.splendor.view import Player, SplendorView

GOAL = 15
_NOBLE = 3

# Weights, in about points: a noble that is near, a card that comes nearer, its bonus beside its points, and
# what is left of that by each token that it lacks; a card that takes somebody to 15; tokens.

_NEAR_NOBLE, _CARD, _BONUS, _LACKING = 2.0, 0.6, 0.7, 0.65
_GOAL, _DENIED, _CHEAPER, _GOLD = 9.0, 0.5, 0.12, 0.3


def option(view: SplendorView, move: str) -> Told:
    """Tell a move before it is played, as `view.tell` does afterwards."""
    verb, _, rest = move.partition(" ")
    match verb:
        case "take":
            return Told("take", (), tuple(rest))
        case "reserve" if rest[1] == "?":
            return Told("blind", (), (rest[0],))
        case "reserve" | "buy":
            return Told(verb, (str(_card(view, rest)),), (rest,))
        case "return":
            return Told("rest") if rest == "rest" else Told("return", (), (rest,))
        case "noble":
            return Told("noble", (str(view.nobles[int(rest) - 1]),), (rest,))
    return Told(verb, (), (rest,) if rest else ())


def reasons(before: SplendorView, after: SplendorView, move: str) -> tuple[Reason, ...]:
    """Return what a move does. All of it can be told from the view before it."""
    verb, _, rest = move.partition(" ")
    match verb:
        case "take":
            return tuple(_taken(before, rest))
        case "buy":
            card = _card(before, rest)
            return (*_bought(before, card), *(_denied(before, card) if rest[0] != "r" else ()))
        case "reserve":
            return tuple(_reserved(before, rest))
        case "return" if rest != "rest":
            return tuple(_returned(before, rest))
        case "noble":
            return tuple(_chosen(before, int(rest) - 1))
        case "pay" | "gold":
            return (Reason("keeps_token" if rest else "keeps_gold", _GOLD, places=tuple(rest)),)
    return ()


def _card(view: SplendorView, place: str) -> int:
    """Return the card at a slot such as "23", or in the hand of the seat on turn at a place such as "r1"."""
    if place[0] == "r":
        found = _me(view).reserved[int(place[1]) - 1].card
    else:
        found = view.table[int(place[0]) - 1][int(place[1]) - 1]
    return -1 if found is None else found


def _me(view: SplendorView) -> Player:
    return view.players[view.player or 0]


def _short(player: Player, card: int, more: Sequence[int] = (0,) * 6) -> int:
    """Return how many tokens a player with `more` of them lacks for a card."""
    owed = sum(
        max(0, int(COST[card, c]) - player.bonuses[c] - player.tokens[c] - more[c]) for c in range(GOLD)
    )
    return max(0, owed - player.tokens[GOLD] - more[GOLD])


def _wanted(view: SplendorView) -> list[int]:
    """Return the cards that the seat on turn could buy one day: those on the table and in its hand."""
    table = [card for row in view.table for card in row if card is not None]
    return table + [one.card for one in _me(view).reserved if one.card is not None]


def _worth(card: int, short: int) -> float:
    return _CARD * (float(POINTS[card]) + _BONUS) * _LACKING**short


def _tokens(letters: Iterable[str], count: int = 1) -> list[int]:
    more = [0] * 6
    for letter in letters:
        more[COLOURS.index(letter)] += count
    return more


def _taken(view: SplendorView, letters: str) -> Iterable[Reason]:
    """Say which cards tokens bring into reach, else which one they bring nearest."""
    me, more = _me(view), _tokens(letters)
    steps = [(card, _short(me, card), _short(me, card, more)) for card in _wanted(view)]
    reached = [card for card, now, then in steps if now and not then]
    if reached:
        best = max(reached, key=lambda card: _worth(card, 0))
        weight = sum(_worth(card, 0) for card in reached)
        yield Reason("reach", weight, (len(reached),), (str(best),))
    nearer = [(_worth(card, then) - _worth(card, now), then, card) for card, now, then in steps if then < now]
    gain, short, card = max(nearer, default=(0.0, 0, -1), key=lambda one: one[0])
    if short:
        yield Reason("nearer", gain, (short,), (str(card),))


def _bought(view: SplendorView, card: int) -> Iterable[Reason]:
    """Say what a card brings: points, nobles, 15 points, a bonus that others ask for."""
    me, colour, points = _me(view), int(BONUS[card]), int(POINTS[card])
    coming, near = None, []
    for tile in view.nobles:
        if tile is None or tile in me.nobles:
            continue
        now = _missing(me, tile)
        then = now - int(me.bonuses[colour] < NOBLE_COST[tile, colour])
        if not then:
            coming = tile
        elif then < now:
            near.append((then, tile))
    total = me.points + points + _NOBLE * (coming is not None)
    if total >= GOAL > me.points:
        yield Reason("goal", _GOAL, (int(total),))
    if coming is not None:
        yield Reason("noble", _NOBLE, (coming,))
    if near:
        missing, tile = min(near)
        yield Reason("near_noble", _NEAR_NOBLE / missing, (missing, tile))
    if points:
        yield Reason("points", points, (int(total),), (str(card),))
    cheaper = sum(int(COST[other, colour]) > me.bonuses[colour] for other in _wanted(view) if other != card)
    if cheaper:
        yield Reason("cheaper", _CHEAPER * cheaper, (cheaper,), (), (COLOURS[colour],))


def _missing(player: Player, tile: int) -> int:
    """Return how many bonuses a player lacks for a noble."""
    return sum(max(0, int(NOBLE_COST[tile, c]) - player.bonuses[c]) for c in range(GOLD))


def _denied(view: SplendorView, card: int) -> Iterable[Reason]:
    """Say from whom a card is kept that could buy it at once, and whether it would take them to 15 points."""
    points = int(POINTS[card])
    able = [
        seat for seat, player in enumerate(view.players) if seat != view.player and not _short(player, card)
    ]
    winning = [seat for seat in able if view.players[seat].points + points >= GOAL]
    if winning:
        total = int(view.players[winning[0]].points) + points
        yield Reason("deny_goal", _GOAL, (total,), (str(card),), (), (winning[0],))
    elif able and points:
        yield Reason("deny", _DENIED * points, (points,), (str(card),), (), tuple(able))


def _reserved(view: SplendorView, place: str) -> Iterable[Reason]:
    """Say what a reservation is for: to keep a card from others, to have it later, or the gold."""
    gold = int(view.bank[GOLD] > 0)
    if place[1] != "?":
        card = _card(view, place)
        yield from _denied(view, card)
        short = _short(_me(view), card, _tokens("*", gold))
        yield Reason("save", _worth(card, short), (short,), (str(card),))
    if gold:
        yield Reason("gold", _GOLD)


def _returned(view: SplendorView, letter: str) -> Iterable[Reason]:
    """Say which card goes farther away without a token, or that none does."""
    me, less = _me(view), _tokens(letter, -1)
    lost = [
        (_worth(card, _short(me, card)) - _worth(card, _short(me, card, less)), card)
        for card in _wanted(view)
    ]
    loss, card = max(lost, default=(0.0, -1))
    if loss > 0:
        yield Reason("needed", -loss, (_short(me, card, less),), (str(card),), (letter,))
    else:
        yield Reason("spare", 0.0, (), (), (letter,))


def _chosen(view: SplendorView, place: int) -> Iterable[Reason]:
    """Say who else is near to a noble."""
    tile = view.nobles[place]
    others = [
        (_missing(player, tile), seat)
        for seat, player in enumerate(view.players)
        if tile is not None and seat != view.player and tile not in player.nobles
    ]
    if others:
        missing, seat = min(others)
        yield Reason("first", _NEAR_NOBLE / (1 + missing), (missing,), (), (), (seat,))
