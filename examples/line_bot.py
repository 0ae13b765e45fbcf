"""A program that plays any game, asked line by line. It needs nothing but Python.

    parlour arena splendor --players "program:python examples/line_bot.py" random --games 20

It buys what it can and else plays at random: write your own `choose`.
"""

import json
import random
import sys
from typing import Any

NAME = "line bot"


def choose(asked: dict[str, Any]) -> str:
    """Return one of the legal moves; `asked["view"]` is all that the seat may know."""
    bought = [move for move in asked["legal"] if move.startswith("buy")]
    return str(random.choice(bought or asked["legal"]))  # noqa: S311 - nothing here is secret


def say(**answer: Any) -> None:
    """Write a line, at once."""
    print(json.dumps(answer), flush=True)


def main() -> None:
    """Answer line by line; what goes to standard error is shown to whoever watches."""
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["t"] == "hello":
            say(t="ready", protocol=1, name=NAME)
        elif asked["t"] == "choose":
            say(t="move", id=asked["id"], move=choose(asked))
        elif asked["t"] == "quit":
            return


if __name__ == "__main__":
    main()
