"""What a game tells the drawing layer: places, sources, told lines and the facts of a table.

A board is a set of named fragments. `fragments` in a game's `board.py` maps a view, the log and a `Sitting`
(of one player) or a `Match` (of several) to `{fragment id: (macro, input)}`; the input is hashable, and equal
inputs mean equal HTML, so that a fragment is drawn and sent only when its part of the view changed. Legality
travels apart from the fragments, as `Source`s.
"""

from collections.abc import Hashable
from typing import Literal

import msgspec

from parlour.core.result import Result

Fragment = tuple[str, Hashable]
"""Name of a Jinja macro in the game's `board.html`, and the one argument it is called with."""


class Source(msgspec.Struct, frozen=True, gc=False):
    """One legal move, as places on the board.

    `origin` is the place where a player picks up, `target` where the move ends. Place names are DOM ids.
    """

    move: str
    origin: str
    target: str


class Told(msgspec.Struct, frozen=True, gc=False):
    """One line of a log, made only of what its viewer saw: which kind of act, cards and places in it.

    `kind` selects the sentence in the game's templates; `cards` are card texts ("TD"), `places` are names as
    they stand in move texts ("3", "D").
    """

    kind: str
    cards: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


class Tally(msgspec.Struct, frozen=True, gc=False):
    """A player's statistics in one game. Times are whole seconds.

    `played` counts tries with at least one move, `won` those won. `streak`, `longest` and `best` (lowest
    score for Golf, fewest moves for Little Spider) count only first tries of a deal without undo or hint;
    `time` is the quickest such win.
    """

    played: int = 0
    won: int = 0
    streak: int = 0
    longest: int = 0
    best: int | None = None
    time: int | None = None


class Sitting(msgspec.Struct, frozen=True, gc=False):
    """The facts of a single-player table beside the view of its position.

    `card` has one score a hole (`None`: not yet played), `hole` counts from 1 and is 0 outside a round.
    `seconds` is the time played so far and `running` whether the clock goes on. `clean` says whether this try
    still counts for streak and best; `tries` counts this player's tries of the deal, this one included.
    `first_end` is the score of this try's first end, once the table has come to another one: only the first
    counts. `mine` says whether the viewer plays here; a spectator has neither commands nor statistics.
    """

    table: str
    game: str
    title: str
    preset: str
    deal: str | None = None
    today: bool = False
    hole: int = 0
    card: tuple[int | None, ...] = ()
    moves: int = 0
    seconds: int = 0
    running: bool = False
    can_undo: bool = False
    can_redo: bool = False
    hints: int = 0
    undos: int = 0
    tries: int = 1
    clean: bool = True
    first_end: int | None = None
    mine: bool = True
    tally: Tally = Tally()


class Chair(msgspec.Struct, frozen=True, gc=False):
    """Who sits at a seat of a table for several.

    `name` is "" while nobody does. `mine`: the viewer plays this seat; `here`: its player has the table open;
    `left`: its player has left the game for good. `force` is the rating in this game, `None` before any.
    `level` is that of a computer player, "" for a person; `stand_in`: the computer plays for this person.
    """

    seat: int
    name: str = ""
    player: str = ""
    mine: bool = False
    here: bool = False
    left: bool = False
    force: int | None = None
    level: str = ""
    stand_in: bool = False


class Time(msgspec.Struct, frozen=True, gc=False):
    """A seat's clock, in milliseconds: `left` when it stands; while it runs, `deadline` since 1970.

    `full` is what a turn, or a bank, begins with.
    """

    left: int
    full: int
    deadline: int | None = None


class Asked(msgspec.Struct, frozen=True, gc=False):
    """Something that one seat has asked of the others: a draw, or to take back `moves` moves.

    `waiting` are the seats whose answer is still due.
    """

    what: Literal["draw", "undo"]
    by: int
    waiting: tuple[int, ...]
    moves: int = 0


Ending = Literal["", "game", "resigned", "time", "agreed", "left"]
"""How a match ended: not yet, by the game's rules, or by what its players did beside them."""


class Match(msgspec.Struct, frozen=True, gc=False):
    """The facts of a table for several beside the view of its position.

    `mine` are the viewer's seats, none for a spectator and several where people share a screen; `facing` is
    the seat whose view it is. `turn` is the seat on turn, `None` once it is over. `times` has one a seat,
    none without a clock. `may` names what the viewer can do now beside playing: "resign", "draw", "undo",
    "accept", "decline", "rematch", "say", "hand_over", "stand_in", "back" (the last three are about who plays
    for whom). `asked` waits for an answer. Once it is over, `result` is how the
    match counts, `ended` how that came, and `by` the seat that resigned or whose time was up. `rematch` is
    the table of the rematch. `moves` counts the moves on the board.
    """

    table: str
    game: str
    title: str
    preset: str
    chairs: tuple[Chair, ...]
    turn: int | None
    mine: tuple[int, ...] = ()
    facing: int | None = None
    times: tuple[Time, ...] = ()
    may: tuple[str, ...] = ()
    asked: Asked | None = None
    rated: bool = False
    moves: int = 0
    result: Result | None = None
    ended: Ending = ""
    by: int | None = None
    rematch: str = ""
