"""The files a browser loads beside a page: style sheets, scripts and art, named by one hash of them all."""

import hashlib
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from parlour.draw import cards, icons, pictures
from parlour.draw.rooms import HOUSE, board, boards, matches, rooms

STATIC = HOUSE / "table" / "static"
SHEETS = {
    "parlour.css": ("tokens.css", "shell.css", "cards.css"),
    "home.css": ("rows.css", "home.css"),
    "lobby.css": ("rows.css", "lobby.css"),
    "review.css": ("rows.css", "review.css"),
}
"""Style sheets of the house, each joined from a few files so that a page asks for few."""

_SPRITES = {"cards": cards.sprite, "icons": icons.sprite, "mark": icons.badge} | {
    f"picture-{game}": drawing for game, drawing in pictures.PICTURES.items()
}
_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


_NOTE = re.compile(rb"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
"""Lines of a script that are nothing but a comment. They are a fifth of it, and no browser needs them."""


class Asset(msgspec.Struct, frozen=True):
    """A file as it is sent."""

    body: bytes
    media_type: str


def sprite(name: str) -> bytes:
    """Return drawn art as an SVG file: "cards", "icons", "mark" (for tabs), "picture-golf" and its like.

    Raises `KeyError` for other names.
    """
    return _SPRITES[name]().encode()


def _joined(*files: Path) -> bytes:
    return b"\n".join(file.read_bytes() for file in files)


@cache
def assets() -> Mapping[str, Asset]:
    """Return every file under `/static/{version}/`, by name.

    A table page loads the house's `parlour.css` and one sheet of its game, such as `golf.css`: what all
    tables for one, or all for several, share; the game's own `board.css`; the style of what it draws. A game
    may have a script of its own, such as `arbos.js`.
    """
    bodies = {name: _joined(*(STATIC / part for part in parts)) for name, parts in SHEETS.items()}
    for name in boards():
        shared = STATIC / ("match.css" if name in matches() else "table.css")
        style: str = getattr(board(name), "STYLE", "")
        bodies[f"{name}.css"] = (
            _joined(STATIC / "replay.css", shared, rooms()[name] / "board.css") + style.encode()
        )
        if art := getattr(board(name), "SPRITE", ""):
            bodies[f"{name}.svg"] = art.encode()
    bodies |= {f"{name}.svg": sprite(name) for name in _SPRITES}
    folders = (STATIC, *(rooms()[name] for name in sorted(boards())))
    files = (file for folder in folders for file in sorted(folder.iterdir()))
    bodies |= {file.name: file.read_bytes() for file in files if file.suffix in {".js", ".svg"}}
    bodies |= {name: _NOTE.sub(b"", body) for name, body in bodies.items() if name.endswith(".js")}
    return {name: Asset(body, _KINDS[Path(name).suffix] + "; charset=utf-8") for name, body in bodies.items()}


@cache
def static_version() -> str:
    """Return a short hash of all assets. It stands in their addresses, so that browsers may keep them."""
    digest = hashlib.blake2b(digest_size=5)
    for name, asset in sorted(assets().items()):
        digest.update(name.encode() + b"\0" + asset.body + b"\0")
    return digest.hexdigest()


def static_url(name: str) -> str:
    """Return the address of an asset. Raises `KeyError` when there is none of that name."""
    if name not in assets():
        raise KeyError(name)
    return f"/static/{static_version()}/{name}"
