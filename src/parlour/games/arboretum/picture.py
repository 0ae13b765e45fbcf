"""Arboretum as a picture: an SVG that needs nothing else, with every garden, and the points at the end."""

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from parlour.core.seats import seat_name
from parlour.games.arboretum.artwork import palette, symbols
from parlour.games.arboretum.cards import NAMES
from parlour.games.arboretum.sheet import Way, lines, species_in_play
from parlour.games.arboretum.view import ArboretumView, Player, Tree

CARD, HIGH, GAP = 60, 84, 8
"""Width and height of a card, and the room between cards."""

_HEAD, _FOOT, _RIM = 44, 40, 20
_LEAST = 4
"""Cards beside each other that a garden has room for at least."""

_INK, _QUIET, _FELT, _PAPER = "#1f261f", "#4d574c", "#dfe7d6", "#fbf7ec"
_SERIF = "Georgia,'Noto Serif',serif"
_STYLE = (
    f"text{{font:600 15px ui-sans-serif,system-ui,sans-serif;fill:{_INK}}}"
    f".v{{font:700 17px {_SERIF}}}.l{{font:700 9px ui-sans-serif,system-ui,sans-serif}}"
    f".q{{font-weight:400;font-size:13px;fill:{_QUIET}}}.n{{font:600 22px {_SERIF}}}"
)
_MARKS = (
    '<circle r="6" fill="#e69f00"/>',
    '<rect x="-5.5" y="-5.5" width="11" height="11" rx="1.5" fill="#56b4e9"/>',
    '<path d="M0-7 7 0 0 7-7 0Z" fill="#009e73"/>',
    '<path d="M0-7 7 6H-7Z" fill="#cc79a7"/>',
)


class Reach(NamedTuple):
    """How far a garden goes from its first card."""

    north: int
    south: int
    west: int
    east: int

    @property
    def width(self) -> int:
        """Return how wide it is drawn."""
        return max(_LEAST, self.west + self.east + 1) * (CARD + GAP) - GAP

    @property
    def height(self) -> int:
        """Return how high it is drawn."""
        return (self.north + self.south + 1) * (HIGH + GAP) - GAP


def draw(view: ArboretumView) -> str:
    """Return a view as an SVG."""
    reaches = [_reach(player) for player in view.players]
    across = 2 if len(reaches) > 1 else 1
    widths = [max(one.width for one in reaches[n::across]) for n in range(across)]
    heights = [max(one.height for one in reaches[n : n + across]) for n in range(0, len(reaches), across)]
    width = sum(widths) + _RIM * 2 * across
    height = sum(heights) + _HEAD * len(heights) + _RIM + _FOOT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {_box(width, height)}>',
        f"<title>{escape(title(view))}</title>",
        f"<desc>{escape(description(view))}</desc>",
        f"<style>{_STYLE}</style>",
        f"<defs>\n{symbols(_drawn(view))}\n</defs>",
        f'<rect width="{width}" height="{height}" fill="{_FELT}"/>',
    ]
    top = 0
    for row, high in enumerate(heights):
        left = 0
        for column in range(across):
            seat = row * across + column
            if seat < len(reaches):
                parts.append(f'<g transform="translate({left + _RIM} {top + _HEAD})">')
                parts += [*_garden(view, seat, reaches[seat]), "</g>"]
            left += widths[column] + 2 * _RIM
        top += high + _HEAD
    parts.append(f'<text class="q" x="{_RIM}" y="{height - 16}">{escape(_state(view))}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _box(width: int, height: int) -> str:
    return f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'


def _drawn(view: ArboretumView) -> str:
    return "".join({tree.card[0] for player in view.players for tree in player.arboretum})


def _reach(player: Player) -> Reach:
    rows, columns = ([0, *(getattr(tree, name) for tree in player.arboretum)] for name in ("row", "column"))
    return Reach(max(rows), -min(rows), -min(columns), max(columns))


def _garden(view: ArboretumView, seat: int, reach: Reach) -> Iterator[str]:
    yield f'<g transform="translate(6 -20)">{_MARKS[seat]}</g>'
    yield f'<text x="20" y="-15">{seat_name(seat)}</text>'
    if view.result is not None:
        points = f"{view.result.scores[seat]:g}"
        yield f'<text class="n" x="{reach.width}" y="-13" text-anchor="end">{points}</text>'
    trees = view.players[seat].arboretum
    for tree in trees:
        yield _card(tree, *_corner(tree, reach))
    if view.result is not None:
        scored = [(line.species, line.shares[seat]) for line in lines(view)]
        ways = [(one, share.way) for one, share in scored if share.right and share.way]
        yield from (_path(way, trees, reach, one) for one, way in ways)
        yield from (_points(way, trees, reach, one) for one, way in ways)


def _corner(tree: Tree, reach: Reach) -> tuple[int, int]:
    return (tree.column + reach.west) * (CARD + GAP), (reach.north - tree.row) * (HIGH + GAP)


def _card(tree: Tree, x: int, y: int) -> str:
    letter, value = tree.card[0], tree.card[1]
    colours = palette(letter)
    plate = f'<path d="M4 0h18v28l-9 6-9-6Z" fill="{colours["t2"]}" stroke="#1d2119" stroke-opacity=".5"/>'
    on = colours.get("on", _INK)
    return (
        f'<g transform="translate({x} {y})">'
        f'<rect width="{CARD}" height="{HIGH}" rx="5" fill="{_PAPER}" stroke="#0003"/>'
        f'<circle cx="30" cy="46" r="26" fill="{colours.get("wash", _PAPER)}"/>'
        f'<use href="#tree-{letter}" x="4" y="20" width="56" height="61.6"/>{plate}'
        f'<text class="v" x="13" y="16" text-anchor="middle" style="fill:{on}">{value}</text>'
        f'<text class="l" x="13" y="27" text-anchor="middle" style="fill:{on}">{letter.upper()}</text></g>'
    )


def _path(way: Way, trees: tuple[Tree, ...], reach: Reach, species: str) -> str:
    corners = [_corner(trees[i], reach) for i in way.trees]
    points = " ".join(f"{x + CARD / 2:g},{y + HIGH - 20:g}" for x, y in corners)
    line = f'<polyline points="{points}" fill="none" stroke-linejoin="round"'
    colour = palette(species)["t2"]
    return f'{line} stroke="#1d2119" stroke-width="7"/>{line} stroke="{colour}" stroke-width="3.5"/>'


def _points(way: Way, trees: tuple[Tree, ...], reach: Reach, species: str) -> str:
    """Draw the points of a path on its last card."""
    x, y = _corner(trees[way.trees[-1]], reach)
    colours = palette(species)
    return (
        f'<g transform="translate({x + CARD // 2} {y + HIGH - 20})">'
        f'<circle r="12" fill="{colours["t2"]}" stroke="#1d2119" stroke-width="2"/>'
        f'<text y="5" text-anchor="middle" style="fill:{colours.get("on", _INK)}">{way.points}</text></g>'
    )


# In words


def title(view: ArboretumView) -> str:
    """Say what a picture of a view shows."""
    return f"Arboretum, {len(view.players)} gardens"


def turn(view: ArboretumView) -> str:
    """Say whose turn it is, or who won."""
    if view.player is None:
        return "The game is over."
    act = {"draw1": "draw", "draw2": "draw", "discard": "discard"}.get(view.phase, "plant")
    return f"{seat_name(view.player)} is to {act}."


def description(view: ArboretumView) -> str:
    """Say what stands where, and whose turn it is."""
    return " ".join((_state(view), *(_told(view, seat) for seat in range(len(view.players)))))


def _state(view: ArboretumView) -> str:
    cards = f"{view.deck} card{'s' * (view.deck != 1)} in the deck."
    return turn(view) if view.result is not None else f"{turn(view)} {cards}"


def _told(view: ArboretumView, seat: int) -> str:
    player = view.players[seat]
    points = f", {view.result.scores[seat]:g} points" if view.result is not None else ""
    trees = ", ".join(tree.card.upper() for tree in player.arboretum) or "nothing"
    return f"{seat_name(seat)}{points}: {trees}."


def species_names(view: ArboretumView) -> dict[str, str]:
    """Return the names of the species in play, by letter."""
    return dict(zip(species_in_play(view), NAMES, strict=False))
