"""Browsers that play as one, and the codes that join them."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "device_codes",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("ends", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_table(
        "devices",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("joined", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("devices_by_player", "devices", ["player"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("devices")
    op.drop_table("device_codes")
