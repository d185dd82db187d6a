"""Boards in the making, in the database: every server sees them, and can wait for one or end it.

A row is there while a board is being made, and stays when that came to nothing; when the board is
made, it is among the boards and the row goes. A server that dies leaves its rows: they count as
lost when nobody has told of them for a while.

Refused: no row for small boards, which are mostly made in hundredths of a second. The limits count
rows, so two hundred small boards at a time would be nobody's; and the row costs one short write
more, since it goes in the same transaction that keeps the board.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Any, Final

from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    Connection,
    DateTime,
    Float,
    Integer,
    RowMapping,
    Select,
    String,
    Table,
    Text,
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from webapp.storage.boards import add_board, boards
from webapp.storage.engine.faults import lock
from webapp.storage.games import Store
from webapp.storage.tables import metadata
from webapp.work.limits import Check, Visitor

#: A making that nobody has told anything about for so long has lost its server, seconds.
SILENCE: Final = 15.0
#: How many are remembered that came to nothing.
MOST_OTHERS: Final = 200

makings = Table(
    "makings",
    metadata,
    Column("name", String(120), primary_key=True),
    Column("player", String(32), nullable=False),
    Column("network", String(64), nullable=False),
    Column("is_small", Boolean, nullable=False),
    Column("state", String(16), nullable=False),
    Column("run", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("most", Integer, nullable=False),
    Column("sentence", Text, nullable=False),
    Column("begun", Float, nullable=False),
    Column("ends", Float, nullable=False),
    Column("changed", DateTime(timezone=True), nullable=False),
)


class MakingState(Enum):
    """How the making of a board stands; one that is done is among the boards."""

    RUNNING = "running"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Making:
    """A board in the making, by its name, or one that came to nothing.

    ``run`` counts how often it was begun, last by the visitor of ``player`` and ``network`` at the
    time ``begun`` (of ``time.time``); it ``ends`` at that time at the latest. ``done`` says which
    path was tried last, of ``most`` at most, zeros before the first. ``sentence`` says why it came
    to nothing. ``changed`` is when anything of it was written last; whoever makes it does so every
    few seconds.
    """

    name: str
    player: str
    network: str
    is_small: bool
    state: MakingState
    run: int
    done: int
    most: int
    sentence: str
    begun: float
    ends: float
    changed: datetime

    @property
    def visitor(self) -> Visitor:
        """Whoever began it last."""
        return Visitor(self.player, self.network)

    def is_under_way(self, now: float) -> bool:
        """Say whether it is being made, or waits for it: not if its server has fallen silent."""
        is_heard_of = self.changed.timestamp() > now - SILENCE
        return self.state is MakingState.RUNNING and self.ends > now and is_heard_of


class _MadeError(Exception):
    """The board is there, so it need not be made."""


class MakingStore:
    """All makings, in the store's database. Threads share it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def begin(
        self, visitor: Visitor, name: str, ends: float, check: Check, *, is_small: bool
    ) -> Making | None:
        """Store that a board is begun now; None if it is being made, or is there.

        ``check`` gets whose others of its kind, small or not, are under way on all servers, and
        raises if there is no room; then nothing is stored.
        """
        now = time.time()
        fresh = {**visitor._asdict(), "is_small": is_small, "begun": now, "ends": ends}
        fresh |= {"state": MakingState.RUNNING.value, "done": 0, "most": 0, "sentence": ""}
        fresh["changed"] = datetime.fromtimestamp(now, UTC)
        try:
            with self._store.changing() as connection:
                lock(connection, makings)
                run = _begin(connection, name, now, fresh)
                check(_visitors(connection, name, is_small, now))
        except (IntegrityError, _MadeError):
            return None
        return Making(**{**fresh, "name": name, "run": run, "state": MakingState.RUNNING})

    def tell(self, making: Making, done: int, most: int) -> bool:
        """Store how far a making is, and that it is looked after; False if it is so no longer."""
        with self._store.changing() as connection:
            return _changed(connection, making, {"done": done, "most": most})

    def end(self, making: Making, state: MakingState, sentence: str = "") -> None:
        """Store that a making came to nothing; without effect if it is under way no longer.

        The oldest of too many that came to nothing are dropped.
        """
        with self._store.changing() as connection:
            _changed(connection, making, {"state": state.value, "sentence": sentence})
            connection.execute(delete(makings).where(makings.c.name.in_(_too_many(time.time()))))

    def finish(self, making: Making, text: str, remade: tuple[str, ...] = ()) -> None:
        """Keep the board that was made; its making is over. ``remade``: see ``add_board``."""
        drop = delete(makings).where(*_is(making))
        try:
            with self._store.changing() as connection:
                connection.execute(drop)
                add_board(connection, making.name, text, remade)
        except IntegrityError:  # another server has kept it, for which this one was lost
            with self._store.changing() as connection:
                connection.execute(drop)

    def load(self, name: str) -> Making | None:
        """Return the making of a board."""
        columns = (makings.c[column] for column in Making.__dataclass_fields__)
        query = select(*columns).where(makings.c.name == name)
        with self._store.reading() as connection:
            row = connection.execute(query).mappings().first()
        return _making(row) if row else None


def _is(making: Making) -> tuple[ColumnElement[bool], ...]:
    return makings.c.name == making.name, makings.c.run == making.run


def _changed(connection: Connection, making: Making, values: dict[str, Any]) -> bool:
    """Store new values of a making; False, and nothing changed, if it is under way no longer."""
    query = update(makings).where(*_is(making), makings.c.state == MakingState.RUNNING.value)
    changed = connection.execute(query.values(**values, changed=datetime.now(UTC)))
    return changed.rowcount == 1


def _begin(connection: Connection, name: str, now: float, fresh: dict[str, Any]) -> int:
    """Write the row; return which run it is.

    Raises IntegrityError if it is being made, and _MadeError if the board is there: that is looked
    for last, so that a board is seen that another server keeps at this moment.
    """
    idle = (makings.c.name == name, ~_is_under_way(now))
    query = update(makings).where(*idle).values(**fresh, run=makings.c.run + 1)
    run = connection.execute(query.returning(makings.c.run)).scalar()
    if run is None:
        run = 1
        connection.execute(insert(makings).values(**fresh, name=name, run=run))
    if connection.execute(select(boards.c.name).where(boards.c.name == name)).first():
        raise _MadeError
    return int(run)


def _visitors(connection: Connection, name: str, is_small: bool, now: float) -> Sequence[Visitor]:
    """Return whose makings are under way beside that of a name."""
    others = (makings.c.name != name, makings.c.is_small == is_small, _is_under_way(now))
    query = select(makings.c.player, makings.c.network).where(*others)
    return [Visitor(*row) for row in connection.execute(query)]


def _making(row: RowMapping) -> Making:
    changed = row["changed"]
    if changed.tzinfo is None:  # SQLite forgets that it is UTC
        changed = changed.replace(tzinfo=UTC)
    return Making(**{**row, "state": MakingState(row["state"]), "changed": changed})


def _is_under_way(now: float) -> ColumnElement[bool]:
    """What Making.is_under_way says, for the database."""
    heard_of = makings.c.changed > datetime.fromtimestamp(now - SILENCE, UTC)
    return (makings.c.state == MakingState.RUNNING.value) & (makings.c.ends > now) & heard_of


def _too_many(now: float) -> Select[tuple[str]]:
    newest_first = select(makings.c.name).where(~_is_under_way(now))
    return newest_first.order_by(makings.c.changed.desc(), makings.c.name).offset(MOST_OTHERS)
