"""Which exercises counted before the last, and the exercise of the day that a player has solved."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a column, and make the table."""
    op.add_column("attempts", sa.Column("earlier", sa.Text, nullable=False, server_default=""))
    op.create_table(
        "exercise_days",
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("run", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("exercise_days")
    op.drop_column("attempts", "earlier")
