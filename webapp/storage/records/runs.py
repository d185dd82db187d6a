"""Runs of questions: a row for each player and idea has the last run, and the records of all.

A run ends with its third wrong answer. Each change names the version that it was made from, so that
of two tabs with the same question only one is answered.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

import sqlalchemy as sa

from webapp.storage.games import Store
from webapp.storage.tables import Row, insert_into, own_rows, runs

ROW: Final = 300  # bytes that a row takes, roughly
LIVES: Final = 3
#: So many right answers raise the level.
A_LEVEL: Final = 3
RIGHT, WRONG, STOPPED = "1", "0", "."
KEPT: Final = timedelta(days=365)


@dataclass(frozen=True, kw_only=True)
class QuestionRun:
    """A player's run of an idea, or of all.

    ``exercise`` names what is asked, and ``entered`` is how that was answered, as a query; it is
    empty as long as the question is open. ``outcomes`` has a sign for each answer, ``missed`` names
    the exercises of those that were wrong, a line each. ``best`` is the most that were ever right,
    ``day_best`` on ``day``, the last on which the player had a run.
    """

    idea: str
    version: int = 0
    exercise: str = ""
    entered: str = ""
    outcomes: str = ""
    best: int = 0
    day: str = ""
    day_best: int = 0
    missed: str = ""

    @property
    def right(self) -> int:
        return self.outcomes.count(RIGHT)

    @property
    def level(self) -> int:
        return self.right // A_LEVEL + 1

    @property
    def lives(self) -> int:
        return LIVES - self.outcomes.count(WRONG)

    @property
    def is_over(self) -> bool:
        return not (self.exercise and self.lives) or self.outcomes.endswith(STOPPED)

    def ask(self, exercise: str) -> QuestionRun:
        """Return the run with its next question, or another run if this one is over."""
        next_run = replace(self, exercise=exercise, entered="")
        return replace(next_run, outcomes="", missed="") if self.is_over else next_run

    def answer(self, text: str, *, is_right: bool) -> QuestionRun:
        outcomes = self.outcomes + (RIGHT if is_right else WRONG)
        misses = self.missed if is_right else f"{self.missed}{self.exercise}\n"
        return replace(self, entered=text, outcomes=outcomes, missed=misses)

    def stop(self) -> QuestionRun:
        return replace(self, outcomes=self.outcomes + STOPPED)


def runs_of(store: Store, player: str) -> dict[str, QuestionRun]:
    """Return a player's run of each idea."""
    with store.reading() as connection:
        rows = own_rows(connection, runs, player).values()
    return {row["idea"]: QuestionRun(**row) for row in rows}


def best_of_day(store: Store, idea: str, today: date) -> int:
    """Return the most questions that anybody had right in a run today."""
    is_todays = (runs.c.idea == idea, runs.c.day == today.isoformat())
    return store.value(sa.select(sa.func.max(runs.c.day_best)).where(*is_todays)) or 0


def store_run(store: Store, player: str, run: QuestionRun, today: date) -> bool:
    """Store a change of a run and its records; False if it was changed meanwhile.

    The limit on storage may refuse a player's first run of an idea.
    """
    day = today.isoformat()
    before = run.day_best if run.day == day else 0
    best = {"best": max(run.best, run.right), "day_best": max(before, run.right), "day": day}
    values = {**vars(run), **best, "version": run.version + 1}
    if not run.version:
        store.admit(ROW)
        with store.changing() as connection:
            insert = insert_into(runs, connection).values(player=player, **values)
            return connection.execute(insert.on_conflict_do_nothing()).rowcount == 1
    is_it = (runs.c.player == player, runs.c.idea == run.idea, runs.c.version == run.version)
    return store.run(sa.update(runs).where(*is_it).values(**values)) == 1


def join_runs(row: Row, second_row: Row) -> Row:
    """Return the second of two players' runs of an idea, with the better records of both."""
    day, day_best = max((run["day"], run["day_best"]) for run in (row, second_row))
    best = max(row["best"], second_row["best"])
    return {**second_row, "best": best, "day": day, "day_best": day_best}


def drop_old_runs(store: Store) -> None:
    """Drop the runs of those who had none for a year."""
    store.run(sa.delete(runs).where(runs.c.day < (date.today() - KEPT).isoformat()))
