"""Removing givens until a board has a requested difficulty, and no further.

First, givens are removed while propagation solves the board, which costs next to nothing; a table
says which level of propagation corresponds to a difficulty. Then what the last stage removed is
put back and removed again, with the grade as judge. A board hardly ever gets easier as givens are
removed, so what the grade has refused once isn't tried again.

Boards of a class shall feel alike, so each has so many hard steps (see docs/grades.md): with more
of them, no more givens go, and for a board with fewer another path is tried.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from solver.hidoku.generate.remove_givens import Group, Thinner, blockwise
from solver.hidoku.logic.grade import Difficulty, Grade, grade
from solver.hidoku.logic.technique import Technique
from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.propagation import PropagationLevel


class RemovalStage(NamedTuple):
    level: PropagationLevel | None
    percent: int = 100  # of the groups that remain; the others aren't tried


class Recipe(NamedTuple):
    stages: tuple[RemovalStage, ...]
    graded: int = 1


ANY = RemovalStage(None)
# With fewer than all givens tried, boards for beginners need less counting, and on medium ones a
# person is stuck less often (at 43 % of the steps instead of 51).
RECIPES = {
    Difficulty.BEGINNER: Recipe((RemovalStage(PropagationLevel.REACH, 70),), 6),
    Difficulty.EASY: Recipe((RemovalStage(PropagationLevel.REACH),), 6),
    Difficulty.MEDIUM: Recipe((RemovalStage(PropagationLevel.DISTINCT, 90),), 6),
    # Some givens fewer; removing more would make it an expert's.
    Difficulty.HARD: Recipe((RemovalStage(PropagationLevel.DISTINCT), RemovalStage(None, 60)), 3),
    Difficulty.EXPERT: Recipe((ANY,), 3),
}


class HardSteps(NamedTuple):
    """How many steps of a board need an idea of this weight: from ``least``, less on tiny boards,
    to ``most``, or one for so many ``cells`` on large ones.
    """

    weight: int
    least: int
    most: int
    cells: int


GLANCED: Final = 1  # the weight of what is seen at a glance
SCANNED: Final = 3  # and that of comparing all numbers for a cell
TINY: Final = 10  # cells for each hard step that is asked for
HARD_STEPS: Final = {
    Difficulty.MEDIUM: HardSteps(4, 3, 10, 10),
    Difficulty.HARD: HardSteps(6, 3, 8, 12),
    Difficulty.EXPERT: HardSteps(6, 6, 30, 4),
}


def count_missing(grade: Grade, difficulty: Difficulty, cells: int) -> int:
    """Return how many hard steps a board has less than its class has; below 0 if it has more.

    A medium board on which most steps but those of a glance are only one number for a cell is one
    to be scanned, and lacks at least a hard step.
    """
    hard_steps = HARD_STEPS.get(difficulty)
    if hard_steps is None:
        return 0
    hard = _count(grade, lambda t: t.weight >= hard_steps.weight)
    scans = _count(grade, lambda t: t.weight == SCANNED)
    is_scanned = difficulty is Difficulty.MEDIUM and 2 * scans > _count(
        grade, lambda t: t.weight > GLANCED
    )
    missing = max(is_scanned, min(hard_steps.least, cells // TINY) - hard)
    return missing or min(0, max(hard_steps.most, cells // hard_steps.cells) - hard)


def _count(grade: Grade, is_meant: Callable[[Technique], bool]) -> int:
    return sum(count for technique, count in grade.techniques.items() if is_meant(technique))


def fit(thinner: Thinner, groups: Sequence[Group], difficulty: Difficulty) -> tuple[Grid, Grade]:
    recipe = RECIPES[difficulty]
    removals = _thin_by_stages(thinner, groups, recipe.stages)
    judge = Judge(thinner, difficulty, recipe.graded)
    judge.removals = [number for stage in removals[:-1] for group in stage for number in group]
    for _ in blockwise(removals[-1], len(removals[-1]), judge.allows):
        pass
    return judge.grid, judge.grade or grade(judge.grid, thinner.budget)


def fit_minimal(
    thinner: Thinner, groups: Sequence[Group], difficulty: Difficulty
) -> tuple[Grid, Grade | None]:
    """Remove every group possible, in an order that favours a difficulty; see :func:`fit`.

    The grade is None if the board is certainly too hard, because the last groups were removed
    without regard to the difficulty.
    """
    levels = [level for level, _ in RECIPES[difficulty].stages]
    removals = _thin_by_stages(thinner, groups, [*map(RemovalStage, levels), ANY])
    if removals[-1] and None not in levels:
        return thinner.grid, None
    return thinner.grid, grade(thinner.grid, thinner.budget)


def _thin_by_stages(
    thinner: Thinner, groups: Sequence[Group], stages: Sequence[RemovalStage]
) -> list[tuple[Group, ...]]:
    removals: list[tuple[Group, ...]] = []
    for level, percent in stages:
        remaining = [group for group in groups if not any(group in went for went in removals)]
        share = remaining[: len(remaining) * percent // 100]
        removals.append(thinner.thin(share, level))
    return removals


class Judge:
    """Lets groups be removed (its ``removals``) while the board is no harder than requested."""

    def __init__(self, thinner: Thinner, difficulty: Difficulty, gradings: int) -> None:
        self.thinner = thinner
        self.difficulty = difficulty
        self.gradings = gradings
        self.removals: list[int] = []
        self.grade: Grade | None = None  # of the current board

    @property
    def grid(self) -> Grid:
        return self.thinner.grid_without(self.removals)

    def allows(self, block: Sequence[Group]) -> bool:
        """Whether a block can be removed too; nothing can once the gradings are used up."""
        if not self.gradings:
            return False
        self.gradings -= 1
        removals = [*self.removals, *(number for group in block for number in group)]
        new_grade = grade(self.thinner.grid_without(removals), self.thinner.budget)
        cells = self.thinner.shape.last
        is_harder = new_grade.rank > self.difficulty.rank
        if is_harder or count_missing(new_grade, self.difficulty, cells) < 0:
            return False
        self.removals = removals
        self.grade = new_grade
        return True
