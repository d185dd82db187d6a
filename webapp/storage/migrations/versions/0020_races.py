"""Races: rounds of group challenges that begin for all players at the same moment."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "races",
        sa.Column("contest", sa.String(32), primary_key=True),
        sa.Column("race", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("starts", sa.DateTime(timezone=True)),
    )
    op.create_index("round_of_a_race", "races", ["race", "number"], unique=True)


def downgrade() -> None:
    """Drop it, with the players who only waited."""
    op.execute("DELETE FROM contest_entries WHERE game = ''")
    op.drop_table("races")
