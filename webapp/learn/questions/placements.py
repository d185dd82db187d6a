"""Where does a number go, and which number goes in a cell? A wrong one is asked “Why not here?”."""

from abc import abstractmethod
from dataclasses import replace
from typing import ClassVar

from solver.hidoku.logic.hints import next_step
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.steps import Hint
from solver.hidoku.logic.technique import Technique, technique_named
from solver.hidoku.logic.why import ask
from solver.hidoku.phrases import places
from solver.hidoku.rules.game import cell_name
from solver.hidoku.rules.grid import Board, Cell
from solver.hidoku.rules.pencil import reach_of
from solver.hidoku.search.solve import board_of, solve
from solver.hidoku.text.why import why_words
from solver.wording import capitalised, plural
from webapp.http.forms import FormError, parse_cell
from webapp.learn.questions.question import Entered, Marking, Question, ShownQuestion, whole_number
from webapp.learn.questions.scene import Block, QuestionError, Scene, parse_cell_name


class PlacementQuestion(Question):
    """The next step of a board with one solution, by the technique ``by: …``."""

    draws_board = True

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        result = solve(scene.grid)
        if not result.unique:
            raise QuestionError(f"The board has not one solution: {result.verdict.value}.")
        self.path = board_of(result.solutions[0])
        hint = next_step(scene.play, self._find_placement(block))
        if hint is None or hint.number is None or hint.cell is None:
            raise QuestionError("No technique finds a next step.")
        self.hint: Hint = hint
        self.number = hint.number
        self.cell = hint.cell
        self.placed = Candidate(hint.number, hint.cell)
        self.answer_words = f"{hint.number} in {cell_name(hint.cell)}."
        fields = {"cell": f"{hint.cell.row},{hint.cell.column}", "number": str(hint.number)}
        self.solution = {self.form: fields[self.form]}
        for name in block.fields.get("by", "").split():
            if not self._is_shown_by(technique_named(name)):
                ideas = sorted(technique.name for technique in self._ideas)
                raise QuestionError(f"The next step is shown by {ideas}, not {name}.")

    def _find_placement(self, block: Block) -> Candidate:
        """The placement of a number or a cell that is asked about."""
        if "number" in block.fields:
            number = int(block.of("number"))
            return Candidate(number, {n: cell for cell, n in self.path.items()}[number])
        cell = parse_cell_name(block.of("cell"))
        return Candidate(self.path[cell], cell)

    @property
    def _ideas(self) -> tuple[Technique, ...]:
        return self.hint.reason.techniques if self.hint.reason else ()

    def _is_shown_by(self, technique: Technique) -> bool:
        """Whether the reason has an idea, or the number is alone after what a technique shows."""
        position = Position.of(self.scene.grid)
        steps = [*technique.find(position)]
        if technique in self._ideas or any(step.placed == self.placed for step in steps):
            return True
        after = position.after(*(step for step in steps if step.eliminated))
        bit = after.layout.bit(self.cell)
        rivals = (n for n, mask in enumerate(after.strict) if mask & bit and n != self.number)
        return bool(steps) and (after.candidates(self.number) == (self.placed,) or not any(rivals))

    def mark_placement(self, number: int, cell: Cell) -> Marking:
        givens = self.scene.grid.given
        if self.path[cell] == number:
            board = {**givens, self.cell: self.number}
            return Marking(True, (), board=board, marks={"newest": {self.cell}})
        words = _why_not(self.scene, number, cell)
        if cell in givens or number in self.scene.play.where:
            return Marking(False, (words,), board=givens)
        return Marking(False, (words,), board={**givens, cell: number}, marks={"conflict": {cell}})


class PlaceQuestion(PlacementQuestion):
    """Where does ``number: 12`` go?"""

    form = "cell"

    def judge(self, form: Entered) -> Marking:
        return self.mark_placement(self.number, board_cell(self.scene, parse_cell(form)))


class FillQuestion(PlacementQuestion):
    """Which number goes in ``cell: r2c3``?"""

    form = "number"

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        self.marks = {"looked-at": {self.cell}}

    def judge(self, form: Entered) -> Marking:
        number = whole_number(form.get("number", ""))
        if not 1 <= number <= self.scene.grid.last:
            words = f"The numbers on this board go from 1 to {self.scene.grid.last}."
            return Marking(False, (words,), board=self.scene.grid.given)
        return self.mark_placement(number, self.cell)


class CellsQuestion(Question):
    """All of the ``right`` cells of a board have to be marked."""

    form = "cells"
    draws_board = True
    #: How a right cell is marked, and what it is called.
    mark: ClassVar[str]
    noun: ClassVar = "cell"
    nudge: ClassVar = ""

    def __init__(self, scene: Scene, block: Block, board: Board, right: tuple[Cell, ...]) -> None:
        super().__init__(scene, block)
        self.board = board
        self.right = right
        self.solution = {"cell": [f"{cell.row},{cell.column}" for cell in right]}
        if not right:
            raise QuestionError("No cell is right.")

    def show(self, form: Entered, marking: Marking | None) -> ShownQuestion:
        choices = tuple(form.getlist("cell"))
        return replace(super().show(form, marking), is_several=True, ticked=choices)

    def chosen_cells(self, form: Entered) -> set[Cell]:
        """Return the cells that are marked. Raises FormError if none is, or one isn't there."""
        texts = form.getlist("cell")[: self.scene.grid.last]
        return {board_cell(self.scene, parse_cell({"cell": text})) for text in texts or [""]}

    def judge(self, form: Entered) -> Marking:
        choice = self.chosen_cells(form)
        extra = sorted(choice.difference(self.right))
        missing = len(set(self.right) - choice)
        if not (extra or missing):
            return Marking(True, (), board=self.board, marks={self.mark: self.right})
        words = [self.fault(cell) for cell in extra[:1]]
        if missing:
            words.append(f"You missed {plural(missing, self.noun)}.")
        marks = {"conflict": extra}
        return Marking(False, tuple(words), self.nudge, board=self.board, marks=marks)

    @abstractmethod
    def fault(self, cell: Cell) -> str:
        """Say why a cell isn't right."""


class ReachQuestion(CellsQuestion):
    """Which cells can ``number: 5`` reach by counting steps?"""

    mark = "reachable"

    def __init__(self, scene: Scene, block: Block) -> None:
        self.number = int(block.of("number"))
        if self.number in scene.play.where:
            raise QuestionError(f"{self.number} is already placed.")
        right = tuple(reach_of(scene.play, self.number).cells)
        super().__init__(scene, block, scene.grid.given, right)
        self.answer_words = capitalised(f"{places(right, scene.grid.last)}.")

    def fault(self, cell: Cell) -> str:
        return _why_not(self.scene, self.number, cell)


def _why_not(scene: Scene, number: int, cell: Cell) -> str:
    """Say why a number isn't there, without where it goes instead, which is the question."""
    return why_words(ask(scene.play, Candidate(number, cell)))


def board_cell(scene: Scene, cell: Cell) -> Cell:
    """Return a cell of the board. Raises FormError for any other place."""
    if not scene.grid.has_cell(cell):
        raise FormError("Choose a cell on the board.")
    return cell
