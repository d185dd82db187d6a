"""A question as pages and sheets show it: position, form, and the verdict on an answer."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from solver.hidoku.rules.grid import Cell
from solver.wording import InputError
from webapp.hidoku.picture.cells import Marks
from webapp.learn.questions.parts import ShownPart, show_parts
from webapp.learn.questions.question import (
    Entered,
    Marking,
    Question,
    ReasonSentence,
    ShownQuestion,
)
from webapp.learn.questions.scene import Block, parse_cell_name
from webapp.learn.questions.touch import Query, ShownGuess, show_guess, show_on_one_scale

_CELL: Final = re.compile(r"r\d+c\d+")


@dataclass(frozen=True, kw_only=True)
class GivenAnswer:
    """What was entered and how it is judged; ``problem`` says why it can't be.

    ``tries`` counts the wrong answers before it, and ``is_shown`` says that it is the solution.
    """

    entered: Entered = field(default_factory=MultiDict)
    marking: Marking | None = None
    tries: int = 0
    is_shown: bool = False
    problem: str = ""

    @property
    def is_right(self) -> bool:
        return self.marking is not None and self.marking.is_right

    @property
    def is_open(self) -> bool:
        return self.marking is not None and self.marking.is_open


def judge_answer(question: Question, form: Entered) -> GivenAnswer:
    text = form.get(
        "tries", ""
    )  # how many wrong answers a page reports: only wording depends on it
    tries = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0
    try:
        return GivenAnswer(entered=form, marking=question.judge(form), tries=tries)
    except InputError as error:
        return GivenAnswer(entered=form, problem=str(error), tries=tries)


def solve_question(question: Question) -> GivenAnswer:
    form = MultiDict(question.solution)
    return GivenAnswer(entered=form, marking=question.judge(form), is_shown=True)


@dataclass(frozen=True, kw_only=True)
class ShownMarking:
    """The verdict on an answer; ``is_shown`` if the solution was asked for.

    ``sentences`` and ``guesses`` are about the answer itself, ``reason`` is about the right one, as
    far as it is told, and ``seen`` is what it marks.
    """

    is_right: bool
    is_shown: bool
    sentences: tuple[Markup, ...]
    guesses: tuple[ShownGuess, ...]
    reason: tuple[Markup, ...]
    seen: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class ShownAsked:
    """A question on its page; ``carried`` is what its form sends along to ``url``, unseen."""

    url: str
    carried: tuple[tuple[str, object], ...]
    parts: tuple[ShownPart, ...]
    question: ShownQuestion
    judgement: ShownMarking | None
    problem: str

    @property
    def is_over(self) -> bool:
        return self.judgement is not None and self.judgement.is_right


def show_asked(
    question: Question,
    url: str,
    query: Query,
    answer: GivenAnswer,
    hidden_fields: tuple[tuple[str, str], ...] = (),
) -> ShownAsked:
    marking = answer.marking
    judgement: ShownMarking | None = None
    cells: Marks = {}
    if marking and not marking.is_open:
        judgement = show_judgement(question, answer)
        follow_words = question.reason_words if answer.is_shown else ""
        ends = (follow_words, marking.reply if marking.is_right else "")
        why = (question.scene.fill_sentence(words) for words in filter(None, ends))
        judgement = replace(judgement, reason=(*judgement.reason, *why))
        cells = cells_by_stage(judgement.seen)
        marking = replace(marking, marks={**cells, **marking.marks})
        if not (marking.is_right or answer.tries or question.reason.nudge):
            marking = replace(marking, marks={}, notes={})
    tries = answer.tries + bool(judgement and not judgement.is_right)
    view = question.show(answer.entered, marking)
    blocks = question.parts
    if view.guess:  # then it ends with the piles of that guess, and no other's
        texts = (block for block in blocks if block.name not in ("split", "codes"))
        blocks = (*texts, Block("split", text=view.guess))
    parts = [*show_parts(question.scene, blocks, query, cells, draws_board=question.draws_board)]
    if judgement:
        tables = [split.guess for part in parts if part.kind == "split" for split in part.data]
        views = show_on_one_scale([*tables, *judgement.guesses])
        judgement = replace(judgement, guesses=tuple(views[len(tables) :]))
    return ShownAsked(
        url=url,
        carried=(("tries", tries), *hidden_fields, *view.carried),
        parts=tuple(parts),
        question=view,
        judgement=judgement,
        problem=answer.problem,
    )


def show_judgement(question: Question, answer: GivenAnswer) -> ShownMarking:
    """Show the whole reason of a right answer; else first the nudge, and then how it begins."""
    scene = question.scene
    reason = question.reason
    marking = answer.marking or Marking(False, ())
    sentences = marking.sentences
    guesses = marking.guesses
    reasons = reason.sentences
    if not marking.is_right:
        has_own = marking.is_of_reason or not reason.nudge
        nudge = marking.reply or (marking.nudge if has_own else reason.nudge)
        if answer.tries:
            reasons = () if has_own else reasons[:1]
            sentences = (nudge, *sentences) if has_own else sentences
        else:
            sentences = (nudge,)
            guesses = ()
            reasons = ()
    return ShownMarking(
        is_right=marking.is_right,
        is_shown=answer.is_shown,
        sentences=tuple(scene.fill_sentence(sentence) for sentence in sentences),
        guesses=tuple(show_guess(scene, guess) for guess in guesses),
        reason=tuple(scene.fill_sentence(sentence.text) for sentence in reasons),
        seen=marks_by_stage(reasons),
    )


@dataclass(frozen=True, kw_only=True)
class PaperQuestion:
    """A question on paper, with its answer for the page of solutions; boards are drawn as SVG."""

    number: int
    title: str
    task: Markup
    board: str
    solved_board: str
    parts: tuple[ShownPart, ...]
    question: ShownQuestion
    answer: Markup
    judgement: ShownMarking


def show_paper(question: Question, number: int, title: str, draft: str = "") -> PaperQuestion:
    query = MultiDict[str, str]()
    solution = solve_question(question)
    has_board = question.draws_board
    judgement = show_judgement(question, solution)
    return PaperQuestion(
        number=number,
        title=title,
        task=question.scene.fill_sentence(question.paper_task),
        board=question.drawing() if question.scene.board else "",
        solved_board=question.drawing(solution.marking) if has_board else "",
        parts=tuple(show_parts(question.scene, question.parts, query, draws_board=has_board)),
        question=question.show(MultiDict({"draft": draft}), None),
        answer=question.scene.fill_sentence(question.answer_words),
        judgement=judgement,
    )


def marks_by_stage(sentences: tuple[ReasonSentence, ...]) -> Mapping[str, str]:
    """Return what sentences mark, each with the class of the first that does: ``see-1``…"""
    stages = reversed(tuple(enumerate(sentences, 1)))
    return {mark: f"see-{stage}" for stage, sentence in stages for mark in sentence.marks}


def cells_by_stage(marks: Mapping[str, str]) -> Mapping[str, set[Cell]]:
    """Return the cells among what is marked, by their classes."""
    cells: dict[str, set[Cell]] = {}
    for name, stage in marks.items():
        if _CELL.fullmatch(name):
            cells.setdefault(stage, set()).add(parse_cell_name(name))
    return cells
