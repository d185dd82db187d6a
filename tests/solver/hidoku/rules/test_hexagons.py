"""Hexagonal boards: rows in turn half a cell in, and columns that lean."""

import pytest

from solver.hidoku.generate.shapes import make_shape
from solver.hidoku.notations.plain import format_text
from solver.hidoku.notations.registry import parse_any
from solver.hidoku.rules.grid import Adjacency, Cell, Grid, GridError


def test_rows_in_turn_are_written_as_they_are_seen() -> None:
    grid = make_shape("rectangle", 3, 2, Adjacency.HEX)
    board = grid.with_givens({grid.cells[0]: 1, grid.cells[5]: 6})
    assert format_text(board) == "1 .\n. .\n. 6\nadjacency: hex rows"
    near = board.neighbours(grid.cells[2])  # the second row is half a cell in, to the right
    assert [grid.cells.index(cell) for cell in near] == [0, 1, 3, 4, 5]


def test_a_board_that_leans_keeps_its_text() -> None:
    grid = parse_any("1,__,__\n__,__,__\n__,__, 9\nadjacency: hex")
    assert grid.cells[-1] == Cell(2, 2)
    assert format_text(grid).endswith("adjacency: hex")
    assert grid.cells == Grid.of(3, 3).cells


def test_a_join_to_no_cell_is_refused_by_a_sentence() -> None:
    with pytest.raises(GridError, match="aren’t neighbours"):
        parse_any("1 .\n. .\n. .\nadjacency: hex rows\nlinks: r1c1-r9c9")


def test_only_hexagons_have_flat_tops() -> None:
    with pytest.raises(GridError, match="Only hexagons have flat tops"):
        Grid.of(2, 2, flat_top=True)
