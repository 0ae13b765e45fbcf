"""What the host of a table of several seats chose before anybody sat down."""

from typing import Annotated, Literal

import msgspec

from parlour.core.errors import OptionsError
from parlour.core.game import Game
from parlour.table.computers import LEVELS

Seat = Literal["me", "here", "friend", "open", "easy", "normal", "hard", "expert"]
"""For whom a chair is: the host, the host's screen (two people at it), whoever has its link, anybody, or a
computer player of a level."""

MINUTE = 60
DAY = 24 * 3600


class ClockTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a player may think.

    "move": `seconds` for each turn. "bank": `seconds` for the whole game, and `increment` more after each
    turn. "days": `seconds` for each turn, in whole days. "none": as long as they like.
    """

    kind: Literal["none", "move", "bank", "days"] = "none"
    seconds: Annotated[int, msgspec.Meta(ge=0, le=30 * DAY)] = 0
    increment: Annotated[int, msgspec.Meta(ge=0, le=3600)] = 0

    def check(self) -> None:
        """Raise `OptionsError` for times that make no sense, saying which would."""
        match self.kind:
            case "none":
                fine = self.seconds == self.increment == 0
                asked = "a table without a clock has neither seconds nor an increment"
            case "move":
                fine = 5 <= self.seconds <= DAY and not self.increment
                asked = "a turn has 5 seconds to 24 hours, and no increment"
            case "bank":
                fine = 10 <= self.seconds <= DAY
                asked = "a bank holds 10 seconds to 24 hours"
            case _:
                fine = self.seconds > 0 and self.seconds % DAY == 0 and not self.increment
                asked = "a slow game has 1 to 30 whole days a turn, and no increment"
        if not fine:
            raise OptionsError(f"clock: {asked}")


class Terms(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table was opened with.

    `chairs` says for whom each chair is; `host` is the player who opened it. At zero a clock plays the game's
    `idle` act for the player, the player forfeits, or the computer plays on. The seats are drawn by lot where
    `order` is "random". `full_starts`: the game begins by itself once every chair is taken. A rated game
    counts for the ratings of all its players. `reserved` names a player for each chair of a rematch of the
    table `rematch_of`. `names` are those of a record that somebody brought here: nobody sits at its table.
    """

    host: str
    chairs: tuple[Seat, ...]
    clock: ClockTerms = ClockTerms()
    zero: Literal["idle", "forfeit", "computer"] = "idle"
    order: Literal["chosen", "random"] = "random"
    public: bool = False
    rated: bool = False
    full_starts: bool = True
    reserved: tuple[str | None, ...] = ()
    rematch_of: str | None = None
    names: tuple[str, ...] | None = None

    def check(self, game: Game) -> None:
        """Raise `OptionsError` for terms that cannot be played, saying why."""
        self.clock.check()
        most = game.seats[-1]
        if not 2 <= len(self.chairs) <= most:
            many = "2" if most == 2 else f"2 to {most}"
            raise OptionsError(f"{game.title} is for {many} players, not {len(self.chairs)}")
        if self.chairs.count("me") > 1:
            raise OptionsError("you sit on one chair; further people at your screen are chosen as such")
        if "here" in self.chairs and "me" not in self.chairs:
            raise OptionsError("people at your screen need you at the table, too")
        if self.rated and "here" in self.chairs:
            raise OptionsError("a game of two people at one screen cannot be rated")
        self._check_computers(game)
        if self.zero == "forfeit" and game.clock_actions:
            raise OptionsError(f"in {game.title} the clock passes for a player; nobody forfeits by it")

    def _check_computers(self, game: Game) -> None:
        if set(self.chairs) <= set(LEVELS):
            raise OptionsError("somebody has to play: not every chair can be a computer's")
        if self.rated and set(self.chairs) & set(LEVELS):
            raise OptionsError("a game with computer players cannot be rated")
        if self.rated and self.zero == "computer":
            raise OptionsError("a rated game is played by people alone, so the computer cannot take over")
        if self.zero == "computer" and game.clock_actions:
            raise OptionsError(f"in {game.title} the clock passes for a player; no computer takes over")
