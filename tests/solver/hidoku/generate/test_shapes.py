"""Forms by name: each has a path at many sizes and with all adjacencies, and looks as drawn."""

from contextlib import suppress

import pytest

from solver.hidoku.generate.random_paths import Chance, Mixer
from solver.hidoku.generate.shapes import SHAPES, BoardShape, looped_part, make_shape
from solver.hidoku.rules.grid import Adjacency, Cell, Grid, GridError
from solver.hidoku.search.solve import board_of
from tests.cases import cases
from tests.solver.hidoku.hidoku_checks import is_solution, touches

SIZES = [(5, 5), (5, 9), (7, 7), (8, 8), (9, 9), (9, 13), (12, 10), (11, 17), (17, 17), (30, 30)]


def drawn(name: str, rows: int, columns: int, adjacency: Adjacency) -> Grid | None:
    """The board of a form; None if it is refused."""
    with suppress(GridError):
        return make_shape(name, rows, columns, adjacency)
    return None


@pytest.mark.sampled(12)
@pytest.mark.parametrize("adjacency", Adjacency)
@pytest.mark.parametrize("name", SHAPES)
def test_every_form_has_a_path(name: str, adjacency: Adjacency) -> None:
    grids = [drawn(name, rows, columns, adjacency) for rows, columns in SIZES]
    for grid in filter(None, grids):
        path = Mixer(grid).random_path(Chance(1))
        assert path is not None, (name, grid.rows, grid.columns)
        assert is_solution(grid, board_of(path))
        if name != "rectangle":
            assert 0 < len(grid.blocked) < 0.7 * grid.rows * grid.columns
    sizes = [size for size, grid in zip(SIZES, grids, strict=True) if grid is None]
    if adjacency is Adjacency.HEX and name != "hexagon":
        assert sizes.pop() == (30, 30)
    assert all(min(size) < 9 for size in sizes)
    assert len(sizes) <= (0 if adjacency is not Adjacency.FOUR else 4) + (name == "window") * 2


@cases("name", SHAPES)
def test_hexagons_stand_upright_and_are_as_wide_as_requested(name: str) -> None:
    grid = make_shape(name, 9, 11, Adjacency.HEX)
    middles = [2 * column + row for row, column in grid.cells]  # as they are drawn, in half cells
    width = 20 + (name == "rectangle")
    assert width - 4 <= max(middles) - min(middles) <= width  # dead ends at tips are gone
    assert {cell.row for cell in grid.cells} == set(range(9))
    first = [2 * column + row for row, column in grid.cells if row == 0]
    last = [2 * column + row for row, column in grid.cells if row == 8]
    if name not in ("heart", "triangle", "stairs"):
        assert (first[0], first[-1]) == (last[0], last[-1])  # a leaning shape would be 8 apart


def test_hexagons_that_are_too_many_are_refused_in_their_own_words() -> None:
    assert make_shape("rectangle", 24, 24, Adjacency.HEX).last == 576
    with pytest.raises(GridError, match=r"too large for hexagons\. At most 24 × 24 cells"):
        make_shape("rectangle", 30, 30, Adjacency.HEX)


@cases("shape", SHAPES.values())
def test_every_shape_says_what_it_is_and_has_a_sample(shape: BoardShape) -> None:
    assert shape.title
    assert shape.sentence.endswith(".")
    assert min(shape.sample) >= shape.least
    assert make_shape(shape.name, *shape.sample, shape.adjacency).last > 9


@cases("name", [name for name, shape in SHAPES.items() if shape.least > 1])
def test_a_board_too_small_for_a_form_is_refused(name: str) -> None:
    minimum = SHAPES[name].least
    assert make_shape(name, minimum, minimum).rows == minimum
    for rows, columns in ((minimum - 1, 20), (20, minimum - 1)):
        with pytest.raises(GridError, match=f"“{name}” needs at least {minimum} rows"):
            make_shape(name, rows, columns)


def test_a_form_too_thin_for_four_neighbours_is_refused() -> None:
    with pytest.raises(GridError, match="four neighbours"):
        make_shape("ring", 7, 7, Adjacency.FOUR)


def test_an_unknown_form_is_named() -> None:
    with pytest.raises(GridError, match="“rhombus”"):
        make_shape("rhombus", 9, 9)


@pytest.mark.parametrize("name", ["frame", "window", "disc", "ring", "cross", "diamond"])
@pytest.mark.parametrize(("rows", "columns"), [(9, 13), (14, 11)])
def test_round_forms_are_the_same_turned(name: str, rows: int, columns: int) -> None:
    upright = make_shape(name, rows, columns)
    lying = make_shape(name, columns, rows)
    assert lying.blocked == {Cell(cell.column, cell.row) for cell in upright.blocked}
    half_turn = {Cell(rows - 1 - cell.row, columns - 1 - cell.column) for cell in upright.blocked}
    assert half_turn == upright.blocked


@pytest.mark.parametrize("name", ["heart", "triangle"])
@pytest.mark.parametrize(("rows", "columns"), [(9, 13), (14, 10)])
def test_forms_with_two_like_sides(name: str, rows: int, columns: int) -> None:
    blocked_cells = make_shape(name, rows, columns).blocked
    assert blocked_cells == {Cell(cell.row, columns - 1 - cell.column) for cell in blocked_cells}


def test_a_hexagon_on_a_hexagonal_board_has_six_like_sides() -> None:
    """The numbers of cells of centred hexagons: 7, 19, 37, 61."""
    sizes = [make_shape("hexagon", n, n, Adjacency.HEX).last for n in (3, 5, 7, 9)]
    assert sizes == [7, 19, 37, 61]


def test_a_heart() -> None:
    assert str(make_shape("heart", 8, 8)).replace(" ", "").replace("#", " ").splitlines() == [
        " ..  .. ",
        "........",
        "........",
        "........",
        "........",
        " ...... ",
        "  ....  ",
        "   ..   ",
    ]


def test_a_slanting_rim_is_corrected_for_four_neighbours() -> None:
    """A diamond of 41 cells has 25 of one colour: no path can take them in turn."""
    assert make_shape("diamond", 9, 9).last == 41
    diamond = make_shape("diamond", 9, 9, Adjacency.FOUR)
    assert 30 <= diamond.last < 41
    assert diamond.blocked >= make_shape("diamond", 9, 9).blocked


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (4, 4), (6, 8), (5, 7)])
def test_a_loop_takes_in_all_blocks(rows: int, columns: int) -> None:
    cells = {Cell(row, column) for row in range(rows) for column in range(columns)}
    assert len(looped_part(cells)) >= (rows - rows % 2) * (columns - columns % 2)


def test_a_loop_leaves_out_what_it_cannot_reach() -> None:
    assert looped_part({Cell(0, 0), Cell(0, 1), Cell(0, 2)}) == set()
    apart = {Cell(row, column) for row in range(2) for column in (0, 1, 3, 4)}
    assert len(looped_part(apart)) == 4


def test_a_form_with_a_loop_has_a_path_from_every_cell() -> None:
    cells = looped_part({Cell(r, c) for r in range(5) for c in range(6) if r + c > 2})
    for start in cells:
        assert any(touches(start, cell, Adjacency.FOUR) for cell in cells)
    whole = Grid.of(5, 6, adjacency=Adjacency.FOUR)
    grid = Grid.of(5, 6, blocked=set(whole.cells) - cells, adjacency=Adjacency.FOUR)
    assert Mixer(grid).random_path(Chance(1)) is not None
