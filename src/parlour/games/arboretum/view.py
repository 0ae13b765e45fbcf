"""What a viewer may know of a game of Arboretum: all but the deck and what other hands drew from it."""

from collections.abc import Iterable
from typing import Any, Literal

import msgspec
import numpy as np

from parlour.core.board import Told
from parlour.core.errors import PositionError
from parlour.core.kernel import Record, fields
from parlour.core.result import Result
from parlour.core.seats import seat_name
from parlour.games.arboretum import rules, state
from parlour.games.arboretum.cards import LETTERS, card_text, place_of, square_text, texts
from parlour.games.arboretum.codec import cards_in
from parlour.games.arboretum.options import ArboretumOptions
from parlour.games.arboretum.paths import best_path

Phase = Literal["draw1", "draw2", "play", "place", "discard", "over"]
PHASES: tuple[Phase, ...] = ("draw1", "draw2", "play", "place", "discard")


class Tree(msgspec.Struct, frozen=True):
    """A planted card; row and column count north and east from the first card."""

    card: str
    row: int
    column: int


class Player(msgspec.Struct, frozen=True):
    """What a seat has.

    `hand` are its cards where the viewer may know all of them, else `None`; `known` are those that all know.
    `discard` is the pile, top last, of which `piled` cards are there.
    """

    held: int
    hand: tuple[str, ...] | None
    known: tuple[str, ...]
    piled: int
    discard: tuple[str, ...]
    arboretum: tuple[Tree, ...]


class ArboretumView(msgspec.Struct, frozen=True):
    """A position as one viewer may know it.

    `deck` is its height, `selected` the card that is being planted, `final_turns` how many are left of a
    final round. `legal` are the viewer's moves.
    """

    viewer: int | None
    options: ArboretumOptions
    deck: int
    players: tuple[Player, ...]
    phase: Phase
    selected: str | None
    final_turns: int | None
    legal: tuple[str, ...]
    player: int | None
    result: Result | None

    def __str__(self) -> str:
        return diagram(self)


class Path(msgspec.Struct, frozen=True):
    """The best path of a species: its trees in order, and its points."""

    trees: tuple[Tree, ...]
    points: int


class SpeciesAccount(msgspec.Struct, frozen=True):
    """How a species scores, seat by seat.

    Sums in hand, who has the right, best paths (`None`: there is none). Before the end sums and rights are
    empty, and only the viewer's own path is there.
    """

    species: str
    sums: tuple[int, ...]
    rights: tuple[bool, ...]
    paths: tuple[Path | None, ...]


class Account(msgspec.Struct, frozen=True):
    """The account of a game: each species in play, then each seat's points and species planted.

    Before the end `points` and `planted` are empty.
    """

    species: tuple[SpeciesAccount, ...]
    points: tuple[int, ...]
    planted: tuple[int, ...]


def view(s: Record, viewer: int | None, legal: tuple[str, ...]) -> ArboretumView:
    """Build the view; hands are open to their owners, and to all when the game is over."""
    return look(s, viewer, legal)


def look(s: Record, viewer: int | None, legal: tuple[str, ...], *, everything: bool = False) -> ArboretumView:
    """Build a view; with `everything` all hands are open and piles are shown whole."""
    f = fields(s)
    over = bool(f.over)
    whole = everything or over or not f.topped
    return ArboretumView(
        viewer=viewer,
        options=ArboretumOptions.read(f),
        deck=f.decked,
        players=tuple(
            _player(f, seat, known=everything or over or seat == viewer, whole=whole)
            for seat in range(f.seats)
        ),
        phase="over" if over else PHASES[f.phase],
        selected=None if f.selected == state.NONE else card_text(f.selected),
        final_turns=None if f.turns == state.NONE else f.turns,
        legal=legal,
        player=None if over else f.player,
        result=result(s) if over else None,
    )


def _player(f: Any, seat: int, *, known: bool, whole: bool) -> Player:
    piled = int(f.piled[seat])
    pile = texts(f.piles[seat, :piled].tolist())
    hand = texts(cards_in(f.hands[seat]))
    return Player(
        held=len(hand),
        hand=hand if known else None,
        known=texts(cards_in(f.known[seat])),
        piled=piled,
        discard=pile if whole else pile[-1:],
        arboretum=trees(f, seat, range(f.planted[seat])),
    )


def trees(s: Record, seat: int, indexes: Iterable[int]) -> tuple[Tree, ...]:
    """Return planted cards of a seat, by their indexes in the order of planting."""
    cards, squares = s.garden[seat].tolist(), s.squares[seat].tolist()
    return tuple(Tree(card_text(cards[i]), *place_of(squares[i])) for i in indexes)


def result(s: Record) -> Result:
    """Return points as scores; the most species planted decide among equals."""
    seats = range(int(s.seats))
    points = [int(rules.points_of(s, seat)) for seat in seats]
    standings = [(points[seat], int(rules.species_of(s, seat))) for seat in seats]
    ranks = tuple(1 + sum(other > mine for other in standings) for mine in standings)
    winners = tuple(seat for seat in seats if ranks[seat] == 1)
    return Result(tuple(map(float, points)), ranks, winners, "deck empty")


def account(s: Record, viewer: int | None) -> Account:
    """Return who has which right, and each best path.

    Raises `PositionError` for a spectator of a game that is not over.
    """
    over, seats = bool(s.over), range(int(s.seats))
    if viewer is None and not over:
        raise PositionError("before the end there is an account for a seat alone, of its own arboretum")
    species = tuple(
        SpeciesAccount(
            LETTERS[one],
            tuple(int(rules.hand_sum(s, seat, one)) for seat in seats) if over else (),
            tuple(bool(rules.has_right(s, seat, one)) for seat in seats) if over else (),
            tuple(_path(s, seat, one) if over or seat == viewer else None for seat in seats),
        )
        for one in range(int(state.IN_PLAY[s.seats]))
    )
    return Account(
        species,
        tuple(int(rules.points_of(s, seat)) for seat in seats) if over else (),
        tuple(int(rules.species_of(s, seat)) for seat in seats) if over else (),
    )


def _path(s: Record, seat: int, species: int) -> Path | None:
    path = np.empty(state.GARDEN, np.int16)
    points, length = best_path(
        s.garden[seat], s.squares[seat], int(s.planted[seat]), species, int(s.double), int(s.bonuses), path
    )
    return Path(trees(s, seat, path[:length].tolist()), int(points)) if length else None


# Moves


def reveals(view: ArboretumView, move: str) -> bool:
    """Say whether a move turns up a card: one from the deck, or the discard after which hands are opened."""
    if move.startswith("draw"):
        return move == "draw deck"
    return move.startswith("discard") and _is_last(view)


def shown(view: ArboretumView) -> frozenset[str]:
    """Return the cards that this viewer sees."""
    seen = [] if view.selected is None else [view.selected]
    for player in view.players:
        planted = (tree.card for tree in player.arboretum)
        seen += [*(player.hand or ()), *player.known, *player.discard, *planted]
    return frozenset(seen)


def _is_last(view: ArboretumView) -> bool:
    if view.final_turns is not None:
        return view.final_turns == 1
    return view.deck == 0 and not view.options.final_round


def tell(before: ArboretumView, after: ArboretumView, move: str) -> Told:
    """Tell a move.

    Kinds are draw (places: "deck" or the seat of a pile), play, plant (places: the square) and discard
    (places: the seat of the pile). Cards are card texts where the viewer may know them.
    """
    verb, _, rest = move.partition(" ")
    seat = before.player or 0
    match verb:
        case "draw" if rest == "deck":
            drawn = set(after.players[seat].hand or ()) - set(before.players[seat].hand or ())
            return Told("draw", tuple(drawn) if before.players[seat].hand is not None else (), (rest,))
        case "draw":
            return Told("draw", before.players[ord(rest) - ord("A")].discard[-1:], (rest,))
        case "at":
            return Told("plant", (before.selected or "",), (rest,))
        case "discard":
            return Told("discard", (rest,), (seat_name(seat),))
    return Told(verb, (rest,))


# Text

STYLES = {
    r"\ba\d\b": "bold yellow",
    r"\bb\d\b": "bold blue",
    r"\bc\d\b": "bold magenta",
    r"\bd\d\b": "bold white",
    r"\bj\d\b": "bold bright_magenta",
    r"\bm\d\b": "bold red",
    r"\bo\d\b": "bold bright_yellow",
    r"\br\d\b": "bold bright_red",
    r"\bt\d\b": "bold cyan",
    r"\bw\d\b": "bold green",
}
"""Colours of a terminal, one a species."""

_DECISIONS = {
    "draw1": "to draw the first card",
    "draw2": "to draw the second card",
    "play": "to choose a card to plant",
    "discard": "to discard a card",
}


def diagram(view: ArboretumView) -> str:
    """Draw a view."""
    return draw(view, None)


def draw(view: ArboretumView, top: str | None) -> str:
    """Draw a view; `top` is the next card of the deck, where it is open."""
    lines = []
    for seat, player in enumerate(view.players):
        lines += [*_seat(view, seat, player), ""]
    after = f", then {top}" if top else ""
    return "\n".join([*lines, f"Deck {view.deck}{after}", _turn(view)])


def _seat(view: ArboretumView, seat: int, player: Player) -> list[str]:
    mark = ">" if seat == view.player else " "
    if player.hand is not None:
        hand = " ".join(player.hand) or "-"
    else:
        hand = " ".join([*player.known, *["??"] * (player.held - len(player.known))])
    buried = ["..."] if player.piled > len(player.discard) else []
    pile = " ".join([*buried, *player.discard]) or "-"
    points = f"  {view.result.scores[seat]:g} points" if view.result else ""
    return [f"{mark} {seat_name(seat)}  hand {hand}   discards {pile}{points}", *_garden(player.arboretum)]


def _garden(arboretum: tuple[Tree, ...]) -> list[str]:
    """Draw an arboretum as a grid, north up, its free squares beside cards dotted."""
    if not arboretum:
        return ["        C00", "    C00  ."]
    there = {(tree.row, tree.column): tree.card for tree in arboretum}
    rows = range(max(row for row, _ in there) + 1, min(row for row, _ in there) - 2, -1)
    columns = range(min(column for _, column in there) - 1, max(column for _, column in there) + 2)
    around = {(r + d, c + e) for r, c in there for d, e in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    lines = ["        " + " ".join(square_text(state.HOME + column)[3:] for column in columns)]
    for row in rows:
        cells = [there.get((row, c), " ." if (row, c) in around else "") for c in columns]
        lines.append(
            f"    {square_text(state.HOME + row * state.WIDTH)[:3]} "
            + " ".join(f"{cell:^3}" for cell in cells).rstrip()
        )
    return lines


def _turn(view: ArboretumView) -> str:
    if view.player is None or view.phase == "over":
        return f"Over: {view.result.reason}" if view.result else "Over"
    last = f", {view.final_turns} turns left" if view.final_turns is not None else ""
    what = f"to place {view.selected}" if view.phase == "place" else _DECISIONS[view.phase]
    return f"{seat_name(view.player)} {what}{last}"
