"""What may be known of a game of Little Spider: everything."""

import msgspec

from parlour.core.board import Told
from parlour.core.kernel import Record
from parlour.core.result import Result
from parlour.games._cards.cards import texts
from parlour.games.little_spider import rules
from parlour.games.little_spider.notation import home_texts
from parlour.games.little_spider.options import LittleSpiderOptions

_REASONS = {rules.HOME: "home", rules.STUCK: "stuck", rules.LIMIT: "move limit"}


class LittleSpiderView(msgspec.Struct, frozen=True):
    """A position: piles and homecells (clubs, diamonds, hearts, spades), each from bottom to top."""

    viewer: int | None
    options: LittleSpiderOptions
    piles: tuple[tuple[str, ...], ...]
    homecells: tuple[tuple[str, ...], ...]
    moves: int
    limit: int
    legal: tuple[str, ...]
    player: int | None
    result: Result | None

    def __str__(self) -> str:
        return diagram(self)


def view(s: Record, viewer: int | None, legal: tuple[str, ...]) -> LittleSpiderView:
    """Build the view; spectators see what the player sees, without moves."""
    piles, heights = s.piles.tolist(), s.heights.tolist()
    return LittleSpiderView(
        viewer=viewer,
        options=LittleSpiderOptions.read(s),
        piles=tuple(texts(pile[:height]) for pile, height in zip(piles, heights, strict=True)),
        homecells=tuple(home_texts(s, suit) for suit in range(rules.SUITS)),
        moves=int(s.moves),
        limit=rules.MOVE_LIMIT,
        legal=legal,
        player=None if s.over else 0,
        result=result(s) if s.over else None,
    )


def result(s: Record) -> Result:
    """Return the result of an ended game; the score is the number of cards home."""
    won = s.over == rules.HOME
    return Result((float(rules.cards_home(s)),), (1,), (0,) if won else (), _REASONS[int(s.over)])


def reveals(view: LittleSpiderView, move: str) -> bool:
    """Say that no move shows anything new: all cards lie open."""
    return False


def tell(before: LittleSpiderView, after: LittleSpiderView, move: str) -> Told:
    """Tell a move: `move` from pile to pile, `home` from a pile, `return` from a homecell, with the card."""
    source, target = move.split("-")
    if not source.isdigit():
        return Told("return", after.piles[int(target) - 1][-1:], (source, target))
    card = before.piles[int(source) - 1][-1:]
    return Told("home", card, (source,)) if target == "h" else Told("move", card, (source, target))


def diagram(view: LittleSpiderView) -> str:
    """Draw a view: the homecells' tops, then the piles, numbered."""
    tops = " ".join(home[-1] for home in view.homecells)
    return "\n".join(
        [f"Homecells: {tops}", *(f"{i}: {' '.join(pile) or '-'}" for i, pile in enumerate(view.piles, 1))]
    )
