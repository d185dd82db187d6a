"""All solutions of a board: how many, the first ones one by one, and what the search did."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from solver.hidoku.puzzles import (
    MOST_WEIGHED,
    Ambiguity,
    ConflictingGivens,
    ambiguity,
    conflicting_givens,
)
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.game import cell_name
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.solve import SearchResult, Verdict, board_of, count_solutions
from solver.hidoku.text.puzzles import ambiguity_text, colour_text, conflicting_givens_text
from solver.wording import plural
from webapp.hidoku.board_facts import HEADLINES
from webapp.hidoku.picture.model import Picture, draw
from webapp.hidoku.puzzles import Puzzle
from webapp.hidoku.verdict import within
from webapp.work.limits import QUICK, THOROUGH
from webapp.work.tasks import never, task

MOST_KEPT: Final = 1000  # solutions of a board; the others are only counted
#: Seconds for a count, and for one that somebody asked to continue; it starts from scratch.
SHORT: Final = int(QUICK.seconds)
LONG: Final = int(THOROUGH.seconds)
MOST_CELLS: Final = 2_000_000  # in all cached answers together
MOST_COMPARED: Final = 100_000  # cells of solutions; some 0.2 s
MOST_NAMED: Final = 12  # differences named in words


@dataclass(frozen=True)
class FoundSolutions:
    result: SearchResult
    seconds: int
    conflicting_givens: ConflictingGivens | None = None
    ambiguity: Ambiguity | None = None

    @property
    def count(self) -> int:
        """The least number of solutions; comparing some may have found more."""
        return max(self.result.count, self.ambiguity.count if self.ambiguity else 0)

    @property
    def headline(self) -> str:
        if self.result.verdict is not Verdict.SEVERAL:
            return HEADLINES[self.result.verdict]
        quantifier = "Exactly" if self.result.complete else "At least"
        return f"{quantifier} {self.count:,} solutions"

    @property
    def aside(self) -> str:
        if self.conflicting_givens:
            return conflicting_givens_text(self.conflicting_givens)
        ambiguity = self.ambiguity
        if not ambiguity or ambiguity.complete:
            return ambiguity_text(ambiguity) if ambiguity else ""
        number, cell = ambiguity.given
        cells = plural(len(ambiguity.cells), "cell")
        return (
            f"Of {ambiguity.count:,} solutions compared, {cells} hold different numbers. "
            f"Giving {number} in {cell_name(cell)} would leave {ambiguity.left:,} of them."
        )


def _weight(answer: FoundSolutions) -> int:
    solutions = answer.result.solutions
    return len(solutions) * (len(solutions[0]) if solutions else 0) + 1000


def answer_of(puzzle: Puzzle, seconds: int) -> FoundSolutions:
    """Return what is known after this many seconds, or more."""
    longer = find_answer.known(puzzle.grid, LONG)
    return longer[0] if longer else find_answer(puzzle.grid, seconds)


@task(never, MOST_CELLS, weight=_weight)
def find_answer(grid: Grid, seconds: int) -> FoundSolutions:
    result = count_solutions(grid, MOST_KEPT, within(seconds))
    budget = within(QUICK.seconds)  # for conflicting givens, or where several solutions differ
    if result.verdict is Verdict.NONE:
        return FoundSolutions(result, seconds, conflicting_givens=conflicting_givens(grid, budget))
    if result.verdict is Verdict.SEVERAL:
        limit = max(2, min(MOST_WEIGHED, MOST_COMPARED // grid.last))
        return FoundSolutions(result, seconds, ambiguity=ambiguity(grid, budget, limit))
    return FoundSolutions(result, seconds)


@dataclass(frozen=True)
class ShownSolutions:
    """The ``n``-th solution of a board, marking differences from the first or the one before."""

    puzzle: Puzzle
    answer: FoundSolutions
    n: int
    against: str

    @cached_property
    def solutions(self) -> Sequence[Path]:
        return self.answer.result.solutions

    @cached_property
    def board(self) -> Picture:
        numbers = board_of(self.solutions[self.n - 1]) if self.n else self.puzzle.grid.given
        conflict = self.answer.conflicting_givens
        marks = {"differs": self._changed, "conflict": conflict.cells if conflict else ()}
        return draw(self.puzzle.grid, numbers, marks)

    @property
    def _compared(self) -> int:
        return 0 if self.against == "first" else self.n - 2

    @cached_property
    def _changed(self) -> tuple[Cell, ...]:
        """The cells that hold another number in the other solution, in the order of this path."""
        if self.n < 2:
            return ()
        pairs = zip(self.solutions[self.n - 1], self.solutions[self._compared], strict=True)
        return tuple(cell for cell, place in pairs if cell != place)

    @property
    def differences(self) -> str:
        changes = self._changed
        if not changes:
            return ""
        now = board_of(self.solutions[self.n - 1])
        before = board_of(self.solutions[self._compared])
        sentences = [
            f"{now[cell]} instead of {before[cell]} in {cell_name(cell)}"
            for cell in changes[:MOST_NAMED]
        ]
        count_left = len(changes) - MOST_NAMED
        overflow = f"; and {count_left} more" if count_left > 0 else ""
        cells = plural(len(changes), "cell")
        places = f"{'; '.join(sentences)}{overflow}"
        return f"Differs from solution {self._compared + 1} in {cells}: {places}."

    @property
    def sentence(self) -> str:
        result = self.answer.result
        seconds = plural(self.answer.seconds, "second")
        board_faults = faults(self.puzzle.grid) if result.verdict is Verdict.NONE else ()
        match result.verdict:
            case Verdict.NONE if board_faults:
                fault = next((fault for fault in board_faults if fault.colours), None)
                return colour_text(fault) if fault else "The givens already break the rules."
            case Verdict.NONE:
                return "The search is complete: no path fits the givens."
            case Verdict.UNIQUE:
                return "Proved: the search is complete, and only this path fits."
            case Verdict.UNDECIDED if result.count:
                return f"We found one in {seconds}. There may be others."
            case Verdict.UNDECIDED:
                return f"We found none in {seconds}, but the search isn’t complete."
            case Verdict.SEVERAL:
                kept_count = len(result.solutions)
                is_part = kept_count < self.answer.count
                stop_words = "" if result.complete else f"Counting stopped after {seconds}. "
                first = f"The first {kept_count:,} can be viewed." if is_part else ""
                return stop_words + first

    @property
    def can_go_on(self) -> bool:
        return not self.answer.result.complete and self.answer.seconds < LONG


def show_solutions(puzzle: Puzzle, answer: FoundSolutions, n: int, against: str) -> ShownSolutions:
    n = min(max(1, n), len(answer.result.solutions))
    return ShownSolutions(puzzle, answer, n, against)
