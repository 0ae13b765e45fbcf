"""How strong players are: a list of matches with what they shall reach, kept in a folder and gone on with.

    python -m benchmarks.strength build/strength
    python -m benchmarks.strength build/strength --only "arbos hard" --games 20
    python -m benchmarks.strength build/strength --show

The table that it prints stands in `docs/strength.md`. Players change from version to version, and each has a
folder of its own.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import msgspec

import parlour
from parlour.cli.arena import played, shown_elo
from parlour.core.errors import ParlourError
from parlour.lab.arena import ArenaError, Match, Played, Results, standings

CHEAP, DEAR = 400, 60
"""Games of a pairing: where choices take milliseconds, and where they take a second."""

FLAT = "benchmarks.opponents.flat:500"
DECK_RANDOM = "benchmarks.opponents.deck_random"


class Pairing(msgspec.Struct, frozen=True):
    """A match of the first player against the second, who takes all other seats, and the share to reach."""

    game: str
    first: str
    second: str
    games: int = CHEAP
    seats: int = 2
    aim: float | None = None

    @property
    def name(self) -> str:
        """What it is called in the table and in file names."""
        first, second = (one.removeprefix("mcts:").rpartition(".")[2] for one in (self.first, self.second))
        several = f"{self.seats - 1} " if self.seats > 2 else ""
        return f"{self.game} {first} against {several}{second}".replace(":", " ")

    @property
    def match(self) -> Match:
        """The match, with the game's standard rules written out as `parlour arena` does."""
        options = msgspec.structs.asdict(parlour.game(self.game).choose())
        return Match(self.game, self.seats, options, (self.first, self.second))

    def command(self, games: int) -> str:
        """Return how to play it alone."""
        at = f" --seats {self.seats}" if self.seats > 2 else ""
        python = "python -m " if "benchmarks." in self.second else ""
        return f"{python}parlour arena {self.game}{at} --players {self.first} {self.second} --games {games}"


def _levels(game: str, hard: float | None, expert: float) -> list[Pairing]:
    return [
        Pairing(game, "mcts:easy", "greedy"),
        Pairing(game, "mcts:normal", "mcts:easy"),
        Pairing(game, "mcts:hard", "mcts:normal"),
        Pairing(game, "mcts:hard", "greedy", aim=hard),
        Pairing(game, "mcts:expert", "mcts:hard", DEAR, aim=expert),
    ]


PAIRINGS = (
    Pairing("splendor", "greedy", "random", aim=0.99),
    *_levels("splendor", 0.97, 0.70),
    Pairing("splendor", "mcts:hard", "greedy", seats=3),
    Pairing("splendor", "mcts:hard", "greedy", seats=4, aim=0.75),
    Pairing("arboretum", "greedy", DECK_RANDOM, aim=0.93),
    *_levels("arboretum", 0.80, 0.60),
    Pairing("arboretum", "mcts:hard", "greedy", seats=3),
    Pairing("arboretum", "mcts:hard", "greedy", seats=4),
    Pairing("arbos", "greedy", "random"),
    *_levels("arbos", None, 0.65),
    Pairing("arbos", "mcts:hard", FLAT, aim=0.75),
)
"""What `docs/strength.md` tells."""

HEADS = ("pairing", "games", "score", "95 %", "aim", "Elo", "ms a choice", "command")


def table(found: Sequence[tuple[Pairing, Sequence[Played]]]) -> str:
    """Write results as a table in Markdown; of choices both players' mean time is told."""
    return "\n".join([_line(HEADS), _line(["---"] * len(HEADS)), *(_row(*one) for one in found)])


def _row(pairing: Pairing, games: Sequence[Played]) -> str:
    first, second = standings(pairing.match, games)
    score = first.score
    return _line(
        (
            pairing.name,
            str(first.games),
            f"{100 * score.estimate:.1f} %",
            f"{100 * score.low:.1f} to {100 * score.high:.1f}",
            "" if pairing.aim is None else f"{100 * pairing.aim:.0f} %",
            "" if first.elo is None else shown_elo(first.elo),
            f"{first.milliseconds:.1f} and {second.milliseconds:.1f}",
            f"`{pairing.command(first.games)}`",
        )
    )


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def run(folder: Path, only: str, games: int | None, jobs: int | None, *, show: bool) -> str:
    """Play the pairings whose names hold all words of `only`, at most so many games each; return the table.

    With `show` nothing is played, and the table has what there is. Raises `ArenaError` if none has the words.
    """
    meant = [pairing for pairing in PAIRINGS if all(word in pairing.name for word in only.split())]
    if not meant:
        names = "\n  ".join(pairing.name for pairing in PAIRINGS)
        raise ArenaError(f"no pairing has {only!r} in its name; there are\n  {names}")
    folder.mkdir(parents=True, exist_ok=True)
    found: list[tuple[Pairing, Sequence[Played]]] = []
    for pairing in meant:
        file = folder / f"{pairing.name}.jsonl"
        count = pairing.games if games is None else min(games, pairing.games)
        if not show:
            found.append((pairing, played(pairing.match, count, file, jobs, pairing.name)))
        elif file.exists() and (kept := Results(pairing.match, file).played):
            found.append((pairing, list(kept.values())))
    return table(found)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.strength", description="Let players meet, and write a table of it."
    )
    parser.add_argument("folder", type=Path, help="where results are kept; a second run goes on there")
    parser.add_argument("--only", default="", metavar="WORDS", help="pairings whose names have these words")
    parser.add_argument("--games", type=int, metavar="N", help="at most so many of each pairing")
    parser.add_argument("--jobs", type=int, metavar="N", help="processes; one for each core if not given")
    parser.add_argument("--show", action="store_true", help="play nothing, print what there is")
    given = parser.parse_args()
    try:
        print(run(given.folder, given.only, given.games, given.jobs, show=given.show))
    except ParlourError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
