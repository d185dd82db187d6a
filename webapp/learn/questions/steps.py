"""A number and a cell of a board: a step by one technique."""

from dataclasses import replace
from functools import cached_property
from typing import Final

from solver.hidoku.exercises import find_the_step
from solver.hidoku.exercises.find_the_step import FindTheStep, StepAnswer
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.phrases import numbered
from solver.hidoku.rules.game import cell_name
from solver.hidoku.rules.grid import MOST_CELLS, Board, Cell
from solver.hidoku.search.solve import board_of, solve
from solver.hidoku.text.exercises import more_words, step_miss_words, step_true_words, step_why
from solver.wording import capitalised
from webapp.hidoku.picture.cells import Note
from webapp.hidoku.picture.model import Picture, draw
from webapp.hidoku.play.hint_view import named_by
from webapp.http.forms import FormError, parse_cell, parse_number, read_cell
from webapp.learn.questions.question import Entered, Marking, Question, ShownQuestion
from webapp.learn.questions.scene import Block, Scene

#: The right answers in so many cells are all named on paper; in more, the first are examples.
MOST_NAMED: Final = 8
IN: Final = ("in", "It must go there")
OUT: Final = ("out", "It can’t go there")
_ON_PAPER: Final = {
    (IN,): "Write it there.",
    (OUT,): "Write it there and cross it out.",
    (IN, OUT): "Write it there, and cross it out if it can’t go there.",
}


class StepQuestion(Question):
    """Which number, in which cell, does the technique show? ``verbs`` are what can be said of them,
    with its words.
    """

    form = "numbers"
    draws_board = True

    def __init__(self, scene: Scene, block: Block, exercise: FindTheStep) -> None:
        super().__init__(scene, block)
        self.exercise = exercise
        verb_choices = ((IN, not exercise.is_eliminating), (OUT, not exercise.is_placing))
        self.verbs = tuple(verb for verb, is_there in verb_choices if is_there)
        self.paper_task = f"{self.title} {_ON_PAPER[self.verbs]}"
        (number, cell), is_placed = exercise.example
        says = IN[0] if is_placed else OUT[0]
        self.solution = {"cell": f"{cell.row},{cell.column}", "number": str(number), "says": says}
        self.answer_words = _answer_words(exercise)

    @cached_property
    def path(self) -> Board:
        return board_of(solve(self.scene.grid).solutions[0])

    def show(self, form: Entered, marking: Marking | None) -> ShownQuestion:
        givens = self.scene.grid.given
        board = marking.board if marking else givens
        numbers = range(1, self.scene.grid.last + 1)
        return replace(
            super().show(form, marking),
            board=self._draw(board, form, marking),
            chips=tuple(number for number in numbers if number not in board.values()),
            verbs=self.verbs,
            status=marking.sentences[0] if marking and marking.is_open else "",
        )

    def _draw(self, board: Board, form: Entered, marking: Marking | None) -> Picture:
        cell = read_cell(form)
        is_chosen = not (marking and marking.is_right) and cell and self.scene.grid.has_cell(cell)
        marking = marking or Marking(False, ())
        choice = cell if is_chosen else None
        return draw(self.scene.grid, board, marking.marks, choice, notes=marking.notes)

    def entered_words(self, form: Entered) -> str:
        sign = "not " if form.get("says") == OUT[0] else ""
        return sign + super().entered_words(form)

    def judge(self, form: Entered) -> Marking:
        if not form.get("cell") or not form.get("number", "").strip():
            raise FormError("Choose a cell and a number first.")
        candidate = Candidate(parse_number(form, MOST_CELLS), parse_cell(form))
        answer = StepAnswer(candidate, is_placed=form.get("says") != OUT[0])
        self.scene.play.place(candidate.cell, candidate.number)  # MoveError
        verdict = find_the_step.judge(self.exercise, answer)
        if verdict.is_right:
            return self._mark_right(answer)
        if answer.is_placed == (self.path[candidate.cell] == candidate.number):
            true_words = step_true_words(self.exercise, answer, verdict)
            return Marking(False, (true_words,), board=self.scene.grid.given, is_open=True)
        step = self.exercise.step_for(verdict.near)
        marks, notes = named_by(self.scene.play, [step.look, step.marks])
        return Marking(
            False,
            tuple(step.lines),
            f"{step_miss_words(answer, verdict)} {step.nudge}",
            board=self.scene.grid.given,
            marks=marks,
            notes=notes,
        )

    def _mark_right(self, answer: StepAnswer) -> Marking:
        number, cell = answer.candidate
        givens = self.scene.grid.given
        why = (more_words(self.exercise), *step_why(self.exercise, answer))
        placement = {cell: number} if answer.is_placed else {}
        return Marking(
            True,
            why,
            board={**givens, **placement},
            marks={"newest" if placement else "eliminated": {cell}},
            notes={} if placement else {cell: Note.of(number)},
        )


def _answer_words(exercise: FindTheStep) -> str:
    by_cell: dict[tuple[bool, Cell], list[int]] = {}
    for (number, cell), is_placed in exercise.steps:
        by_cell.setdefault((is_placed, cell), []).append(number)
    words = [
        f"{'' if is_placed else 'not '}{numbered(numbers, 'or')} in {cell_name(cell)}"
        for (is_placed, cell), numbers in by_cell.items()
    ]
    if len(words) > MOST_NAMED:
        example = f"any of {len(exercise.steps)} answers, for example {words[0]}"
        words = [example, *words[1:3]]
    return capitalised(f"{'; '.join(words)}.")
