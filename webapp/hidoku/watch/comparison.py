"""The same board by search alone, by search with checks, and by logic: what each method takes."""

from operator import attrgetter
from time import process_time
from typing import Final, NamedTuple

from solver.hidoku.logic.steps import StepKind
from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.staged_search import Budget
from solver.hidoku.traces.cuts import Cuts
from solver.hidoku.traces.plain_search import solve_plain
from solver.hidoku.traces.trace import Effort, measure_effort
from webapp.hidoku.watch.traces import METHOD_BY
from webapp.work.limits import THOROUGH
from webapp.work.tasks import never, task

MOST_NODES: Final = 30_000  # of each search; without checks, the article’s board takes 21,177
#: The methods compared, by their names in addresses.
COMPARED: Final = {"alone": "Search alone", "search": "Search with checks", "logic": "Logic"}
#: The checks, and the search without each of them.
CHECKS: Final = {
    "Every missing number has a cell": Cuts(numbers=False),
    "Every placed number can go on": Cuts(filled=False),
    "The path can pass through every empty cell": Cuts(empty=False),
}


class ComparedMethod(NamedTuple):
    by: str
    title: str
    effort: Effort
    milliseconds: float

    @property
    def at_least(self) -> str:
        return "over " if self.effort.end is StepKind.STOPPED else ""

    @property
    def is_stuck(self) -> bool:
        return self.effort.end is StepKind.STUCK


class SavedByCheck(NamedTuple):
    """How many nodes a search opens ``without`` a check."""

    check: str
    without: int
    is_finished: bool


class MethodComparison(NamedTuple):
    lines: tuple[ComparedMethod, ...]
    checks: tuple[SavedByCheck, ...]
    is_whole: bool


@task(never, 256, whole=attrgetter("is_whole"))
def compare(grid: Grid) -> MethodComparison:
    """Solve a faultless board by each method, as far as time allows."""
    budget = Budget(MOST_NODES, THOROUGH.deadline)
    lines = tuple(_compared(grid, by, budget) for by in COMPARED)
    checks = tuple(_saved(grid, check, budget) for check in CHECKS)
    return MethodComparison(lines, checks, not budget.is_over)


def _compared(grid: Grid, by: str, budget: Budget) -> ComparedMethod:
    start = process_time()
    effort = measure_effort(grid, METHOD_BY[by].mode, budget)
    return ComparedMethod(by, COMPARED[by], effort, 1000 * (process_time() - start))


def _saved(grid: Grid, check: str, budget: Budget) -> SavedByCheck:
    result = solve_plain(grid, 2, budget, CHECKS[check], keep=0)
    is_finished = result.complete or result.count > 1
    return SavedByCheck(check, result.nodes, is_finished)
