"""The board of Splendor as fragments: a card, a pile, a count each, so that a move sends what it changed.

Nothing but `turn`, `legal`, `may`, `last-act` and the log depends on whose turn it is. What the viewer can do
stands in `legal`, from which the page's script marks cards, piles and nobles.
"""

from typing import Literal

import msgspec

from parlour.core.board import Fragment, Match, Source, Told
from parlour.games._seats.people import Who, prompt, who
from parlour.games.splendor import turns
from parlour.games.splendor.artwork import Crop, crop
from parlour.games.splendor.cards import BONUS, COLOURS, COST, LEVEL, NOBLE_COST, POINTS
from parlour.games.splendor.ending import ending
from parlour.games.splendor.state import GOLD, KINDS, LEVELS, SLOTS
from parlour.games.splendor.view import Player, SplendorView

LETTERS = COLOURS.lower().replace("*", "o")
"""The colours as names of drawings and classes."""

GOAL = 15
PAST, NOW = 8, 4
"""Turns in the two parts of the log: the second is filled before its turns go to the first."""


class Face(msgspec.Struct, frozen=True):
    """The front of a card."""

    card: int
    level: int
    colour: str
    points: int
    costs: tuple[tuple[str, int], ...]
    crop: Crop


class Tile(msgspec.Struct, frozen=True):
    """A noble's place: the tile there, what it asks, and who has it."""

    tile: int
    asks: tuple[tuple[str, int], ...]
    here: bool
    owners: tuple[Who, ...]


class Pile(msgspec.Struct, frozen=True):
    """Tokens of a kind in the bank."""

    colour: str
    count: int


class Hold(msgspec.Struct, frozen=True):
    """What a seat has of a kind; gold has no bonus."""

    colour: str
    bonus: int | None
    tokens: int


class Kept(msgspec.Struct, frozen=True):
    """A card in a hand: its front, where the viewer knows it, else the back of its level."""

    key: str
    level: int
    face: Face | None
    blind: bool


class Hand(msgspec.Struct, frozen=True):
    """The cards in a hand; `own`: the viewer may buy them."""

    own: bool
    cards: tuple[Kept, ...]


class Label(msgspec.Struct, frozen=True):
    """The head of a seat's panel."""

    who: Who
    first: bool
    here: bool
    person: bool
    left: bool
    force: int | None
    stand_in: bool = False


class Turn(msgspec.Struct, frozen=True):
    """Who is to do what; nobody, once it is over. `count` are the tokens that must go back."""

    who: Who | None
    act: Literal["main", "pay", "return", "noble", "over"]
    mine: bool = False
    count: int = 0


class Legal(msgspec.Struct, frozen=True):
    """What the viewer may do now. `seat` is the one they look from; `act` is "" on another's turn.

    `buying` is the card being paid, `gold` what is named for it; `taken` and `returned` are tokens of this
    turn.
    """

    seat: int | None
    act: str = ""
    moves: tuple[str, ...] = ()
    buying: int | None = None
    gold: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    returned: tuple[int, ...] = ()
    excess: int = 0


class Last(msgspec.Struct, frozen=True):
    """The banner of the last round: who has reached the goal, and whose turn will be the last."""

    by: Who
    last: Who


def sources(view: SplendorView) -> tuple[Source, ...]:
    """Return nothing: what is legal is read from `legal`."""
    return ()


def progress(view: SplendorView) -> int:
    """Return the rounds played."""
    return view.round


def fragments(view: SplendorView, log: tuple[Told, ...], match: Match) -> dict[str, Fragment]:
    """Return every fragment of the board and its panels."""
    seats = len(view.players)
    spans = turns.turns(log)
    new = turns.fresh(log, spans, seats)
    drawn: dict[str, Fragment] = {
        "moves": ("plain", len(log)),
        "rules-bits": ("datum", _bits(view)),
        "round": ("round", view.round + (view.phase != "over")),
        "fresh": ("datum", "" if new is None else f"{new[0]} {new[1]}"),
        "legal": ("legal", _legal(view, match)),
        "may": ("datum", " ".join(name for name in match.may if name not in {"accept", "decline"})),
        "banner": ("banner", _last_round(view, match)),
        "turn": ("turn", _turn(view, match)),
        "people": ("prompt", prompt(match)),
        "end": ("end", ending(view, match)),
    }
    for level in range(LEVELS):
        drawn[f"d{level + 1}"] = "deck", (level + 1, view.decks[level])
        for slot in range(SLOTS):
            drawn[f"c{level + 1}{slot + 1}"] = "face", face(view.table[level][slot])
    for k, colour in enumerate(LETTERS):
        drawn[f"pile-{colour}"] = "pile", Pile(colour, view.bank[k])
    drawn |= _nobles(view, turns.claims(log, spans, seats), match) | _log(log, spans, match)
    for seat, player in enumerate(view.players):
        drawn |= _seat(view, match, seat, player)
    return drawn


def face(card: int | None) -> Face | None:
    """Return the front of a card."""
    return None if card is None else _FACES[card]


def _face(card: int) -> Face:
    costs = tuple((LETTERS[c], int(cost)) for c, cost in enumerate(COST[card]) if cost)
    level, bonus = int(LEVEL[card]), int(BONUS[card])
    return Face(card, level + 1, LETTERS[bonus], int(POINTS[card]), costs, crop(card))


_FACES = tuple(_face(card) for card in range(len(LEVEL)))


def _bits(view: SplendorView) -> str:
    """Name the options that the page's script has to know."""
    options = view.options
    bits = [f"returns-{options.returns}", f"take-{options.partial_take}"]
    return " ".join([*bits, "choose"] if options.choose_payment else bits)


def _nobles(view: SplendorView, claimed: dict[int, list[int]], match: Match) -> dict[str, Fragment]:
    """Return the tiles at their places, also those that have gone to seats."""
    gone = _gone(view, claimed)
    drawn: dict[str, Fragment] = {}
    for place, tile in enumerate(view.nobles):
        owners = tuple(who(match, seat) for seat in claimed.get(place, []))
        shown = gone.get(place) if tile is None else tile
        drawn[f"noble-{place + 1}"] = "noble", _tile(shown, owners, here=tile is not None)
    return drawn


def _gone(view: SplendorView, claimed: dict[int, list[int]]) -> dict[int, int]:
    """Return the tiles of empty places: the view no longer says which lay there, but its owners have it."""
    here = set(view.nobles)
    left = [[tile for tile in player.nobles if tile not in here] for player in view.players]
    found = {}
    for place, owners in sorted(claimed.items()):
        if view.nobles[place] is not None:
            continue
        common = [tile for tile in left[owners[0]] if all(tile in left[seat] for seat in owners)]
        if common:
            found[place] = common[0]
            for seat in owners:
                left[seat].remove(common[0])
    return found


def _tile(tile: int | None, owners: tuple[Who, ...], *, here: bool) -> Tile | None:
    if tile is None:
        return None
    asks = tuple((LETTERS[c], int(n)) for c, n in enumerate(NOBLE_COST[tile]) if n)
    return Tile(tile, asks, here, owners)


def _log(log: tuple[Told, ...], spans: turns.Spans, match: Match) -> dict[str, Fragment]:
    count = len(spans)
    cut = count - count % NOW if count % NOW or not count else count - NOW
    past = turns.lines(log, spans, match, max(0, cut - PAST))
    old = tuple(reversed(past[: cut - max(0, cut - PAST)]))
    new = tuple(reversed(past[cut - max(0, cut - PAST) :]))
    last: Fragment = ("last_act", new[0]) if new else ("begins", who(match, 0))
    return {"log-past": ("lines", old), "log-now": ("lines", new), "last-act": last}


def _seat(view: SplendorView, match: Match, seat: int, player: Player) -> dict[str, Fragment]:
    chair, held = match.chairs[seat], sum(player.tokens)
    drawn: dict[str, Fragment] = {
        f"name-{seat}": (
            "label",
            Label(
                who(match, seat),
                seat == 0,
                chair.here,
                bool(chair.name),
                chair.left,
                chair.force,
                chair.stand_in,
            ),
        ),
        f"clock-{seat}": ("clock", match.times[seat] if match.times else None),
        f"score-{seat}": ("points", player.points),
        f"count-{seat}": ("count", held),
        f"won-{seat}": ("won", player.nobles),
        f"kept-{seat}": ("hand", _hand(view, seat, player)),
    }
    for k in range(KINDS):
        bonus = None if k == GOLD else player.bonuses[k]
        drawn[f"h{seat}{LETTERS[k]}"] = "hold", Hold(LETTERS[k], bonus, player.tokens[k])
    return drawn


def _hand(view: SplendorView, seat: int, player: Player) -> Hand:
    cards = []
    for place, one in enumerate(player.reserved, 1):
        key = f"c{one.card}" if one.card is not None and not one.blind else f"r{seat}-{place}"
        cards.append(Kept(key, one.level, face(one.card), one.blind))
    return Hand(view.viewer == seat, tuple(cards))


def _turn(view: SplendorView, match: Match) -> Turn:
    if match.turn is None or view.player is None or view.phase == "over":
        return Turn(None, "over")
    return Turn(who(match, match.turn), view.phase, match.turn in match.mine, _excess(view))


def _excess(view: SplendorView) -> int:
    if view.player is None or view.phase != "return":
        return 0
    return max(0, sum(view.players[view.player].tokens) - 10)


def _legal(view: SplendorView, match: Match) -> Legal:
    seat = match.facing
    if match.turn is None or not view.legal or view.player != seat:
        return Legal(seat)
    if view.pending is None:
        return Legal(seat, view.phase, view.legal)
    pending = view.pending
    return Legal(
        seat,
        view.phase,
        view.legal,
        pending.buying,
        pending.gold_for if view.phase == "pay" else (),
        pending.taken if view.phase == "return" else (),
        pending.returned if view.phase == "return" else (),
        _excess(view),
    )


def _last_round(view: SplendorView, match: Match) -> Last | None:
    reached = [seat for seat, player in enumerate(view.players) if player.points >= GOAL]
    if not view.last_round or not reached or match.turn is None:
        return None
    return Last(who(match, reached[0]), who(match, len(view.players) - 1))
