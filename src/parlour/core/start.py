"""How a game begins: a seed, a deal number or a position.

Records and the table's log keep this, tagged by `kind`.
"""

import secrets
from typing import Any

import msgspec

from parlour.core.errors import OptionsError

SEED_BITS = 64


class SeedStart(msgspec.Struct, frozen=True, tag_field="kind", tag="seed", forbid_unknown_fields=True):
    """The game's own shuffle by a seed, 0 to 2^64 - 1."""

    seed: int


class DealStart(msgspec.Struct, frozen=True, tag_field="kind", tag="deal", forbid_unknown_fields=True):
    """A solitaire's deal by number, as a word of digits."""

    deal: str


class PositionStart(
    msgspec.Struct, frozen=True, tag_field="kind", tag="position", forbid_unknown_fields=True
):
    """A whole position, as in its JSON."""

    position: dict[str, Any]


Start = SeedStart | DealStart | PositionStart


def check_seed(seed: object) -> int:
    """Return `seed` if it is an integer of 64 bits. Raises `OptionsError` otherwise."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 1 << SEED_BITS:
        raise OptionsError(f"a seed is a whole number from 0 to {(1 << SEED_BITS) - 1}, not {seed!r}")
    return seed


def random_seed() -> int:
    """Draw a seed that nobody can foresee."""
    return secrets.randbits(SEED_BITS)
