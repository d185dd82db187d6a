"""The first lesson of Mastermind is called by what it is about: feedback."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

lesson_steps = sa.table("lesson_steps", sa.column("lesson"))
BEFORE, NOW = "mastermind/the-answer", "mastermind/feedback"


def _rename(old: str, new: str) -> None:
    op.execute(sa.update(lesson_steps).where(lesson_steps.c.lesson == old).values(lesson=new))


def upgrade() -> None:
    """Keep what a player has done of it."""
    _rename(BEFORE, NOW)


def downgrade() -> None:
    _rename(NOW, BEFORE)
