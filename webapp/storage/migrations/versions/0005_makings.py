"""Boards in the making, and the networks that jobs were begun from."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table; nobody knows where older jobs came from, and these are over."""
    network = sa.Column("network", sa.String(64), nullable=False, server_default="")
    op.add_column("jobs", network)
    op.create_table(
        "makings",
        sa.Column("name", sa.String(120), primary_key=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("network", sa.String(64), nullable=False),
        sa.Column("is_small", sa.Boolean, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("run", sa.Integer, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("most", sa.Integer, nullable=False),
        sa.Column("sentence", sa.Text, nullable=False),
        sa.Column("begun", sa.Float, nullable=False),
        sa.Column("ends", sa.Float, nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    """Drop the table and the column."""
    op.drop_table("makings")
    op.drop_column("jobs", "network")
