"""Splendor as a picture: an SVG that needs nothing else, for pages, notebooks and to be sent to others.

It shows what a view knows: nobles, cards, the bank, and of each seat its points, bonuses, tokens, nobles and
hand. At the end the seats stand in the order of their ranks.
"""

from collections.abc import Iterable, Iterator
from html import escape

from parlour.core.seats import seat_name
from parlour.games.splendor.artwork import crop, needed, symbols
from parlour.games.splendor.cards import BONUS, COLOURS, COST, LEVEL, NAMES, NOBLE_COST, POINTS
from parlour.games.splendor.state import COLOURS as HUES
from parlour.games.splendor.state import GOLD, KINDS, LEVELS, SLOTS
from parlour.games.splendor.view import Player, Reserved, SplendorView, face

LETTERS = COLOURS.lower().replace("*", "o")

PAPER, INK, QUIET, FELT, RAISED, EDGE = "#fbf7ec", "#22261f", "#4d574c", "#dfe7d6", "#fffdf6", "#c3cbb8"
_SANS = "font-family=\"system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif\""
_SERIF = "font-family=\"ui-serif, Georgia, 'Noto Serif', serif\""
_DARK = "w", "o"
"""Gems on which a number is dark."""

_W, _H, _GAP, _PAD = 96, 134.4, 12, 20
_NOBLE = 72
_BANK = _PAD + 5 * (_W + _GAP) + 4
_SEATS = _BANK + 108
_SEAT_W, _SEAT_GAP = 372, 12
_WIDTH = _SEATS + _SEAT_W + _PAD
_HEIGHT = 2 * _PAD + _NOBLE + 3 * (_H + _GAP)

_MARKS = (
    '<circle cx="8" cy="8" r="6.6" fill="#e69f00"/>',
    '<path d="M2 2h12v12H2z" fill="#56b4e9"/>',
    '<path d="M8 .6 15.4 8 8 15.4.6 8z" fill="#009e73"/>',
    '<path d="M8 1.5 15.5 14.5H.5z" fill="#cc79a7"/>',
)
"""The seats' marks: each has a shape and a colour of its own."""


def draw(view: SplendorView) -> str:
    """Return a view as an SVG."""
    body = "\n".join((*_nobles(view), *_rows(view), *_bank(view), *_players(view)))
    size = f'viewBox="0 0 {_WIDTH} {_n(_HEIGHT)}" width="{_WIDTH}" height="{_n(_HEIGHT)}"'
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="splendor" role="img" {size}>',
        f"<title>{escape(title(view))}</title>",
        f"<desc>{escape(description(view))}</desc>",
        f"<defs>\n{needed(_used(body))}\n</defs>",
        f'<rect width="{_WIDTH}" height="{_n(_HEIGHT)}" rx="16" fill="{FELT}"/>',
        body,
        "</svg>",
    )
    return "\n".join(parts) + "\n"


# In words


def title(view: SplendorView) -> str:
    """Say what a picture of a view shows."""
    return f"Splendor for {len(view.players)} players"


def turn(view: SplendorView) -> str:
    """Say whose turn it is, or who won."""
    if view.result is not None:
        winners = [seat_name(seat) for seat in view.result.winners]
        return f"The game is over: {' and '.join(winners) or 'nobody'} won."
    if view.player is None:
        return "The game is over."
    what = {"return": "return tokens", "noble": "choose a noble", "pay": "pay"}.get(view.phase, "move")
    return f"Round {view.round + 1}: {seat_name(view.player)} is to {what}."


def description(view: SplendorView) -> str:
    """Say what lies where, and whose turn it is."""
    nobles = "; ".join(_amounts(NOBLE_COST[tile]) for tile in view.nobles if tile is not None) or "none left"
    lines = [turn(view), f"Bank: {_amounts(view.bank)}.", f"Nobles: {nobles}."]
    for level in reversed(range(LEVELS)):
        cards = ", ".join(face(card) for card in view.table[level])
        lines.append(f"Level {level + 1}, {view.decks[level]} in the deck: {cards}.")
    return " ".join((*lines, *(_told(seat, player) for seat, player in enumerate(view.players))))


def _told(seat: int, player: Player) -> str:
    hand = ", ".join(_in_hand(one) for one in player.reserved)
    return (
        f"{seat_name(seat)}, points: {player.points:g}; bonuses: {_amounts(player.bonuses)};"
        f" tokens: {_amounts(player.tokens)}; nobles: {len(player.nobles)}; reserved: {hand or 'none'}."
    )


def _in_hand(one: Reserved) -> str:
    return f"a card of level {one.level}" if one.card is None else face(one.card)


def _amounts(counts: Iterable[int]) -> str:
    return ", ".join(f"{n} {NAMES[c]}" for c, n in enumerate(counts) if n) or "none"


# Pieces


def _n(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def _used(body: str) -> set[str]:
    """Return the names of the symbols that a drawing refers to."""
    return {part.split('"', 1)[0] for part in body.split('href="#')[1:]}


def _use(name: str, x: float, y: float, width: float, height: float | None = None) -> str:
    tall = width if height is None else height
    return f'<use href="#{name}" x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(tall)}"/>'


def _text(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    fill: str = INK,
    serif: bool = False,
    anchor: str = "middle",
) -> str:
    face, weight = (_SERIF, 700) if serif else (_SANS, 700)
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" font-weight="{weight}" fill="{fill}"'
        f' text-anchor="{anchor}" {face}>{escape(text)}</text>'
    )


def _at(x: float, y: float, width: float, box: str, body: str, height: float | None = None) -> str:
    """Place a drawing of its own scale; what stands out of its box is cut off."""
    tall = width * 1.4 if height is None else height
    place = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(tall)}"'
    return f'<svg {place} viewBox="{box}" preserveAspectRatio="xMidYMid slice">{body}</svg>'


def _rect(x: float, y: float, width: float, height: float, radius: float, **pen: object) -> str:
    look = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in pen.items())
    box = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}"'
    return f'<rect {box} rx="{_n(radius)}"{look}/>'


def _paper() -> str:
    return _rect(0.4, 0.4, 99.2, 139.2, 6.5, fill=PAPER, stroke=EDGE, stroke_width=0.8)


def _plate(name: str, box: str = "0 0 100 140", *, flip: bool = False) -> str:
    art = _use(name, 0, 0, 100, 140)
    turned = f'<g transform="translate(100 0) scale(-1 1)">{art}</g>' if flip else art
    return _at(4, 4, 92, box, turned, 132)


def _pip(colour: str, count: int, x: float, y: float, size: float) -> str:
    fill = "#1d2a3f" if colour in _DARK else "#fff"
    number = _text(
        str(count), x + size / 2, y + size * (0.64 if colour == "w" else 0.7), size * 0.56, fill=fill
    )
    return _use(f"cost-{colour}", x, y, size) + number


def card(number: int, x: float, y: float, width: float) -> str:
    """Draw the front of a card."""
    colour, points, shown = LETTERS[BONUS[number]], int(POINTS[number]), crop(number)
    costs = [(LETTERS[c], int(n)) for c, n in enumerate(COST[number]) if n]
    top = 140 - 24.5 * len(costs) - 6
    parts = [_paper(), _plate(f"art-{colour}{int(LEVEL[number]) + 1}", shown.box, flip=shown.flip)]
    if points:
        parts.append(
            f'<path d="M.8.8H31V25q0 8-8 8H.8z" fill="{PAPER}"/>' + _text(str(points), 16, 26, 29, serif=True)
        )
    parts.append(
        f'<path d="M99.2.8H67V25q0 8 8 8h24.200z" fill="{PAPER}"/>' + _use(f"gem-{colour}", 71, 4, 25)
    )
    parts.append(f'<path d="M.8 {_n(top)}H22q8 0 8 8V139.2H.8z" fill="{PAPER}"/>')
    parts += [_pip(c, n, 4, top + 3 + 24.5 * k, 22.5) for k, (c, n) in enumerate(costs)]
    return _at(x, y, width, "0 0 100 140", "".join(parts))


def back(level: int, x: float, y: float, width: float, left: int | None = None) -> str:
    """Draw the back of a level's cards; `left` are those in the deck, if it is one."""
    label = ""
    if left is not None:
        label = f'<rect x="29" y="104" width="42" height="24" rx="12" fill="{PAPER}"/>' + _text(
            str(left), 50, 122, 17
        )
    return _at(x, y, width, "0 0 100 140", _paper() + _plate(f"back-{level}") + label)


def _empty(x: float, y: float, width: float, height: float, radius: float = 6) -> str:
    pen = {"fill": "none", "stroke": EDGE, "stroke_width": 2, "stroke_dasharray": "6 5"}
    return _rect(x + 1, y + 1, width - 2, height - 2, radius, **pen)


# The table


def _nobles(view: SplendorView) -> Iterator[str]:
    count = len(view.nobles)
    for place, tile in enumerate(view.nobles):
        x = _PAD + (5 - count + place) * (_W + _GAP)
        if tile is None:
            yield _empty(x, _PAD, _W, _NOBLE)
            continue
        yield f'<rect x="{x}" y="{_PAD}" width="{_W}" height="{_NOBLE}" rx="7" fill="{PAPER}"/>'
        yield _at(x + 3, _PAD + 3, 54, "9 0 82 100", _use(f"noble-{tile}", 0, 0, 100), _NOBLE - 6)
        yield f'<path d="M{x} {_PAD + 4}q0-4 4-4h13v16q0 6-6 6H{x}z" fill="{PAPER}"/>'
        yield _text("3", x + 9, _PAD + 17, 17, serif=True)
        asks = [(LETTERS[c], int(n)) for c, n in enumerate(NOBLE_COST[tile]) if n]
        for k, (colour, n) in enumerate(asks):
            y = _PAD + _NOBLE / 2 - 11 * len(asks) + 22 * k
            yield _use(f"gem-{colour}", x + 60, y + 2, 17) + _text(str(n), x + 86, y + 16, 14)


def _rows(view: SplendorView) -> Iterator[str]:
    for row, level in enumerate(reversed(range(LEVELS))):
        y = _PAD + _NOBLE + _GAP + row * (_H + _GAP)
        if view.decks[level]:
            yield back(level + 1, _PAD, y, _W, view.decks[level])
        else:
            yield _empty(_PAD, y, _W, _H)
        for slot in range(SLOTS):
            x, shown = _PAD + (slot + 1) * (_W + _GAP), view.table[level][slot]
            yield _empty(x, y, _W, _H) if shown is None else card(shown, x, y, _W)


def _bank(view: SplendorView) -> Iterator[str]:
    step = (_HEIGHT - 2 * _PAD) / KINDS
    for k, letter in enumerate(LETTERS):
        y, count = _PAD + k * step, view.bank[k]
        name = f"pile-{letter}{count}"
        if name in symbols():
            tall = float(symbols()[name].box.split()[3]) * 54 / 64
            yield _use(name, _BANK, y + step / 2 - tall / 2, 54, tall)
        else:
            yield _empty(_BANK + 1, y + step / 2 - 26, 52, 52, 26)
        yield _text(str(count), _BANK + 74, y + step / 2 + 9, 25, serif=True)


# The seats


def _players(view: SplendorView) -> Iterator[str]:
    seats = list(range(len(view.players)))
    if view.result is not None:
        ranks = view.result.ranks
        seats.sort(key=lambda seat: (ranks[seat], seat))
    tall = (_HEIGHT - 2 * _PAD - _SEAT_GAP * (len(seats) - 1)) / len(seats)
    tall = min(tall, 164)
    for row, seat in enumerate(seats):
        yield from _player(view, seat, _PAD + row * (tall + _SEAT_GAP), tall)


def _player(view: SplendorView, seat: int, y: float, tall: float) -> Iterator[str]:
    player, x = view.players[seat], _SEATS
    won = view.result is not None and seat in view.result.winners
    edge = "#2a7230" if seat == view.player or won else EDGE
    yield _rect(x, y, _SEAT_W, tall, 12, fill=RAISED, stroke=edge, stroke_width=2.5 if won else 1.5)
    yield _at(x + 14, y + 13, 16, "0 0 16 16", _MARKS[seat], 16)
    name = seat_name(seat) + (", winner" if won else ", to move" if seat == view.player else "")
    yield _text(name, x + 38, y + 27, 16, anchor="start")
    yield _text(f"{player.points:g}", x + _SEAT_W - 16, y + 33, 28, serif=True, anchor="end")
    yield from (_crest(tile, x + 176 + 26 * k, y + 6) for k, tile in enumerate(player.nobles))
    for k, letter in enumerate(LETTERS):
        at = x + 14 + 38 * k
        if k != GOLD:
            yield _rect(at, y + 44, 30, 30, 6, fill=PAPER, stroke=EDGE)
            yield f"<g{_faded(player.bonuses[k])}>{_pip(letter, player.bonuses[k], at + 3, y + 47, 24)}</g>"
        token = _use(f"chips-{letter}", at, y + 80, 18) + _text(str(player.tokens[k]), at + 25, y + 94, 13)
        yield f"<g{_faded(player.tokens[k])}>{token}</g>"
    held = f"{len(player.cards)} cards, {sum(player.tokens)} of 10 tokens"
    if tall > 130:
        yield _text(held, x + 14, y + 118, 13, fill=QUIET, anchor="start")
    for k, one in enumerate(player.reserved):
        at = x + 14 + 38 * (HUES + 1) + 8 + 36 * k
        yield back(one.level, at, y + 44, 34) if one.card is None else card(one.card, at, y + 44, 34)


def _faded(count: int) -> str:
    return "" if count else ' opacity=".4"'


def _crest(tile: int, x: float, y: float) -> str:
    return _at(x, y, 22, "14 0 72 100", _use(f"noble-{tile}", 0, 0, 100), 30)
