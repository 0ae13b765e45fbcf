"""Computer players: tree search over all that a seat cannot know, one kernel for every game."""
