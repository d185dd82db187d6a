"""The table of the steps of lessons that players have done."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "lesson_steps",
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("lesson", sa.String(80), primary_key=True),
        sa.Column("step", sa.Integer, primary_key=True),
        sa.Column("done", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("lesson_steps")
