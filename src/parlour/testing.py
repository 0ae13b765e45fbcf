"""The conformance test of a game, for everybody who adds one.

    from parlour.testing import check_game
    check_game("my_game")

It plays random games with every preset and seat count and checks the whole contract of the rules, texts and
views along the way. The first thing that does not hold raises `CheckFailed`, saying what, where, and how to
get there again. How to add a game is told in `docs/how-to/add-a-game.md`.
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import parlour
from parlour.core.errors import IllegalMove, NotationError, ParlourError
from parlour.core.game import Game
from parlour.core.kernel import JIT, jump, open_record
from parlour.core.layout import RESERVED
from parlour.core.position import Position

LONGEST = 20_000
"""Actions after which a random game is said not to end."""

GARBAGE = ("", " ", "?", "-", "no such move", "0" * 200, "\x00", "١", "1; drop table", "🂡")
"""Texts that no game may read as a move."""

LOOKS, BACK = (12, 5) if JIT else (2, 1)
"""Positions of each game that are looked at closely; fewer without compilation, which is slow."""


class CheckFailed(AssertionError):
    """The game breaks its contract; the text says where and how to get there again."""


def check_game(name: str, games: int = 3, *, compare_jit: bool = True, **options: Any) -> None:
    """Check a registered game with every preset and seat count, `games` random games each.

    `options` change every preset, such as `size=7` for small boards. `compare_jit` does `check_compilation`,
    too, which takes most of the time. Raises `CheckFailed`, `UnknownGame`, or `OptionsError`.
    """
    game = parlour.game(name)
    _check_layout(game)
    for preset, seats in _variants(game):
        _check_starts(game, preset, seats, options)
        for seed in range(1, games + 1):
            _GameCheck(game, preset, seats, seed, options).run()
    if game.deals is not None:
        _check_deals(game)
    if compare_jit:
        check_compilation(name, games)


def digest(name: str, games: int) -> str:
    """Hash what happens in random games; it is equal in every process, compiled or not."""
    game = parlour.game(name)
    total = hashlib.sha256()
    for preset, seats in _variants(game):
        for seed in range(1, games + 1):
            for p in _walk(parlour.new(name, seats, seed=seed, preset=preset), seed, cap=400):
                total.update(p.key())
                seat = p.current_player or 0
                total.update(p.determinize(seat, seed).key())
                total.update(observation(p, seat).tobytes())
    return total.hexdigest()


def observation(position: Position, seat: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Return what `seat` knows as a tensor of the game's `OBSERVATION` shape."""
    out = np.zeros(position.game.rules.OBSERVATION, np.float32)
    position.game.kernels.observe(position.states, seat, out)
    return out


def _variants(game: Game) -> Iterator[tuple[str, int]]:
    for preset in game.presets:
        for seats in game.seats:
            yield preset, seats


def _walk(p: Position, seed: int, cap: int) -> Iterator[Position]:
    """Play random moves and yield the same, changing position before each and at the end."""
    for turn in range(cap):
        yield p
        if p.is_over:
            return
        legal = p.legal_actions
        p.play(legal[int(jump(np.uint64(seed), turn)) % len(legal)])


def _fail(where: str, what: str) -> None:
    raise CheckFailed(f"{where}: {what}")


def _check_layout(game: Game) -> None:
    dtype, rules = game.rules.State, game.rules
    names = set(dtype.names or ())
    for needed in ("rng", "seats", "player", "over"):
        if needed not in names:
            _fail(game.name, f"State has no field {needed!r}; make it with parlour.core.layout.record_dtype")
    if names & RESERVED:
        _fail(game.name, f"numpy shadows the fields {sorted(names & RESERVED)} of State")
    fields: Any = dtype.fields
    if sum(field[0].itemsize for field in fields.values()) != dtype.itemsize:
        _fail(game.name, "State has hidden padding; make it with parlour.core.layout.record_dtype")
    if fields["rng"][0] != np.uint64:
        _fail(game.name, "the field rng of State must be uint64")
    if not 0 < rules.MAX_LEGAL <= rules.ACTIONS <= np.iinfo(np.int16).max:
        _fail(game.name, f"0 < MAX_LEGAL {rules.MAX_LEGAL} <= ACTIONS {rules.ACTIONS} <= 32767 must hold")
    if not game.presets or not game.seats or list(game.seats) != sorted(set(game.seats)):
        _fail(game.name, "a game needs presets and ascending seat counts")


def _check_starts(game: Game, preset: str, seats: int, options: dict[str, Any]) -> None:
    where = f"{game.name}, preset {preset}, {seats} seats"
    first, again = (parlour.new(game.name, seats, seed=7, preset=preset, **options) for _ in range(2))
    if first != again:
        _fail(where, "the same seed gave two different starts")
    if (
        seats == game.seats[0]
        and preset == next(iter(game.presets))
        and len(_starts(game, preset, seats)) == 1
    ):
        _fail(where, "eight different seeds gave the same start")
    if int(first.states["rng"][0]):
        _fail(where, "setup must spend all chance and clear rng")
    if first.options != game.choose(preset, **options) or first.seats != seats:
        _fail(
            where, f"the record holds {first.options} for {first.seats} seats instead of what was asked for"
        )


def _starts(game: Game, preset: str, seats: int) -> set[bytes]:
    return {parlour.new(game.name, seats, seed=seed, preset=preset).key() for seed in range(8)}


def _check_deals(game: Game) -> None:
    for number in ("1", "24", "20261129"):
        where = f"{game.name}, deal {number}"
        p = parlour.new(game.name, deal=number)
        if p != parlour.new(game.name, deal=int(number)) or p.deal != number:
            _fail(where, "the same number gave two different deals")
        read = parlour.read(p.board_text(), game.name)
        if read != [p]:
            _fail(where, f"its text board is read as another position:\n{p.board_text()}")


def check_compilation(name: str, games: int = 3) -> None:
    """Check that a registered game takes the same course in a second process, there without compilation.

    If this process does not compile, that one does. Raises `CheckFailed`, or `UnknownGame`.
    """
    game = parlour.game(name)
    code = f"from parlour.testing import digest; print(digest({game.name!r}, {games}))"
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1" if JIT else "0"}
    other = subprocess.run(  # noqa: S603 - this Python, this code
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
    )
    which = "without" if JIT else "with"
    if other.returncode:
        _fail(game.name, f"it does not run {which} compilation:\n{other.stderr}")
    if other.stdout.strip() != digest(game.name, games):
        _fail(
            game.name,
            f"{which} compilation the same games take another course; look for narrow integers and chance",
        )


class _GameCheck:
    """One random game, looked at closely on the way."""

    def __init__(self, game: Game, preset: str, seats: int, seed: int, options: dict[str, Any]) -> None:
        self.game, self.preset, self.seats, self.seed = game, preset, seats, seed
        self.p = parlour.new(game.name, seats, seed=seed, preset=preset, **options)
        self.kernels = game.kernels

    def run(self) -> None:
        looks: list[Callable[[], None]] = [
            self.legal_actions,
            self.texts,
            self.refusals,
            self.admitted,
            self.copies,
            self.json,
            self.judgement,
            self.hidden,
            self.foretold,
            self.undo_and_redo,
        ]
        taken = 0
        for at, _ in enumerate(_walk(self.p, self.seed, LONGEST)):
            if taken < LOOKS or self.p.is_over or at % 97 == 0:
                taken += 1
                for look in looks:
                    look()
        if not self.p.is_over:
            self.fail(f"a random game did not end within {LONGEST} actions; every game ends")
        self.the_end()
        self.record()

    def fail(self, what: str) -> None:
        line = " ".join(map(str, self.p.history[-30:]))
        _fail(
            f"{self.game.name}, preset {self.preset}, {self.seats} seats, seed {self.seed},"
            f" after {len(self.p.history)} actions (the last: {line or 'none'})",
            what,
        )

    def legal_actions(self) -> None:
        p, acts = self.p, self.p.legal_actions
        if bool(acts) == p.is_over:
            self.fail(
                "there must be legal actions exactly while it is not over; a forced pass is an action too"
            )
        if list(acts) != sorted(set(acts)) or any(not 0 <= a < self.game.rules.ACTIONS for a in acts):
            self.fail(f"legal must write ascending ids below ACTIONS, not {acts}")
        if len(acts) > self.game.rules.MAX_LEGAL:
            self.fail(f"{len(acts)} legal actions are more than MAX_LEGAL")
        if p.is_over == (p.current_player is not None):
            self.fail("player must be -1 exactly when the game is over")
        states, out = p.states, self.game.acts()
        if tuple(out[: self.kernels.legal(states, out)].tolist()) != acts or states.tobytes() != p.key():
            self.fail("legal must give the same list again and leave the record as it was")

    def texts(self) -> None:
        p = self.p
        for action, text in zip(p.legal_actions, p.legal_moves, strict=True):
            if p.action(text) != action:
                self.fail(f"the move {text!r} of action {action} is read as action {p.action(text)}")
            if p.action(f"  {text.upper()} ") != action:
                self.fail(
                    f"reading moves must be lenient: {text.upper()!r} with spaces is not action {action}"
                )
        if len(set(p.legal_moves)) != len(p.legal_moves):
            self.fail(f"two legal actions have the same text: {p.legal_moves}")
        if not str(p).strip():
            self.fail("the diagram is empty")

    def refusals(self) -> None:
        before = self.p.key(), self.p.history
        states, others = self.p.states, set(range(self.game.rules.ACTIONS)) - set(self.p.legal_actions)
        illegal = sorted(action for action in others if not self.kernels.admits(states, action))
        for action in [*illegal[:: max(1, len(illegal) // 40)], -1, self.game.rules.ACTIONS, 1 << 70]:
            self._refused(action, IllegalMove)
        for text in GARBAGE:
            self._refused(text, IllegalMove if self.p.is_over else NotationError)
        if (self.p.key(), self.p.history) != before:
            self.fail("a refused move changed the position")

    def admitted(self) -> None:
        """Actions beside the legal ones can be played where the game admits them, and taken back."""
        p, states = self.p, self.p.states
        others = sorted(set(range(self.game.rules.ACTIONS)) - set(p.legal_actions))
        admitted = [action for action in others if self.kernels.admits(states, action)]
        for action in admitted[:: max(1, len(admitted) // 8)]:
            ahead = p.copy()
            ahead.play(action)
            if ahead.record().replay() != ahead:
                self.fail(
                    f"a record with action {action}, which the game admits, is replayed to another position"
                )
            ahead.undo()
            if ahead != p:
                self.fail(f"undo does not take back action {action}, which the game admits")

    def _refused(self, move: int | str, kind: type[ParlourError]) -> None:
        try:
            self.p.play(move)
        except kind as error:
            if not str(error).strip() or "\n" in str(error):
                self.fail(f"the refusal of {move!r} must be one sentence, not {str(error)!r}")
        except Exception as error:  # noqa: BLE001 - any other exception is the finding
            self.fail(f"{move!r} must be refused with {kind.__name__}, not {error!r}")
        else:
            self.fail(f"{move!r} is not legal and was played")

    def copies(self) -> None:
        twin = self.p.copy()
        if twin != self.p or twin.history != self.p.history:
            self.fail("a copy differs from its original")
        if not twin.is_over:
            key = self.p.key()
            twin.play(twin.legal_actions[-1])
            if self.p.key() != key or twin == self.p:
                self.fail("playing on a copy must change the copy alone")

    def json(self) -> None:
        read = parlour.from_json(self.p.to_json())
        if read != self.p or read.to_dict() != self.p.to_dict():
            self.fail(f"its JSON is read as another position: {self.p.to_json()}")
        if read.legal_actions != self.p.legal_actions or read.result != self.p.result:
            self.fail("a position read from JSON must know its legal actions and its end")

    def judgement(self) -> None:
        p, states = self.p, self.p.states
        shares = np.full(p.seats, np.nan)
        self.kernels.evaluate(states, shares)
        again = shares.copy()
        if JIT:  # compiled code can read memory that is no longer its own
            self.kernels.evaluate(states, again)
        if not np.array_equal(shares, again):
            self.fail(f"evaluate must give the same shares again, not {shares} and then {again}")
        if not (np.all(shares >= 0) and np.all(shares <= 1)) or (
            p.seats > 1 and abs(shares.sum() - 1) > 1e-6
        ):
            self.fail(f"evaluate must give shares in [0, 1], over several seats summing to 1, not {shares}")
        if not p.is_over:
            acts, n = np.array(p.legal_actions, np.int16), len(p.legal_actions)
            scores = np.full(n, np.nan)
            self.kernels.score(states, acts, n, scores)
            if not np.all(np.isfinite(scores)):
                self.fail(f"score must give finite numbers, not {scores}")
            if int(self.kernels.policy(states, acts, n)) not in p.legal_actions:
                self.fail("policy must choose a legal action")
            absent = int(self.kernels.idle(states, acts, n))
            if absent not in (*p.legal_actions, *p.game.clock_actions):
                self.fail("idle must choose a legal action, or one that a clock may play")
            if p.hint() not in p.legal_moves:
                self.fail(f"the hint {p.hint()!r} is not a legal move")
        open_record(states).rng = 0
        if states.tobytes() != p.key():
            self.fail("score, policy, idle and evaluate must leave all but rng as it was")

    def hidden(self) -> None:
        """Two positions that differ only in what a viewer may not know must look the same to that viewer."""
        for viewer in (None, *range(self.p.seats)):
            seat = 0 if viewer is None else viewer
            other, third = self.p.determinize(seat, 1), self.p.determinize(seat, 2)
            if other.determinize(seat, 2) != third:
                self.fail(
                    f"determinize for seat {seat} must depend on what that seat knows and the seed alone"
                )
            if viewer is not None or self.p.seats == 1:
                self._look_alike(other, viewer)
            try:
                hash(self.p.view(viewer))
            except TypeError as error:
                self.fail(f"a view must be frozen and hashable: {error}")

    def foretold(self) -> None:
        """What a move shows is either foretold by the view before it, or `reveals` says so."""
        seat = self.p.current_player
        if seat is None:
            return
        others = [self.p.determinize(seat, seed) for seed in range(3)]
        for move in self.p.legal_moves[:8]:
            if not self.p.reveals(move):
                shown = {_played(world, move).view(seat) for world in (self.p, *others)}
                if len(shown) > 1:
                    self.fail(f"{move!r} shows seat {seat} something new, but reveals says that it does not")

    def _look_alike(self, other: Position, viewer: int | None) -> None:
        if other.view(viewer) != self.p.view(viewer):
            self.fail(
                f"determinize changed the view of {viewer}:\n{self.p.view(viewer)}\n{other.view(viewer)}"
            )
        seat = viewer or 0
        if not np.array_equal(observation(self.p, seat), observation(other, seat)):
            self.fail(f"determinize changed what seat {seat} observes")
        if viewer is not None and viewer == self.p.current_player:
            if other.legal_moves != self.p.legal_moves:
                self.fail("what is hidden from the seat on turn decides what it may play")
            for action in range(self.game.rules.ACTIONS):
                reason = _refusal(self.p, action)
                if action not in self.p.legal_actions and reason != _refusal(other, action):
                    self.fail(f"the refusal of action {action} depends on what is hidden: {reason}")

    def undo_and_redo(self) -> None:
        p = self.p.copy()
        end, count = p.key(), min(len(p.history), BACK)
        passed = [end]
        for _ in range(count):
            p.undo()
            passed.append(p.key())
        for key in reversed(passed[:-1]):
            p.redo()
            if p.key() != key:
                self.fail("redo after undo gave another position")
        if p.can_redo or p.key() != end:
            self.fail("undo and redo do not lead back")
        fresh = self.p.restart()
        if fresh.can_undo:
            fresh.undo()
            if fresh.key() != end or fresh.history != self.p.history:
                self.fail("undo after a restart does not lead back")
        for step in (p.redo, self.p.determinize(0, 0).undo):
            try:
                step()
            except IllegalMove:
                continue
            self.fail("undo at the start and redo at the end must be refused")

    def the_end(self) -> None:
        p, returns, result = self.p, self.p.returns, self.p.result
        if returns is None or result is None:
            self.fail("a game that is over has returns and a result")
            return
        if p.seats == 1 and returns[0] not in (0.0, 1.0):
            self.fail(f"a single seat's return is 1 or 0, not {returns[0]}")
        if p.seats > 1 and (abs(sum(returns) - 1) > 1e-9 or min(returns) < 0):
            self.fail(f"returns must be shares that sum to 1, not {returns}")
        winners = result.winners or (tuple(range(p.seats)) if p.seats > 1 else ())
        if returns != tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(p.seats)):
            self.fail(f"returns {returns} do not fit the winners {result.winners}")
        if len(result.scores) != p.seats or len(result.ranks) != p.seats or not result.reason:
            self.fail(f"the result must have a score and a rank for each seat and a reason, not {result}")

    def record(self) -> None:
        text = self.p.record(names=("",) * self.seats).to_json()
        replayed = parlour.GameRecord.from_json(text).replay()
        if replayed != self.p or replayed.history != self.p.history:
            self.fail("its record replays to another position")


def _played(p: Position, move: str) -> Position:
    after = p.copy()
    after.play(move)
    return after


def _refusal(p: Position, action: int) -> tuple[str, str]:
    try:
        p.copy().play(action)
    except IllegalMove as error:
        return error.code, str(error)
    return "played", ""
