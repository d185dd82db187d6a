"""Which steps of lessons a player has done: a row for each, written when its question is solved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import Column, Connection, DateTime, Integer, String, Table, delete, select

from webapp.storage.games import Store
from webapp.storage.tables import metadata
from webapp.storage.upserts import INSERT

ROW: Final = 100  # bytes that a step takes, roughly

lesson_steps: Final = Table(
    "lesson_steps",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("lesson", String(80), primary_key=True),
    Column("step", Integer, primary_key=True),
    Column("done", DateTime(timezone=True), nullable=False),
)

Steps = Mapping[str, frozenset[int]]


def steps_done(store: Store, player: str) -> Steps:
    """Return the steps that a player has done, by the names of their lessons."""
    query = select(lesson_steps.c.lesson, lesson_steps.c.step)
    found: defaultdict[str, set[int]] = defaultdict(set)
    with store.reading() as connection:
        for lesson, step in connection.execute(query.where(lesson_steps.c.player == player)):
            found[lesson].add(step)
    return {lesson: frozenset(steps) for lesson, steps in sorted(found.items())}


def add_step(store: Store, player: str, lesson: str, step: int) -> None:
    """Store that a player has done a step; once is enough. QuotaError."""
    if step in steps_done(store, player).get(lesson, ()):
        return
    store.admit(ROW)
    with store.changing() as connection:
        row = {"player": player, "lesson": lesson, "step": step, "done": datetime.now(UTC)}
        _insert(store, connection, row)


def _insert(store: Store, connection: Connection, row: Mapping[str, object]) -> None:
    insert = INSERT[store.engine.dialect.name](lesson_steps).values(row)
    connection.execute(insert.on_conflict_do_nothing())


def move_steps(store: Store, connection: Connection, player: str, to: str) -> None:
    """Give another player what one has done."""
    mine = lesson_steps.c.player == player
    for row in connection.execute(select(lesson_steps).where(mine)).mappings().all():
        _insert(store, connection, {**row, "player": to})
    connection.execute(delete(lesson_steps).where(mine))


def erase_steps(connection: Connection, player: str) -> None:
    """Erase what a player has done."""
    connection.execute(delete(lesson_steps).where(lesson_steps.c.player == player))
