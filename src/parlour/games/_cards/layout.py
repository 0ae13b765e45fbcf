"""How a solitaire lies on the felt: rows of piles, in records that say nothing of how they are drawn."""

from typing import Literal

import msgspec


class Pile(msgspec.Struct, frozen=True):
    """Cards that lie in one place, bottom first, or `hidden` ones, faces down. One with neither is empty.

    `spread` says which way each card leaves a strip of the one under it to be seen; of a pile that does not
    spread the top card is seen. `width` counts the columns that it may take; `label` stands under it.
    """

    cards: tuple[str, ...] = ()
    spread: Literal["", "down", "across"] = ""
    hidden: int = 0
    width: int = 1
    label: str = ""


class Layout(msgspec.Struct, frozen=True):
    """Rows of piles from the top of the felt down, each from left to right."""

    rows: tuple[tuple[Pile, ...], ...]
