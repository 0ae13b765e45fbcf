"""Arbos in SGF, the format of Go programs: a game written so that they replay it, and read back exactly.

Pawns are Go moves, and seeds are marked with squares at every move. A stone never touches one of the other
colour with a side, so none is captured (but where one colour fills a whole board without seeds, Go takes it
off at the end). What Go has no words for stands in properties of our own:

* in the root `ARBOS`, the version of this form; `OPTIONS`, as JSON; `SEEDS`, in the order in which they were
  put; `PHASE` (seeds, play or over), `PASSES` in a row if there were any, and `FORFEIT` (W or B), all three
  as the game begins; and where it begins with the phase seeds, `PUT`: how many of the seeds, the last ones,
  the players put
* with a pass `KIND`: pass, forced or timeout
* in place of a move `ACT`, an illegal act that lost the game

Format: SGF FF[4], https://www.red-bean.com/sgf/.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from sgfmill import sgf_grammar

from parlour.core.beginning import from_dict
from parlour.core.errors import IllegalMove, ParlourError, PositionError, RecordError, shown
from parlour.core.kernel import open_record
from parlour.core.position import Position
from parlour.core.record import GameRecord
from parlour.core.registry import game
from parlour.games.arbos import state
from parlour.games.arbos.cells import texts
from parlour.games.arbos.notation import action_text

Node = dict[str, list[bytes]]
"""A node of SGF: its properties, each with its values as they stand between brackets."""

VERSION = b"1"

_COLOURS = ("W", "B")
_NAMES = ("PW", "PB")
_SETUP = ("AW", "AB")
_KINDS = {b"pass": state.PASS, b"forced": state.FORCED, b"timeout": state.TIMEOUT}
_FIXED = {"FF": b"4", "GM": b"1", "CA": b"UTF-8"}
_NAME = 100
"""Characters of a player's name; what is longer is cut."""

_MOST = 1 << 18
"""Bytes of a file; the longest game of all has fewer."""


# Writing


def write(position: Position, names: Sequence[str] = ()) -> str:
    """Write a position of Arbos and the line that led to it; `names` are White's and Black's.

    Raises `PositionError` for another game.
    """
    if position.game.name != "arbos":
        raise PositionError(f"this SGF is for Arbos, not for {position.game.title}")
    tree = sgf_grammar.Coarse_game_tree()
    tree.sequence = _nodes(position, names)
    return str(sgf_grammar.serialise_game_tree(tree), "utf-8")


def _nodes(position: Position, names: Sequence[str]) -> list[Node]:
    """Return the root and a node for each act but the seeds that were put, which are in the root."""
    s = open_record(position.states)
    seeds = _points(s.seeds[: s.sown])
    marks = {"SQ": seeds} if seeds else {}
    nodes = [_root(position, names, seeds) | marks]
    walk = position.restart()
    for action in position.history:
        seat = walk.current_player or 0
        walk.play(action)
        if _forfeited(walk):
            nodes.append({"ACT": [action_text(None, action).encode()], **marks})
        elif action >= state.PASS:
            kind = action_text(None, action).encode()
            nodes.append({_COLOURS[seat]: [b""], "KIND": [kind], **marks})
        elif action < state.SEED:
            nodes.append({_COLOURS[seat]: [_point(action)], **marks})
    return nodes


def _root(position: Position, names: Sequence[str], seeds: list[bytes]) -> Node:
    start = position.restart()
    begun, s = start.to_dict(), open_record(start.states)
    phase, player = begun["phase"], begun["current_player"]
    known = {name: _text(_tidy(given)) for name, given in zip(_NAMES, names, strict=False)}
    single = {
        **_FIXED,
        "SZ": b"%d" % begun["options"]["size"],
        "PL": b"W" if phase == "seeds" else b"" if player is None else _COLOURS[player].encode(),
        "RU": f"Arbos, {position.game.preset_of(position.options) or 'own rules'}".encode(),
        "RE": _result(position),
        **known,
        "ARBOS": VERSION,
        "OPTIONS": _text(msgspec.json.encode(begun["options"]).decode()),
        "PHASE": phase.encode(),
        "PUT": b"%d" % (len(seeds) - len(begun["seeds"])) if phase == "seeds" else b"",
        "PASSES": b"%d" % begun["passes"] if begun["passes"] else b"",
        "FORFEIT": b"" if begun["forfeit"] is None else _COLOURS[begun["forfeit"]].encode(),
    }
    root = {name: [value] for name, value in single.items() if value}
    stones = {name: _points(s.pawns[seat, : s.placed[seat]]) for seat, name in enumerate(_SETUP)}
    return root | {name: points for name, points in stones.items() if points} | {"SEEDS": seeds or [b""]}


def _result(position: Position) -> bytes:
    """Write the result with the difference of points, as the option `scoring` counts them."""
    result = position.result
    if result is None:
        return b""
    if not result.winners:
        return b"Draw"
    by = "F" if _forfeited(position) else f"{abs(result.scores[0] - result.scores[1]):.0f}"
    return f"{_COLOURS[result.winners[0]]}+{by}".encode()


def _forfeited(position: Position) -> bool:
    return bool(position.states["over"][0] == state.FORFEITED)


def _tidy(name: str) -> str:
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


# Reading


def read(text: str | bytes) -> Position:
    """Read what `write` wrote: the position and its line.

    Raises `RecordError` for anything else, saying what is wrong.
    """
    return _read(text)[0]


def record(text: str | bytes) -> GameRecord:
    """Read what `write` wrote as a record, which keeps the names. Raises `RecordError` as `read` does."""
    position, names = _read(text)
    return position.record(names)


def _read(text: str | bytes) -> tuple[Position, tuple[str, ...]]:
    found = _parse(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
    root = found[0]
    _check_kind(root)
    position = _begin(root)
    for number, node in enumerate(found[1:], 1):
        _play(position, node, number)
    names = tuple(_name(root, name) for name in _NAMES)
    while names and not names[-1]:
        names = names[:-1]
    _compare(found, _nodes(position, names))
    return position, names


def _parse(data: bytes) -> list[Node]:
    """Return the nodes of the one game, without branches, that a file may hold."""
    if len(data) > _MOST:
        raise RecordError(f"this file has {len(data):,} bytes, and no SGF of Arbos has more than {_MOST:,}")
    try:
        data = data.decode("utf-8-sig").encode()
    except UnicodeDecodeError:
        raise RecordError("this is not SGF of Arbos, which is written in UTF-8") from None
    if not data.lstrip().removeprefix(b"(").lstrip().startswith(b";"):
        raise RecordError("this is not SGF, which begins with (;")
    try:
        tree = sgf_grammar.parse_sgf_game(data)
    except ValueError as error:
        raise RecordError(f"this is not SGF: {error}") from None
    _, end = sgf_grammar.tokenise(data)
    rest = data[end:].strip()
    if rest.startswith(b"("):
        raise RecordError("this file holds more than one game; give each a file of its own")
    if rest:
        raise RecordError(
            f"after the game stands {shown(rest.decode('utf-8', 'replace'))}; there must be nothing"
        )
    if tree.children:
        raise RecordError("this game has variations; a game of Arbos is a single line")
    return list(tree.sequence)


def _check_kind(root: Node) -> None:
    """Raise `RecordError` unless this is Arbos, in a version that is read here."""
    for name, right in _FIXED.items():
        if root.get(name, [right]) != [right]:
            raise RecordError(f"{name} is {_shown(root[name])}, and in SGF of Arbos it is {right.decode()}")
    if "ARBOS" not in root:
        raise RecordError("ARBOS is missing in the root: this is not a game of Arbos that Parlour wrote")
    if root["ARBOS"] != [VERSION]:
        raise RecordError(f"ARBOS is {_shown(root['ARBOS'])}, and this Parlour reads {VERSION.decode()}")


def _begin(root: Node) -> Position:
    """Return the position that the root describes, with the seeds that the players put."""
    options = _options(root)
    size, phase = options.get("size"), _single(root, "PHASE").decode("utf-8", "replace")
    if _single(root, "SZ") != str(size).encode():
        raise RecordError(f"SZ is {_shown(root['SZ'])}, and the option size in OPTIONS is {shown(size)}")
    seeds = _cells(root, "SEEDS")
    put = _number(root, "PUT", len(seeds)) if phase == "seeds" else 0
    lying = seeds[: len(seeds) - put]
    player = {"seeds": len(lying) % 2, "over": None}.get(phase)
    if phase == "play":
        player = _seat(root, "PL")
    data = {
        "game": "arbos",
        "options": options,
        "seeds": texts(lying),
        "white": texts(_cells(root, "AW")),
        "black": texts(_cells(root, "AB")),
        "current_player": player,
        "phase": phase,
        "passes": _number(root, "PASSES", 2) if "PASSES" in root else 0,
        "forfeit": _seat(root, "FORFEIT") if "FORFEIT" in root else None,
    }
    try:
        position = from_dict(game("arbos"), data)
        for cell in seeds[len(lying) :]:
            _check_legal(position, state.SEED + cell)
            position.play(state.SEED + cell)
    except ParlourError as error:
        raise RecordError(f"this game cannot begin: {error}") from None
    return position


def _options(root: Node) -> dict[str, Any]:
    try:
        return msgspec.json.decode(_plain(_single(root, "OPTIONS")), type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(f"OPTIONS cannot be read: {error}") from None


def _single(root: Node, name: str) -> bytes:
    """Return the only value of a property of the root."""
    if name not in root:
        raise RecordError(f"{name} is missing in the root")
    if len(root[name]) > 1:
        raise RecordError(f"{name} has {len(root[name])} values in the root, and it must have one")
    return root[name][0]


def _number(root: Node, name: str, most: int) -> int:
    for number in range(most + 1):
        if _single(root, name) == b"%d" % number:
            return number
    raise RecordError(f"{name} is {_shown(root[name])}, and it must be a number from 0 to {most}")


def _seat(root: Node, name: str) -> int:
    value = _single(root, name).decode("utf-8", "replace")
    if value not in _COLOURS:
        raise RecordError(f"{name} is {_shown(root[name])}, and it must be W or B")
    return _COLOURS.index(value)


def _cells(root: Node, name: str) -> list[int]:
    values = root.get(name, [b""]) if name in _SETUP else root.get(name)
    if values is None:
        raise RecordError(f"{name} is missing in the root")
    return [] if values == [b""] else [_cell(value, name) for value in values]


def _cell(value: bytes, name: str) -> int:
    """Read a point as a cell of the largest board."""
    letters = [letter - ord("a") for letter in value]
    if len(letters) != 2 or not all(0 <= at < state.WIDTH for at in letters):
        raise RecordError(
            f"{name}: {_shown([value])} is no cell; cells are two letters from a to t, such as nc"
        )
    return letters[1] * state.WIDTH + letters[0]


def _play(position: Position, node: Node, number: int) -> None:
    """Play the act of a node, the `number`-th after the root."""
    where = f"move {number}"
    if stones := sorted({"AB", "AW", "AE", "PL"} & set(node)):
        raise RecordError(f"{where} has {stones[0]}: only the root sets up a position")
    acts = [name for name in (*_COLOURS, "ACT") if name in node]
    if len(acts) != 1 or len(node[acts[0]]) != 1:
        raise RecordError(f"{where} must have one W, B or ACT with one value")
    name, value = acts[0], node[acts[0]][0]
    if position.is_over:
        raise RecordError(f"{where} comes after the end of the game")
    if name == "ACT":
        _play_illegal(position, value, where)
        return
    seat = position.current_player or 0
    if name != _COLOURS[seat]:
        raise RecordError(f"{where} is {name}, but {_COLOURS[seat]} is on turn")
    action = _cell(value, where) if value else _pass(node, where)
    try:
        _check_legal(position, action)
        position.play(action)
    except IllegalMove as error:
        raise RecordError(f"{where} ({action_text(None, action)}): {error}") from None


def _pass(node: Node, where: str) -> int:
    kind = node.get("KIND", [b""])
    if len(kind) != 1 or kind[0] not in _KINDS:
        raise RecordError(f"{where} is a pass, and its KIND must be pass, forced or timeout")
    return _KINDS[kind[0]]


def _play_illegal(position: Position, value: bytes, where: str) -> None:
    act = next((n for n in range(state.ACTIONS) if action_text(None, n).encode() == value), None)
    if act is None:
        raise RecordError(f"{where}: {_shown([value])} is no act of Arbos")
    try:
        position.play(act)
    except IllegalMove as error:
        raise RecordError(f"{where} (the act {value.decode()}): {error}") from None
    if not _forfeited(position):
        raise RecordError(f"{where}: {value.decode()} is legal here, so it stands as W or B and not as ACT")


def _check_legal(position: Position, action: int) -> None:
    """Raise `IllegalMove` for what is illegal, though `breach` may let it be played and lose the game."""
    s = open_record(position.states)
    if not state.is_legal(s, action) and not (action == state.TIMEOUT and s.phase == state.PLAYING):
        raise position.game.notation.refusal(s, action)


def _name(root: Node, name: str) -> str:
    return _tidy(_plain(_single(root, name)).decode()) if name in root else ""


def _compare(found: list[Node], right: list[Node]) -> None:
    """Raise `RecordError` unless each node has the properties with which `write` writes this game."""
    for number, (node, wanted) in enumerate(zip(found, right, strict=True)):
        where = f"move {number}" if number else "the root"
        for name in sorted({*node, *wanted}):
            values = [_plain(value) for value in node.get(name, [])]
            if values == [_plain(value) for value in wanted.get(name, [])]:
                continue
            if name not in wanted:
                raise RecordError(f"{where} has {shown(name)}, which SGF of this game has not")
            if name not in node:
                raise RecordError(f"{where} lacks {name}, which is {_shown(wanted[name])} in this game")
            raise RecordError(
                f"{name} of {where} is {_shown(node[name])}, but it is {_shown(wanted[name])} in this game"
            )


def _plain(value: bytes) -> bytes:
    """Return what a value says."""
    return bytes(sgf_grammar.simpletext_value(value))


def _shown(values: list[bytes]) -> str:
    return shown(" ".join(_plain(value).decode("utf-8", "replace") for value in values))
