"""`make bench`: measure the rules and the table, each beside a named baseline in the same run."""

import argparse
import json
import statistics
import subprocess
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks import boards, load, page, plain_arbos, rules

HERE = Path(__file__).parent
OTHER_PYTHON = HERE.parent / ".venv-bench" / "bin" / "python"
PAGE_AIM = 60.0
"""Kilobytes that Golf's first page may weigh."""
GAMES_AIM = 60.0
"""Thousand random games of Splendor with two seats that one core plays in a second."""
ARBORETUM_AIM = 25.0
"""The same of Arboretum."""
ARBOS_AIM = 25.0
"""The same of Arbos, scored."""
OBSERVED_AIM = 1.5
"""How many times as long a step may take with an observation and a mask."""

DRAWN_AIM, SENT_AIM, CLICK_AIM = 1.0, 6.0, 30.0
"""Milliseconds to draw a move for one viewer, kilobytes of it, milliseconds from a click to the board."""

Row = Callable[[str, float, str, str, float], None]


def other(script: str, games: int) -> dict[str, float]:
    """Measure another program in its own environment."""
    command = [str(OTHER_PYTHON), str(HERE / script), str(games)]
    rates: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return rates


def golf(row: Row, scale: int) -> None:
    """Measure the rules of Golf beside OpenSpiel's Klondike."""
    klondike = other("other_klondike.py", 1000 // scale)
    row(
        "random Golf games in the kernel",
        rules.kernel_steps("golf", 1, 40_000 // scale) / 1e6,
        "M steps/s",
        "OpenSpiel Klondike, random bot in C++",
        klondike["random"] / 1e6,
    )
    python = klondike["python"] / 1e3
    for figure, rate in (
        ("Golf, Position.play from Python", rules.position_moves("golf", 1, 1000 // scale)),
        ("Golf, fused array step from Python", rules.fused_steps("golf", 1, 1000 // scale)),
        ("Splendor, Position.play from Python", rules.position_moves("splendor", 2, 400 // scale)),
        ("Splendor, fused array step from Python", rules.fused_steps("splendor", 2, 400 // scale)),
    ):
        row(figure, rate / 1e3, "k moves/s", "OpenSpiel Klondike, driven from Python", python)


def splendor(row: Row, scale: int) -> None:
    """Measure the rules of Splendor beside another compiled engine."""
    games = {seats: rules.kernel_games("splendor", seats, 40_000 // scale) / 1e3 for seats in (2, 3, 4)}
    row("random Splendor games, 2 seats", games[2], "k games/s", "the aim", GAMES_AIM)
    theirs = other("other_splendor.py", 400 // scale)["games"] / 1e3
    row("random Splendor games, 4 seats", games[4], "k games/s", "vis-intern, 4 seats, Numba", theirs)
    row("random Splendor games, 3 seats", games[3], "k games/s", "the same with 2 seats", games[2])
    played = rules.policy_games("splendor", 2, 4_000 // scale) / 1e3
    row("Splendor games by policy, 2 seats", played, "k games/s", "random games", games[2])
    observed = rules.observed_games("splendor", 2, 20_000 // scale) / 1e3
    row("time of random games with observation and mask", games[2] / observed, "x", "without", 1.0)
    plain, seen = (
        measure("splendor", 2, 400 // scale) for measure in (rules.fused_steps, rules.observed_steps)
    )
    row("time of a step from Python with observation and mask", plain / seen, "x", "the aim", OBSERVED_AIM)


def steps_from_python(row: Row, game: str, games: int) -> None:
    """Measure a step of a game of two, driven from Python, without and with observation and mask."""
    plain, seen = (measure(game, 2, games) / 1e3 for measure in (rules.fused_steps, rules.observed_steps))
    figure = f"{game.title()}, fused array step from Python"
    row(figure, plain, "k moves/s", "with observation and mask", seen)
    row("time of that step with observation and mask", plain / seen, "x", "the aim", OBSERVED_AIM)


def arboretum(row: Row, scale: int) -> None:
    """Measure the rules of Arboretum."""
    games = {seats: rules.kernel_games("arboretum", seats, 20_000 // scale) / 1e3 for seats in (2, 3, 4)}
    row("random Arboretum games, 2 seats", games[2], "k games/s", "the aim", ARBORETUM_AIM)
    for seats in (3, 4):
        row(
            f"random Arboretum games, {seats} seats",
            games[seats],
            "k games/s",
            "the same with 2 seats",
            games[2],
        )
    played = rules.policy_games("arboretum", 2, 2_000 // scale) / 1e3
    row("Arboretum games by policy, 2 seats", played, "k games/s", "random games", games[2])
    scored = rules.garden_scores(400 // scale) / 1e3
    row("arboreta scored in all species", scored, "k a second", "random games", games[2])
    steps_from_python(row, "arboretum", 200 // scale)


def arbos(row: Row, scale: int) -> None:
    """Measure the rules of Arbos beside a plain program."""
    games = rules.scored_games("arbos", 2, 10_000 // scale) / 1e3
    row("random Arbos games, scored", games, "k games/s", "the aim", ARBOS_AIM)
    plain = rules.median_rate(lambda: plain_arbos.random_games(400 // scale)) / 1e3
    row("random Arbos games, scored", games, "k games/s", "big integers in plain Python", plain)
    played = rules.policy_games("arbos", 2, 1_000 // scale) / 1e3
    row("Arbos games by policy", played, "k games/s", "random games", games)
    per_list, per_step = (
        1e6 / rate
        for rate in (rules.lists("arbos", 2, 200 // scale), rules.fused_steps("arbos", 2, 100 // scale))
    )
    row("legal actions of Arbos in the kernel", per_list, "us a list", "a whole step from Python", per_step)
    steps_from_python(row, "arbos", 100 // scale)


def table(row: Row, scale: int) -> None:
    """Measure the page and a move at the table."""
    with page.server() as (address, folder), page.chromium() as browser:
        weight = page.first_load(browser, address) / page.KILOBYTE
        row("Golf, first load, compressed", weight, "KB", "the aim", PAGE_AIM)
        swap = statistics.median(page.click_to_swap(browser, address, max(1, 6 // scale)))
        commit = page.durable_commit(folder)
        row("click to swapped board, median", swap, "ms", "a bare durable SQLite commit", commit)


def drawing(row: Row, scale: int) -> None:
    """Measure the boards of matches: what a move costs to draw and to send, and how soon it is seen."""
    for game, seats in (("splendor", 2), ("splendor", 4), ("arboretum", 2), ("arbos", 2)):
        cost, of = (
            boards.drawn_moves(game, seats, max(1, 8 // scale)),
            f"a move of {game.title()}, {seats} seats",
        )
        row(f"{of}: drawn for one viewer, median", cost.median, "ms", "the aim", DRAWN_AIM)
        row(f"{of}: drawn for one viewer, 95 of 100", cost.slow, "ms", "the median", cost.median)
        row(f"{of}: sent to one viewer, median", cost.size / 1e3, "KB", "the aim", SENT_AIM)
        row(f"{of}: sent to one viewer, median", cost.size / 1e3, "KB", "a whole board", cost.whole / 1e3)
    with page.server() as (address, folder), page.chromium() as browser:
        click = statistics.median(boards.click_to_board(browser, address, max(1, 8 // scale)))
        row(
            "Splendor, click to board, median",
            click,
            "ms",
            "a bare durable SQLite commit",
            page.durable_commit(folder),
        )
        row("Splendor, click to board, median", click, "ms", "the aim", CLICK_AIM)
        for game in ("splendor", "arboretum"):
            weight = page.bytes_loaded(*boards.begun(browser, address, game)) / page.KILOBYTE
            row(f"{game.title()}, first load, compressed", weight, "KB", "the aim", load.PAGE_AIM)


PARTS = {
    "golf": golf,
    "splendor": splendor,
    "arboretum": arboretum,
    "arbos": arbos,
    "table": table,
    "boards": drawing,
    "load": load.load,
    "computers": load.computers,
}


def main() -> None:
    """Print one row for each figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "parts", nargs="*", choices=[*PARTS, []], help="what to measure; all where none is named"
    )
    parser.add_argument("--quick", action="store_true", help="a twentieth of the work, to see that it runs")
    chosen = parser.parse_args()
    table = Table("figure", "Parlour", "baseline", "its figure", "ratio", box=None)

    def row(figure: str, ours: float, unit: str, baseline: str, theirs: float) -> None:
        table.add_row(
            figure, f"{ours:,.3g} {unit}", baseline, f"{theirs:,.3g} {unit}", f"{ours / theirs:.3g}"
        )

    for part in chosen.parts or PARTS:
        PARTS[part](row, 20 if chosen.quick else 1)
    Console().print(table)


if __name__ == "__main__":
    main()
