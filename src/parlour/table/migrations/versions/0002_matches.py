"""Tables of several seats: names, terms, links, outages, results and ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add what matches need; solitaires keep all they have."""
    op.add_column("players", sa.Column("name", sa.String(64), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("phase", sa.String(12), nullable=False, server_default="solo"))
    op.add_column("tables", sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("tables", sa.Column("terms", sa.Text, nullable=True))
    op.add_column("tables", sa.Column("touched", sa.BigInteger, nullable=True))
    op.add_column("tables", sa.Column("deadline", sa.BigInteger, nullable=True))
    op.create_index("tables_in_phase", "tables", ["phase", "public", "touched"])
    op.create_index("tables_by_deadline", "tables", ["deadline"])
    with op.batch_alter_table("seats") as seats:
        seats.alter_column("player", existing_type=sa.String(24), nullable=True)
        seats.add_column(sa.Column("link", sa.Integer, nullable=False, server_default="0"))
    op.create_table(
        "house",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("alive", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("began", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("table", sa.String(24), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("player", sa.String(24), sa.ForeignKey("players.id"), nullable=True),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("winner", sa.Boolean, nullable=False),
        sa.Column("score", sa.Float, nullable=True),
        sa.Column("ended", sa.String(12), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("begun", sa.Boolean, nullable=False),
        sa.Column("mu", sa.Float, nullable=True),
        sa.Column("sigma", sa.Float, nullable=True),
        sa.Column("ops", sa.Integer, nullable=True),
        sa.Column("stand_in", sa.String(24), nullable=True),
        sa.PrimaryKeyConstraint("table", "seat"),
    )
    op.create_index("results_in_order", "results", ["number"])
    op.create_index("results_of_player", "results", ["player", "number"])
    op.create_index("results_of_player_in_game", "results", ["player", "game", "number"])
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("player", sa.String(24), sa.ForeignKey("players.id"), nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("ops", sa.Integer, nullable=True),
        sa.Column("window", sa.String(40), nullable=False, server_default=""),
        sa.PrimaryKeyConstraint("game", "player"),
    )
    op.create_index("ratings_of_player", "ratings", ["player"])
