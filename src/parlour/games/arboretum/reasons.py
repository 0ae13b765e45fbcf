"""Why a move in Arboretum is good: paths, the right to a species, and what others could make of a card."""

from collections.abc import Iterable
from functools import lru_cache

from parlour.core.board import Told
from parlour.core.reason import Reason
from parlour.core.seats import seat_name
from parlour.games.arboretum.cards import find_square, place_of
from parlour.games.arboretum.options import ArboretumOptions
from parlour.games.arboretum.sheet import best_way, species_in_play
from parlour.games.arboretum.state import VALUES
from parlour.games.arboretum.view import ArboretumView, Player, Tree

Trees = tuple[Tree, ...]

# Weights, in points of a path that is planted now: one that a card drawn or a square taken makes possible,
# one that another could plant, a point in hand for each point that the right is worth, and little things.

_LATER, _THEIRS, _IN_HAND, _LITTLE = 0.5, 0.4, 0.02, 0.2


def option(view: ArboretumView, move: str) -> Told:
    """Tell a move before it is played, as `view.tell` does afterwards."""
    verb, _, rest = move.partition(" ")
    match verb:
        case "draw":
            return Told("draw", () if rest == "deck" else (_top(view, rest),), (rest,))
        case "at":
            return Told("plant", (view.selected or "",), (rest,))
        case "discard":
            return Told("discard", (rest,), (seat_name(view.player or 0),))
    return Told(verb, (rest,))


def reasons(before: ArboretumView, after: ArboretumView, move: str) -> tuple[Reason, ...]:
    """Return what a move does. All of it can be told from the view before it."""
    verb, _, rest = move.partition(" ")
    match verb:
        case "draw":
            return tuple(_unseen(before) if rest == "deck" else _drawn(before, _top(before, rest)))
        case "play":
            return (*_planted(before, rest), *_let_go(before, rest, (rest,)))
        case "at":
            return tuple(_placed(before, before.selected or "", rest))
        case "discard":
            return (*_given(before, rest), *_let_go(before, rest))
    return ()


def _top(view: ArboretumView, pile: str) -> str:
    return view.players[ord(pile) - ord("A")].discard[-1]


def _me(view: ArboretumView) -> Player:
    return view.players[view.player or 0]


# Paths


@lru_cache(maxsize=4096)
def _points(trees: Trees, species: str, options: ArboretumOptions) -> int:
    """Return the points of the best path of a species; 0 without one."""
    way = best_way(trees, species, options)
    return way.points if way else 0


def _gain(view: ArboretumView, trees: Trees, tree: Tree) -> tuple[int, str]:
    """Return the most points that a species gains by one more tree, and that species."""
    options = view.options
    return max(
        (_points((*trees, tree), one, options) - _points(trees, one, options), one)
        for one in species_in_play(view)
    )


def _squares(trees: Trees) -> set[tuple[int, int]]:
    """Return rows and columns where the next tree may stand."""
    taken = {(tree.row, tree.column) for tree in trees}
    around = {(r + d, c + e) for r, c in taken for d, e in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return around - taken or {(0, 0)}


def _best(view: ArboretumView, trees: Trees, card: str) -> tuple[int, str]:
    """Return the most points that a species can gain by a card, on any square, and that species."""
    return max(_gain(view, trees, Tree(card, *square)) for square in sorted(_squares(trees)))


# Rights


def _sums(
    view: ArboretumView, species: str, hand: Iterable[str], gone: Iterable[str] = ()
) -> tuple[int, int]:
    """Return what a hand is sure to count in a species, and the most that another could come to.

    Another may have, or still draw, whatever is neither in this hand nor planted; `gone` are cards that will
    be planted.
    """
    mine = {int(card[1]) for card in hand if card[0] == species}
    planted = [*gone, *(tree.card for player in view.players for tree in player.arboretum)]
    theirs = set(range(1, VALUES + 1)) - mine - {int(card[1]) for card in planted if card[0] == species}
    return _counted(view, mine, theirs), _counted(view, theirs, mine)


def _counted(view: ArboretumView, values: set[int], against: set[int]) -> int:
    """Return a sum where the 8 does not count if the other side has the 1."""
    out = view.options.one_cancels_eight and VALUES in values and 1 in against
    return sum(values) - (VALUES if out else 0)


def _worth(view: ArboretumView, species: str) -> int:
    """Return the points that the right to a species decides on so far."""
    return max(_points(player.arboretum, species, view.options) for player in view.players)


# Moves


def _drawn(view: ArboretumView, card: str) -> Iterable[Reason]:
    """Say what a card from a pile is for."""
    me, species = _me(view), card[0]
    points, of = _best(view, me.arboretum, card)
    if points > 0:
        yield Reason("grow", _LATER * points, (points,), (card,), (of,))
    hand, worth = me.hand or (), _worth(view, species)
    before, then = _sums(view, species, hand)
    after, most = _sums(view, species, (*hand, card))
    if after > most and before <= then:
        yield Reason("secure", 1.0 + worth, (after, most), (card,), (species,))
    elif after > before:
        yield Reason("sum", _IN_HAND * (after - before) * (1 + worth), (after, most), (card,), (species,))
    for seat, player in enumerate(view.players):
        if seat == view.player:
            continue
        if card[1] == "1" and f"{species}{VALUES}" in player.known and view.options.one_cancels_eight:
            yield Reason("cancel", 1.0 + worth, (VALUES,), (card,), (species,), (seat,))
        theirs, of = _best(view, player.arboretum, card)
        if theirs > 0:
            yield Reason("deny", _THEIRS * theirs, (theirs,), (card,), (of,), (seat,))


def _unseen(view: ArboretumView) -> Iterable[Reason]:
    """Say that no card on the piles is worth as much as one that nobody knows."""
    tops = [player.discard[-1] for player in view.players if player.discard]
    if not any(one.kind in ("grow", "secure") for card in tops for one in _drawn(view, card)):
        yield Reason("deck", _LITTLE)


def _planted(view: ArboretumView, card: str) -> Iterable[Reason]:
    """Say what planting a card brings, wherever it brings most."""
    points, of = _best(view, _me(view).arboretum, card)
    if points > 0:
        yield Reason("path", points, (points,), (card,), (of,))


def _placed(view: ArboretumView, card: str, square: str) -> Iterable[Reason]:
    """Say what a square brings: points, or those of a card in hand that can follow."""
    me, found = _me(view), find_square(square)
    if found is None:
        return
    tree = Tree(card, *place_of(found))
    points, of = _gain(view, me.arboretum, tree)
    if points > 0:
        yield Reason("path", points, (points,), (card,), (of,))
    rest = [one for one in me.hand or () if one != card]
    then = max(((_best(view, (*me.arboretum, tree), one)[0], one) for one in rest), default=(0, ""))
    now = max((_best(view, me.arboretum, one)[0] for one in rest), default=0)
    if then[0] > now:
        yield Reason("prepares", _LATER * (then[0] - now), (then[0],), (then[1],))


def _let_go(view: ArboretumView, card: str, gone: tuple[str, ...] = ()) -> Iterable[Reason]:
    """Say what becomes of a right without a card in hand; it is `gone` if it is planted."""
    hand, species = _me(view).hand or (), card[0]
    mine, most = _sums(view, species, hand)
    left, more = _sums(view, species, [one for one in hand if one != card], gone)
    worth = _worth(view, species)
    if mine > most and left > more:
        yield Reason("still", _LITTLE * worth, (left, more), (card,), (species,))
    elif mine > most:
        yield Reason("loses", -1.0 - worth, (left, more), (card,), (species,))


def _given(view: ArboretumView, card: str) -> Iterable[Reason]:
    """Say what others could make of a discarded card, and its owner."""
    theirs = [
        (*_best(view, player.arboretum, card), seat)
        for seat, player in enumerate(view.players)
        if seat != view.player
    ]
    points, of, seat = max(theirs, default=(0, "", 0))
    if points > 0:
        yield Reason("gives", -_THEIRS * points, (points,), (card,), (of,), (seat,))
    else:
        yield Reason("harmless", _LITTLE, (), (card,))
    own, of = _best(view, _me(view).arboretum, card)
    if own > 0:
        yield Reason("keeps", -_LATER * own, (own,), (card,), (of,))
