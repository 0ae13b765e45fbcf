"""One Jinja environment per language: autoescape, gettext, numbers and dates by Babel."""

import contextlib
import datetime as dt
import hashlib
from collections.abc import Callable, Hashable, Sequence
from functools import cache, lru_cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import jinja2
import msgspec
from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent
from babel.support import NullTranslations, Translations
from babel.units import format_unit
from jinja2.bccache import Bucket
from markupsafe import Markup, escape

from parlour.core.board import Source
from parlour.core.kernel import CACHE
from parlour.draw.assets import static_url
from parlour.draw.opening import option_words
from parlour.draw.pages import NAME_LENGTH
from parlour.draw.rooms import HOUSE, board, boards, rooms

LOCALE = HOUSE / "locale"


class Language(msgspec.Struct, frozen=True):
    """A language of the house: its code, its own name, and the direction it is written in."""

    code: str
    name: str
    dir: str = "ltr"


LANGUAGES = {"en": Language("en", "English")}
"""The languages there are; each but English needs a catalogue `locale/CODE/LC_MESSAGES/messages.mo`."""


def N_(text: str) -> str:  # noqa: N802 - the customary name of "translate later"
    """Mark `text` for extraction; it is translated where it is used."""
    return text


RANKS = {
    "A": N_("ace"), "2": N_("two"), "3": N_("three"), "4": N_("four"), "5": N_("five"), "6": N_("six"),
    "7": N_("seven"), "8": N_("eight"), "9": N_("nine"), "T": N_("ten"), "J": N_("jack"), "Q": N_("queen"),
    "K": N_("king"),
}  # fmt: skip
SUITS = {"C": N_("clubs"), "D": N_("diamonds"), "H": N_("hearts"), "S": N_("spades")}


def card_name(card: str, *, gettext: Callable[[str], str]) -> str:
    """Return the full name of a card: "7H" is "Seven of hearts"."""
    names = {"rank": gettext(RANKS[card[0]]), "suit": gettext(SUITS[card[1]])}
    return gettext(N_("%(rank)s of %(suit)s")) % names


def clock(seconds: int) -> str:
    """Return a time as m:ss, from an hour on as h:mm:ss."""
    hours, rest = divmod(max(0, seconds), 3600)
    minutes = f"{rest // 60:02d}" if hours else f"{rest // 60}"
    return f"{hours}:{minutes}:{rest % 60:02d}" if hours else f"{minutes}:{rest % 60:02d}"


def signed(value: int, *, plus: bool = False) -> str:
    """Return a whole number with a true minus sign, and if wished with a plus."""
    if value < 0:
        return f"\N{MINUS SIGN}{-value}"
    return f"+{value}" if plus and value else str(value)


def date(value: dt.date, pattern: str, *, locale: str) -> str:
    """Format a date by a CLDR pattern such as `d MMMM`."""
    return format_date(value, pattern, locale=locale)


def span(seconds: int, *, locale: str) -> str:
    """Write a length of time in words, with the units that it fills: "1 hour, 30 minutes"."""
    hours, rest = divmod(seconds, 3600)
    parts = (("hour", hours), ("minute", rest // 60), ("second", rest % 60))
    words = [format_unit(number, f"duration-{unit}", locale=locale) for unit, number in parts if number]
    return format_list(words, "unit", locale=locale)


def line(values: Sequence[int], width: int, height: int) -> str:
    """Return the points of an SVG polyline through values, the least of them at the bottom."""
    least, most = min(values), max(values)
    across, up = width / max(1, len(values) - 1), height / max(1, most - least)
    return " ".join(f"{i * across:g},{height - (value - least) * up:g}" for i, value in enumerate(values))


def moves(legal: tuple[Source, ...]) -> str:
    """Return legal moves as the JSON that the page's script reads: `[[move, origin, target], ...]`."""
    return msgspec.json.encode([(one.move, one.origin, one.target) for one in legal]).decode()


def json(value: Any) -> str:
    """Return a struct or plain value as JSON, for an attribute that the page's script reads."""
    return msgspec.json.encode(value).decode()


def art(game: str) -> Markup:
    """Return what a game's drawings refer to: it stands once in each of its pages."""
    return Markup(getattr(board(game), "ART", ""))  # noqa: S704 - our own drawing


def once() -> Callable[[Callable[[Any], Markup], Hashable], Markup]:
    """Return a function that calls a macro with one argument, and remembers what came of it.

    For pieces that are drawn again with every move though they never change, such as the lines of a log.
    """

    @lru_cache(maxsize=4096)
    def drawn(macro: Callable[[Any], Markup], argument: Hashable) -> Markup:
        return macro(argument)

    return drawn


class Kept(jinja2.FileSystemBytecodeCache):
    """Compiled templates of a language, beside the machine code of the rules: to compile them takes a second.

    Jinja compares the text of a template; the file's name says what else its code depends on.
    """

    def __init__(self, lang: str) -> None:
        folder = CACHE / "templates"
        folder.mkdir(parents=True, exist_ok=True)
        made_by = hashlib.sha256(jinja2.__version__.encode() + Path(__file__).read_bytes())
        super().__init__(str(folder), f"{made_by.hexdigest()[:16]}-{lang}-%s")

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep a template, or do without where the disk is full."""
        with contextlib.suppress(OSError):
            super().dump_bytecode(bucket)


def build(language: Language, translations: NullTranslations) -> jinja2.Environment:
    """Make the environment of a language from its catalogue.

    Templates are the house's own (`table.html`) and those of the games, by name (`golf/board.html`).
    """
    env = jinja2.Environment(
        loader=jinja2.ChoiceLoader(
            [
                jinja2.FileSystemLoader(HOUSE / "table" / "templates"),
                jinja2.PrefixLoader({name: jinja2.FileSystemLoader(room) for name, room in rooms().items()}),
            ]
        ),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        bytecode_cache=Kept(language.code),
    )
    env.install_gettext_translations(translations, newstyle=True)  # type: ignore[attr-defined]
    env.globals.update(
        language=language,
        translate=translations.gettext,
        static=static_url,
        games=lambda: sorted(boards()),
        once=once(),
        art=art,
        version=version("parlour"),
        name_length=NAME_LENGTH,
        option_words=option_words,
        card_name=partial(card_name, gettext=translations.gettext),
    )
    env.filters.update(
        clock=clock,
        signed=signed,
        moves=moves,
        line=line,
        json=json,
        span=partial(span, locale=language.code),
        percent=partial(format_percent, locale=language.code),
        number=partial(format_decimal, locale=language.code),
        date=partial(date, locale=language.code),
    )
    return env


@cache
def environment(lang: str) -> jinja2.Environment:
    """Return the environment of one of `LANGUAGES`, made once."""
    return build(LANGUAGES[lang], Translations.load(LOCALE, [lang]))


def datum(value: object) -> Markup:
    """Write a fact for the page's script, which nobody reads."""
    return Markup(f'<i data-is="{escape(value)}"></i>')  # noqa: S704 - just escaped


SHARED: dict[str, Callable[[Any], Markup]] = {"plain": escape, "datum": datum, "drawing": Markup}
"""Macros that need no template: a text, a fact, and SVG as it is."""


@cache
def macro(env: jinja2.Environment, game: str, name: str) -> Callable[[Any], Markup]:
    """Return a macro of the game's `board.html`, or else one that all tables share. Raises `LookupError`."""
    for template in (f"{game}/board.html", "parts.html", "seats.html"):
        found: Callable[[Any], Markup] | None = getattr(env.get_template(template).module, name, None)
        if found is not None:
            return found
    if name in SHARED:
        return SHARED[name]
    raise LookupError(f"{game} has no macro {name!r}")
