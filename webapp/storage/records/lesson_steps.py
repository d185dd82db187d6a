"""Which steps of lessons a player has done: a row for each, written when its question is solved."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Final

import sqlalchemy as sa

from webapp.storage.games import Store
from webapp.storage.tables import erase_rows, insert_into, lesson_steps

STEP_ROW: Final = 100  # bytes that a step takes, roughly


Steps = Mapping[str, frozenset[int]]


def steps_done(store: Store, player: str) -> Steps:
    query = sa.select(lesson_steps.c.lesson, lesson_steps.c.step)
    done_steps: defaultdict[str, set[int]] = defaultdict(set)
    for row in store.rows(query.where(lesson_steps.c.player == player)):
        done_steps[row["lesson"]].add(row["step"])
    return {lesson: frozenset(steps) for lesson, steps in sorted(done_steps.items())}


def add_step(store: Store, player: str, lesson: str, step: int) -> None:
    """Store that a player has done a step, once. QuotaError."""
    progress = steps_done(store, player)
    if step in progress.get(lesson, ()):
        return
    (store.grow if progress else store.admit)(STEP_ROW)  # a class does a thousand in a lesson
    with store.changing() as connection:
        row = {"player": player, "lesson": lesson, "step": step, "done": datetime.now(UTC)}
        _insert(connection, row)


def _insert(connection: sa.Connection, row: Mapping[str, object]) -> None:
    insert = insert_into(lesson_steps, connection).values(row)
    connection.execute(insert.on_conflict_do_nothing())


def move_steps(connection: sa.Connection, player: str, to: str) -> None:
    is_own = lesson_steps.c.player == player
    for row in connection.execute(sa.select(lesson_steps).where(is_own)).mappings().all():
        _insert(connection, {**row, "player": to})
    erase_rows(connection, player, lesson_steps)
