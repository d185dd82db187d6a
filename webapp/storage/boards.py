"""Boards in the database, by name: those that were made by wish and those that players drew.

A board is stored as text (``webapp.hidoku.board_text``) and never changes: its name says what it
is, so that a link to it stays good.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from flask import current_app
from sqlalchemy import (
    Column,
    Connection,
    DateTime,
    Select,
    String,
    Table,
    Text,
    delete,
    insert,
    select,
)
from sqlalchemy.exc import IntegrityError

from webapp.storage.games import Store
from webapp.storage.tables import metadata

OWN: Final = "own-"  # what the names of boards begin with that players drew
#: How many boards by wish are kept: whoever asks for one that was dropped has it made again.
MOST_MADE: Final = 5000

boards = Table(
    "boards",
    metadata,
    Column("name", String(120), primary_key=True),
    Column("text", Text, nullable=False),
    Column("made", DateTime(timezone=True), nullable=False),
)


class BoardStore:
    """All boards, in the store's database. Threads share it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def keep(self, name: str, text: str) -> None:
        """Store a board; without effect if the name is there.

        Own boards stay for good, so what limits what is stored may refuse one (``Store.admit``).
        """
        if self.find(name) is not None:
            return
        if name.startswith(OWN):
            self._store.admit(len(name) + len(text))
        try:
            with self._store.changing() as connection:
                add_board(connection, name, text)
        except IntegrityError:
            return

    def find(self, name: str) -> str | None:
        """Return the text of a board, or None."""
        with self._store.reading() as connection:
            found = connection.execute(select(boards.c.text).where(boards.c.name == name)).scalar()
            return None if found is None else str(found)


def add_board(connection: Connection, name: str, text: str) -> None:
    """Store a board. Raises IntegrityError if the name is there.

    The oldest of too many boards by wish are dropped; games keep their boards themselves.
    """
    row = {"name": name, "text": text, "made": datetime.now(UTC)}
    connection.execute(insert(boards).values(**row))
    if not name.startswith(OWN):
        connection.execute(delete(boards).where(boards.c.name.in_(_too_many())))


def _too_many() -> Select[tuple[str]]:
    made = select(boards.c.name).where(~boards.c.name.startswith(OWN))
    return made.order_by(boards.c.made.desc(), boards.c.name).offset(MOST_MADE)


def board_store() -> BoardStore:
    """Return the running application's boards."""
    found: BoardStore = current_app.extensions["boards"]
    return found
