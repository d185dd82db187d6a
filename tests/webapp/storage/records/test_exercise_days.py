"""The exercise of the day: a row a player, days in a row, joined browsers, erased with all else."""

from __future__ import annotations

from datetime import date, timedelta

from tests.cases import cases
from webapp.storage.games import Store
from webapp.storage.records.devices import erase_player, move_games
from webapp.storage.records.exercise_days import ExerciseDay, day_of, end_day, join_days

DAY = date(2026, 11, 23)


def end(store: Store, player: str, *days: int, is_solved: bool = True) -> None:
    for days_on in days:
        end_day(store, player, DAY + timedelta(days_on), is_solved=is_solved)


def test_a_streak_is_counted_and_a_gap_begins_again(store: Store) -> None:
    assert day_of(store, "ann") is None
    runs = []
    for day in (0, 1, 1, 2, 4, 5):
        end(store, "ann", day)
        found = day_of(store, "ann")
        assert found
        runs.append(found.run)
    assert runs == [1, 2, 2, 3, 1, 2]


def test_the_first_end_of_a_day_stands(store: Store) -> None:
    end(store, "ann", 0, 1)
    end(store, "ann", 1, is_solved=False)
    assert day_of(store, "ann") == ExerciseDay(DAY + timedelta(1), 2)
    end(store, "ann", 2, is_solved=False)
    end(store, "ann", 2)
    assert day_of(store, "ann") == ExerciseDay(DAY + timedelta(2), 0)
    end(store, "ann", 3)
    assert day_of(store, "ann") == ExerciseDay(DAY + timedelta(3), 1)


def test_a_run_is_shown_until_the_day_after_is_over() -> None:
    one = ExerciseDay(DAY, 4)
    assert [one.run_on(DAY + timedelta(days)) for days in (0, 1, 2)] == [4, 4, 0]
    assert [one.is_over(DAY + timedelta(days)) for days in (0, 1)] == [True, False]


@cases(
    ("one", "other", "run"),
    [
        ((7, 2), (5, 3), 5),
        ((7, 2), (6, 5), 6),
        ((7, 2), (4, 3), 2),
        ((7, 2), (7, 5), 5),
        ((7, 0), (6, 5), 0),
        ((7, 2), (5, 0), 2),
    ],
)
def test_runs_that_meet_are_one(one: tuple[int, int], other: tuple[int, int], run: int) -> None:
    first, second = (ExerciseDay(DAY + timedelta(day), days) for day, days in (one, other))
    assert join_days(first, second) == join_days(second, first) == ExerciseDay(first.day, run)


def test_joined_browsers_have_their_days_together(store: Store) -> None:
    end(store, "ann", 0, 1)
    end(store, "bob", 2, 3)
    move_games(store, "bob", "ann")
    assert day_of(store, "bob") is None
    assert day_of(store, "ann") == ExerciseDay(DAY + timedelta(3), 4)
    move_games(store, "ann", "cat")
    assert day_of(store, "cat") == ExerciseDay(DAY + timedelta(3), 4)


def test_erased_with_all_else_and_only_a_first_is_admitted(store: Store) -> None:
    asked: list[int] = []
    store.admit = asked.append
    end(store, "ann", 0, 1, 2)
    assert len(asked) == 1
    end(store, "bob", 0)
    erase_player(store, "ann")
    assert day_of(store, "ann") is None
    assert day_of(store, "bob")
