"""The figures an operator watches, in Prometheus' form at `/metrics`."""

from prometheus_client import Counter, Gauge, Histogram

SOCKETS = Gauge("parlour_sockets", "Open sockets")
TABLES = Gauge("parlour_tables_cached", "Tables held in memory")
DEADLINES = Gauge("parlour_deadlines", "Clocks that are running")
COMMANDS = Counter("parlour_commands", "Commands answered, by kind and outcome", ["kind", "outcome"])
COMMAND_SECONDS = Histogram(
    "parlour_command_seconds",
    "From reading a command to its answer",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
COMMIT_SECONDS = Histogram(
    "parlour_commit_seconds",
    "One commit of the log",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5),
)
COMMITTED_WRITES = Counter("parlour_committed_writes", "Writes committed; several share one commit")
FAILED_WRITES = Counter("parlour_failed_writes", "Writes that the database did not take")
DROPPED_SOCKETS = Counter("parlour_dropped_sockets", "Sockets dropped by the server, by reason", ["reason"])
OPEN_TABLES = Gauge("parlour_tables_open", "Tables that wait for players")
GAMES_RUNNING = Gauge("parlour_games_running", "Games of several players that have begun and not ended")
DATABASE_BYTES = Gauge("parlour_database_bytes", "Size of an SQLite database with its latest writes")
