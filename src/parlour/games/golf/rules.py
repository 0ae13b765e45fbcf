"""Golf: clear seven piles onto one homecell, up or down by one, before the stock runs out.

Rules: `docs/rules/golf.md`. A card is its suit times 13 plus its rank, the ace being rank 0; `NONE` stands
where no card is.
"""

import numpy as np
import numpy.typing as npt

from parlour.core.kernel import Actions, Record, Shares, arrange, kernel, shuffle
from parlour.core.layout import record_dtype

SEATS = (1,)
PILES, HEIGHT, STOCK, DECK, NONE = 7, 5, 17, 52, -1

DEAL = 0
"""The action that turns the stock's top card; actions 1 to 7 take the top card of that pile."""

ACTIONS = PILES + 1
MAX_LEGAL = ACTIONS
OBSERVATION = (13, DECK)

WRAP, CLASSIC, DEAD_KING = 0, 1, 2
"""Which ranks are neighbours: K and A too; only within A to K; the same, and nothing goes on a K."""

CLEARED, STUCK = 1, 2
"""How it ends (`over`)."""

State = record_dtype(
    ("rule", np.int16),
    ("stocked", np.int16),
    ("homed", np.int16),
    ("heights", np.int16, (PILES,)),
    ("piles", np.int16, (PILES, HEIGHT)),
    ("stock", np.int16, (STOCK,)),
    ("home", np.int16, (DECK,)),
    ("pad", np.int16, (3,)),
)
"""`piles[i, :heights[i]]`, `stock[:stocked]`, `home[:homed]` run from bottom to top; the rest is `NONE`."""


@kernel
def setup(s: Record, seats: int, seed: np.uint64) -> None:
    """Shuffle and deal: 35 cards to the piles, one each in turn, 17 to the stock."""
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
    """Deal a deck in its order: round-robin to the piles, then the stock, first card turned first."""
    s.player = 0
    s.over = 0
    s.stocked = STOCK
    s.homed = 0
    s.home[:] = NONE
    for i in range(PILES * HEIGHT):
        s.piles[i % PILES, i // PILES] = deck[i]
    s.heights[:] = HEIGHT
    for i in range(STOCK):
        s.stock[STOCK - 1 - i] = deck[PILES * HEIGHT + i]


@kernel
def fits(rule: int, card: int, under: int) -> bool:
    """Say whether `card` may go on `under`, the homecell's top (`NONE` when empty)."""
    if under == NONE:
        return False
    rank, below = card % 13, under % 13
    if rule == WRAP:
        return (rank - below) % 13 == 1 or (below - rank) % 13 == 1
    if rule == DEAD_KING and below == 12:
        return False
    return rank - below == 1 or below - rank == 1


@kernel
def top_home(s: Record) -> int:
    """Return the homecell's top card or `NONE`."""
    return s.home[s.homed - 1] if s.homed > 0 else NONE


@kernel
def playable(s: Record, pile: int) -> bool:
    """Say whether the top card of a pile, 0 to 6, may go to the homecell."""
    height = s.heights[pile]
    return height > 0 and fits(s.rule, s.piles[pile, height - 1], top_home(s))


@kernel
def legal(s: Record, out: Actions) -> int:
    """Write the legal actions, ascending; return how many."""
    if s.over != 0:
        return 0
    n = 0
    if s.stocked > 0:
        out[0] = DEAL
        n = 1
    for pile in range(PILES):
        if playable(s, pile):
            out[n] = pile + 1
            n += 1
    return n


@kernel
def apply(s: Record, action: int) -> None:
    """Play a legal action."""
    if action == DEAL:
        s.stocked -= 1
        s.home[s.homed] = s.stock[s.stocked]
        s.stock[s.stocked] = NONE
    else:
        pile = action - 1
        s.heights[pile] -= 1
        height = s.heights[pile]
        s.home[s.homed] = s.piles[pile, height]
        s.piles[pile, height] = NONE
    s.homed += 1
    settle(s)


@kernel
def settle(s: Record) -> None:
    """Notice the end: won when the tableau is clear, lost when the stock is empty and no card fits."""
    s.over = 0
    s.player = 0
    if cards_left(s) == 0:
        s.over = CLEARED
    elif s.stocked == 0:
        s.over = STUCK
        for pile in range(PILES):
            if playable(s, pile):
                s.over = 0
    if s.over != 0:
        s.player = -1


@kernel
def cards_left(s: Record) -> int:
    """Count the cards in the tableau."""
    left = 0
    for pile in range(PILES):
        left += s.heights[pile]
    return left


@kernel
def returns(s: Record, out: Shares) -> None:
    """Write 1 for a cleared tableau, 0 otherwise."""
    out[0] = 1.0 if s.over == CLEARED else 0.0


@kernel
def determinize(s: Record, seat: int, seed: np.uint64) -> None:
    """Deal the stock anew: its cards are known as a set, their order is not."""
    arrange(s.stock, s.stocked)
    s.rng = seed
    shuffle(s, s.stock, s.stocked)


@kernel
def observe(s: Record, seat: int, out: npt.NDArray[np.float32]) -> None:
    """Write planes over the 52 cards.

    Planes 0 to 6: the card's place in that pile, from 1/5 (bottom) to 1. 7: lies in the homecell. 8: is its
    top. 9: lies in the stock, or somewhere there. 10: every card, the part of the stock that is left. 11 and
    12: every card, 1 under `classic` and under `dead_king`.
    """
    out[9, :] = 1.0
    for pile in range(PILES):
        for place in range(s.heights[pile]):
            card = s.piles[pile, place]
            out[pile, card] = (place + 1) / HEIGHT
            out[9, card] = 0.0
    for place in range(s.homed):
        out[7, s.home[place]] = 1.0
        out[9, s.home[place]] = 0.0
    if s.homed > 0:
        out[8, top_home(s)] = 1.0
    out[10, :] = s.stocked / STOCK
    if s.rule != WRAP:
        out[10 + s.rule, :] = 1.0
