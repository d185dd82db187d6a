"""The exercise “last ten” is gone, and with it the times that others never had."""

from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("DELETE FROM attempts WHERE skill LIKE 'last-ten/%'")
    with op.batch_alter_table("attempts") as attempts:
        attempts.drop_column("best")
