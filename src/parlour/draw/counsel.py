"""What a search advises, in the reader's words."""

import msgspec
from markupsafe import Markup

from parlour.core.board import Told
from parlour.core.reason import Advice, Reason
from parlour.draw.env import environment
from parlour.games._seats.people import Who

COUNSEL = "counsel.html"


class Why(msgspec.Struct, frozen=True):
    """A reason, and who is meant by the seats in it."""

    reason: Reason
    people: tuple[Who, ...]


def counsel(game: str, lang: str, advice: Advice, people: tuple[Who, ...]) -> str:
    """Return advice as one or two plain sentences; `people` are whom to name, by seat."""
    why = None if advice.reason is None else Why(advice.reason, people)
    return _said(game, lang, "counsel", advice, why, people)


def option(game: str, lang: str, told: Told, people: tuple[Who, ...]) -> str:
    """Return what could be done, in words: "buy a ruby card"."""
    return _said(game, lang, "option", told, people)


def because(game: str, lang: str, reason: Reason, people: tuple[Who, ...]) -> str:
    """Return a reason in words, or nothing where the game has none for it."""
    return _said(game, lang, "because", Why(reason, people))


def _said(game: str, lang: str, macro: str, *arguments: object) -> str:
    env = environment(lang)
    board = env.get_template(f"{game}/board.html").module
    said = Markup(getattr(env.get_template(COUNSEL).module, macro)(board, *arguments)).striptags()  # noqa: S704 - escaped by the template
    return said[:1].upper() + said[1:] if macro == "counsel" else said
