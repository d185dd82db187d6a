"""Tasks with a page of their own, in the database: jobs of the lab, and boards in the making.

There is one row for each study or board; starting it again makes it the next run. A job keeps what
it found. A board's row exists while it is made, and stays if that failed; once the board is made it
is stored among the boards, and the row goes.

Rejected: no row for small boards, which are mostly made in hundredths of a second. The limits count
rows, so two hundred small boards at a time would be nobody's; and the row costs one short write
more, since it goes in the same transaction that keeps the board.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from enum import Enum
from typing import Any, Final, NamedTuple

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from webapp.storage.engine.faults import lock
from webapp.storage.games import Store
from webapp.storage.tables import boards, tasks

#: A run without a report for this long has lost its server, seconds.
SILENCE: Final = 15.0
#: How many studies are kept of those that anybody can make up (own boards, and samples), and how
#: many boards of a kind are remembered whose making failed.
MOST_OTHERS: Final = 200
JOBS: Final = "jobs"  # the kind of the lab's tasks
#: The summary of a run whose server was stopped: whoever asks next for it has it begun again.
STOPPED: Final = "The server working on it stopped. Please try again."


class Visitor(NamedTuple):
    """The owner of long work: a player's id, and the network the request came from.

    The id is empty without a cookie; then only the network counts.
    """

    player: str
    network: str

    def is_same(self, visitor: Visitor) -> bool:
        """Say whether this is the same visitor; all those of a network without a cookie are one.

        >>> Visitor("ann", "192.0.2.1").is_same(Visitor("ann", "192.0.2.9"))
        True
        >>> Visitor("", "192.0.2.1").is_same(Visitor("", "192.0.2.9"))
        False
        """
        is_known = bool(self.player) or self.network == visitor.network
        return self.player == visitor.player and is_known


#: Raises TooMuchError if these visitors' work leaves no room for more.
Check = Callable[[Sequence[Visitor]], None]
#: Stores the result of a task elsewhere, in the transaction that ends it.
Keep = Callable[[sa.Connection], None]


class TaskState(Enum):
    """The state of a task; a board that is done is among the boards instead."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True, kw_only=True)
class StoredTask:
    """A study of the lab or a board that was asked for, without its result.

    ``key`` is the study, or the board's name. ``run`` counts how often it was begun, last by the
    visitor of ``player`` and ``network``. ``done`` of its ``pieces`` are done, or it tries the path
    of that number; both are 0 at first. It ``ends`` at that time (of ``time.time``) at the latest.
    ``summary`` is the result in short, or why there is none. If it ``is_under_way``, it runs or
    waits for its turn, and its server isn't silent.
    """

    id: str
    kind: str
    key: str
    player: str
    network: str
    state: TaskState
    run: int
    done: int
    pieces: int
    begun: float
    ends: float
    summary: str
    is_under_way: bool

    @property
    def visitor(self) -> Visitor:
        return Visitor(self.player, self.network)


COLUMNS: Final = [tasks.c[field.name] for field in fields(StoredTask) if field.name in tasks.c]


class TaskStore:
    """All tasks in the store's database. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def begin(
        self, visitor: Visitor, kind: str, key: str, times: tuple[float, float], check: Check
    ) -> StoredTask | None:
        """Store that a task is begun, and when it ends; None if it is done or under way.

        ``check`` gets the owners of the other tasks of its kind that are under way on all servers,
        and raises if there is no room; then nothing is stored.
        """
        now, ends = times
        values = {**visitor._asdict(), "kind": kind, "state": TaskState.RUNNING.value, "done": 0}
        values |= {"pieces": 0, "summary": "", "finding": "", "begun": now, "ends": ends}
        values["changed"] = datetime.fromtimestamp(now, UTC)
        is_left = ~_is_under_way(now) | (tasks.c.summary == STOPPED)
        is_idle = (tasks.c.state != TaskState.DONE.value) & is_left
        next_run = sa.update(tasks).where(tasks.c.key == key, is_idle)
        are_others = (tasks.c.key != key, tasks.c.kind == kind, _is_under_way(now))
        owners = sa.select(tasks.c.player, tasks.c.network).where(*are_others)
        board = sa.select(boards.c.name).where(boards.c.name == key)
        with suppress(IntegrityError), self._store.changing() as connection:
            lock(connection, tasks)
            if connection.execute(board).first():
                return None
            if not connection.execute(next_run.values(**values, run=tasks.c.run + 1)).rowcount:
                first_run = {"id": secrets.token_urlsafe(16), "key": key, "run": 1}
                connection.execute(sa.insert(tasks).values(**values, **first_run))
            _drop_oldest(connection, kind, now)
            check([Visitor(*row) for row in connection.execute(owners)])
            return next(_select(connection, tasks.c.key == key))
        return None

    def report(self, task: StoredTask, pieces_done: int, pieces: int) -> bool:
        """Store how far a run is; if it is no longer under way, change nothing and return False."""
        with self._store.changing() as connection:
            return _changed(connection, task, {"done": pieces_done, "pieces": pieces})

    def is_wanted(self, task: StoredTask) -> bool:
        query = sa.select(tasks.c.id).where(*_is_running(task))
        return self._store.value(query) is not None

    def end(self, task: StoredTask, state: TaskState, summary: str = "", finding: str = "") -> None:
        """Store how a run ended, unless it is no longer under way.

        If there are too many that anybody can make up, the oldest are dropped.
        """
        values = {"state": state.value, "summary": summary, "finding": finding}
        with self._store.changing() as connection:
            _changed(connection, task, values)
            _drop_oldest(connection, task.kind, time.time())

    def replace(self, task: StoredTask, keep: Keep) -> None:
        """Keep the result elsewhere, and drop the row."""
        drop = sa.delete(tasks).where(tasks.c.key == task.key, tasks.c.run == task.run)
        try:
            with self._store.changing() as connection:
                connection.execute(drop)
                keep(connection)
        except IntegrityError:  # another server, which took this one for lost, has stored it
            with self._store.changing() as connection:
                connection.execute(drop)

    def load(self, task_id: str) -> StoredTask | None:
        with self._store.reading() as connection:
            return next(_select(connection, tasks.c.id == task_id), None)

    def find(self, key: str) -> StoredTask | None:
        return next(iter(self.find_all([key])), None)

    def find_all(self, keys: Collection[str]) -> list[StoredTask]:
        with self._store.reading() as connection:
            return list(_select(connection, tasks.c.key.in_(keys)))

    def find_makings(self, player: str) -> list[StoredTask]:
        """Return the boards in the making that a player began."""
        is_own = (tasks.c.player == player) & (tasks.c.kind != JOBS)
        with self._store.reading() as connection:
            return list(_select(connection, is_own & _is_under_way(time.time())))

    def finding_of(self, task: StoredTask) -> str:
        return str(self._store.value(sa.select(tasks.c.finding).where(tasks.c.id == task.id)))


def _is_running(task: StoredTask) -> tuple[sa.ColumnElement[bool], ...]:
    is_running = tasks.c.state == TaskState.RUNNING.value
    return tasks.c.key == task.key, tasks.c.run == task.run, is_running


def _changed(connection: sa.Connection, task: StoredTask, values: dict[str, Any]) -> bool:
    query = sa.update(tasks).where(*_is_running(task))
    return connection.execute(query.values(**values, changed=datetime.now(UTC))).rowcount == 1


def _select(connection: sa.Connection, condition: sa.ColumnElement[bool]) -> Iterator[StoredTask]:
    query = sa.select(*COLUMNS, _is_under_way(time.time()).label("is_under_way")).where(condition)
    for row in connection.execute(query).mappings():
        yield StoredTask(**{**row, "state": TaskState(row["state"])})


def _is_under_way(now: float) -> sa.ColumnElement[bool]:
    since = datetime.fromtimestamp(now - SILENCE, UTC)
    is_reported = tasks.c.changed.between(since, datetime.fromtimestamp(now + SILENCE, UTC))
    return (tasks.c.state == TaskState.RUNNING.value) & (tasks.c.ends > now) & is_reported


def _drop_oldest(connection: sa.Connection, kind: str, now: float) -> None:
    """Drop what is too much of what anybody can make up: boards, studies of own boards, samples."""
    is_of_own_board = tasks.c.key.contains("/") | tasks.c.key.startswith("sample ")
    is_other = (tasks.c.kind != JOBS) | is_of_own_board
    old_tasks = sa.select(tasks.c.id).where(tasks.c.kind == kind, is_other, ~_is_under_way(now))
    newest_first = old_tasks.order_by(tasks.c.changed.desc(), tasks.c.key)
    connection.execute(sa.delete(tasks).where(tasks.c.id.in_(newest_first.offset(MOST_OTHERS))))
