"""The `parlour` command: the table, games in the terminal, positions and records as text."""

import sys


def main() -> None:
    """Run the command line with the arguments of this process."""
    from parlour.cli.app import parlour

    sys.exit(parlour())
