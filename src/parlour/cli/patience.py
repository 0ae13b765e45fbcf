"""A word for those who wait: what takes long is said, and how far it is."""

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

SECONDS = 1.0
"""How long nothing is said."""

COMPILING = "Compiling the rules; this happens once ..."
THINKING = "Thinking; the first time that takes longer ..."


@contextmanager
def patience(text: str = COMPILING) -> Iterator[None]:
    """Tell somebody at a terminal what takes so long, if it does."""
    word = threading.Timer(SECONDS, click.echo, [text], {"err": True})
    word.daemon = True
    if sys.stderr.isatty():
        word.start()
    try:
        yield
    finally:
        word.cancel()


@contextmanager
def counting(title: str) -> Iterator[Callable[[int, int], None]]:
    """Show at a terminal how far something is: give a function that is told how many are done of how many."""
    console = Console(stderr=True)
    named = TextColumn("{task.description}", markup=False)
    columns = named, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
