"""Options of Arboretum and their presets."""

from typing import ClassVar, Literal, Self, get_args

from parlour.core.kernel import Record
from parlour.core.options import GameOptions

DoubleFrom = Literal[4, 2]
StartingDiscards = Literal["none", "all_but_first", "all"]
Piles = Literal["open", "top"]


class ArboretumOptions(GameOptions, frozen=True):
    """How the game ends, what paths and eights count, and what lies open at the start."""

    final_round: bool = False
    double_from: DoubleFrom = 4
    end_bonuses: bool = True
    one_cancels_eight: bool = True
    starting_discards: StartingDiscards = "none"
    piles: Piles = "open"

    summaries: ClassVar[dict[str, str]] = {
        "final_round": "whether each seat has one more turn after the one that empties the deck",
        "double_from": "how many cards of one species alone make a path count double",
        "end_bonuses": "whether a path that starts with a 1 or ends with an 8 counts 1 or 2 more",
        "one_cancels_eight": "whether a 1 in hand takes the others' 8 of that species out of their sums",
        "starting_discards": "who begins with a card on the discard pile",
        "piles": "open: discard piles are shown whole; top: their top cards alone",
    }

    def write(self, s: Record) -> None:
        """Put the options into a record."""
        s.extra = self.final_round
        s.double = self.double_from
        s.bonuses = self.end_bonuses
        s.cancels = self.one_cancels_eight
        s.starting = get_args(StartingDiscards).index(self.starting_discards)
        s.topped = self.piles == "top"

    @classmethod
    def read(cls, s: Record) -> Self:
        """Take the options out of a record."""
        return cls(
            final_round=bool(s.extra),
            double_from=4 if s.double == 4 else 2,
            end_bonuses=bool(s.bonuses),
            one_cancels_eight=bool(s.cancels),
            starting_discards=get_args(StartingDiscards)[int(s.starting)],
            piles="top" if s.topped else "open",
        )


PRESETS = {
    "standard": ArboretumOptions(),
    "summary": ArboretumOptions(final_round=True, double_from=2, end_bonuses=False),
}
"""The standard rules first."""
