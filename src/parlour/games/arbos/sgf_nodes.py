"""The nodes of SGF that a game of Arbos is written as; `sgf.py` says what stands in them."""

from collections.abc import Sequence
from typing import Any

import msgspec
from sgfmill import sgf_grammar

from parlour.core.kernel import open_record
from parlour.core.position import Position
from parlour.games.arbos import state
from parlour.games.arbos.notation import action_text

Node = dict[str, list[bytes]]
"""A node: its properties, each with its values as they stand between brackets."""

VERSION = b"1"
"""Version of the form; it grows when an older Parlour could no longer read a new file."""

FIXED = {"FF": b"4", "GM": b"1", "CA": b"UTF-8"}
COLOURS = ("W", "B")
NAMES = ("PW", "PB")
SETUP = ("AW", "AB")

_NAME = 100
"""Characters of a player's name; what is longer is cut."""


def nodes(position: Position, names: Sequence[str]) -> list[Node]:
    """Return the root and a node for each act but the seeds that were put, which are in the root."""
    s = open_record(position.states)
    seeds = _points(s.seeds[: s.sown])
    marks = {"SQ": seeds} if seeds else {}
    written = [_root(position, names, seeds) | marks]
    walk = position.restart()
    for action in position.history:
        seat = walk.current_player or 0
        walk.play(action)
        if forfeited(walk):
            written.append({"ACT": [action_text(None, action).encode()], **marks})
        elif action >= state.PASS:
            kind = action_text(None, action).encode()
            written.append({COLOURS[seat]: [b""], "KIND": [kind], **marks})
        elif action < state.SEED:
            written.append({COLOURS[seat]: [_point(action)], **marks})
    return written


def _root(position: Position, names: Sequence[str], seeds: list[bytes]) -> Node:
    start = position.restart()
    begun, s = start.to_dict(), open_record(start.states)
    phase, player = begun["phase"], begun["current_player"]
    known = {name: _text(tidy(given)) for name, given in zip(NAMES, names, strict=False)}
    single = {
        **FIXED,
        "SZ": b"%d" % begun["options"]["size"],
        "PL": b"W" if phase == "seeds" else b"" if player is None else COLOURS[player].encode(),
        "RU": f"Arbos, {position.game.preset_of(position.options) or 'own rules'}".encode(),
        "RE": _result(position),
        **known,
        "ARBOS": VERSION,
        "OPTIONS": _text(msgspec.json.encode(begun["options"]).decode()),
        "PHASE": phase.encode(),
        "PUT": b"%d" % (len(seeds) - len(begun["seeds"])) if phase == "seeds" else b"",
        "PASSES": b"%d" % begun["passes"] if begun["passes"] else b"",
        "FORFEIT": b"" if begun["forfeit"] is None else COLOURS[begun["forfeit"]].encode(),
    }
    root = {name: [value] for name, value in single.items() if value}
    stones = {name: _points(s.pawns[seat, : s.placed[seat]]) for seat, name in enumerate(SETUP)}
    return root | {name: points for name, points in stones.items() if points} | {"SEEDS": seeds or [b""]}


def _result(position: Position) -> bytes:
    """Write the result with the difference of points, as the option `scoring` counts them."""
    result = position.result
    if result is None:
        return b""
    if not result.winners:
        return b"Draw"
    by = "F" if forfeited(position) else f"{abs(result.scores[0] - result.scores[1]):.0f}"
    return f"{COLOURS[result.winners[0]]}+{by}".encode()


def forfeited(position: Position) -> bool:
    """Say whether an illegal act ended the game."""
    return bool(position.states["over"][0] == state.FORFEITED)


def tidy(name: str) -> str:
    """Return a name on one line, without what UTF-8 cannot write, and not too long."""
    return " ".join(name.encode("utf-8", "replace").decode().split())[:_NAME].rstrip()


def _text(text: str) -> bytes:
    return bytes(sgf_grammar.escape_text(text.encode()))


def _points(cells: Any) -> list[bytes]:
    return [_point(int(cell)) for cell in cells]


def _point(cell: int) -> bytes:
    """Write a cell: the letter of its column, then that of its row.

    >>> _point(2 * 20 + 13)
    b'nc'
    """
    row, column = divmod(cell, state.WIDTH)
    return bytes((ord("a") + column, ord("a") + row))
