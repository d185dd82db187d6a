"""Version 1.1.0, whose databases are the oldest that can be brought up to date.

A new database gets all tables as they are now.
"""

revision = "0026"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Leave everything to the migrations that follow."""
