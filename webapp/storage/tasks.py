"""Tasks with a page of their own, in the database: jobs of the lab, and boards in the making.

Every server sees them, and can wait for one or end it. There is one row for each study or board;
starting it again makes it the next run. The thread that supervises a run reports every few seconds:
if a server dies its rows stay, and count as lost when nobody has reported for a while. A job keeps
what it found. A board's row exists while it is made, and stays if that failed; once the board is
made it is stored among the boards, and the row goes.

Rejected: one table for both, since they share seven of their twelve columns, and each would have
five of the other's empty; no row for small boards, which are mostly made in hundredths of a second.
The limits count rows, so two hundred small boards at a time would be nobody's; and the row costs
one short write more, since it goes in the same transaction that keeps the board.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from enum import Enum
from typing import Any, Final, Generic, TypeVar

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from webapp.storage.boards import add_board, boards
from webapp.storage.engine.faults import lock
from webapp.storage.games import Store
from webapp.storage.tables import metadata
from webapp.work.limits import Check, Visitor

#: A run without a report for this long has lost its server, seconds.
SILENCE: Final = 15.0
#: How many studies are kept of those that anybody can make up (own boards, and samples), and how
#: many boards are remembered whose making failed.
MOST_OTHERS: Final = 200

jobs = sa.Table(
    "jobs",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("study", sa.String(200), nullable=False, unique=True),
    sa.Column("player", sa.String(32), nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("run", sa.Integer, nullable=False),
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("pieces", sa.Integer, nullable=False),
    sa.Column("ends", sa.Float, nullable=False),
    sa.Column("summary", sa.Text, nullable=False),
    sa.Column("finding", sa.Text, nullable=False),
    sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
    sa.Column("network", sa.String(64), nullable=False, server_default=""),
)

makings = sa.Table(
    "makings",
    metadata,
    sa.Column("name", sa.String(120), primary_key=True),
    sa.Column("player", sa.String(32), nullable=False),
    sa.Column("network", sa.String(64), nullable=False),
    sa.Column("is_small", sa.Boolean, nullable=False),
    sa.Column("state", sa.String(16), nullable=False),
    sa.Column("run", sa.Integer, nullable=False),
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("most", sa.Integer, nullable=False),
    sa.Column("sentence", sa.Text, nullable=False),
    sa.Column("begun", sa.Float, nullable=False),
    sa.Column("ends", sa.Float, nullable=False),
    sa.Column("changed", sa.DateTime(timezone=True), nullable=False),
)


class TaskState(Enum):
    """The state of a task; a board that is done is among the boards instead."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class StoredTask:
    """What jobs and boards in the making have in common.

    ``run`` counts how often it was begun, last by the visitor of ``player`` and ``network``. It
    ``ends`` at that time (of ``time.time``) at the latest. ``changed`` is when the row was last
    written, which a run's supervisor does every few seconds.
    """

    player: str
    network: str
    state: TaskState
    run: int
    done: int
    ends: float
    changed: datetime

    @property
    def visitor(self) -> Visitor:
        return Visitor(self.player, self.network)

    def is_under_way(self, now: float) -> bool:
        """Say whether it runs or waits for its turn, and its server isn't silent."""
        is_heard_of = abs(self.changed.timestamp() - now) < SILENCE
        return self.state is TaskState.RUNNING and self.ends > now and is_heard_of


@dataclass(frozen=True)
class StoredJob(StoredTask):
    """One study of the lab that was asked for, without its finding.

    ``done`` of its ``pieces`` are done. ``summary`` is its finding in short, or why there is
    none.
    """

    id: str
    study: str
    pieces: int
    summary: str


@dataclass(frozen=True)
class Making(StoredTask):
    """A board in the making, by its name, or one whose making failed.

    ``done`` is the number of the path tried last, ``most`` the limit; both are 0 before the first.
    ``sentence`` says why it failed.
    """

    name: str
    is_small: bool
    most: int
    sentence: str
    begun: float


Stored = TypeVar("Stored", bound=StoredTask)


class _ExistsError(Exception):
    """It exists already, so nothing needs to be begun."""


class TaskStore(Generic[Stored]):
    """All tasks of a kind, in the store's database; ``key`` is the column that names one.
    Thread-safe.
    """

    def __init__(
        self, store: Store, table: sa.Table, key: sa.Column[str], stored: type[Stored]
    ) -> None:
        self._store, self._table, self._key, self._stored = store, table, key, stored
        self._columns = [table.c[field.name] for field in fields(stored)]

    def _begin(
        self,
        visitor: Visitor,
        key: str,
        times: tuple[float, float],
        check: Check,
        *,
        values: Mapping[str, object],
        fresh: Mapping[str, object],
        beside: sa.ColumnElement[bool],
    ) -> Stored | None:
        """Store that a task is begun, and when it ends; None if it is done or under way.

        ``fresh`` are a new row's values besides the ``values`` of every run. ``check`` gets the
        owners of the other tasks ``beside`` it that are under way on all servers, and raises if
        there is no room; then nothing is stored.
        """
        table, (now, ends) = self._table, times
        values = {**values, **visitor._asdict(), "state": TaskState.RUNNING.value, "done": 0}
        values |= {"ends": ends, "changed": datetime.fromtimestamp(now, UTC)}
        is_idle = (table.c.state != TaskState.DONE.value) & ~_is_under_way(table, now)
        again = sa.update(table).where(self._key == key, is_idle)
        others = (self._key != key, beside, _is_under_way(table, now))
        asked = sa.select(table.c.player, table.c.network).where(*others)
        begun = sa.select(*self._columns).where(self._key == key)
        try:
            with self._store.changing() as connection:
                lock(connection, table)
                if not connection.execute(again.values(**values, run=table.c.run + 1)).rowcount:
                    connection.execute(sa.insert(table).values(**values, **fresh, run=1))
                self._after_begin(connection, key, now)
                check([Visitor(*row) for row in connection.execute(asked)])
                return self._task(connection.execute(begun).mappings().one())
        except (IntegrityError, _ExistsError):
            return None

    def _after_begin(self, connection: sa.Connection, key: str, now: float) -> None:
        """Do what else a start needs; _ExistsError if there is nothing to begin."""

    def change(self, task: Stored, **values: str | int) -> bool:
        """Store new values of a run under way; if it no longer is, change nothing and return False.

        Without values it only reports that somebody supervises the run.
        """
        with self._store.changing() as connection:
            return self._changed(connection, task, values)

    def _changed(
        self, connection: sa.Connection, task: Stored, values: Mapping[str, object]
    ) -> bool:
        is_running = self._table.c.state == TaskState.RUNNING.value
        query = sa.update(self._table).where(*self._is(task), is_running)
        return connection.execute(query.values(**values, changed=datetime.now(UTC))).rowcount == 1

    def _is(self, task: Stored) -> tuple[sa.ColumnElement[bool], ...]:
        return self._key == getattr(task, self._key.name), self._table.c.run == task.run

    def _found(
        self,
        condition: sa.ColumnElement[bool],
        order: sa.ColumnElement[Any] | None = None,
        number: int | None = None,
    ) -> tuple[Stored, ...]:
        query = sa.select(*self._columns).where(condition)
        query = query.order_by(self._key if order is None else order).limit(number)
        with self._store.reading() as connection:
            return tuple(self._task(row) for row in connection.execute(query).mappings())

    def _task(self, row: sa.RowMapping) -> Stored:
        changed = row["changed"]
        if changed.tzinfo is None:  # SQLite forgets that it is UTC
            changed = changed.replace(tzinfo=UTC)
        return self._stored(**{**row, "state": TaskState(row["state"]), "changed": changed})

    def _drop_oldest(self, now: float, others: sa.ColumnElement[bool]) -> sa.Delete:
        """Return the statement that drops the oldest of these that are over, beyond the limit."""
        over = sa.select(self._key).where(others, ~_is_under_way(self._table, now))
        newest_first = over.order_by(self._table.c.changed.desc(), self._key)
        return sa.delete(self._table).where(self._key.in_(newest_first.offset(MOST_OTHERS)))


class JobStore(TaskStore[StoredJob]):
    def __init__(self, store: Store) -> None:
        super().__init__(store, jobs, jobs.c.study, StoredJob)

    def begin(
        self, visitor: Visitor, study: str, now: float, ends: float, check: Check
    ) -> StoredJob | None:
        """Store that a study is begun; None if it is done or under way.

        ``check`` gets the owners of the other jobs under way on all servers, and raises if there is
        no room. If there are too many studies of own boards, or samples, the oldest are dropped.
        """
        values = {"pieces": 0, "summary": "", "finding": ""}
        fresh = {"id": secrets.token_urlsafe(16), "study": study}
        times = (now, ends)
        return self._begin(
            visitor, study, times, check, values=values, fresh=fresh, beside=sa.true()
        )

    def _after_begin(self, connection: sa.Connection, key: str, now: float) -> None:
        connection.execute(self._drop_oldest(now, _is_other()))

    def load(self, job_id: str) -> StoredJob | None:
        return next(iter(self._found(jobs.c.id == job_id)), None)

    def of_study(self, study: str) -> StoredJob | None:
        return next(iter(self._found(jobs.c.study == study)), None)

    def of_studies(self, studies: Collection[str]) -> tuple[StoredJob, ...]:
        return self._found(jobs.c.study.in_(studies))

    def latest_others(self, number: int) -> tuple[StoredJob, ...]:
        """Return the latest finished jobs on own boards and samples, the newest first."""
        is_done = _is_other() & (jobs.c.state == TaskState.DONE.value)
        return self._found(is_done, jobs.c.changed.desc(), number)

    def finding_of(self, job: StoredJob) -> str:
        return str(self._store.value(sa.select(jobs.c.finding).where(jobs.c.id == job.id)))


class MakingStore(TaskStore[Making]):
    def __init__(self, store: Store) -> None:
        super().__init__(store, makings, makings.c.name, Making)

    def begin(
        self, visitor: Visitor, name: str, ends: float, check: Check, *, is_small: bool
    ) -> Making | None:
        """Store that a board is begun now; None if it is being made, or exists.

        ``check`` gets the owners of the other boards of this size, small or not, that are under way
        on all servers, and raises if there is no room.
        """
        now = time.time()
        values = {"is_small": is_small, "begun": now, "most": 0, "sentence": ""}
        fresh, beside = {"name": name}, makings.c.is_small == is_small
        times = (now, ends)
        return self._begin(visitor, name, times, check, values=values, fresh=fresh, beside=beside)

    def _after_begin(self, connection: sa.Connection, key: str, now: float) -> None:
        """Look for the board last, so as to see one that another server stores at this moment."""
        if connection.execute(sa.select(boards.c.name).where(boards.c.name == key)).first():
            raise _ExistsError

    def tell(self, making: Making, done: int, most: int) -> bool:
        """Report how far a making has got; False if it is no longer under way."""
        return self.change(making, done=done, most=most)

    def end(self, making: Making, state: TaskState, sentence: str = "") -> None:
        """Store that a making failed, unless it is no longer under way.

        If there are too many failed ones, the oldest are dropped.
        """
        with self._store.changing() as connection:
            self._changed(connection, making, {"state": state.value, "sentence": sentence})
            connection.execute(self._drop_oldest(time.time(), sa.true()))

    def finish(self, making: Making, text: str, remade: tuple[str, ...] = ()) -> None:
        """Store the board that was made and end its making. ``remade``: see ``add_board``."""
        drop = sa.delete(makings).where(*self._is(making))
        try:
            with self._store.changing() as connection:
                connection.execute(drop)
                add_board(connection, making.name, text, remade)
        except IntegrityError:  # another server, which took this one for lost, has stored it
            with self._store.changing() as connection:
                connection.execute(drop)

    def load(self, name: str) -> Making | None:
        return next(iter(self._found(makings.c.name == name)), None)


def _is_under_way(table: sa.Table, now: float) -> sa.ColumnElement[bool]:
    since, until = (datetime.fromtimestamp(now + way, UTC) for way in (-SILENCE, SILENCE))
    heard_of = table.c.changed.between(since, until)
    return (table.c.state == TaskState.RUNNING.value) & (table.c.ends > now) & heard_of


def _is_other() -> sa.ColumnElement[bool]:
    """Return the condition for studies of own boards (a slash in the name), and samples."""
    return jobs.c.study.contains("/") | jobs.c.study.startswith("sample ")
