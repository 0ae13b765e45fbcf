"""High Card, a tiny game with hidden hands: the example of `docs/how-to/add-a-game.md`."""

from high_card import notation, rules, view
from high_card.options import PRESETS
from parlour.core.game import Game

GAME = Game("high_card", "High Card", rules=rules, notation=notation, views=view, presets=PRESETS)
