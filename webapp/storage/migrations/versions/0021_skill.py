"""Skill halves by a quarter of a guess lost per row; it was a tenth, which blamed good guesses."""

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Have finished games reviewed again, by the upkeep, which keeps the new figures."""
    op.execute("UPDATE games SET skill = NULL, luck = NULL WHERE skill >= 0")


def downgrade() -> None:
    upgrade()
