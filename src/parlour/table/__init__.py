"""The table: a server whose pages are drawn here, with the log of every game in a database."""
