"""The figures of a whole game's review, kept in its row: skill and luck, 0 to 100.

Games that count and have guesses wait for it once they are over; a small index finds them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import sqlalchemy as sa

from webapp.storage.games import Store, StoredGame
from webapp.storage.tables import COLUMNS, NOT_REVIEWED, games

#: Skill and luck of a game that can't be reviewed.
NONE: Final = -1


def find_unreviewed(store: Store, most: int) -> Sequence[StoredGame]:
    """Return games that wait for their review, the last to end first."""
    query = sa.select(*COLUMNS).where(NOT_REVIEWED).order_by(games.c.ended.desc()).limit(most)
    return [StoredGame(**row) for row in store.rows(query)]


def keep_review(store: Store, game: StoredGame, skill: int = NONE, luck: int = NONE) -> None:
    """Store the figures of a game's review; the defaults say that there can be none."""
    store.run(sa.update(games).where(games.c.id == game.id).values(skill=skill, luck=luck))
