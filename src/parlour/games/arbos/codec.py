"""A position of Arbos as JSON: written exactly, read with a reason for everything that cannot be.

The fields are described in `docs/rules/arbos.md`.
"""

from collections.abc import Iterable
from typing import Any

from parlour.core.errors import PositionError, shown
from parlour.core.kernel import Record
from parlour.core.parts import COMMON, as_list, as_object, as_whole
from parlour.games.arbos import rules, seeding, state
from parlour.games.arbos.cells import beside, cell_text, distance, find_cell, neighbours, texts

COLOURS = ("white", "black")
_NEEDED = ("seeds", *COLOURS, "current_player", "phase")
_FIELDS = (*_NEEDED, "passes", "forfeit")
_PHASES = ("seeds", "play", "over")


# Writing


def encode(s: Record) -> dict[str, Any]:
    """Return the record's fields as built-in types."""
    white, black = (list(texts(s.pawns[seat, : s.placed[seat]])) for seat in range(2))
    return {
        "seeds": list(texts(s.seeds[: s.sown])),
        "white": white,
        "black": black,
        "current_player": None if s.over else int(s.player),
        "phase": "over" if s.over else _PHASES[int(s.phase)],
        "passes": int(s.passes),
        "forfeit": int(s.loser) if s.over == state.FORFEITED else None,
    }


# Reading


def decode(data: dict[str, Any], s: Record) -> None:
    """Fill a record whose options are set.

    Raises `PositionError`, naming the field, for what is malformed, lies where it cannot, or does not fit the
    phase.
    """
    as_object(data, (*COMMON, *_FIELDS), "a position")
    for name in _NEEDED:
        if name not in data:
            raise PositionError(f"{name} is missing")
    s.seats, s.rng, s.over, s.player = 2, 0, 0, 0
    seeding.clear(s)
    seeds = _read_seeds(data["seeds"], s)
    pawns = [_cells(data[colour], colour, s) for colour in COLOURS]
    _check_pawns(seeds, pawns, s)
    phase = data["phase"]
    if phase not in _PHASES:
        raise PositionError(f"phase must be {', '.join(_PHASES[:-1])} or over, not {shown(phase)}")
    loser = data.get("forfeit")
    if loser is not None:
        loser = as_whole(loser, "forfeit", 0, 1)
        if phase != "over":
            raise PositionError("forfeit must be null unless the phase is over")
    if phase == "seeds":
        _read_seeding(len(seeds), any(pawns), s)
    else:
        seeding.start_play(s)
        for seat in range(2):
            _plant(s, seat, pawns[seat])
    _read_turn(data, phase, loser, s)


def _cells(value: object, where: str, s: Record) -> list[int]:
    return [_cell(one, where, s) for one in as_list(value, where)]


def _cell(value: object, where: str, s: Record) -> int:
    cell = find_cell(value) if isinstance(value, str) else None
    if cell is None or not state.on_board(s, cell):
        last = cell_text((int(s.side) - 1) * (state.WIDTH + 1))
        raise PositionError(f"{where}: {shown(value)} is no cell of this board; cells are A1 to {last}")
    return cell


def _read_seeds(value: object, s: Record) -> list[int]:
    seeds = _cells(value, "seeds", s)
    if len(seeds) > s.wanted:
        raise PositionError(f"seeds: {len(seeds)} are more than the option seeds allows, which is {s.wanted}")
    for number, one in enumerate(seeds):
        for other in seeds[:number]:
            if one == other:
                raise PositionError(f"seeds: {cell_text(one)} is there more than once")
            if distance(one, other) < s.spacing:
                near = "are neighbours" if distance(one, other) == 1 else f"are less than {s.spacing} apart"
                raise PositionError(f"seeds: {cell_text(other)} and {cell_text(one)} {near}")
        seeding.put_seed(s, one)
    return seeds


def _check_pawns(seeds: list[int], pawns: list[list[int]], s: Record) -> None:
    taken = set(seeds)
    for colour, cells in zip(COLOURS, pawns, strict=True):
        for cell in cells:
            if cell in taken:
                raise PositionError(f"{colour}: {cell_text(cell)} is taken by another pawn or a seed")
            taken.add(cell)
        if len(cells) > s.supply:
            raise PositionError(
                f"{colour} has {len(cells)} pawns on the board, and at most {s.supply} in all"
            )
        if (count := len(trees_of(cells))) > s.most:
            raise PositionError(f"{colour} has {count} trees, and at most {s.most} are allowed")
    for cell in pawns[0]:
        touched = sorted(set(beside(cell)) & set(pawns[1]))
        if touched:
            raise PositionError(
                f"white and black: {cell_text(cell)} and {cell_text(touched[0])} are side by side"
            )


def trees_of(cells: Iterable[int]) -> list[list[int]]:
    """Divide the pawns of a colour into trees, that with the first pawn first.

    Each tree grows from its first pawn: every other one stands after one that it touches.
    """
    left, trees = dict.fromkeys(cells), []
    while left:
        tree = [next(iter(left))]
        left.pop(tree[0])
        for cell in tree:
            for near in neighbours(cell):
                if near in left:
                    left.pop(near)
                    tree.append(near)
        trees.append(tree)
    return trees


def _plant(s: Record, seat: int, cells: list[int]) -> None:
    """Place pawns, each tree as it may have grown, and note them in the order in which they were listed."""
    for tree in trees_of(cells):
        for cell in tree:
            rules.place(s, seat, cell)
    s.pawns[seat, : len(cells)] = cells


def _read_seeding(count: int, pawns: bool, s: Record) -> None:  # noqa: FBT001 - a fact, not a switch
    if s.placement != state.INTERACTIVE:
        raise PositionError("phase is seeds, but players put seeds only with placement interactive")
    if pawns:
        raise PositionError("white and black must be empty while seeds are being put")
    if count == s.wanted:
        raise PositionError(f"phase is seeds, but all {count} seeds are there, so it must be play")
    s.player = count % 2


def _read_turn(data: dict[str, Any], phase: str, loser: int | None, s: Record) -> None:
    s.passes = as_whole(data.get("passes", 0), "passes", 0, 2)
    playing = s.phase == state.PLAYING
    stuck = playing and not any(state.can_place(s, seat) for seat in range(2))
    if s.passes and not playing:
        raise PositionError("passes must be 0 while seeds are being put")
    if phase == "over":
        _read_end(data["current_player"], loser, s, stuck=stuck)
        return
    seat = as_whole(data["current_player"], "current_player", 0, 1)
    if not playing and seat != s.player:
        raise PositionError(
            f"current_player must be {s.player} after {s.sown} seeds, put in turn, not {seat}"
        )
    if s.passes == 2 or stuck:
        why = "there were two passes in a row" if s.passes == 2 else "nobody can place a pawn"
        raise PositionError(f"phase is {phase}, but {why}, so the phase is over")
    s.player = seat


def _read_end(player: object, loser: int | None, s: Record, *, stuck: bool) -> None:
    if player is not None:
        raise PositionError("current_player must be null when the phase is over")
    if stuck and s.passes:
        raise PositionError("passes must be 0: nobody can place a pawn, so the game was over before any")
    if loser is not None:
        if not s.strict:
            raise PositionError("forfeit must be null unless the option breach is forfeit")
        if s.passes == 2 or stuck:
            raise PositionError("forfeit must be null, for the game was over without it")
        s.over, s.loser = state.FORFEITED, loser
    elif s.passes == 2:
        s.over = state.PASSED
    elif stuck:
        s.over = state.STUCK
    else:
        raise PositionError(
            "phase is over, but there were not two passes in a row, and somebody can place a pawn"
        )
    s.player = state.NONE
