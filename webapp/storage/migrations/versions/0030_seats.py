"""Which pupil an entry of a class is: who comes back in another browser has a second entry."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    seat = sa.Column("seat", sa.String(32), nullable=False, server_default="")
    op.add_column("contest_entries", seat)
    entries = sa.table("contest_entries", sa.column("id", sa.String), sa.column("seat", sa.String))
    connection = op.get_bind()
    for entry in connection.scalars(sa.select(entries.c.id)).all():
        letters = "".join(secrets.choice("CDFHJKLNPRTWXY") for _ in range(8))
        is_it = entries.c.id == entry
        connection.execute(sa.update(entries).where(is_it).values(seat=letters))
