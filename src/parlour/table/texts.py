"""The server's own sentences. `_` marks them for the catalogues, `draw.text` translates them."""


def _(sentence: str) -> str:
    return sentence


UNDONE = _("Taken back.")
RESTARTED = _("The same deal from the start; undo takes that back.")

SPECTATOR = _("You are watching: only the player at this table can do that.")
STALE = _("The table has moved on; look again and repeat it if you still want to.")
OVER = _("The game is over.")
REVEALS = _("Only the last of several moves may show a new card: look at it first, then go on.")
UNTOUCHED = _("Nothing was played yet, so there is nothing to restart.")
STORAGE = _("The server cannot save anything just now (is its disk full?). The move was not played.")
UNREADABLE = _("That message is not one this table understands.")
TOO_LARGE = _("That message is too large.")
TOO_FAST = _("Too many messages at once: wait a moment.")
NO_TABLE = _("There is no such table.")
NO_ROUND = _("This table is not part of a round, or the hole is still being played.")
NO_COOKIE = _("Parlour keeps your games by a cookie, and your browser does not send one.")
FOREIGN = _("This request came from another site's page, so it was refused.")
NO_PAGE = _("There is no such page.")
PLAIN = _("That did not work.")
"""Said by the pages and the socket."""


def sentence(message: str) -> str:
    """Return a message of the rules, which may go on after a colon elsewhere, as a sentence of its own."""
    ended = message if message.endswith((".", "!", "?", ")")) else message + "."
    return ended[:1].upper() + ended[1:]
