"""The machine code of the games: loaded before it is needed, and compiled once, by a process of its own.

To compile everything takes a minute or two, and memory that a process never gives back.
"""

import asyncio
import contextlib
import os
import sys
from functools import cache

import numpy as np

from parlour import draw
from parlour.core import registry
from parlour.core.board import Chair, Match, Sitting
from parlour.core.kernel import CACHE, JIT
from parlour.core.start import SeedStart
from parlour.search.players import Greedy, Mcts
from parlour.search.thinking import Budget
from parlour.table import games
from parlour.table.fragments import Drawn
from parlour.table.kept import Kept, options_text

MARK = CACHE / "all-compiled"
"""Is there once these sources have been compiled for all games."""

SEARCHED: set[str] = set()
"""The games of which this process has all that computer players need."""


@cache
def warm(game: str) -> None:
    """Load or compile all of a game that a table needs. Threads do this: the event loop never waits."""
    played = registry.game(game)
    kept = Kept("", game, "", options_text(played.choose()), SeedStart(1), "", ("",))
    position = kept.begin(played.seats[0])
    for move in position.legal_moves[:1]:
        position.play(move)
        position.undo()
        position.redo()
    lang = next(iter(draw.LANGUAGES))
    if position.seats == 1:
        position.hint()
        for seat in (0, None):
            Drawn(game, lang).sync(position, 0, seat, Sitting("", game, played.title, ""))
        return
    position.idle()
    chairs = tuple(map(Chair, range(position.seats)))
    facts = Match("", game, played.title, "", chairs, position.current_player)
    for seat in (*range(position.seats), None) if game in draw.boards() else ():
        Drawn(game, lang).sync(position, 0, seat, facts)


@cache
def warm_search(game: str) -> None:
    """Load or compile what computer players of a game need, too."""
    played = registry.game(game)
    position = Kept("", game, "", options_text(played.choose()), SeedStart(1), "", ("",)).begin(
        played.seats[0]
    )
    Mcts().choose(position, position.current_player or 0, Budget(iterations=2))
    played.kernels.evaluate(position.states, np.empty(position.seats))  # where only one action is legal
    Greedy().choose(position, position.current_player or 0)
    SEARCHED.add(game)


async def compile_all() -> None:
    """Have all games compiled by a process of its own, unless that was done before."""
    if not JIT or MARK.exists():
        return
    nothing = asyncio.subprocess.DEVNULL
    compiling = await asyncio.create_subprocess_exec(
        sys.executable, "-m", __name__, stdin=nothing, stdout=nothing, stderr=nothing
    )
    try:
        await compiling.wait()
    finally:
        with contextlib.suppress(ProcessLookupError):
            compiling.kill()
        await compiling.wait()


def main() -> None:
    """Compile all games, for as long as the process that wished for it lives."""
    parent = os.getppid()
    if hasattr(os, "nice"):
        os.nice(10)
    for name in games.names():
        if os.getppid() != parent:
            return
        warm(name)
        warm_search(name)
    MARK.touch()


if __name__ == "__main__":
    main()
