"""Codes that join browsers are stored no more: they are signed."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop their table. Codes of the release before were good for ten minutes."""
    op.drop_table("device_codes")


def downgrade() -> None:
    op.create_table(
        "device_codes",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("ends", sa.DateTime(timezone=True), nullable=False),
    )
