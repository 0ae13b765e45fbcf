"""Arboretum: two to four players, ten species of trees, paths that count where the hand gives the right."""

from parlour.core.game import Game
from parlour.games.arboretum import notation, policy, reasons, rules, view
from parlour.games.arboretum.options import PRESETS

GAME = Game(
    "arboretum",
    "Arboretum",
    rules=rules,
    notation=notation,
    views=view,
    presets=PRESETS,
    policy=policy,
    reasons=reasons,
)
