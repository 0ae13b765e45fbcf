"""What players of Arboretum do at a page, by hand or by keyboard alone; and positions to begin from."""

import re

from playwright.sync_api import Page, expect


def garden(cards: str) -> list[list[object]]:
    """Return planted cards from texts such as "a1C00C00 b2C00E01"."""
    found = []
    for text in cards.split():
        row = int(text[3:5]) * (-1 if text[2] == "S" else 1)
        found.append([text[:2], row, int(text[6:8]) * (-1 if text[5] == "W" else 1)])
    return found


def late(**changes: object) -> dict[str, object]:
    """Return a position of two shortly before the end: one card in the deck, the first seat to draw."""
    gardens = (
        "m1C00C00 c3C00E01 b4C00E02 j6C00E03 m4N01E01 j5N01E02 m8N01E03 d2N02E01 d5N02E02 d7N02E03",
        "a2C00C00 a4C00E01 a5C00E02 c2S01C00 b3S01E01 a7S01E02 b5S01E03 c4S02C00 c5S02E01 c7S02E02",
    )
    hands = (["a8", "b1", "d6", "d8", "m3", "m6", "m7"], ["a1", "a3", "a6", "c6", "j7", "m5", "d4"])
    piles = (["c1", "j3"], ["b2", "j1", "m2"])
    taken = {card for hand in (*hands, *piles) for card in hand}
    taken |= {text[:2] for cards in gardens for text in cards.split()}
    rest = [f"{letter}{value}" for letter in "abcdjm" for value in range(1, 9)]
    deck = [card for card in rest if card not in taken]
    return {
        "game": "arboretum",
        "deck": deck,
        "players": [
            {"hand": hands[seat], "known": [], "discard": piles[seat], "arboretum": garden(gardens[seat])}
            for seat in (0, 1)
        ],
        "current_player": 0,
        "phase": "draw1",
        **changes,
    }


def shortened() -> dict[str, object]:
    """Return that position with three cards left in the deck."""
    position = late()
    deck, players = position["deck"], position["players"]
    piles = [[*deck[3::2], *players[0]["discard"]], [*deck[4::2], *players[1]["discard"]]]
    players = [{**player, "discard": pile} for player, pile in zip(players, piles, strict=True)]
    return {**position, "deck": deck[:3], "players": players}


SHORT = shortened()


def shown(page: Page) -> None:
    """Wait until the board can be played on."""
    page.wait_for_selector("#conn[data-state=on]", state="attached")
    page.wait_for_selector(".garden.N0, .garden[class*=' N']", state="attached")


def moved(page: Page, act) -> None:
    """Do something that plays a move, and wait until it is shown."""
    rev = page.get_attribute("#table", "data-rev")
    act()
    page.wait_for_function("rev => document.querySelector('#table').dataset.rev !== rev", arg=rev)


def by_hand(page: Page, move: str, then: str = "") -> None:
    """Play as a hand does: pick, then once more."""
    verb, _, what = move.partition(" ")
    if verb == "draw":
        place = page.locator(f'#piles [data-source="{what}"]')
        expect(place).to_have_class(re.compile(r"\bcan\b"))
        place.tap()
        expect(place).to_have_class(re.compile("chosen"))
        moved(page, place.tap)
    elif verb == "play":
        page.locator(f'#hand [data-k="{what}"]').tap(position={"x": 12, "y": 12})
        spot = page.locator(f'#mine .spot[data-at="{then}"]')
        spot.tap()
        expect(page.locator("#mine .spot.pending")).to_have_count(1)
        moved(page, page.locator("#do").tap)
    else:
        page.locator(f'#hand [data-k="{what}"]').tap(position={"x": 12, "y": 12})
        moved(page, page.locator("#do").tap)


def by_keys(page: Page, move: str, then: str = "") -> None:
    """Play by keyboard alone: go to a place by arrow keys, Enter twice."""
    verb, _, what = move.partition(" ")
    if verb == "draw":
        page.keyboard.press("d")
        go(page, f'#piles [data-source="{what}"]')
        page.keyboard.press("Enter")
        moved(page, lambda: page.keyboard.press("Enter"))
        return
    page.keyboard.press("a")
    go(page, f'#hand [data-k="{what}"]')
    page.keyboard.press("Enter")
    if verb == "play":
        go(page, f'#mine .spot[data-at="{then}"]')
        page.keyboard.press("Enter")
    moved(page, lambda: page.keyboard.press("Enter"))


def go(page: Page, place: str) -> None:
    """Press arrow keys until a place has the focus."""
    for _ in range(30):
        way = page.evaluate(
            """place => {
                const there = document.querySelector(place).getBoundingClientRect();
                const el = document.activeElement, here = el.getBoundingClientRect();
                if (el.matches(place)) return '';
                const dx = there.x + there.width / 2 - here.x - here.width / 2;
                const dy = there.y + there.height / 2 - here.y - here.height / 2;
                if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? 'ArrowRight' : 'ArrowLeft';
                return dy > 0 ? 'ArrowDown' : 'ArrowUp';
            }""",
            place,
        )
        if not way:
            return
        page.keyboard.press(way)
    raise AssertionError(f"the keyboard does not reach {place}")


PLANTING = late(
    phase="play",
    players=[
        {**late()["players"][0], "hand": [*late()["players"][0]["hand"], "c8", "b7"]},
        late()["players"][1],
    ],
    deck=[card for card in late()["deck"] if card not in {"c8", "b7"}],
)


def four() -> dict[str, object]:
    """Return a position of four, the last to draw; the first has a five of every species planted."""
    fives = [f"{letter}5" for letter in "abcdjmortw"]
    rest = [f"{letter}{value}" for value in (1, 8, 2, 7, 3, 6, 4) for letter in "abcdjmortw"]
    block = [[0, column] for column in range(5)] + [[1, column] for column in range(5)]

    def some(count: int) -> list[str]:
        return [rest.pop(0) for _ in range(count)]

    hands = [sorted(some(7)) for _ in range(4)]
    gardens = [fives, some(10), some(10), some(9)]
    return {
        "game": "arboretum",
        "players": [
            {
                "hand": hand,
                "known": [],
                "discard": some(2),
                "arboretum": [[card, *at] for card, at in zip(cards, block, strict=False)],
            }
            for hand, cards in zip(hands, gardens, strict=True)
        ],
        "deck": rest,
        "current_player": 3,
        "phase": "draw1",
    }


FOUR = (
    "draw deck",
    "draw deck",
    f"play {four()['players'][3]['hand'][0]}",
    "at N01E04",
    f"discard {four()['players'][3]['hand'][1]}",
    "draw deck",
    "draw deck",
)
"""What the last seat and the first do then, so that the first has a tree to plant."""
