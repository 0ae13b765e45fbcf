"""Tables of several seats: what was agreed, who sits where, clocks, offers, and how a match ends."""
