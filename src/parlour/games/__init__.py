"""The games, one room each. No room imports another; `_cards` holds what card games share."""
