"""The server's own sentences. `_` marks them for the catalogues, `draw.text` translates them."""


def _(sentence: str) -> str:
    return sentence


LANGUAGE = "en"
"""The language of whoever chose none, and of programs."""

COMPUTER = {
    "easy": _("Computer (easy)"),
    "normal": _("Computer (normal)"),
    "hard": _("Computer (hard)"),
    "expert": _("Computer (expert)"),
}
"""What a computer player of a level is called."""
COMPUTERS = {
    "easy": _("Computer %(n)s (easy)"),
    "normal": _("Computer %(n)s (normal)"),
    "hard": _("Computer %(n)s (hard)"),
    "expert": _("Computer %(n)s (expert)"),
}
"""The same where several of that level sit at a table."""

UNDONE = _("Taken back.")
RESTARTED = _("The same deal from the start; undo takes that back.")

SPECTATOR = _("You are watching: only the player at this table can do that.")
NOT_HERE = _("This table knows no such command.")
STALE = _("The table has moved on; look again and repeat it if you still want to.")
OVER = _("The game is over.")
REVEALS = _("Only the last of several moves may show a new card: look at it first, then go on.")
ONLY_PLAYERS = _("You are watching: only the players at this table can do that.")
BEGUN = _("The game has begun already.")
CLOSED = _("This table is closed.")
NOT_BEGUN = _("The game has not begun yet.")
NOT_SEATED = _("You do not sit at this table.")
NOT_HOST = _("Only the host of this table can do that.")
NOBODY_THERE = _("Nobody else sits on that chair.")
NO_SUCH_SEAT = _("This table has no such chair.")
SEATED = _("You already sit at this table.")
TAKEN = _("Somebody else was first: that chair is taken.")
FULL = _("Every chair of this table is taken. You can watch.")
KEPT = _("That chair is kept for somebody: its host can send you the link.")
BAD_LINK = _("This link leads to no seat here any more. Ask for a new one.")
TOO_FEW = _("At least two players must sit at the table.")
LEFT = _("You have left this game.")
NOTHING_TO_UNDO = _("You have not moved yet, so there is nothing to take back.")
REVEALED = _("That move showed something that was hidden, so it cannot be taken back.")
ASKED = _("There is a question on the table already; it has to be answered first.")
NOTHING_ASKED = _("Nothing was asked, so there is nothing to answer.")
OWN_OFFER = _("The others have to answer that.")
NO_DRAWS = _("In this game players do not agree on a draw.")
OFFERED = _("You have offered a draw just now; offer it again after the next moves.")
PLEADED = _("You have asked for that already; you can ask again after the next move.")
NO_HINTS = _("This game is rated: there are no hints in it.")
NOT_YOUR_TURN = _("It is not your turn; a hint is for the player on turn.")
NO_THOUGHT = _("There was no time to think of a hint. Try again in a moment.")
NOT_OVER = _("The game is not over yet.")
NO_PERSON = _("Somebody has to play: not every chair can be a computer’s.")
NO_COMPUTER_RATED = _("A rated game is played by people alone.")
HANDED = _("The computer plays there already.")
NOT_HANDED = _("You play for yourself already.")
NO_TIME = _("Your time was up, so the computer makes this move. Come back after it.")
NO_TIME_LEFT = _("Your time is used up, so the computer plays on for you.")
NOT_AWAY = _("The player whose turn it is was here a moment ago.")
SLOW = _("In a game of days everybody takes the time they have.")
NO_NAME = _("Sit down with a name first.")
NAME_EMPTY = _("Please give a name of at least one letter or digit.")
NAME_LONG = _("That name is too long: 32 characters are enough.")
NAME_UNSEEN = _("That name has characters that nobody can see. Please leave them out.")
NO_BOARD = _("This game has no board for the browser yet; programs can play it.")
TOO_MANY = _("That was a lot of new tables in a short time. Wait a minute, then open another.")
TOO_MANY_GUESTS = _("That were a lot of new guests from one address. Wait a minute, then make another.")
MANY_REVIEWS = _("Many games are being looked through just now. Come again in a few minutes.")
NO_MATCH = _("There is no such table of several players.")
NO_MOVE = _("So many moves were not played.")
NO_PLAYER = _("There is no such player.")
NO_LEADERS = _("This game is for one: it has no leaders.")
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
NO_ADDRESS = _("There is no such address here; /api/openapi.json lists all there are.")
NO_METHOD = _("This address does not take such a request.")
NO_TOKEN = _("Who asks? Make a guest by POST /api/guests and send its token as “Authorization: Bearer …”.")
NO_BEARER = _("The header must be “Authorization: Bearer …” with a token.")
BAD_TOKEN = _("This token leads to nobody here, or no longer.")
NO_RECORD = _("This game is not written in that format, or not before its end.")
NO_PICTURE = _("There is no picture of this table.")
RECORD_EMPTY = _("Choose a file, or paste a record.")
RECORD_LARGE = _("That file is too large: a record has at most 256 KB.")
RECORD_LONG = _("That record is too long: it has more than 5,000 events.")
RECORD_MOVES = _("That record has no move, so there is nothing to look at.")
RECORD_NAME = _(
    "A name in that record cannot be shown: it is too long, or has characters that nobody can see."
)
RECORD_ALONE = _("In a game for one nobody resigns, and nobody agrees on a draw.")
RECORD_RESULT = _("The result in that record is not the one that its moves lead to.")
NO_HELLO = _("Say first who you are: by an “Authorization” header, or a first message “hello” with a token.")
PLAIN = _("That did not work.")
"""Said by the pages and the socket."""


def sentence(message: str) -> str:
    """Return a message of the rules, which may go on after a colon elsewhere, as a sentence of its own."""
    ended = message if message.endswith((".", "!", "?", ")")) else message + "."
    return ended[:1].upper() + ended[1:]
