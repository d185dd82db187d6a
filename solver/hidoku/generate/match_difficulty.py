"""Givens taken away until a board has a requested difficulty, and no longer.

First givens go while propagation solves the board, which costs next to nothing; a table says how
strong a propagation stands for a difficulty. Then what went in the last stage is put back and goes
again, with the grade as judge. A board hardly ever gets easier as givens go, so what the grade has
refused once is not asked for again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from solver.hidoku.generate.remove_givens import Group, Thinner, blockwise
from solver.hidoku.logic.difficulty import Difficulty
from solver.hidoku.logic.grade import Grade, grade
from solver.hidoku.rules.grid import Grid
from solver.hidoku.search.propagation import PropagationLevel


class RemovalStage(NamedTuple):
    """What must go on solving the board (None: any proof), and how many groups are tried."""

    level: PropagationLevel | None
    most: int | None = None


class Recipe(NamedTuple):
    """The stages for a difficulty, and how many boards are graded at most."""

    stages: tuple[RemovalStage, ...]
    graded: int = 1


ANY = RemovalStage(None)
RECIPES = {
    Difficulty.BEGINNER: Recipe((RemovalStage(PropagationLevel.REACH),), 6),
    Difficulty.EASY: Recipe((RemovalStage(PropagationLevel.SINGLES),), 6),
    # A few givens fewer than an easy board; on one that DISTINCT alone solves most would be hard.
    Difficulty.MEDIUM: Recipe(
        (RemovalStage(PropagationLevel.SINGLES), RemovalStage(PropagationLevel.DISTINCT, 12)), 2
    ),
    # A few givens fewer again; more make it an expert's.
    Difficulty.HARD: Recipe((RemovalStage(PropagationLevel.DISTINCT), RemovalStage(None, 20)), 5),
    Difficulty.EXPERT: Recipe((ANY,)),
}


def fit(thinner: Thinner, groups: Sequence[Group], difficulty: Difficulty) -> tuple[Grid, Grade]:
    """Take groups away for a difficulty; the board and its grade, which may be an easier one."""
    recipe = RECIPES[difficulty]
    gone = _thinned(thinner, groups, recipe.stages)
    judge = Judge(thinner, difficulty, recipe.graded)
    judge.gone = [number for stage in gone[:-1] for group in stage for number in group]
    size = len(gone[-1]) if len(gone) == 1 else 1
    for _ in blockwise(gone[-1], size, judge.allows):
        pass
    return judge.grid, judge.grade or grade(judge.grid, thinner.budget)


def fit_minimal(
    thinner: Thinner, groups: Sequence[Group], difficulty: Difficulty
) -> tuple[Grid, Grade | None]:
    """Take every group away that can go, in an order that favours a difficulty; see :func:`fit`.

    The grade is None where the board is surely too hard, since what went last went without regard
    to the difficulty.
    """
    stages = RECIPES[difficulty].stages
    gone = _thinned(thinner, groups, (*stages, ANY))
    if gone[-1] and None not in {level for level, _ in stages}:
        return thinner.grid, None
    return thinner.grid, grade(thinner.grid, thinner.budget)


def _thinned(
    thinner: Thinner, groups: Sequence[Group], stages: Sequence[RemovalStage]
) -> list[tuple[Group, ...]]:
    """The groups that went in each stage."""
    gone: list[tuple[Group, ...]] = []
    for level, most in stages:
        left = [group for group in groups if not any(group in went for went in gone)]
        gone.append(thinner.thin(left[:most], level))
    return gone


class Judge:
    """Allows groups to go while the board is no harder than asked; ``gone`` are their numbers."""

    def __init__(self, thinner: Thinner, difficulty: Difficulty, left: int) -> None:
        self.thinner, self.difficulty, self.left = thinner, difficulty, left
        self.gone: list[int] = []
        self.grade: Grade | None = None  # of the board as it is

    @property
    def grid(self) -> Grid:
        """The board without what went."""
        return self.thinner.grid_without(self.gone)

    def allows(self, block: Sequence[Group]) -> bool:
        """Whether a block can go too; nothing can after so many gradings."""
        if not self.left:
            return False
        self.left -= 1
        more = [*self.gone, *(number for group in block for number in group)]
        found = grade(self.thinner.grid_without(more), self.thinner.budget)
        if found.rank > self.difficulty.rank:
            return False
        self.gone, self.grade = more, found
        return True
