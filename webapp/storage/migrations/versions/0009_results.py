"""What a game is played on, which day's it is, and how it ended; the dailies' codes and totals.

Of older games this is found out when their list is asked for, or by the upkeep.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

NEW = (
    sa.Column("board", sa.String(120), nullable=False, server_default=""),
    sa.Column("day", sa.String(10), nullable=False, server_default=""),
    sa.Column("result", sa.String(8), nullable=False, server_default=""),
    sa.Column("guesses", sa.Integer, nullable=False, server_default="0"),
    sa.Column("hints_used", sa.Integer, nullable=False, server_default="0"),
    sa.Column("counts", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("took", sa.Float, nullable=False, server_default="0"),
    sa.Column("ended", sa.DateTime(timezone=True)),
)

#: Of a player's games on a day's board, the one that went furthest is the daily one.
MARK_DAYS = sa.text("""
    UPDATE games SET day = substr(rules, 7) WHERE id IN (
        SELECT id FROM (
            SELECT id, row_number() OVER (
                PARTITION BY player, rules ORDER BY finished DESC, created, id
            ) AS place
            FROM games WHERE kind = 'play' AND rules LIKE 'daily-%'
        ) AS ranked WHERE place = 1
    )
""")


def upgrade() -> None:
    """Add the columns and the tables."""
    for column in NEW:
        op.add_column("games", column)
    is_daily = sa.column("day") != ""
    op.create_index(
        "games_of_a_day",
        "games",
        ["player", "kind", "day"],
        unique=True,
        sqlite_where=is_daily,
        postgresql_where=is_daily,
    )
    op.create_table(
        "daily_codes",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("code", sa.Text, nullable=False),
    )
    op.create_table(
        "daily_totals",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("kind", sa.String(16), primary_key=True),
        sa.Column("result", sa.String(8), primary_key=True),
        sa.Column("amount", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("players", sa.Integer, nullable=False),
    )

    op.execute(MARK_DAYS)


def downgrade() -> None:
    """Drop them."""
    op.drop_table("daily_totals")
    op.drop_table("daily_codes")
    op.drop_index("games_of_a_day", "games")
    for column in reversed(NEW):
        op.drop_column("games", column.name)
