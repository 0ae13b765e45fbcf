"""High Card in text: a move is the card, `1` to `24`."""

from typing import Any

from high_card import rules
from parlour.core.errors import IllegalMove, NotationError, PositionError
from parlour.core.kernel import Record

_FIELDS = ("misere", "trick", "led", "player", "over", "seats", "played", "tricks", "hands", "gone")


def action_text(s: Record, action: int) -> str:
    """Write a card."""
    return str(action + 1)


def parse_action(s: Record, text: str) -> int:
    """Read a card. Raises `NotationError`."""
    word = text.strip()
    if word.isascii() and word.isdigit() and 1 <= int(word[:3]) <= rules.CARDS:
        return int(word[:3]) - 1
    raise NotationError(f"{text!r} is no card; cards are 1 to {rules.CARDS}")


def refusal(s: Record, action: int) -> IllegalMove:
    """Say why a card cannot be played."""
    return IllegalMove("not_in_hand", f"you do not hold the {action + 1}")


def encode(s: Record) -> dict[str, Any]:
    """Return the record's fields."""
    return {name: getattr(s, name).tolist() for name in _FIELDS}


def decode(data: dict[str, Any], s: Record) -> None:
    """Fill a record. Raises `PositionError`."""
    for name in _FIELDS:
        try:
            setattr(s, name, data[name])
        except (KeyError, ValueError, TypeError, OverflowError):
            raise PositionError(f"the field {name!r} is missing or malformed") from None


def diagram(s: Record) -> str:
    """Draw everything."""
    hands = (" ".join(str(c + 1) for c in s.hands[seat] if c != rules.NONE) for seat in range(s.seats))
    return "\n".join(f"{'ABCD'[seat]}: {hand} ({s.tricks[seat]})" for seat, hand in enumerate(hands))
