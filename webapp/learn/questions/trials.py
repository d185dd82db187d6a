"""Questions on a search: the pupil is it, or says what the stack of one that is watched holds.

The pupil tries a number in each of its cells, and says where to go back to. It is the search of the
article without its checks, for all solutions. So whichever cell is tried first, it meets the same
dead ends. A number with one cell is placed by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from solver.hidoku.logic.steps import Step, StepKind
from solver.hidoku.phrases import numbered, standing
from solver.hidoku.rules.grid import Cell
from solver.hidoku.search.bitboard import bits
from solver.hidoku.search.domains import Contradiction, Dead
from solver.hidoku.search.solve import board_of, solve
from solver.hidoku.traces.cuts import CutPosition, Cuts, Geometry
from solver.wording import plural
from webapp.hidoku.picture.model import Picture, draw
from webapp.hidoku.picture.svg import svg_on_paper
from webapp.hidoku.watch.search_tree import OpenTrial, search_tree, way_back_fault
from webapp.hidoku.watch.traces import find_trace
from webapp.http.forms import FormError, parse_cell, read_cell
from webapp.learn.questions.placements import CellsQuestion, board_cell
from webapp.learn.questions.question import Entered, Marking, Question, ShownQuestion
from webapp.learn.questions.scene import Block, QuestionError, Scene

#: So many choices of a search are read from a draft.
MOST_CHOICES: Final = 60


@dataclass(frozen=True)
class SearchChoice:
    """A number with several cells: the position before it, its cells not tried yet, its cell."""

    before: CutPosition
    number: int
    untried: int
    bit: int = 0


@dataclass(frozen=True)
class SearchPosition:
    """Where a search is: the last trial has no cell while one is to be chosen."""

    position: CutPosition
    trials: tuple[SearchChoice, ...]
    forced: tuple[int, ...]
    dead_ends: int

    @property
    def choice(self) -> SearchChoice | None:
        return self.trials[-1] if self.trials and not self.trials[-1].bit else None

    @property
    def open_bits(self) -> int:
        """The cells to choose from: a number's, or at a dead end that of the one to go back to."""
        trial = next((trial for trial in reversed(self.trials) if trial.untried), None)
        return (trial.bit or trial.untried) if trial else 0

    def follow(self, bit: int) -> SearchPosition:
        """Try the number in one of its open cells; or go back to the number in it.

        A number that is in its last cell again is placed by itself, too.
        """
        place = next((at for at, trial in enumerate(self.trials) if trial.bit == bit), None)
        if place is None:
            return self._try(self.trials, bit)
        trial = replace(self.trials[place], bit=0)
        trials = (*self.trials[:place], trial)
        if trial.untried.bit_count() == 1:
            return self._try(trials, trial.untried, (trial.number,))
        return SearchPosition(trial.before, trials, (), self.dead_ends)

    def _try(
        self, trials: tuple[SearchChoice, ...], bit: int, chain: tuple[int, ...] = ()
    ) -> SearchPosition:
        trial = replace(trials[-1], bit=bit, untried=trials[-1].untried & ~bit)
        after = trial.before.copy()
        after.fill(trial.number, bit)
        return settle(after, (*trials[:-1], trial), chain, self.dead_ends)

    @property
    def words(self) -> str:
        """What the search has done by itself, and what is to be chosen."""
        count_words = "had one cell left each" if len(self.forced) > 1 else "had one cell left"
        numbers = f"{numbered(self.forced)} {count_words}. " if self.forced else ""
        if self.choice:
            number = self.choice.number
            count = self.choice.untried.bit_count()
            if count != self.position.masks[number].bit_count():
                return f"Back to {number}. Choose another cell."
            masks = self.position.masks
            ties = [tie for tie in self.position.left if masks[tie].bit_count() == count]
            if ties[1:]:
                words = f"{numbered(sorted(ties))} have the fewest cells, {count} each. "
                return f"{numbers}{words}The lowest goes first. Choose a cell for {number}."
            return f"{numbers}Of all numbers, {number} has the fewest cells: {count}. Choose one."
        if self.position.left:
            missing = hardest(self.position)
            return f"{numbers}Now no cell is left for {missing}. Choose the number to go back to."
        return f"{numbers}A solution! To see if it’s the only one, choose the number to go back to."

    def fault(self, bit: int) -> str:
        """Say why a search doesn't go on at a cell; "" if it does. Raises FormError."""
        if bit & self.open_bits:
            return ""
        trial = next((trial for trial in self.trials if trial.bit == bit), None)
        if trial is None:
            raise FormError("Choose a marked cell, or a number that you tried.")
        if self.choice:
            return f"This isn’t a dead end: {self.choice.number} still has a cell to try."
        cell_of = self.position.board.layout.cell
        trials = [
            OpenTrial(trial.number, cell_of(trial.bit), trial.untried.bit_count())
            for trial in self.trials
        ]
        return way_back_fault(trials, cell_of(bit))


def settle(
    position: CutPosition, trials: tuple[SearchChoice, ...], chain: tuple[int, ...], dead_ends: int
) -> SearchPosition:
    """Place numbers with one cell, up to a dead end, a solution or the next choice."""
    while position.left:
        number = hardest(position)
        cells = position.masks[number]
        if not cells:
            return SearchPosition(position, trials, chain, dead_ends + 1)
        if cells.bit_count() > 1:
            trials = (*trials, SearchChoice(position, number, cells))
            break
        position.fill(number, cells)
        chain = (*chain, number)
    return SearchPosition(position, trials, chain, dead_ends)


def hardest(position: CutPosition) -> int:
    """Return the missing number with the fewest cells, of several the lowest."""
    return min(position.left, key=lambda number: position.masks[number].bit_count())


def steps_of(searches: Sequence[SearchPosition]) -> Iterator[Step]:
    """Yield a walk as steps of a trace, two a position: what is tried or undone, and its end."""
    before: tuple[SearchChoice, ...] = ()
    for search in searches:
        trials = tuple(trial for trial in search.trials if trial.bit)
        step = Step(StepKind.RETREAT, depth=len(trials))
        if trials and not any(trials[-1] is trial for trial in before):
            position = trials[-1].before
            step = replace(
                step,
                kind=StepKind.TRY,
                number=trials[-1].number,
                cell=position.board.layout.cell(trials[-1].bit),
                options=position.masks[trials[-1].number].bit_count(),
                placed=len(position.numbers) + 1,
            )
        yield step
        end = Step(StepKind.ONLY_CELL, depth=len(trials), placed=len(search.position.numbers))
        if not search.choice:  # a dead end, before anybody goes back, or a solution
            dead = Contradiction(Dead.NO_CELL, (), ()) if search.position.left else None
            end = replace(end, kind=StepKind.CONTRADICTION if dead else StepKind.SOLVED, dead=dead)
        yield end
        before = trials


class SearchQuestion(Question):
    """Search the whole board, choice by choice; a draft has the cells chosen before."""

    form = "cell"
    draws_board = True

    def __init__(self, scene: Scene, block: Block) -> None:
        super().__init__(scene, block)
        position = CutPosition(Geometry(scene.grid, Cuts(False, False, False)))
        self.layout = position.board.layout
        for cell, number in scene.grid.givens:
            position.fill(number, self.layout.bit(cell))
        self.solved = board_of(solve(scene.grid).solutions[0])
        self.start = settle(position, (), (), 0)
        self.end = self.start
        self.chosen: list[int] = []
        while self.end.open_bits:
            self.chosen.append(next(bits(self.end.open_bits)))
            self.end = self.end.follow(self.chosen[-1])
        if not 0 < len(self.chosen) <= MOST_CHOICES:
            raise QuestionError(f"The search has {len(self.chosen)} choices.")
        *before, last = ("{},{}".format(*self.layout.cell(bit)) for bit in self.chosen)
        self.solution = {"draft": " ".join(before), "cell": last}
        self.paper_task = f"{self.title} How many dead ends do you meet?"
        number = self.start.trials[0].number
        cell = next(cell for cell, value in self.solved.items() if value == number)
        dead_ends = plural(self.end.dead_ends, "dead end")
        self.answer_words = f"{dead_ends}, and one solution, with {standing(number, cell)}."

    def judge(self, form: Entered) -> Marking:
        position = self._follow(form.get("draft", "").split())[-1]
        bit = self.layout.bit(board_cell(self.scene, parse_cell(form)))
        if fault := position.fault(bit):
            return Marking(False, (fault,))
        after = position.follow(bit)
        if after.open_bits:
            return Marking(False, (), is_open=True)
        words = f"The search met {plural(after.dead_ends, 'dead end')}, and no cell is left to try."
        return Marking(True, (words, "So there’s no other solution."), board=self.solved)

    def show(self, form: Entered, marking: Marking | None) -> ShownQuestion:
        view = super().show(form, marking)
        draft = form.get("draft", "").split()
        newest = [form["cell"]] if marking and (marking.is_open or marking.is_right) else []
        walk = self._follow([*draft, *newest])
        tree = search_tree([*steps_of(walk)])
        step = 2 * len(walk) - 1
        if marking and marking.is_right:
            return replace(view, tree=tree.drawn_at(step + 1))  # with all trials closed
        view = replace(view, tree=tree.drawn_at(step), stack=tree.stack_at(step))
        search = walk[-1]
        untried_bits = search.choice.untried if search.choice else 0
        trials = (trial.bit for trial in search.trials if trial.bit)
        marks = {
            "tried": map(self.layout.cell, trials),
            "reachable": map(self.layout.cell, bits(untried_bits)),
        }
        board = {self.layout.cell(bit): number for bit, number in search.position.numbers.items()}
        return replace(
            view,
            board=draw(self.scene.grid, board, marks),
            status=search.words,
            verbs=(("", "Try it here" if untried_bits else "Go back to it"),),
            draft=" ".join([*draft, *newest][: len(walk) - 1]),
        )

    def _follow(self, texts: Sequence[str]) -> Sequence[SearchPosition]:
        """Follow the choices of a draft, as far as they can be: the first position, then each."""
        walk = [self.start]
        for text in texts[:MOST_CHOICES]:
            cell = read_cell({"cell": text})
            bit = self.layout.bit(cell) if cell and self.scene.grid.has_cell(cell) else 0
            if not bit & walk[-1].open_bits:
                break
            walk.append(walk[-1].follow(bit))
        return walk


class StackQuestion(CellsQuestion):
    """Which numbers are open choices after ``step: 17`` of the search of the board?"""

    mark = "tried"
    noun = "open choice"
    nudge = "Begin with the stack as it was. What was tried since then, and what was taken back?"

    def __init__(self, scene: Scene, block: Block) -> None:
        solve = find_trace(scene.grid, "search")
        step = int(block.of("step"))
        self.stack = solve.tree.stack_at(step)
        right = tuple(choice.cell for choice in self.stack)
        super().__init__(scene, block, solve.board_at(step), right)
        numbers = ", ".join(str(choice.number) for choice in self.stack)
        self.answer_words = f"{numbers}, the newest first."
        self.paper_task = f"{self.title} Circle them."

    def entered_words(self, form: Entered) -> str:
        numbers = {self.board.get(cell) for cell in self.chosen_cells(form)}
        return numbered(sorted(filter(None, numbers))) or "empty cells"

    def fault(self, cell: Cell) -> str:
        number = self.board.get(cell)
        if number is None:
            return "No number is in that cell now. What failed is off the stack."
        if cell in self.scene.grid.given:
            return f"{number} was there from the start."
        return f"{number} wasn’t a choice: only one cell was left for it, or only it for the cell."

    def show(self, form: Entered, marking: Marking | None) -> ShownQuestion:
        view = super().show(form, marking)
        return replace(view, stack=self.stack) if marking and marking.is_right else view

    def _picture(self, marking: Marking | None) -> Picture:
        return draw(self.scene.grid, self.board, marking.marks if marking else {})

    def drawing(self, marking: Marking | None = None) -> str:
        return svg_on_paper(self.scene.grid, self.board)
