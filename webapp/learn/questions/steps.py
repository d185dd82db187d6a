"""A number and a cell of a board: a step by one technique, or the last ten numbers."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final

from solver.hidoku.exercises import find_the_step, last_ten
from solver.hidoku.exercises.find_the_step import FindTheStep, StepAnswer
from solver.hidoku.exercises.last_ten import LastTen
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.phrases import numbered
from solver.hidoku.rules.game import MoveError, Play, named
from solver.hidoku.rules.grid import MOST_CELLS, Board, Cell
from solver.hidoku.text.exercises import (
    COMPLETE,
    break_words,
    more_words,
    step_miss_words,
    step_why,
)
from solver.wording import capitalised, listed
from webapp.hidoku.picture.model import Picture, draw
from webapp.hidoku.play.hint_view import named_by
from webapp.http.forms import FormError, parse_cell, parse_number, read_cell
from webapp.learn.questions.block import Block
from webapp.learn.questions.question import Entered, Marking, Question, ShownQuestion
from webapp.learn.questions.scene import Scene

#: The right answers in so many cells are all named on paper; in more, the first are examples.
MOST_NAMED: Final = 8
IN: Final = ("in", "It must go there")
OUT: Final = ("out", "It can’t go there")
_ON_PAPER: Final = {
    (IN,): "Write it there.",
    (OUT,): "Write it there and cross it out.",
    (IN, OUT): "Write it there, and cross it out if it can’t go there.",
}


class NumbersQuestion(Question):
    """Which number, and in which cell? ``verbs`` are what can be said of them, with its words."""

    form = "numbers"
    draws_board = True
    #: Whether several are placed before the answer is judged.
    is_several: ClassVar[bool] = False
    verbs: tuple[tuple[str, str], ...]

    def show(self, entered: Entered, judged: Marking | None) -> ShownQuestion:
        placed = judged.board if judged else self.board_before(entered)
        numbers = range(1, self.scene.grid.last + 1)
        view = super().show(entered, judged)
        return replace(
            view,
            board=self._draw(placed, entered, judged),
            chips=tuple(number for number in numbers if number not in placed.values()),
            verbs=self.verbs,
            is_several=self.is_several,
            typed="" if judged and judged.is_open else view.typed,
            draft=self.format_draft(placed),
        )

    def _draw(self, board: Board, entered: Entered, judged: Marking | None) -> Picture:
        cell = read_cell(entered)
        is_open = not (judged and (judged.is_right or judged.is_open))
        chosen = cell if is_open and cell and self.scene.grid.has_cell(cell) else None
        marking = judged or Marking(False, ())
        return draw(self.scene.grid, board, marking.marks, chosen, notes=marking.notes)

    def judge(self, entered: Entered) -> Marking:
        try:
            return self.mark(entered)
        except MoveError as error:
            raise FormError(str(error)) from error

    @abstractmethod
    def mark(self, entered: Entered) -> Marking:
        """Judge an answer. Raises MoveError and FormError."""

    def board_before(self, entered: Entered) -> Board:
        """Return the board with the numbers placed before."""
        return self.scene.grid.given

    def format_draft(self, board: Board) -> str:
        placed = sorted(set(board.items()) - set(self.scene.grid.given.items()))
        return " ".join(f"{cell.row},{cell.column}={number}" for cell, number in placed)


class StepQuestion(NumbersQuestion):
    """Which step does the technique show?"""

    def __init__(self, scene: Scene, block: Block, exercise: FindTheStep) -> None:
        super().__init__(scene, block)
        self.exercise = exercise
        wanted = ((IN, not exercise.is_eliminating), (OUT, not exercise.is_placing))
        self.verbs = tuple(verb for verb, is_there in wanted if is_there)

    @property
    def paper_task(self) -> str:
        return f"{self.title} {_ON_PAPER[self.verbs]}"

    @property
    def solution(self) -> Mapping[str, str | list[str]]:
        (number, cell), is_placed = self.exercise.example
        return {**_fields(number, cell), "says": IN[0] if is_placed else OUT[0]}

    @property
    def answer_words(self) -> str:
        by_cell: dict[tuple[bool, Cell], list[int]] = {}
        for (number, cell), is_placed in self.exercise.steps:
            by_cell.setdefault((is_placed, cell), []).append(number)
        words = [
            f"{'' if is_placed else 'not '}{numbered(numbers, 'or')} in {named(cell)}"
            for (is_placed, cell), numbers in by_cell.items()
        ]
        if len(words) > MOST_NAMED:
            words = [
                f"any of {len(self.exercise.steps)} answers, for example {words[0]}",
                *words[1:3],
            ]
        return capitalised(f"{'; '.join(words)}.")

    def entered_words(self, entered: Entered) -> str:
        sign = "not " if entered.get("says") == OUT[0] else ""
        return sign + super().entered_words(entered)

    def mark(self, entered: Entered) -> Marking:
        answer = StepAnswer(_candidate(entered), is_placed=entered.get("says") != OUT[0])
        self.scene.play.place(answer.candidate.cell, answer.candidate.number)  # MoveError
        verdict = find_the_step.judge(self.exercise, answer)
        if verdict.is_right:
            return self._mark_right(answer)
        technique = self.exercise.technique
        step = self.exercise.step_for(verdict.near)
        marks, notes = named_by(self.scene.play, [technique.reason_marks(step)])
        premise, *basis = technique.lines(step)
        return Marking(
            False,
            (premise,),
            f"{step_miss_words(answer, verdict)} {technique.nudge(step)}",
            basis=tuple(basis),
            board=self.scene.grid.given,
            marks=marks,
            notes=notes,
        )

    def _mark_right(self, answer: StepAnswer) -> Marking:
        number, cell = answer.candidate
        conclusion, premise, *basis = step_why(self.exercise, answer)
        givens = self.scene.grid.given
        why = (more_words(self.exercise), conclusion, premise)
        placed = {cell: number} if answer.is_placed else {}
        return Marking(
            True,
            why,
            basis=tuple(basis),
            board={**givens, **placed},
            marks={"newest" if placed else "eliminated": {cell}},
            notes={} if placed else {cell: str(number)},
        )


class TenQuestion(NumbersQuestion):
    """Where do the ten missing numbers go? They are placed one by one, and may be removed."""

    is_several = True
    verbs = (("place", "Place number"), ("erase", "Remove number"))

    def __init__(self, scene: Scene, block: Block, exercise: LastTen) -> None:
        super().__init__(scene, block)
        self.exercise = exercise

    @property
    def paper_task(self) -> str:
        return f"Place the missing numbers: {listed(list(map(str, self.exercise.missing)))}."

    @property
    def solution(self) -> Mapping[str, str | list[str]]:
        *before, (cell, number) = self.exercise.solution.items()
        draft = self.format_draft(dict(before))
        return {**_fields(number, cell), "says": "place", "draft": draft}

    @property
    def answer_words(self) -> str:
        by_number = sorted((number, cell) for cell, number in self.exercise.solution.items())
        return f"{', '.join(f'{number} in {named(cell)}' for number, cell in by_number)}."

    def mark(self, entered: Entered) -> Marking:
        """Place or remove a number; the answer is open while others are missing."""
        play = self._play_before(entered)
        if entered.get("says") == "erase":
            play = play.erase(parse_cell(entered))
        else:
            number, cell = _candidate(entered)
            if number in self.exercise.missing and number in play.where:
                play = play.erase(play.where[number])
            play = play.place(cell, number)
        board = play.board
        if len(board) < self.scene.grid.last:
            return Marking(False, (), board=board, is_open=True)
        first_break = last_ten.find_break(self.scene.grid, board)
        if first_break is None:
            return Marking(True, (COMPLETE,), board=board)
        nudge, reason = break_words(first_break)
        cells = {first_break.cell, first_break.next_cell}
        return Marking(False, (reason,), nudge, board=board, marks={"conflict": cells})

    def board_before(self, entered: Entered) -> Board:
        try:
            return self._play_before(entered).board
        except (MoveError, FormError):
            return self.scene.grid.given

    def _play_before(self, entered: Entered) -> Play:
        """Place the numbers of a draft, ``0,1=7 2,3=8``. Raises MoveError and FormError."""
        play = self.scene.play
        for part in entered.get("draft", "").split()[: last_ten.MISSING]:
            cell, _, number = part.partition("=")
            place = parse_cell({"cell": cell})
            play = play.place(place, parse_number({"number": number}, self.scene.grid.last))
        return play


def _fields(number: int, cell: Cell) -> dict[str, str]:
    return {"cell": f"{cell.row},{cell.column}", "number": str(number)}


def _candidate(entered: Entered) -> Candidate:
    if not entered.get("cell") or not entered.get("number", "").strip():
        raise FormError("Choose a cell and a number first.")
    return Candidate(parse_number(entered, MOST_CELLS), parse_cell(entered))
