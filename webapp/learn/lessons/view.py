"""What the page of a step shows: its parts, its question, and what is said of an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask import url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from solver.deduction.faces.face import Pegs
from webapp.hidoku.picture.model import Picture, draw
from webapp.learn.lessons.lesson import COURSES, Lesson, LessonStep
from webapp.learn.lessons.library import lesson_after
from webapp.learn.lessons.parts import LessonSplit, Query, ShownPart, show_guess, show_parts
from webapp.learn.lessons.questions.codes import CodeQuestion
from webapp.learn.lessons.questions.keys import KeysQuestion
from webapp.learn.lessons.questions.question import (
    Choices,
    Entered,
    Marking,
    Question,
)
from webapp.learn.lessons.questions.registry import question_in
from webapp.learn.lessons.scene import Scene
from webapp.learn.lessons.spans import fill_sentence
from webapp.mastermind.answer_form import AnswerFields, answer_fields
from webapp.mastermind.board_view import RowDraft, ShownGame, draft_of, draft_pegs, show_game


@dataclass(frozen=True)
class CodeInHand:
    """A code being built: its board, the draft, and the pegs in its holes."""

    board: ShownGame
    draft: RowDraft
    draft_pegs: Pegs
    edited: int = 0
    typed: str = ""


@dataclass(frozen=True)
class ShownQuestion:
    """A question and what was entered; of its form only what that needs is there."""

    form: str
    title: Markup
    choices: tuple[Markup, ...] = ()
    chosen: str = ""
    fields: AnswerFields | None = None
    pair: tuple[tuple[str, Pegs, str], ...] = ()
    code: CodeInHand | None = None
    board: Picture | None = None
    is_several: bool = False
    ticked: tuple[str, ...] = ()


@dataclass(frozen=True)
class ShownMarking:
    """What is said of an answer; ``is_shown`` if it was asked for and not given."""

    is_right: bool
    is_shown: bool
    sentences: tuple[Markup, ...]
    guesses: tuple[LessonSplit, ...]


@dataclass(frozen=True)
class StepMark:
    """A step among all of its lesson: its address, and how far it is."""

    number: int
    url: str
    is_done: bool
    is_here: bool


@dataclass(frozen=True)
class ShownLessonStep:
    """A step of a lesson as a player sees it."""

    lesson: Lesson
    course: str
    step: LessonStep
    url: str
    marks: tuple[StepMark, ...]
    parts: tuple[ShownPart, ...]
    question: ShownQuestion
    judgement: ShownMarking | None
    problem: str
    next_url: str
    next_lesson: Lesson | None

    @property
    def title(self) -> str:
        """The lesson and the step, as a page is called by."""
        return f"{self.lesson.title}, step {self.step.number}: {self.step.title}"

    @property
    def is_last(self) -> bool:
        """Whether no step comes after it."""
        return not self.next_url


def show_step(
    lesson: Lesson,
    step: LessonStep,
    done: frozenset[int],
    query: Query,
    *,
    entered: Entered | None = None,
    judgement: Marking | None = None,
    is_shown: bool = False,
    problem: str = "",
) -> ShownLessonStep:
    """Return a step with what was entered and how that was judged."""
    question = question_in(lesson, step)
    scene = question.scene
    parts = show_parts(scene, step, query, has_board=question.draws_board)
    return ShownLessonStep(
        lesson,
        COURSES[lesson.course],
        step,
        step_url(lesson, step.number),
        tuple(_mark(lesson, each.number, step.number, done) for each in lesson.steps),
        tuple(parts),
        show_question(question, entered or MultiDict(), judgement, query),
        show_judgement(scene, judgement, is_shown=is_shown) if judgement else None,
        problem,
        step_url(lesson, step.number + 1) if step.number < len(lesson.steps) else "",
        lesson_after(lesson),
    )


def step_url(lesson: Lesson, number: int) -> str:
    """Return the address of a step."""
    return url_for("learn.step", course=lesson.course, lesson=lesson.slug, step=number)


def _mark(lesson: Lesson, number: int, here: int, done: frozenset[int]) -> StepMark:
    return StepMark(number, step_url(lesson, number), number in done, number == here)


def show_judgement(scene: Scene, judgement: Marking, *, is_shown: bool = False) -> ShownMarking:
    """Return what is said of an answer, drawn."""
    return ShownMarking(
        judgement.is_right,
        is_shown,
        tuple(fill_sentence(scene, sentence) for sentence in judgement.sentences),
        tuple(show_guess(scene, guess) for guess in judgement.guesses),
    )


def show_question(
    question: Question,
    entered: Entered,
    judgement: Marking | None,
    query: Mapping[str, str],
) -> ShownQuestion:
    """Return a question as its form shows it."""
    scene, form = question.scene, question.form
    return ShownQuestion(
        form,
        fill_sentence(scene, question.title),
        tuple(fill_sentence(scene, label) for label in question.labels)
        if isinstance(question, Choices)
        else (),
        entered.get("choice", "") or entered.get("number", "")[:12],
        answer_fields(scene.face, "answer", None, dict(entered.items()))
        if isinstance(question, KeysQuestion)
        else None,
        _pair(question) if isinstance(question, KeysQuestion) else (),
        _code(question, entered, query) if isinstance(question, CodeQuestion) else None,
        _picture(question, judgement) if question.draws_board else None,
        form == "cells",
        tuple(entered.getlist("cell")) if form == "cells" else (),
    )


def _pair(question: KeysQuestion) -> tuple[tuple[str, Pegs, str], ...]:
    face = question.scene.face
    named = (("Code", question.code), ("Guess", question.guess))
    return tuple((name, face.pegs(code), face.code_words(code)) for name, code in named)


def _code(question: CodeQuestion, entered: Entered, query: Mapping[str, str]) -> CodeInHand:
    face = question.scene.face
    draft = draft_of(face, entered.get("typed") or entered.get("code") or query.get("draft", ""))
    return CodeInHand(show_game(face, "", 0), draft, draft_pegs(face, draft.text))


def _picture(question: Question, judgement: Marking | None) -> Picture:
    grid = question.scene.grid
    if judgement:
        return draw(grid, judgement.board, judgement.marks, notes=judgement.notes)
    return draw(grid, grid.given, question.marks)
