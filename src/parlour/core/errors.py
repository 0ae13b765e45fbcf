"""Errors.

Every one is a `ParlourError`: one sentence for people in `str(error)`, a short slug for programs in `code`.
"""

from collections.abc import Iterable
from difflib import get_close_matches


class ParlourError(ValueError):
    """Something asked of Parlour that cannot be done; `code` names the kind, the text what would be right."""

    code = "error"

    def __init__(self, message: str, code: str | None = None) -> None:
        super().__init__(message)
        if code is not None:
            self.code = code


class UnknownGame(ParlourError):
    """No game of that name is registered."""

    code = "unknown_game"


class OptionsError(ParlourError):
    """An option, a preset or a seat count that the game does not have."""

    code = "bad_options"


class DealError(ParlourError):
    """A deal number outside 1 to 10^20 - 1, or a game that has no deal numbers."""

    code = "bad_deal"


class IllegalMove(ParlourError):
    """A move that the position does not allow; the position is unchanged."""

    code = "illegal"

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message, code)


class NotationError(IllegalMove):
    """A move text that cannot be read; the position is unchanged."""

    def __init__(self, message: str) -> None:
        super().__init__("unreadable", message)


class PositionError(ParlourError):
    """A position JSON or a text board that is malformed or cannot occur in the game."""

    code = "bad_position"


class RecordError(ParlourError):
    """A game record that is malformed, does not replay, or was exported without its start."""

    code = "bad_record"


_SHOWN = 40


def shown(value: object) -> str:
    """Return what somebody gave, as a refusal repeats it: its `repr`, cut where it is long."""
    try:
        text = repr(value[: _SHOWN + 1] if isinstance(value, str) else value)
    except ValueError:  # Python writes no whole number of more than 4,300 digits
        return "something that holds an endless number"
    return text if len(text) <= _SHOWN + 2 else f"{text[:_SHOWN]}..."


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return `"; did you mean 'golf'?"` for a near miss, the whole choice otherwise."""
    names = list(known)
    close = get_close_matches(word[: 2 * _SHOWN].lower(), names, n=1, cutoff=0.6)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; there is {', '.join(names)}" if names else ""
