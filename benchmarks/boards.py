"""How heavy and how quick the boards of matches are: to draw a move, and from a click to the new board."""

import statistics
import time
from typing import NamedTuple

import msgspec
import numpy as np
from playwright.sync_api import Browser, BrowserContext, Page

import parlour
from benchmarks.page import RECORD
from parlour.core import registry
from parlour.core.board import Chair, Match, Time
from parlour.core.position import Position
from parlour.table.fragments import Drawn

Form = dict[str, str | float | bool]

TURNS = 4
"""Turns of a new table of two: each takes three tokens of the same kinds, until there are no more."""


class Cost(NamedTuple):
    """What a move costs for one viewer: milliseconds, median and of 95 in 100; its bytes; a board's."""

    median: float
    slow: float
    size: float
    whole: float


def drawn_moves(game: str, seats: int, games: int) -> Cost:
    """Draw games by the quick policy for all who play them, move after move, as the server does."""
    times, sizes, wholes = list[float](), list[int](), list[int]()
    for seed in range(games + 1):
        if seed == 1:  # the first game warms up
            for found in (times, sizes, wholes):
                found.clear()
        position, chance = parlour.new(game, seats, seed=seed), np.random.default_rng(seed)
        boards = [Drawn(game, "en") for _ in range(seats)]
        for seat, board in enumerate(boards):
            board.sync(position, 0, seat, _facts(position, seat))
            wholes.append(len(msgspec.json.encode(board.since(-1))))
        version = 0
        while not position.is_over:
            _go_on(position, chance)
            version += 1
            for seat, board in enumerate(boards):
                began = time.perf_counter()
                board.sync(position, version, seat, _facts(position, seat))
                changed = board.since(version - 1)
                times.append((time.perf_counter() - began) * 1000)
                sizes.append(len(msgspec.json.encode(changed)))
    slow = statistics.quantiles(times, n=20)[-1]
    return Cost(statistics.median(times), slow, statistics.median(sizes), statistics.median(wholes))


def _go_on(position: Position, chance: np.random.Generator) -> None:
    """Play one move by the game's quick policy."""
    states, legal = position.states, np.array(position.legal_actions, np.int16)
    states["rng"] = chance.integers(1 << 63)
    position.play(int(position.game.kernels.policy(states, legal, len(legal))))


def _facts(position: Position, seat: int) -> Match:
    """Return the facts of a table with clocks as its server has them."""
    moves, turn = len(position.history), position.current_player
    chairs = tuple(Chair(k, f"Player {k}", f"id{k}", k == seat, here=True) for k in range(position.seats))
    times = tuple(
        Time(900_000 - 1000 * moves, 900_000, 1_000_000 + moves if k == turn else None)
        for k in range(position.seats)
    )
    return Match(
        table="t",
        game=position.game.name,
        title=position.game.title,
        preset="standard",
        chairs=chairs,
        turn=turn,
        mine=(seat,),
        facing=seat,
        times=times,
        may=("resign", "say", "undo"),
        moves=moves,
        result=position.result,
        ended="game" if position.is_over else "",
    )


def click_to_board(browser: Browser, address: str, tables: int) -> list[float]:
    """Return the milliseconds from a click to the board after it, at new tables of Splendor for two."""
    return [ms for _ in range(tables + 1) for ms in _take_tokens(browser, address)][TURNS:]


def begun(browser: Browser, address: str, game: str) -> tuple[BrowserContext, str]:
    """Begin a match of all seats at one screen; return the profile of its player and the table's address."""
    context, seats = browser.new_context(), registry.game(game).seats[-1]
    rules: Form = {"name": "Ada", "seats": str(seats), "full_starts": "1", "order": "chosen", "clock": "none"}
    rules |= {f"chair{k}": "here" for k in range(2, seats + 1)}
    made = context.request.post(f"{address}/new/{game}", form=rules, headers={"origin": address})
    return context, made.url


def _take_tokens(browser: Browser, address: str) -> list[float]:
    ada, ben = (browser.new_context() for _ in range(2))
    rules: Form = {"name": "Ada", "chair2": "open", "full_starts": "1", "order": "chosen", "clock": "none"}
    made = ada.request.post(f"{address}/new/splendor", form=rules, headers={"origin": address})
    ben.request.post(f"{made.url}/sit", form={"seat": "1", "name": "Ben"}, headers={"origin": address})
    pages = [context.new_page() for context in (ada, ben)]
    for page in pages:
        page.goto(made.url, wait_until="networkidle")
        page.evaluate(RECORD, "moves")
    for turn in range(TURNS):
        _take(pages[turn % 2], turn)
    times = [float(ms) for page in pages for ms in page.evaluate("window.swaps")]
    ada.close()
    ben.close()
    return times


def _take(page: Page, moves: int) -> None:
    page.wait_for_function("n => document.getElementById('moves').textContent === String(n)", arg=moves)
    page.wait_for_timeout(500)  # the last act has come to its end
    for colour in "wug":
        page.click(f"#pile-{colour}")
    page.click("#confirm")
    page.wait_for_function("n => document.getElementById('moves').textContent === String(n)", arg=moves + 1)
