"""The exercise of the day: when a player last finished one, and the streak up to then.

There is one row for each player, however many days they play.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final, NamedTuple

import sqlalchemy as sa

from webapp.storage.games import Store
from webapp.storage.tables import erase_rows, insert_into, metadata

ROW: Final = 60  # bytes that a row takes, roughly

exercise_days: Final = sa.Table(
    "exercise_days",
    metadata,
    sa.Column("player", sa.String(32), primary_key=True),
    sa.Column("day", sa.String(10), nullable=False),
    sa.Column("run", sa.Integer, nullable=False),
)


class ExerciseDay(NamedTuple):
    """The last day on which a player finished the exercise of the day.

    ``run`` is the streak of solved days that ends on that day; 0 if its solution was shown.
    """

    day: date
    run: int

    def is_over(self, today: date) -> bool:
        return self.day == today

    def run_on(self, today: date) -> int:
        """Return the streak that ends today, or yesterday as long as today's is open.

        >>> ExerciseDay(date(2026, 1, 31), 4).run_on(date(2026, 2, 1))
        4
        >>> ExerciseDay(date(2026, 1, 31), 4).run_on(date(2026, 2, 2))
        0
        """
        return self.run if self.day >= today - timedelta(days=1) else 0


def day_of(store: Store, player: str) -> ExerciseDay | None:
    """Return the last day on which a player finished the exercise of the day, or None."""
    with store.reading() as connection:
        return _find(connection, player)


def end_day(store: Store, player: str, today: date, *, is_solved: bool) -> None:
    """Store that a player has solved today's exercise, or has looked at its solution.

    Only the first of these counts. The limit on storage may refuse a player's first day.
    """
    before = day_of(store, player)
    if before and before.is_over(today):
        return
    if not before:
        store.admit(ROW)
    run = (before.run_on(today) if before else 0) + 1 if is_solved else 0
    with store.changing() as connection:
        _write(connection, player, ExerciseDay(today, run))


def _find(connection: sa.Connection, player: str) -> ExerciseDay | None:
    query = sa.select(exercise_days.c.day, exercise_days.c.run)
    row = connection.execute(query.where(exercise_days.c.player == player)).first()
    return ExerciseDay(date.fromisoformat(row.day), row.run) if row else None


def _write(connection: sa.Connection, player: str, exercise_day: ExerciseDay) -> None:
    values = {"day": exercise_day.day.isoformat(), "run": exercise_day.run}
    fresh = insert_into(exercise_days, connection).values(player=player, **values)
    key = [exercise_days.c.player]
    # a day is written once: of two answers at the same moment, the first counts
    is_later = exercise_days.c.day < values["day"]
    change = fresh.on_conflict_do_update(index_elements=key, set_=values, where=is_later)
    connection.execute(change)


def move_days(connection: sa.Connection, player: str, to: str) -> None:
    mine, theirs = _find(connection, player), _find(connection, to)
    if mine:
        erase_rows(connection, to, exercise_days)
        _write(connection, to, join_days(mine, theirs) if theirs else mine)
    erase_rows(connection, player, exercise_days)


def join_days(mine: ExerciseDay, theirs: ExerciseDay) -> ExerciseDay:
    """Merge two players' days: streaks that meet become one.

    >>> join_days(ExerciseDay(date(2026, 1, 7), 2), ExerciseDay(date(2026, 1, 5), 3))
    ExerciseDay(day=datetime.date(2026, 1, 7), run=5)
    """
    before, last = sorted((mine, theirs))
    since, start = (
        exercise_day.day - timedelta(days=exercise_day.run) for exercise_day in (before, last)
    )
    if last.run and start <= before.day:
        start = min(start, since)
    return ExerciseDay(last.day, (last.day - start).days)
