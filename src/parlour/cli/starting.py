"""Commands that begin with a game: one subcommand for each, with the game's own options."""

from collections.abc import Callable
from typing import Any

import click

import parlour
from parlour.cli.patience import patience
from parlour.core.game import Game
from parlour.core.options import Option
from parlour.core.position import Position

Run = Callable[..., None]
"""What a command does: called with the start position, and the command's own options by name."""


class PerGame(click.Group):
    """A group whose subcommands are the registered games.

    Each takes `--seats`, `--deal`, `--seed`, `--preset` and the options of its rules, and calls
    `run(position, **own)`, where `own` are the values of the `extra` parameters.
    """

    def __init__(self, *, run: Run, extra: tuple[click.Parameter, ...] = (), **attributes: Any) -> None:
        super().__init__(subcommand_metavar="GAME ...", **attributes)
        self._run = run
        self._extra = extra

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Name the games, then what else there is."""
        return [game.name for game in parlour.games()] + super().list_commands(ctx)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Make the command of one game. Raises `UnknownGame`, naming the nearest."""
        if cmd_name in self.commands:
            return self.commands[cmd_name]
        # A group asks for an option here, too, before it refuses it.
        return None if cmd_name.startswith("-") else self._command(parlour.game(cmd_name))

    def _command(self, game: Game) -> click.Command:
        own = {parameter.name for parameter in self._extra if parameter.expose_value}

        def start(**values: Any) -> None:
            given = {name: value for name, value in values.items() if value is not None and name not in own}
            with patience():
                position = chosen_start(game, given)
            self._run(position, **{name: values[name] for name in own})

        return click.Command(
            game.name,
            callback=start,
            params=[*start_parameters(game), *self._extra],
            help=self.help,
            short_help=game.title,
        )


def chosen_start(game: Game, given: dict[str, Any]) -> Position:
    """Return the start that was asked for; a random deal where neither a deal nor a seed was."""
    if not {"deal", "seed"} & given.keys() and game.deals is not None:
        given = {**given, "deal": game.random_deal()}
    return parlour.new(game.name, **given)


def start_parameters(game: Game) -> list[click.Parameter]:
    """Make the click options of a game: how it starts, its preset, and one for each option of its rules."""
    parameters: list[click.Parameter] = []
    if game.seats[-1] > 1:
        text = f"{spoken_seats(game)}. [default: {game.seats[0]}]"
        parameters.append(click.Option(["--seats"], metavar="N", type=_count, help=text))
    if game.deals is not None:
        parameters.append(_word("--deal", "NUMBER", "Deal number. [default: a random one]"))
    parameters.append(click.Option(["--seed"], type=int, help="Shuffle by this seed; it has no deal number."))
    names = list(game.presets)
    parameters.append(_word("--preset", "NAME", f"{', '.join(names)}. [default: {names[0]}]"))
    parameters += [_rule(option) for option in game.described_options]
    return parameters


def _word(flag: str, metavar: str, text: str) -> click.Option:
    # Values stay words: the game's own refusal names what there is.
    return click.Option([flag, flag.removeprefix("--").replace("-", "_")], metavar=metavar, help=text)


def _count(word: str) -> int | str:
    # What is no number stays a word, for the game to refuse.
    try:
        return int(word)
    except ValueError:
        return word


def _rule(option: Option) -> click.Option:
    default = str(option.default).lower() if isinstance(option.default, bool) else option.default
    return _word(flag(option), "VALUE", f"{option.spoken}. {option.summary}. [default: {default}]")


def spoken_seats(game: Game) -> str:
    """Return how many seats a game is for: "1", "2 to 4"."""
    first, last = game.seats[0], game.seats[-1]
    return str(first) if first == last else f"{first} to {last}"


def flag(option: Option) -> str:
    """Return the command-line form of an option's name."""
    return f"--{option.name.replace('_', '-')}"
