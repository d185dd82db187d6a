"""Runs of questions, and their records."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "runs",
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("idea", sa.String(64), primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("exercise", sa.String(120), nullable=False),
        sa.Column("entered", sa.Text, nullable=False),
        sa.Column("outcomes", sa.Text, nullable=False),
        sa.Column("best", sa.Integer, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("day_best", sa.Integer, nullable=False),
    )
    op.create_index("runs_of_a_day", "runs", ["idea", "day"])
