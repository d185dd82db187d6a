"""Which finished games their players show to whoever has the link, each under its own id.

A row outlives its game, so that a link that was sent can say what became of it. Withdrawing a game
clears its id from the row; shown again, it gets another link.
"""

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from webapp.storage.games import Store, StoredGame
from webapp.storage.records.contests import new_id
from webapp.storage.tables import DELETED, games, shares

ROW: Final = 120  # bytes that a share takes, roughly
#: For how many days a link says that it was withdrawn; then it looks like one that never existed.
REMEMBERED: Final = 365
MOST_LIKE: Final = 50  # how many games are searched for a similar one


class Share(NamedTuple):
    """A link to a game; ``game`` is the id of that game, None if it was withdrawn."""

    id: str
    game: str | None


def share(store: Store, game: StoredGame) -> str:
    """Return the id under which a game is shown; a new one if it isn't yet."""
    share_id = share_of(store, game)
    if share_id:
        return share_id
    store.admit(ROW)
    row = {"id": new_id(), "game": game.id, "made": datetime.now(UTC)}
    try:
        with store.changing() as connection:
            connection.execute(sa.insert(shares).values(row))
    except IntegrityError:  # another tab was faster
        return share_of(store, game) or share(store, game)
    return str(row["id"])


def share_of(store: Store, game: StoredGame) -> str | None:
    share_id: str | None = store.value(sa.select(shares.c.id).where(shares.c.game == game.id))
    return share_id


def find_share(store: Store, share_id: str) -> Share | None:
    rows = store.rows(sa.select(shares.c.id, shares.c.game).where(shares.c.id == share_id))
    return Share(**rows[0]) if rows else None


def find_shown(store: Store, game_id: str) -> StoredGame | None:
    """Return a game of any kind that is shown; None if it is gone or deleted."""
    is_there = (games.c.id == game_id, ~games.c.player.startswith(DELETED, autoescape=True))
    kind = store.value(sa.select(games.c.kind).where(*is_there))
    return store.load_any(game_id, kind) if kind else None


def withdraw(store: Store, share_id: str) -> None:
    """Stop showing a game: its link then shows nothing of it."""
    store.run(sa.update(shares).where(shares.c.id == share_id).values(game=None))


def erase_shares(connection: sa.Connection, players: Collection[str]) -> None:
    """Have the links to games of these players name no game, as if all were withdrawn."""
    player_games = sa.select(games.c.id).where(games.c.player.in_(players))
    connection.execute(sa.update(shares).where(shares.c.game.in_(player_games)).values(game=None))


def finished_like(store: Store, player: str, game: StoredGame, part: str) -> list[StoredGame]:
    """Return a player's finished games of the same kind and rules as this one, the newest first.

    Their ``start`` contains ``part``. Only some of the newest are searched.
    """
    is_own = (games.c.player == player, games.c.kind == game.kind, games.c.rules == game.rules)
    is_alike = (*is_own, games.c.finished, games.c.start.contains(part, autoescape=True))
    query = sa.select(games.c.id).where(*is_alike).order_by(games.c.changed.desc()).limit(MOST_LIKE)
    ids = (row["id"] for row in store.rows(query))
    return [record for game_id in ids if (record := store.load_any(game_id, game.kind))]


def drop_old_shares(store: Store) -> None:
    """Drop old links whose game was withdrawn or is gone."""
    long_ago = datetime.now(UTC) - timedelta(days=REMEMBERED)
    is_shown = shares.c.game.in_(sa.select(games.c.id))
    is_over = shares.c.made < long_ago, shares.c.game.is_(None) | ~is_shown
    store.run(sa.delete(shares).where(*is_over))
