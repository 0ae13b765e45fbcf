"""What tables for several say before their games: the live pieces of a lobby, and rules that were changed."""

from collections.abc import Hashable

import msgspec
from markupsafe import Markup

from parlour.core.board import Fragment
from parlour.core.options import GameOptions
from parlour.draw.env import environment
from parlour.draw.pages import Lobby

LOBBY = "chairs.html"
"""The template of a lobby's fragments, which all games share."""


def lobby_fragments(lobby: Lobby) -> dict[str, Fragment]:
    """Return the fragments of a lobby by DOM id; `house_fragment(lang, LOBBY, *fragment)` draws one."""
    return {"chairs": ("chairs", lobby), "host-acts": ("host_acts", lobby), "lobby-say": ("lobby_say", lobby)}


def house_fragment(lang: str, template: str, macro: str, argument: Hashable) -> str:
    """Draw a fragment that belongs to no game: a macro of one of the house's templates, with its argument."""
    found = getattr(environment(lang).get_template(template).module, macro)
    return str(found(argument)).strip()


def changed_rules(game: str, lang: str, preset: GameOptions, options: GameOptions) -> tuple[str, ...]:
    """Return a short text about each option that is not as in the preset: "Rows and columns: 9"."""
    env = environment(lang)
    line, board = env.get_template("terms.html").module.option_line, env.get_template(f"{game}/board.html")  # type: ignore[attr-defined]
    usual = msgspec.structs.asdict(preset)
    return tuple(
        Markup(line(board.module, name, value)).striptags().strip()  # noqa: S704 - escaped by the template
        for name, value in msgspec.structs.asdict(options).items()
        if value != usual[name]
    )
