"""A game looked back at: each seat's chance move by move, what decisions cost, where the game turned."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
import numpy as np

from parlour.core.board import Told
from parlour.core.errors import ParlourError
from parlour.core.position import Position
from parlour.core.reason import Reason
from parlour.core.record import GameRecord
from parlour.search.advice import option, reasons, tell_apart
from parlour.search.thinking import Budget, Comparison, Settings, Thought, compare, think

LEAST = 0.05
"""What a decision has to cost to be a turning point, as a share of the win."""

SURE = 3.0
"""By how many standard errors that cost has to differ from nothing."""

_MOST = 8
"""Turning points of a game at most; of more, those that cost the most."""

_FINEST = 3
"""How many good moves are measured to find the best one."""

_SETTINGS = Settings(nodes=1 << 16)


class ReviewError(ParlourError):
    """A game that cannot be reviewed: one for a single player, or one without a move."""

    code = "no_review"


class Effort(msgspec.Struct, frozen=True):
    """Iterations for a game: of the search at each decision, and for each of two moves that are compared."""

    look: int = 300
    compare: int = 256


EFFORTS = {"splendor": Effort(1000, 800)}
"""Games that are quick to search; all others have the default."""


class Decision(msgspec.Struct, frozen=True):
    """A choice that a seat made among several moves.

    `number` counts the moves of the game up to it, so that it is 1 for the first. `best` is the move that the
    search prefers; `loss` is what the seat's share of the win was less by the move played, and `error` the
    standard error of that. A loss is nothing where the move played is the best one, or no worse.
    """

    number: int
    seat: int
    move: str
    told: Told
    best: str
    best_told: Told
    loss: float = 0.0
    error: float = 0.0
    value: float = 0.0
    reason: Reason | None = None
    instead: bool = False


class Accuracy(msgspec.Struct, frozen=True):
    """How well a seat played: its decisions, those among them with the best move, and the mean loss."""

    decisions: int
    best: int
    loss: float


class Review(msgspec.Struct, frozen=True):
    """A game looked back at.

    `chances[n]` has each seat's share of the win after `n` moves. `turns` are the decisions that cost most,
    in their order, as indexes of `decisions`; `finest` is the one where a good move mattered most, and by how
    much it was better than the next best. `accuracy` is by seat, `None` for one that decided nothing.
    """

    game: str
    seats: int
    moves: int
    chances: tuple[tuple[float, ...], ...]
    decisions: tuple[Decision, ...]
    turns: tuple[int, ...]
    accuracy: tuple[Accuracy | None, ...]
    finest: int | None = None
    margin: float = 0.0
    iterations: int = 0


class _Rival(msgspec.Struct, frozen=True):
    """A best move that was played, and how much more it seems worth than the next best."""

    index: int
    position: Position
    second: int
    margin: float


class Reviewer:
    """Reviews a game piece by piece: `step` does the next one, `done` of `total` are done.

    Only what players chose is judged: `chosen` says of each move which seat did, `None` for nobody. The same
    game with the same effort and seed gives the same review.
    """

    def __init__(
        self,
        position: Position,
        chosen: Sequence[int | None] | None = None,
        effort: Effort | None = None,
        seed: int = 0,
    ) -> None:
        """Begin with the line that led to a position. Raises `ReviewError` where there is nothing to say."""
        if position.seats == 1:
            raise ReviewError(f"{position.game.title} is for one: there is no opponent to lose chances to")
        if not position.history:
            raise ReviewError("nothing was played yet, so there is nothing to review")
        self.done, self.total = 0, len(position.history) + 1
        self._end, self._walk = position, position.restart()
        self._chosen = chosen
        self._effort = effort or EFFORTS.get(position.game.name, Effort())
        self._seed = seed
        self._known: list[tuple[float, ...] | None] = [None] * position.seats
        """The latest estimate of each seat's."""
        self._chances: list[tuple[float, ...] | None] = []
        self._decisions: list[Decision] = []
        self._rivals: list[_Rival] = []
        self._finest: tuple[int | None, float] = None, 0.0
        self._iterations = 0

    def step(self) -> bool:
        """Do the next piece; say whether there is more to do."""
        if self.done < len(self._end.history):
            self._look(self.done)
        elif self.done < self.total:
            self._find_finest()
        self.done = min(self.done + 1, self.total)
        return self.done < self.total

    def review(self) -> Review:
        """Return what was found once all is done."""
        while self.step():
            pass
        return Review(
            game=self._end.game.name,
            seats=self._end.seats,
            moves=len(self._end.history),
            chances=self._line(),
            decisions=tuple(self._decisions),
            turns=self._turns(),
            accuracy=tuple(self._accuracy(seat) for seat in range(self._end.seats)),
            finest=self._finest[0],
            margin=self._finest[1],
            iterations=self._iterations,
        )

    # One move

    def _look(self, index: int) -> None:
        walk, action, seat = self._walk, self._end.history[index], self._walk.current_player
        if seat is not None and len(walk.legal_actions) > 1:
            thought = think(walk, seat, Budget(self._effort.look), _SETTINGS, seed=self._seed_of(index))
            self._iterations += thought.iterations
            self._note(seat, thought.chances)
            if self._chosen is None or self._chosen[index] == seat:
                self._judge(index, seat, action, thought)
        else:
            self._chances.append(None)
        walk.play(action)

    def _note(self, seat: int, chances: tuple[float, ...]) -> None:
        """Note what a seat makes of a position: the mean of what all think lately is shown.

        Each knows something else, and even where nothing is hidden whoever is on turn hopes for more: a line
        of single estimates would go up and down with every move.
        """
        self._known[seat] = chances
        known = [one for one in self._known if one is not None]
        self._chances.append(tuple(np.mean(known, axis=0).tolist()))

    def _judge(self, index: int, seat: int, action: int, thought: Thought) -> None:
        walk, (first, second) = self._walk, thought.best_two
        best = first.action
        blind = walk.determinize(seat, 0)
        move, better = walk.text(action), walk.text(best)
        decision = Decision(index + 1, seat, move, option(blind, move), better, option(blind, better))
        if action == best and second is not None:
            margin = first.value - second.value if second.visits else 0.0
            rivals = [*self._rivals, _Rival(len(self._decisions), walk.copy(), second.action, margin)]
            self._rivals = sorted(rivals, key=lambda one: -one.margin)[:_FINEST]
        else:
            found = self._compare(walk, seat, (best, action), index)
            if found.more > 0:
                reason, instead = tell_apart(reasons(blind, better), reasons(blind, move))
                decision = msgspec.structs.replace(
                    decision,
                    loss=found.more,
                    error=found.error,
                    value=found.first,
                    reason=reason,
                    instead=instead,
                )
        self._decisions.append(decision)

    def _compare(self, position: Position, seat: int, actions: tuple[int, int], index: int) -> Comparison:
        self._iterations += 2 * self._effort.compare
        # Another seed than that of the search which chose the best: its luck may not count again.
        seed = self._seed_of(index) + 1
        return compare(position, seat, actions, self._effort.compare, _SETTINGS, seed=seed)

    def _seed_of(self, index: int) -> int:
        return self._seed + 2 * index

    # The whole

    def _find_finest(self) -> None:
        """Measure the best moves that seem to have mattered most."""
        for rival in self._rivals:
            decision = self._decisions[rival.index]
            best = self._end.history[decision.number - 1]
            found = self._compare(rival.position, decision.seat, (best, rival.second), decision.number - 1)
            if found.more > max(LEAST, SURE * found.error, self._finest[1]):
                self._finest = rival.index, found.more
        self._rivals.clear()

    def _line(self) -> tuple[tuple[float, ...], ...]:
        """Return the chances after each number of moves; where nothing was decided, those that follow."""
        line, following = [], self._last()
        for one in reversed(self._chances):
            following = following if one is None else one
            line.append(following)
        return (*reversed(line), self._last())

    def _last(self) -> tuple[float, ...]:
        """Return the shares of a game that came to its end, else the latest chances."""
        shares = np.full(self._end.seats, 1.0 / self._end.seats)
        if self._end.is_over:
            self._end.game.kernels.returns(self._end.states, shares)
        found = [one for one in self._chances if one is not None]
        return found[-1] if found and not self._end.is_over else tuple(shares.tolist())

    def _turns(self) -> tuple[int, ...]:
        """Return the decisions that were turning points."""
        costly = [
            index
            for index, one in enumerate(self._decisions)
            if one.loss >= LEAST and one.loss > SURE * one.error
        ]
        worst = sorted(costly, key=lambda index: -self._decisions[index].loss)[:_MOST]
        return tuple(sorted(worst))

    def _accuracy(self, seat: int) -> Accuracy | None:
        own = [one for one in self._decisions if one.seat == seat]
        if not own:
            return None
        return Accuracy(
            len(own), sum(one.move == one.best for one in own), sum(one.loss for one in own) / len(own)
        )


def review(
    game: GameRecord | Position,
    effort: Effort | None = None,
    *,
    seed: int = 0,
    progress: Callable[[int, int], Any] | None = None,
) -> Review:
    """Review a record, or the line that led to a position; `progress` is told what is done, of how much.

    Raises `RecordError` for a record that does not replay, and `ReviewError` where there is nothing to say.
    """
    if isinstance(game, GameRecord):
        reviewer = Reviewer(game.replay(), chosen(game), effort, seed)
    else:
        reviewer = Reviewer(game, None, effort, seed)
    while True:
        more = reviewer.step()
        if progress is not None:
            progress(reviewer.done, reviewer.total)
        if not more:
            return reviewer.review()


def chosen(record: GameRecord) -> tuple[int | None, ...]:
    """Return which seat chose each move of a record; nobody did for a seat that had given up."""
    left: set[int] = set()
    line: list[int | None] = []
    at = 0
    for event in record.events:
        match event.kind:
            case "play":
                line[at:] = [None if event.seat in left else event.seat]
                at += 1
            case "undo":
                at -= 1
            case "redo":
                at += 1
            case "restart":
                at = 0
            case "resign" | "forfeit":
                left.add(event.seat)
    return tuple(line[:at])
