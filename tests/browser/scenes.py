"""What `make shots` shows: a scene lays a table out, or names a page, and says what is done there first."""

import json
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import numpy as np
from playwright.sync_api import Page

import parlour
from parlour import Position
from parlour.core.start import PositionStart, SeedStart, Start
from parlour.table.guests import COOKIE
from parlour.table.match.terms import ClockTerms, Seat
from tests.browser.hands import MIDDLE
from tests.browser.lines import golf_line, spider_line
from tests.table.server import Server, deal, position

ARBOS = Path(__file__).parents[2] / "docs" / "images" / "arbos.json"
NAMES = ("Ada", "Ben", "Cem", "Dua")
LONG = ("Bartholomäus Maximilian", "Konstantinopolitanerin", "Wolfeschlegelsteinhausen", "Anna")

Found = tuple[Start, Position]
"""A start, and the position that its moves lead to."""

Laid = tuple[str, list[str]]
"""The path of a page, and the tokens of the others who are there."""

Place = Callable[[Server, str], Laid]
"""Lays a scene out for the guest with a token."""

Deed = Callable[[Page], object]
"""What is done on the page before it is photographed."""


@dataclass(frozen=True)
class Scene:
    """One thing to look at. Its name begins with what it belongs to and its place, so that names sort."""

    name: str
    place: Place
    deed: Deed = lambda page: None


# ---- tables


def at(path: str) -> Place:
    """Go to an address of the house."""
    return lambda server, token: (path, [])


def alone(game: str, start: Start, preset: str | None = None) -> Place:
    """Sit at a table for one."""
    return lambda server, token: (f"/t/{server.set_table(token, game, start, preset)}", [])


def among(
    found: Found, seat: int | None = None, names: tuple[str, ...] = NAMES, *, clock: bool = False
) -> Place:
    """Sit at a table for several, as the seat on turn or another one; seat -1 watches."""
    start, reached = found
    mine = (reached.current_player or 0) if seat is None else seat

    def lay(server: Server, token: str) -> Laid:
        tokens = {name: secrets.token_urlsafe(24) for name in names[: reached.seats]}
        if mine >= 0:
            tokens[names[mine]] = token
        return laid(server, start, reached, tokens, clock=ClockTerms("bank", 900, 10) if clock else None)

    return lay


def shared(found: Found) -> Place:
    """Sit at a table for several at one screen."""
    start, reached = found
    chairs: tuple[Seat, ...] = ("me", *["here"] * (reached.seats - 1))
    return lambda server, token: laid(server, start, reached, {NAMES[0]: token}, chairs=chairs)


def laid(server: Server, start: Start, reached: Position, tokens: dict[str, str], **facts) -> Laid:
    """Lay a match out between the guests with these names and tokens."""
    game, options = reached.game, reached.options
    preset = next((name for name, known in game.presets.items() if known == options), None)
    chosen = {} if preset else json.loads(reached.to_json())["options"]
    table = server.set_match(
        game.name, start, tokens=tokens, moves=reached.moves, preset=preset, options=chosen, **facts
    )
    return f"/t/{table}", list(tokens.values())


def led(
    game: str,
    seed: int,
    until: Callable[[Position], bool] = lambda p: False,
    *,
    seats: int = 2,
    preset: str = "standard",
) -> Found:
    """Play a game as its quick judgement would, until something holds; it is a mistake if it never does."""
    reached = parlour.new(game, seats=seats, seed=seed, preset=preset)
    while not reached.is_over and not until(reached):
        legal = np.array(reached.legal_actions, np.int16)
        reached.play(int(reached.game.kernels.policy(reached.states, legal, len(legal))))
    return SeedStart(seed), reached


def first(found: Callable[[int], Found], fits: Callable[[Position], bool], seeds: int = 400) -> Found:
    """The first of some games that ends where something holds."""
    return next(one for one in map(found, range(seeds)) if fits(one[1]))


def from_there(data: dict[str, object], *moves: str) -> Found:
    """A position, and some moves from it."""
    reached = parlour.from_json(json.dumps(data))
    for move in moves:
        reached.play(move)
    return PositionStart(data), reached


def tie(reached: Position, least: float = 1) -> bool:
    """Whether a game ended level on points and was decided."""
    scores = sorted(reached.result.scores, reverse=True)
    return scores[0] == scores[1] >= least and len(reached.result.winners) == 1


def over(page: Page, deed: Deed) -> None:
    """Play the last moves of a table for one, unless that was done at another size."""
    if not page.locator("#end .end-in").count():
        deed(page)
    page.wait_for_selector("#end .end-in")


def hint(page: Page) -> None:
    """Ask for a hint, and wait for it."""
    page.keyboard.press("h")
    page.wait_for_selector("#advice:not([hidden])")


def reviewed(page: Page) -> None:
    """Go from the end of a match to its review, and wait until it is made."""
    page.click("#end a[href$='/review']")
    page.wait_for_selector(".sides", timeout=120_000)


# ---- pages


def gathering(server: Server, token: str) -> Laid:
    """Open a public table at which one chair of three is taken."""
    form = {"name": "Ada", "seats": "3", "chair1": "me", "chair2": "friend", "chair3": "open", "public": "1"}
    answer = httpx.post(
        f"{server.url}/new/splendor", data=form, headers={"origin": server.url}, cookies={COOKIE: token}
    )
    assert answer.status_code == 303, answer.text
    return answer.headers["location"], []


def pages() -> Iterator[Scene]:
    """The pages around the tables."""
    yield Scene("home-1-front", at("/"))
    yield Scene("home-2-new-table", at("/new/splendor"))
    yield Scene("home-3-gathering", gathering)
    yield Scene("home-4-tables", at("/tables"))
    yield Scene("home-5-rules", at("/rules/arboretum"))


# ---- Arbos and the games for one


def arbos() -> Iterator[Scene]:
    """Arbos: the first move, an aim, a late position, the end."""
    start = json.loads(ARBOS.read_text(encoding="utf-8"))["start"]["position"]
    late = led("arbos", 2, lambda p: len(p.moves) > 60)
    free = "[role=gridcell][aria-label$='open to you']"
    yield Scene("arbos-01-opening", among(from_there(start)))
    yield Scene("arbos-02-aim", among(late, clock=True), lambda page: page.locator(free).nth(40).click())
    yield Scene("arbos-03-late", among(late, clock=True))
    yield Scene("arbos-04-over", among(led("arbos", 2)))
    yield Scene("arbos-05-hint", shared(late), hint)
    yield Scene("arbos-06-review", among(led("arbos", 2)), reviewed)


def last_card(line: list[str]) -> Deed:
    """Play the last move of a line of Golf."""
    return lambda page: over(
        page,
        lambda page: page.mouse.click(
            *page.evaluate(MIDDLE, "stock" if line[-1] == "deal" else f"pile{line[-1]}")
        ),
    )


def golf() -> Iterator[Scene]:
    """Golf: the deal, a middle, won, stuck."""
    line, game = golf_line(1), parlour.new("golf", deal=1)
    yield Scene("golf-01-deal", alone("golf", deal(1)))
    for move in line[:20]:
        game.play(move)
    yield Scene("golf-02-middle", alone("golf", position(str(game), "golf")))
    for move in line[20:-1]:
        game.play(move)
    yield Scene("golf-03-won", alone("golf", position(str(game), "golf")), last_card(line))
    stuck = parlour.new("golf", deal=2)
    while len(stuck.legal_moves) and not stuck.is_over:
        before = str(stuck)
        stuck.play("deal" if "deal" in stuck.legal_moves else stuck.legal_moves[0])
        final = stuck.moves[-1]
    yield Scene("golf-04-stuck", alone("golf", position(before, "golf")), last_card([final]))


def spider() -> Iterator[Scene]:
    """Little Spider: the deal, a middle, won."""
    board, line = spider_line(0)
    game = parlour.read(board, "little_spider")[0]
    yield Scene("spider-01-deal", alone("little_spider", position(board, "little_spider")))
    for move in line[: len(line) // 2]:
        game.play(move)
    yield Scene("spider-02-middle", alone("little_spider", position(str(game), "little_spider")))
    for move in line[len(line) // 2 : -1]:
        game.play(move)
    origin, target = line[-1].split("-")

    def finish(page: Page) -> None:
        page.keyboard.press(origin.lower())
        page.keyboard.press(target)

    yield Scene(
        "spider-03-won",
        alone("little_spider", position(str(game), "little_spider")),
        lambda page: over(page, finish),
    )
