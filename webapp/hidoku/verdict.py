"""What to say about a board at once: no solution and why, exactly one and how hard, or several.

Each question has a time limit; what isn't decided in time is reported as such, and the player can
ask for more time, for which a page waits.
"""

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from time import monotonic

from solver.hidoku.logic.grade import Grade, grade
from solver.hidoku.logic.hints import SOLUTIONS_BUDGET
from solver.hidoku.logic.technique import techniques
from solver.hidoku.puzzles import Ambiguity, ConflictingGivens, ambiguity, conflicting_givens
from solver.hidoku.rules.faults import Fault, faults
from solver.hidoku.rules.grid import Cell, Grid
from solver.hidoku.search.propagation import Path
from solver.hidoku.search.solve import SearchResult, Verdict, count_by_border, solve
from solver.hidoku.search.staged_search import Budget
from solver.kernels import are_held_back, compile_kernels
from webapp.work.limits import GLANCE, THOROUGH
from webapp.work.tasks import never, task

WEIGHED = 8_000  # cells of solutions compared: 80 solutions on a 10×10, about 10 ms
LEAST_WEIGHED = 20
MOST_CURED = 225  # cells of a board on which each given of a visible fault is left out to see
MOST_STATES = 1 << 16  # of a count of all solutions, at once: some 10 MB
FEW = 12  # givens that a person can look through for the conflicting ones
MOST_KEPT = 256  # verdicts


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """A verdict and its explanation, as far as that was found in time.

    ``cures`` are the conflicting givens of which the removal of one alone makes a solution
    possible; None if there wasn't time to find out, or there are too many givens to try.
    ``count`` is how many solutions there are, if there was time to count several.
    ``is_long`` says that it had the longer time limit.
    """

    verdict: Verdict
    faults: tuple[Fault, ...] = ()
    conflicting_givens: ConflictingGivens | None = None
    solutions: tuple[Path, ...] = ()
    grade: Grade | None = None
    ambiguity: Ambiguity | None = None
    is_long: bool = False
    cures: tuple[Cell, ...] | None = None
    count: int | None = None

    @property
    def conflicts(self) -> tuple[Cell, ...]:
        fault_cells = tuple(cell for fault in self.faults for cell in fault.cells)
        return fault_cells or (
            self.conflicting_givens.cells if self.conflicting_givens and not self.is_vague else ()
        )

    @property
    def is_vague(self) -> bool:
        """Whether time was too short to find the few of many givens that conflict."""
        conflict = self.conflicting_givens
        return conflict is not None and not conflict.is_minimal and len(conflict.cells) > FEW

    @property
    def is_cut_short(self) -> bool:
        """Whether more time might find out more."""
        match self.verdict:
            case Verdict.NONE:
                return not self.faults and (
                    self.conflicting_givens is None or not self.conflicting_givens.is_minimal
                )
            case Verdict.UNIQUE:
                return self.grade is not None and self.grade.is_cut_short
            case Verdict.SEVERAL:
                return self.ambiguity is None
            case Verdict.UNDECIDED:
                return True


def is_whole(judgement: Judgement) -> bool:
    """Say whether more time wouldn't find out more about a board."""
    return not judgement.is_cut_short


@lru_cache(maxsize=500)
def solutions_of(grid: Grid) -> SearchResult:
    """Return up to two solutions of a board, as far as a short search finds them.

    It is counted, not timed, so what is kept never depends on how busy the server was.
    """
    return solve(grid, 2, SOLUTIONS_BUDGET)


@task(lambda _: True, MOST_KEPT, whole=is_whole)
def judge(grid: Grid) -> Judgement:
    """Return the verdict on a board, at once: to grade a minimal 15×15 takes 0.1 s.

    >>> from solver.hidoku.rules.grid import Cell
    >>> judge(Grid.of(2, 2, {Cell(0, 0): 1, Cell(1, 1): 4})).ambiguity.left
    1
    """
    return _explain(grid, solutions_of(grid), GLANCE.seconds)


@task(never, MOST_KEPT, whole=is_whole)
def judge_longer(grid: Grid) -> Judgement:
    """Return the verdict of a longer look at a board, for which a page waits."""
    result = solve(grid, 2, within(0.8 * THOROUGH.seconds))
    return replace(_explain(grid, result, 0.2 * THOROUGH.seconds), is_long=True)


def _explain(grid: Grid, result: SearchResult, seconds: float) -> Judgement:
    judgement = Judgement(verdict=Verdict.NONE, faults=faults(grid))
    if judgement.faults and grid.last > MOST_CURED:
        return judgement
    if not judgement.faults:
        judgement = _explain_count(grid, result, within(seconds))
    if judgement.verdict is Verdict.SEVERAL:
        count = count_by_border(grid, within(seconds), MOST_STATES)
        judgement = replace(judgement, count=count)
    return replace(judgement, cures=_cures(grid, judgement.conflicts, within(seconds)))


def _cures(grid: Grid, cells: tuple[Cell, ...], budget: Budget) -> tuple[Cell, ...] | None:
    givens = [cell for cell in dict.fromkeys(cells) if cell in grid.given]
    if len(givens) > FEW:
        return None
    cures = []
    for cell in givens:
        reduced_grid = grid.with_givens({place: n for place, n in grid.givens if place != cell})
        result = None if faults(reduced_grid) else solve(reduced_grid, 1, budget, 0)
        if result and result.verdict is Verdict.UNDECIDED and not result.count:
            return None
        if result and result.count:
            cures.append(cell)
    return tuple(cures)


def within(seconds: float) -> Budget:
    load_search()
    return Budget(deadline=monotonic() + seconds)


@cache
def load_search() -> None:
    """Load what a search and its reasons need, before a clock starts.

    The server does so at its start: otherwise each forked process would load the techniques itself,
    which takes 20 to 40 ms.
    """
    if not are_held_back():  # otherwise each is loaded when it is called
        for _ in compile_kernels():
            pass
    techniques()
    solve(Grid.of(3, 3))


def _explain_count(grid: Grid, result: SearchResult, budget: Budget) -> Judgement:
    paths = tuple(result.solutions)
    match result.verdict:
        case Verdict.NONE:
            return Judgement(
                verdict=result.verdict, conflicting_givens=conflicting_givens(grid, budget)
            )
        case Verdict.UNIQUE:
            return Judgement(verdict=result.verdict, solutions=paths, grade=grade(grid, budget))
        case Verdict.SEVERAL:
            limit = max(LEAST_WEIGHED, WEIGHED // grid.last)
            finding = ambiguity(grid, budget, limit)
            two = (finding.first, finding.second) if finding else paths
            return Judgement(verdict=result.verdict, solutions=two, ambiguity=finding)
        case Verdict.UNDECIDED:
            return Judgement(verdict=result.verdict, solutions=paths)
