"""When a pupil left a class; of classes that are over it isn't known, so it is now."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("contest_entries", sa.Column("until", sa.DateTime(timezone=True)))
    op.execute(
        "UPDATE contest_entries SET until = CURRENT_TIMESTAMP WHERE contest IN"
        " (SELECT id FROM contests WHERE kind = 'class' AND is_closed)"
    )
