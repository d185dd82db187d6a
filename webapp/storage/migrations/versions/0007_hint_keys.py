"""The hints of Mastermind's games, by the position they were given at instead of by its row.

By its row alone, a hint came again free of charge where another row had been played in between.
"""

import zlib
from collections.abc import Callable

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

GAMES = sa.table("games", *map(sa.column, ("id", "kind", "moves", "hints")))


def upgrade() -> None:
    """Write for each row the check sum of the guesses before it."""
    _rewrite(lambda guesses: {str(row): str(_key(guesses, row)) for row in range(len(guesses) + 1)})


def downgrade() -> None:
    """Write for each check sum the row that it stands for; one of guesses taken back is row 0."""
    _rewrite(lambda guesses: {str(_key(guesses, row)): str(row) for row in range(len(guesses) + 1)})


def _key(guesses: list[str], row: int) -> int:
    return zlib.crc32("\n".join(guesses[:row]).encode())


def _rewrite(keys_of: Callable[[list[str]], dict[str, str]]) -> None:
    connection = op.get_bind()
    hinted = (GAMES.c.kind == "mastermind") & (GAMES.c.hints != "")
    for game in connection.execute(sa.select(GAMES).where(hinted)).all():
        keys = keys_of(game.moves.splitlines())
        entries = (entry.partition(":")[::2] for entry in game.hints.split())
        hints = " ".join(f"{keys.get(key, '0')}:{tier}" for key, tier in entries)
        connection.execute(sa.update(GAMES).where(GAMES.c.id == game.id).values(hints=hints))
