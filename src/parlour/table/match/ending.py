"""How a match ends when its players end it, or when some of them have left before the rules did."""

from parlour.core.result import Result


def given_up(seats: int, loser: int, reason: str) -> Result:
    """Return the result of a match of two seats that one of them gave up or lost on time."""
    ranks = tuple(2 if seat == loser else 1 for seat in range(seats))
    return Result((), ranks, tuple(seat for seat in range(seats) if seat != loser), reason)


def agreed(seats: int) -> Result:
    """Return the result of a match that all took as a draw: nobody has won."""
    return Result((), (1,) * seats, (), "agreed")


def with_leavers(result: Result | None, seats: int, left: tuple[int, ...]) -> Result:
    """Return the result of a match of more than two seats, of which those in `left` left in this order.

    `result` is that of the rules, `None` if only one seat is left that plays. Whoever left ranks behind all
    who stayed, and the earlier the further; the best of those who stayed have won.
    """
    stayed = [seat for seat in range(seats) if seat not in left]
    ranks = [0] * seats
    for seat in stayed:
        better = 0 if result is None else sum(result.ranks[other] < result.ranks[seat] for other in stayed)
        ranks[seat] = better + 1
    for place, seat in enumerate(left):
        ranks[seat] = seats - place
    if result is None:
        return Result((), tuple(ranks), tuple(stayed), "left")
    if not left:
        return result
    drawn = not result.winners
    winners = () if drawn else tuple(seat for seat in stayed if ranks[seat] == 1)
    return Result(result.scores, tuple(ranks), winners, result.reason)
