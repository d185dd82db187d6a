"""What is to be true of every exercise of Hidoku, by the plain twin; a list of what is not."""

import re
from collections.abc import Iterator

from solver.exercises import ExerciseLevel
from solver.hidoku.exercises import find_the_step
from solver.hidoku.exercises.find_the_step import FindTheStep, StepAnswer
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.text.exercises import step_miss_words
from tests.plain.boards import PlainBoard, in_reach, read, solutions
from tests.solver.hidoku.exercises.plain import PLACING, loose_end, out_of_loose_ends


def plain(grid: Grid) -> PlainBoard:
    joins = [((*a,), (*b,)) for a, b in grid.joined]
    return read(str(grid), grid.adjacency.value, joins)


def wrong_steps(exercise: FindTheStep) -> Iterator[str]:
    board, name = plain(exercise.grid), exercise.technique.name
    paths = solutions(board)
    if len(paths) != 1:
        yield f"{len(paths)} solutions"
        return
    steps = {(n, tuple(cell), is_placed) for (n, cell), is_placed in exercise.steps}
    if not steps:
        yield "no answer"
    for number, place, is_placed in steps:
        if place not in board.empty or number in board.where:
            yield f"{number} in {place} is no candidate"
        elif (paths[0][place] == number) != is_placed:
            yield f"{number} in {place} is not so"
    yield from _by_definition(board, name, steps)
    yield from _judged(exercise, board, steps)


def _by_definition(
    board: PlainBoard, name: str, answers: set[tuple[int, tuple[int, ...], bool]]
) -> Iterator[str]:
    """What the placing techniques show, and that no easier one shows anything."""
    for title, finder in PLACING.items():
        steps = {(number, place, True) for number, place in finder(board)}
        if title == loose_end.__name__:
            steps |= {(number, place, False) for number, place in out_of_loose_ends(board)}
        if title == name:
            if steps != answers:
                yield f"{name} shows {steps}, accepted is {answers}"
            return
        if steps:
            yield f"{title} shows {steps}"


def _judged(
    exercise: FindTheStep, board: PlainBoard, answers: set[tuple[int, tuple[int, ...], bool]]
) -> Iterator[str]:
    """How answers are judged: all that are right, and of the others one a number at least.

    What counting steps shows anyway must not count as an elimination.
    """
    reach = in_reach(board, is_distinct=True)
    missing = [n for n in range(1, board.last + 1) if n not in board.where]
    samples = {
        (number, place, is_placed)
        for at, number in enumerate(missing)
        for place in sorted(board.empty)[at % 4 :: 4][:2]
        for is_placed in (True, False)
    }
    for number, place, is_placed in answers | samples:
        answer = StepAnswer(Candidate(number, Cell(*place)), is_placed)
        is_right = (number, place, is_placed) in answers
        if find_the_step.judge(exercise, answer).is_right != is_right:
            yield f"{answer} is judged wrongly"
        if is_right and place not in reach[number]:
            yield f"{number} does not reach {place} anyway"
        if untrue := untrue_of_reach(exercise, answer):
            yield f"untrue: {untrue}"


def steps_of(level: ExerciseLevel, seed: int) -> list[str]:
    """Return what is wrong with find-the-step of a seed."""
    return list(wrong_steps(find_the_step.make(level, seed)))


def untrue_of_reach(exercise: FindTheStep, answer: StepAnswer) -> str:
    """Return what a wrong answer is told, if it counts cells or numbers otherwise than the twin."""
    verdict = find_the_step.judge(exercise, answer)
    words = "" if verdict.is_right else step_miss_words(answer, verdict)
    board, (number, cell) = plain(exercise.grid), answer.candidate
    reach = in_reach(board, is_distinct=False, is_joined=False)
    is_out = re.search(r"does not get to|[Cc]ounting steps rules out", words)
    is_in = re.search(r"gets to ([\d,]+) cells?, and .* in reach of (.+) as well\.", words)
    owners = {n for n in reach if n != number and tuple(cell) in reach[n] and n not in board.where}
    if is_out and tuple(cell) in reach[number]:
        return words
    if is_in and (int(is_in[1]) != len(reach[number]) or _numbers_in(is_in[2]) != owners):
        return words
    return ""


def _numbers_in(text: str) -> set[int]:
    spans = re.findall(r"(\d+)(?: to (\d+))?", text)
    return {n for low, high in spans for n in range(int(low), int(high or low) + 1)}
