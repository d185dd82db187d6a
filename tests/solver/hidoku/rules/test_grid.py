import pickle

import pytest
from hypothesis import given

from solver.hidoku.rules.faults import Fault, FaultKind, faults
from solver.hidoku.rules.game import Play
from solver.hidoku.rules.grid import Adjacency, Cell, Grid, GridError
from solver.hidoku.text.puzzles import fault_text
from tests.solver.hidoku.hidoku_checks import shapes, touches


@pytest.mark.parametrize(
    ("adjacency", "count"), [(Adjacency.EIGHT, 8), (Adjacency.FOUR, 4), (Adjacency.HEX, 6)]
)
def test_a_cell_inside_has_all_its_neighbours(adjacency: Adjacency, count: int) -> None:
    assert len(Grid.of(3, 4, adjacency=adjacency).neighbours(Cell(1, 1))) == count


@given(shapes(most_cells=12))
def test_neighbours_are_what_touches(grid: Grid) -> None:
    for cell in grid.cells:
        near = {neighbour for neighbour in grid.cells if touches(cell, neighbour, grid.adjacency)}
        assert set(grid.neighbours(cell)) == near


def test_a_grid_is_a_value_whatever_the_order_of_its_givens() -> None:
    grid = Grid.of(1, 2, {Cell(0, 0): 1, Cell(0, 1): 2})
    twin = Grid.of(1, 2, {Cell(0, 1): 2, Cell(0, 0): 1})
    assert grid == twin
    assert hash(grid) == hash(twin)
    assert eval(repr(grid)) == grid


def test_str_draws_the_board() -> None:
    assert str(Grid.of(2, 2, {Cell(0, 1): 3}, {Cell(1, 0)})) == ". 3\n# ."


@pytest.mark.parametrize(("rows", "columns"), [(0, 3), (3, 0), (-1, -1), (51, 1), (30, 31)])
def test_sizes_that_are_refused(rows: int, columns: int) -> None:
    with pytest.raises(GridError):
        Grid.of(rows, columns)


@pytest.mark.parametrize(
    "build",
    [
        lambda: Grid.of(2, 2, {Cell(2, 0): 1}),
        lambda: Grid.of(2, 2, {Cell(0, 0): 1}, {Cell(0, 0)}),
        lambda: Grid.of(2, 2, {}, {Cell(5, 5)}),
        lambda: Grid.of(1, 1, {}, {Cell(0, 0)}),
        lambda: Grid(rows=1, columns=2, givens=((Cell(0, 0), 1), (Cell(0, 0), 2))),
    ],
)
def test_what_cannot_be_built(build) -> None:
    with pytest.raises(GridError):
        build()


def test_all_faults_at_once() -> None:
    givens = {Cell(0, 0): 1, Cell(0, 1): 9, Cell(0, 3): 2, Cell(0, 4): 4, Cell(0, 6): 4}
    grid = Grid.of(1, 7, givens, {Cell(0, 5)})
    assert faults(grid) == (
        Fault(FaultKind.OUT_OF_RANGE, (9,), (Cell(0, 1),)),
        Fault(FaultKind.REPEATED, (4,), (Cell(0, 4), Cell(0, 6))),
        Fault(FaultKind.TOO_FAR, (1, 2), (Cell(0, 0), Cell(0, 3))),
        Fault(FaultKind.CUT_OFF, (), (Cell(0, 6),)),
    )
    assert [fault_text(fault, grid) for fault in faults(grid)] == [
        "9 in row 1, column 2 isn’t between 1 and 6.",
        "4 is given more than once: row 1, column 5 and row 1, column 7.",
        "1 and 2 are too far apart, 3 steps instead of 1: row 1, column 1 and row 1, column 4.",
        "1 cell can’t be reached: row 1, column 7.",
    ]


def test_distances_go_around_holes() -> None:
    wall = {Cell(0, 1), Cell(1, 1)}
    givens = {Cell(0, 0): 1, Cell(0, 2): 3}
    assert not faults(Grid.of(3, 3, givens))
    (fault,) = faults(Grid.of(3, 3, givens, wall))
    assert fault.kind is FaultKind.TOO_FAR


def test_joined_cells_touch() -> None:
    a, b, c = Cell(0, 0), Cell(0, 1), Cell(0, 2)
    grid = Grid.of(1, 3, joined=[(b, a), (a, b), (c, b)])
    assert grid.joined == {(a, b), (b, c)}
    assert grid.partners == {a: (b,), b: (a, c), c: (b,)}
    assert eval(repr(grid)) == grid


@pytest.mark.parametrize(
    ("pair", "adjacency"),
    [
        ((Cell(0, 0), Cell(0, 2)), Adjacency.EIGHT),
        ((Cell(0, 0), Cell(1, 1)), Adjacency.FOUR),
        ((Cell(0, 0), Cell(1, 1)), Adjacency.HEX),
        ((Cell(0, 0), Cell(0, 0)), Adjacency.EIGHT),
        ((Cell(1, 0), Cell(1, 2)), Adjacency.EIGHT),
        ((Cell(0, 0), Cell(-1, 0)), Adjacency.EIGHT),
    ],
)
def test_joins_that_cannot_be(pair: tuple[Cell, Cell], adjacency: Adjacency) -> None:
    with pytest.raises(GridError, match="cells aren’t neighbours"):
        Grid.of(2, 3, {}, {Cell(1, 2)}, adjacency, joined=[pair])


def test_faults_of_joins() -> None:
    ring = [Cell(0, 0), Cell(0, 1), Cell(1, 1), Cell(1, 0)]
    fork = [(Cell(1, 4), cell) for cell in (Cell(0, 3), Cell(0, 4), Cell(0, 5))]
    joins = [*zip(ring, [*ring[1:], ring[0]], strict=True), *fork]
    grid = Grid.of(2, 6, {Cell(0, 3): 1, Cell(1, 4): 4}, joined=joins)
    assert faults(grid) == (
        Fault(FaultKind.UNJOINED, (1, 4), (Cell(0, 3), Cell(1, 4))),
        Fault(FaultKind.FORKED, (), (Cell(1, 4), Cell(0, 3), Cell(0, 4), Cell(0, 5))),
        Fault(FaultKind.RINGED, (), (Cell(0, 0), Cell(0, 1), Cell(1, 0), Cell(1, 1))),
    )
    assert [fault_text(fault, grid) for fault in faults(grid)] == [
        "1 and 4 are in joined cells but aren’t consecutive: row 1, column 4 and row 2, column 5.",
        "Row 2, column 5 is joined with 3 cells: a path has at most two beside it.",
        "The joined cells form a ring: row 1, column 1; row 1, column 2; row 2, column 1 "
        "and row 2, column 2.",
    ]
    twice = Grid.of(1, 2, {Cell(0, 0): 1, Cell(0, 1): 1}, joined=[(Cell(0, 0), Cell(0, 1))])
    assert [fault.kind for fault in faults(twice)] == [FaultKind.REPEATED]


def test_no_board_has_more_joins_than_a_path_has_steps() -> None:
    rows = range(30)
    joins = [(Cell(row, column), Cell(row, column + 1)) for row in rows for column in range(29)]
    joins += [(Cell(row, 0), Cell(row + 1, 0)) for row in range(29)]
    assert len(Grid.of(30, 30, joined=joins).joined) == 899
    joins += [(Cell(row, 1), Cell(row + 1, 1)) for row in range(2)]
    with pytest.raises(GridError, match="At most 900 pairs of cells"):
        Grid.of(30, 30, joined=joins)


def test_a_pickle_holds_only_what_cannot_be_worked_out_again() -> None:
    grid = Grid.of(9, 9, {Cell(0, 0): 1})
    play, bare = Play(grid).place(Cell(0, 1), 2), len(pickle.dumps(grid))
    assert (len(grid.cells), len(grid.neighbours(Cell(3, 3))), len(play.board)) == (81, 8, 2)
    assert len(pickle.dumps(grid)) == bare
    again = pickle.loads(pickle.dumps(play))
    assert (again, again.board, again.grid.cells) == (play, play.board, grid.cells)
    assert len(pickle.dumps(play)) < bare + 200
