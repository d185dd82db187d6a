"""What players have tried: counted once an exercise, joined with browsers, chosen by box."""

from datetime import UTC, datetime, timedelta

from tests.cases import cases
from webapp.storage.games import Store
from webapp.storage.records import attempts
from webapp.storage.records.players import erase_player, move_games

NOW = datetime(2026, 11, 23, 9, tzinfo=UTC)


def test_five_in_a_row_reach_the_last_box_and_one_miss_the_first(store: Store) -> None:
    boxes = []
    for number in range(6):
        attempts.count_attempt(store, "ann", "liar/easy", f"liar/easy/v1-{number}", is_solved=True)
        boxes.append(attempts.attempts_of(store, "ann")[0].box)
    attempts.count_attempt(store, "ann", "liar/easy", "liar/easy/v1-99", is_solved=False)
    (attempt,) = attempts.attempts_of(store, "ann")
    assert boxes == [2, 3, 4, 5, 5, 5]
    assert (attempt.box, attempt.solved, attempt.missed) == (1, 6, 1)


def test_the_same_exercise_counts_once(store: Store) -> None:
    for is_solved in (True, True, False):
        attempts.count_attempt(store, "ann", "liar/easy", "liar/easy/v1-1", is_solved)
    (attempt,) = attempts.attempts_of(store, "ann")
    assert (attempt.solved, attempt.missed, attempt.box) == (1, 0, 2)


def test_exercises_in_turns_count_once_each(store: Store) -> None:
    for name in ("easy/a", "easy/b", "easy/a", "easy/b", "easy/a"):
        attempts.count_attempt(store, "ann", "liar/easy", name, is_solved=True)
    (attempt,) = attempts.attempts_of(store, "ann")
    assert (attempt.solved, attempt.missed, attempt.box, attempt.last) == (2, 0, 3, "easy/b")


def test_a_missed_one_does_not_count_as_solved_after_others(store: Store) -> None:
    for name, is_solved in (("a", False), ("b", True), ("a", True)):
        attempts.count_attempt(store, "ann", "liar/easy", name, is_solved)
    (attempt,) = attempts.attempts_of(store, "ann")
    assert (attempt.solved, attempt.missed, attempt.box) == (1, 1, 2)


def test_a_row_remembers_so_many_exercises_and_no_more(store: Store) -> None:
    for number in range(attempts.MOST_NAMES + 20):
        attempts.count_attempt(store, "ann", "a", f"a/v1-{number}", is_solved=True)
    (attempt,) = attempts.attempts_of(store, "ann")
    assert attempt.names == [f"a/v1-{number}" for number in range(20, attempts.MOST_NAMES + 20)]
    assert len(attempt.earlier) < 2500
    for forgotten, count in (("a/v1-20", 120), ("a/v1-19", 121)):
        attempts.count_attempt(store, "ann", "a", forgotten, is_solved=True)
        assert attempts.attempts_of(store, "ann")[0].solved == count


def test_joined_browsers_know_the_exercises_of_both(store: Store) -> None:
    for player, names in (("ann", "ab"), ("bob", "bc")):
        for name in names:
            attempts.count_attempt(store, player, "a", name, is_solved=True)
    move_games(store, "bob", "ann")
    (attempt,) = attempts.attempts_of(store, "ann")
    assert attempt.names == ["a", "b", "c"]
    for name in "abc":
        attempts.count_attempt(store, "ann", "a", name, is_solved=True)
    assert attempts.attempts_of(store, "ann") == [attempt]


def test_joined_browsers_add_up_and_the_lower_box_stays(store: Store) -> None:
    for number in range(3):
        attempts.count_attempt(store, "ann", "a", f"a-{number}", is_solved=True)
    attempts.count_attempt(store, "bob", "a", "a-7", is_solved=False)
    attempts.count_attempt(store, "bob", "b", "b-7", is_solved=True)
    move_games(store, "bob", "ann")
    assert attempts.attempts_of(store, "bob") == []
    first, second = attempts.attempts_of(store, "ann")
    assert (first.skill, first.box, first.solved, first.missed, first.last) == ("a", 1, 3, 1, "a-7")
    assert (second.skill, second.box, second.solved) == ("b", 2, 1)


def test_erased_with_all_else(store: Store) -> None:
    for player in ("ann", "bob"):
        attempts.count_attempt(store, player, "a", "a-1", is_solved=True)
    erase_player(store, "ann")
    assert attempts.attempts_of(store, "ann") == []
    assert len(attempts.attempts_of(store, "bob")) == 1


def test_a_first_try_of_a_skill_is_admitted(store: Store) -> None:
    sizes: list[int] = []
    store.admit = sizes.append
    for number in range(3):
        attempts.count_attempt(store, "ann", "a", f"a-{number}", is_solved=True)
    attempts.count_attempt(store, "ann", "b", "b-1", is_solved=True)
    assert len(sizes) == 2


@cases("box", range(1, len(attempts.DAYS) + 1))
def test_each_box_comes_again_after_its_days(box: int) -> None:
    wait = timedelta(days=attempts.DAYS[box - 1])
    attempt = attempts.Attempts(skill="a", box=box, tried=NOW - wait, solved=1, missed=0)
    assert attempts.next_skill(["b", "a"], [attempt], NOW) == "a"
    later = attempts.Attempts(
        skill="a", box=box, tried=NOW - wait + timedelta(seconds=1), solved=1, missed=0
    )
    assert attempts.next_skill(["b", "a"], [later], NOW) == "b"


def test_the_lowest_box_first_then_what_waits_longest() -> None:
    def tried(skill: str, box: int, days: int) -> attempts.Attempts:
        return attempts.Attempts(
            skill=skill, box=box, tried=NOW - timedelta(days=days), solved=1, missed=1
        )

    skills = ["a", "b", "c", "new"]
    rows = [tried("a", 2, 30), tried("b", 1, 3), tried("c", 1, 5)]
    assert attempts.next_skill(skills, rows, NOW) == "c"
    assert attempts.next_skill(skills, [*rows, tried("gone", 1, 99)], NOW) == "c"
    later_attempts = [tried("a", 4, 1), tried("b", 3, 1), tried("c", 5, 1)]
    assert attempts.next_skill(skills, later_attempts, NOW) == "new"
    assert attempts.next_skill(skills[:3], later_attempts, NOW) == "b"
