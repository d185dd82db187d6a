"""A board being solved: what a page shows of one step."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from solver.hidoku.logic.position import Position
from solver.hidoku.logic.reasons import Candidate
from solver.hidoku.logic.shorten import question_of
from solver.hidoku.logic.steps import Step, StepKind
from solver.hidoku.logic.technique import technique_named
from solver.hidoku.rules.grid import Board, Cell
from solver.hidoku.text.chains import step_lines
from solver.hidoku.text.puzzles import fault_text
from solver.wording import capitalised
from webapp.hidoku.picture.cells import Marks, Note, Notes
from webapp.hidoku.picture.model import Picture, draw
from webapp.hidoku.picture.path import Point, lines_text, steps_by_hue
from webapp.hidoku.play.why_view import ShownWhy
from webapp.hidoku.puzzles import Puzzle
from webapp.hidoku.watch.chain import Chain, arrows, chain_at, count_links, sources_of
from webapp.hidoku.watch.guess import question_before
from webapp.hidoku.watch.overlays import MORE, Overlays, overlays_of
from webapp.hidoku.watch.search_tree import OpenChoice
from webapp.hidoku.watch.traces import HEADLINES, METHOD_BY, METHODS, SolveMethod, WatchedSolve
from webapp.http.tree_picture import TreePicture
from webapp.work.limits import THOROUGH

MOST_FAULTS: Final = 6  # named in words; all are marked
LAST_LINK: Final = 999  # more than any chain has: it means the last link of a step

OVER: Final = (
    f"The {THOROUGH.seconds:.0f} seconds for solving ran out. Another method may get further; "
    "“All solutions” asks the fastest search there is."
)

SHOWS = {"connections": "Connections", "candidates": "Candidates", "placements": "Cells left"}


@dataclass(frozen=True, kw_only=True)
class Look:
    """What the address asks for: a method, a step, a link of its chain, overlays, a cell to look
    at.

    ``guess`` asks before each step what it will be; without a ``link`` that question comes first,
    else the first link.
    """

    by: str = METHODS[0].by
    step: int = 0
    link: int | None = None
    guess: bool = False
    shows: tuple[str, ...] = ()
    cell: Cell | None = None
    #: The depth of an open choice whose consequences are looked at; 0 for none.
    choice: int = 0


class Place(NamedTuple):
    """A step and its link; None means the first one."""

    step: int
    link: int | None = None


def show_frame(puzzle: Puzzle, solve: WatchedSolve, look: Look) -> ShownFrame:
    step = solve.steps[look.step]
    asks = question_before(step, look.by) if look.guess else None
    lowest = 0 if asks else 1
    highest = max(count_links(step), 1)
    link = lowest if look.link is None else min(max(look.link, lowest), highest)
    return ShownFrame(puzzle=puzzle, solve=solve, look=look, link=link, asks=asks)


class DeadBranch(NamedTuple):
    lines: str
    end: Point


@dataclass(frozen=True, kw_only=True)
class ShownFrame:
    """A step of a solve, or one link of its chain.

    ``link`` is 0 while it ``asks`` what the step is, and 1 for the whole step if it has no chain.
    ``why`` is the answer to a question about the board, shown in place of the step's marks, and
    ``verdict`` is about a guess that the step answers.
    """

    puzzle: Puzzle
    solve: WatchedSolve
    look: Look
    link: int
    asks: tuple[str, str] | None
    why: ShownWhy | None = None
    verdict: str = ""

    @cached_property
    def step(self) -> Step:
        return self.solve.steps[self.look.step]

    @cached_property
    def links(self) -> int:
        return count_links(self.step)

    @cached_property
    def last_step(self) -> int:
        return len(self.solve) - 1

    @cached_property
    def seen(self) -> int:
        """The step whose board is shown."""
        return self.look.step - (self.link == 0 or self.link < self.links)

    @property
    def counters(self) -> Step:
        return self.solve.steps[self.seen]

    @cached_property
    def numbers(self) -> Board:
        return self.solve.board_at(self.seen)

    @cached_property
    def method(self) -> SolveMethod:
        return METHOD_BY[self.look.by]

    @cached_property
    def overlays(self) -> Overlays:
        solve = self.solve
        shows = ("connections",) if solve.faults else SHOWS
        return overlays_of(
            solve.grid,
            tuple(self.numbers.items()),
            () if solve.faults else solve.eliminations_at(self.seen),
            tuple(show for show in shows if show in self.look.shows),
            self.look.cell,
        )

    @cached_property
    def chain(self) -> Chain:
        return chain_at(self.step, self.numbers, self.link)

    @cached_property
    def board(self) -> Picture:
        grid = self.solve.grid
        link = self.chain.link
        if self.why:
            return draw(grid, self.numbers, self.why.marks, notes=self.why.notes)
        notes = dict(self.overlays.notes)
        if self.link:
            notes |= link.notes if link else eliminated_notes(self.step)
        of_trial = () if self.method.is_search else self._supposed
        return draw(grid, self.numbers, self._marks, notes=notes, supposed=of_trial)

    @cached_property
    def stack(self) -> tuple[OpenChoice, ...]:
        return self.solve.tree.stack_at(self.seen)

    @cached_property
    def tree(self) -> TreePicture:
        return self.solve.tree.drawn_at(self.seen)

    @property
    def badges(self) -> Iterator[tuple[int, Point]]:
        """The depth of each open choice, and where its cell is."""
        for choice in reversed(self.stack):
            if choice.cell in self.numbers:
                yield choice.depth, self.board.plan.point(choice.cell)

    @property
    def _consequences(self) -> dict[str, Iterable[Cell]]:
        """The marks of the choice that is looked at, and of what followed from it."""
        chosen = next((choice for choice in self.stack if choice.depth == self.look.choice), None)
        if not chosen:
            return {}
        first = len(self.solve.grid.given) + self.solve.steps[chosen.step].placed
        cells = tuple(self.numbers)
        return {"because": (chosen.cell,), "area": cells[first : first + chosen.forced]}

    @property
    def _marks(self) -> Marks:
        solve = self.solve
        marks = dict(self.overlays.marks)
        if solve.faults:
            marks["conflict"] = [cell for fault in solve.faults for cell in fault.cells]
        if self.step.kind is StepKind.SEVERAL and solve.solution:
            items = solve.solution.items()
            marks["differs"] = [cell for cell, number in items if self.numbers[cell] != number]
        if self._supposed:
            marks["supposed"] = self._supposed
        if self.look.choice:
            return marks | self._consequences
        if self.chain.link:
            return marks | self.chain.link.marks
        return marks | step_marks(self.step, self.numbers) if self.link else marks

    @property
    def _supposed(self) -> tuple[Cell, ...]:
        """The cells of the numbers that depend on an open trial."""
        sure = self.solve.certain_at(self.seen)
        return () if sure is None else tuple(self.numbers)[len(self.solve.grid.given) + sure :]

    @property
    def kind(self) -> str:
        return self.step.kind.value if self.link else "question"

    @property
    def headline(self) -> str:
        if self.asks and not self.link:
            return self.asks[0]
        if not self.technique:
            return self.chain.title or HEADLINES[self.step.kind]
        return capitalised(technique_named(self.technique).title)

    @property
    def technique(self) -> str:
        """The name of the technique whose title is the headline; else ""."""
        technique = self.step.technique
        return technique.name if technique and self.link and not self.chain.title else ""

    @cached_property
    def reason(self) -> tuple[str, ...]:
        if self.chain.link:
            return (self.chain.link.text,)
        if self.asks and not self.link:
            return (self.asks[1],)
        lines = tuple(line.text for line in step_lines(self.step))
        match self.step.kind:
            case StepKind.IMPOSSIBLE:
                grid = self.solve.grid
                sentences = [fault_text(fault, grid) for fault in self.solve.faults[:MOST_FAULTS]]
                return (" ".join(sentences or lines),)
            case StepKind.SEVERAL:
                return (*lines, "Differences from the first one are marked.")
            case StepKind.STOPPED:
                return (OVER,)
        return tuple(self._answers) or lines

    @property
    def _answers(self) -> Sequence[str]:
        """What else could be there, and why not, if counting places a number without saying so."""
        step = self.step
        is_told = step.deduction and not step.deduction.technique.is_one_a_gap
        is_counted = step.kind in {StepKind.ONLY_CELL, StepKind.ONLY_NUMBER} and step.options == 1
        if not is_counted or is_told or step.number is None or step.cell is None:
            return ()
        board = {cell: number for cell, number in self.numbers.items() if cell != step.cell}
        placement = Candidate(step.number, step.cell)
        position = Position.of(self.solve.grid, board)
        is_of_cell = step.kind is StepKind.ONLY_NUMBER
        question = question_of(position, placement, of_cell=is_of_cell)
        return (question.question(placement), *question.lines(())) if question else ()

    @property
    def arrows(self) -> str:
        plan = self.board.plan
        if not self.link:
            return ""
        if self.chain.link:
            return self.chain.link.arrows(plan)
        if self.step.cell is None:
            return ""
        return arrows(plan, sources_of(self.step, self.numbers), self.step.cell)

    @cached_property
    def dead_branch(self) -> DeadBranch | None:
        """The last dead end that the board no longer has."""
        if not self.method.searches or self.is_full:
            return None
        board = self.numbers
        points = self.board.ground.points
        dead_ends = self.solve.outline.dead_ends_until(self.seen)
        last = self.solve.steps[dead_ends[-1]] if dead_ends else None
        if not last or not last.cell or not last.number or board.get(last.cell) == last.number:
            return None
        past_board = {**self.solve.board_at(dead_ends[-1]), last.cell: last.number}
        lines = [
            (points[start], points[goal])
            for steps in steps_by_hue(self.solve.grid, past_board).values()
            for start, goal in steps
            if board.get(start) != past_board[start] or board.get(goal) != past_board[goal]
        ]
        return DeadBranch(lines_text(lines), points[last.cell])

    @property
    def is_full(self) -> bool:
        return len(self.numbers) == self.solve.grid.last

    @property
    def can_go_on(self) -> bool:
        return not self.is_full and not self.solve.faults

    @property
    def back(self) -> Place:
        step = self.look.step
        if self.link > (0 if self.asks else 1):
            return Place(step, self.link - 1)
        return Place(step - 1, LAST_LINK) if step else Place(0)

    @property
    def forward(self) -> Place:
        if self.link < self.links or not self.link:
            return Place(self.look.step, self.link + 1)
        return Place(min(self.look.step + 1, self.last_step))

    @property
    def targets(self) -> tuple[Cell, ...]:
        """The cells with more candidates than are shown, to choose without script."""
        return tuple(cell for cell, note in self.overlays.notes.items() if MORE in note.text)


def step_marks(step: Step, board: Board) -> dict[str, Iterable[Cell]]:
    if step.cell and step.kind in {StepKind.CONTRADICTION, StepKind.RETREAT}:
        return {"conflict": (step.cell,)}
    if step.kind is StepKind.CLAUSE:
        trials = [cell for _, cell in step.standing]
        return {"because": trials, "eliminated": [cell for _, cell in step.eliminated]}
    newest_mark: dict[str, Iterable[Cell]] = {"newest": (step.cell,)} if step.cell else {}
    if step.dead:
        return newest_mark | {"because": step.dead.cells}
    if not step.deduction:
        return newest_mark
    reason_marks = step.deduction.marks
    rests = [cell for cell, number in board.items() if number in reason_marks.numbers]
    cells_out = {cell for _, cell in step.eliminated}
    because = {*rests, *reason_marks.cells} - {step.cell}
    return newest_mark | {"because": because, "area": reason_marks.area, "eliminated": cells_out}


def eliminated_notes(step: Step) -> Notes:
    numbers = defaultdict[Cell, list[int]](list)
    for number, cell in step.eliminated:
        numbers[cell].append(number)
    return {cell: Note.of(*out) for cell, out in numbers.items()}
