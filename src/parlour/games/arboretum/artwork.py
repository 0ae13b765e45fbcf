"""The trees of Arboretum for pictures that stand alone: the sprite of the pages, with its colours put in."""

import re
from functools import cache
from importlib import resources

from parlour.games.arboretum.cards import LETTERS

_ROOM = resources.files(__package__)
_PAPER = "#fbf7ec"


@cache
def palette(species: str) -> dict[str, str]:
    """Return the colours of a species by the names that the sprite uses, as in `trees.css`."""
    sheet = _ROOM.joinpath("trees.css").read_text()
    common, own = (
        re.search(rf"^{rule} \{{(.*?)\}}", sheet, re.MULTILINE | re.DOTALL)
        for rule in (r"\[class\*=\"sp-\"\]", rf"\.sp-{species}")
    )
    colours = {"t15": "#1b6197", "t4": "#fffdf6"}
    for found in (common, own):
        pairs = re.findall(r"--(\w+): (#\w+);", found[1]) if found else []
        colours |= dict(pairs)
    return colours


@cache
def symbol(species: str) -> str:
    """Return the drawing of a species, 100 by 110 units, as a symbol with colours of its own."""
    sprite = _ROOM.joinpath("arboretum.svg").read_text()
    found = re.search(rf'<symbol id="tree-{species}".*?</symbol>', sprite, re.DOTALL)
    colours = palette(species)
    drawing = found[0] if found else ""
    return re.sub(r"var\(--(\w+)\)", lambda name: colours.get(name[1], _PAPER), drawing)


def symbols(letters: str) -> str:
    """Return the drawings of several species, in their usual order."""
    return "\n".join(symbol(one) for one in LETTERS if one in letters)
