"""Make the tables that the command ``transfer`` of version 1.1.0 left out.

Later migrations may change them.
"""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    metadata = sa.MetaData()
    sa.Table(
        "attempts",
        metadata,
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("skill", sa.String(64), primary_key=True),
        sa.Column("box", sa.Integer, nullable=False),
        sa.Column("tried", sa.DateTime(timezone=True), nullable=False),
        sa.Column("solved", sa.Integer, nullable=False),
        sa.Column("missed", sa.Integer, nullable=False),
        sa.Column("last", sa.String(120), nullable=False),
        sa.Column("best", sa.Float, nullable=True),
        sa.Column("earlier", sa.Text, nullable=False, server_default=""),
    )
    sa.Table(
        "boards",
        metadata,
        sa.Column("name", sa.String(120), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("made", sa.DateTime(timezone=True), nullable=False),
    )
    sa.Table(
        "devices",
        metadata,
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("joined", sa.DateTime(timezone=True), nullable=False),
        sa.Index("devices_by_player", "player"),
    )
    sa.Table(
        "lesson_steps",
        metadata,
        sa.Column("player", sa.String(32), primary_key=True),
        sa.Column("lesson", sa.String(80), primary_key=True),
        sa.Column("step", sa.Integer, primary_key=True),
        sa.Column("done", sa.DateTime(timezone=True), nullable=False),
    )
    metadata.create_all(op.get_bind())
