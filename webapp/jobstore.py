"""Jobs of the lab in the database: what was asked for, how far it has come, what it found."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    DateTime,
    Float,
    Integer,
    String,
    Table,
    Text,
    insert,
    select,
    update,
)
from sqlalchemy.exc import IntegrityError

from webapp.store import Store, metadata

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

    There is one job a study; ``run`` counts how often it was begun, by whom last says ``player``.
    ``done`` of its ``pieces`` are done; it ``ends`` at that time (of ``time.time``) at the latest.
    ``summary`` is the gist of its finding, or why there is none.
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


class JobStore:
    """All jobs, in the store's database. Threads share it."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def begin(self, player: str, study: str, now: float, ends: float) -> StoredJob | None:
        """Store that a study is begun; None if it is done already, or under way."""
        values = {"player": player, "state": JobState.RUNNING.value, "ends": ends}
        fresh = {**values, "done": 0, "pieces": 0, "summary": "", "finding": ""}
        is_idle = (jobs.c.state != JobState.DONE.value) & ~_is_under_way(now)
        query = update(jobs).where(jobs.c.study == study, is_idle)
        again = query.values(**fresh, run=jobs.c.run + 1, changed=datetime.now(UTC))
        row = {"id": secrets.token_urlsafe(16), "study": study, "run": 1, **fresh}
        try:
            with self._store.changing() as connection:
                if not connection.execute(again).rowcount:
                    connection.execute(insert(jobs).values(**row, changed=datetime.now(UTC)))
        except IntegrityError:  # the study is there, and not idle
            return None
        return self.of_study(study)

    def change(self, job: StoredJob, **values: Any) -> bool:
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
        """Return the job of a study."""
        return next(iter(self._jobs(jobs.c.study == study)), None)

    def of_studies(self, studies: Collection[str]) -> tuple[StoredJob, ...]:
        """Return the jobs of those studies that were ever asked for."""
        return self._jobs(jobs.c.study.in_(studies))

    def under_way(self, now: float) -> tuple[StoredJob, ...]:
        """Return the jobs that are being worked on, or wait for it."""
        return self._jobs(_is_under_way(now))

    def finding_of(self, job: StoredJob) -> str:
        """Return the text of what a job has found."""
        with self._store.engine.connect() as connection:
            return str(
                connection.execute(select(jobs.c.finding).where(jobs.c.id == job.id)).scalar()
            )

    def _jobs(self, condition: ColumnElement[bool]) -> tuple[StoredJob, ...]:
        names = StoredJob.__dataclass_fields__
        query = select(*(jobs.c[name] for name in names)).where(condition).order_by(jobs.c.study)
        with self._store.engine.connect() as connection:
            rows = connection.execute(query).mappings().all()
        return tuple(StoredJob(**{**row, "state": JobState(row["state"])}) for row in rows)


def _is_under_way(now: float) -> ColumnElement[bool]:
    """A run past its end is over, even if the server that ran it could not say so."""
    return (jobs.c.state == JobState.RUNNING.value) & (jobs.c.ends > now)
