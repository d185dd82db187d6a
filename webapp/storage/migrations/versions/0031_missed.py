"""Which exercises a run's answers missed, so that its end can offer them again."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("runs", sa.Column("missed", sa.Text, nullable=False, server_default=""))
