"""Seats as texts name them."""


def seat_name(seat: int) -> str:
    """Return the letter of a seat, which counts from 0.

    >>> seat_name(0), seat_name(3)
    ('A', 'D')
    """
    return chr(ord("A") + seat)
