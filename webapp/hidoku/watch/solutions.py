"""All solutions of a board: how many, the first ones one by one, and what the search did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from solver.hidoku.puzzles import (
    MOST_WEIGHED,
    Ambiguity,
    ConflictingGivens,
    ambiguity,
    conflicting_givens,
)
from solver.hidoku.rules.faults import faults
from solver.hidoku.rules.game import named
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.count import count_solutions
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.solve import SearchResult, Verdict, board_of
from solver.hidoku.text.puzzles import ambiguity_text, colour_text, conflicting_givens_text
from solver.wording import counted
from webapp.hidoku.picture.model import draw
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
_BROKEN: Final = "The givens already break the rules."


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


def _weight(answer: FoundSolutions) -> int:
    solutions = answer.result.solutions
    return len(solutions) * (len(solutions[0]) if solutions else 0) + 1000


def answer_of(puzzle: Puzzle, seconds: int) -> FoundSolutions:
    """Return what is known after this many seconds, or more."""
    longer = find_answer.known(puzzle.grid, LONG)
    return longer[0] if longer else find_answer(puzzle.grid, seconds)


@task(never, MOST_CELLS, weight=_weight)
def find_answer(grid: Grid, seconds: int) -> FoundSolutions:
    """Count the solutions, as far as the time allows."""
    result = count_solutions(grid, MOST_KEPT, within(seconds))
    aside = within(QUICK.seconds)  # for conflicting givens, or where several solutions differ
    if result.verdict is Verdict.NONE:
        return FoundSolutions(result, seconds, conflicting_givens=conflicting_givens(grid, aside))
    if result.verdict is Verdict.SEVERAL:
        most = max(2, min(MOST_WEIGHED, MOST_COMPARED // grid.last))
        return FoundSolutions(result, seconds, ambiguity=ambiguity(grid, aside, most))
    return FoundSolutions(result, seconds)


def show_solutions(puzzle: Puzzle, answer: FoundSolutions, n: int, against: str) -> dict[str, Any]:
    """Return the ``n``-th solution, marking differences from the first or the one before."""
    result, grid = answer.result, puzzle.grid
    solutions = result.solutions
    n = min(max(1, n), len(solutions))
    compared = 0 if against == "first" else n - 2
    changed = _changed(solutions[n - 1], solutions[compared]) if n > 1 else ()
    board = board_of(solutions[n - 1]) if n else grid.given
    conflict = answer.conflicting_givens.cells if answer.conflicting_givens else ()
    return {
        "name": puzzle.name,
        "title": puzzle.title,
        "verdict": result.verdict.value,
        "headline": _headline(answer),
        "sentence": _sentence(answer, grid),
        "aside": _aside(answer),
        "n": n,
        "kept": len(solutions),
        "against": against,
        "differences": _differences(changed, solutions, n, compared),
        "can_go_on": not result.complete and answer.seconds < LONG,
        "seconds": answer.seconds,
        "board": draw(grid, board, {"differs": changed, "conflict": conflict}),
    }


def _headline(answer: FoundSolutions) -> str:
    result = answer.result
    match result.verdict:
        case Verdict.NONE:
            return "No solution"
        case Verdict.UNIQUE:
            return "Exactly one solution"
        case Verdict.UNDECIDED:
            return "Not decided yet"
        case Verdict.SEVERAL:
            least = "Exactly" if result.complete else "At least"
            return f"{least} {answer.count:,} solutions"


def _sentence(answer: FoundSolutions, grid: Grid) -> str:
    result, seconds = answer.result, counted(answer.seconds, "second")
    board_faults = faults(grid) if result.verdict is Verdict.NONE else ()
    match result.verdict:
        case Verdict.NONE if board_faults:
            fault = next((fault for fault in board_faults if fault.colours), None)
            return colour_text(fault) if fault else _BROKEN
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
            ended = "" if result.complete else f"Counting stopped after {seconds}. "
            first = f"The first {kept_count:,} can be viewed." if kept_count < answer.count else ""
            return ended + first


def _aside(answer: FoundSolutions) -> str:
    if answer.conflicting_givens:
        return conflicting_givens_text(answer.conflicting_givens)
    ambiguity = answer.ambiguity
    if not ambiguity or ambiguity.complete:
        return ambiguity_text(ambiguity) if ambiguity else ""
    number, cell = ambiguity.given
    cells = counted(len(ambiguity.cells), "cell")
    return (
        f"Of {ambiguity.count:,} solutions compared, {cells} hold different numbers. "
        f"Giving {number} in {named(cell)} would leave {ambiguity.left:,} of them."
    )


def _changed(path: Path, compared_path: Path) -> tuple[Cell, ...]:
    """Return the cells that hold another number in another solution, in the order of this path."""
    return tuple(cell for cell, before in zip(path, compared_path, strict=True) if cell != before)


def _differences(changed: Sequence[Cell], solutions: Sequence[Path], n: int, compared: int) -> str:
    if not changed:
        return ""
    now, before = board_of(solutions[n - 1]), board_of(solutions[compared])
    named_ones = [
        f"{now[cell]} instead of {before[cell]} in {named(cell)}" for cell in changed[:MOST_NAMED]
    ]
    rest = len(changed) - MOST_NAMED
    more = f"; and {rest} more" if rest > 0 else ""
    cells = counted(len(changed), "cell")
    return f"Differs from solution {compared + 1} in {cells}: {'; '.join(named_ones)}{more}."
