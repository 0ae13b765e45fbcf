"""Arbos: two players grow trees of pawns that touch seeds."""

from parlour.core.game import Game
from parlour.games.arbos import notation, ops, policy, reasons, rules, sgf, view
from parlour.games.arbos.options import PRESETS

GAME = Game(
    "arbos",
    "Arbos",
    rules=rules,
    notation=notation,
    views=view,
    presets=PRESETS,
    policy=policy,
    files={".sgf": sgf},
    ops=ops,
    reasons=reasons,
)
