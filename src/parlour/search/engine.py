"""Parlour's players for programs of others: what is asked line by line is answered line by line."""

from typing import BinaryIO

from parlour.core.errors import NotationError, ParlourError
from parlour.core.reading import from_object
from parlour.search import messages
from parlour.search.messages import Choose, Hello, Move, Quit, Ready, Refused
from parlour.search.players import Player, PlayerError
from parlour.search.thinking import Budget


def serve(player: Player, name: str, questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer questions until `quit` or the end of the input."""
    for line in questions:
        if line.strip():
            answer = _answer(player, name, line)
            if answer is None:
                return
            answers.write(messages.line(answer))
            answers.flush()


def _answer(player: Player, name: str, line: bytes) -> Ready | Move | Refused | None:
    """Return the answer to a line, nothing to `quit`."""
    try:
        question = messages.decode_question(line)
    except messages.UNREADABLE as error:
        return Refused(None, "unreadable", f"this is no question: {error}")
    match question:
        case Quit():
            return None
        case Hello(protocol=messages.PROTOCOL):
            return Ready(messages.PROTOCOL, name)
        case Hello(protocol=other):
            return Refused(None, "protocol", f"this is protocol {messages.PROTOCOL}, not {other}")
    try:
        return _choose(player, question)
    except ParlourError as error:
        return Refused(question.id, error.code, str(error))


def _choose(player: Player, asked: Choose) -> Move:
    position = from_object(asked.position)
    for number, move in enumerate(asked.moves, 1):
        try:
            position.play(move)
        except ParlourError as error:
            raise NotationError(f"move {number} ({move}): {error}") from None
    seat = position.current_player
    if seat is None:
        raise PlayerError("the game is over; nothing more can be played", "over")
    if asked.seat not in (None, seat):
        raise PlayerError(f"seat {seat} is on turn there, not {asked.seat}", "not_your_turn")
    budget = None
    if asked.budget is not None and (asked.budget.iterations or asked.budget.seconds):
        budget = Budget(asked.budget.iterations, asked.budget.seconds)
    action = player.choose(position, seat, budget)
    return Move(asked.id, position.text(action), action)
