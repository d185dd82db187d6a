"""Contests, which many play, and who takes part in them; what a review says of a whole game.

Skill and luck of older games are found out by the upkeep.
"""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables and add the columns."""
    op.add_column("games", sa.Column("skill", sa.Integer))
    op.add_column("games", sa.Column("luck", sa.Integer))
    is_waiting = sa.text("counts AND guesses > 0 AND skill IS NULL")
    op.create_index(
        "games_to_review",
        "games",
        ["ended"],
        sqlite_where=is_waiting,
        postgresql_where=is_waiting,
    )
    op.create_table(
        "contests",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("is_hidden", sa.Boolean, nullable=False),
        sa.Column("is_closed", sa.Boolean, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("contests_by_player", "contests", ["player"])
    op.create_table(
        "contest_entries",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("contest", sa.String(32), nullable=False),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("nickname", sa.String(20), nullable=False),
        sa.Column("is_removed", sa.Boolean, nullable=False),
        sa.Column("joined", sa.DateTime(timezone=True), nullable=False),
    )
    names = ["contest", "player"]
    op.create_index("entry_of_a_player", "contest_entries", names, unique=True)
    op.create_index("entries_by_player", "contest_entries", ["player"])
    op.create_index("entries_by_game", "contest_entries", ["game"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("contest_entries")
    op.drop_table("contests")
    op.drop_index("games_to_review", "games")
    op.drop_column("games", "luck")
    op.drop_column("games", "skill")
