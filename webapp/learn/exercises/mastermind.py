"""The kinds of exercise of Mastermind: what each shows, and how it judges an answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from solver.deduction.exercises import best_split, liar, must_be_so, one_code_left, positions
from solver.deduction.exercises.best_split import BestSplit
from solver.deduction.exercises.liar import Liar
from solver.deduction.exercises.must_be_so import MustBeSo
from solver.deduction.exercises.one_code_left import OneCodeLeft
from solver.deduction.text import exercises as words
from solver.exercises import AnswerError
from webapp.http.forms import submitted_row
from webapp.learn.exercises.entry import ExerciseEntry, JudgedAnswer
from webapp.learn.exercises.pegs import (
    CLAIMS,
    CODE,
    ROW,
    PegsBody,
    ShownClaim,
    answer_words,
    draft_row,
    face,
    format_code,
    name_of,
    right,
    show_rows,
    wrong,
)
from webapp.mastermind.board_view import EMPTY

GAME: Final = "Mastermind"
STYLES: Final = ("mastermind/board", "learn/exercises")


def _typed_code(form: Mapping[str, str]) -> str:
    """Return the row of a form. Raises AnswerError if a hole is empty."""
    text = submitted_row(form)
    if not text.replace(EMPTY, "").strip():
        raise AnswerError("Build a row first.")
    if EMPTY in text:
        raise AnswerError("Fill every hole first.")
    return text


def _ticked_claims(form: Mapping[str, str]) -> str:
    return ",".join(number for number in map(str, range(1, 10)) if form.get(f"claim{number}"))


def _read_row(form: Mapping[str, str]) -> str:
    """Return the row that a form chooses. Raises AnswerError if it chooses none."""
    if not form.get("row"):
        raise AnswerError("Choose a row first.")
    return form["row"]


def _show_code_left(exercise: OneCodeLeft, answer: str) -> PegsBody:
    task = "Exactly one code fits every row. Find it."
    rows = show_rows(exercise.turns)
    return PegsBody(task=task, form=CODE, rows=rows, draft=draft_row(answer))


def _judge_code_left(exercise: OneCodeLeft, answer: str) -> JudgedAnswer:
    verdict = one_code_left.judge(exercise, positions.parse_code(answer))
    if verdict.is_right:
        return right(tuple(words.code_why(exercise, name_of, face().terms)))
    return wrong(words.code_verdict_words(verdict, answer_words))


def _show_claims(exercise: MustBeSo, answer: str) -> PegsBody:
    ticked = positions.parse_claims(answer, len(exercise.claims))
    sentences = words.claims_words(exercise, name_of, face().terms)
    claims = tuple(
        ShownClaim(place + 1, sentence, face().pegs(claim.colours), place in ticked)
        for place, (claim, sentence) in enumerate(zip(exercise.claims, sentences, strict=True))
    )
    task = "Tick every claim the rows prove."
    return PegsBody(task=task, form=CLAIMS, rows=show_rows(exercise.turns), claims=claims)


def _judge_claims(exercise: MustBeSo, answer: str) -> JudgedAnswer:
    verdict = must_be_so.judge(exercise, positions.parse_claims(answer, len(exercise.claims)))
    if verdict.is_right:
        return right(words.claims_why(exercise))
    return wrong(words.claims_verdict_words(exercise, verdict))


def _show_split(exercise: BestSplit, answer: str) -> PegsBody:
    codes = tuple(map(face().pegs, exercise.codes))
    task = words.task_words(exercise)
    return PegsBody(task=task, form=CODE, rows=(), codes=codes, draft=draft_row(answer))


def _judge_split(exercise: BestSplit, answer: str) -> JudgedAnswer:
    verdict = best_split.judge(exercise, positions.parse_code(answer))
    if verdict.is_right:
        return right(words.split_why(exercise, positions.parse_code(answer)))
    return wrong(words.split_verdict_words(exercise, verdict, answer_words))


def _show_liar(exercise: Liar, answer: str) -> PegsBody:
    chosen = positions.parse_row(answer, len(exercise.turns)) + 1 if answer else 0
    task = "The feedback of exactly one row is wrong. Which row?"
    return PegsBody(task=task, form=ROW, rows=show_rows(exercise.turns), chosen=chosen)


def _judge_liar(exercise: Liar, answer: str) -> JudgedAnswer:
    verdict = liar.judge(exercise, positions.parse_row(answer, len(exercise.turns)))
    return (
        right(words.liar_why(exercise))
        if verdict.is_right
        else wrong(words.liar_verdict_words(verdict))
    )


ONE_CODE_LEFT: Final = ExerciseEntry(
    name=one_code_left.NAME,
    version=one_code_left.VERSION,
    game=GAME,
    title="One code left",
    sentence="Exactly one code fits every row. Find it.",
    styles=STYLES,
    lesson="/learn/mastermind/two-rows",
    make=one_code_left.make,
    show=_show_code_left,
    answer_of=_typed_code,
    draft_of=lambda form: submitted_row(form) or form.get("draft", ""),
    judge=_judge_code_left,
    solution=lambda exercise: format_code(exercise.code),
    levels={
        "easy": "Go through the rows one at a time. Each adds to what you know.",
        "medium": "At one point you have to combine two rows.",
        "hard": "You have to combine two rows more than once, or three at once.",
    },
)
MUST_BE_SO: Final = ExerciseEntry(
    name=must_be_so.NAME,
    version=must_be_so.VERSION,
    game=GAME,
    title="What is proved?",
    sentence="Six claims about the code. Tick those the rows prove.",
    styles=STYLES,
    lesson="/learn/mastermind/two-rows",
    make=must_be_so.make,
    show=_show_claims,
    answer_of=_ticked_claims,
    draft_of=_ticked_claims,
    judge=_judge_claims,
    solution=lambda exercise: positions.format_claims(exercise.proved),
    levels={
        "easy": "One row proves each.",
        "medium": "Two rows together prove some.",
        "hard": "Some need three rows or more.",
    },
)
BEST_SPLIT: Final = ExerciseEntry(
    name=best_split.NAME,
    version=best_split.VERSION,
    game=GAME,
    title="Best split",
    sentence="You see the possible codes. Find a guess that splits them best.",
    styles=STYLES,
    lesson="/learn/mastermind/splitting",
    make=best_split.make,
    show=_show_split,
    answer_of=_typed_code,
    draft_of=lambda form: submitted_row(form) or form.get("draft", ""),
    judge=_judge_split,
    solution=lambda exercise: format_code(exercise.best[0]),
    levels={
        "easy": "Many guesses work, and you’ll find one among these codes.",
        "medium": "Few guesses work, but you’ll find one among these codes.",
        "hard": "None of these codes works, so look beyond them.",
    },
)
LIAR: Final = ExerciseEntry(
    name=liar.NAME,
    version=liar.VERSION,
    game=GAME,
    title="The liar",
    sentence="One of six rows has wrong feedback. Which one?",
    styles=STYLES,
    lesson="/learn/mastermind/contradiction",
    make=liar.make,
    show=_show_liar,
    answer_of=_read_row,
    draft_of=lambda form: form.get("row", ""),
    judge=_judge_liar,
    solution=lambda exercise: str(exercise.row + 1),
    levels={
        "easy": "Each contradiction takes only two rows.",
        "medium": "Some contradictions take three rows.",
        "hard": "Some contradictions take four rows or more.",
    },
)
