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
    drafted,
    face,
    name_of,
    right,
    shown_rows,
    written,
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


def _chosen_row(form: Mapping[str, str]) -> str:
    """Return the row that a form chooses. Raises AnswerError if it chooses none."""
    if not form.get("row"):
        raise AnswerError("Choose a row first.")
    return form["row"]


def _show_code_left(made: OneCodeLeft, answer: str) -> PegsBody:
    task = "Exactly one code fits every row. Find it."
    rows = shown_rows(made.turns)
    return PegsBody(task, CODE, rows, draft=drafted(answer))


def _judge_code_left(made: OneCodeLeft, answer: str) -> JudgedAnswer:
    verdict = one_code_left.judge(made, positions.parse_code(answer))
    if verdict.is_right:
        return right(tuple(words.code_why(made, name_of, face().terms)))
    return wrong(words.code_verdict_words(verdict, answer_words))


def _show_claims(made: MustBeSo, answer: str) -> PegsBody:
    ticked = positions.parse_claims(answer, len(made.claims))
    sentences = words.claims_words(made, name_of, face().terms)
    claims = tuple(
        ShownClaim(place + 1, sentence, face().pegs(claim.colours), place in ticked)
        for place, (claim, sentence) in enumerate(zip(made.claims, sentences, strict=True))
    )
    task = "Tick every claim the rows prove."
    return PegsBody(task, CLAIMS, shown_rows(made.turns), claims=claims)


def _judge_claims(made: MustBeSo, answer: str) -> JudgedAnswer:
    verdict = must_be_so.judge(made, positions.parse_claims(answer, len(made.claims)))
    if verdict.is_right:
        return right(words.claims_why(made))
    return wrong(words.claims_verdict_words(made, verdict))


def _show_split(made: BestSplit, answer: str) -> PegsBody:
    codes = tuple(map(face().pegs, made.codes))
    task = words.task_words(made)
    return PegsBody(task, CODE, (), codes, draft=drafted(answer))


def _judge_split(made: BestSplit, answer: str) -> JudgedAnswer:
    verdict = best_split.judge(made, positions.parse_code(answer))
    if verdict.is_right:
        return right(words.split_why(made, positions.parse_code(answer)))
    return wrong(words.split_verdict_words(made, verdict, answer_words))


def _show_liar(made: Liar, answer: str) -> PegsBody:
    chosen = positions.parse_row(answer, len(made.turns)) + 1 if answer else 0
    task = "The feedback of exactly one row is wrong. Which row?"
    return PegsBody(task, ROW, shown_rows(made.turns), chosen=chosen)


def _judge_liar(made: Liar, answer: str) -> JudgedAnswer:
    verdict = liar.judge(made, positions.parse_row(answer, len(made.turns)))
    return (
        right(words.liar_why(made))
        if verdict.is_right
        else wrong(words.liar_verdict_words(verdict))
    )


ONE_CODE_LEFT: Final = ExerciseEntry(
    one_code_left.NAME,
    one_code_left.VERSION,
    GAME,
    "One code left",
    "Exactly one code fits every row. Find it.",
    STYLES,
    "/learn/mastermind/two-rows",
    one_code_left.make,
    _show_code_left,
    _typed_code,
    lambda form: submitted_row(form) or form.get("draft", ""),
    _judge_code_left,
    lambda made: written(made.code),
    {
        "easy": "Go through the rows one at a time. Each adds to what you know.",
        "medium": "At one point you have to combine two rows.",
        "hard": "You have to combine two rows more than once, or three at once.",
    },
)
MUST_BE_SO: Final = ExerciseEntry(
    must_be_so.NAME,
    must_be_so.VERSION,
    GAME,
    "What is proved?",
    "Six claims about the code. Tick those the rows prove.",
    STYLES,
    "/learn/mastermind/two-rows",
    must_be_so.make,
    _show_claims,
    _ticked_claims,
    _ticked_claims,
    _judge_claims,
    lambda made: positions.format_claims(made.proved),
    {
        "easy": "One row proves each.",
        "medium": "Two rows together prove some.",
        "hard": "Some need three rows or more.",
    },
)
BEST_SPLIT: Final = ExerciseEntry(
    best_split.NAME,
    best_split.VERSION,
    GAME,
    "Best split",
    "You see the possible codes. Find a guess that splits them best.",
    STYLES,
    "/learn/mastermind/splitting",
    best_split.make,
    _show_split,
    _typed_code,
    lambda form: submitted_row(form) or form.get("draft", ""),
    _judge_split,
    lambda made: written(made.best[0]),
    {
        "easy": "Many guesses work, and you’ll find one among these codes.",
        "medium": "Few guesses work, but you’ll find one among these codes.",
        "hard": "None of these codes works, so look beyond them.",
    },
)
LIAR: Final = ExerciseEntry(
    liar.NAME,
    liar.VERSION,
    GAME,
    "The liar",
    "One of six rows has wrong feedback. Which one?",
    STYLES,
    "/learn/mastermind/contradiction",
    liar.make,
    _show_liar,
    _chosen_row,
    lambda form: form.get("row", ""),
    _judge_liar,
    lambda made: str(made.row + 1),
    {
        "easy": "Each contradiction takes only two rows.",
        "medium": "Some contradictions take three rows.",
        "hard": "Some contradictions take four rows or more.",
    },
)
