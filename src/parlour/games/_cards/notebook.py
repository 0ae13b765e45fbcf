"""Cards in a notebook: small pieces of HTML that need no style sheet."""

from collections.abc import Iterable, Sequence

_SIGNS = {"C": "\u2663", "D": "\u2666", "H": "\u2665", "S": "\u2660"}
_INKS = {"C": "#14573f", "D": "#b45000", "H": "#bf0f2e", "S": "#20242c"}
_CARD = (
    "display:inline-block;box-sizing:border-box;width:46px;height:64px;padding:4px 5px;background:#fdf9ee;"
    "border-radius:5px;box-shadow:0 0 0 1px #0002,0 1px 3px #0006;font:600 16px/1 Georgia,serif;"
    "white-space:nowrap"
)
_FELT = (
    "display:inline-block;box-sizing:border-box;max-width:100%;padding:16px 18px 6px;border-radius:12px;"
    "background:#1d5a41;color:#f4efe0;font:600 13px/1.3 sans-serif"
)
_ROW = "display:flex;gap:8px;align-items:flex-start;flex-wrap:wrap;margin:0 0 12px"
_PILE = "display:flex;flex-direction:column"
_OVER = "margin-top:-38px"


def card(text: str, *, over: bool = False) -> str:
    """Draw a card such as "TD"; `over` another, of which its head is seen."""
    rank, suit = ("10" if text[0] == "T" else text[0]), text[1]
    look = f"{_CARD};{_OVER}" if over else _CARD
    return f'<span style="{look};color:{_INKS[suit]}">{rank}{_SIGNS[suit]}</span>'


def felt(*rows: str) -> str:
    """Lay rows on the table."""
    return f'<div style="{_FELT}">{"".join(rows)}</div>'


def row(label: str, cards: Sequence[str]) -> str:
    """Draw a labelled row of cards."""
    faces = "".join(map(card, cards)) or "\u2013"
    return f'<div style="{_ROW}"><b style="min-width:6em">{label}</b>{faces}</div>'


def columns(piles: Iterable[Sequence[str]]) -> str:
    """Draw piles side by side, bottom card first."""
    empty = f'<span style="{_CARD};background:none;box-shadow:none;border:1px dashed #f4efe066"></span>'
    stacks = ("".join(card(one, over=n > 0) for n, one in enumerate(pile)) for pile in piles)
    drawn = "".join(f'<div style="{_PILE}">{stack or empty}</div>' for stack in stacks)
    return f'<div style="{_ROW}">{drawn}</div>'
