"""Last ten: a generated board with ten numbers missing.

Each is a position that play can reach: the givens are on the board, and all but ten of the other
numbers. So there is only one way to complete it, and what counts is the time. Its difficulty is the
grade of what is left: its score by the techniques needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import count, pairwise
from typing import Final, NamedTuple

from solver.exercises import Draws, ExerciseLevel, draws_of
from solver.hidoku.generate.generate import BoardRequest, generate
from solver.hidoku.generate.random_paths import SEEDS
from solver.hidoku.logic.grade import MOST, grade
from solver.hidoku.rules.grid import Adjacency, Board, Cell, Grid
from solver.hidoku.search.propagation import Path

NAME: Final = "last-ten"
VERSION: Final = 2
MISSING: Final = 10
SIDE: Final = 6
_CHOICES = 8  # of ten numbers, tried on each board
_WORD = 2**32


class TenShape(NamedTuple):
    """What makes a level: scores below ``end``, and missing numbers in gaps of ``length``.

    Other gaps would do as well, but rarely give such a score.
    """

    end: int
    lengths: range


#: Easy is seen at a glance, or nearly so.
WANTED: Final = {
    ExerciseLevel.EASY: TenShape(20, range(1, 5)),
    ExerciseLevel.MEDIUM: TenShape(40, range(6, 11)),
    ExerciseLevel.HARD: TenShape(MOST + 1, range(6, 11)),
}


@dataclass(frozen=True)
class LastTen:
    grid: Grid
    path: Path

    @property
    def solution(self) -> dict[Cell, int]:
        return {c: n for n, c in enumerate(self.path, 1) if c not in self.grid.given}

    @property
    def missing(self) -> tuple[int, ...]:
        return tuple(sorted(self.solution.values()))

    @cached_property
    def level(self) -> ExerciseLevel:
        score = grade(self.grid).score or 0
        return next(level for level, wanted in WANTED.items() if score < wanted.end)


class Break(NamedTuple):
    low: int
    cell: Cell
    next_cell: Cell


def make(level: ExerciseLevel, seed: int) -> LastTen:
    """The exercise of a seed.

    >>> made = make(ExerciseLevel.EASY, 7)
    >>> len(made.missing), made.level
    (10, <ExerciseLevel.EASY: 'easy'>)
    """
    draws = draws_of(NAME, level, VERSION, seed)
    exercises = (exercise for _ in count() for exercise in _draw_exercises(level, draws))
    return next(exercise for exercise in exercises if exercise.level is level)


def _draw_exercises(level: ExerciseLevel, draws: Draws) -> Iterator[LastTen]:
    adjacency = tuple(Adjacency)[draws.below(len(Adjacency))]
    board = generate(
        BoardRequest(SIDE, SIDE, adjacency=adjacency),
        (draws.below(_WORD) * _WORD + draws.below(_WORD)) % SEEDS,
    )
    free = [n for n in range(1, board.grid.last + 1) if n not in board.grid.given.values()]
    for _ in range(_CHOICES):
        lengths = WANTED[level].lengths
        missing = set(_ten(free, lengths[draws.below(len(lengths))], draws))
        standing = {c: n for n, c in enumerate(board.path, 1) if n not in missing}
        yield LastTen(board.grid.with_givens(standing), board.path)


def _ten(free: list[int], length: int, draws: Draws) -> list[int]:
    """Ten of the numbers, in gaps: the longer the gaps, the harder."""
    starts = draws.some(range(len(free)), len(free))
    chosen = dict.fromkeys(n for start in starts for n in free[start : start + length])
    return list(chosen)[:MISSING]


def find_break(grid: Grid, board: Board) -> Break | None:
    """Return where the path of a full board breaks first, or None."""
    where = {number: cell for cell, number in board.items()}
    order = [where[number] for number in range(1, grid.last + 1)]
    for low, (cell, following) in enumerate(pairwise(order), 1):
        if following not in grid.neighbours(cell):
            return Break(low, cell, following)
    return None
