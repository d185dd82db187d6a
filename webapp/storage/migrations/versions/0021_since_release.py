"""What has changed since version 1.0.0.

Codes that join browsers are signed, no longer stored. A position counts as one hint, however many
steps of it were shown. The first lesson of Mastermind is called feedback, and
an exercise by its title. There are races. Finished games are reviewed again, by the upkeep, since
another rule of skill holds.
"""

import json

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0016"
branch_labels = None
depends_on = None

games = sa.table("games", sa.column("id"), sa.column("hints"), sa.column("hints_used"))


def upgrade() -> None:
    op.drop_table("device_codes")
    _count_hints()
    op.execute(
        "UPDATE lesson_steps SET lesson = 'mastermind/feedback'"
        " WHERE lesson = 'mastermind/the-answer'"
    )
    op.execute(
        "UPDATE attempts SET skill = 'what-is-proved' || substr(skill, 11),"
        " last = replace(last, 'must-be-so', 'what-is-proved'),"
        " earlier = replace(earlier, 'must-be-so', 'what-is-proved')"
        " WHERE skill LIKE 'must-be-so/%'"
    )
    op.create_table(
        "races",
        sa.Column("contest", sa.String(32), primary_key=True),
        sa.Column("race", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Integer, nullable=False),
        sa.Column("starts", sa.DateTime(timezone=True)),
    )
    op.create_index("round_of_a_race", "races", ["race", "number"], unique=True)
    op.execute("UPDATE games SET skill = NULL, luck = NULL WHERE skill >= 0")


def _count_hints() -> None:
    """Count the hints of games that had any by their logs; a damaged log keeps its count."""
    connection = op.get_bind()
    query = sa.select(games.c.id, games.c.hints).where(games.c.hints_used > 0)
    for game_id, hints in connection.execute(query).all():
        try:
            used = len({key for key, _ in json.loads(hints)["given"]})
        except (ValueError, KeyError, TypeError):
            continue
        connection.execute(sa.update(games).where(games.c.id == game_id).values(hints_used=used))
