"""`parlour fit`: learn a game's judgement from games that its search plays against itself."""

import os
from collections.abc import Mapping
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.table import Table

from parlour.cli.arena import HOW
from parlour.cli.patience import counting, patience
from parlour.cli.starting import PerGame, flag
from parlour.core.position import Position
from parlour.lab.learning import Learned, LearningError, Part, learn, lessons, write
from parlour.lab.selfplay import Folder, SelfPlay


def _run(
    start: Position,
    folder: Path,
    games: int,
    iterations: int,
    out: Path | None,
    jobs: int | None,
    as_json: bool,  # noqa: FBT001 - click calls by name
) -> None:
    given = click.get_current_context().params
    if given.get("deal") is not None:
        raise LearningError("self-play has many deals: choose them by --seed instead of --deal")
    game, seats = start.game, start.seats
    about = lessons(game)
    options = msgspec.structs.asdict(start.options)
    kept = Folder(SelfPlay(game.name, seats, options, iterations, given["seed"] or 0), folder)
    missing = kept.missing(games)
    with counting("files of games") as tell:
        for done, _ in enumerate(kept.play(missing, jobs or os.cpu_count() or 1), 1):
            tell(done, len(missing))
    found = kept.read(games)
    learned: dict[Part, Learned] = {}
    with patience():
        for part in about:
            with counting(part) as tell:
                learned[part] = learn(game, part, found, tell=tell)
    if out is not None:
        command = _command(start, games, iterations, kept.kind.seed)
        for part, one in learned.items():
            write(out / about[part].file.name, seats, one, command)
    if as_json:
        click.echo(msgspec.json.encode(learned))
    else:
        _print(f"{game.name} at {seats} seats: {games} games, {len(found.states)} decisions", learned)


def _command(start: Position, games: int, iterations: int, seed: int) -> str:
    """Return the command that makes the same again, with what is not the standard."""
    words = [f"parlour fit {start.game.name} --seats {start.seats} --games {games} --iterations {iterations}"]
    usual = start.game.choose()
    for option in start.game.described_options:
        value = getattr(start.options, option.name)
        if value != getattr(usual, option.name):
            words.append(f"{flag(option)} {value}")
    if seed:
        words.append(f"--seed {seed}")
    return " ".join(words)


def _print(title: str, learned: Mapping[Part, Learned]) -> None:
    table = Table(title=title, title_justify="left")
    for head in ("judgement", "choices", "even shares", "in use", "learned"):
        table.add_column(head, justify="left" if head == "judgement" else "right")
    for part, one in learned.items():
        before = "" if one.before is None else f"{one.before:.4f}"
        table.add_row(part, str(one.choices), f"{one.even:.4f}", before, f"{one.loss:.4f}")
    Console(highlight=False).print(table)
    click.echo("Mean cross-entropy in nats, in the tenth of the games that nothing was learned from.")


_HELP = """Learn a game's judgement from games of its search against itself.

\b
  parlour fit splendor --seats 2 --folder build/fit/splendor-2 --out src/parlour/games/splendor

What is learned is the evaluation of a position and the prior of an action, as far as the game has networks
for them: one for this number of seats, which replaces that in the file of the given folder. A run that was
stopped goes on where it was.
"""

command = PerGame(
    name="fit",
    run=_run,
    help=_HELP,
    extra=(
        click.Option(
            ["--folder"],
            type=click.Path(file_okay=False, path_type=Path),
            required=True,
            help="Where the games are kept.",
        ),
        click.Option(
            ["--games"],
            type=click.IntRange(min=20),
            default=3000,
            show_default=True,
            help="How many, in steps of 20.",
        ),
        click.Option(
            ["--iterations"],
            type=click.IntRange(min=8),
            default=800,
            show_default=True,
            help="Of one decision in eight; the others are searched an eighth as much.",
        ),
        click.Option(
            ["--out"],
            type=click.Path(exists=True, file_okay=False, path_type=Path),
            help="Put the weights into the files of this folder.",
        ),
        *HOW,
    ),
)
