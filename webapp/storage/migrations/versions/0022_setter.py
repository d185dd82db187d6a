"""The computer’s games against itself are the setter’s: with a drawn code, or an evil setter."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

games = sa.table("games", sa.column("id"), sa.column("kind"), sa.column("start"))


def upgrade() -> None:
    connection = op.get_bind()
    watched = sa.select(games.c.id, games.c.start).where(games.c.kind == "watch")
    for game_id, start in connection.execute(watched).all():
        values = {"kind": "setter", "start": _setter_start(start)}
        connection.execute(sa.update(games).where(games.c.id == game_id).values(values))


def _setter_start(text: str) -> str:
    """Return the set-up of a watched game as the setter's; a damaged one stays as it is."""
    try:
        setup = json.loads(text)
        evil = {} if setup.get("secret") else {"evil": True}
    except (ValueError, AttributeError):
        return text
    return json.dumps({**setup, "role": "setter", **evil}, separators=(",", ":"))
