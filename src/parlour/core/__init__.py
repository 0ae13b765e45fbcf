"""What a game, a position and a record are. Knows no game, draws nothing, serves nothing."""
