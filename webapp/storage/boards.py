"""Boards in the database, by name: those made on request, and those that players drew.

A board is stored as a document (``webapp.hidoku.board_text``) and never changes: its name says what
it is, so that a link to it stays valid. A board is dropped only if it can be made again, the same,
on request: never one that a player drew, a daily one, or one of a generator that is gone.
"""

from contextlib import suppress
from datetime import UTC, datetime
from typing import Final

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from webapp.storage.games import Store
from webapp.storage.tables import boards

OWN: Final = "own-"  # how the names of boards begin that players drew
#: How many boards that can be made again are kept.
MOST_MADE: Final = 5000


def keep_board(store: Store, name: str, text: str) -> None:
    """Store a board, unless the name exists.

    Own boards are never dropped, so the limit on storage may refuse one (``Store.admit``).
    """
    if find_board(store, name) is not None:
        return
    if name.startswith(OWN):
        store.admit(len(name) + len(text))
    with suppress(IntegrityError), store.changing() as connection:
        add_board(connection, name, text)


def find_board(store: Store, name: str) -> str | None:
    text: str | None = store.value(sa.select(boards.c.text).where(boards.c.name == name))
    return text


def add_board(
    connection: sa.Connection, name: str, text: str, prefixes: tuple[str, ...] = ()
) -> None:
    """Store a board. Raises IntegrityError if the name exists.

    ``prefixes`` are the beginnings of the names of boards that can be made again: if there are too
    many of these, the oldest are dropped. Games keep their boards themselves.
    """
    row = {"name": name, "text": text, "made": datetime.now(UTC)}
    connection.execute(sa.insert(boards).values(**row))
    if name.startswith(prefixes):
        starts = (boards.c.name.startswith(start, autoescape=True) for start in prefixes)
        made_boards = sa.select(boards.c.name).where(sa.or_(*starts))
        newest_first = made_boards.order_by(boards.c.made.desc(), boards.c.name)
        is_too_old = boards.c.name.in_(newest_first.offset(MOST_MADE))
        connection.execute(sa.delete(boards).where(is_too_old))
