"""The boards of all games as the tests of acceptance look at them: amid a game, the guest on turn."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, expect

import parlour
from parlour.core.start import PositionStart, SeedStart, Start
from tests.browser import arboretum_hands, splendor_hands
from tests.browser.conftest import Guest
from tests.browser.hands import MIDDLE
from tests.browser.lines import spider_home
from tests.table.server import deal

GAMES = ("arboretum", "arbos", "golf", "little_spider", "splendor")
SEVERAL = ("arboretum", "arbos", "splendor")


def between(guest: Guest, game: str, start: Start, seat: int = 0, seats: int = 2, **more: object) -> str:
    """Lay out a match in which the guest has a seat; return its path."""
    names = ("Ada", "Ben", "Cem", "Dua")[:seats]
    tokens = {name: secrets.token_urlsafe(24) for name in names} | {names[seat]: guest.token}
    return f"/t/{guest.server.set_match(game, start, tokens=tokens, **more)}"


def arboretum(guest: Guest) -> str:
    """Four gardens with all ten species; Ben has planted last, and the guest has a card to plant."""
    return between(
        guest, "arboretum", PositionStart(arboretum_hands.four()), seats=4, moves=arboretum_hands.FOUR
    )


def arbos(guest: Guest) -> str:
    """A small board with seeds of every kind, trees of both colours, and cells barred for either reason."""
    moves = ("D7", "F9", "K5", "J2", "B2", "C9")
    return between(
        guest, "arbos", SeedStart(5), moves=moves, options={"size": 12, "seeds": 9, "colours": "chosen"}
    )


def golf(guest: Guest) -> str:
    """A deal of Golf of which the first card is turned."""
    game = parlour.new("golf", deal=24)
    game.play("deal")
    return f"/t/{guest.server.set_table(guest.token, 'golf', PositionStart(game.to_dict()))}"


def little_spider(guest: Guest) -> str:
    """A deal of Little Spider in which a card can go home."""
    return f"/t/{guest.server.set_table(guest.token, 'little_spider', deal(spider_home()[0]))}"


def splendor(guest: Guest) -> str:
    """Three players amid a game; the guest can take three tokens and buy a card, and holds one."""
    seed, position = splendor_hands.moment(splendor_hands.can_take_and_buy, seats=3)
    return between(guest, "splendor", SeedStart(seed), position.current_player, 3, moves=position.moves)


def beginning(guest: Guest, game: str, other: Guest | None = None) -> str:
    """Lay out a table of two with the guest to begin, and perhaps somebody else's; return its path."""
    tokens = {"Ada": guest.token, "Ben": other.token if other else secrets.token_urlsafe(24)}
    start: Start = PositionStart(arboretum_hands.late()) if game == "arboretum" else SeedStart(1)
    options = {"size": 6, "seeds": 0, "colours": "chosen"} if game == "arbos" else {}
    return f"/t/{guest.server.set_match(game, start, tokens=tokens, options=options)}"


SECOND = {"arboretum": "draw B", "arbos": "E5", "splendor": "take RKW"}
"""What is played after the first move of each."""


def typed(page: Page, move: str) -> None:
    """Type a move."""
    page.fill("#typed", move)
    page.press("#typed", "Enter")


# What the tests look at


@dataclass(frozen=True)
class Board:
    """What there is to look at on a game's board, and how to pick something there and put it back."""

    parts: tuple[str, ...]
    """What looks the same from right to left."""
    own: str
    """The cards, tokens or cells of whoever is on turn: all of them can be hit on a phone."""
    pieces: tuple[tuple[dict[str, str], tuple[float, float, float, float]], ...]
    """What must be told apart: named places, and the part of each that counts."""
    marks: dict[str, tuple[str, str]]
    """Where a mark is seen, and a script that takes it away and returns how to bring it back."""
    picked: dict[str, tuple[str, str]]
    """The same of marks that are there while something is picked."""
    pick: Callable[[Page], None]
    """Begins an act: what can be done next is marked."""
    put_back: Callable[[Page], None]
    aim: Callable[[Page], None]
    """Checks that a click or a drag goes where the pointer is."""
    coordinates: str = r"^$"
    """What is spelled from left to right in every language."""
    exempt: str = ".skip"
    """Small targets that only choose: a large button confirms."""


def hide(selector: str) -> str:
    """Return a script that hides things."""
    return f"""() => {{
        const all = [...document.querySelectorAll('{selector}')];
        all.forEach((el) => {{ el.style.visibility = 'hidden'; }});
        return () => all.forEach((el) => {{ el.style.visibility = ''; }});
    }}"""


def unclass(selector: str, name: str) -> str:
    """Return a script that takes a class away."""
    return f"""() => {{
        const el = document.querySelector('{selector}');
        el.classList.remove('{name}');
        return () => el.classList.add('{name}');
    }}"""


def unset(selector: str, name: str) -> str:
    """Return a script that takes an attribute away."""
    return f"""() => {{
        const el = document.querySelector('{selector}');
        const was = el.getAttribute('{name}');
        el.removeAttribute('{name}');
        return () => el.setAttribute('{name}', was);
    }}"""


def escape(page: Page) -> None:
    """Put everything back by the keyboard."""
    for _ in range(2):
        page.keyboard.press("Escape")


def gridcell(text: str) -> str:
    """Return the selector of a cell of Arbos."""
    return f'.grid [role=gridcell][aria-label^="{text},"]'


def pick_tree(page: Page) -> None:
    page.locator('#hand [data-k="o4"]').click()
    expect(page.locator("#mine .spot").first).to_be_visible()


def aim_at_square(page: Page) -> None:
    page.locator('#mine .spot[data-at="N02C00"]').click()
    expect(page.locator('#mine .spot.pending[data-at="N02C00"]')).to_have_count(1)
    page.keyboard.press("Escape")


def aim_at_cell(page: Page) -> None:
    page.locator(gridcell("C7")).click()
    expect(page.locator("#typed")).to_have_value("C7")


def aim_at_token(page: Page) -> None:
    page.locator("#pile-u").click()
    expect(page.locator("#pile-u .tickbox")).to_be_visible()


def drag(pile: str) -> Callable[[Page], None]:
    """Return a check that a dragged card is under the pointer."""

    def check(page: Page) -> None:
        x, y = page.evaluate(MIDDLE, pile)
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 40, y + 40, steps=3)
        box = page.locator(".ghost").bounding_box()
        assert box
        assert abs(box["x"] + box["width"] / 2 - x - 40) < 3
        page.keyboard.press("Escape")
        page.mouse.up()
        expect(page.locator(".ghost")).to_have_count(0)

    return check


def pick_card(pile: str) -> Callable[[Page], None]:
    """Return what picks the card of a pile."""
    return lambda page: page.locator(f"#{pile} button.card").click()


def nothing(_page: Page) -> None:
    """Leave all as it is."""


WHOLE = (0, 0, 1, 1)
INDEX = (0.28, 0.03, 0.5, 0.155)
"""The suit beside the rank of a card."""
INNER = (0.22, 0.22, 0.78, 0.78)
MIDDLE_OF = (0.3, 0.3, 0.7, 0.7)
PAWNS = {
    "white dot": "D7",
    "white bar": "K5",
    "white triangle": "B2",
    "black dot": "F9",
    "black bar": "J2",
    "black triangle": "C9",
}
CELLS = {
    "White": "D7",
    "Black": "F9",
    "free seed": "F5",
    "seed of White": "B3",
    "seed of Black": "B8",
    "seed of both": "E8",
    "barred beside Black": "J3",
    "barred by a fourth tree": "A5",
    "open": "C2",
}

BOARDS = {
    "arboretum": Board(
        parts=("#mine .garden", "#hand", "#paths"),
        own="#hand .tcard",
        pieces=(
            ({one: f'#mine [data-card="{one}5"]' for one in "abcdjmortw"}, (0, 0.35, 1, 1)),
            ({one: f'#mine [data-card="{one}5"] .plate' for one in "abcdjmortw"}, (0.1, 0.5, 0.9, 0.8)),
            ({one: f'#paths [data-species="{one}"] .chip' for one in "abcdjmortw"}, INNER),
            ({str(seat): f"#pile-{seat} .seat" for seat in range(4)}, WHOLE),
        ),
        marks={"last tree": ("#garden-3 .fresh", unclass("#garden-3 .fresh", "fresh"))},
        picked={
            "square": ('#mine .spot[data-at="N02C00"]', hide("#mine .spot")),
            "card in hand": ('#hand [data-k="o4"]', unclass('#hand [data-k="o4"]', "sel")),
        },
        pick=pick_tree,
        put_back=escape,
        aim=aim_at_square,
        coordinates=r"^[A-DJMORTW][1-8]$|^[NSC]\d\d",
        exempt=".skip, .spot",
    ),
    "arbos": Board(
        parts=("#board",),
        own="#board, .acts .bar",
        pieces=(
            ({name: gridcell(cell) for name, cell in PAWNS.items()}, MIDDLE_OF),
            ({name: gridcell(cell) for name, cell in CELLS.items()}, WHOLE),
        ),
        marks={
            "last pawn": (gridcell("C9"), hide("#last, #last *")),
            "barred cell": (gridcell("J3"), hide("#barred, #barred *")),
        },
        picked={"aim": (gridcell("C6"), hide("#ghost, #ghost *"))},
        pick=lambda page: page.locator(gridcell("C6")).click(),
        put_back=escape,
        aim=aim_at_cell,
        coordinates=r"^[A-T]\d{1,2}$",
    ),
    "golf": Board(
        parts=("#board",),
        own="#board [data-place]",
        pieces=(({suit: f'[data-card="5{suit}"]' for suit in "CDHS"}, INDEX),),
        marks={"playable": ("#pile1 button.card", unclass("#pile1 button.card", "legal"))},
        picked={},
        pick=nothing,
        put_back=nothing,
        aim=drag("stock"),
    ),
    "little_spider": Board(
        parts=("#board",),
        own="#board [data-place]",
        pieces=(({suit: f'[data-card="6{suit}"]' for suit in "CDHS"}, INDEX),),
        marks={"movable": ("#pile7 button.card", unclass("#pile7 button.card", "legal"))},
        picked={
            "card in hand": ("#pile7 button.card", unclass("#pile7 button.card", "selected")),
            "target": ("#home-h .card", unclass("#home-h", "lit")),
        },
        pick=pick_card("pile7"),
        put_back=escape,
        aim=drag("pile7"),
    ),
    "splendor": Board(
        parts=(".row3", ".row2", ".row1", ".bank", ".nobles"),
        own=".pl.me .hold",
        pieces=(
            ({c: f"#pile-{c} .stack" for c in "wugrko"}, (0, 0, 1, 0.8)),
            ({c: f'.row .card[data-c="{c}"] .bonus svg' for c in "wugrk"}, WHOLE),
            ({c: f'.row .card .pip[data-c="{c}"] svg' for c in "wugrk"}, WHOLE),
            ({str(n): f"#noble-{n} .crest" for n in range(1, 5)}, WHOLE),
            ({str(n): f"#name-{n} .seat" for n in range(3)}, WHOLE),
        ),
        marks={
            "card that can be bought": (".at[data-can]", unset(".at[data-can]", "data-can")),
            "new card": (".at[data-new]", unset(".at[data-new]", "data-new")),
            "token that can be taken": ("#pile-g", unset("#pile-g", "data-open")),
        },
        picked={"chosen token": ("#pile-g", unset("#pile-g", "aria-pressed"))},
        pick=lambda page: page.locator("#pile-g").click(),
        put_back=escape,
        aim=aim_at_token,
        coordinates=r"^\d+/\d+$",
        exempt=".skip, .holder",  # a larger picture of what is seen already
    ),
}


def lay(guest: Guest, game: str) -> str:
    """Lay out the middle of a game; return the path of its table."""
    return LAID[game](guest)


LAID: dict[str, Callable[[Guest], str]] = {
    "arboretum": arboretum,
    "arbos": arbos,
    "golf": golf,
    "little_spider": little_spider,
    "splendor": splendor,
}
