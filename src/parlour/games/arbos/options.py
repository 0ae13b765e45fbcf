"""Options of Arbos and their presets."""

from collections.abc import Collection
from typing import Annotated, ClassVar, Literal, Self, get_args

import msgspec

from parlour.core.errors import OptionsError
from parlour.core.kernel import Record
from parlour.core.options import GameOptions
from parlour.games.arbos.state import RESTARTS, WIDTH

Placement = Literal["random", "spread", "interactive", "symmetric"]
LateSeed = Literal["random", "spread"]
Scoring = Literal["union2", "sum2", "both_pair", "linked_ge2", "total"]
Breach = Literal["reject", "forfeit"]
Colours = Literal["weaker_white", "chosen", "random"]


class ArbosOptions(GameOptions, frozen=True):
    """The board, its seeds and how they come to lie, what a player may do, and what counts."""

    size: Annotated[int, msgspec.Meta(ge=5, le=20)] = 20
    seeds: Annotated[int, msgspec.Meta(ge=0, le=40)] = 21
    spacing: Literal[2, 3] = 2
    placement: Placement = "random"
    late_seed: LateSeed = "random"
    max_trees: Annotated[int, msgspec.Meta(ge=1, le=8)] = 3
    pawns: Annotated[int, msgspec.Meta(ge=1, le=200)] = 80
    scoring: Scoring = "union2"
    must_place: bool = False
    breach: Breach = "reject"
    colours: Colours = "weaker_white"

    summaries: ClassVar[dict[str, str]] = {
        "size": "rows and columns of the board",
        "seeds": "how many seeds; where only the size is chosen, about as many to a cell as on 20 x 20",
        "spacing": "how many rows or columns two seeds lie apart, at least",
        "placement": "who puts the seeds: the game (anywhere, far apart, in half-turn pairs) or the players",
        "late_seed": "where the game puts a seed for a player who is out of time",
        "max_trees": "how many trees a player may have at a time",
        "pawns": "how many pawns each player has",
        "scoring": "which seeds count: of the best pair of trees (once, or twice if linked to both), "
        "linked to both of a pair, linked to two trees or more, or linked to any",
        "must_place": "whether a player who can place a pawn may not pass",
        "breach": "whether an illegal act is refused or loses the game",
        "colours": "who has white: the lower force, as chosen, or at random",
    }

    def write(self, s: Record) -> None:
        """Put the options into a record."""
        s.side, s.wanted, s.spacing = self.size, self.seeds, self.spacing
        s.placement = get_args(Placement).index(self.placement)
        s.late = get_args(LateSeed).index(self.late_seed)
        s.most, s.supply = self.max_trees, self.pawns
        s.scoring = get_args(Scoring).index(self.scoring)
        s.must = self.must_place
        s.strict = self.breach == "forfeit"
        s.colours = get_args(Colours).index(self.colours)

    @classmethod
    def read(cls, s: Record) -> Self:
        """Take the options out of a record."""
        return cls(
            size=int(s.side),
            seeds=int(s.wanted),
            spacing=2 if s.spacing == 2 else 3,
            placement=get_args(Placement)[int(s.placement)],
            late_seed=get_args(LateSeed)[int(s.late)],
            max_trees=int(s.most),
            pawns=int(s.supply),
            scoring=get_args(Scoring)[int(s.scoring)],
            must_place=bool(s.must),
            breach="forfeit" if s.strict else "reject",
            colours=get_args(Colours)[int(s.colours)],
        )

    def settled(self, given: Collection[str]) -> Self:
        """Take the usual number of seeds for another board, unless their number was given.

        That is the odd number nearest to 21 on 20 x 20, in proportion; pairs need an even one.
        """
        pairs = self.placement == "symmetric"
        resized = "size" in given and self.size != WIDTH
        if "seeds" in given or not (resized or (pairs and self.seeds % 2)):
            return self
        return msgspec.structs.replace(self, seeds=usual_seeds(self.size, even=pairs))

    def check(self, seats: int) -> None:
        """Raise `OptionsError` for seeds that cannot all lie on the board."""
        room = -(-self.size // self.spacing)
        if self.seeds > room * room:
            raise OptionsError(
                f"{self._asked()} do not fit: at most {room * room} do; choose fewer, or a larger board"
            )
        if self.placement == "symmetric" and self.seeds % 2:
            raise OptionsError(f"symmetric seeds come in pairs, so their number is even, not {self.seeds}")
        if self.placement == "interactive" and self.seeds > self.surely_fitting():
            raise OptionsError(
                f"{self._asked()} may leave no cell for the next one; players can always put"
                f" {self.surely_fitting()} or fewer"
            )

    def surely_fitting(self) -> int:
        """Return how many seeds fit wherever the earlier ones lie: each bars a square of 2 spacing - 1."""
        return (self.size**2 - 1) // (2 * self.spacing - 1) ** 2 + 1

    def no_start(self) -> str:
        """Return why a set-up was given up."""
        return (
            f"{self._asked()} found no place in {RESTARTS:,} attempts;"
            " choose fewer, a smaller spacing or a larger board"
        )

    def _asked(self) -> str:
        apart = f"{self.spacing} rows or columns apart"
        return f"{self.seeds} {self.placement} seeds, {apart}, on {self.size} x {self.size}"


def usual_seeds(size: int, *, even: bool = False) -> int:
    """Return the odd (or even) number nearest to 21 size^2 / 400.

    >>> usual_seeds(20), usual_seeds(9), usual_seeds(5), usual_seeds(20, even=True)
    (21, 5, 1, 20)
    """
    if even:
        return 2 * ((21 * size * size + 399) // 800)
    return 2 * (21 * size * size // 800) + 1


PRESETS = {
    "standard": ArbosOptions(),
    "later": ArbosOptions(seeds=20, spacing=3, colours="chosen"),
    "original": ArbosOptions(placement="interactive", late_seed="spread", breach="forfeit"),
}
"""The standard rules first; the author's later pages; the rules of the text to the letter."""
