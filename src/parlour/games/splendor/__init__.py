"""Splendor: two to four players, tokens, cards and nobles."""

from parlour.core.game import Game
from parlour.games.splendor import notation, policy, reasons, rules, view
from parlour.games.splendor.options import PRESETS

GAME = Game(
    "splendor",
    "Splendor",
    rules=rules,
    notation=notation,
    views=view,
    presets=PRESETS,
    policy=policy,
    reasons=reasons,
)
