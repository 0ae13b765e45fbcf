"""The layout of a game's record: one structured dtype, checked when it is made."""

from typing import Any

import numpy as np

RESERVED = frozenset(dir(np.recarray)) | frozenset(dir(np.record))
"""Names that numpy's attributes shadow: `size`, `shape`, `flat`, `copy`, `item`, `data`, `fill`, `all` ..."""

COMMON = (("rng", np.uint64), ("seats", np.int16), ("player", np.int16), ("over", np.int16))
"""Fields of every record: generator state, seats, seat on turn (-1 when over), how it ended (0: not yet)."""

Field = tuple[str, Any] | tuple[str, Any, tuple[int, ...]]


def record_dtype(*fields: Field) -> np.dtype[Any]:
    """Make the dtype of a game's `State`: the common fields, then `fields`, as for `np.dtype`.

    Raises `TypeError` for what once cost somebody an hour: a name that numpy shadows, fields that are not
    ordered from wide to narrow or leave hidden padding (byte comparison and hashing would fail at random; pad
    explicitly), and 8-bit integers, which overflow in silence.
    """
    named = [*COMMON, *fields]
    shadowed = sorted({str(f[0]) for f in named} & RESERVED)
    if shadowed:
        raise TypeError(f"numpy shadows the field names {', '.join(shadowed)}; choose others")
    widths = [np.dtype(f[1]).itemsize for f in named]
    narrow = [str(f[0]) for f, width in zip(named, widths, strict=True) if width == 1]
    if narrow:
        raise TypeError(f"fields {', '.join(narrow)} are 8 bits wide and overflow in silence; use int16")
    ordered = sorted(named, key=lambda f: -np.dtype(f[1]).itemsize)
    packed, aligned = np.dtype(ordered), np.dtype(ordered, align=True)
    if packed.itemsize != aligned.itemsize:
        raise TypeError(
            f"the record is {packed.itemsize} bytes long and would be padded to {aligned.itemsize};"
            f" add an explicit pad field of {aligned.itemsize - packed.itemsize} bytes"
        )
    return packed
