"""Where does a number go, and which number goes in a cell? The techniques give the reason."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from solver.hidoku.logic.hints import explain_from, next_step
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import Hint
from solver.hidoku.phrases import dead_text, places
from solver.hidoku.rules.faults import reach_of, steps_from
from solver.hidoku.rules.game import Play, named
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.solve import board_of, solve
from solver.wording import capitalised, counted
from webapp.hidoku.picture.cells import Marks
from webapp.http.forms import FormError, parse_cell
from webapp.learn.lessons.lesson import Block, LessonError
from webapp.learn.lessons.questions.question import (
    Entered,
    Marking,
    Question,
    ShownQuestion,
    whole_number,
)
from webapp.learn.lessons.scene import Scene, parse_cell_name


class PlacementQuestion(Question):
    """The next step of a board with one solution, by the technique ``by: …``."""

    draws_board = True

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        found = solve(scene.grid)
        if not found.unique:
            raise LessonError(f"The board has not one solution: {found.verdict.value}.")
        self.path = board_of(found.solutions[0])
        hint = next_step(scene.play)
        if hint is None or hint.number is None or hint.cell is None:
            raise LessonError("No technique finds a next step.")
        self.hint: Hint = hint
        self.number, self.cell = hint.number, hint.cell
        names = {step.technique.name for step in hint.steps}
        if "by" in block.fields and block.of("by") not in names:
            raise LessonError(f"The next step is shown by {sorted(names)}, not {block.of('by')}.")

    @property
    def answer_words(self) -> str:
        return f"{self.number} in {named(self.cell)}."

    def judged(self, number: int, cell: Cell) -> Marking:
        if self.path[cell] == number:
            return self._right()
        board = {**self.scene.grid.given, cell: number}
        if cell in self.scene.grid.given:
            said = f"{self.scene.grid.given[cell]} is already there."
            return Marking(False, (said,), board=self.scene.grid.given)
        if number in self.scene.play.where:
            return Marking(False, (f"{number} is already placed.",), board=self.scene.grid.given)
        return Marking(
            False, (self._why_not(number, cell),), board=board, marks={"conflict": {cell}}
        )

    def _right(self) -> Marking:
        board = {**self.scene.grid.given, self.cell: self.number}
        return Marking(True, (), board=board, marks={"newest": {self.cell}})

    def _why_not(self, number: int, cell: Cell) -> str:
        """Say why not there: by counting steps, by a step of the reason, or by what follows."""
        far = self._too_far(number, cell)
        if far:
            return far
        after = Position.of(self.scene.grid).placing(Candidate(number, cell))
        if after.dead:
            return f"With {number} in {named(cell)}, {dead_text(after.dead)}."
        for step in self.hint.before:
            if Candidate(number, cell) in step.eliminated:
                return step.technique.reason(step)
        return self._followed(number, cell, after)

    def _too_far(self, number: int, cell: Cell) -> str:
        """Say from which number a cell is too many steps away; "" if it is in reach."""
        if cell in reach_of(self.scene.play, number).cells:
            return ""
        end, least = far_end(self.scene.play, number, cell)
        apart = abs(number - end)
        if least is None:
            return f"No route through empty cells leads from {end} to {named(cell)}."
        return (
            f"{number} is {counted(apart, 'step')} from {end}, "
            f"but {named(cell)} is at least {least} steps away."
        )

    def _followed(self, number: int, cell: Cell, after: Position) -> str:
        reasoning = explain_from(after)
        if reasoning.dead is None:
            return f"With {number} in {named(cell)} the board can’t be completed."
        follow = len(reasoning.position.board) - len(after.board)
        more = f"{counted(follow, 'number')} would follow, and then " if follow else ""
        return f"With {number} in {named(cell)}, {more}{dead_text(reasoning.dead)}."


class PlaceQuestion(PlacementQuestion):
    """Where does ``number: 12`` go?"""

    form = "cell"

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        if int(block.of("number")) != self.number:
            raise LessonError(f"The next step places {self.number}, not {block.of('number')}.")

    @property
    def solution(self) -> Mapping[str, str | list[str]]:
        return {"cell": f"{self.cell.row},{self.cell.column}"}

    def judge(self, entered: Entered) -> Marking:
        return self.judged(self.number, board_cell(self.scene, parse_cell(entered)))


class FillQuestion(PlacementQuestion):
    """Which number goes in ``cell: r2c3``?"""

    form = "number"

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        if parse_cell_name(block.of("cell")) != self.cell:
            raise LessonError(f"The next step fills {self.cell}, not {block.of('cell')}.")

    @property
    def marks(self) -> Marks:
        return {"looked-at": {self.cell}}

    @property
    def solution(self) -> Mapping[str, str | list[str]]:
        return {"number": str(self.number)}

    def judge(self, entered: Entered) -> Marking:
        given = whole_number(entered.get("number", ""))
        if not 1 <= given <= self.scene.grid.last:
            words = f"The numbers on this board go from 1 to {self.scene.grid.last}."
            return Marking(False, (words,), board=self.scene.grid.given)
        return self.judged(given, self.cell)


class ReachQuestion(Question):
    """Which cells can ``number: 5`` reach by counting steps? All of them have to be marked."""

    form = "cells"
    draws_board = True

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        self.number = int(block.of("number"))
        if self.number in scene.play.where:
            raise LessonError(f"{self.number} is already placed.")
        self.reach = reach_of(scene.play, self.number)
        if not self.reach.cells:
            raise LessonError(f"{self.number} can reach no cell.")

    @property
    def solution(self) -> Mapping[str, str | list[str]]:
        return {"cell": [f"{cell.row},{cell.column}" for cell in self.reach.cells]}

    def show(self, entered: Entered, judged: Marking | None, draft: str) -> ShownQuestion:
        ticked = tuple(entered.getlist("cell"))
        return replace(super().show(entered, judged, draft), is_several=True, ticked=ticked)

    @property
    def answer_words(self) -> str:
        return capitalised(f"{places(self.reach.cells, self.scene.grid.last)}.")

    def judge(self, entered: Entered) -> Marking:
        """Say which cells are too far, and how many are missing."""
        texts = entered.getlist("cell")[: self.scene.grid.last]
        chosen = {board_cell(self.scene, parse_cell({"cell": text})) for text in texts or [""]}
        right = set(self.reach.cells)
        board = self.scene.grid.given
        if chosen == right:
            return Marking(True, (), board=board, marks={"reachable": right})
        words_of = tuple(capitalised(text) for text in self._wrong(chosen - right, right - chosen))
        return Marking(False, words_of, board=board, marks={"conflict": chosen - right})

    def _wrong(self, extra: set[Cell], missing: set[Cell]) -> tuple[str, ...]:
        marking: tuple[str, ...] = ()
        if extra:
            marking = (self._too_far(min(extra)),)
        if missing:
            missed = counted(len(missing), "cell")
            marking = (*marking, f"You missed {missed} that {self.number} can reach.")
        return marking

    def _too_far(self, cell: Cell) -> str:
        play = self.scene.play
        if cell in play.board:
            return f"{named(cell)} isn’t empty."
        end, least = far_end(play, self.number, cell)
        if least is None:
            return f"{named(cell)} can’t be reached from {end} at all."
        steps = counted(abs(self.number - end), "step")
        return f"{named(cell)} is {least} steps from {end}, but {self.number} is only {steps} away."


def far_end(play: Play, number: int, cell: Cell) -> tuple[int, int | None]:
    """Return the number from which a cell is too far, and the fewest steps (None without a route).

    Raises LessonError for a cell that is in reach.
    """
    reach = reach_of(play, number)
    for end in (reach.low, reach.high):
        if end is not None:
            least = steps_from(play, play.where[end], play.grid.last).get(cell)
            if least is None or least > abs(number - end):
                return end, least
    raise LessonError("A cell out of reach is too far from no number.")


def board_cell(scene: Scene, cell: Cell) -> Cell:
    """Return a cell of the board. Raises FormError for any other place."""
    if not scene.grid.has_cell(cell):
        raise FormError("Choose a cell on the board.")
    return cell
