"""Options of Little Spider and their presets."""

from typing import ClassVar, Literal, Self

from parlour.core.kernel import Record
from parlour.core.options import GameOptions


class LittleSpiderOptions(GameOptions, frozen=True):
    """What an emptied pile takes, and whether cards come back from the homecells."""

    empty_fill: Literal["never", "any"] = "never"
    homecell_return: bool = True

    summaries: ClassVar[dict[str, str]] = {
        "empty_fill": "never: an emptied pile takes nothing; any: it takes any card",
        "homecell_return": "whether a homecell's top card may go back to a pile",
    }

    def write(self, s: Record) -> None:
        """Put the options into a record."""
        s.fills = self.empty_fill == "any"
        s.returning = self.homecell_return

    @classmethod
    def read(cls, s: Record) -> Self:
        """Take the options out of a record."""
        return cls("any" if s.fills else "never", bool(s.returning))


PRESETS = {
    "standard": LittleSpiderOptions(),
    "open": LittleSpiderOptions(empty_fill="any"),
    "strict": LittleSpiderOptions(homecell_return=False),
}
"""The standard rules first."""
