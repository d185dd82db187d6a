"""Games that their players have deleted: for a day they can be brought back, then they are swept.

Such a game belongs to nobody whom a cookie can name, so that no page finds it; a link that showed
it shows it no more, unless it is brought back.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import select, update

from webapp.storage.games import Store, StoredGame
from webapp.storage.tables import DELETED, games


def delete_game(store: Store, game: StoredGame) -> None:
    """Delete a player's game, whatever its version."""
    values = {"player": DELETED + game.player, "changed": datetime.now(UTC)}
    with store.changing() as connection:
        is_it = (games.c.id == game.id, games.c.player == game.player)
        connection.execute(update(games).where(*is_it).values(**values))


def return_game(store: Store, game_id: str, player: str) -> bool:
    """Bring back a game that the player has deleted; say whether there is one."""
    with store.changing() as connection:
        is_it = (games.c.id == game_id, games.c.player == DELETED + player)
        found = connection.execute(update(games).where(*is_it).values(player=player))
        return found.rowcount == 1


def is_deleted(store: Store, game_id: str, player: str) -> bool:
    """Say whether a game is one that the player has deleted and can bring back."""
    is_it = (games.c.id == game_id, games.c.player == DELETED + player)
    with store.reading() as connection:
        return connection.execute(select(games.c.id).where(*is_it)).first() is not None
