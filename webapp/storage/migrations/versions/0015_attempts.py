"""The table of the exercises that players have tried, a row for each player and skill."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "attempts",
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("skill", sa.String(64), primary_key=True),
        sa.Column("box", sa.Integer, nullable=False),
        sa.Column("tried", sa.DateTime(timezone=True), nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("missed", sa.Integer, nullable=False),
        sa.Column("last", sa.String(120), nullable=False),
        sa.Column("best", sa.Float, nullable=True),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("attempts")
