"""Games of older releases, whose rows don't say which board they are on and how they ended.

That is worked out for a hundred at a time: by the upkeep, and when a player opens their list.
"""

from __future__ import annotations

import time
from typing import Any, Final

import sqlalchemy as sa

from webapp.storage.games import Store, StoredGame
from webapp.storage.records.results import UNKNOWN, result_columns
from webapp.storage.tables import COLUMNS, games

BATCH: Final = 100
REST: Final = 0.02  # seconds


def describe_older(store: Store, player: str = "", rest: float = REST) -> int:
    """Describe games that have no description yet: a batch of a player's, or all; return how many.

    A damaged game is named by its rules, and not looked at again.
    """
    described = 0
    while found := _undescribed(store, player):
        for game in found:
            _describe(store, game)
        described += len(found)
        if player:
            break
        time.sleep(rest)
    return described


def _undescribed(store: Store, player: str) -> list[StoredGame]:
    query = sa.select(*COLUMNS).where(games.c.board == "").limit(BATCH)
    if player:
        query = query.where(games.c.player == player)
    return [StoredGame(**row) for row in store.rows(query)]


def _describe(store: Store, game: StoredGame) -> None:
    facts = store.describe(game)
    values: dict[str, Any] = {"board": facts.board or game.rules or "?"}
    if game.finished and facts.result and game.result == UNKNOWN:
        values |= result_columns(facts.result, game.seconds, game.changed)
    is_it = (games.c.id == game.id, games.c.version == game.version, games.c.board == "")
    store.run(sa.update(games).where(*is_it).values(**values))
