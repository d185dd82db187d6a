"""What has changed since version 1.1.0.

The exercise “last ten” is gone, and with it the times that others never had; a run of questions
says which exercises it missed. An entry of a class says when its pupil left (of classes that are
over it isn't known, so it is now), and which pupil it is: who comes back in another browser has a
second entry. Tables that the command ``transfer`` of version 1.1.0 left out are made afterwards.
"""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0026"
branch_labels = None
depends_on = None

entries = sa.table("contest_entries", sa.column("id", sa.String), sa.column("seat", sa.String))


def upgrade() -> None:
    connection = op.get_bind()
    if sa.inspect(connection).has_table("attempts"):
        op.execute("DELETE FROM attempts WHERE skill LIKE 'last-ten/%'")
        with op.batch_alter_table("attempts") as attempts:
            attempts.drop_column("best")
    op.add_column("runs", sa.Column("missed", sa.Text, nullable=False, server_default=""))
    op.add_column("contest_entries", sa.Column("until", sa.DateTime(timezone=True)))
    op.execute(
        "UPDATE contest_entries SET until = CURRENT_TIMESTAMP WHERE contest IN"
        " (SELECT id FROM contests WHERE kind = 'class' AND is_closed)"
    )
    seat = sa.Column("seat", sa.String(32), nullable=False, server_default="")
    op.add_column("contest_entries", seat)
    for entry in connection.scalars(sa.select(entries.c.id)).all():
        letters = "".join(secrets.choice("CDFHJKLNPRTWXY") for _ in range(8))
        connection.execute(sa.update(entries).where(entries.c.id == entry).values(seat=letters))
