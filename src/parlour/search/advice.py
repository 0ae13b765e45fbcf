"""What a search advises, and why: the reason that tells the best move from the second best."""

import msgspec

from parlour.core.board import Told
from parlour.core.position import Position
from parlour.core.reason import Advice, Reason
from parlour.search.thinking import Choice, Thought

_WELL = 4
"""An action was tried well if it was at least this part as often as the most tried one."""

_SEED = 0
"""By which what the seat cannot know is dealt anew before anything is said about it."""


def advise(position: Position, seat: int, thought: Thought) -> Advice:
    """Put in words what was thought about a position by the seat on turn.

    Nothing but what the seat may know is looked at.
    """
    blind = position.determinize(seat, _SEED)
    best, second_best = thought.best_two
    move = blind.text(best.action)
    if second_best is None:
        return Advice(seat, move, option(blind, move))
    second = blind.text(second_best.action)
    reason, instead = tell_apart(reasons(blind, move), reasons(blind, second))
    return Advice(
        seat=seat,
        move=move,
        told=option(blind, move),
        value=_value(best, thought),
        second=second,
        second_told=option(blind, second),
        second_value=_value(second_best, thought),
        reason=reason,
        instead=instead,
    )


def following(position: Position, seat: int, move: str) -> Position | None:
    """Return the position after a move of the seat on turn, if it is to decide more and saw nothing new."""
    if position.reveals(move):
        return None
    ahead = position.copy()
    ahead.play(move)
    return ahead if ahead.current_player == seat and len(ahead.legal_actions) > 1 else None


def go_on(advice: Advice, ahead: Position, seat: int, thought: Thought) -> Advice:
    """Return advice with what was thought about the position after its move."""
    then = advise(ahead, seat, thought)
    return msgspec.structs.replace(advice, then=then.move, then_told=then.told)


def _value(choice: Choice, thought: Thought) -> float | None:
    """Return the value of an action that was tried often enough to tell."""
    return choice.value if choice.visits * _WELL >= max(1, thought.choices[0].visits) else None


def option(blind: Position, move: str) -> Told:
    """Return how the game tells a move that is not played yet; `blind` may have nothing hidden in it."""
    known = blind.game.reasons
    return (
        Told("move", (), (move,)) if known is None else known.option(blind.view(blind.current_player), move)
    )


def reasons(blind: Position, move: str) -> tuple[Reason, ...]:
    """Return what a move does for the seat on turn; `blind` may have nothing hidden in it."""
    known, seat = blind.game.reasons, blind.current_player
    if known is None:
        return ()
    ahead = Position(blind.game, blind.states, blind.start)
    ahead.play(move)
    return known.reasons(blind.view(seat), ahead.view(seat), move)


def tell_apart(best: tuple[Reason, ...], second: tuple[Reason, ...]) -> tuple[Reason | None, bool]:
    """Return the reason that speaks most for the best move, and whether it tells what the second would do.

    What both do counts for neither.
    """
    told = [(one.weight - _weight(second, one.kind), one, False) for one in best if one.weight >= 0]
    told += [(_weight(best, one.kind) - one.weight, one, True) for one in second if one.weight < 0]
    if not told:
        return None, False
    _, reason, instead = max(told, key=lambda one: one[0])
    return reason, instead


def _weight(found: tuple[Reason, ...], kind: str) -> float:
    return max((one.weight for one in found if one.kind == kind), default=0.0)
