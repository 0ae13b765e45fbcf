"""The board of Arboretum as fragments: gardens tree by tree, deck and piles, the viewer's hand, the log.

Nothing but `turn`, `steps`, `legal`, `may` and the like depends on whose turn it is. What the viewer may do
stands in `legal`, from which the page's script marks sources and squares. A tree says where it stands by
classes, counted from the first card; how far a garden reaches stands in `box-0` and its like.
"""

from importlib import resources
from typing import Literal

import msgspec

from parlour.core.board import Fragment, Match, Source, Told
from parlour.games._seats.people import Outcome, Who, outcome, prompt, who
from parlour.games.arboretum import state
from parlour.games.arboretum.cards import square_at, square_text
from parlour.games.arboretum.sheet import Line, lines, species_in_play, ways
from parlour.games.arboretum.telling import Turn, turns
from parlour.games.arboretum.view import ArboretumView, Tree


def _places() -> str:
    """Return rules that turn classes such as `n1 e2` and `N1 E2` into places and reaches."""
    rules = []
    for n in range(1, state.GARDEN):
        rules += [f".e{n}{{--x:{n}}}.w{n}{{--x:-{n}}}.n{n}{{--y:{n}}}.s{n}{{--y:-{n}}}"]
        rules += [f".E{n}{{--E:{n}}}.W{n}{{--W:{n}}}.N{n}{{--N:{n}}}.S{n}{{--S:{n}}}"]
    return "\n".join(rules) + "\n"


STYLE = resources.files(__package__).joinpath("trees.css").read_text() + _places()
"""Cards, and the places of a garden; it stands at the end of the style sheet of the game's pages."""

Act = Literal["", "draw", "plant", "place", "discard"]


class Label(msgspec.Struct, frozen=True):
    """The head of a seat's garden."""

    who: Who
    here: bool
    force: int | None
    person: bool
    stand_in: bool = False


class Facts(msgspec.Struct, frozen=True):
    """What is known of a seat beside its garden: cards held, those of them that are known, cards planted.

    `open`: they lie open, all of them.
    """

    held: int
    known: tuple[str, ...]
    planted: int
    open: bool = False


class Planting(msgspec.Struct, frozen=True):
    """A tree in a garden; `fresh` is the one planted last."""

    tree: Tree
    square: str
    fresh: bool


class Pile(msgspec.Struct, frozen=True):
    """A discard pile: the cards of it that are open, top last, and how many there are."""

    who: Who
    cards: tuple[str, ...]
    piled: int


class Hand(msgspec.Struct, frozen=True):
    """The viewer's hand; `drawn` came into it in this turn."""

    cards: tuple[str, ...]
    drawn: tuple[str, ...]


class Legal(msgspec.Struct, frozen=True):
    """What the viewer may do now: draw from which sources, plant a card on which squares, discard."""

    act: Act = ""
    seat: int = 0
    sources: tuple[str, ...] = ()
    squares: tuple[str, ...] = ()
    selected: str = ""
    last: bool = False


class Step(msgspec.Struct, frozen=True):
    """Who is to do what; nobody, once it is over. `mine` counts a seat that shares the viewer's screen."""

    who: Who | None
    phase: str
    mine: bool = False
    drawn: int = 0
    final: int | None = None


class Last(msgspec.Struct, frozen=True):
    """The latest act of a turn, and who did it."""

    who: Who
    told: Told
    pile: Who | None = None


class LogTurn(msgspec.Struct, frozen=True):
    """A turn in the log, with whom it names; `now` marks the latest."""

    turn: Turn
    who: Who
    piles: tuple[Who | None, ...]
    now: bool


class End(msgspec.Struct, frozen=True):
    """The result: the sheet where the game came to its end, points and species planted by seat."""

    outcome: Outcome
    seats: tuple[Who, ...]
    lines: tuple[Line, ...]
    points: tuple[int, ...]
    planted: tuple[str, ...]
    turns: int
    table: str
    rated: bool
    can_rematch: bool
    rematch: str


def sources(view: ArboretumView) -> tuple[Source, ...]:
    """Return nothing: what is legal stands in the fragment `legal`."""
    return ()


def progress(view: ArboretumView) -> int:
    """Return the cards planted."""
    return sum(len(player.arboretum) for player in view.players)


def fragments(view: ArboretumView, log: tuple[Told, ...], match: Match) -> dict[str, Fragment]:
    """Return every fragment of the board and its panels."""
    me = facing(view, match)
    told = tuple(turns(view, log))
    drawn: dict[str, Fragment] = {
        "moves": ("plain", len(log)),
        "me": ("datum", "" if me is None else me),
        "scoring": ("datum", f"{view.options.double_from} {int(view.options.end_bonuses)}"),
        "deck": ("deck", view.deck),
        "hand": ("hand", _hand(view, match, told)),
        "legal": ("legal", _legal(view)),
        "may": ("datum", " ".join(name for name in match.may if name not in {"accept", "decline"})),
        "steps": ("steps", _step(view, match)),
        "turn": ("turn", _step(view, match)),
        "last-act": _last(match, log, told),
        "people": ("prompt", prompt(match)),
        "end": ("end", _end(view, match, told)),
    }
    for seat in range(len(view.players)):
        drawn |= _seat(view, match, seat)
    found = {} if me is None else dict(ways(view, me))
    for species in species_in_play(view):  # those of others are not drawn before the end
        drawn[f"path-{species}"] = "path", (species, found[species]) if found else None
    for number in range(_most_turns(view)):
        entry = _entry(match, told[number], now=number == len(told) - 1) if number < len(told) else None
        drawn[f"log-{number}"] = "entry", entry
    return drawn


def facing(view: ArboretumView, match: Match) -> int | None:
    """Return the seat whose garden stands in front: the viewer's own, `None` for a spectator."""
    if not match.mine:
        return None
    return match.mine[0] if len(match.mine) == 1 else match.facing


def reach(trees: tuple[Tree, ...]) -> str:
    """Say how far a garden reaches from its first card, as classes: `N1 S0 W2 E3`."""
    rows, columns = [0, *(tree.row for tree in trees)], [0, *(tree.column for tree in trees)]
    return f"N{max(rows)} S{-min(rows)} W{-min(columns)} E{max(columns)}"


def most_trees(seats: int) -> int:
    """Return how many cards a seat can plant at most in a game of so many seats."""
    return {2: state.GARDEN, 3: 16}.get(seats, 15)


def _most_turns(view: ArboretumView) -> int:
    seats = len(view.players)
    return 8 * len(species_in_play(view)) - seats * state.HAND + seats


def _seat(view: ArboretumView, match: Match, seat: int) -> dict[str, Fragment]:
    player, chair = view.players[seat], match.chairs[seat]
    trees, last = player.arboretum, len(player.arboretum) - 1
    drawn: dict[str, Fragment] = {
        f"name-{seat}": (
            "label",
            Label(who(match, seat), chair.here, chair.force, bool(chair.name), chair.stand_in),
        ),
        f"clock-{seat}": ("clock", match.times[seat] if match.times else None),
        f"facts-{seat}": ("facts", _facts(view, match, seat)),
        f"box-{seat}": ("datum", reach(trees)),
        f"pile-{seat}": ("pile", Pile(who(match, seat), player.discard, player.piled)),
    }
    for k in range(most_trees(len(view.players))):
        planted = Planting(trees[k], _square(trees[k]), k == last) if k <= last else None
        drawn[f"tree-{seat}-{k}"] = "planting", planted
    return drawn


def _facts(view: ArboretumView, match: Match, seat: int) -> Facts:
    player, planted = view.players[seat], len(view.players[seat].arboretum)
    if player.hand is None or seat == _front(view, match):
        return Facts(player.held, player.known, planted)
    return Facts(player.held, player.hand, planted, open=bool(player.hand))


def _square(tree: Tree) -> str:
    square = square_at(tree.row, tree.column)
    return "" if square is None else square_text(square)


def _front(view: ArboretumView, match: Match) -> int | None:
    """Return the seat whose hand lies in front of the viewer: once hands are open, also of a spectator."""
    seat = view.viewer if match.mine else 0
    return None if seat is None or view.players[seat].hand is None else seat


def _hand(view: ArboretumView, match: Match, told: tuple[Turn, ...]) -> Hand:
    me = _front(view, match)
    if me is None:
        return Hand((), ())
    cards = view.players[me].hand or ()
    under_way = told[-1] if told and not told[-1].discarded and told[-1].seat == me else None
    drawn = tuple(draw.card for draw in under_way.draws) if under_way else ()
    return Hand(cards, tuple(card for card in drawn if card in cards))


def _legal(view: ArboretumView) -> Legal:
    if not view.legal or view.player is None:
        return Legal()
    seat = view.player
    match view.phase:
        case "draw1" | "draw2":
            return Legal("draw", seat, tuple(move.removeprefix("draw ") for move in view.legal))
        case "play":
            return Legal("plant", seat, squares=_beside(view.players[seat].arboretum))
        case "place":
            places = tuple(move.removeprefix("at ") for move in view.legal)
            return Legal("place", seat, squares=places, selected=view.selected or "")
    ends = view.final_turns == 1 if view.final_turns is not None else not view.deck
    return Legal("discard", seat, last=ends and not (view.options.final_round and view.final_turns is None))


def _beside(trees: tuple[Tree, ...]) -> tuple[str, ...]:
    """Return the free squares beside a garden, or the one where the first card goes."""
    there = {(tree.row, tree.column) for tree in trees}
    around = {(r + d, c + e) for r, c in there for d, e in ((1, 0), (-1, 0), (0, 1), (0, -1))} or {(0, 0)}
    squares = (square_at(*place) for place in sorted(around - there, key=lambda at: (-at[0], at[1])))
    return tuple(square_text(square) for square in squares if square is not None)


def _step(view: ArboretumView, match: Match) -> Step:
    if match.turn is None or view.player is None:
        return Step(None, "over")
    drawn = {"draw1": 0, "draw2": 1}.get(view.phase, 2)
    mine = match.turn in match.mine
    return Step(who(match, match.turn), view.phase, mine, drawn, view.final_turns)


# What happened


def _entry(match: Match, turn: Turn, *, now: bool) -> LogTurn:
    piles = tuple(None if draw.pile is None else who(match, draw.pile) for draw in turn.draws)
    return LogTurn(turn, who(match, turn.seat), piles, now)


def _last(match: Match, log: tuple[Told, ...], told: tuple[Turn, ...]) -> Fragment:
    if not told:
        return "begins", match.turn is not None and who(match, match.turn)
    act, turn = log[-1], told[-1]
    if act.kind == "discard":
        return "round", _entry(match, turn, now=True)
    pile = (
        who(match, ord(act.places[0]) - ord("A")) if act.kind == "draw" and act.places[0] != "deck" else None
    )
    return "last_act", Last(who(match, turn.seat), act, pile)


# The end


def _end(view: ArboretumView, match: Match, told: tuple[Turn, ...]) -> End | None:
    how = outcome(match)
    if how is None:
        return None
    seats = range(len(view.players))
    whole = lines(view) if view.result is not None else ()
    return End(
        outcome=how,
        seats=tuple(who(match, seat) for seat in seats),
        lines=whole,
        points=tuple(sum(line.shares[seat].points for line in whole) for seat in seats),
        planted=tuple(_species(view, seat) for seat in seats),
        turns=len(told),
        table=match.table,
        rated=match.rated,
        can_rematch="rematch" in match.may,
        rematch=match.rematch,
    )


def _species(view: ArboretumView, seat: int) -> str:
    """Return the letters of the species that a seat has planted."""
    planted = {tree.card[0] for tree in view.players[seat].arboretum}
    return "".join(one for one in species_in_play(view) if one in planted)
