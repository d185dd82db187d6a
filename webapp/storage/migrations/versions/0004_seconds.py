"""The time that each game was played, in seconds."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; nobody knows how long older games took, so they begin at 0."""
    seconds = sa.Column("seconds", sa.Float, nullable=False, server_default="0")
    op.add_column("games", seconds)


def downgrade() -> None:
    """Drop the column."""
    op.drop_column("games", "seconds")
