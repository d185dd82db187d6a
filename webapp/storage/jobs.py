"""Jobs of the lab in the database: what was asked for, how far it has come, what it found."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Any, Final, TypedDict, Unpack

from sqlalchemy import (
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

from webapp.storage.engine.faults import lock
from webapp.storage.games import Store
from webapp.storage.tables import metadata
from webapp.work.limits import Check, Visitor

#: A run that nobody has told anything about for so long has lost its server, seconds.
SILENCE: Final = 15.0
#: How many studies are kept that anybody can make up: those of own boards, and samples.
MOST_OTHERS: Final = 200

jobs = Table(
    "jobs",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("study", String(200), nullable=False, unique=True),
    Column("player", String(32), nullable=False),
    Column("state", String(16), nullable=False),
    Column("run", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("pieces", Integer, nullable=False),
    Column("ends", Float, nullable=False),
    Column("summary", Text, nullable=False),
    Column("finding", Text, nullable=False),
    Column("changed", DateTime(timezone=True), nullable=False),
    Column("network", String(64), nullable=False, server_default=""),
)


class JobState(Enum):
    """How far a job has come."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class StoredJob:
    """One study of the lab that was asked for, its finding aside.

    There is one job a study; ``run`` counts how often it was begun, last by the visitor of
    ``player`` and ``network``.
    ``done`` of its ``pieces`` are done; it ``ends`` at that time (of ``time.time``) at the latest.
    ``summary`` is the gist of its finding, or why there is none. ``changed`` is when anything of
    it was written last; whoever looks after a run does so every few seconds.
    """

    id: str
    study: str
    player: str
    state: JobState
    run: int
    done: int
    pieces: int
    ends: float
    summary: str
    changed: datetime
    network: str

    def is_under_way(self, now: float) -> bool:
        """Say whether it is worked on, or waits for it: not if its server has fallen silent."""
        is_heard_of = self.changed.timestamp() > now - SILENCE
        return self.state is JobState.RUNNING and self.ends > now and is_heard_of


class JobChange(TypedDict, total=False):
    """What a change can write of a job; what it leaves out stays."""

    state: str
    done: int
    pieces: int
    summary: str
    finding: str


class JobStore:
    """All jobs, in the store's database. Threads share it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def begin(
        self, visitor: Visitor, study: str, now: float, ends: float, check: Check
    ) -> StoredJob | None:
        """Store that a study is begun; None if it is done already, or under way.

        ``check`` gets whose other jobs are under way on all servers, and raises if there is no
        room; then nothing is stored. The oldest of too many studies of own boards, or of too many
        samples, are dropped.
        """
        values = {**visitor._asdict(), "state": JobState.RUNNING.value, "ends": ends}
        moment = datetime.fromtimestamp(now, UTC)
        fresh = {**values, "done": 0, "pieces": 0, "summary": "", "finding": "", "changed": moment}
        is_idle = (jobs.c.state != JobState.DONE.value) & ~_is_under_way(now)
        query = update(jobs).where(jobs.c.study == study, is_idle)
        again = query.values(**fresh, run=jobs.c.run + 1)
        row = {"id": secrets.token_urlsafe(16), "study": study, "run": 1, **fresh}
        try:
            with self._store.changing() as connection:
                lock(connection, jobs)
                if not connection.execute(again).rowcount:
                    connection.execute(insert(jobs).values(**row))
                    connection.execute(delete(jobs).where(jobs.c.id.in_(_too_many(now))))
                check(_visitors(connection, study, now))
        except IntegrityError:  # the study is there, and not idle
            return None
        return self.of_study(study)

    def touch(self, job: StoredJob) -> bool:
        """Tell that a run is still looked after; False if it is no longer under way."""
        return self.change(job)

    def change(self, job: StoredJob, **values: Unpack[JobChange]) -> bool:
        """Store new values of a run under way; False, and nothing changed, if it is no longer."""
        running = (jobs.c.state == JobState.RUNNING.value, jobs.c.run == job.run)
        query = update(jobs).where(jobs.c.id == job.id, *running)
        with self._store.changing() as connection:
            changed = connection.execute(query.values(**values, changed=datetime.now(UTC)))
            return changed.rowcount == 1

    def load(self, job_id: str) -> StoredJob | None:
        """Return the job of an id, whoever asks."""
        return next(iter(self._jobs(jobs.c.id == job_id)), None)

    def of_study(self, study: str) -> StoredJob | None:
        return next(iter(self._jobs(jobs.c.study == study)), None)

    def of_studies(self, studies: Collection[str]) -> tuple[StoredJob, ...]:
        """Return the jobs of those studies that were ever asked for."""
        return self._jobs(jobs.c.study.in_(studies))

    def latest_others(self, number: int) -> tuple[StoredJob, ...]:
        """Return the latest that were done of own boards, and of samples, the newest first."""
        is_done = _is_other() & (jobs.c.state == JobState.DONE.value)
        return self._jobs(is_done, jobs.c.changed.desc(), number)

    def finding_of(self, job: StoredJob) -> str:
        """Return the text of what a job has found."""
        with self._store.reading() as connection:
            return str(
                connection.execute(select(jobs.c.finding).where(jobs.c.id == job.id)).scalar()
            )

    def _jobs(
        self,
        condition: ColumnElement[bool],
        order: ColumnElement[Any] = jobs.c.study,
        number: int | None = None,
    ) -> tuple[StoredJob, ...]:
        columns = (jobs.c[name] for name in StoredJob.__dataclass_fields__)
        query = select(*columns).where(condition).order_by(order).limit(number)
        with self._store.reading() as connection:
            return tuple(_job(row) for row in connection.execute(query).mappings())


def _visitors(connection: Connection, study: str, now: float) -> Sequence[Visitor]:
    """Return whose jobs are under way beside that of a study."""
    query = select(jobs.c.player, jobs.c.network).where(jobs.c.study != study, _is_under_way(now))
    return [Visitor(*row) for row in connection.execute(query)]


def _job(row: RowMapping) -> StoredJob:
    changed = row["changed"]
    if changed.tzinfo is None:  # SQLite forgets that it is UTC
        changed = changed.replace(tzinfo=UTC)
    return StoredJob(**{**row, "state": JobState(row["state"]), "changed": changed})


def _is_under_way(now: float) -> ColumnElement[bool]:
    """What StoredJob.is_under_way says, for the database."""
    heard_of = jobs.c.changed > datetime.fromtimestamp(now - SILENCE, UTC)
    return (jobs.c.state == JobState.RUNNING.value) & (jobs.c.ends > now) & heard_of


def _is_other() -> ColumnElement[bool]:
    """Whether a study is of an own board, which has a stroke in its name, or a sample."""
    return jobs.c.study.contains("/") | jobs.c.study.startswith("sample ")


def _too_many(now: float) -> Select[tuple[str]]:
    idle = _is_other() & ~_is_under_way(now)
    return select(jobs.c.id).where(idle).order_by(jobs.c.changed.desc()).offset(MOST_OTHERS)
