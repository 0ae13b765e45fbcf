"""Read the parts of a position JSON; each refusal names the part and says what would be right."""

from collections.abc import Iterable
from typing import Any

from parlour.core.errors import PositionError, did_you_mean, shown

COMMON = ("game", "options")
"""Fields of every position JSON, which a game's own part comes without."""


def as_object(value: object, names: Iterable[str], where: str) -> dict[str, Any]:
    """Return `value` if it is an object without other fields than `names`. Raises `PositionError`."""
    if not isinstance(value, dict):
        raise PositionError(f"{where} must be an object, not {shown(value)}")
    known = tuple(names)
    for name in value:
        if name not in known:
            raise PositionError(f"{where} has no field {shown(name)}{did_you_mean(str(name), known)}")
    return value


def as_list(value: object, where: str, length: int | None = None) -> list[Any]:
    """Return `value` if it is a list, of `length` where that is given. Raises `PositionError`."""
    if not isinstance(value, list | tuple) or (length is not None and len(value) != length):
        many = "" if length is None else f" of {length}"
        raise PositionError(f"{where} must be a list{many}, not {shown(value)}")
    return list(value)


def as_whole(value: object, where: str, least: int, most: int) -> int:
    """Return `value` if it is a whole number from `least` to `most`. Raises `PositionError`."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise PositionError(f"{where} must be a whole number from {least} to {most}, not {shown(value)}")
    return value
