"""Exercises of every kind are what the plain twin finds, and so is what explains them."""

from __future__ import annotations

import pytest

from solver.deduction.exercises import best_split, liar, must_be_so, one_code_left, positions
from solver.deduction.exercises.positions import board
from solver.deduction.text.exercises import claims_verdict_words
from solver.exercises import Draws, ExerciseLevel
from tests.sampling import asks_all
from tests.solver.deduction.exercises.plain import CHECKS, CODES, fits, fitting, largest
from tests.solver.deduction.exercises.read import TEXTS, texts_of
from webapp.learn.exercises.entry import ExerciseEntry
from webapp.learn.exercises.mastermind import GAME
from webapp.learn.exercises.registry import ENTRIES

SEEDS = 14 if asks_all() else 4  # of each level and kind
KINDS = {entry.name: entry for entry in ENTRIES if entry.game == GAME}


@pytest.mark.sampled(4)
@pytest.mark.parametrize("level", ExerciseLevel)
@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_the_twin_finds_the_same(kind: ExerciseEntry, level: ExerciseLevel) -> None:
    for seed in range(SEEDS):
        made = kind.make(level, seed)
        CHECKS[kind.name](texts_of(kind.name, made))
        assert kind.judge(made, kind.solution(made)).is_right


def test_every_kind_has_a_check() -> None:
    assert CHECKS.keys() == TEXTS.keys() == KINDS.keys()


def some_codes(seed: int, count: int) -> list[str]:
    return Draws(f"judged {seed}").some(CODES, count)


@pytest.mark.parametrize("seed", range(5))
def test_a_code_is_told_which_rows_it_contradicts(seed: int) -> None:
    made = one_code_left.make(ExerciseLevel.MEDIUM, seed)
    rows = [board().format_turn(turn) for turn in made.turns]
    for code in some_codes(seed, 40):
        verdict = one_code_left.judge(made, positions.parse_code(code))
        wrong = tuple(place for place, row in enumerate(rows) if not fits(code, row))
        assert verdict.contradicts == wrong
        assert verdict.is_right is (not wrong)


def test_marks_that_are_wrong_are_counted_in_a_sentence() -> None:
    made = must_be_so.make(ExerciseLevel.MEDIUM, 3)
    proved = sorted(made.proved)
    others = [claim for claim in range(len(made.claims)) if claim not in made.proved]
    said = {}
    for wrong, missed in ((1, 0), (2, 0), (0, 1), (1, 2)):
        marked = frozenset((*others[:wrong], *proved[missed:]))
        said[wrong, missed] = claims_verdict_words(
            made, must_be_so.judge(made, marked)
        ).nudge.sentence
    assert said == {
        (1, 0): "One of the claims you marked isn’t proved.",
        (2, 0): "Two of the claims you marked aren’t proved.",
        (0, 1): "You missed one that the rows prove.",
        (
            1,
            2,
        ): "One of the claims you marked isn’t proved, and you missed two that the rows prove.",
    }


@pytest.mark.parametrize("seed", range(3))
def test_every_best_guess_counts_and_no_other(seed: int) -> None:
    made = best_split.make(ExerciseLevel.MEDIUM, seed)
    codes = tuple(fitting([board().format_turn(turn) for turn in made.turns]))
    best = {board().format_code(code) for code in made.best}
    for guess in {*some_codes(seed, 40), *best}:
        verdict = best_split.judge(made, positions.parse_code(guess))
        assert verdict.largest == largest(guess, codes)
        assert verdict.is_right is (guess in best)
        assert len(verdict.together) == verdict.largest


@pytest.mark.parametrize("seed", range(5))
def test_a_row_that_is_no_liar_leaves_a_conflict(seed: int) -> None:
    made = liar.make(ExerciseLevel.HARD, seed)
    rows = [board().format_turn(turn) for turn in made.turns]
    for row in range(len(rows)):
        verdict = liar.judge(made, row)
        assert verdict.is_right is (row == made.row)
        if not verdict.is_right:
            assert row not in verdict.conflict
            assert not fitting([rows[other] for other in verdict.conflict])


@pytest.mark.parametrize("seed", range(5))
def test_each_wrong_mark_is_told(seed: int) -> None:
    made = must_be_so.make(ExerciseLevel.HARD, seed)
    every = frozenset(range(len(made.claims)))
    assert must_be_so.judge(made, made.proved).is_right
    all_marked = must_be_so.judge(made, every)
    assert {one.claim for one in all_marked.otherwise} == every - made.proved
    none_marked = must_be_so.judge(made, frozenset())
    assert (set(none_marked.missed), none_marked.otherwise) == (made.proved, ())
    assert not none_marked.is_right
