"""Winning lines to play in the browser: searched for Golf, taken from the vectors for Little Spider."""

import json
from pathlib import Path

import parlour

DATA = Path(__file__).parents[1] / "data"


def golf_line(deal: int) -> list[str]:
    """Return a line that clears a deal of Golf by the standard rule, the stock known.

    Depth first, each state once: the heights of the piles, the cards dealt, the rank on the homecell.
    """
    start = parlour.new("golf", deal=deal).to_dict()
    piles = [["A23456789TJQK".index(card[0]) for card in pile] for pile in start["piles"]]
    stock = ["A23456789TJQK".index(card[0]) for card in reversed(start["stock"])]
    seen: set[tuple[int, ...]] = set()
    line: list[str] = []

    def search(heights: tuple[int, ...], dealt: int, top: int) -> bool:
        if not any(heights):
            return True
        state = (*heights, dealt, top)
        if state in seen:
            return False
        seen.add(state)
        for i, height in enumerate(heights):
            rank = piles[i][height - 1] if height else -1
            if dealt and height and (rank - top) % 13 in (1, 12):
                line.append(str(i + 1))
                if search((*heights[:i], height - 1, *heights[i + 1 :]), dealt, rank):
                    return True
                line.pop()
        if dealt < len(stock):
            line.append("deal")
            if search(heights, dealt + 1, stock[dealt]):
                return True
            line.pop()
        return False

    assert search((5,) * 7, 0, 0)
    return line


def spider_line(place: int) -> tuple[str, list[str]]:
    """Return the board of a case in the vectors and its solution; `place` 0 is the shortest."""
    cases = [json.loads(line) for line in (DATA / "little_spider.jsonl").read_text().splitlines()]
    case = sorted((case for case in cases if case.get("solution")), key=lambda case: len(case["solution"]))[
        place
    ]
    names = [*"12345678", *"CDHS"]
    moves = [f"{names[a]}-{names[b] if b < 8 else 'h'}" for a, b in case["solution"]]
    return case["board"], moves


def places(position: parlour.Position, move: str) -> tuple[str, str]:
    """Return the DOM ids of the places that a Little Spider move goes from and to."""
    origin, target = move.split("-")
    view = position.view(0)
    if target == "h":
        return f"pile{origin}", f"home-{view.piles[int(origin) - 1][-1][1].lower()}"
    return (f"pile{origin}" if origin.isdigit() else f"home-{origin.lower()}"), f"pile{target}"


def spider_home() -> tuple[int, str]:
    """Return a deal of Little Spider and a pile whose card goes home at once."""
    for number in range(1, 100):
        for move in parlour.new("little_spider", deal=number).legal_moves:
            if move.endswith("-h"):
                return number, move[0]
    raise AssertionError
