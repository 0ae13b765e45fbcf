"""Cards in a notebook: small pieces of HTML that need no style sheet."""

from collections.abc import Iterable, Sequence

_SIGNS = {"C": "\u2663", "D": "\u2666", "H": "\u2665", "S": "\u2660"}
_INKS = {"C": "#14573f", "D": "#b45000", "H": "#bf0f2e", "S": "#20242c"}
_CARD = (
    "display:inline-block;box-sizing:border-box;width:2.7em;padding:1px 4px 3px;background:#fbf7ec;"
    "border:1px solid #d9cfb8;border-radius:4px;font:600 13px/1.3 sans-serif;white-space:nowrap"
)
_ROW = "display:flex;gap:6px;align-items:flex-start;flex-wrap:wrap;margin:0 0 10px"
_PILE = "display:flex;flex-direction:column;gap:1px"


def card(text: str) -> str:
    """Draw a card such as "TD"."""
    rank, suit = ("10" if text[0] == "T" else text[0]), text[1]
    return f'<span style="{_CARD};color:{_INKS[suit]}">{rank}{_SIGNS[suit]}</span>'


def row(label: str, cards: Sequence[str]) -> str:
    """Draw a labelled row of cards."""
    faces = "".join(map(card, cards)) or "\u2013"
    return f'<div style="{_ROW}"><b style="min-width:6em">{label}</b>{faces}</div>'


def columns(piles: Iterable[Sequence[str]]) -> str:
    """Draw piles side by side, bottom card first."""
    empty = f'<span style="{_CARD};background:none;border-style:dashed">&nbsp;</span>'
    drawn = "".join(f'<div style="{_PILE}">{"".join(map(card, pile)) or empty}</div>' for pile in piles)
    return f'<div style="{_ROW}">{drawn}</div>'
