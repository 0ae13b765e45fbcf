"""Drawing: views and facts in, HTML and SVG out, in the reader's language."""

from collections.abc import Hashable
from functools import lru_cache

from markupsafe import Markup

from parlour.core.board import Told
from parlour.draw.assets import Asset, assets, sprite, static_url, static_version
from parlour.draw.counsel import because, counsel, option
from parlour.draw.env import LANGUAGES, Language, environment, macro
from parlour.draw.lobby import LOBBY, changed_rules, house_fragment, lobby_fragments
from parlour.draw.opening import given_options
from parlour.draw.pages import Page
from parlour.draw.rooms import Picture, board, boards, picture
from parlour.draw.sharing import Line, drawing, sheet, spoken

__all__ = [
    "LANGUAGES",
    "LOBBY",
    "Asset",
    "Language",
    "Line",
    "Picture",
    "advice",
    "assets",
    "because",
    "board",
    "boards",
    "changed_rules",
    "counsel",
    "drawing",
    "fragment",
    "given_options",
    "house_fragment",
    "lobby_fragments",
    "option",
    "page",
    "picture",
    "sheet",
    "spoken",
    "sprite",
    "static_url",
    "static_version",
    "text",
    "told",
]


@lru_cache(maxsize=2048, typed=True)
def fragment(game: str, lang: str, name: str, argument: Hashable) -> str:
    """Draw a fragment of a board: the macro `name` with its one argument.

    Equal arguments give equal HTML: the latest are remembered, since several viewers see the same.
    """
    return str(macro(environment(lang), game, name)(argument)).strip()


def page(lang: str, page: Page) -> str:
    """Draw a whole page."""
    return environment(lang).get_template(page.template).render(page=page)


@lru_cache(maxsize=512)
def told(game: str, lang: str, told: Told) -> str:
    """Return a line of the log as one plain sentence, for the live region."""
    said = Markup(macro(environment(lang), game, "sentence")(told)).striptags()  # noqa: S704 - escaped by the template
    return said[:1].upper() + said[1:]  # the name of a card may begin it


def advice(game: str, lang: str, move: str) -> str:
    """Return what a hint says in words; `move` is its text."""
    return Markup(macro(environment(lang), game, "advice")(move)).striptags()  # noqa: S704 - escaped by the template


def text(lang: str, message: str, /, **values: object) -> str:
    """Translate a sentence of the server's own; `%(name)s` in it stand for `values`."""
    translated: str = environment(lang).globals["translate"](message)  # type: ignore[operator]
    return translated % values if values else translated
