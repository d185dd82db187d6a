"""The tables of what limits have counted, and of what is done once a day."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "counts",
        sa.Column("key", sa.String(120), primary_key=True),
        sa.Column("amount", sa.BigInteger, nullable=False),
        sa.Column("ends", sa.Float, nullable=False),
    )
    op.create_table(
        "daily",
        sa.Column("work", sa.String(32), primary_key=True),
        sa.Column("day", sa.String(10), nullable=False),
    )


def downgrade() -> None:
    """Drop both tables."""
    op.drop_table("daily")
    op.drop_table("counts")
