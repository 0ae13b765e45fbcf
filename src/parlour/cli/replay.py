"""`parlour replay`: step through the record of a game."""

import sys
from pathlib import Path

import click

import parlour
from parlour.cli.painting import Painter
from parlour.core.errors import RecordError
from parlour.core.record import Event, GameRecord, advance


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--all", "every", is_flag=True, help="Print each position instead of waiting for Enter.")
def command(file: Path, *, every: bool) -> None:
    """Step through the game in FILE; every move is checked again.

    A record comes from the table, from `save` in `parlour play`, or from Python, an SGF file of Arbos from
    the latter two. With a keyboard, Enter steps on and q leaves; without one, or with --all, every position
    is printed.

    \b
    Examples:
      parlour replay game.json
      parlour replay --all game.json | less
      parlour replay game.sgf
    """  # noqa: D301 - click looks for the character itself
    record = load(file)
    record.replay()  # a damaged record is refused before its first position is shown
    painter = Painter()
    waiting = not every and sys.stdin.isatty() and sys.stdout.isatty()
    position = record.begin()
    painter.show(position)
    for number, event in enumerate(record.events, 1):
        if waiting and _leave():
            return
        position = advance(position, event.kind, (event.move,))
        painter.say(f"\n{number}. {_told(event)}", style="bold")
        painter.show(position)
    painter.close(position)


def load(file: Path) -> GameRecord:
    """Read a record that somebody named. Raises `RecordError`."""
    try:
        return parlour.load(file)
    except OSError as error:
        raise RecordError(f"cannot read {file}: {error.strerror}") from None


def _told(event: Event) -> str:
    return event.move if event.kind == "play" else event.kind


def _leave() -> bool:
    return input("Enter steps on, q leaves ").strip().lower().startswith("q")
