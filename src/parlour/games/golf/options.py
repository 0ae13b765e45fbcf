"""Options of Golf and their presets."""

from typing import ClassVar, Literal, Self

from parlour.core.kernel import Record
from parlour.core.options import GameOptions

_RULES = ("wrap", "classic", "dead_king")


class GolfOptions(GameOptions, frozen=True):
    """Which ranks are neighbours on the homecell."""

    rule: Literal["wrap", "classic", "dead_king"] = "wrap"

    summaries: ClassVar[dict[str, str]] = {
        "rule": "wrap: K and A are neighbours; classic: they are not; dead_king: nor does anything go on a K"
    }

    def write(self, s: Record) -> None:
        """Put the options into a record."""
        s.rule = _RULES.index(self.rule)

    @classmethod
    def read(cls, s: Record) -> Self:
        """Take the options out of a record."""
        return cls(_RULES[int(s.rule)])  # type: ignore[arg-type]


PRESETS = {
    "standard": GolfOptions(),
    "classic": GolfOptions("classic"),
    "dead_king": GolfOptions("dead_king"),
}
"""The standard rules first."""
