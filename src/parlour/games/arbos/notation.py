"""Arbos in text: a cell such as `C14` for a pawn, `*C14` for a seed, `pass`, and refusals."""

from parlour.core.errors import IllegalMove, NotationError
from parlour.core.kernel import Record
from parlour.games.arbos import state, view
from parlour.games.arbos.cells import beside, cell_text, distance, find_cell
from parlour.games.arbos.codec import decode, encode
from parlour.games.arbos.notebook import html

__all__ = ["action_text", "decode", "diagram", "encode", "html", "parse_action", "refusal"]

_PASSES = {"pass": state.PASS, "forced": state.FORCED, "timeout": state.TIMEOUT}
_CELLS = tuple(map(cell_text, range(state.CELLS)))
_TEXTS = (*_CELLS, *(f"*{text}" for text in _CELLS), *_PASSES)
"""Texts by action."""


def action_text(s: Record, action: int) -> str:
    """Write an action."""
    return _TEXTS[action]


def parse_action(s: Record, text: str) -> int:
    """Read an action, in any case. `pass` of a player who can only pass is `forced`.

    Raises `NotationError`.
    """
    word = text.strip().lower()
    if word in _PASSES:
        cannot = word == "pass" and s.phase == state.PLAYING and not s.over
        return state.FORCED if cannot and not state.can_place(s, int(s.player)) else _PASSES[word]
    cell = find_cell(word.removeprefix("*"))
    if cell is None:
        raise NotationError(
            f"{text!r} is no move of Arbos; moves are a row letter and a column number such as 'C14',"
            " with a star for a seed as in '*C14', and 'pass'"
        )
    return cell + state.SEED if word.startswith("*") else cell


def refusal(s: Record, action: int) -> IllegalMove:
    """Say why an action is not legal."""
    if s.phase == state.SEEDING:
        return _refused_seed(s, action)
    if action == state.PASS:
        if state.can_place(s, int(s.player)):
            return IllegalMove("must_place", "you can place a pawn, and so you may not pass here")
        return IllegalMove("forced", "you cannot place a pawn; this pass is written 'forced'")
    if action == state.FORCED:
        return IllegalMove("not_forced", "you can place a pawn, so no pass is forced")
    if action >= state.SEED:
        return IllegalMove("wrong_phase", "all seeds are there; place a pawn, without a star")
    return _refused_pawn(s, action)


def _refused_seed(s: Record, action: int) -> IllegalMove:
    if not state.SEED <= action < state.PASS:
        return IllegalMove("wrong_phase", "seeds are being put: a star and a cell, such as '*C14'; no pass")
    cell = action - state.SEED
    if not state.on_board(s, cell):
        return _off_board(s, cell)
    seeds = s.seeds[: s.sown].tolist()
    if cell in seeds:
        return IllegalMove("occupied", f"a seed lies on {cell_text(cell)} already")
    near = min(seeds, key=lambda seed: distance(seed, cell))
    return IllegalMove(
        "seed_neighbor",
        f"{cell_text(cell)} is too near to the seed on {cell_text(near)}: they must lie at least"
        f" {s.spacing} rows or columns apart",
    )


def _off_board(s: Record, cell: int) -> IllegalMove:
    last = cell_text((int(s.side) - 1) * (state.WIDTH + 1))
    return IllegalMove("off_board", f"{cell_text(cell)} is not on this board, which has A1 to {last}")


def _refused_pawn(s: Record, cell: int) -> IllegalMove:
    """Say what keeps a pawn off a cell, the first reason in a fixed order."""
    seat, text = int(s.player), cell_text(cell)
    own, other = (s.pawns[who, : s.placed[who]].tolist() for who in (seat, 1 - seat))
    if not state.on_board(s, cell):
        return _off_board(s, cell)
    if len(own) == s.supply:
        return IllegalMove("no_pawns_left", "you have no pawn left; you can only pass")
    if cell in (*own, *other, *s.seeds[: s.sown].tolist()):
        return IllegalMove("occupied", f"{text} is taken")
    touched = [near for near in beside(cell) if near in other]
    if touched:
        return IllegalMove(
            "beside_opponent", f"{text} touches the opponent's pawn on {cell_text(touched[0])} with a side"
        )
    return IllegalMove(
        "too_many_trees", f"a pawn on {text} would be tree {s.most + 1}, and {s.most} are allowed"
    )


def diagram(s: Record) -> str:
    """Draw the position."""
    return view.diagram(view.view(s, None, ()))
