"""The table of the boards of Hidoku that were made on request, or drawn."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; a board has a name of its own."""
    op.create_table(
        "boards",
        sa.Column("name", sa.String(120), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("boards")
