"""Options of Splendor and their presets."""

from typing import ClassVar, Literal, Self, get_args

from parlour.core.kernel import Record
from parlour.core.options import GameOptions

TieBreak = Literal["extended", "official"]
Returns = Literal["any", "taken"]
SharedNoble = Literal["off", "all", "split"]
PartialTake = Literal["exact", "any"]


class SplendorOptions(GameOptions, frozen=True):
    """Where the printed rules differ or leave something to the table."""

    tiebreak: TieBreak = "extended"
    returns: Returns = "any"
    shared_noble: SharedNoble = "off"
    partial_take: PartialTake = "exact"
    choose_payment: bool = True

    summaries: ClassVar[dict[str, str]] = {
        "tiebreak": "among equals in points and cards; extended: nobles, tokens, later seat; official: none",
        "returns": "over ten tokens; any: give back any; taken: of those just taken, the excess or all",
        "shared_noble": "whether a noble also comes to others in the same round; all: 3 points each; split",
        "partial_take": "exact: as many different tokens as possible; any: fewer are allowed",
        "choose_payment": "whether gold may be paid where a coloured token would do",
    }

    def write(self, s: Record) -> None:
        """Put the options into a record."""
        s.official = self.tiebreak == "official"
        s.returning = self.returns == "taken"
        s.sharing = get_args(SharedNoble).index(self.shared_noble)
        s.partial = self.partial_take == "any"
        s.choosing = self.choose_payment

    @classmethod
    def read(cls, s: Record) -> Self:
        """Take the options out of a record."""
        return cls(
            tiebreak="official" if s.official else "extended",
            returns="taken" if s.returning else "any",
            shared_noble=get_args(SharedNoble)[int(s.sharing)],
            partial_take="any" if s.partial else "exact",
            choose_payment=bool(s.choosing),
        )


PRESETS = {
    "standard": SplendorOptions(),
    "official": SplendorOptions(tiebreak="official"),
    "house": SplendorOptions(returns="taken", shared_noble="all"),
}
"""The standard rules first."""
