"""How a solitaire lies on the felt: rows of piles, in records that say nothing of how they are drawn."""

from typing import Literal

import msgspec


class Pile(msgspec.Struct, frozen=True):
    """Cards that lie in one place, bottom first, or `hidden` ones, faces down. One with neither is empty.

    `spread` says what each card leaves of the one under it to be seen: its head (`down`), its side as far as
    the rank (`across`) or no more than its edge (`edges`). `width` counts the columns that the pile may take;
    `label` stands under its top card.
    """

    cards: tuple[str, ...] = ()
    spread: Literal["down", "across", "edges"] = "down"
    hidden: int = 0
    width: int = 1
    label: str = ""


class Layout(msgspec.Struct, frozen=True):
    """Rows of piles from the top of the felt down, each from left to right."""

    rows: tuple[tuple[Pile, ...], ...]
