"""What `make shots` shows of Splendor and Arboretum: each step of a turn, each number of seats, the ends."""

import re
from collections.abc import Callable, Iterator

from playwright.sync_api import Page

import parlour
from parlour import Position
from parlour.core.start import SeedStart
from tests.browser.scenes import (
    LONG,
    Deed,
    Found,
    Scene,
    among,
    first,
    from_there,
    hint,
    led,
    reviewed,
    shared,
    tie,
)

# ---- Splendor


def main(reached: Position, moves: int = 0) -> bool:
    """Whether somebody begins a turn, after some moves."""
    return len(reached.moves) > moves and reached.view(None).phase == "main"


def three(reached: Position) -> bool:
    """Whether three colours can be taken."""
    return any(re.fullmatch(r"take [A-Z]{3}", move) for move in reached.legal_moves)


def busy(reached: Position) -> bool:
    """Whether much can be done: take three, buy an open card, and something is in hand."""
    return (
        main(reached, 30)
        and three(reached)
        and any(re.fullmatch(r"buy \d\d", move) for move in reached.legal_moves)
        and bool(reached.view(None).players[reached.current_player].reserved)
        and sum(reached.view(None).players[reached.current_player].tokens) < 7
    )


def phase(name: str) -> Callable[[Position], bool]:
    """Whether a phase has come."""
    return lambda reached: reached.view(None).phase == name


def met(until: Callable[[Position], bool], **how) -> Found:
    """The first moment of a game of Splendor at which something holds."""
    return first(lambda seed: led("splendor", seed, until, **how), lambda p: not p.is_over)


def pick(page: Page) -> None:
    """Put two tokens into the tray."""
    for pile in page.locator(".pile[data-open]").all()[:2]:
        pile.click()


def ask(kind: str) -> Deed:
    """Ask for a card: one that can be bought, one that cannot, or a deck."""
    return lambda page: page.locator(
        {"can": ".row .at[data-can]", "deck": "#d2", "not": "#c32"}[kind]
    ).first.click()


def splendor() -> Iterator[Scene]:
    """Splendor: each step of a turn, each number of seats, the ends."""
    opening = SeedStart(7), parlour.new("splendor", seats=3, seed=7)
    middle = met(busy, seats=3)
    full = met(lambda p: main(p, 90), seats=4)
    yield Scene("splendor-01-opening", among(opening))
    yield Scene("splendor-02-turn", among(middle, clock=True))
    yield Scene("splendor-03-tray", among(middle, clock=True), pick)
    yield Scene("splendor-04-card-to-buy", among(middle), ask("can"))
    yield Scene("splendor-05-card-too-dear", among(middle), ask("not"))
    yield Scene("splendor-06-blind", among(middle), ask("deck"))
    yield Scene("splendor-07-pay", among(met(phase("pay"))))
    yield Scene("splendor-08-give-back", among(met(phase("return"), seats=3)))
    yield Scene("splendor-09-noble", among(met(phase("noble"))))
    ending = met(lambda p: main(p) and p.view(None).last_round, seats=3)
    yield Scene("splendor-10-final-round", among(ending, clock=True))
    yield Scene("splendor-11-two", among(met(busy)))
    yield Scene("splendor-12-four", among(full, clock=True))
    yield Scene("splendor-13-waiting", among(middle, (middle[1].current_player + 1) % 3, clock=True))
    yield Scene("splendor-14-watching", among(full, -1))
    yield Scene(
        "splendor-15-another-seat",
        among(middle),
        lambda page: page.locator(".pl:not(.me) .holder").first.click(),
    )
    yield Scene("splendor-16-looking-back", among(middle), lambda page: page.keyboard.press("["))
    yield Scene("splendor-17-handing-on", shared(middle))
    yield Scene("splendor-18-menu", among(middle), lambda page: page.click(".menu"))
    yield Scene("splendor-19-hint", among(middle), hint)
    yield Scene("splendor-20-won", among(led("splendor", 3, seats=3)))
    level = first(lambda seed: led("splendor", seed, seats=2), tie)
    yield Scene("splendor-21-tie", among(level))
    yield Scene("splendor-22-four-over", among(led("splendor", 5, seats=4), 1))
    yield Scene("splendor-23-review", among(led("splendor", 5, seats=4), 1, LONG), reviewed)
    yield Scene("splendor-30-right-to-left", among(middle, clock=True), mirror)
    yield Scene("splendor-31-long-names", among(full, None, LONG, clock=True))
    yield Scene("splendor-32-long-names-over", among(led("splendor", 5, seats=4), None, LONG))


def mirror(page: Page) -> None:
    """Let the page run from right to left."""
    page.evaluate("document.documentElement.dir = 'rtl'")


# ---- Arboretum

GARDENS = tuple(
    " ".join(rows)
    for rows in (
        (
            "m1C00C00 c3C00E01 b4C00E02 j6C00E03",
            "c1N01C00 m4N01E01 j5N01E02 m8N01E03",
            "d2N02E01 d5N02E02 d7N02E03",
        ),
        (
            "a2C00C00 a4C00E01 a5C00E02",
            "c2S01C00 b3S01E01 a7S01E02 b5S01E03",
            "c4S02C00 c5S02E01 c7S02E02 b7S02E03",
        ),
    )
)
HANDS = ("a8 b1 b6 d6 m3 m6 j3", "a1 a3 a6 j7 m5 b8 j4")
PILES = ("c8", "m2")
DECK = "m7 j8 c6 d4 d8"
"""What is drawn first, in this order."""

TURNS = (
    *("draw deck", "draw deck", "play j8", "at C00E04", "discard j3"),
    *("draw deck", "draw deck", "play b8", "at S02E04", "discard j4"),
)
"""A turn of each of the two from there, so that there is something to tell."""


def trees(cards: str) -> list[list[object]]:
    """Return planted cards from texts such as "a1C00C00 b2C00E01"."""
    found: list[list[object]] = []
    for text in cards.split():
        row, column = int(text[3:5]), int(text[6:8])
        found.append([text[:2], -row if text[2] == "S" else row, -column if text[5] == "W" else column])
    return found


def arboretum_position(gardens, hands, piles, top: str = "") -> dict[str, object]:
    """Return a position of two, the first to draw; cards that are nowhere else are the deck, `top` above."""
    taken = {card for text in (*hands, *piles) for card in text.split()}
    taken |= {text[:2] for cards in gardens for text in cards.split()}
    rest = [f"{letter}{value}" for letter in "abcdjm" for value in range(1, 9)]
    first = top.split()
    deck = [card for card in rest if card not in {*taken, *first}] + first[::-1]
    players = [
        {"hand": hand.split(), "known": [], "discard": pile.split(), "arboretum": trees(cards)}
        for hand, pile, cards in zip(hands, piles, gardens, strict=True)
    ]
    return {"game": "arboretum", "deck": deck, "players": players, "current_player": 0, "phase": "draw1"}


def on(found: Found, *moves: str) -> Found:
    """Play on from a position."""
    start, reached = found
    reached = reached.copy()
    for move in moves:
        reached.play(move)
    return start, reached


def a_line() -> dict[str, object]:
    """A position whose gardens are lines of sixteen cards, as long as two at a table get."""
    cards = [f"{letter}{value}" for value in range(1, 9) for letter in "abcdjm"]
    gardens = [
        " ".join(f"{card}C00E{k:02}" for k, card in enumerate(some)).replace("E00", "C00")
        for some in (cards[:16], cards[16:32])
    ]
    return arboretum_position(gardens, (" ".join(cards[32:39]), " ".join(cards[39:46])), ("", cards[46]))


def planting(page: Page) -> None:
    """Pick a card, and look at the path that is best."""
    page.locator('#hand [data-k="d8"]').click(position={"x": 12, "y": 12})
    page.locator('#paths [data-species="m"]').click()


def a_square(page: Page) -> None:
    """Pick a card, and a square for it."""
    planting(page)
    page.locator('#mine .spot[data-at="N02E04"]').click()


def whole(page: Page) -> None:
    """Show the whole garden, where it is not shown already."""
    for button in page.locator('[data-zoom="fit"]:visible').all():
        button.click()


def arboretum() -> Iterator[Scene]:
    """Arboretum: each step of a turn, each number of seats, the ends."""
    late = from_there(arboretum_position(GARDENS, HANDS, PILES, DECK), *TURNS)
    drawing, planted = on(late), on(late, "draw deck", "draw B")
    discard = on(planted, "play d8", "at N02E04")
    opening = SeedStart(3), parlour.new("arboretum", seats=2, seed=3)
    three, four = (led("arboretum", 5, lambda p: len(p.moves) > 70, seats=seats) for seats in (3, 4))
    yield Scene("arboretum-01-opening", among(opening))
    yield Scene("arboretum-02-draw", among(drawing, clock=True))
    yield Scene(
        "arboretum-03-source",
        among(drawing, clock=True),
        lambda page: page.locator('#piles [data-source="B"]').click(),
    )
    yield Scene("arboretum-04-plant", among(planted, clock=True), planting)
    yield Scene("arboretum-05-square", among(planted, clock=True), a_square)
    yield Scene(
        "arboretum-06-discard",
        among(discard, clock=True),
        lambda page: page.locator('#hand [data-k="m3"]').click(position={"x": 12, "y": 12}),
    )
    yield Scene(
        "arboretum-07-pile", among(planted), lambda page: page.locator('#piles [data-source="A"]').click()
    )
    yield Scene(
        "arboretum-08-garden", among(planted), lambda page: page.locator("[data-look]:visible").first.click()
    )
    yield Scene("arboretum-09-waiting", among(planted, 1, clock=True))
    yield Scene("arboretum-10-three", among(three, clock=True))
    yield Scene("arboretum-11-four", among(four, clock=True))
    yield Scene("arboretum-12-line", among(from_there(a_line())))
    yield Scene("arboretum-13-line-whole", among(from_there(a_line())), whole)
    final = led("arboretum", 4, lambda p: p.view(None).final_turns is not None, preset="summary")
    yield Scene("arboretum-14-final-round", among(final, clock=True))
    yield Scene("arboretum-15-watching", among(three, -1))
    yield Scene("arboretum-16-looking-back", among(three), lambda page: page.keyboard.press("["))
    yield Scene("arboretum-17-handing-on", shared(planted))
    yield Scene("arboretum-18-menu", among(planted), lambda page: page.click(".menu"))
    won = first(lambda seed: led("arboretum", seed), lambda p: min(p.result.scores) > 14 and not tie(p))
    yield Scene("arboretum-19-hint", among(planted), hint)
    yield Scene("arboretum-20-won", among(won))
    level = first(lambda seed: led("arboretum", seed), lambda p: tie(p, 12))
    yield Scene("arboretum-21-tie", among(level))
    yield Scene(
        "arboretum-22-three-over",
        among(first(lambda seed: led("arboretum", seed, seats=3), lambda p: min(p.result.scores) > 5)),
    )
    yield Scene(
        "arboretum-23-four-over",
        among(first(lambda seed: led("arboretum", seed, seats=4), lambda p: min(p.result.scores) > 1)),
    )
    yield Scene(
        "arboretum-24-board-after", among(won), lambda page: page.locator('[data-action="hide-end"]').click()
    )
    yield Scene(
        "arboretum-30-right-to-left", among(planted, clock=True), lambda page: (mirror(page), planting(page))
    )
    yield Scene("arboretum-31-long-names", among(four, None, LONG, clock=True))
    yield Scene("arboretum-32-long-names-over", among(won, None, LONG))
