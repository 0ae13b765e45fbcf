"""Taking moves back: only while they have shown nobody anything new."""

from collections.abc import Iterator

from parlour.core.position import Position


def revealed(position: Position, count: int) -> bool:
    """Say whether one of the last `count` moves showed anybody something that was hidden.

    A game says by `shown(view)` in its `view.py` which hidden things a viewer has seen; for one that does not
    say it, every move counts as revealing, unless all of it is open.
    """
    if position.game.open:
        return False
    shown = getattr(position.game.views, "shown", None)
    if shown is None:
        return True
    walk = position.copy()
    for _ in range(count):
        walk.undo()
    for _ in range(count):
        seen = [shown(view) for view in _views(walk)]
        walk.redo()
        if any(shown(view) - before for view, before in zip(_views(walk), seen, strict=True)):
            return True
    return False


def _views(position: Position) -> Iterator[object]:
    return (position.view(viewer) for viewer in (None, *range(position.seats)))
