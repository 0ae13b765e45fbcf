"""Players that are programs of their own, in any language: asked line by line over standard input and output.

A program is started once for each seat that it plays, at its first choice there; what one seat knows so never
reaches another. All that were started have ended when Python does.
"""

import atexit
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections import deque
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO, NoReturn

import msgspec

import parlour
from parlour.core.errors import ParlourError, shown
from parlour.core.position import Position
from parlour.search import messages
from parlour.search.messages import Choose, Cost, Hello, Move, Quit, Ready, Refused
from parlour.search.players import Player, PlayerError, chance
from parlour.search.thinking import Budget

START = 30.0
"""Seconds that a program may take to get ready."""

DEADLINE = 10.0
"""Seconds that a choice may take, unless the player's name or a budget says otherwise."""

_LATE = 0.5
"""Seconds after those of a budget in which an answer may still come."""

_LEAVE = 1.0
"""Seconds that a program has to end by itself."""

_WORDS = 12
"""Lines on the standard error of a program that are kept."""

_TIMED = re.compile(r"(\d+(?:\.\d+)?)s\s+(.*)", re.DOTALL)


class Program:
    """Plays what a program answers. It is started by its first choice, and anew after a mistake."""

    def __init__(self, command: str, deadline: float = DEADLINE) -> None:
        self.command = command
        self.deadline = deadline

    def choose(self, position: Position, seat: int, budget: Budget | None = None) -> int:
        """Ask the program. Raises `PlayerError` for all that it does wrong, and then ends it."""
        return _running(self.command, seat).choose(position, seat, budget, self.deadline)


def program(text: str, seed: int) -> Player:  # noqa: ARG001 - a program draws chance of its own
    """Make a player of a command, written as in a shell; "2s ./bot" gives it two seconds a choice."""
    timed = _TIMED.fullmatch(text)
    seconds, command = (float(timed[1]), timed[2]) if timed else (DEADLINE, text)
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise PlayerError(f"the command {shown(command)} cannot be read: {error}") from None
    if not words or not seconds:
        raise PlayerError('program needs a command, such as "program:./bot" or "program:2s python bot.py"')
    return Program(command, seconds)


def request(position: Position, seat: int, number: int, since: int = 0) -> Choose:
    """Return what a program is asked: nothing but what the seat may know."""
    blind = position.determinize(seat, chance(0, position, seat).getrandbits(63))
    return Choose(
        id=number,
        position=blind.to_dict(),
        game=position.game.name,
        options=msgspec.to_builtins(position.options),
        seats=position.seats,
        seat=seat,
        view=position.view(seat),
        legal=position.legal_moves,
        actions=position.legal_actions,
        first=since + 1,
        told=position.told(seat, since),
    )


class _Running:
    """A program that was started, and what its seat has been told."""

    def __init__(self, command: str) -> None:
        self._command = self._name = command
        self._lock = threading.Lock()
        self._asked = 0
        self._game, self._heard = b"", tuple[int, ...]()
        self._questions: SimpleQueue[bytes | None] = SimpleQueue()
        self._answers: SimpleQueue[bytes] = SimpleQueue()
        self._last_words: deque[str] = deque(maxlen=_WORDS)
        try:
            # A session of its own, so that what it starts itself can be ended with it.
            self._process = subprocess.Popen(  # noqa: S603 - the command is the user's own
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) else error
            raise PlayerError(f"the program {shown(command)} cannot be started: {why}") from None
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._talk, self._listen)]
        for thread in self._threads:
            thread.start()
        self.ended = False
        self._greet()

    # Talking

    def _talk(self) -> None:
        """Send question after question, each when the one before is answered; an empty answer is the end."""
        stdin, stdout = _pipe(self._process.stdin), _pipe(self._process.stdout)
        with suppress(OSError), stdout, suppress(OSError), stdin:
            while (question := self._questions.get()) is not None:
                stdin.write(question)
                stdin.flush()
                self._answers.put(stdout.readline(messages.LIMIT + 1))
            stdin.write(messages.line(Quit()))
        self._answers.put(b"")

    def _listen(self) -> None:
        """Pass on what the program writes to its standard error, and keep the end of it."""
        with _pipe(self._process.stderr) as stderr:
            for line in stderr:
                text = line.decode(errors="replace")
                self._last_words.append(text.strip())
                with suppress(OSError, ValueError):  # nobody may be there to read it
                    sys.stderr.write(text)

    def _ask(self, question: Hello | Choose, seconds: float, right: str) -> Ready | Move:
        """Return the answer to a question. Raises `PlayerError` if none comes in time that can be read."""
        self._questions.put(messages.line(question))
        try:
            line = self._answers.get(timeout=seconds)
        except Empty:
            self._fail(f"did not answer within {seconds:g} s", right)
        if not line:
            self._fail(f"ended {self._end()} instead of answering", right)
        try:
            answer: Ready | Move | Refused = messages.decode_answer(line)
        except messages.UNREADABLE as error:
            why = f"longer than {messages.LIMIT} bytes" if len(line) > messages.LIMIT else error
            self._fail(f"answered {_quoted(line)}, which cannot be read ({why})", right)
        if isinstance(answer, Refused):
            self._fail(f"refused to answer: {answer.why}", right)
        return answer

    def _greet(self) -> None:
        right = messages.line(Ready(messages.PROTOCOL, "its name")).decode().strip()
        answer = self._ask(Hello(messages.PROTOCOL, f"Parlour {parlour.__version__}"), START, right)
        if not isinstance(answer, Ready) or answer.protocol != messages.PROTOCOL:
            self._fail(f"answered {_quoted(messages.line(answer))} to hello", right)
        self._name = f"{answer.name} ({self._command})" if answer.name else self._command

    def choose(self, position: Position, seat: int, budget: Budget | None, deadline: float) -> int:
        """Ask for an action; requests from several threads wait for each other."""
        with self._lock:
            self._asked += 1
            asked = request(position, seat, self._asked, self._since(position))
            if budget is not None:
                asked = msgspec.structs.replace(asked, budget=Cost(budget.iterations, budget.seconds))
                if budget.seconds is not None:
                    deadline = budget.seconds + _LATE
            asked = msgspec.structs.replace(asked, deadline=deadline)
            right = messages.line(Move(asked.id, asked.legal[0])).decode().strip()
            answer = self._ask(asked, deadline, right)
            if not isinstance(answer, Move) or answer.id != asked.id:
                self._fail(f"answered {_quoted(messages.line(answer))} to request {asked.id}", right)
            return self._action(position, answer.move, right)

    def _since(self, position: Position) -> int:
        """Return how many moves of a game the program was told before, and remember that it is told all."""
        game, history = position.restart().key(), position.history
        known = len(self._heard) if game == self._game else 0
        since = known if history[:known] == self._heard[:known] else 0
        self._game, self._heard = game, history
        return since

    def _action(self, position: Position, move: str | int, right: str) -> int:
        try:
            action = position.action(move) if isinstance(move, str) else move
            if action not in position.legal_actions:
                position.copy().play(action)  # which says why not
        except ParlourError as error:
            self._fail(f"answered the move {shown(move)}: {error}", right)
        if action not in position.legal_actions:
            self._fail(f"answered the move {shown(move)}, which is none of the legal ones", right)
        return action

    # Ending

    def _fail(self, what: str, right: str) -> NoReturn:
        self.end(at_once=True)
        said = f"; it said: {' | '.join(self._last_words)}" if self._last_words else ""
        raise PlayerError(f"the program {self._name} {what}; right would be {right}{said}")

    def _end(self) -> str:
        """Return how a program ended that closed its output."""
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(_LEAVE)
            return f"with exit code {code}" if code >= 0 else f"by signal {-code}"
        return "its output"

    def end(self, *, at_once: bool = False) -> None:
        """End the program, if need be by force, and wait until it is gone."""
        self.ended = True
        self._questions.put(None)
        if not at_once:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_LEAVE)
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)  # what it has started, too
            else:
                self._process.kill()
        self._process.wait()
        until = time.monotonic() + _LEAVE
        for thread in self._threads:
            thread.join(max(0.0, until - time.monotonic()))


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise ValueError("a program is started with pipes")
    return pipe


def _quoted(line: bytes) -> str:
    return shown(line.decode(errors="replace").strip())


_programs: dict[tuple[str, int], _Running] = {}
_starting = threading.Lock()


def _running(command: str, seat: int) -> _Running:
    """Return the program that plays a seat, started if it is not there."""
    with _starting:
        found = _programs.get((command, seat))
        if found is None or found.ended:
            found = _programs[command, seat] = _Running(command)
        return found


@atexit.register
def close() -> None:
    """End all programs."""
    with _starting:
        for one in _programs.values():
            if not one.ended:
                one.end()
        _programs.clear()
