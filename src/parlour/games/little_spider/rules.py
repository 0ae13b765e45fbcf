"""Little Spider: bring eight piles home, red suits up from the ace, black suits down from the king.

Rules: `docs/rules/little_spider.md`. A card is its suit (clubs, diamonds, hearts, spades) times 13 plus its
rank, the ace being rank 0; `NONE` stands where no card is.
"""

import numpy as np
import numpy.typing as npt

from parlour.core.kernel import Actions, Record, Shares, kernel, shuffle
from parlour.core.layout import record_dtype

SEATS = (1,)
PILES, HEIGHT, SUITS, DECK, NONE = 8, 48, 4, 52, -1

BASES = np.array([12, 13, 26, 51], np.int16)
"""The cards that lie on the homecells from the start: KC, AD, AH, KS."""

MOVE_LIMIT = 2000

TO_HOME = PILES * PILES
FROM_HOME = TO_HOME + PILES
ACTIONS = FROM_HOME + SUITS * PILES
"""Actions: pile `i` to `j` is `8 i + j`; pile `i` home is `64 + i`; homecell `h` to `j` is `72 + 8 h + j`."""

MAX_LEGAL = PILES * (PILES - 1) + PILES + SUITS * PILES
OBSERVATION = (14, DECK)

HOME, STUCK, LIMIT = 1, 2, 3
"""How it ends (`over`)."""

State = record_dtype(
    ("fills", np.int16),
    ("returning", np.int16),
    ("moves", np.int16),
    ("heights", np.int16, (PILES,)),
    ("homed", np.int16, (SUITS,)),
    ("piles", np.int16, (PILES, HEIGHT)),
    ("pad", np.int16, (2,)),
)
"""`piles[i, :heights[i]]` run from bottom to top, the rest is `NONE`; `homed` counts the homecells' cards."""


@kernel
def setup(s: Record, seats: int, seed: np.uint64) -> None:
    """Shuffle and deal: the base cards home, the other 48 round-robin to the piles."""
    deck = np.empty(DECK, np.int16)
    for card in range(DECK):
        deck[card] = card
    s.rng = seed
    s.seats = seats
    shuffle(s, deck, DECK)
    s.rng = np.uint64(0)
    lay_out(s, deck)


@kernel
def lay_out(s: Record, deck: Actions) -> None:
    """Deal a deck in its order, one card to each pile in turn, leaving out the base cards."""
    s.moves = 0
    s.piles[:] = NONE
    s.homed[:] = 1
    dealt = 0
    for card in deck:
        if card != BASES[card // 13]:
            s.piles[dealt % PILES, dealt // PILES] = card
            dealt += 1
    s.heights[:] = dealt // PILES
    settle(s)


@kernel
def rising(suit: int) -> bool:
    """Say whether a suit goes home upwards from its ace, as diamonds and hearts do; the black go down."""
    return suit in (1, 2)


@kernel
def home_card(suit: int, order: int) -> int:
    """Return the card that goes home as number `order` of its suit, 0 being the base card."""
    return suit * 13 + (order if rising(suit) else 12 - order)


@kernel
def order_of(card: int) -> int:
    """Return a card's number in the order in which its suit goes home."""
    return card % 13 if rising(card // 13) else 12 - card % 13


@kernel
def neighbours(card: int, other: int) -> bool:
    """Say whether two ranks are one apart; ace and king are neighbours."""
    apart = (card % 13 - other % 13) % 13
    return apart in (1, 12)


@kernel
def top(s: Record, pile: int) -> int:
    """Return a pile's top card or `NONE`."""
    return s.piles[pile, s.heights[pile] - 1] if s.heights[pile] > 0 else NONE


@kernel
def goes_home(s: Record, card: int) -> bool:
    """Say whether a card is the next of its suit."""
    return order_of(card) == s.homed[card // 13]


@kernel
def takes(s: Record, pile: int, card: int) -> bool:
    """Say whether a pile takes a card."""
    if s.heights[pile] == 0:
        return s.fills != 0
    return neighbours(card, top(s, pile))


@kernel
def movable(s: Record, action: int) -> bool:
    """Say whether an action is allowed on the board as it lies, whatever the game's end says."""
    target = action % PILES
    if action < TO_HOME:
        source = action // PILES
        return source != target and s.heights[source] > 0 and takes(s, target, top(s, source))
    if action < FROM_HOME:
        return s.heights[target] > 0 and goes_home(s, top(s, target))
    suit = (action - FROM_HOME) // PILES
    return s.returning != 0 and s.homed[suit] > 1 and takes(s, target, home_card(suit, s.homed[suit] - 1))


@kernel
def legal(s: Record, out: Actions) -> int:
    """Write the legal actions, ascending; return how many."""
    if s.over != 0:
        return 0
    n = 0
    for action in range(ACTIONS):
        if movable(s, action):
            out[n] = action
            n += 1
    return n


@kernel
def lift(s: Record, pile: int) -> int:
    """Take a pile's top card off and return it."""
    s.heights[pile] -= 1
    card = s.piles[pile, s.heights[pile]]
    s.piles[pile, s.heights[pile]] = NONE
    return card


@kernel
def put(s: Record, pile: int, card: int) -> None:
    """Put a card on a pile."""
    s.piles[pile, s.heights[pile]] = card
    s.heights[pile] += 1


@kernel
def move(s: Record, action: int) -> None:
    """Move the card of a legal action, and nothing else: the game's end is not looked at."""
    target = action % PILES
    if action < TO_HOME:
        put(s, target, lift(s, action // PILES))
    elif action < FROM_HOME:
        s.homed[lift(s, target) // 13] += 1
    else:
        suit = (action - FROM_HOME) // PILES
        s.homed[suit] -= 1
        put(s, target, home_card(suit, s.homed[suit]))
    s.moves += 1


@kernel
def apply(s: Record, action: int) -> None:
    """Play a legal action."""
    move(s, action)
    settle(s)


@kernel
def settle(s: Record) -> None:
    """Notice the end: won when all cards are home, lost when no move is legal or after 2,000 moves."""
    s.over = 0
    s.player = 0
    if cards_home(s) == DECK:
        s.over = HOME
    elif not can_move(s):
        s.over = STUCK
    elif s.moves >= MOVE_LIMIT:
        s.over = LIMIT
    if s.over != 0:
        s.player = -1


@kernel
def can_move(s: Record) -> bool:
    """Say whether any action is allowed."""
    for action in range(ACTIONS):  # noqa: SIM110 - a generator would not compile
        if movable(s, action):
            return True
    return False


@kernel
def cards_home(s: Record) -> int:
    """Count the cards on the homecells."""
    count = 0
    for suit in range(SUITS):
        count += s.homed[suit]
    return count


@kernel
def returns(s: Record, out: Shares) -> None:
    """Write 1 when all cards are home, 0 otherwise."""
    out[0] = 1.0 if s.over == HOME else 0.0


@kernel
def determinize(s: Record, seat: int, seed: np.uint64) -> None:
    """Nothing is hidden, so only the generator is seeded."""
    s.rng = seed


@kernel
def observe(s: Record, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write planes over the 52 cards.

    Planes 0 to 7: the card's place in that pile counted from the top, 1 for the top card, 1/2 for the next,
    and so on. 8: is home. 9: is the top of its homecell. 10: is the next of its suit. 11: every card, the
    moves played over 2,000. 12 and 13: every card, 1 where emptied piles take any card and where homecells
    give cards back.
    """
    for pile in range(PILES):
        for place in range(s.heights[pile]):
            out[pile, s.piles[pile, place]] = 1.0 / (s.heights[pile] - place)
    for suit in range(SUITS):
        for order in range(s.homed[suit]):
            out[8, home_card(suit, order)] = 1.0
        out[9, home_card(suit, s.homed[suit] - 1)] = 1.0
        if s.homed[suit] < 13:
            out[10, home_card(suit, s.homed[suit])] = 1.0
    out[11, :] = s.moves / MOVE_LIMIT
    out[12, :] = s.fills
    out[13, :] = s.returning
