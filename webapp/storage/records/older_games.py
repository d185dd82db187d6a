"""Games of releases that did not say in a row what it is played on and how it ended.

That is found out for some hundred at a time: by the upkeep, and for a player who asks for the list.
"""

from __future__ import annotations

import time
from typing import Any, Final

from sqlalchemy import select, update

from webapp.storage.games import Store, StoredGame
from webapp.storage.records.results import UNKNOWN, result_columns
from webapp.storage.tables import COLUMNS, games

BATCH: Final = 100
REST: Final = 0.02  # seconds


def describe_older(store: Store, player: str = "", rest: float = REST) -> int:
    """Describe games that are not: some of a player's, or all of all; return how many.

    One that is damaged is called by its rules, and not looked at again.
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
    query = select(*COLUMNS).where(games.c.board == "").limit(BATCH)
    if player:
        query = query.where(games.c.player == player)
    return [StoredGame(**row) for row in store.rows(query)]


def _describe(store: Store, game: StoredGame) -> None:
    facts = store.describe(game)
    values: dict[str, Any] = {"board": facts.board or game.rules or "?"}
    if game.finished and facts.result and game.result == UNKNOWN:
        values |= result_columns(facts.result, game.seconds, game.changed)
    is_it = (games.c.id == game.id, games.c.version == game.version, games.c.board == "")
    store.run(update(games).where(*is_it).values(**values))
