"""Boards with a known path for the finders of structure, and what every finder must keep to."""

from collections.abc import Iterable, Mapping
from itertools import pairwise
from random import Random

from hypothesis import strategies as st

from solver.hidoku.logic.easiest import Finders, direct_finders
from solver.hidoku.logic.position import Position
from solver.hidoku.logic.technique import Deduction, Finder
from solver.hidoku.rules.grid import Adjacency, Cell, Grid

FINDERS: Finders = {
    technique: finder for technique, finder in direct_finders().items() if not technique.is_placing
}


def path_board(
    rows: int, columns: int, adjacency: Adjacency, seed: int, cut: int = 0
) -> tuple[Grid, list[Cell]]:
    """A path through all cells, turned over and over from its ends, and the board it fills.

    The last ``cut`` cells of the path are blocked.
    """
    random, path = Random(seed), []
    for row in range(rows):
        line = [Cell(row, column) for column in range(columns)]
        path += line if row % 2 == 0 else line[::-1]
    whole = Grid.of(rows, columns, adjacency=adjacency)
    for _ in range(4 * rows * columns):
        path.reverse()
        at = path.index(random.choice(whole.neighbours(path[0])))
        path[:at] = path[:at][::-1]
    trail = path[: len(path) - cut]
    return Grid.of(rows, columns, blocked=path[len(trail) :], adjacency=adjacency), trail


@st.composite
def known_boards(draw: st.DrawFn, most_side: int = 7) -> tuple[Grid, dict[Cell, int]]:
    """A board with some numbers of a known path given, some of its steps joined; and the path."""
    rows, columns = draw(st.integers(1, most_side)), draw(st.integers(2, most_side))
    adjacency = draw(st.sampled_from(Adjacency))
    cut = draw(st.integers(0, rows * columns // 4))
    shape, path = path_board(rows, columns, adjacency, draw(st.integers(0, 2**32)), cut)
    random, density = Random(draw(st.integers(0, 2**32))), draw(st.sampled_from((0.15, 0.3, 0.6)))
    givens = {cell: number for number, cell in enumerate(path, 1) if random.random() < density}
    share = 0.2 if draw(st.integers(0, 3)) == 0 else 0.0
    joins = [pair for pair in pairwise(path) if random.random() < share]
    grid = Grid.of(shape.rows, shape.columns, givens, shape.blocked, shape.adjacency, joined=joins)
    return grid, {cell: number for number, cell in enumerate(path, 1)}


def changes(position: Position, finder: Finder) -> list[Deduction]:
    """What a finder finds; each must change something, and name what is missing and placed."""
    deductions = list(finder(position))
    for deduction in deductions:
        assert deduction.eliminated or deduction.placed
        for number, cell in deduction.eliminated:
            assert position.strict[number] & position.layout.bit(cell)
        assert len(set(deduction.eliminated)) == len(deduction.eliminated)
        assert position.where.keys().isdisjoint(deduction.claim.vacancies)
    return deductions


def applied(position: Position, steps: Iterable[Deduction]) -> Position:
    """The position after some steps; of those that place the same number only the first."""
    first = {step.placed or step.eliminated: step for step in reversed(list(steps))}
    return position.after(*first.values())


def denies(deduction: Deduction, solution: Mapping[Cell, int]) -> bool:
    """Whether a deduction contradicts a solution."""
    if any(solution[cell] == number for number, cell in deduction.eliminated):
        return True
    placement = deduction.placed
    return placement is not None and solution[placement.cell] != placement.number
