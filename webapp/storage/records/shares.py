"""Which finished games their players show to whoever has the link, each under an id of its own.

A row outlives what it stands for, so that a link that was sent says what became of it: a game that
is withdrawn leaves its row without the game's id. Shown again, it gets another link.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final, NamedTuple

from sqlalchemy import Column, DateTime, String, Table, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from webapp.storage.games import Store, StoredGame
from webapp.storage.records.contests import new_id
from webapp.storage.tables import DELETED, games, metadata

ROW: Final = 120  # bytes that a share takes, roughly
#: How many days a link says that it was withdrawn; later it is as any that never was.
REMEMBERED: Final = 365
MOST_LIKE: Final = 50  # games looked at for one like another

shares: Final = Table(
    "shares",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=True, unique=True),
    Column("made", DateTime(timezone=True), nullable=False),
)


class Share(NamedTuple):
    """A link that was made; ``game`` is the id of what it shows, None if it was withdrawn."""

    id: str
    game: str | None


def share(store: Store, game: StoredGame) -> str:
    """Return the id under which a game is shown, from now on or already."""
    known = share_of(store, game)
    if known:
        return known
    store.admit(ROW)
    row = {"id": new_id(), "game": game.id, "made": datetime.now(UTC)}
    try:
        with store.changing() as connection:
            connection.execute(insert(shares).values(row))
    except IntegrityError:  # another tab was faster
        return share_of(store, game) or share(store, game)
    return str(row["id"])


def share_of(store: Store, game: StoredGame) -> str | None:
    found: str | None = store.value(select(shares.c.id).where(shares.c.game == game.id))
    return found


def find_share(store: Store, share_id: str) -> Share | None:
    found = store.rows(select(shares.c.id, shares.c.game).where(shares.c.id == share_id))
    return Share(**found[0]) if found else None


def find_shown(store: Store, game_id: str) -> StoredGame | None:
    """Return a game that somebody shows, whatever it is; None if it is gone or deleted."""
    is_there = (games.c.id == game_id, ~games.c.player.startswith(DELETED, autoescape=True))
    kind = store.value(select(games.c.kind).where(*is_there))
    return store.load_any(game_id, kind) if kind else None


def withdraw(store: Store, share_id: str) -> None:
    """Show a game no longer: its link leads to nothing of it any more."""
    store.run(update(shares).where(shares.c.id == share_id).values(game=None))


def finished_like(store: Store, player: str, game: StoredGame, part: str) -> list[StoredGame]:
    """Return a player's finished games of another one's kind and rules, the newest first.

    Their ``start`` contains the ``part``. It looks at some of the newest alone.
    """
    mine = (games.c.player == player, games.c.kind == game.kind, games.c.rules == game.rules)
    like = (*mine, games.c.finished, games.c.start.contains(part, autoescape=True))
    query = select(games.c.id).where(*like).order_by(games.c.changed.desc()).limit(MOST_LIKE)
    ids = (row["id"] for row in store.rows(query))
    return [found for each in ids if (found := store.load_any(each, game.kind))]


def drop_old_shares(store: Store) -> None:
    """Forget what was withdrawn long ago, and links to games that are gone as long."""
    long_ago = datetime.now(UTC) - timedelta(days=REMEMBERED)
    is_shown = shares.c.game.in_(select(games.c.id))
    is_over = shares.c.made < long_ago, shares.c.game.is_(None) | ~is_shown
    store.run(delete(shares).where(*is_over))
