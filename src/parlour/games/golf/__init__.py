"""Golf: one player, up or down by one, seven piles."""

from parlour.core.game import Game
from parlour.games._cards import deals
from parlour.games.golf import notation, policy, rules, view
from parlour.games.golf.options import PRESETS

GAME = Game(
    "golf", "Golf", rules=rules, notation=notation, views=view, presets=PRESETS, policy=policy, deals=deals
)
