"""What each kind of exercise brings to its command."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from solver.deduction.exercises import best_split, liar, must_be_so, one_code_left, positions
from solver.deduction.exercises.best_split import BestSplit
from solver.deduction.exercises.liar import Liar
from solver.deduction.exercises.must_be_so import MustBeSo
from solver.deduction.exercises.one_code_left import OneCodeLeft
from solver.deduction.exercises.positions import board
from solver.deduction.games import face_of
from solver.deduction.rules.game import Code, Turn
from solver.deduction.text import exercises as words
from solver.deduction.text.exercises import RowsLine, VerdictWords
from solver.exercises import ExerciseLevel
from solver.hidoku.exercises import find_the_step, last_ten
from solver.hidoku.exercises.find_the_step import (
    format_placed,
    format_step,
    parse_placed,
    parse_step,
)
from solver.hidoku.exercises.positions import practised
from solver.hidoku.logic.technique import technique_named
from solver.hidoku.rules.grid import Grid
from solver.hidoku.rules.json_format import json_of
from solver.hidoku.rules.known_boards import format_link
from solver.hidoku.text.exercises import (
    COMPLETE,
    step_task,
    step_verdict_words,
    step_why,
    ten_task,
    ten_verdict_words,
)


class AnswerText(NamedTuple):
    is_right: bool
    lines: tuple[str, ...]


class ExerciseText(NamedTuple):
    """An exercise in lines and as JSON, its solution likewise, and what judges an answer.

    ``judge`` raises AnswerError, with a sentence, for what can't be read.
    """

    lines: tuple[str, ...]
    document: dict[str, Any]
    solution: str
    why: tuple[str, ...]
    judge: Callable[[str], AnswerText]


class SeedTheme(NamedTuple):
    """What can be chosen beside the level: an option, its values, and the seed that belongs to one.

    Each value has seeds of its own, which are counted from 0 on.
    """

    option: str
    values: Callable[[], tuple[str, ...]]
    seed_of: Callable[[str, int], int]


class ExerciseCommand(NamedTuple):
    name: str
    version: int
    about: str
    text_of: Callable[[ExerciseLevel, int], ExerciseText]
    theme: SeedTheme | None = None


# The exercises of Mastermind on the command line.


def _command(kind: Any, about: str, text_of: Callable[[Any], ExerciseText]) -> ExerciseCommand:
    """Return the command of a module that makes exercises."""
    return ExerciseCommand(
        kind.NAME, kind.VERSION, about, lambda level, seed: text_of(kind.make(level, seed))
    )


def _code_left(made: OneCodeLeft) -> ExerciseText:
    def judge(text: str) -> AnswerText:
        verdict = one_code_left.judge(made, positions.parse_code(text))
        if verdict.is_right:
            return AnswerText(True, _lines(words.code_why(made)))
        return _wrong(words.code_verdict_words(verdict, _answer))

    rows = _rows(made.turns)
    why = _lines(words.code_why(made))
    lines = (*_numbered(rows), "Exactly one code fits all rows. Which?")
    return ExerciseText(lines, {"rows": rows}, _code(made.code), why, judge)


def _claims(made: MustBeSo) -> ExerciseText:
    def judge(text: str) -> AnswerText:
        verdict = must_be_so.judge(made, positions.parse_claims(text, len(made.claims)))
        if verdict.is_right:
            return AnswerText(True, _lines(words.claims_why(made)))
        return _wrong(words.claims_verdict_words(made, verdict))

    rows, claims = _rows(made.turns), words.claims_words(made)
    lines = (*_numbered(rows), "Which of these do the rows prove?", *_numbered(claims))
    solution = positions.format_claims(made.proved)
    document = {"rows": rows, "claims": claims}
    return ExerciseText(lines, document, solution, _lines(words.claims_why(made)), judge)


def _split(made: BestSplit) -> ExerciseText:
    def judge(text: str) -> AnswerText:
        guess = positions.parse_code(text)
        verdict = best_split.judge(made, guess)
        if verdict.is_right:
            return AnswerText(True, _lines(words.split_why(made, guess)))
        return _wrong(words.split_verdict_words(made, verdict, _answer))

    codes = [_code(code) for code in made.codes]
    document = {"rows": _rows(made.turns), "codes": codes, "least": made.least}
    lines = (" ".join(codes), "One of these is the code.", words.task_words(made))
    why = _lines(words.split_why(made, made.best[0]))
    return ExerciseText(lines, document, _code(made.best[0]), why, judge)


def _false_row(made: Liar) -> ExerciseText:
    def judge(text: str) -> AnswerText:
        verdict = liar.judge(made, positions.parse_row(text, len(made.turns)))
        if verdict.is_right:
            return AnswerText(True, _lines(words.liar_why(made)))
        return _wrong(words.liar_verdict_words(verdict))

    rows = _rows(made.turns)
    lines = (*_numbered(rows), "The feedback of exactly one row is wrong. Which row?")
    why = _lines(words.liar_why(made))
    return ExerciseText(lines, {"rows": rows}, str(made.row + 1), why, judge)


def _rows(turns: Iterable[Turn]) -> list[str]:
    return [board().format_turn(turn) for turn in turns]


def _numbered(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{number}. {line}" for number, line in enumerate(lines, 1))


def _code(code: Code) -> str:
    return board().format_code(code)


def _answer(answer: tuple[int, ...]) -> str:
    return face_of(board()).show(answer).words


def _wrong(verdict: VerdictWords) -> AnswerText:
    return AnswerText(False, _lines((verdict.nudge, *verdict.reasons)))


def _lines(lines: Iterable[RowsLine]) -> tuple[str, ...]:
    return tuple(" ".join((line.sentence, *map(_code, line.codes))) for line in lines)


MASTERMIND_EXERCISES: Final = (
    _command(
        one_code_left,
        "Rows of a game after which exactly one code fits. The answer is a code.",
        _code_left,
    ),
    _command(
        must_be_so,
        "Claims about the code. The answer is the numbers of those the rows prove, as 1,4.",
        _claims,
    ),
    _command(
        best_split,
        "A list of codes. The answer is a guess that leaves as few as possible at worst.",
        _split,
    ),
    _command(
        liar,
        "Rows of which one has wrong feedback. The answer is the number of that row.",
        _false_row,
    ),
)


# The exercises of Hidoku on the command line.


def _step(level: ExerciseLevel, seed: int) -> ExerciseText:
    made = find_the_step.make(level, seed)

    def judge(text: str) -> AnswerText:
        answer = parse_step(text)
        verdict = find_the_step.judge(made, answer)
        if verdict.is_right:
            return AnswerText(True, (step_why(made, answer),))
        return AnswerText(False, tuple(step_verdict_words(made, answer, verdict)))

    first = next(iter(made.steps))
    start = {"technique": made.technique.name, **json_of(made.grid)}
    document = start | {"answers": len(made.steps)}
    others = ", ".join(format_step(each) for each in made.steps if each != first)
    why = (step_why(made, first), *([f"Right, too: {others}"] if others else []))
    lines = (*_drawn(made.grid), step_task(made))
    return ExerciseText(lines, document, format_step(first), why, judge)


def _ten(level: ExerciseLevel, seed: int) -> ExerciseText:
    made = last_ten.make(level, seed)

    def judge(text: str) -> AnswerText:
        broken = last_ten.judge(made, parse_placed(text)).first_break
        if broken is None:
            return AnswerText(True, (COMPLETE,))
        return AnswerText(False, tuple(ten_verdict_words(broken)))

    lines = (*_drawn(made.grid), ten_task(made))
    return ExerciseText(lines, json_of(made.grid), format_placed(made.solution), (COMPLETE,), judge)


def _drawn(grid: Grid) -> tuple[str, ...]:
    links = " ".join(map(format_link, sorted(grid.links)))
    notes = (f"adjacency: {grid.adjacency.value}", *((f"links: {links}",) if links else ()))
    return (*str(grid).splitlines(), *notes)


HIDOKU_EXERCISES: Final = (
    ExerciseCommand(
        find_the_step.NAME,
        find_the_step.VERSION,
        "A position in which one technique leads on. The answer is a step of it, as “7 in r2c3” "
        "or “not 7 in r2c3”.",
        _step,
        SeedTheme(
            "technique",
            values=lambda: tuple(each.name for each in practised()),
            seed_of=lambda name, number: find_the_step.seed_of(technique_named(name), number),
        ),
    ),
    ExerciseCommand(
        last_ten.NAME,
        last_ten.VERSION,
        "A board with ten numbers missing. The answer is all ten, as “7 in r2c3, 8 in r3c3, …”.",
        _ten,
    ),
)
