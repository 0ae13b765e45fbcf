"""Options of a game: a frozen struct per game, its presets, and refusals that say what there is."""

from collections.abc import Collection
from typing import Any, ClassVar, Literal, Self, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from parlour.core.errors import OptionsError, did_you_mean, shown
from parlour.core.kernel import Record


class GameOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of every game's options. A subclass lists fields whose defaults are the standard rules.

    Fields are literals, booleans or integers bounded with `msgspec.Meta(ge=, le=)`.
    """

    summaries: ClassVar[dict[str, str]] = {}
    """One line about each option, for help texts."""

    def write(self, s: Record) -> None:
        """Put the options into a record."""
        raise NotImplementedError

    @classmethod
    def read(cls, s: Record) -> Self:
        """Take the options out of a record."""
        raise NotImplementedError

    def check(self, seats: int) -> None:
        """Raise `OptionsError` for a combination that the rules exclude, naming the reason."""

    def settled(self, given: Collection[str]) -> Self:
        """Return these options with what follows from others put right.

        `given` are the names of those that were chosen by hand, which stay.
        """
        return self

    def no_start(self) -> str:
        """Return why `setup` found no start: `over` was below 0 after it."""
        return "these options allow no start"


class Option(msgspec.Struct, frozen=True):
    """One option, for help texts and forms: its values are a tuple of choices, or a range of integers."""

    name: str
    default: Any
    values: tuple[Any, ...] | range
    summary: str

    @property
    def spoken(self) -> str:
        """The values in words: "wrap, classic or dead_king", "0 to 3"."""
        if isinstance(self.values, range):
            return f"{self.values[0]} to {self.values[-1]}"
        words = [str(v).lower() if isinstance(v, bool) else str(v) for v in self.values]
        return " or ".join((", ".join(words[:-1]), words[-1]))


T = TypeVar("T", bound=GameOptions)


def describe(kind: type[GameOptions]) -> tuple[Option, ...]:
    """List the options of a game in the order of its struct."""
    defaults, hints = kind(), get_type_hints(kind, include_extras=True)
    return tuple(
        Option(name, getattr(defaults, name), _values(hints[name]), kind.summaries.get(name, ""))
        for name in kind.__struct_fields__
    )


def _values(hint: Any) -> tuple[Any, ...] | range:
    if get_origin(hint) is Literal:
        return get_args(hint)
    match msgspec.inspect.type_info(hint):
        case msgspec.inspect.BoolType():
            return (True, False)
        case msgspec.inspect.IntType(ge=int(least), le=int(most)):
            return range(least, most + 1)
    raise TypeError(f"options are literals, booleans or bounded integers, not {hint!r}")


def choose(presets: dict[str, T], preset: str | None, given: dict[str, Any], title: str) -> T:
    """Return a preset (the first where `preset` is `None`) changed by `given`.

    A word is read as the option's own type ("false", "3"), so that command lines and forms can pass what was
    typed.

    Raises `OptionsError` for an unknown preset or option, or a value outside the choice, saying what there
    is.
    """
    if preset is not None and preset not in presets:
        raise OptionsError(f"{title} has no preset {shown(preset)}{did_you_mean(preset, presets)}")
    chosen = presets[preset] if preset is not None else next(iter(presets.values()))
    kind = type(chosen)
    known = {option.name: option for option in describe(kind)}
    for name, value in given.items():
        if name not in known:
            raise OptionsError(f"{title} has no option {shown(name)}{did_you_mean(name, known)}")
        fields = {**msgspec.structs.asdict(chosen), name: value}
        try:
            chosen = msgspec.convert(fields, kind, strict=not isinstance(value, str))
        except msgspec.ValidationError:
            raise OptionsError(
                f"{title}: the option {name} is {known[name].spoken}, not {shown(value)}"
            ) from None
    return chosen.settled(given)
