"""Options of High Card."""

from typing import ClassVar, Self

from parlour.core.kernel import Record
from parlour.core.options import GameOptions


class HighCardOptions(GameOptions, frozen=True):
    """Which card takes a trick."""

    misere: bool = False

    summaries: ClassVar[dict[str, str]] = {"misere": "the lowest card takes the trick"}

    def write(self, s: Record) -> None:
        """Put the options into a record."""
        s.misere = self.misere

    @classmethod
    def read(cls, s: Record) -> Self:
        """Take the options out of a record."""
        return cls(bool(s.misere))


PRESETS = {"standard": HighCardOptions(), "misere": HighCardOptions(misere=True)}
