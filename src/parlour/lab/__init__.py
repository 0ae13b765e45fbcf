"""The lab: matches of computer players, and what can be said of their strength."""
