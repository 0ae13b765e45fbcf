"""Little Spider: one player, eight open piles, two suits up and two down."""

from parlour.core.game import Game
from parlour.games._cards import deals
from parlour.games.little_spider import notation, policy, rules, view
from parlour.games.little_spider.options import PRESETS

GAME = Game(
    "little_spider",
    "Little Spider",
    rules=rules,
    notation=notation,
    views=view,
    presets=PRESETS,
    policy=policy,
    deals=deals,
)
