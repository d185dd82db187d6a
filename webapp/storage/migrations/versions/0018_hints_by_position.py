"""A position at which there were hints counts as one hint, however many steps of it were shown."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

games = sa.table("games", sa.column("id"), sa.column("hints"), sa.column("hints_used"))


def _count_again(by_position: bool) -> None:
    """Count the hints of games that had any by their logs; a damaged log keeps its count."""
    connection = op.get_bind()
    asked = sa.select(games.c.id, games.c.hints).where(games.c.hints_used > 0)
    for game_id, hints in connection.execute(asked).all():
        try:
            given = [(key, tier) for key, tier in json.loads(hints)["given"]]
        except (ValueError, KeyError, TypeError):
            continue
        used = len({key for key, _ in given} if by_position else given)
        connection.execute(sa.update(games).where(games.c.id == game_id).values(hints_used=used))


def upgrade() -> None:
    """Count positions, in games of earlier releases too, so that they compare."""
    _count_again(by_position=True)


def downgrade() -> None:
    """Count each step of a hint again."""
    _count_again(by_position=False)
