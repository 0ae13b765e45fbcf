"""What a viewer may know of a game of Arbos, which is everything, with what follows from it."""

from functools import lru_cache
from textwrap import wrap
from typing import Any, Literal

import msgspec
import numpy as np

from parlour.core.board import Told
from parlour.core.kernel import Record, fields, open_record
from parlour.core.result import Result
from parlour.games.arbos import scoring, state, survey
from parlour.games.arbos.cells import cell_text, cells_in, texts
from parlour.games.arbos.options import ArbosOptions

Phase = Literal["seeds", "play", "over"]

SEAT_NAMES = ("White", "Black")
"""What the seats are called, A and B elsewhere."""


class Tree(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """The pawns of a tree, in the order of placing, and the seeds that it is linked to."""

    pawns: tuple[str, ...]
    seeds: tuple[str, ...]


class Player(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """What a player has.

    `pawns` are in the order of placing, `left` how many are not yet placed. `trees` are in the order of their
    oldest pawns; `pair` are the indexes of those that score, none where the score takes all trees. `open` are
    the cells where a pawn could be placed if this player were on turn, `barred` the empty ones beside an
    opponent's pawn, which no pawn of this player can ever take.
    """

    pawns: tuple[str, ...]
    left: int
    trees: tuple[Tree, ...]
    pair: tuple[int, ...]
    points: int
    open: tuple[str, ...]
    barred: tuple[str, ...]


class ArbosView(msgspec.Struct, frozen=True, gc=False):
    """A position; it is the same for all but for `legal`, the viewer's moves.

    `seeds` are in the order in which they were put; `sites` are the cells where the players, while they put
    them, can put the next one.
    """

    viewer: int | None
    options: ArbosOptions
    seeds: tuple[str, ...]
    sites: tuple[str, ...]
    players: tuple[Player, Player]
    phase: Phase
    passes: int
    legal: tuple[str, ...]
    player: int | None
    result: Result | None

    def __str__(self) -> str:
        return diagram(self)


_WHOLE = (state.LINKED_GE2, state.TOTAL)
"""Values of `scoring` where all trees count and no pair is chosen."""


def view(s: Record, viewer: int | None, legal: tuple[str, ...]) -> ArbosView:
    """Build the view."""
    return msgspec.structs.replace(_open(s.tobytes()), viewer=viewer, legal=legal)


@lru_cache(maxsize=64)
def _open(record: bytes) -> ArbosView:
    """Build what all see of a position, once for all who look at it."""
    states = np.frombuffer(bytearray(record), state.State)
    s = open_record(states)
    f = fields(s)
    over = bool(f.over)
    return ArbosView(
        viewer=None,
        options=ArbosOptions.read(f),
        seeds=texts(f.seeds[: f.sown].tolist()),
        sites=texts(cells_in(f.sites)) if f.phase == state.SEEDING and not over else (),
        players=(_player(s, f, 0), _player(s, f, 1)),
        phase="over" if over else "seeds" if f.phase == state.SEEDING else "play",
        passes=f.passes,
        legal=(),
        player=None if over else f.player,
        result=result(s) if over else None,
    )


def glance(s: Record, viewer: int | None) -> ArbosView:
    """Build as much of the view as `tell` reads, without the long lists of cells."""
    found = np.zeros(survey.GLANCE, np.int64)
    survey.glance(s, found)
    over, seeding, player, passes, sown, *seats = found.tolist()
    named = texts(s.seeds[:sown].tolist())
    return ArbosView(
        viewer=viewer,
        options=_STANDARD,
        seeds=named,
        sites=(),
        players=(_growth(named, seats[: survey.GROWTH]), _growth(named, seats[survey.GROWTH :])),
        phase="over" if over else "seeds" if seeding else "play",
        passes=passes,
        legal=(),
        player=None if over else player,
        result=result(s) if over else None,
    )


_STANDARD = ArbosOptions()


def _growth(seeds: tuple[str, ...], facts: list[int]) -> Player:
    """Return the pawns that a player has left, and the seeds of the trees."""
    left, grown, *held = facts
    trees = [tuple([seed for i, seed in enumerate(seeds) if one >> i & 1]) for one in held[:grown]]
    return Player((), left, tuple([Tree((), tree) for tree in trees]), (), 0, (), ())


def _player(s: Record, f: Any, seat: int) -> Player:
    cells, ends = np.empty(survey.MOST, np.int16), np.zeros(survey.LISTS, np.int16)
    points, *pair = survey.survey(s, seat, cells, ends)
    named, begin, lists = texts(cells[: ends[-1]].tolist()), 0, []
    for end in ends.tolist():
        lists.append(named[begin:end])
        begin = end
    pawns, free, barred, *trees = lists
    grown = 2 * int(f.grown[seat])
    return Player(
        pawns=pawns,
        left=f.supply - len(pawns),
        trees=tuple(map(Tree, trees[0:grown:2], trees[1:grown:2])),
        pair=() if f.scoring in _WHOLE else tuple(int(one).bit_length() - 1 for one in pair if one),
        points=int(points),
        open=free,
        barred=barred,
    )


_REASONS = {state.PASSED: "two passes", state.STUCK: "no cell left", state.FORFEITED: "illegal act"}


def result(s: Record) -> Result:
    """Return points as scores. Equal points have no winner; an illegal act loses whatever the points."""
    points = [int(scoring.points_of(s, seat)) for seat in range(2)]
    standing = list(points)
    if s.over == state.FORFEITED:
        standing = [int(seat != s.loser) for seat in range(2)]
    ranks = tuple(1 + (mine < max(standing)) for mine in standing)
    winners = tuple(seat for seat in range(2) if ranks[seat] == 1) if len(set(standing)) > 1 else ()
    return Result(tuple(map(float, points)), ranks, winners, _REASONS[int(s.over)])


def reveals(view: ArbosView, move: str) -> bool:
    """Say that no move shows anything new: all lies open."""
    return False


OPEN = True
"""Nothing is hidden from anybody."""

DRAWS = True
"""Players may agree on a draw."""

SEED_SECONDS = 5
"""What the rules give a player for each seed to put."""


def turn_time(s: Record) -> int | None:
    """Return the seconds that the rules give for the next decision."""
    return SEED_SECONDS if s.phase == state.SEEDING and not s.over else None


def begun(view: ArbosView) -> bool:
    """Say whether each side has its second pawn: a game left before does not count."""
    return all(len(player.pawns) >= 2 for player in view.players)


def tell(before: ArbosView, after: ArbosView, move: str) -> Told:
    """Tell a move.

    Kinds are seed, begin (a tree), grow, merge (trees), pass, forced, timeout and breach, an illegal act that
    lost the game. Places are the cell of the pawn or seed, and after it seeds newly linked to this player.
    """
    if after.result is not None and after.result.reason == _REASONS[state.FORFEITED]:
        return Told("breach", (), (move,))
    if move.startswith("*"):
        return Told("seed", (), (move[1:],))
    seat = before.player or 0
    mine, grown = before.players[seat].trees, after.players[seat].trees
    if before.players[seat].left == after.players[seat].left:
        return Told(move)
    kind = "begin" if len(grown) > len(mine) else "merge" if len(grown) < len(mine) else "grow"
    new = {seed for tree in grown for seed in tree.seeds} - {seed for tree in mine for seed in tree.seeds}
    return Told(kind, (), (move, *(seed for seed in after.seeds if seed in new)))


# Text

STYLES = {
    r"\bW\d\b": "bold bright_white",
    r"\bB\d\b": "bold bright_blue",
    r"\*[.wb+]": "bold green",
    r"(?<= )[-.wb](?= |$)": "dim",
}
"""Colours of a terminal."""

_LEGEND = """\
W1 B1 pawns and their trees   *. seed   *w *b *+ linked to white, black, both
. free   w b free for white, for black   - for nobody"""
_WIDTH = 78


def diagram(view: ArbosView) -> str:
    """Draw a view."""
    size = view.options.size
    drawn = _cells(view)
    lines = ["   " + "".join(f"{column + 1:>3}" for column in range(size))]
    for row in range(size):
        cells = (drawn.get(cell_text(row * state.WIDTH + column), " .") for column in range(size))
        lines.append(f" {chr(ord('A') + row)} " + "".join(f" {cell}" for cell in cells))
    for seat in range(2):
        lines += ["", *_account(view, seat)]
    return "\n".join([*lines, "", _LEGEND, "", _turn(view)])


def _cells(view: ArbosView) -> dict[str, str]:
    """Return what is drawn on each cell but the wholly free ones."""
    white, black = view.players
    if view.phase == "seeds":
        return _seeding(view)
    drawn = dict.fromkeys(white.barred, " b") | dict.fromkeys(black.barred, " w")
    drawn |= dict.fromkeys(set(white.barred) & set(black.barred), " -")
    for letter, player in zip("WB", view.players, strict=True):
        for number, tree in enumerate(player.trees, 1):
            drawn |= dict.fromkeys(tree.pawns, f"{letter}{number}")
    linked = [{seed for tree in player.trees for seed in tree.seeds} for player in view.players]
    for seed in view.seeds:
        drawn[seed] = "*" + ".wb+"[(seed in linked[0]) + 2 * (seed in linked[1])]
    return drawn


def _seeding(view: ArbosView) -> dict[str, str]:
    """Return what is drawn while seeds are put: seeds, and the cells that are too near to one."""
    size = range(view.options.size)
    cells = {cell_text(row * state.WIDTH + column) for row in size for column in size}
    return dict.fromkeys(cells - set(view.sites), " -") | dict.fromkeys(view.seeds, "*.")


def _account(view: ArbosView, seat: int) -> list[str]:
    """Tell what a player has: pawns, points, and each tree with its seeds."""
    player, mark = view.players[seat], ">" if seat == view.player else " "
    points = f"{player.points} point{'s' * (player.points != 1)}"
    lines = [f"{mark} {SEAT_NAMES[seat]}: {points}, {player.left} of {view.options.pawns} pawns left"]
    for number, tree in enumerate(player.trees):
        counts = "scores" if number in player.pair else "      "
        size = f"{len(tree.pawns)} pawn{'s' * (len(tree.pawns) != 1)}"
        head = f"    {'WB'[seat]}{number + 1} {counts} {size:>9}"
        seeds = f"  seeds {' '.join(tree.seeds)}" if tree.seeds else ""
        lines += wrap(head + seeds, _WIDTH, subsequent_indent=" " * 31, drop_whitespace=False) or [head]
    return lines


def _turn(view: ArbosView) -> str:
    if view.result is not None:
        return f"Over: {view.result.reason}"
    who = SEAT_NAMES[view.player or 0]
    if view.phase == "seeds":
        return f"{who} to put seed {len(view.seeds) + 1} of {view.options.seeds}"
    return f"{who} to place a pawn or pass" + (" (a pass now ends the game)" if view.passes else "")
