"""A contest that went on as a race names it; and what the pupils of classes answered."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "contests", sa.Column("successor", sa.String(32), nullable=False, server_default="")
    )
    op.create_table(
        "class_answers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("contest", sa.String(32), nullable=False),
        sa.Column("entry", sa.String(32), nullable=False),
        sa.Column("path", sa.String(200), nullable=False),
        sa.Column("words", sa.String(120), nullable=False),
        sa.Column("is_right", sa.Boolean, nullable=False),
        sa.Column("given", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("answers_of_a_pupil", "class_answers", ["entry"])
