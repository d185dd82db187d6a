"""The exercise of the day: when a player solved one last, and how many days in a row that makes.

A row for each player, whatever the number of days: so it stays as small as it is for ever.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final, NamedTuple

from sqlalchemy import Column, Connection, Integer, String, Table, delete, select

from webapp.storage.games import Store
from webapp.storage.tables import metadata
from webapp.storage.upserts import INSERT

ROW: Final = 60  # bytes that a row takes, roughly

exercise_days: Final = Table(
    "exercise_days",
    metadata,
    Column("player", String(32), primary_key=True),
    Column("day", String(10), nullable=False),
    Column("run", Integer, nullable=False),
)


class ExerciseDay(NamedTuple):
    """The last day on which a player ended the exercise of the day.

    ``run`` counts the days in a row on which it was solved, that day the last of them; 0 if its
    solution was looked at.
    """

    day: date
    run: int

    def is_over(self, today: date) -> bool:
        """Say whether the exercise of today is over for the player."""
        return self.day == today

    def run_on(self, today: date) -> int:
        """Return how many days in a row end today, or yesterday as long as today's is open.

        >>> ExerciseDay(date(2026, 1, 31), 4).run_on(date(2026, 2, 1))
        4
        >>> ExerciseDay(date(2026, 1, 31), 4).run_on(date(2026, 2, 2))
        0
        """
        return self.run if self.day >= today - timedelta(days=1) else 0


def day_of(store: Store, player: str) -> ExerciseDay | None:
    """Return the last day on which a player ended the exercise of the day, None if none did."""
    with store.reading() as connection:
        return _find(connection, player)


def end_day(store: Store, player: str, today: date, *, is_solved: bool) -> None:
    """Store that a player has solved today's exercise, or has looked at its solution.

    Whichever came first stands. What limits what is stored may refuse a player's first.
    """
    before = day_of(store, player)
    if before and before.is_over(today):
        return
    if not before:
        store.admit(ROW)
    run = (before.run_on(today) if before else 0) + 1 if is_solved else 0
    with store.changing() as connection:
        _write(connection, player, ExerciseDay(today, run))


def _find(connection: Connection, player: str) -> ExerciseDay | None:
    query = select(exercise_days.c.day, exercise_days.c.run)
    row = connection.execute(query.where(exercise_days.c.player == player)).first()
    return ExerciseDay(date.fromisoformat(row.day), row.run) if row else None


def _write(connection: Connection, player: str, one: ExerciseDay) -> None:
    insert = INSERT[connection.dialect.name](exercise_days)
    values = {"day": one.day.isoformat(), "run": one.run}
    fresh = insert.values(player=player, **values)
    key = [exercise_days.c.player]
    # of two answers at once the first one stands: a day is written once
    is_later = exercise_days.c.day < values["day"]
    change = fresh.on_conflict_do_update(index_elements=key, set_=values, where=is_later)
    connection.execute(change)


def move_days(connection: Connection, player: str, to: str) -> None:
    """Give another player one's days, together with what that one has."""
    mine, theirs = _find(connection, player), _find(connection, to)
    if mine:
        erase_days(connection, to)
        _write(connection, to, joined(mine, theirs) if theirs else mine)
    erase_days(connection, player)


def joined(one: ExerciseDay, other: ExerciseDay) -> ExerciseDay:
    """Return the days of two as those of one: runs that meet are one run.

    >>> joined(ExerciseDay(date(2026, 1, 7), 2), ExerciseDay(date(2026, 1, 5), 3))
    ExerciseDay(day=datetime.date(2026, 1, 7), run=5)
    """
    before, last = sorted((one, other))
    start = _before(last)
    if last.run and start <= before.day:
        start = min(start, _before(before))
    return ExerciseDay(last.day, (last.day - start).days)


def _before(one: ExerciseDay) -> date:
    """The day before the first of a run."""
    return one.day - timedelta(days=one.run)


def erase_days(connection: Connection, player: str) -> None:
    """Forget a player's days."""
    connection.execute(delete(exercise_days).where(exercise_days.c.player == player))
