"""A word for those who wait: the first use of a rule after an install or an upgrade compiles it."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import click

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
