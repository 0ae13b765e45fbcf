"""The JSON API: tables and matches for programs, over HTTP and one socket a table."""
