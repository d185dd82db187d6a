"""One table of long work: ``tasks``, from the lab's ``jobs`` and the boards' ``makings``.

Jobs keep their ids, which are in addresses, and all that they found. Of boards only those have rows
whose making goes on, or failed.
"""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

SAME = ("player", "network", "state", "run", "done", "begun", "ends", "changed")
makings = sa.table(
    "makings",
    *map(sa.column, (*SAME[:-1], "name", "is_small", "most", "sentence")),
    sa.column("changed", sa.DateTime(timezone=True)),
)


def upgrade() -> None:
    tasks = op.create_table(
        "tasks",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("key", sa.String(200), nullable=False, unique=True),
        sa.Column("player", sa.String(32), nullable=False),
        sa.Column("network", sa.String(64), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("run", sa.Integer, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("pieces", sa.Integer, nullable=False),
        sa.Column("begun", sa.Float, nullable=False),
        sa.Column("ends", sa.Float, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("finding", sa.Text, nullable=False),
        sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
    )
    op.execute(
        "INSERT INTO tasks SELECT id, 'jobs', study, player, network, state, run, done, pieces,"
        " ends, ends, summary, finding, changed FROM jobs"
    )
    connection = op.get_bind()
    for row in connection.execute(sa.select(makings)).mappings().all():
        values = {name: row[name] for name in SAME}
        values |= {"id": secrets.token_urlsafe(16), "key": row["name"], "pieces": row["most"]}
        values |= {"kind": "small boards" if row["is_small"] else "boards", "finding": ""}
        connection.execute(sa.insert(tasks).values(**values, summary=row["sentence"]))
    op.drop_table("jobs")
    op.drop_table("makings")
