"""`make bench`: measure the rules and the table, each beside a named baseline in the same run."""

import argparse
import json
import statistics
import subprocess
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks import page, rules

HERE = Path(__file__).parent
OTHER_PYTHON = HERE.parent / ".venv-bench" / "bin" / "python"
KILOBYTE = 1000
PAGE_AIM = 60.0
"""Kilobytes that Golf's first page may weigh."""


def openspiel(games: int) -> dict[str, float]:
    """Measure OpenSpiel's Klondike in its own environment."""
    command = [str(OTHER_PYTHON), str(HERE / "openspiel.py"), str(games)]
    rates: dict[str, float] = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    return rates


def main() -> None:
    """Print one row for each figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a twentieth of the work, to see that it runs")
    scale = 20 if parser.parse_args().quick else 1
    table = Table("figure", "Parlour", "baseline", "its figure", "ratio", box=None)

    def row(figure: str, ours: float, unit: str, baseline: str, theirs: float) -> None:
        table.add_row(
            figure, f"{ours:,.3g} {unit}", baseline, f"{theirs:,.3g} {unit}", f"{ours / theirs:.3g}"
        )

    klondike = openspiel(1000 // scale)
    millions, thousands = 1e6, 1e3
    row(
        "random Golf games in the kernel",
        rules.kernel_steps(40_000 // scale) / millions,
        "M steps/s",
        "OpenSpiel Klondike, random bot in C++",
        klondike["random"] / millions,
    )
    for figure, rate in (
        ("Position.play from Python", rules.position_moves(1000 // scale)),
        ("fused array step from Python", rules.fused_steps(1000 // scale)),
    ):
        python = klondike["python"] / thousands
        row(figure, rate / thousands, "k moves/s", "OpenSpiel Klondike, driven from Python", python)
    with page.server() as (address, folder), page.chromium() as browser:
        weight = page.first_load(browser, address) / KILOBYTE
        row("Golf, first load, compressed", weight, "KB", "the aim", PAGE_AIM)
        swap = statistics.median(page.click_to_swap(browser, address, max(1, 6 // scale)))
        commit = page.durable_commit(folder)
        row("click to swapped board, median", swap, "ms", "a bare durable SQLite commit", commit)
    Console().print(table)


if __name__ == "__main__":
    main()
