import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.hidoku.generate.shapes import Symmetry, check_symmetry, orbits
from solver.hidoku.rules.grid import Adjacency, Cell, Grid, GridError
from tests.solver.hidoku.hidoku_checks import touches

SQUARE_ONLY = [Symmetry.QUARTER, Symmetry.DIAGONAL]


@given(st.integers(1, 7), st.integers(1, 7), st.sampled_from(Symmetry))
def test_orbits_part_the_board(rows: int, columns: int, symmetry: Symmetry) -> None:
    grid = Grid.of(rows, columns if symmetry not in SQUARE_ONLY else rows)
    groups = list(orbits(grid, symmetry))
    assert sorted(cell for group in groups for cell in group) == list(grid.cells)
    size = {Symmetry.NONE: 1, Symmetry.QUARTER: 4}.get(symmetry, 2)
    assert max(map(len, groups)) <= size


@pytest.mark.parametrize(
    ("symmetry", "group"),
    [
        (Symmetry.NONE, {(0, 1)}),
        (Symmetry.POINT, {(0, 1), (3, 2)}),
        (Symmetry.QUARTER, {(0, 1), (1, 3), (3, 2), (2, 0)}),
        (Symmetry.LEFT_RIGHT, {(0, 1), (0, 2)}),
        (Symmetry.TOP_BOTTOM, {(0, 1), (3, 1)}),
        (Symmetry.DIAGONAL, {(0, 1), (1, 0)}),
    ],
)
def test_where_a_cell_goes(symmetry: Symmetry, group: set[tuple[int, int]]) -> None:
    orbit = next(cells for cells in orbits(Grid.of(4, 4), symmetry) if Cell(0, 1) in cells)
    assert set(orbit) == group


@pytest.mark.parametrize("symmetry", SQUARE_ONLY)
def test_some_need_a_square(symmetry: Symmetry) -> None:
    with pytest.raises(GridError, match="as many rows as columns"):
        check_symmetry(Grid.of(4, 5), symmetry)


@pytest.mark.parametrize("symmetry", [Symmetry.NONE, Symmetry.POINT, Symmetry.DIAGONAL])
def test_hexagonal_boards_keep_what_touches(symmetry: Symmetry) -> None:
    grid = Grid.of(4, 4, adjacency=Adjacency.HEX)
    groups = list(orbits(grid, symmetry))
    goes = {a: b for group in groups for a, b in zip(group, (*group[1:], group[0]), strict=True)}
    for a in grid.cells:
        for b in grid.cells:
            assert touches(a, b, Adjacency.HEX) == touches(goes[a], goes[b], Adjacency.HEX)


@pytest.mark.parametrize("symmetry", [Symmetry.QUARTER, Symmetry.LEFT_RIGHT, Symmetry.TOP_BOTTOM])
def test_hexagonal_boards_have_fewer_symmetries(symmetry: Symmetry) -> None:
    with pytest.raises(GridError, match="hexagonal"):
        check_symmetry(Grid.of(4, 4, adjacency=Adjacency.HEX), symmetry)


def test_holes_must_have_the_symmetry() -> None:
    grid = Grid.of(4, 4, blocked=[Cell(0, 0), Cell(0, 3)])
    check_symmetry(grid, Symmetry.LEFT_RIGHT)
    with pytest.raises(GridError, match="“point”"):
        check_symmetry(grid, Symmetry.POINT)
