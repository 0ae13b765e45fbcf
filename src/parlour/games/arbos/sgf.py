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

import re
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
from parlour.games.arbos.sgf_nodes import COLOURS, FIXED, NAMES, SETUP, VERSION, Node, forfeited, nodes, tidy

_KINDS = {b"pass": state.PASS, b"forced": state.FORCED, b"timeout": state.TIMEOUT}

_BEGINNING = re.compile(rb"\s*\(\s*;")

_MOST = 1 << 18
"""Bytes of a file; the longest game of all has fewer."""


def write(position: Position, names: Sequence[str] = ()) -> str:
    """Write a position of Arbos and the line that led to it; `names` are White's and Black's.

    Raises `PositionError` for another game.
    """
    if position.game.name != "arbos":
        raise PositionError(f"this SGF is for Arbos, not for {position.game.title}")
    tree = sgf_grammar.Coarse_game_tree()
    tree.sequence = nodes(position, names)
    return str(sgf_grammar.serialise_game_tree(tree), "utf-8")


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
    names = tuple(_name(root, name) for name in NAMES)
    while names and not names[-1]:
        names = names[:-1]
    _compare(found, nodes(position, names))
    return position, names


def _parse(data: bytes) -> list[Node]:
    """Return the nodes of the one game, without branches, that a file may hold."""
    if len(data) > _MOST:
        raise RecordError(f"this file has {len(data):,} bytes, and no SGF of Arbos has more than {_MOST:,}")
    try:
        data = data.decode("utf-8-sig").encode()
    except UnicodeDecodeError:
        raise RecordError("this is not SGF of Arbos, which is written in UTF-8") from None
    if not _BEGINNING.match(data):
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
    for name, right in FIXED.items():
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
    if _number(root, "SZ", state.WIDTH) != size:
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
    if value not in COLOURS:
        raise RecordError(f"{name} is {_shown(root[name])}, and it must be W or B")
    return COLOURS.index(value)


def _cells(root: Node, name: str) -> list[int]:
    values = root.get(name, [b""]) if name in SETUP else root.get(name)
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
    acts = [name for name in (*COLOURS, "ACT") if name in node]
    if len(acts) != 1 or len(node[acts[0]]) != 1:
        raise RecordError(f"{where} must have one W, B or ACT with one value")
    name, value = acts[0], node[acts[0]][0]
    if position.is_over:
        raise RecordError(f"{where} comes after the end of the game")
    if name == "ACT":
        _play_illegal(position, value, where)
        return
    seat = position.current_player or 0
    if name != COLOURS[seat]:
        raise RecordError(f"{where} is {name}, but {COLOURS[seat]} is on turn")
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
    if not forfeited(position):
        raise RecordError(f"{where}: {value.decode()} is legal here, so it stands as W or B and not as ACT")


def _check_legal(position: Position, action: int) -> None:
    """Raise `IllegalMove` for what is illegal, though `breach` may let it be played and lose the game."""
    s = open_record(position.states)
    if action != state.TIMEOUT and not state.is_legal(s, action):
        raise position.game.notation.refusal(s, action)


def _name(root: Node, name: str) -> str:
    return tidy(_plain(_single(root, name)).decode()) if name in root else ""


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
