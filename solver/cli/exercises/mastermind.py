"""The exercises of Mastermind on the command line."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from solver.cli.exercises.told import ExerciseCommand, ToldAnswer, ToldExercise
from solver.deduction.exercises import answers, best_split, liar, must_be_so, one_code_left
from solver.deduction.exercises.best_split import BestSplit
from solver.deduction.exercises.liar import Liar
from solver.deduction.exercises.must_be_so import MustBeSo
from solver.deduction.exercises.one_code_left import OneCodeLeft
from solver.deduction.exercises.positions import board
from solver.deduction.games import face_of
from solver.deduction.rules.game import Code, Turn
from solver.deduction.text import exercises as words
from solver.deduction.text.exercises import ToldLine, ToldVerdict
from solver.exercises import ExerciseLevel

Made = TypeVar("Made")


def _command(
    name: str,
    version: int,
    about: str,
    make: Callable[[ExerciseLevel, int], Made],
    tell: Callable[[Made], ToldExercise],
) -> ExerciseCommand:
    return ExerciseCommand(name, version, about, lambda level, seed: tell(make(level, seed)))


def _code_left(made: OneCodeLeft) -> ToldExercise:
    def judge(text: str) -> ToldAnswer:
        verdict = one_code_left.judge(made, answers.parse_code(text))
        if verdict.is_right:
            return ToldAnswer(True, _lines(words.code_why(made)))
        return _wrong(words.code_told(verdict, _answer))

    rows = _rows(made.turns)
    why = _lines(words.code_why(made))
    lines = (*_numbered(rows), "Exactly one code fits all rows. Which?")
    return ToldExercise(lines, {"rows": rows}, _code(made.code), why, judge)


def _claims(made: MustBeSo) -> ToldExercise:
    def judge(text: str) -> ToldAnswer:
        verdict = must_be_so.judge(made, answers.parse_claims(text, len(made.claims)))
        if verdict.is_right:
            return ToldAnswer(True, _lines(words.claims_why(made)))
        return _wrong(words.claims_told(made, verdict))

    rows, claims = _rows(made.turns), words.claims_words(made)
    lines = (*_numbered(rows), "Which of these must be so?", *_numbered(claims))
    solution = answers.format_claims(made.proved)
    document = {"rows": rows, "claims": claims}
    return ToldExercise(lines, document, solution, _lines(words.claims_why(made)), judge)


def _split(made: BestSplit) -> ToldExercise:
    def judge(text: str) -> ToldAnswer:
        guess = answers.parse_code(text)
        verdict = best_split.judge(made, guess)
        if verdict.is_right:
            return ToldAnswer(True, _lines(words.split_why(made, guess)))
        return _wrong(words.split_told(made, verdict, _answer))

    codes = [_code(code) for code in made.codes]
    document = {"rows": _rows(made.turns), "codes": codes, "least": made.least}
    lines = (" ".join(codes), "One of these is the code.", words.task_words(made))
    why = _lines(words.split_why(made, made.best[0]))
    return ToldExercise(lines, document, _code(made.best[0]), why, judge)


def _false_row(made: Liar) -> ToldExercise:
    def judge(text: str) -> ToldAnswer:
        verdict = liar.judge(made, answers.parse_row(text, len(made.turns)))
        if verdict.is_right:
            return ToldAnswer(True, _lines(words.liar_why(made)))
        return _wrong(words.liar_told(verdict))

    rows = _rows(made.turns)
    lines = (*_numbered(rows), "The answer of exactly one row is false. Which?")
    why = _lines(words.liar_why(made))
    return ToldExercise(lines, {"rows": rows}, str(made.row + 1), why, judge)


def _rows(turns: Iterable[Turn]) -> list[str]:
    return [board().format_turn(turn) for turn in turns]


def _numbered(lines: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{number}. {line}" for number, line in enumerate(lines, 1))


def _code(code: Code) -> str:
    return board().format_code(code)


def _answer(answer: tuple[int, ...]) -> str:
    return face_of(board()).show(answer).words


def _wrong(told: ToldVerdict) -> ToldAnswer:
    return ToldAnswer(False, _lines((told.nudge, *told.reasons)))


def _lines(told: Iterable[ToldLine]) -> tuple[str, ...]:
    return tuple(" ".join((line.sentence, *map(_code, line.codes))) for line in told)


MASTERMIND_EXERCISES: Final = (
    _command(
        one_code_left.NAME,
        one_code_left.VERSION,
        "Rows of a game after which exactly one code fits. The answer is a code.",
        one_code_left.make,
        _code_left,
    ),
    _command(
        must_be_so.NAME,
        must_be_so.VERSION,
        "Claims about the code. The answer is the numbers of those that must be so, as 1,4.",
        must_be_so.make,
        _claims,
    ),
    _command(
        best_split.NAME,
        best_split.VERSION,
        "A list of codes. The answer is a guess that leaves as few as possible at worst.",
        best_split.make,
        _split,
    ),
    _command(
        liar.NAME,
        liar.VERSION,
        "Rows of which one has a false answer. The answer is the number of that row.",
        liar.make,
        _false_row,
    ),
)
