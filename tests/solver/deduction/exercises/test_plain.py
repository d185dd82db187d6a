"""Exercises of every kind are what the plain twin finds, and so is what explains them."""

from itertools import product
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from solver.deduction.exercises import liar, one_code_left, what_is_proved
from solver.deduction.exercises.positions import board
from solver.exercises import Draws, ExerciseLevel
from tests.cases import cases
from tests.sampling import asks_all
from tests.solver.deduction.exercises.plain import CHECKS, CODES, fits, fitting, numbers, rows_in
from tests.solver.deduction.exercises.read import TEXTS, texts_of
from webapp.learn.exercises.exercise_type import ExerciseType
from webapp.learn.exercises.registry import ENTRIES, FIND_THE_STEP
from webapp.learn.questions.question import Marking

SEEDS = 14 if asks_all() else 1  # of each level and kind
ONE_WRONG = "One of the claims you marked isn’t proved."
KINDS = {entry.name: entry for entry in ENTRIES if entry is not FIND_THE_STEP}


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_the_twin_finds_the_same(kind: ExerciseType[Any]) -> None:
    for level, seed in product(ExerciseLevel, range(SEEDS)):
        exercise = kind.make(level, seed)
        CHECKS[kind.name](texts_of(kind.name, exercise))
        question = kind.ask(exercise)
        assert question.judge(MultiDict(question.solution)).is_right


def test_every_kind_has_a_check() -> None:
    assert CHECKS.keys() == TEXTS.keys() == KINDS.keys()


def judge(name: str, exercise: object, **form: object) -> Marking:
    return KINDS[name].ask(exercise).judge(MultiDict(form))


@pytest.mark.parametrize("seed", range(5))
def test_a_wrong_code_gets_the_rows_it_contradicts(seed: int) -> None:
    exercise = one_code_left.make(ExerciseLevel.MEDIUM, seed)
    rows = [board().format_turn(turn) for turn in exercise.turns]
    for code in Draws(f"judged {seed}").some(CODES, 40):
        marking = judge("one-code-left", exercise, code=code)
        assert rows_in(marking.nudge) == [at for at, row in enumerate(rows) if not fits(code, row)]
        assert marking.is_right is (not marking.nudge)


@cases(
    ("wrong", "omissions", "nudge"),
    [
        (1, 0, ONE_WRONG),
        (2, 0, "Two of the claims you marked aren’t proved."),
        (0, 1, "You missed one that the rows prove."),
        (1, 2, f"{ONE_WRONG[:-1]}, and you missed two that the rows prove."),
    ],
)
def test_ticks_that_are_wrong_are_counted_in_a_sentence(
    wrong: int, omissions: int, nudge: str
) -> None:
    exercise = what_is_proved.make(ExerciseLevel.MEDIUM, 3)
    proved_claims = sorted(exercise.proved)
    wrong_claims = [claim for claim in range(len(exercise.claims)) if claim not in exercise.proved]
    ticks = [str(claim) for claim in (*wrong_claims[:wrong], *proved_claims[omissions:])]
    assert judge("what-is-proved", exercise, choice=ticks).nudge == nudge


@pytest.mark.parametrize("seed", range(5))
def test_a_row_that_is_no_liar_leaves_a_conflict(seed: int) -> None:
    exercise = liar.make(ExerciseLevel.HARD, seed)
    rows = [board().format_turn(turn) for turn in exercise.turns]
    for row in range(len(rows)):
        marking = judge("liar", exercise, choice=str(row))
        assert marking.is_right is (row == exercise.row)
        if not marking.is_right:
            conflict = rows_in(marking.sentences[0].partition(", and ")[2])
            assert row not in conflict
            assert not fitting([rows[index] for index in conflict])


@pytest.mark.parametrize("seed", range(5))
def test_each_wrong_tick_is_explained(seed: int) -> None:
    exercise = what_is_proved.make(ExerciseLevel.HARD, seed)
    claims = set(range(len(exercise.claims)))
    for ticks in (claims, set[int](), set(exercise.proved)):
        marking = judge("what-is-proved", exercise, choice=list(map(str, ticks)))
        explanations = {int(numbers(sentence)[0]) - 1 for sentence in marking.sentences}
        assert explanations == ticks ^ exercise.proved
        assert marking.is_right is (ticks == exercise.proved)
