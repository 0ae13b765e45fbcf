"""What is seen of a position: by a seat, by a spectator, or of a game that is over, with everything open."""

from typing import Any, NamedTuple

from parlour.core.kernel import open_record
from parlour.core.position import Position


class Eyes(NamedTuple):
    """Who looks: `seat`, `None` for a spectator. `all_open`: nothing is hidden from them any more."""

    seat: int | None
    all_open: bool = False

    def view(self, position: Position) -> Any:
        """Return what they see of a position."""
        whole = self._whole(position)
        return position.view(self.seat) if whole is None else whole

    def glance(self, position: Position) -> Any:
        """Return as much of it as a log is told by."""
        whole = self._whole(position)
        return position.glance(self.seat) if whole is None else whole

    def _whole(self, position: Position) -> Any:
        """Return a view with all hidden things open, if there is to be one; it has no legal moves."""
        look = getattr(position.game.views, "look", None) if self.all_open else None
        return None if look is None else look(open_record(position.states), self.seat, (), everything=True)

    def told_alike(self, other: "Eyes", position: Position) -> bool:
        """Say whether those of `other` are told a game in the same words."""
        return self == other or position.game.open
