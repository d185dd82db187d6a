"""Find the step: what is kept, made and judged."""

import re
from itertools import islice

import pytest

from solver.exercises import ExerciseError, ExerciseLevel
from solver.hidoku.exercises.find_the_step import (
    StepAnswer,
    count_variants,
    judge,
    lines_of,
    make,
    parse_position,
    position_lines,
    practised_techniques,
    seed_of,
    turn_board,
)
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.technique import Technique, technique_named, techniques
from solver.hidoku.rules.game import cell_name
from solver.hidoku.search.solve import solve
from solver.hidoku.text.exercises import step_miss_words, step_task, step_why
from tests.bench.hidoku_positions import format_position, next_technique
from tests.solver.hidoku.exercises.twin import steps_of

LEVELS = tuple(ExerciseLevel)
#: Met hardly ever or never while boards were solved: an easier technique leads on.
TOO_SELDOM = {"crossing"}
COUNTED_AS_OTHERS = {"blocked", "free_neighbours"}  # as a contradiction and a naked pair


def test_each_technique_has_positions_of_each_level_but_those_met_too_seldom() -> None:
    all_names, practice_names = (
        {technique.name for technique in group} for group in (techniques(), practised_techniques())
    )
    assert all_names - practice_names == TOO_SELDOM | COUNTED_AS_OTHERS
    assert all(
        len(lines_of(technique, level)) >= 3
        for technique in practised_techniques()
        for level in LEVELS
    )


def test_each_line_is_read_and_written() -> None:
    lines = [line for group in position_lines().values() for line in group]
    assert [format_position(parse_position(line)) for line in lines] == lines
    assert len(set(lines)) == len(lines)


@pytest.mark.parametrize("technique", practised_techniques(), ids=lambda technique: technique.name)
def test_no_easier_technique_leads_on_however_the_board_is_turned(technique: Technique) -> None:
    for level in LEVELS:
        grid = parse_position(lines_of(technique, level)[0]).grid
        sizes = set()
        for way in range(count_variants(grid)):
            lead = next_technique(Position.of(turn_board(grid, way)))
            assert lead is not None
            assert lead.technique is technique
            sizes.add(
                len({c for s in lead.steps for c in (s.placed, *s.eliminated) if c is not None})
            )
        assert len(sizes) == 1


# 31 takes the twin's plain search as long as all others; 88 is of the same technique and level.
@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", [*range(31), *range(32, 40), 88])
def test_the_plain_twin_agrees(seed: int) -> None:
    assert steps_of(LEVELS[seed % 3], seed) == []


def test_a_seed_is_the_same_exercise_for_ever() -> None:
    assert make(ExerciseLevel.HARD, 71) == make(ExerciseLevel.HARD, 71)
    assert (
        len({make(ExerciseLevel.HARD, len(practised_techniques()) * n).grid for n in range(20)})
        > 15
    )


@pytest.mark.parametrize("technique", practised_techniques(), ids=lambda technique: technique.name)
def test_a_technique_has_its_own_seeds(technique: Technique) -> None:
    seed = seed_of(technique, 3)
    assert make(ExerciseLevel.EASY, seed).technique is technique


def test_a_technique_without_positions_has_no_seeds() -> None:
    with pytest.raises(ExerciseError, match="no exercises of “crossing gaps”"):
        seed_of(technique_named("crossing"), 1)


@pytest.mark.parametrize("seed", range(len(practised_techniques())))
def test_each_technique_is_explained(seed: int) -> None:
    """Of a right answer the reason is told, of a wrong one a nudge and a reason."""
    exercise = make(ExerciseLevel.EASY, seed)
    assert step_task(exercise).startswith(exercise.technique.title[1:2], 1)
    answer = next(iter(exercise.steps))
    assert judge(exercise, answer).is_right
    why = step_why(exercise, answer)
    assert f"{answer.candidate.number}" in " ".join(why)
    wrong = StepAnswer(answer.candidate, not answer.is_placed)
    verdict = judge(exercise, wrong)
    assert not verdict.is_right
    assert verdict.near == answer
    assert step_miss_words(wrong, verdict)


@pytest.mark.parametrize("seed", [735698, 735888, 736116])
@pytest.mark.parametrize("level", LEVELS)
def test_a_contradiction_is_always_shown_by_a_chain(level: ExerciseLevel, seed: int) -> None:
    """Whatever is answered, right or wrong, some reason is one that a person can follow."""
    exercise = make(level, seed)
    assert exercise.technique.name == "contradiction"
    assert exercise.is_explained(exercise.example)
    search_answers = [answer for answer in exercise.steps if not exercise.is_explained(answer)]
    for answer in (*search_answers[:5], *islice(exercise.steps, 5)):
        why = step_why(exercise, answer)
        assert not any(line.startswith("A search of all paths") for line in why)
        assert ("Only a search of all paths shows that" in why[0]) == (answer in search_answers)
        wrong = answer._replace(is_placed=True)
        verdict = judge(exercise, wrong)
        assert not verdict.is_right
        assert exercise.is_explained(verdict.near)


def test_practice_does_not_run_out_of_positions() -> None:
    """However few are kept of a technique: other numbers are given each time."""
    for name in ("area", "cut", "between"):
        technique = technique_named(name)
        seeds = [seed_of(technique, number) for number in range(12)]
        grids = [make(ExerciseLevel.MEDIUM, seed).grid for seed in seeds]
        stock = [parse_position(line).grid for line in lines_of(technique, ExerciseLevel.MEDIUM)]
        turns = {turn_board(grid, way) for grid in stock for way in range(count_variants(grid))}
        assert len(set(grids)) > 10
        assert set(grids) - turns
        for grid in grids:
            lead = next_technique(Position.of(grid))
            assert lead is not None
            assert lead.technique is technique
            assert solve(grid).unique


@pytest.mark.parametrize("technique", practised_techniques(), ids=lambda each: each.name)
def test_a_nudge_says_where_to_look_and_not_what_is_ruled_out(technique: Technique) -> None:
    exercise = make(ExerciseLevel.EASY, seed_of(technique, 0))
    for answer in exercise.steps:
        nudge = exercise.step_for(answer).nudge
        number, cell = answer.candidate
        numbers = re.findall(r"\d+", re.sub(r"row \d+, column \d+", "", nudge))
        assert answer.is_placed or str(number) not in numbers or cell_name(cell) not in nudge


def test_an_example_rests_on_no_search_where_another_answer_does() -> None:
    exercise = make(LEVELS[1], seed_of(technique_named("passage"), 2))
    assert not all(map(exercise.is_explained, exercise.steps))
    assert "search" not in " ".join(step_why(exercise, exercise.example))
